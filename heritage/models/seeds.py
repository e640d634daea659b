"""The memory of the seed data."""

from __future__ import annotations

from django.db import models


class SeedRow(models.Model):
    """What the seed data last wrote into one row, so that an editor's change is told from it."""

    table = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    values = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="seed_row_once")]

    def __str__(self) -> str:
        return f"{self.table} {self.key}"
