"""Users in the admin. A player is a browser without personal data: looked at, never edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as StockGroupAdmin
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group, Permission
from django.db.models import Q, QuerySet
from django.forms import ModelForm, ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .models import Player, User

#: What Django calls its four rights, in their order.
_RIGHTS = {"view": _("view"), "add": _("add"), "change": _("change"), "delete": _("delete")}
#: Models outside the admin whose rights are given out all the same.
_ALSO = Q(content_type__app_label="classrooms", content_type__model="session")


class NewUserForm(AdminUserCreationForm):
    """The stock form plus an address, so that a teacher can log in by it from the first day."""

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "email")


def offered() -> QuerySet[Permission]:
    """The rights worth giving: on what the admin shows. Those on books kept by the site itself
    (old versions, log-in attempts) are neither offered nor taken away."""
    shown = _ALSO
    for model in admin.site._registry:
        meta = model._meta
        shown |= Q(content_type__app_label=meta.app_label, content_type__model=meta.model_name)
    return Permission.objects.filter(shown).select_related("content_type")


class RightsField(ModelMultipleChoiceField):
    """Rights in the reader's language: "Heritage · fact: change"."""

    def label_from_instance(self, obj: Any) -> str:
        kind = obj.content_type
        right, _sep, _model = obj.codename.partition("_")
        # The others are named in our models, and so in our catalogues.
        name = _RIGHTS.get(right) or gettext(obj.name)
        return f"{kind.app_labeled_name.replace(' | ', ' · ')}: {name}"


class KeepsOtherRights(ModelForm):
    """For the form of a group or an account: what is not offered stays as it was."""

    rights = "permissions"

    def _clean_rights(self) -> QuerySet[Permission]:
        chosen = self.cleaned_data[self.rights]
        if self.instance.pk is None:
            return chosen
        kept = getattr(self.instance, self.rights).exclude(pk__in=offered().values("pk"))
        wanted = {*chosen.values_list("pk", flat=True), *kept.values_list("pk", flat=True)}
        return Permission.objects.filter(pk__in=wanted)


class GroupForm(KeepsOtherRights):
    def clean_permissions(self) -> QuerySet[Permission]:
        return self._clean_rights()


class UserForm(UserChangeForm, KeepsOtherRights):
    rights = "user_permissions"

    def clean_user_permissions(self) -> QuerySet[Permission]:
        return self._clean_rights()


class OffersRights:
    """For an admin with a field of rights."""

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.remote_field.model is Permission:
            kwargs |= {"queryset": offered(), "form_class": RightsField}
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(OffersRights, StockGroupAdmin):
    form = GroupForm


@admin.register(User)
class UserAdmin(OffersRights, StockUserAdmin):
    form = UserForm
    add_form = NewUserForm
    readonly_fields = ("last_login", "date_joined")
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "usable_password", "password1", "password2"),
            },
        ),
    )
    list_display = ("username", "email", "shown_name", "roles", "is_active", "last_login")
    list_filter = ("groups", "is_active", "is_staff", "is_superuser")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("groups")

    @admin.display(description=_("shown name"))
    def shown_name(self, user: User) -> str:
        return user.display_name

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
