"""The editors' desk for what readers report: read it, mend the statement, say what was done."""

from __future__ import annotations

import zlib
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy, ngettext

from ..mistakes.models import NOTE_LENGTH, Mistake
from ..mistakes.services import decide

#: Buttons of the form and the state each leads to.
_BUTTONS = {
    "_accept": Mistake.State.ACCEPTED,
    "_refuse": Mistake.State.REFUSED,
    "_reopen": Mistake.State.NEW,
}
_LINKS = ("fact", "group", "province", "listing", "question")


class MistakeForm(forms.ModelForm):
    """Only the note is the editor's; everything else is the reader's."""

    class Meta:
        model = Mistake
        fields = ("note",)
        widgets = {"note": forms.Textarea({"rows": 3, "maxlength": NOTE_LENGTH})}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        # The row as it was read for this request: nothing of the form is put into it yet.
        if self.data.get("seen", mark_of(self.instance)) != mark_of(self.instance):
            self.add_error(None, _meanwhile(self.instance))
        if "_refuse" in self.data and not str(data.get("note", "")).strip():
            self.add_error("note", gettext("Say why nothing is changed; the next editor asks too."))
        return data


def mark_of(mistake: Mistake) -> str:
    """Another one as soon as somebody decides or writes a note."""
    return str(zlib.crc32(f"{mistake.state}\n{mistake.note}".encode()))


def _meanwhile(mistake: Mistake) -> str:
    """What another editor has done to a report that one had open."""
    said = gettext(
        "%(who)s has handled this while you had it open: %(state)s. Yours is below and not "
        "stored yet; press once more to decide otherwise."
    ) % {"who": mistake.handled_by or "–", "state": mistake.get_state_display()}
    if not mistake.note:
        return said
    note = gettext("Their note: %(note)s") % {"note": mistake.note}
    return f"{said} {note}"


@admin.register(Mistake)
class MistakeAdmin(admin.ModelAdmin):
    form = MistakeForm
    list_display = ("wrong_short", "about", "state_name", "at", "handled_by")
    list_filter = ("state", "page", ("fact", admin.EmptyFieldListFilter), "language")
    list_select_related = ("group", "province", "listing", "question", "fact", "handled_by")
    list_per_page = 50
    date_hierarchy = "at"
    search_fields = ("wrong", "right", "quoted", "note")
    actions = ("accept",)
    change_form_template = "admin/quizzes/mistake/change_form.html"
    fieldsets = (
        (gettext_lazy("What a reader says"), {"fields": ("wrong", "right", "source", "contact")}),
        (gettext_lazy("About what"), {"fields": ("about", "quoted", "now", "rows")}),
        (gettext_lazy("Decision"), {"fields": ("note", ("state_name", "decided"))}),
    )
    readonly_fields = (
        "wrong",
        "right",
        "source",
        "contact",
        "about",
        "quoted",
        "now",
        "rows",
        "state_name",
        "decided",
    )

    class Media:
        css = {"all": ("css/admin.css",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    # --- what it shows ---------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("what is wrong"), ordering="wrong")
    def wrong_short(self, mistake: Mistake) -> str:
        return str(mistake)

    @admin.display(description=gettext_lazy("about"))
    def about(self, mistake: Mistake) -> str:
        if mistake.question is not None:
            return gettext("a question: %(text)s") % {"text": mistake.question.text[:60]}
        subject = mistake.group or mistake.province or mistake.listing
        if subject is not None:
            return str(subject)
        return mistake.get_page_display() or mistake.quoted[:60]

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def state_name(self, mistake: Mistake) -> str:
        css = {"new": "review", "accepted": "published", "refused": "archived"}[mistake.state]
        return format_html(
            '<span class="state state-{}">{}</span>', css, mistake.get_state_display()
        )

    @admin.display(description=gettext_lazy("as it reads now"))
    def now(self, mistake: Mistake) -> str:
        """The statement of today, where it is another than the reader read."""
        row = mistake.fact or (mistake.question if mistake.part == "question" else None)
        if row is None:
            return "–"
        text = getattr(row, f"text_{mistake.language}", row.text)
        if mistake.quoted.rstrip("…") in text:
            return gettext("unchanged")
        return text

    @admin.display(description=gettext_lazy("to mend it"))
    def rows(self, mistake: Mistake) -> str:
        """The forms of what it is about, and the page that the reader saw."""
        links = []
        for name in _LINKS:
            row = getattr(mistake, name)
            if row is not None:
                at = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
                links.append((reverse(at, args=[row.pk]), f"{row._meta.verbose_name}: {row}"[:90]))
        if page := _page(mistake):
            links.append((page, gettext("The page as readers see it")))
        return format_html(
            '<ul class="mistake-rows">{}</ul>',
            format_html_join("", '<li><a href="{}">{}</a></li>', links),
        )

    @admin.display(description=gettext_lazy("decided"))
    def decided(self, mistake: Mistake) -> str:
        if mistake.handled_at is None:
            return "–"
        return f"{mistake.handled_by or '–'}, {mistake.handled_at:%d/%m/%Y %H:%M}"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        row = kwargs.get("obj")
        if row is not None:
            # Of what is stored: a refused form has put its own note into the row at hand.
            context["seen"] = mark_of(Mistake.objects.get(pk=row.pk))
        return super().render_change_form(request, context, *args, **kwargs)

    # --- what it does ----------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Mistake, form: Any, change: bool) -> None:
        state = next((each for name, each in _BUTTONS.items() if name in request.POST), obj.state)
        if state == obj.state:
            obj.save(update_fields=["note"])
        else:
            decide(obj, state, obj.note, request.user)

    def response_change(self, request: HttpRequest, obj: Mistake) -> HttpResponse:
        if not any(name in request.POST for name in _BUTTONS):
            return super().response_change(request, obj)
        said = {
            Mistake.State.ACCEPTED: gettext("The report is accepted."),
            Mistake.State.REFUSED: gettext("The report is refused, with its reason."),
            Mistake.State.NEW: gettext("The report waits again."),
        }
        self.message_user(request, said[Mistake.State(obj.state)], messages.SUCCESS)
        return self.response_post_save_change(request, obj)

    @admin.action(description=gettext_lazy("Accept: it is mended"), permissions=["change"])
    def accept(self, request: HttpRequest, queryset: QuerySet[Mistake]) -> None:
        rows = list(queryset.exclude(state=Mistake.State.ACCEPTED))
        for row in rows:
            decide(row, Mistake.State.ACCEPTED, row.note, request.user)
        said = ngettext("%(n)s report accepted.", "%(n)s reports accepted.", len(rows))
        self.message_user(request, said % {"n": len(rows)}, messages.SUCCESS)


def _page(mistake: Mistake) -> str:
    """The address of what the reader saw, '' when it is gone."""
    subject = mistake.group or mistake.province
    if subject is not None and not mistake.page:
        return subject.get_absolute_url()
    if mistake.question is not None:
        return mistake.question.deck.get_absolute_url()
    try:
        return reverse(f"heritage:{mistake.page}") if mistake.page else ""
    except NoReverseMatch:
        return ""
