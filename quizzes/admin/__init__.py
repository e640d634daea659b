"""The content editors' admin: decks, questions with their choices, history, import and export."""

from . import decks, mistakes, questions

__all__ = ["decks", "mistakes", "questions"]
