"""Decks in the admin, each with the list of its questions."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from heritage.content_admin import FoldedSearch
from heritage.versioned_admin import VersionedAdmin

from ..models import EDITORS_SEE, Deck, State
from ..own import decks as own
from ..services import set_deck_state


@admin.register(Deck)
class DeckAdmin(FoldedSearch, VersionedAdmin):
    # A version is what the deck says; publishing it has its own right and button.
    kept_when_going_back = ("slug", "state", "owner", "copied_from")
    list_display = ("title_vi", "title_en", "topic", "region", "state", "question_count")
    list_filter = ("topic", "state", "region", ("owner", admin.EmptyFieldListFilter))
    search_help_text = gettext_lazy("With or without marks: “dong bang” finds Đồng bằng.")
    ordering = ("topic", "sort_key")
    readonly_fields = ("state", "question_list")
    prepopulated_fields = {"slug": ("title_vi",)}
    raw_id_fields = ("owner",)
    actions = ("send_to_review", "publish", "back_to_draft", "take_into_library")
    fieldsets = (
        (None, {"fields": (("title_vi", "title_en"), ("description_vi", "description_en"))}),
        (None, {"fields": (("slug", "topic", "region"), ("owner", "state"), "may_change")}),
        (gettext_lazy("Questions"), {"fields": ("question_list",)}),
    )

    class Media:
        css = {"all": ("css/admin.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        published = Q(questions__state=State.PUBLISHED)
        return (
            super()
            .get_queryset(request)
            .filter(EDITORS_SEE)
            .annotate(
                total=Count("questions", distinct=True),
                published=Count("questions", filter=published, distinct=True),
            )
        )

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("quizzes.publish_question")

    def has_change_permission(self, request: HttpRequest, obj: Deck | None = None) -> bool:
        if obj is not None and obj.state == State.PUBLISHED:
            return self.has_publish_permission(request)
        return super().has_change_permission(request, obj)

    @admin.display(description=gettext_lazy("questions (published)"))
    def question_count(self, deck: Any) -> str:
        return f"{deck.total} ({deck.published})"

    @admin.display(description=gettext_lazy("Questions of this deck"))
    def question_list(self, deck: Deck) -> str:
        if deck.pk is None:
            return _("Save the deck first, then add questions.")
        add = reverse("admin:quizzes_question_add") + f"?deck={deck.pk}"
        rows = format_html_join(
            "",
            '<li value="{}"><a href="{}">{}</a> <span class="state state-{}">{}</span></li>',
            (
                (
                    number,
                    reverse("admin:quizzes_question_change", args=[question.pk]),
                    question.text or question.key,
                    question.state,
                    question.get_state_display(),
                )
                for number, question in enumerate(deck.questions.all(), start=1)
            ),
        )
        return format_html(
            '<ol class="question-list">{}</ol><p><a class="addlink" href="{}">{}</a></p>',
            rows,
            add,
            _("Add a question to this deck"),
        )

    @admin.action(description=gettext_lazy("Send to review"), permissions=["change"])
    def send_to_review(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        self._take_to(request, queryset, State.REVIEW)

    @admin.action(description=gettext_lazy("Publish"), permissions=["publish"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        self._take_to(request, queryset, State.PUBLISHED)

    @admin.action(description=gettext_lazy("Back to draft"), permissions=["change"])
    def back_to_draft(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        self._take_to(request, queryset, State.DRAFT)

    @admin.action(
        description=gettext_lazy("Take a teacher's proposal into the library, as a draft"),
        permissions=["publish"],
    )
    def take_into_library(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        done = 0
        for deck in Deck.objects.filter(pk__in=queryset.values("pk")):
            try:
                own.take_into_library(deck)
            except own.CannotDo as error:
                self.message_user(request, f"{deck}: {error.message}", messages.ERROR)
            else:
                done += 1
        message = ngettext(
            "%(n)s deck taken into the library, as a draft; its questions wait for review.",
            "%(n)s decks taken into the library, as drafts; their questions wait for review.",
            done,
        )
        if done:
            self.message_user(request, message % {"n": done})

    def _take_to(self, request: HttpRequest, queryset: QuerySet[Deck], state: State) -> None:
        done = 0
        for deck in Deck.objects.filter(pk__in=queryset.values("pk")):
            if not self.has_change_permission(request, deck):
                message = _("%(deck)s is published; only those who may publish can change it.")
                self.message_user(request, message % {"deck": deck}, messages.ERROR)
            elif deck.owner_id is not None and state == State.PUBLISHED:
                message = _("%(deck)s belongs to a teacher; take it into the library instead.")
                self.message_user(request, message % {"deck": deck}, messages.ERROR)
            elif deck.state != state:
                set_deck_state(deck, state)
                done += 1
        message = ngettext("%(n)s deck: %(state)s.", "%(n)s decks: %(state)s.", done)
        self.message_user(request, message % {"n": done, "state": state.label})
