"""The pages on which an editor changes several facts: choose, look, confirm."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from . import several
from .models import Fact
from .text import nfc

_LEAVE = [("", gettext_lazy("leave as it is"))]


class SeveralForm(forms.Form):
    """What stays empty is left as it is."""

    category = forms.ChoiceField(
        label=gettext_lazy("Category"), required=False, choices=[*_LEAVE, *Fact.Category.choices]
    )
    review = forms.ChoiceField(
        label=gettext_lazy("Review"), required=False, choices=[*_LEAVE, *Fact.Review.choices]
    )
    sensitive = forms.ChoiceField(
        label=gettext_lazy("Sensitive"),
        required=False,
        choices=[*_LEAVE, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))],
    )
    source = forms.CharField(
        label=gettext_lazy("Source"),
        required=False,
        max_length=400,
        widget=forms.Textarea({"rows": 2, "cols": 60}),
        help_text=gettext_lazy("Put in the place of the source of each. Empty: leave as it is."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not self.changes:
            raise forms.ValidationError(_("Choose at least one thing to change."))
        return data

    @property
    def changes(self) -> dict[str, Any]:
        """Only what was chosen."""
        data = self.cleaned_data
        found: dict[str, Any] = {
            name: data[name] for name in ("category", "review") if data.get(name)
        }
        if source := nfc(data.get("source", "")).strip():
            found["source"] = source
        if data.get("sensitive"):
            found["sensitive"] = data["sensitive"] == "yes"
        return found


class Several:
    """Adds the action and its pages to the admin of facts."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.several_view)  # type: ignore[attr-defined]
        return [path("several/", view, name="heritage_fact_several"), *super().get_urls()]  # type: ignore[misc]

    def start_several(self, request: HttpRequest, queryset: QuerySet[Fact]) -> HttpResponse | None:
        keys = list(queryset.order_by("pk").values_list("pk", flat=True)[: several.MOST + 1])
        if len(keys) > several.MOST:
            said = _("At most %(n)s facts at once: choose fewer.") % {"n": several.MOST}
            self.message_user(request, said, messages.ERROR)  # type: ignore[attr-defined]
            return None
        return self._page(request, keys, SeveralForm())

    def several_view(self, request: HttpRequest) -> HttpResponse:
        """By POST: looks at what was chosen, and once it is confirmed, does it."""
        if not self.has_change_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        keys = _keys(request.POST.getlist("facts"))
        facts = list(self.get_queryset(request).filter(pk__in=keys)) if keys else []  # type: ignore[attr-defined]
        if request.method != "POST" or not facts:
            said = _("Tick the facts in their list first, then choose “Change several at once”.")
            messages.info(request, said)
            return HttpResponseRedirect(reverse("admin:heritage_fact_changelist"))
        keys = [fact.pk for fact in facts]
        form = SeveralForm(request.POST)
        if not form.is_valid() or "again" in request.POST:
            return self._page(request, keys, form)
        if "confirm" in request.POST:
            if request.POST.get("seen") == str(several.newest(keys)):
                return self._do(request, facts, form)
            messages.warning(request, _("Some were changed meanwhile. Look at them once more."))
        planned = several.plan(facts, form.changes, request.user)
        return self._page(request, keys, form, planned)

    def _do(self, request: HttpRequest, facts: list[Fact], form: SeveralForm) -> HttpResponse:
        done = several.change(facts, form.changes, request.user)
        for fact in facts:
            changed = [{"changed": {"fields": sorted(form.changes)}}]
            self.log_change(request, fact, changed)  # type: ignore[attr-defined]
        said = ngettext("%(n)s fact changed.", "%(n)s facts changed.", done) % {"n": done}
        messages.success(request, said)
        return HttpResponseRedirect(reverse("admin:heritage_fact_changelist"))

    def _page(
        self,
        request: HttpRequest,
        keys: list[int],
        form: SeveralForm,
        planned: list[several.Planned] | None = None,
    ) -> HttpResponse:
        planned = planned or []
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": _("Change several facts at once"),
            "opts": self.opts,  # type: ignore[attr-defined]
            "keys": keys,
            "form": form,
            "changing": [each for each in planned if each.differences],
            "refused": [each for each in planned if each.refused],
            "same": sum(not each.differences and not each.refused for each in planned),
            "is_preview": bool(planned),
            "seen": several.newest(keys),
        }
        return TemplateResponse(request, "admin/heritage/fact/several.html", context)


def _keys(sent: list[str]) -> list[int]:
    """The rows that were ticked; what is no number of a row is left out."""
    return [
        int(each)
        for each in sent[: several.MOST]
        if each.isascii() and each.isdigit() and len(each) < 19
    ]
