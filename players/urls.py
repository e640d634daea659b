"""Signing in and out, and a new password."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from .views import ChangePassword, SignIn

urlpatterns = [
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/", ChangePassword.as_view(), name="password_change"),
]
