"""Choices before they are stored, and what refuses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .kinds import Problem
from .models import Choice


class Refused(ValueError):
    """The question cannot be stored, or not be published, for these reasons."""

    def __init__(self, found: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{each.where}: {each.message}" for each in found))
        self.problems = list(found)


@dataclass
class ChoiceDraft:
    """A choice as typed or imported; `pk` names the stored one that it changes."""

    text_vi: str = ""
    text_en: str = ""
    is_right: bool = False
    pk: int | None = None
    ref: str = ""

    @property
    def is_blank(self) -> bool:
        return not (self.text_vi.strip() or self.text_en.strip() or self.is_right)


def draft_of(choice: Choice) -> ChoiceDraft:
    """A stored choice as a draft."""
    return ChoiceDraft(choice.text_vi, choice.text_en, choice.is_right, choice.pk, choice.ref)
