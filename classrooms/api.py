"""A teacher's own sessions over the API, read-only; somebody else's do not exist for them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import permissions, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from heritage.api import Pair, PairSerializer, slug_of
from quizzes import kinds
from quizzes.kinds import Snapshot

from . import results
from .access import sessions_of
from .models import Session
from .sessions import questions_of


class SessionSerializer(serializers.ModelSerializer):
    title = Pair("title")
    deck = slug_of()
    participant_count = serializers.IntegerField(read_only=True)
    question_count = serializers.SerializerMethodField()
    url = serializers.HyperlinkedIdentityField("api-session-detail")
    report = serializers.HyperlinkedIdentityField("api-session-report")

    class Meta:
        model = Session
        fields = [
            "id",
            "code",
            "title",
            "deck",
            "state",
            "scoring",
            "play",
            "team_count",
            "participant_count",
            "question_count",
            "created_at",
            "started_at",
            "closed_at",
            "url",
            "report",
        ]

    def get_question_count(self, session: Session) -> int:
        return len(questions_of(session))


class MarkSerializer(serializers.Serializer):
    """One participant and one question; `choices` are the positions picked, from 1."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField([(status.value, status.value) for status in results.Status])
    points = serializers.IntegerField()
    elapsed_ms = serializers.IntegerField(allow_null=True)
    choices = serializers.ListField(child=serializers.IntegerField())
    answer = serializers.CharField(help_text="The answer in words, whatever the kind.")


class StudentSerializer(serializers.Serializer):
    participant = serializers.IntegerField()
    nickname = serializers.CharField(help_text="Empty once nicknames were erased.")
    team = serializers.IntegerField(help_text="From 1; 0 where the class has no teams.")
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    right_count = serializers.IntegerField()
    asked_count = serializers.IntegerField()
    percent = serializers.IntegerField()
    marks = MarkSerializer(many=True)


class ItemSerializer(serializers.Serializer):
    """One closed question; `percent` is the mean share of those who were asked."""

    number = serializers.IntegerField()
    text = PairSerializer()
    asked_count = serializers.IntegerField()
    answered_count = serializers.IntegerField()
    right_count = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)


class ReportSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    questions = ItemSerializer(many=True)
    students = StudentSerializer(many=True)


@extend_schema(tags=["sessions"])
@extend_schema_view(
    list=extend_schema(summary=_("Your sessions, the newest first")),
    retrieve=extend_schema(summary=_("One of your sessions")),
)
class SessionViewSet(viewsets.ReadOnlyModelViewSet):
    """The sessions of the teacher who is logged in, the newest first."""

    queryset = Session.objects.none()
    serializer_class = SessionSerializer
    permission_classes = [permissions.IsAuthenticated]
    filterset_fields = ["state"]

    def get_queryset(self) -> QuerySet:
        if not self.request.user.is_authenticated:
            return super().get_queryset()
        present = Count("participants", filter=Q(participants__removed_at__isnull=True))
        return (
            sessions_of(self.request.user)
            .select_related("deck")
            .annotate(participant_count=present)
            .order_by("-created_at")
        )

    @extend_schema(
        summary=_("The report of one of your sessions, by question and by student"),
        responses=ReportSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def report(self, request: Request, pk: str | None = None) -> Response:
        """Per question and per student, over the questions that have closed."""
        session = self.get_object()
        found = results.compute(session)
        return Response(
            ReportSerializer(
                {
                    "id": session.pk,
                    "percent": found.percent,
                    "questions": [_item(item) for item in found.items],
                    "students": [_student(line, found) for line in found.lines],
                }
            ).data
        )


def _item(item: results.Item) -> dict[str, Any]:
    return {
        "number": item.number,
        "text": item.question["text"],
        "asked_count": item.asked,
        "answered_count": item.answered,
        "right_count": item.right,
        "percent": item.percent,
    }


def _student(line: results.Line, found: results.Results) -> dict[str, Any]:
    questions = {item.index: item.question for item in found.items}
    return {
        "participant": line.participant.pk,
        "nickname": line.participant.nickname,
        "team": line.participant.team,
        "place": line.place,
        "points": line.total,
        "right_count": line.right,
        "asked_count": line.asked,
        "percent": line.percent,
        "marks": [
            {
                "number": index + 1,
                "status": mark.status,
                "points": mark.points,
                "elapsed_ms": mark.elapsed_ms,
                "choices": (mark.response or {}).get("choices", []),
                "answer": _said(questions[index], mark),
            }
            for index, mark in line.marks.items()
        ],
    }


def _said(question: Snapshot, mark: results.Mark) -> str:
    return kinds.kind(question["kind"]).describe(question, mark.response, get_language() or "vi")
