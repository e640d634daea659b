"""Any reader reports a mistake: one short form, without a script, without a name."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.addresses import client_address
from players.services import player_id_of

from . import services
from .forms import MistakeForm
from .targets import target


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    """`?part=` names a section of the page; `?from=` is where the reader goes back to."""
    about = target(kind, name, request.GET.get("part", ""))
    back = _back(request, about.back)
    form = MistakeForm(about, request.POST if request.method == "POST" else None)
    status, problem = 200, ""
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                _keep(request, form)
            except services.TooMany as error:
                status, problem = 429, _sorry(error)
            else:
                messages.success(
                    request, _("Thank you. The editors will look at it; nothing else is needed.")
                )
                return redirect(back)
    context = {"about": about, "form": form, "back": back, "problem": problem}
    response = render(request, "quizzes/mistake.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _keep(request: HttpRequest, form: MistakeForm) -> None:
    """Raises TooMany. What a machine sent is thanked for and thrown away."""
    if form.is_trapped:
        return
    address = client_address(request)
    reader = player_id_of(request)
    services.report(
        form.about,
        form.chosen,
        form.words,
        language="en" if (get_language() or "vi").startswith("en") else "vi",
        reader=str(reader or address),
        address=address,
    )


def _sorry(error: services.TooMany) -> str:
    if not error.retry_after:
        return _("Many readers have written about this page already; the editors know. Thank you.")
    minutes = -(-error.retry_after // 60)
    said = ngettext(
        "You have sent several reports. Send this one in %(n)s minute; your words stay here.",
        "You have sent several reports. Send this one in %(n)s minutes; your words stay here.",
        minutes,
    )
    return said % {"n": minutes}


def _back(request: HttpRequest, otherwise: str) -> str:
    """A path of this site only."""
    wanted = request.GET.get("from", "")
    safe = wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, None, require_https=request.is_secure()
    )
    return wanted if safe and len(wanted) <= 300 else otherwise
