"""Rows that are found without diacritics, written by one fold and one sort key."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from ..text import fold, nfc, sort_key


class Searchable(models.Model):
    """Rows found without diacritics and sorted as Vietnamese sorts.

    `search_text` and `sort_key` are written at each save from what `searched_words` returns.
    """

    search_text = models.TextField(editable=False, default="")
    sort_key = models.CharField(max_length=600, editable=False, default="", db_index=True)

    class Meta:
        abstract = True

    def searched_words(self) -> list[str]:
        """What a reader may type to find this row."""
        return [getattr(self, "name_vi", ""), getattr(self, "name_en", "")]

    def refresh_search(self) -> None:
        """Bring both columns in step with the row; `save` does it, bulk writers must."""
        words = [fold(word) for word in self.searched_words() if word]
        # "giarai" is typed as often as "gia rai".
        words += [word.replace(" ", "") for word in words if 2 <= len(word.split()) <= 3]
        # The leading space lets a query be sought at the beginnings of words.
        self.search_text = "".join(f" {word} |" for word in dict.fromkeys(words))
        self.sort_key = sort_key(getattr(self, "name_vi", ""))[:600]

    def prepare_to_save(self) -> None:
        """Compose all text (NFC) and refresh the search; `save` does it, bulk writers must."""
        for column in self._meta.concrete_fields:
            if isinstance(column, models.CharField | models.TextField):
                text = getattr(self, column.attname)
                if isinstance(text, str):
                    setattr(self, column.attname, nfc(text))
        self.refresh_search()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.prepare_to_save()
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "search_text", "sort_key"}
        super().save(*args, **kwargs)


class SearchQuerySet(models.QuerySet):
    def search(self, words: str) -> SearchQuerySet:
        """Rows that hold the folded query at the beginning of a word ("e de" finds Ê-đê), or
        each of its words in any order, if none of them is a mere letter."""
        folded = fold(words)
        if not folded:
            return self
        parts = folded.split()
        found = Q(search_text__contains=f" {folded}")
        if all(len(part) > 1 for part in parts):
            found |= Q(*[Q(search_text__contains=f" {part}") for part in parts])
        return self.filter(found)
