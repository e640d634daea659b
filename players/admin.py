"""Users in the admin. A player is a browser without personal data: looked at, never edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import Player, User


class NewUserForm(AdminUserCreationForm):
    """The stock form plus an address, so that a teacher can log in by it from the first day."""

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "email")


@admin.register(User)
class UserAdmin(StockUserAdmin):
    add_form = NewUserForm
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "usable_password", "password1", "password2"),
            },
        ),
    )
    list_display = ("username", "email", "display_name", "roles", "is_active", "last_login")
    list_filter = ("groups", "is_active", "is_staff", "is_superuser")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("groups")

    @admin.display(description=_("groups"))
    def roles(self, user: User) -> str:
        return ", ".join(group.name for group in user.groups.all())


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("id", "user", "created_at", "last_seen_at")
    list_filter = (("user", admin.EmptyFieldListFilter),)
    search_fields = ("=id", "user__username")
    list_select_related = ("user",)
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
