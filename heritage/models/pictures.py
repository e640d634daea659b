"""Photographs, each with its author and licence."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from .. import photos
from ..localized import Localized
from .peoples import EthnicGroup
from .places import Province


class Photo(models.Model):
    """A photograph with its author and licence; nothing is shown without them."""

    image = models.ImageField(upload_to="photos/", width_field="width", height_field="height")
    width = models.PositiveIntegerField(editable=False, default=0)
    height = models.PositiveIntegerField(editable=False, default=0)
    group = models.ForeignKey(
        EthnicGroup, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    alt_vi = models.CharField(max_length=200)
    alt_en = models.CharField(max_length=200)
    caption_vi = models.CharField(max_length=200, blank=True)
    caption_en = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=120)
    licence = models.CharField(max_length=80)
    source_url = models.URLField(blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    alt = Localized()
    caption = Localized()
    history = HistoricalRecords()

    class Meta:
        ordering = ["order", "pk"]
        verbose_name = _("photograph")
        verbose_name_plural = _("photographs")

    def __str__(self) -> str:
        return self.alt

    def _just_uploaded(self) -> bool:
        return bool(self.image) and not getattr(self.image, "_committed", True)

    def clean(self) -> None:
        if self._just_uploaded():
            try:
                photos.check(self.image.file)
            except ValidationError as error:
                raise ValidationError({"image": error}) from error

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._just_uploaded():
            super().save(*args, **kwargs)
            return
        kept = photos.keep(self.image.file, "photos")
        try:
            self.image.save(str(kept.name), kept, save=False)
            super().save(*args, **kwargs)
        except BaseException:
            photos.forget(f"photos/{kept.name}")
            raise

    def sized(self, width: int) -> str:
        """Address of the copy in one of `photos.WIDTHS`."""
        return self.image.storage.url(photos.size_name(str(self.image.name), width))

    @property
    def small(self) -> str:
        return self.sized(320)

    @property
    def medium(self) -> str:
        return self.sized(800)

    @property
    def large(self) -> str:
        return self.sized(1600)
