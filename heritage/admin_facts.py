"""The editors' desk for facts: both languages side by side, review, rows in and out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import ModelForm, Textarea
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from import_export.fields import Field

from . import completeness, converters, reviewing
from .admin_filters import LacksFilter, VisibleFilter, rule
from .admin_several import Several
from .content_admin import ContentAdmin, FoldedSearch, Rows, by_slug, in_both
from .models import EthnicGroup, Fact, Province, SecondPersonNeeded

__all__ = ["converters"]


class FactRows(Rows):
    group = by_slug("group", EthnicGroup)
    province = by_slug("province", Province)
    # Goes out, never in: a fact is approved by a person who looks at it.
    review = Field(column_name="review", attribute="review", readonly=True)

    class Meta(Rows.Meta):
        model = Fact
        import_id_fields = ("key",)
        fields = ("key", *Fact.CONTENT, "provenance", "sensitive", "review", "order")


@admin.register(Fact)
class FactAdmin(Several, FoldedSearch, ContentAdmin):
    resource_classes = (FactRows,)
    lasting_fields = ("key",)
    list_display = ("text_vi", "subject", "category", "confidence", "basis", "review", "visible")
    list_filter = (
        VisibleFilter,
        LacksFilter,
        "review",
        "sensitive",
        "category",
        "confidence",
        "basis",
        "group__branch",
    )
    lacks = {
        "source": (_("a source"), rule(completeness.FACT_LACKS["source"])),
        "vi": (_("the Vietnamese text"), rule(completeness.FACT_LACKS["vi"])),
        "en": (_("the English text"), rule(completeness.FACT_LACKS["en"])),
    }
    list_select_related = ("group", "province")
    autocomplete_fields = ("group", "province")
    actions = ("approve", "reject", "edit_several")
    readonly_fields = ("writer", "reviewer")
    # Approving is no part of what a fact says.
    kept_when_going_back = ("review", "reviewed_by", "sensitive")
    change_form_template = "admin/heritage/fact/change_form.html"
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
                    "sensitive",
                    ("review", "writer", "reviewer"),
                ]
            },
        ),
    )

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        lines = {name: Textarea({"rows": 3, "cols": 40}) for name in ("text_vi", "text_en")}
        kwargs["widgets"] = lines | {"source": Textarea({"rows": 2, "cols": 80})}
        return super().get_form(request, obj, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What is sensitive is decided on before the change itself, on a page of its own."""
        fixed = super().get_readonly_fields(request, obj)
        return [*fixed, "review"] if obj is not None and obj.sensitive else fixed

    @admin.display(description=_("last change by"))
    def writer(self, fact: Fact) -> str:
        # Django would link to the account, which is no editor's to open.
        return str(fact.written_by or "–")

    @admin.display(description=_("reviewed by"))
    def reviewer(self, fact: Fact) -> str:
        return str(fact.reviewed_by or "–")

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
        if obj.sensitive and obj.review == Fact.Review.WAITING:
            said = gettext("Sensitive: readers see it once somebody else has approved the change.")
            self.message_user(request, said, messages.WARNING)

    # --- deciding --------------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.review_view)
        return [path("<row:pk>/review/", view, name="heritage_fact_review"), *super().get_urls()]

    def review_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What approving would show readers, beside what they saw last; by POST, decides."""
        fact = self.get_object(request, str(pk))
        if fact is None:
            raise Http404("no such fact")
        if not self.has_change_permission(request, fact):
            raise PermissionDenied
        refused, wanted = "", request.POST.get("review", "")
        if request.method == "POST" and wanted in (Fact.Review.APPROVED, Fact.Review.REJECTED):
            seen = request.POST.get("seen", "")
            try:
                seen_version = int(seen) if seen.isascii() and seen.isdigit() else -1
                reviewing.decide(fact, wanted, request.user, seen=seen_version)
            except SecondPersonNeeded as error:
                refused = error.messages[0]
            except reviewing.SeenOlder:
                fact.refresh_from_db()
                refused = gettext("It was changed while you were reading. Look at it once more.")
            else:
                self.log_change(request, fact, [{"changed": {"fields": ["review"]}}])
                said = ngettext("%(count)s fact decided.", "%(count)s facts decided.", 1)
                self.message_user(request, said % {"count": 1}, messages.SUCCESS)
                return HttpResponseRedirect(reverse("admin:heritage_fact_changelist"))
        before = reviewing.last_shown(fact)
        own = fact.sensitive and fact.written_by_id == request.user.pk
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Look at a change"),
            "opts": self.opts,
            "fact": fact,
            "before": before,
            "seen": reviewing.version_of(fact),
            "differences": reviewing.change_to_review(fact),
            "own": own,
            "refused": refused,
        }
        status = 409 if refused else 200
        return TemplateResponse(request, "admin/heritage/fact/review.html", context, status=status)

    @admin.action(description=_("Approve: show to readers"), permissions=["change"])
    def approve(self, request: HttpRequest, queryset: QuerySet[Fact]) -> None:
        self._decide(request, queryset, Fact.Review.APPROVED)

    @admin.action(description=_("Reject: do not show"), permissions=["change"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Fact]) -> None:
        self._decide(request, queryset, Fact.Review.REJECTED)

    @admin.action(description=_("Change several at once"), permissions=["change"])
    def edit_several(self, request: HttpRequest, queryset: QuerySet[Fact]) -> HttpResponse | None:
        return self.start_several(request, queryset)

    def _decide(self, request: HttpRequest, queryset: QuerySet[Fact], review: str) -> None:
        decided = 0
        # One by one, so that each decision stands in the fact's history.
        for fact in queryset:
            if fact.sensitive and review == Fact.Review.APPROVED:
                # Approved only by who has looked at the change.
                message = gettext("%(fact)s is sensitive: look at its change and approve it there.")
                link = format_html(
                    '{} <a href="{}">{}</a>',
                    message % {"fact": f"“{fact.text[:60]}”"},
                    reverse("admin:heritage_fact_review", args=[fact.pk]),
                    gettext("Look at the change"),
                )
                self.message_user(request, link, messages.ERROR)
                continue
            reviewing.decide(fact, review, request.user)
            decided += 1
        if decided:
            said = ngettext("%(count)s fact decided.", "%(count)s facts decided.", decided)
            self.message_user(request, said % {"count": decided}, messages.SUCCESS)
