"""Questions in the admin: one form with its choices, review states, preview, history."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from import_export.admin import ImportExportModelAdmin
from import_export.forms import ExportForm

from heritage.admin_meanwhile import Meanwhile
from heritage.content_admin import GONE_BACK, FoldedSearch
from heritage.imports import CheckedImports
from heritage.sheets import XLSX, CSVWithMark

from ..editing import spec
from ..editing.forms import (
    ChoiceForm,
    ChoiceFormSet,
    QuestionForm,
    new_picture,
    typed_problems,
)
from ..editing.preview import preview_context
from ..kinds import kind
from ..models import MAX_CHOICES, Choice, Deck, Question, State
from ..review import problems
from ..services import Refused, drafts_of, revert, save_question, set_state, version
from .filters import DeckFilter, KindFilter, MissingTextFilter
from .history import differences, versions
from .reviewing import Reviewing, look_first
from .rows import QuestionResource, with_links

#: Submit buttons that also take the question to another state.
_BUTTONS = {"_publish": State.PUBLISHED, "_review": State.REVIEW, "_draft": State.DRAFT}


class ChoiceInline(admin.TabularInline):
    model = Choice
    form = ChoiceForm
    formset = ChoiceFormSet
    min_num = 0
    max_num = MAX_CHOICES
    fields = ("position", "text_vi", "text_en", "is_right")
    verbose_name_plural = gettext_lazy("Choices")
    template = "admin/quizzes/question/choices.html"

    def get_extra(self, request: HttpRequest, obj: Question | None = None, **_: Any) -> int:
        return MAX_CHOICES - (obj.choices.count() if obj is not None and obj.pk else 0)


@admin.register(Question)
class QuestionAdmin(Meanwhile, Reviewing, FoldedSearch, CheckedImports, ImportExportModelAdmin):
    form = QuestionForm
    inlines = (ChoiceInline,)
    list_display = ("text_vi", "deck", "kind_name", "level", "state_name", "complete", "updated_at")
    list_filter = (
        "state",
        ("deck", DeckFilter),
        KindFilter,
        "level",
        "sensitive",
        "province__region",
        MissingTextFilter,
    )
    list_select_related = ("deck",)
    list_per_page = 50
    search_help_text = gettext_lazy("With or without marks, in both languages, or the key.")
    ordering = ("deck", "position")
    autocomplete_fields = ()
    raw_id_fields = ("fact",)
    actions = ("send_to_review", "publish", "back_to_draft")
    change_form_template = "admin/quizzes/question/change_form.html"
    formats = import_formats = (XLSX, CSVWithMark)
    resource_classes = (QuestionResource,)
    export_form_class = ExportForm
    from_encoding = "utf-8-sig"
    save_on_top = False
    fieldsets = (
        (None, {"fields": ("kind", ("text_vi", "text_en")), "classes": ("both",)}),
        (
            gettext_lazy("After the answer"),
            {
                "fields": (("explanation_vi", "explanation_en"), ("source_vi", "source_en")),
                "classes": ("both",),
            },
        ),
        (
            gettext_lazy("Links to the heritage pages"),
            {"fields": (("group", "province"), ("fact", "listing")), "classes": ("both",)},
        ),
        (
            gettext_lazy("Picture"),
            {"fields": ("image", ("image_alt_vi", "image_alt_en")), "classes": ("both",)},
        ),
        (
            gettext_lazy("In the deck"),
            {"fields": (("deck", "position", "key"), ("level", "seconds"), "sensitive")},
        ),
    )

    class Media:
        css = {"all": ("css/admin.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        return super().get_queryset(request).filter(deck__in=Deck.objects.for_editors())

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "deck":
            kwargs["queryset"] = Deck.objects.for_editors()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        # Peoples and provinces are not made on the way to a question.
        for right in ("can_add_related", "can_change_related", "can_delete_related"):
            if db_field.is_relation and hasattr(field.widget, right):
                setattr(field.widget, right, False)
        return field

    # --- list ------------------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("kind"), ordering="kind")
    def kind_name(self, question: Question) -> str:
        return kind(question.kind).label

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def state_name(self, question: Question) -> str:
        return format_html(
            '<span class="state state-{}">{}</span>', question.state, question.get_state_display()
        )

    @admin.display(description=gettext_lazy("choices"), ordering=F("choice_count"))
    def complete(self, question: Question) -> str:
        if not kind(question.kind).has_choices:
            return "–"
        return _("%(right)s of %(all)s right") % {
            "right": question.right_count,
            "all": question.choice_count,
        }

    # --- who may what ----------------------------------------------------------------------------

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("quizzes.publish_question")

    def has_change_permission(self, request: HttpRequest, obj: Question | None = None) -> bool:
        if obj is not None and self._stored_state(obj) == State.PUBLISHED:
            return super().has_change_permission(request, obj) and self.has_publish_permission(
                request
            )
        return super().has_change_permission(request, obj)

    def _stored_state(self, obj: Question) -> str:
        """The state in the database; the form may already have set another on the instance."""
        return getattr(obj, "_stored_state", obj.state)

    def get_export_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        return with_links(super().get_export_queryset(request))

    def get_import_resource_kwargs(self, request: HttpRequest, **kwargs: Any) -> dict[str, Any]:
        return {"may_publish": self.has_publish_permission(request)}

    # --- states in bulk --------------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Send to review"), permissions=["change"])
    def send_to_review(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        self._take_to(request, queryset, State.REVIEW)

    @admin.action(description=gettext_lazy("Publish"), permissions=["publish"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        self._take_to(request, queryset, State.PUBLISHED)

    @admin.action(description=gettext_lazy("Back to draft"), permissions=["change"])
    def back_to_draft(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        self._take_to(request, queryset, State.DRAFT)

    def _take_to(self, request: HttpRequest, queryset: QuerySet[Question], state: State) -> None:
        done = 0
        for question in queryset:
            if question.state == state:
                continue
            if not self.has_change_permission(request, question):
                message = _("%(key)s is published; only those who may publish can change it.")
                self.message_user(request, message % {"key": question.key}, messages.ERROR)
                continue
            if question.sensitive and state == State.PUBLISHED:
                self.message_user(request, look_first(question), messages.ERROR)
                continue
            try:
                set_state(question, state)
            except Refused as refused:
                reasons = " ".join(str(problem.message) for problem in refused.problems)
                message = _("Question %(key)s: %(reasons)s")
                message %= {"key": question.key, "reasons": reasons}
                self.message_user(request, message, messages.ERROR)
            else:
                done += 1
        message = ngettext("%(n)s question: %(state)s.", "%(n)s questions: %(state)s.", done)
        self.message_user(request, message % {"n": done, "state": state.label})

    # --- one question ----------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("validate/", view(self.validate_view), name="quizzes_question_validate"),
            path("preview/", view(self.preview_view), name="quizzes_question_preview_new"),
            path("<int:pk>/preview/", view(self.preview_view), name="quizzes_question_preview"),
            path(
                "<int:pk>/history/<int:history_id>/",
                view(self.revert_view),
                name="quizzes_question_revert",
            ),
            *super().get_urls(),
        ]

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Question:
        """The instance as it would be saved, in the state that the pressed button asks for."""
        question = super().save_form(request, form, change)
        self._prepare(request, question, form)
        return question

    def _prepare(self, request: HttpRequest, question: Question, form: Any) -> None:
        question._stored_state = question.state  # type: ignore[attr-defined]
        question._admin_form = form  # type: ignore[attr-defined]
        for button, state in _BUTTONS.items():
            if button in request.POST:
                if state == State.PUBLISHED and not self.has_publish_permission(request):
                    raise PermissionDenied
                question.state = state

    def save_model(self, request: HttpRequest, obj: Question, form: Any, change: bool) -> None:
        """Nothing yet: `save_related` stores the question together with its choices."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        formset: ChoiceFormSet = next(iter(formsets))
        with new_picture(form):
            found = save_question(form.instance, formset.drafts())
        # What Django's own log entry asks of a formset that it has saved itself.
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
        if found:
            self.message_user(
                request,
                ngettext(
                    "Saved. %(n)s thing is still to be mended before it can be published.",
                    "Saved. %(n)s things are still to be mended before it can be published.",
                    len(found),
                )
                % {"n": len(found)},
                messages.WARNING,
            )
        if form.instance.sensitive and form.instance.state == State.REVIEW:
            said = _("Sensitive: it is played once somebody else has looked at the change.")
            self.message_user(request, said, messages.WARNING)
        if form.instance.state == State.PUBLISHED != self._stored_state(form.instance):
            said = _("Published: it is played from now on.")
            self.message_user(request, said, messages.SUCCESS)

    def response_add(
        self, request: HttpRequest, obj: Question, post_url_continue: str | None = None
    ) -> HttpResponse:
        return super().response_add(self._staying(request), obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Question) -> HttpResponse:
        return super().response_change(self._staying(request), obj)

    def _staying(self, request: HttpRequest) -> HttpRequest:
        """An editor goes on with the question that was saved, whichever button saved it."""
        if "_addanother" not in request.POST and IS_POPUP_VAR not in request.POST:
            post = request.POST.copy()
            post["_continue"] = "1"
            request.POST = post  # type: ignore[assignment]
        return request

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        obj: Question | None = kwargs.get("obj")
        found = problems(obj, drafts_of(obj)) if obj is not None and request.method == "GET" else []
        context |= {
            "may_publish": self.has_publish_permission(request),
            "open_problems": found,
            "spec_shown": spec.shown(obj) if obj is not None else "",
            "state": self._stored_state(obj) if obj is not None else State.DRAFT,
            "state_label": State(self._stored_state(obj) if obj else State.DRAFT).label,
            "siblings": self._siblings(request, obj, context),
        }
        return super().render_change_form(request, context, *args, **kwargs)

    def _siblings(
        self, request: HttpRequest, obj: Question | None, context: dict[str, Any]
    ) -> dict[str, Any]:
        """The deck's questions, to go from one to the next."""
        deck = obj.deck if obj is not None else None
        if deck is None:
            return {}
        return {"deck": deck, "questions": deck.questions.only("pk", "text_vi", "text_en", "state")}

    def validate_view(self, request: HttpRequest) -> HttpResponse:
        """Problems of the form as typed, as JSON; nothing is stored."""
        if request.method != "POST":
            return JsonResponse({"problems": []}, status=405)
        form, formset = self._typed(request, request.POST.get("question_id", ""))
        return JsonResponse({"problems": typed_problems(form, formset)})

    def preview_view(self, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """The question as a student sees it, in both languages: as stored, or as typed by POST."""
        question = self.get_object(request, str(pk)) if pk else None
        if pk and question is None:
            raise Http404
        if not self.has_view_or_change_permission(request, question):
            raise PermissionDenied
        drafts = drafts_of(question) if question is not None else []
        if request.method == "POST":
            form, formset = self._typed(request, str(pk or ""))
            question, drafts = form.instance, formset.drafts()
        if question is None:
            raise Http404
        back = (
            reverse("admin:quizzes_question_change", args=[question.pk])
            if question.pk
            else reverse("admin:quizzes_question_add")
        )
        context = {
            **self.admin_site.each_context(request),
            **preview_context(question, drafts),
            "back": back,
            "typed": request.method == "POST",
        }
        return TemplateResponse(request, "admin/quizzes/question/preview.html", context)

    def _typed(self, request: HttpRequest, pk: str) -> tuple[QuestionForm, ChoiceFormSet]:
        """Form and choices from the request, checked but not stored."""
        question = self.get_object(request, pk) if pk.isdigit() else None
        if not (
            self.has_change_permission(request, question)
            if question is not None
            else self.has_add_permission(request)
        ):
            raise PermissionDenied
        form = self.get_form(request, question, change=question is not None)(
            request.POST, instance=question
        )
        form.is_valid()
        form.instance.state = State.DRAFT
        formsets, _inlines = self._create_formsets(
            request, form.instance, change=question is not None
        )
        formset: ChoiceFormSet = formsets[0]
        formset.is_valid()
        return form, formset

    # --- history ---------------------------------------------------------------------------------

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        question = self.get_object(request, object_id)
        if question is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not self.has_view_or_change_permission(request, question):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("History of this question"),
            "opts": self.opts,
            "question": question,
            "versions": versions(question),
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/quizzes/question/history.html", context)

    def revert_view(self, request: HttpRequest, pk: int, history_id: int) -> HttpResponse:
        """What going back to a version would change; by POST, does it."""
        question = self.get_object(request, str(pk))
        if question is None:
            raise Http404
        if not self.has_view_or_change_permission(request, question):
            raise PermissionDenied
        try:
            old = version(question, history_id)
        except Question.history.model.DoesNotExist as error:
            raise Http404 from error
        allowed = self.has_change_permission(request, question) and (
            old.question.state != State.PUBLISHED or self.has_publish_permission(request)
        )
        refused: list[Any] = []
        if request.method == "POST":
            if not allowed:
                raise PermissionDenied
            try:
                revert(
                    question,
                    old,
                    reason=_("Back to the version of %s") % f"{old.at:%d/%m/%Y %H:%M}",
                )
            except Refused as error:
                refused = error.problems
            else:
                self.log_change(request, question, GONE_BACK)
                self.message_user(request, _("The question and its choices are as they were then."))
                return HttpResponseRedirect(
                    reverse("admin:quizzes_question_change", args=[question.pk])
                )
        context = {
            **self.admin_site.each_context(request),
            "title": _("Back to an earlier version"),
            "opts": self.opts,
            "question": question,
            "old": old,
            "differences": differences(question, old),
            "allowed": allowed,
            "refused": refused,
        }
        return TemplateResponse(
            request,
            "admin/quizzes/question/revert.html",
            context,
            status=409 if refused else 200,
        )
