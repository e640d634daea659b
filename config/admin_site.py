"""The editors' admin: Django's own, in the site's look, with a desk as its first page."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.i18n import JavaScriptCatalog

#: Content first; what is not named follows in its own order.
_APPS = ("quizzes", "heritage", "games", "players", "auth")


class DeskSite(AdminSite):
    site_header = site_title = "Rạng Rỡ"
    index_title = _("What needs an editor")
    # As everywhere else on the site.
    empty_value_display = "–"

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        # Imported late: this class is made before the models are.
        from .admin_dashboard import Desk

        return super().index(request, {**Desk(self, request).context(), **(extra_context or {})})

    def get_urls(self) -> list[Any]:
        view = self.admin_view(self.completeness)
        return [path("completeness/", view, name="completeness"), *super().get_urls()]

    def completeness(self, request: HttpRequest) -> HttpResponse:
        """Which sections of which page have a public fact."""
        from .admin_completeness import table

        return table(self, request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is one door, that of the site; it also locks out who guesses passwords."""
        wanted = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(
            wanted, {request.get_host()}, require_https=request.is_secure()
        ):
            wanted = reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            return HttpResponseRedirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted)

    def i18n_javascript(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With our own catalogue for the words that Django's lacks."""
        return JavaScriptCatalog.as_view()(request)  # type: ignore[return-value]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        apps = super().get_app_list(request, app_label)
        order = {label: at for at, label in enumerate(_APPS)}
        return sorted(apps, key=lambda app: order.get(app["app_label"], len(order)))
