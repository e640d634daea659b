"""Editors' desk for the atlas: both languages side by side, review, history, rows in and out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, ImageField, Q, QuerySet, URLField
from django.forms import ModelForm, Textarea
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from import_export.fields import Field

from .content_admin import ContentAdmin, FoldedSearch, PictureField, Rows, RowsAdmin, in_both
from .imports import SlugsWidget, SlugWidget
from .models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Photo,
    Province,
    ProvincialUnit,
    Region,
)

#: Facts that readers do not see yet, and that nobody has decided on.
WAITING = Q(review=Fact.Review.WAITING) & ~Q(
    confidence=Fact.Confidence.HIGH,
    basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS, Fact.Basis.DIGEST],
)


def _by_slug(column: str, model: type) -> Field:
    return Field(column_name=column, attribute=column, widget=SlugWidget(model, "slug"))


def _slugs(column: str, model: type) -> Field:
    return Field(column_name=column, attribute=column, widget=SlugsWidget(model))


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
    unit = _by_slug("unit", ProvincialUnit)
    borders = _slugs("borders", Province)

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
    branch = _by_slug("branch", LanguageBranch)

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
    group = _by_slug("group", EthnicGroup)

    class Meta(Rows.Meta):
        model = GroupName
        import_id_fields = ("group", "name", "kind")
        fields = ("group", "name", "kind", "note", "source", "order")


class PresenceRows(Rows):
    group = _by_slug("group", EthnicGroup)
    province = _by_slug("province", Province)

    class Meta(Rows.Meta):
        model = GroupPresence
        import_id_fields = ("group", "province")
        fields = ("group", "province", "population_2019")


class FactRows(Rows):
    group = _by_slug("group", EthnicGroup)
    province = _by_slug("province", Province)
    # Goes out, never in: a fact is approved by a person who looks at it.
    review = Field(column_name="review", attribute="review", readonly=True)

    class Meta(Rows.Meta):
        model = Fact
        import_id_fields = ("key",)
        fields = (
            "key",
            "group",
            "province",
            "category",
            "text_vi",
            "text_en",
            "gloss_en",
            "time_of_year",
            "confidence",
            "basis",
            "source",
            "provenance",
            "review",
            "order",
        )


class ListingRows(Rows):
    groups = _slugs("groups", EthnicGroup)
    provinces = _slugs("provinces", Province)

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


# --- filters -------------------------------------------------------------------------------------


class VisibleFilter(admin.SimpleListFilter):
    """What readers see, what waits for an editor."""

    title = _("shown to readers")
    parameter_name = "visible"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("waiting", _("Waits for review")), ("yes", _("Shown")), ("no", _("Not shown"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        if self.value() == "waiting":
            return queryset.filter(WAITING)
        if self.value() == "yes":
            return queryset.public()
        if self.value() == "no":
            return queryset.exclude(pk__in=Fact.objects.public().values("pk"))
        return queryset


class RegionFilter(admin.SimpleListFilter):
    """By the region a fact's province or a people's provinces lie in."""

    title = _("region")
    parameter_name = "region"
    path = "presences__province__region"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Region.choices)

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        if self.value() not in Region.values:
            return queryset
        # A handful of people in a province does not make it a place where a people lives.
        return queryset.filter(
            **{self.path: self.value(), "presences__population_2019__gte": 1000}
        ).distinct()


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
    list_filter = ("region", "kind", "is_coastal")
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
    fields = ("name", "kind", "note", "source", "order")


@admin.register(EthnicGroup)
class EthnicGroupAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (GroupRows,)
    lasting_fields = ("slug", "code")
    list_display = ("code", "name_vi", "name_en", "branch", "population_2019", "to_review")
    list_display_links = ("code", "name_vi")
    # Counting drops the order of the model, and pages need one.
    ordering = ("sort_key",)
    list_filter = ("branch", RegionFilter, "population_confirmed")
    list_select_related = ("branch",)
    inlines = (NameInline,)
    fieldsets = (
        (None, {"fields": [*in_both("name"), ("slug", "code"), "branch"]}),
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


@admin.register(Fact)
class FactAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (FactRows,)
    lasting_fields = ("key",)
    list_display = ("text_vi", "subject", "category", "confidence", "basis", "review", "visible")
    list_filter = (VisibleFilter, "review", "category", "confidence", "basis", "group__branch")
    list_select_related = ("group", "province")
    autocomplete_fields = ("group", "province")
    actions = ("approve", "reject")
    readonly_fields = ("reviewed_by",)
    fieldsets = (
        (None, {"fields": [("group", "province"), ("category", "order"), "key"]}),
        (_("Text"), {"fields": [*in_both("text"), ("gloss_en", "time_of_year")]}),
        (
            _("Review"),
            {
                "fields": [
                    ("confidence", "basis"),
                    "source",
                    "provenance",
                    ("review", "reviewed_by"),
                ]
            },
        ),
    )

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        lines = {name: Textarea({"rows": 3, "cols": 40}) for name in ("text_vi", "text_en")}
        kwargs["widgets"] = lines | {"source": Textarea({"rows": 2, "cols": 80})}
        return super().get_form(request, obj, **kwargs)

    @admin.display(description=_("about"), ordering="group__sort_key")
    def subject(self, fact: Fact) -> str:
        return str(fact.group or fact.province)

    @admin.display(description=_("shown"), boolean=True)
    def visible(self, fact: Fact) -> bool | None:
        """Shown; None when it waits for an editor."""
        if fact.is_public:
            return True
        return None if fact.review == Fact.Review.WAITING else False

    def save_model(self, request: HttpRequest, obj: Fact, form: ModelForm, change: bool) -> None:
        if "review" in form.changed_data:
            obj.reviewed_by = request.user  # type: ignore[assignment]
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Approve: show to readers"), permissions=["change"])
    def approve(self, request: HttpRequest, queryset: QuerySet[Fact]) -> None:
        self._decide(request, queryset, Fact.Review.APPROVED)

    @admin.action(description=_("Reject: do not show"), permissions=["change"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Fact]) -> None:
        self._decide(request, queryset, Fact.Review.REJECTED)

    def _decide(self, request: HttpRequest, queryset: QuerySet[Fact], review: str) -> None:
        decided = 0
        # One by one, so that each decision stands in the fact's history.
        for fact in queryset:
            fact.review, fact.reviewed_by = review, request.user  # type: ignore[assignment]
            fact._change_reason = "review"  # type: ignore[attr-defined]
            fact.save()
            decided += 1
        said = ngettext("%(count)s fact decided.", "%(count)s facts decided.", decided)
        self.message_user(request, said % {"count": decided}, messages.SUCCESS)


@admin.register(HeritageListing)
class HeritageListingAdmin(FoldedSearch, ContentAdmin):
    resource_classes = (ListingRows,)
    list_display = ("name_vi", "year", "kind", "status")
    list_filter = ("kind", "status")
    autocomplete_fields = ("groups", "provinces")
    fieldsets = (
        (None, {"fields": [*in_both("name"), ("year", "kind")]}),
        (_("Where and who"), {"fields": ["groups", "provinces"]}),
        (_("Sources"), {"fields": ["source", "note", "status"]}),
    )


@admin.register(Photo)
class PhotoAdmin(ContentAdmin):
    list_display = ("thumbnail", "alt_vi", "group", "province", "author", "licence")
    list_display_links = ("thumbnail", "alt_vi")
    list_select_related = ("group", "province")
    list_filter = ("licence",)
    search_fields = ("alt_vi", "alt_en", "author")
    autocomplete_fields = ("group", "province")
    readonly_fields = ("thumbnail",)
    formfield_overrides = {
        URLField: {"assume_scheme": "https"},
        ImageField: {"form_class": PictureField},
    }
    fieldsets = (
        (None, {"fields": ["image", "thumbnail", ("group", "province"), "order"]}),
        (_("Words"), {"fields": in_both("alt", "caption")}),
        (_("Rights"), {"fields": [("author", "licence"), "source_url"]}),
    )

    def has_import_permission(self, request: HttpRequest) -> bool:
        return False

    def has_export_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("thumbnail"))
    def thumbnail(self, photo: Photo) -> str | SafeString:
        if not photo.pk or not photo.image:
            return "–"
        return format_html('<img src="{}" alt="{}" width="120">', photo.small, photo.alt)
