"""Photographs, each with its author and licence."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.core.validators import MaxValueValidator
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from .. import photos
from ..localized import Localized
from .peoples import EthnicGroup
from .places import Province


def _private() -> Storage:
    return storages["private"]


class _Percent(models.DecimalField):
    """A place along the picture's width or height, from the upper left corner."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options: dict[str, Any] = {"max_digits": 4, "decimal_places": 1}
        options["validators"] = [MaxValueValidator(100)]
        super().__init__(*args, **(options | kwargs))


#: The fields of the frame in the order of `photos.Frame`.
FRAME = ("crop_left", "crop_top", "crop_right", "crop_bottom", "focus_x", "focus_y")


class Photo(models.Model):
    """A photograph with its author and licence; nothing is shown without them.

    What was uploaded is kept as it came, where no address leads to it (`original`), so that the
    part shown can be chosen again; `image` and its sizes are made of it. Earlier pictures stay as
    long as the photograph, because earlier versions name them.
    """

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
    original = models.FileField(
        upload_to="originals/", storage=_private, blank=True, editable=False
    )
    crop_left = _Percent(_("left edge, %"), default=Decimal(0))
    crop_top = _Percent(_("upper edge, %"), default=Decimal(0))
    crop_right = _Percent(_("right edge, %"), default=Decimal(100))
    crop_bottom = _Percent(_("lower edge, %"), default=Decimal(100))
    focus_x = _Percent(_("focal point from the left, %"), default=Decimal(50))
    focus_y = _Percent(_("focal point from above, %"), default=Decimal(50))

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

    @property
    def frame(self) -> photos.Frame:
        """Raises ValidationError where it leaves too little."""
        return photos.Frame(*(float(getattr(self, name)) / 100 for name in FRAME))

    def clean(self) -> None:
        if self._just_uploaded():
            try:
                photos.check(self.image.file)
            except ValidationError as error:
                raise ValidationError({"image": error}) from error
        if all(isinstance(getattr(self, name), Decimal) for name in FRAME):
            self.frame  # noqa: B018  raises

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._just_uploaded():
            self._draw(self.image.file, *args, **kwargs)
        elif self._is_framed_anew():
            with (self.original or self.image).open("rb") as source:
                self._draw(source, *args, **kwargs)
        else:
            super().save(*args, **kwargs)

    def _is_framed_anew(self) -> bool:
        stored = type(self)._base_manager.filter(pk=self.pk).values_list(*FRAME).first()
        return stored is not None and stored != tuple(
            Decimal(getattr(self, name)) for name in FRAME
        )

    def _draw(self, source: File, *args: Any, **kwargs: Any) -> None:
        """Save with the picture made anew; nothing is left behind if that fails."""
        frame = self.frame
        kept = photos.keep(source, "photos", frame)
        stored = ""
        try:
            photos.keep_card(source, f"photos/{kept.name}", frame)
            if self._just_uploaded() or not self.original:
                name = f"originals/{uuid.uuid4().hex}.{photos.ending(source)}"
                stored = self.original.storage.save(name, ContentFile(source.read()))
                self.original.name = stored
            self.image.save(str(kept.name), kept, save=False)
            super().save(*args, **kwargs)
        except BaseException:
            photos.forget(f"photos/{kept.name}")
            if stored:
                self.original.storage.delete(stored)
            raise

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """With every file of it, those of earlier versions too: who is in a picture may ask for
        its removal."""
        names, private = set(self._files()), self.original.storage

        def remove() -> None:
            for image, original in names:
                photos.forget(image)
                if original:
                    private.delete(original)

        gone = super().delete(*args, **kwargs)
        transaction.on_commit(remove)
        return gone

    def _files(self) -> Iterator[tuple[str, str]]:
        yield str(self.image.name), str(self.original.name or "")
        yield from self.history.values_list("image", "original")

    def sized(self, size: int | str) -> str:
        """Address of the copy in one of `photos.WIDTHS`, or of the "card"."""
        return self.image.storage.url(photos.size_name(str(self.image.name), size))

    @property
    def small(self) -> str:
        return self.sized(320)

    @property
    def medium(self) -> str:
        return self.sized(800)

    @property
    def large(self) -> str:
        return self.sized(1600)

    @property
    def card(self) -> str:
        """640 × 480 pixels around the focal point. Pictures from before there were cards: whole."""
        return self.sized("card") if self.original else self.medium
