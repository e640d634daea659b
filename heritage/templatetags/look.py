"""The site's signs as template tags."""

from __future__ import annotations

from django import template

register = template.Library()
