"""The content editors' admin: decks, questions with their choices, history, import and export."""

from . import decks, questions

__all__ = ["decks", "questions"]
