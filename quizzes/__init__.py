"""Decks and questions: kinds, marking, scoring, practice, content checks."""
