"""The Vietnamese catalogues: strings found in code and templates, merged, checked and compiled.

Babel does it, so that no gettext tools are needed. One catalogue an app; `lib` holds what other
people's libraries leave untranslated and is kept by hand.
"""

from __future__ import annotations

import io
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from .environment import BASE

LOCALE = BASE / "locale"
APPS = ("config", "classrooms", "games", "quizzes", "players", "live", "heritage")
BY_HAND = ("lib",)
#: What the server says, and what scripts say in the browser (only Django's own do).
DOMAINS = ("django", "djangojs")

_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_HEADER = """\
msgid ""
msgstr ""
"Language: vi\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


@dataclass(frozen=True)
class Problem:
    """What is wrong with one message of a catalogue."""

    app: str
    msgid: str
    what: str

    def __str__(self) -> str:
        return f"locale/{self.app}: {self.what}: {self.msgid!r}"


def catalogue_path(app: str, domain: str = "django") -> Path:
    return LOCALE / app / "vi" / "LC_MESSAGES" / f"{domain}.po"


def read(app: str, domain: str = "django") -> Catalog:
    """An app's catalogue as it is kept; empty when there is none yet."""
    path = catalogue_path(app, domain)
    if not path.exists():
        return Catalog(locale="vi")
    with path.open("rb") as file:
        return read_po(file, locale="vi")


def write(app: str, catalogue: Catalog) -> bool:
    """Write it in one fixed form, sorted and without line numbers; True when it changed."""
    out = io.BytesIO()
    write_po(
        out,
        catalogue,
        width=0,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    text = _HEADER.encode() + out.getvalue().strip() + b"\n"
    path = catalogue_path(app)
    if path.exists() and path.read_bytes() == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    return True


# --- what the code says ------------------------------------------------------------------------


def _sources(app: str) -> Iterator[Path]:
    """The app's own code, and the templates that belong to it: templates/<app>/, its part of the
    admin, and for `config` every template that belongs to no other."""
    code = sorted((BASE / app).rglob("*.py"))
    yield from (path for path in code if "migrations" not in path.parts)
    yield from sorted((BASE / app / "templates").rglob("*.*"))
    others = {folder for other in APPS if other != "config" for folder in _template_folders(other)}
    for path in sorted((BASE / "templates").rglob("*.*")):
        belongs = others if app == "config" else set(_template_folders(app))
        if path.is_file() and bool(belongs.intersection(path.parents)) is (app != "config"):
            yield path


def _template_folders(app: str) -> tuple[Path, Path]:
    return BASE / "templates" / app, BASE / "templates" / "admin" / app


def _as_python(path: Path) -> bytes:
    """Code as it is; a template as Django turns it into something gettext can read."""
    text = path.read_text()
    if path.suffix == ".py":
        return text.encode()
    from django.utils.translation.template import templatize

    # What lies between the strings is blanked out but keeps its indentation, which means nothing.
    lines = templatize(text, origin=str(path)).splitlines()
    return "\n".join(line.lstrip() for line in lines).encode()


def found(app: str) -> Catalog:
    """Every string of an app's code and templates that is marked for translation."""
    catalogue = Catalog(locale="vi")
    for path in _sources(app):
        place = [(path.relative_to(BASE).as_posix(), 0)]
        source = io.BytesIO(_as_python(path))
        for _, msgid, _, context in extract("python", source, keywords=_KEYWORDS):
            catalogue.add(msgid, locations=place, context=context)
    return catalogue


# --- together ------------------------------------------------------------------------------------


def _key(message: Message) -> tuple[str | tuple[str, ...], str | None]:
    msgid = message.id
    return (tuple(msgid) if isinstance(msgid, list | tuple) else msgid, message.context)


def _text(message: Message) -> str:
    """The Vietnamese of a message, "" when it has none or only a guess. One plural form: vi has no
    other."""
    text = message.string
    if isinstance(text, list | tuple):
        text = text[0] if text else ""
    return "" if message.fuzzy else str(text or "")


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def merge(app: str, kept: Iterable[Catalog]) -> Catalog:
    """What the code says with the translations there are, the app's own first."""
    known: dict[object, str] = {}
    for catalogue in reversed([read(app), *kept]):
        known |= {_key(m): _text(m) for m in _messages(catalogue) if _text(m)}
    merged = found(app)
    for message in _messages(merged):
        text = known.get(_key(message), "")
        message.string = (text,) if message.pluralizable else text
    return merged


def problems(app: str) -> list[Problem]:
    """What a reader of the Vietnamese site would stumble over: strings without a translation,
    placeholders that do not match, letters not in NFC."""
    kept = {_key(message): message for message in _messages(read(app))}
    wanted = {} if app in BY_HAND else {_key(m): m for m in _messages(found(app))}
    told = []
    for key in {**wanted, **kept}:
        msgid = key[0] if isinstance(key[0], str) else key[0][0]
        text = _text(kept[key]) if key in kept else ""
        if not text:
            if key in wanted or app in BY_HAND:
                told.append(Problem(app, msgid, "untranslated"))
            continue
        original = key[0] if isinstance(key[0], str) else key[0][-1]
        if set(_PLACEHOLDER.findall(original)) != set(_PLACEHOLDER.findall(text)):
            told.append(Problem(app, msgid, "placeholders differ"))
        if not unicodedata.is_normalized("NFC", text):
            told.append(Problem(app, msgid, "not in NFC"))
    return sorted(told, key=str)


def disagreements() -> list[Problem]:
    """Messages that two catalogues translate differently: only one of them would be shown."""
    seen: dict[object, tuple[str, str]] = {}
    told = []
    for app in (*APPS, *BY_HAND):
        for message in _messages(read(app)):
            text, first = _text(message), seen.get(_key(message))
            if text and first and first[1] != text:
                what = f"«{text}», but locale/{first[0]} says «{first[1]}»"
                told.append(Problem(app, str(_key(message)[0]), what))
            if text:
                seen.setdefault(_key(message), (app, text))
    return told


def outdated() -> list[tuple[str, str]]:
    """Apps and domains whose catalogue changed since it was compiled, or never was."""
    kept = [(app, domain) for app in (*APPS, *BY_HAND) for domain in DOMAINS]
    return [each for each in kept if _outdated(catalogue_path(*each))]


def _outdated(source: Path) -> bool:
    target = source.with_suffix(".mo")
    if not source.exists():
        return False
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


def compile_all() -> list[Path]:
    """Write the .mo beside every .po that is newer; which ones were written."""
    written = []
    for app, domain in outdated():
        target = catalogue_path(app, domain).with_suffix(".mo")
        # Aside and moved: another process may be reading it.
        aside = target.with_suffix(f".{os.getpid()}")
        with aside.open("wb") as file:
            write_mo(file, read(app, domain))
        aside.replace(target)
        written.append(target)
    return written
