"""Pages of the players app."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from . import leaderboards as boards

#: Lines shown.
SHOWN = 50


class SignInForm(AuthenticationForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "Name and password do not belong together. Check Caps Lock and the Vietnamese "
            "keyboard, then try again."
        ),
    }


class SignIn(auth.LoginView):
    """Signing in leads each person to their own desk: lessons, content, or the front door."""

    authentication_form = SignInForm

    def get_default_redirect_url(self) -> str:
        return home_of(self.request.user)


def home_of(user: Any) -> str:
    """Where a person's own work is."""
    if user.has_perm("classrooms.add_session"):
        return reverse("classrooms:desk")
    return reverse("admin:index" if user.is_staff else "home")


class ChangePassword(auth.PasswordChangeView):
    """A new password for who knows the old one; every other browser is signed out by it."""

    template_name = "players/password.html"

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your new password holds from now on."))
        return super().form_valid(form)

    def get_success_url(self) -> str:
        return home_of(self.request.user)


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """This week's board, or with ?board=all that of all time; a member's own place with it."""
    always = request.GET.get("board") == "all"
    board = boards.ALL_TIME if always else boards.this_week()
    lines = boards.named(boards.top(board, SHOWN))
    own = boards.rank_of(board, request.user.pk) if request.user.is_authenticated else None
    return render(
        request,
        "players/leaderboards.html",
        {"always": always, "lines": lines, "own": own},
    )
