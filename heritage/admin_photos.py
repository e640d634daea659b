"""Photographs at the editors' desk: upload, frame, words in both languages, rights."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import ImageField, URLField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from . import photos
from .content_admin import ContentAdmin, PictureField, in_both
from .models import Photo


@admin.register(Photo)
class PhotoAdmin(ContentAdmin):
    list_display = ("thumbnail", "alt_vi", "group", "province", "author", "licence")
    list_display_links = ("thumbnail", "alt_vi")
    list_select_related = ("group", "province")
    list_filter = ("licence",)
    search_fields = ("alt_vi", "alt_en", "author")
    autocomplete_fields = ("group", "province")
    change_form_template = "admin/heritage/photo/change_form.html"
    formfield_overrides = {
        URLField: {"assume_scheme": "https"},
        ImageField: {"form_class": PictureField},
    }
    fieldsets = (
        (None, {"fields": ["image"]}),
        (
            _("Frame"),
            {
                "fields": [
                    ("crop_left", "crop_top", "crop_right", "crop_bottom"),
                    ("focus_x", "focus_y"),
                ],
                "description": _("The same in numbers, from the upper left corner."),
            },
        ),
        (_("Belongs to"), {"fields": [("group", "province"), "order"]}),
        (_("Words"), {"fields": in_both("alt", "caption")}),
        (_("Rights"), {"fields": [("author", "licence"), "source_url"]}),
    )

    def has_import_permission(self, request: HttpRequest) -> bool:
        return False

    def has_export_permission(self, request: HttpRequest) -> bool:
        return False

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.original_view)
        own = path("<row:pk>/original/", view, name="heritage_photo_original")
        return [own, *super().get_urls()]

    def original_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """All of the picture that was uploaded, without its metadata, for choosing the frame."""
        photo = get_object_or_404(Photo, pk=pk)
        if not self.has_view_or_change_permission(request, photo):
            raise PermissionDenied
        try:
            with (photo.original or photo.image).open("rb") as file:
                shown = photos.preview(file)
        except (OSError, ValidationError) as error:
            raise Http404 from error
        return HttpResponse(shown, content_type="image/webp")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        photo = kwargs.get("obj")
        if photo is not None and photo.pk:
            context["original_url"] = reverse("admin:heritage_photo_original", args=[photo.pk])
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("thumbnail"))
    def thumbnail(self, photo: Photo) -> str | SafeString:
        if not photo.pk or not photo.image:
            return "–"
        return format_html('<img src="{}" alt="{}" width="120">', photo.small, photo.alt)
