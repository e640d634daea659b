"""Two editors at one row: who saves second is told before the first one's words are covered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

#: The field that says which version the form was filled from.
SEEN = "seen_version"
#: A button pressed twice sends the same form twice; that is nobody else's change.
SAME_PRESS = timedelta(seconds=10)


class Meanwhile:
    """A table with history whose form is not stored over a version that its editor has not seen.

    The page that says so carries the newest version, so that saving once more stores it.
    """

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        made = super().get_form(request, obj, **kwargs)  # type: ignore[misc]
        if obj is None or not _is_saving(request):
            return made
        newer = _newer(request, obj)
        if newer is None:
            return made
        checked = made.clean

        def clean(form: Any) -> Any:
            data = checked(form)
            form.add_error(None, self._said(obj, newer))
            return data

        made.clean = clean  # the class was made for this request
        return made

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        row = kwargs.get("obj")
        newest = _newest(row) if row is not None and row.pk else None
        context[SEEN] = newest.history_id if newest is not None else ""
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]

    def _said(self, row: Any, newer: Any) -> str:
        opts = self.opts  # type: ignore[attr-defined]
        return format_html(
            '{} <a href="{}" target="_blank">{}</a>',
            _(
                "%(who)s saved this at %(time)s while you had it open. Yours is below and not "
                "stored yet: compare the two, or save once more to store yours over it."
            )
            % {
                "who": newer.history_user or "–",
                "time": date_format(localtime(newer.history_date), "H:i"),
            },
            reverse(f"admin:{opts.app_label}_{opts.model_name}_history", args=[row.pk]),
            _("What was changed"),
        )


def _is_saving(request: HttpRequest) -> bool:
    """Whether the form itself is sent, not a check or a preview of what is typed in it."""
    match = request.resolver_match
    name = match.url_name if match is not None else ""
    return request.method == "POST" and (name or "").endswith("_change")


def _newest(row: Any) -> Any:
    return row.history.order_by("-history_date", "-history_id").first()


def _newer(request: HttpRequest, row: Any) -> Any:
    """The version that was stored after the form was read; None where there is none."""
    seen, newest = request.POST.get(SEEN, ""), _newest(row)
    if not seen or newest is None or seen == str(newest.history_id):
        return None
    is_same_press = (
        newest.history_user_id == request.user.pk
        and timezone.now() - newest.history_date < SAME_PRESS
    )
    return None if is_same_press else newest
