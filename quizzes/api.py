"""Decks over the API: what they are about and how long. Questions are only ever met by playing."""

from __future__ import annotations

import django_filters
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, viewsets

from heritage.api import Pair, SearchFilter, lookup
from heritage.models import Region

from .models import Deck, State


class DeckSerializer(serializers.ModelSerializer):
    """A published deck. No question of it: a student could read the lesson ahead."""

    title = Pair("title")
    description = Pair("description")
    question_count = serializers.IntegerField(read_only=True)
    url = serializers.HyperlinkedIdentityField("api-deck-detail", lookup_field="slug")
    page = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = Deck
        fields = [
            "slug",
            "title",
            "description",
            "topic",
            "region",
            "question_count",
            "updated_at",
            "url",
            "page",
        ]


class DeckFilter(SearchFilter):
    topic = django_filters.ChoiceFilter(choices=Deck.Topic.choices)
    region = django_filters.ChoiceFilter(choices=Region.choices)


@extend_schema(tags=["decks"])
@extend_schema_view(
    list=extend_schema(summary=_("All published decks")),
    retrieve=extend_schema(
        summary=_("One deck: topic, region, number of questions"),
        parameters=[lookup("slug", "challenge-mixed")],
    ),
)
class DeckViewSet(viewsets.ReadOnlyModelViewSet):
    """Published decks that have at least one published question."""

    queryset = (
        Deck.objects.filter(state=State.PUBLISHED)
        .annotate(question_count=Count("questions", filter=Q(questions__state=State.PUBLISHED)))
        .filter(question_count__gt=0)
        .order_by("topic", "sort_key")
    )
    serializer_class = DeckSerializer
    lookup_field = "slug"
    filterset_class = DeckFilter
