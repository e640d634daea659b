"""Peoples, provinces and units over the API: what the public pages show, in both languages."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers, viewsets

from .models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    Region,
)


class PairSerializer(serializers.Serializer):
    """One text in both languages."""

    vi = serializers.CharField()
    en = serializers.CharField()


@extend_schema_field(PairSerializer)
class Pair(serializers.Field):
    """`Pair("name")` gives {"vi": name_vi, "en": name_en}; with `source`, of a related row."""

    def __init__(self, stem: str, source: str = "*", **kwargs: Any) -> None:
        self.stem = stem
        super().__init__(source=source, read_only=True, **kwargs)

    def to_representation(self, value: Any) -> dict[str, str]:
        return {code: getattr(value, f"{self.stem}_{code}") for code in ("vi", "en")}


def slug_of(**options: Any) -> Any:
    """A related row, or rows, by slug."""
    return serializers.SlugRelatedField(slug_field="slug", read_only=True, **options)


def by_slug(rows: QuerySet, label: Any, **options: Any) -> Any:
    """A filter on a related row by slug; one that does not exist is refused."""
    return django_filters.ModelChoiceFilter(
        queryset=rows, to_field_name="slug", label=label, **options
    )


def lookup(name: str, example: str) -> OpenApiParameter:
    """The part of an address that names one row, with one that exists."""
    return OpenApiParameter(
        name, str, OpenApiParameter.PATH, examples=[OpenApiExample(example, value=example)]
    )


class SearchFilter(django_filters.FilterSet):
    """`?search=` without diacritics: "e de" finds Ê-đê."""

    search = django_filters.CharFilter(
        method="by_words",
        max_length=80,  # as on the pages; a database refuses far longer patterns
        label=_("Words to look for; diacritics may be left out."),
    )

    def by_words(self, rows: QuerySet, name: str, words: str) -> QuerySet:
        return rows.search(words)  # type: ignore[attr-defined]


class FactSerializer(serializers.ModelSerializer):
    text = Pair("text")

    class Meta:
        model = Fact
        fields = ["category", "text", "time_of_year", "source"]


class ListingSerializer(serializers.ModelSerializer):
    name = Pair("name")

    class Meta:
        model = HeritageListing
        fields = ["name", "year", "kind", "source"]


class BranchSerializer(serializers.ModelSerializer):
    name = Pair("name")
    family = Pair("family")

    class Meta:
        model = LanguageBranch
        fields = ["slug", "name", "family"]


class OtherNameSerializer(serializers.ModelSerializer):
    class Meta:
        model = GroupName
        fields = ["name", "kind"]


class GroupSerializer(serializers.ModelSerializer):
    name = Pair("name")
    branch = slug_of()
    url = serializers.HyperlinkedIdentityField("api-group-detail", lookup_field="slug")
    page = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = EthnicGroup
        fields = ["code", "slug", "name", "branch", "population_2019", "url", "page"]


class GroupPresenceSerializer(serializers.ModelSerializer):
    """Where a people lives."""

    province = slug_of()
    name = Pair("name", source="province")

    class Meta:
        model = GroupPresence
        fields = ["province", "name", "population_2019"]


class GroupDetailSerializer(GroupSerializer):
    branch = BranchSerializer(read_only=True)
    region_hint = Pair("region_hint")
    names = OtherNameSerializer(many=True, read_only=True, source="public_names")
    provinces = GroupPresenceSerializer(many=True, read_only=True, source="presences")
    facts = FactSerializer(many=True, read_only=True, source="public_facts")
    listings = ListingSerializer(many=True, read_only=True, source="sure_listings")

    class Meta(GroupSerializer.Meta):
        fields = [
            *GroupSerializer.Meta.fields,
            "population_2009",
            "population_confirmed",
            "region_hint",
            "source",
            "names",
            "provinces",
            "facts",
            "listings",
        ]


class GroupFilter(SearchFilter):
    branch = by_slug(LanguageBranch.objects.all(), _("The slug of a language branch."))
    province = by_slug(
        Province.objects.all(), _("The slug of a province."), field_name="presences__province"
    )


_LISTINGS = Prefetch(
    "listings", HeritageListing.objects.filter(status="confirmed"), to_attr="sure_listings"
)


@extend_schema(tags=["groups"])
@extend_schema_view(
    list=extend_schema(summary=_("All peoples, in Vietnamese alphabetical order")),
    retrieve=extend_schema(
        summary=_("One people: names, provinces, facts, UNESCO listings"),
        parameters=[lookup("slug", "bahnar")],
    ),
)
class GroupViewSet(viewsets.ReadOnlyModelViewSet):
    """The 54 peoples of the official list, in Vietnamese alphabetical order."""

    queryset = EthnicGroup.objects.select_related("branch").order_by("sort_key")
    lookup_field = "slug"
    filterset_class = GroupFilter

    def get_queryset(self) -> QuerySet:
        rows: QuerySet = super().get_queryset()
        if self.action != "retrieve":
            return rows
        return rows.prefetch_related(
            Prefetch(
                "names",
                GroupName.objects.exclude(kind=GroupName.Kind.AVOID),
                to_attr="public_names",
            ),
            Prefetch("presences", GroupPresence.objects.select_related("province")),
            Prefetch("facts", Fact.objects.public(), to_attr="public_facts"),
            _LISTINGS,
        )

    def get_serializer_class(self) -> type[serializers.ModelSerializer]:
        return GroupDetailSerializer if self.action == "retrieve" else GroupSerializer


class ProvinceSerializer(serializers.ModelSerializer):
    name = Pair("name")
    unit = slug_of()
    url = serializers.HyperlinkedIdentityField("api-province-detail", lookup_field="slug")
    page = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = Province
        fields = ["slug", "gso_code", "name", "kind", "region", "unit", "url", "page"]


class ProvinceGroupSerializer(serializers.ModelSerializer):
    """Which peoples live in a province."""

    group = slug_of()
    name = Pair("name", source="group")

    class Meta:
        model = GroupPresence
        fields = ["group", "name", "population_2019"]


class ProvinceDetailSerializer(ProvinceSerializer):
    airports = serializers.ListField(child=serializers.CharField(), read_only=True)
    borders = slug_of(many=True)
    groups = ProvinceGroupSerializer(many=True, read_only=True, source="presences")
    facts = FactSerializer(many=True, read_only=True, source="public_facts")
    listings = ListingSerializer(many=True, read_only=True, source="sure_listings")

    class Meta(ProvinceSerializer.Meta):
        fields = [
            *ProvinceSerializer.Meta.fields,
            "lat",
            "lon",
            "is_coastal",
            "airports",
            "seaport",
            "railway_station",
            "borders",
            "groups",
            "facts",
            "listings",
        ]


class ProvinceFilter(SearchFilter):
    region = django_filters.ChoiceFilter(choices=Region.choices)
    unit = by_slug(ProvincialUnit.objects.all(), _("The slug of a unit."))
    group = by_slug(
        EthnicGroup.objects.all(), _("The slug of a people."), field_name="presences__group"
    )


@extend_schema(tags=["provinces"])
@extend_schema_view(
    list=extend_schema(summary=_("All 63 provinces of the classic map")),
    retrieve=extend_schema(
        summary=_("One province: neighbours, peoples, facts, UNESCO listings"),
        parameters=[lookup("slug", "dak-lak")],
    ),
)
class ProvinceViewSet(viewsets.ReadOnlyModelViewSet):
    """The 63 provinces and cities of the classic map (until 30 June 2025)."""

    queryset = Province.objects.select_related("unit")
    lookup_field = "slug"
    filterset_class = ProvinceFilter

    def get_queryset(self) -> QuerySet:
        rows: QuerySet = super().get_queryset()
        if self.action != "retrieve":
            return rows
        return rows.prefetch_related(
            "borders",
            Prefetch("presences", GroupPresence.objects.select_related("group")),
            Prefetch("facts", Fact.objects.public(), to_attr="public_facts"),
            _LISTINGS,
        )

    def get_serializer_class(self) -> type[serializers.ModelSerializer]:
        return ProvinceDetailSerializer if self.action == "retrieve" else ProvinceSerializer


class UnitSerializer(serializers.ModelSerializer):
    name = Pair("name")
    provinces = slug_of(many=True)
    url = serializers.HyperlinkedIdentityField("api-unit-detail", lookup_field="slug")

    class Meta:
        model = ProvincialUnit
        fields = ["slug", "name", "kind", "kind_at_merger", "seat", "provinces", "url"]


@extend_schema(tags=["units"])
@extend_schema_view(
    list=extend_schema(summary=_("All 34 units and the provinces each was made of")),
    retrieve=extend_schema(
        summary=_("One unit"),
        parameters=[lookup("slug", "dak-lak")],
    ),
)
class UnitViewSet(viewsets.ReadOnlyModelViewSet):
    """The 34 provincial units since 1 July 2025, each with the provinces it was made of."""

    queryset = ProvincialUnit.objects.prefetch_related("provinces")
    serializer_class = UnitSerializer
    lookup_field = "slug"
    filterset_class = SearchFilter
