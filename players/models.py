"""Who is who: a user has a login; a player is one person's browser, with or without one."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A teacher or an editor. Students need none."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            # A login by address must mean one person; many accounts may have no address.
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="one_user_per_email",
            )
        ]

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.get_username()


class Player(models.Model):
    """One browser, known by a signed cookie for a year; no personal data."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        User,
        verbose_name=_("account"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    created_at = models.DateTimeField(_("first seen"), auto_now_add=True)
    last_seen_at = models.DateTimeField(_("last seen"), auto_now=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.user.display_name if self.user else str(self.id)[:8]
