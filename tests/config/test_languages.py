"""Every page speaks one language: what a reader of either meets when following the site's links."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from config import translations
from heritage.models import EthnicGroup

#: Pages of one kind that are looked at: the 54 pages of peoples are one template.
EACH = 3
#: Attributes people read or hear.
_READ = {"alt", "aria-label", "placeholder", "title", "data-say"}
_VOID = {"br", "hr", "img", "input", "link", "meta", "use", "path", "circle", "rect", "source"}
#: Words of English sentences that no Vietnamese word is spelt like.
_ENGLISH = re.compile(r"\b(and|are|from|have|of|please|that|this|with|you|your)\b", re.IGNORECASE)


class Words(HTMLParser):
    """What a page says in its own language, and where it leads. What is marked as another language
    (`lang`) and what no one reads is left out."""

    def __init__(self, html: str, language: str) -> None:
        super().__init__()
        self.language = language
        self.said: list[str] = []
        self.links: list[str] = []
        self._other: list[bool] = [False]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = self._other[-1] or tag in {"script", "style", "code", "cite"}
        foreign = foreign or given.get("lang", self.language) != self.language
        if tag not in _VOID:
            self._other.append(foreign)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if not foreign:
            self.said += [given[name].strip() for name in _READ if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and len(self._other) > 1:
            self._other.pop()

    def handle_data(self, data: str) -> None:
        if not self._other[-1] and data.strip():
            self.said.append(" ".join(data.split()))


def pages(client: Client, start: str, language: str) -> dict[str, Words]:
    """The pages reached from `start`, at most `EACH` of a kind."""
    waiting, seen, kinds, found = [start], {start}, Counter[str](), {}
    while waiting:
        address = waiting.pop(0)
        response = client.get(address)
        if not response.get("Content-Type", "").startswith("text/html"):
            continue
        if response.status_code != 200:
            assert response.status_code in {301, 302}, (address, response.status_code)
            continue
        words = found[address] = Words(response.content.decode(), language)
        for link in words.links:
            path = urlsplit(link).path
            if not path.startswith("/") or path in seen or urlsplit(link).netloc:
                continue
            try:
                match = resolve(path)
            except Resolver404:
                continue
            if match.app_names[:1] == ["admin"] or kinds[match.view_name] >= EACH:
                continue
            kinds[match.view_name] += 1
            seen.add(path)
            waiting.append(path)
    return found


def _translated() -> dict[str, str]:
    """English: Vietnamese, of plain messages where the two differ."""
    pairs = {}
    for app in translations.APPS:
        for message in translations.read(app):
            text = message.string if isinstance(message.string, str) else ""
            if isinstance(message.id, str) and message.id and text and text != message.id:
                pairs[message.id] = text
    return pairs


def _code(address: str, words: str) -> bool:
    """A value the API knows by this name, whatever language its reader speaks."""
    return address.startswith("/api/") and words.isidentifier() and words.islower()


@pytest.fixture(params=["a visitor", "a teacher"])
def reader(request, db, django_user_model) -> Client:
    client = Client()
    if request.param == "a teacher":
        from django.contrib.auth.models import Group

        teacher = django_user_model.objects.create_user("hoa", password="x")
        teacher.groups.add(Group.objects.get(name="teachers"))
        client.force_login(teacher)
    return client


def test_a_vietnamese_page_holds_no_english_string(reader):
    english = _translated()
    vietnamese = set(english.values())
    found = pages(reader, "/", "vi")
    told = {
        (address, words)
        for address, page in found.items()
        for words in page.said
        if (words in english and words not in vietnamese and not _code(address, words))
        or (len(words.split()) > 3 and len(_ENGLISH.findall(words)) > 1)
    }
    assert len(found) > 10
    assert sorted(told) == []


def test_an_english_page_holds_no_vietnamese_string(reader):
    reader.cookies["lang"] = "en"
    pairs = _translated()
    # A people's name is the same in both languages, and may be a word as well: Hoa, a flower.
    peoples = set(EthnicGroup.objects.values_list("name_vi", flat=True))
    vietnamese = set(pairs.values()) - set(pairs) - peoples
    told = {
        (address, words)
        for address, page in pages(reader, "/", "en").items()
        for words in page.said
        if words in vietnamese
    }
    assert sorted(told) == []
