"""Every string has its Vietnamese; the tool that keeps it so finds what it should."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.utils import translation

from config import translations


@pytest.mark.parametrize("app", [*translations.APPS, *translations.BY_HAND])
def test_every_string_is_translated(app):
    assert [str(problem) for problem in translations.problems(app)] == []


def test_no_two_catalogues_contradict_each_other():
    assert [str(problem) for problem in translations.disagreements()] == []


@pytest.mark.parametrize("app", [*translations.APPS, *translations.BY_HAND])
def test_no_guess_and_nothing_given_up_is_kept(app):
    path = translations.catalogue_path(app)
    text = path.read_text() if path.exists() else ""
    assert "#, fuzzy" not in text
    assert "#~" not in text


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site of its own: one app, its template, one template of nobody."""
    monkeypatch.setattr(translations, "BASE", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "views.py").write_text(
        "from django.utils.translation import gettext as _, ngettext, pgettext\n"
        "a = _('From code'), pgettext('door', 'Open')\n"
        "b = ngettext('%(n)d pupil', '%(n)d pupils', 3)\n"
    )
    (tmp_path / "templates" / "live").mkdir(parents=True)
    (tmp_path / "templates" / "live" / "page.html").write_text(
        "<p>{% translate 'From a page' %}</p>\n"
        "   <b>\n      {% blocktranslate trimmed with name=x %}\n   Hello\n {{ name }}!\n"
        "{% endblocktranslate %}</b>\n  <i title=\"{{ _('A title') }}\">it's</i>"
    )
    (tmp_path / "templates" / "base.html").write_text("{% translate 'Front door' %}")
    return tmp_path


def ids(catalogue: Catalog) -> set[object]:
    return {message.id for message in catalogue if message.id}


def test_strings_are_found_in_code_and_pages_and_belong_to_their_app(house):
    assert ids(translations.found("live")) == {
        "From code",
        "Open",
        ("%(n)d pupil", "%(n)d pupils"),
        "From a page",
        "Hello %(name)s!",
        "A title",
    }
    assert ids(translations.found("config")) == {"Front door"}


def test_merging_keeps_translations_and_drops_what_is_no_longer_said(house):
    path = translations.catalogue_path("live")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid "From code"\nmsgstr "Từ mã"\n\nmsgid "Given up"\nmsgstr "Đã bỏ"\n\n'
        '#, fuzzy\nmsgid "A title"\nmsgstr "Đoán"\n'
    )
    translations.write("live", translations.merge("live", []))
    text = path.read_text()
    assert 'msgstr "Từ mã"' in text
    assert "Given up" not in text
    assert "Đoán" not in text
    assert not translations.write("live", translations.merge("live", []))  # nothing new to write


def test_what_is_missing_or_spoilt_is_named(house):
    path = translations.catalogue_path("live")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid "From code"\nmsgstr "Từ mã"\n\n'
        'msgid "Hello %(name)s!"\nmsgstr "Chào %(ten)s!"\n\n'
        'msgid "A title"\nmsgstr "Đâ\u0300u đề"\n\n'  # one letter is in two pieces
        'msgctxt "door"\nmsgid "Open"\nmsgstr "Mở"\n\n'
        'msgid "%(n)d pupil"\nmsgid_plural "%(n)d pupils"\nmsgstr[0] "%(n)d bạn"\n'
    )
    told = {(problem.msgid, problem.what) for problem in translations.problems("live")}
    assert told == {
        ("From a page", "untranslated"),
        ("Hello %(name)s!", "placeholders differ"),
        ("A title", "not in NFC"),
    }


def test_a_catalogue_is_compiled_when_it_changed(house):
    path = translations.catalogue_path("live")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "From code"\nmsgstr "Từ mã"\n')
    assert translations.compile_all() == [path.with_suffix(".mo")]
    assert translations.compile_all() == []


def test_the_compiled_catalogues_are_what_the_site_speaks():
    with translation.override("vi"):
        assert translation.gettext("Vietnamese") == "Tiếng Việt"
    with translation.override("en"):
        assert translation.gettext("Vietnamese") == "Vietnamese"
