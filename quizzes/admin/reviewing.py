"""The page on which a second person looks at a question's change, and publishes it or not."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import heritage.converters  # noqa: F401

from ..models import Question, State
from ..services import Refused, SeenOlder, approve, newest_version, set_state
from .history import change_to_review


class Reviewing:
    """Adds `<pk>/review/` to the admin of questions."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.review_view)  # type: ignore[attr-defined]
        own = path("<row:pk>/review/", view, name="quizzes_question_review")
        return [own, *super().get_urls()]  # type: ignore[misc]

    def review_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What publishing would show, beside what was played last; by POST, decides."""
        question: Question | None = self.get_object(request, str(pk))  # type: ignore[attr-defined]
        if question is None:
            raise Http404("no such question")
        if not self.has_publish_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        refused: list[str] = []
        if request.method == "POST":
            refused = self._decide(request, question)
            if not refused:
                return HttpResponseRedirect(reverse("admin:quizzes_question_changelist"))
            question.refresh_from_db()
        before, differences = change_to_review(question)
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": _("Look at a change"),
            "opts": self.opts,  # type: ignore[attr-defined]
            "question": question,
            "before": before,
            "seen": newest_version(question),
            "differences": differences,
            "own": question.sensitive and question.written_by_id == request.user.pk,
            "refused": refused,
        }
        template = "admin/quizzes/question/review.html"
        return TemplateResponse(request, template, context, status=409 if refused else 200)

    def _decide(self, request: HttpRequest, question: Question) -> list[str]:
        """Why it was not done; nothing where it was."""
        seen = request.POST.get("seen", "")
        try:
            if request.POST.get("decision") == "publish":
                approve(
                    question,
                    request.user,
                    seen=int(seen) if seen.isascii() and seen.isdigit() else -1,
                )
                said = _("Published: it is played from now on.")
            else:
                set_state(question, State.DRAFT, reason="review")
                said = _("Sent back: it is a draft again.")
        except Refused as error:
            return [str(problem.message) for problem in error.problems]
        except SeenOlder:
            return [_("It was changed while you were reading. Look at it once more.")]
        self.log_change(request, question, [{"changed": {"fields": ["state"]}}])  # type: ignore[attr-defined]
        messages.success(request, said)
        return []


def look_first(question: Question) -> SafeString:
    """What is said of a sensitive question that was to be published unseen."""
    said = _("“%(question)s” is sensitive: look at its change and publish it there.")
    return format_html(
        '{} <a href="{}">{}</a>',
        said % {"question": question.text[:60]},
        reverse("admin:quizzes_question_review", args=[question.pk]),
        _("Look at the change"),
    )
