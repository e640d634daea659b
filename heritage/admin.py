"""Editors' desk for the atlas: both languages side by side, review, history, rows in and out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import admin_facts, admin_photos, completeness
from .admin_filters import (
    WAITING,
    LacksFilter,
    RegionFilter,
    SectionFilter,
    no_photo,
    rule,
)
from .content_admin import (
    ContentAdmin,
    FoldedSearch,
    Rows,
    RowsAdmin,
    by_slug,
    in_both,
    slugs,
)
from .models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    Reading,
)

__all__ = ["admin_facts", "admin_photos"]

# --- rows in and out -----------------------------------------------------------------------------


class BranchRows(Rows):
    class Meta(Rows.Meta):
        model = LanguageBranch
        import_id_fields = ("slug",)
        fields = ("slug", "name_vi", "name_en", "family_vi", "family_en", "style", "order")


class UnitRows(Rows):
    class Meta(Rows.Meta):
        model = ProvincialUnit
        import_id_fields = ("slug",)
        fields = ("slug", "name_vi", "name_en", "kind", "kind_at_merger", "seat")


class ProvinceRows(Rows):
    unit = by_slug("unit", ProvincialUnit)
    borders = slugs("borders", Province)

    class Meta(Rows.Meta):
        model = Province
        import_id_fields = ("slug",)
        fields = (
            "slug",
            "gso_code",
            "name_vi",
            "name_en",
            "kind",
            "region",
            "lat",
            "lon",
            "is_coastal",
            "airport",
            "seaport",
            "seaport_class",
            "railway_station",
            "unit",
            "borders",
        )


class GroupRows(Rows):
    branch = by_slug("branch", LanguageBranch)

    class Meta(Rows.Meta):
        model = EthnicGroup
        import_id_fields = ("slug",)
        fields = (
            "slug",
            "code",
            "name_vi",
            "name_en",
            "branch",
            "population_2019",
            "population_2009",
            "population_confirmed",
            "region_hint_vi",
            "region_hint_en",
            "source",
            "provenance",
        )


class NameRows(Rows):
    group = by_slug("group", EthnicGroup)

    class Meta(Rows.Meta):
        model = GroupName
        import_id_fields = ("group", "name", "kind")
        fields = ("group", "name", "kind", "note", "source", "order")


class PresenceRows(Rows):
    group = by_slug("group", EthnicGroup)
    province = by_slug("province", Province)

    class Meta(Rows.Meta):
        model = GroupPresence
        import_id_fields = ("group", "province")
        fields = ("group", "province", "population_2019")


class ListingRows(Rows):
    groups = slugs("groups", EthnicGroup)
    provinces = slugs("provinces", Province)

    class Meta(Rows.Meta):
        model = HeritageListing
        import_id_fields = ("name_vi",)
        fields = (
            "name_vi",
            "name_en",
            "year",
            "kind",
            "groups",
            "provinces",
            "source",
            "note",
            "status",
        )


# --- desks ---------------------------------------------------------------------------------------


@admin.register(LanguageBranch)
class LanguageBranchAdmin(RowsAdmin):
    resource_classes = (BranchRows,)
    list_display = ("name_vi", "name_en", "family_vi", "style", "order")
    fieldsets = ((None, {"fields": [*in_both("name", "family"), ("slug", "style", "order")]}),)


@admin.register(ProvincialUnit)
class ProvincialUnitAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (UnitRows,)
    lasting_fields = ("slug",)
    list_display = ("name_vi", "name_en", "kind", "kind_at_merger", "seat")
    list_filter = ("kind",)
    fieldsets = (
        (None, {"fields": [*in_both("name"), "slug", ("kind", "kind_at_merger"), "seat"]}),
    )


@admin.register(Province)
class ProvinceAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (ProvinceRows,)
    lasting_fields = ("slug",)
    list_display = ("name_vi", "name_en", "region", "kind", "unit")
    list_filter = (LacksFilter, "region", "kind", "is_coastal")
    lacks = {"photo": (_("a photograph"), no_photo(Province))}
    list_select_related = ("unit",)
    autocomplete_fields = ("unit", "borders")
    fieldsets = (
        (None, {"fields": [*in_both("name"), ("slug", "gso_code"), ("kind", "region"), "unit"]}),
        (_("Place"), {"fields": [("lat", "lon"), "is_coastal", "borders"]}),
        (
            _("Ways in"),
            {"fields": ["airport", ("seaport", "seaport_class"), "railway_station"]},
        ),
    )


class NameInline(admin.TabularInline):
    model = GroupName
    extra = 1
    fields = ("name", "kind", "note", "note_en", "source", "order")


class ReadingInline(admin.TabularInline):
    model = Reading
    extra = 1
    fields = ("title", "publisher", "url", "order")


@admin.register(EthnicGroup)
class EthnicGroupAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (GroupRows,)
    lasting_fields = ("slug", "code")
    list_display = ("code", "name_vi", "name_en", "branch", "population_2019", "to_review")
    list_display_links = ("code", "name_vi")
    # Counting drops the order of the model, and pages need one.
    ordering = ("sort_key",)
    list_filter = (LacksFilter, SectionFilter, "branch", RegionFilter, "population_confirmed")
    lacks = {
        "introduction": (
            _("an introduction in both languages, with sources"),
            rule(completeness.NO_INTRODUCTION),
        ),
        "photo": (_("a photograph"), no_photo(EthnicGroup)),
    }
    list_select_related = ("branch",)
    inlines = (NameInline, ReadingInline)
    fieldsets = (
        (None, {"fields": [*in_both("name"), ("slug", "code"), "branch"]}),
        (_("Introduction"), {"fields": [*in_both("introduction"), "introduction_sources"]}),
        (
            _("Population"),
            {"fields": [("population_2019", "population_2009"), "population_confirmed"]},
        ),
        (_("Where"), {"fields": in_both("region_hint")}),
        (_("Sources"), {"fields": ["source", "provenance"]}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[EthnicGroup]:
        waiting = Q(facts__in=Fact.objects.filter(WAITING))
        return super().get_queryset(request).annotate(waiting=Count("facts", filter=waiting))

    @admin.display(description=_("facts to review"), ordering="waiting")
    def to_review(self, group: Any) -> int:
        return group.waiting


@admin.register(GroupName)
class GroupNameAdmin(ContentAdmin):
    resource_classes = (NameRows,)
    list_display = ("name", "group", "kind", "note", "order")
    list_filter = ("kind", ("group", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("group",)
    search_fields = ("name",)
    autocomplete_fields = ("group",)


@admin.register(GroupPresence)
class GroupPresenceAdmin(RowsAdmin):
    resource_classes = (PresenceRows,)
    list_display = ("group", "province", "population_2019")
    list_filter = ("province__region", "group__branch")
    list_select_related = ("group", "province")
    autocomplete_fields = ("group", "province")
    search_fields = ("group__search_text", "province__search_text")


@admin.register(HeritageListing)
class HeritageListingAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (ListingRows,)
    list_display = ("name_vi", "year", "kind", "status")
    list_filter = (LacksFilter, "kind", "status")
    lacks = {"source": (_("a source"), rule(Q(source="")))}
    autocomplete_fields = ("groups", "provinces")
    fieldsets = (
        (None, {"fields": [*in_both("name"), ("year", "kind")]}),
        (_("Where and who"), {"fields": ["groups", "provinces"]}),
        (_("Sources"), {"fields": ["source", "note", "status"]}),
    )
