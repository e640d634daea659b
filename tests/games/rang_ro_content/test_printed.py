"""The printed game as somebody has it in hand: its text, its pictures, its QR codes."""

from __future__ import annotations

import logging
import unicodedata

import pypdfium2
import pytest
import zxingcpp
from django.utils.translation import override

from games.rang_ro import names, printed
from games.rang_ro.core.world import CHALLENGE
from heritage.map_parts import short_name
from heritage.models import EthnicGroup
from heritage.outlines import outlines
from heritage.printing.sheet import Box, Sheet
from quizzes.models import Question

SITE = "http://192.168.10.20:8000"


@pytest.fixture(scope="module", params=["vi", "en"])
def game(request, django_db_setup, django_db_blocker):
    """Every part once in this language: its PDF, and what the library had to say."""
    said: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record):
            said.append(record.getMessage())

    listener = Listener(logging.WARNING)
    logging.getLogger("fpdf").addHandler(listener)
    with django_db_blocker.unblock(), override(request.param):
        pack = printed.Pack(request.param, SITE, {})
        files = {part: printed.make(part, pack) for part in printed.PARTS}
        pages = {part: printed.count_pages(part, pack) for part in printed.PARTS}
        _ = pack.questions, pack.functions
    logging.getLogger("fpdf").removeHandler(listener)
    found = {part: pypdfium2.PdfDocument(data) for part, data in files.items()}
    yield request.param, pack, found, pages, said
    for one in found.values():
        one.close()


def text_of(document) -> str:
    """All text, composed, in one line."""
    found = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(unicodedata.normalize("NFC", found).replace("\ufffe", "-").split())


def codes_on(page, scale: float = 3.0) -> list[str]:
    picture = page.render(scale=scale).to_pil()
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return [one.text for one in found]


def test_no_letter_is_missing(game):
    _language, _pack, _files, _pages, said = game
    assert [one for one in said if "glyph" in one.lower()] == []


def test_the_number_of_pages_is_known_before(game):
    _language, _pack, files, pages, _said = game
    assert {part: len(document) for part, document in files.items()} == pages


def test_every_people_has_a_card_with_its_marks(game, db):
    language, _pack, files, _pages, _said = game
    text = text_of(files["characters"])
    for group in EthnicGroup.objects.all():
        assert getattr(group, f"name_{language}") in text, group.slug


def test_a_card_names_homes_and_quest(game, db):
    language, pack, files, _pages, _said = game
    # Front number 12, the Ê-đê, is the last of the second page of fronts.
    text = text_of([files["characters"][2]])
    with override(language):
        card = pack.characters[11]
        assert card.slug == "ede"
        for place in card.quest:
            assert place["name"] in text
        for home in card.homes:
            assert names.province(home) in text


def test_every_qr_code_opens_the_page_of_its_people(game, client, db):
    _language, _pack, files, _pages, _said = game
    wanted = [
        f"{SITE}{group.get_absolute_url()}#quest" for group in EthnicGroup.objects.order_by("code")
    ]
    found = [code for page in list(files["characters"])[::2] for code in codes_on(page)]
    assert sorted(found) == sorted(wanted)
    for address in wanted[::9]:
        page = client.get(address.removeprefix(SITE).partition("#")[0])
        assert 'id="quest"' in page.content.decode()


def test_every_question_is_there_with_its_answer_behind(game, db):
    language, pack, files, _pages, _said = game
    text = text_of(files["questions"])
    asked = Question.objects.published().filter(
        deck__topic__in=("regional", "challenge"), kind="single", choice_count__gte=3
    )
    assert len(pack.questions) == asked.count()
    for question in asked.prefetch_related("choices"):
        stem = getattr(question, f"text_{language}")
        assert stem in text, stem
        right = next(choice for choice in question.choices.all() if choice.is_right)
        # On the front among three, and on the back.
        assert text.count(getattr(right, f"text_{language}")) >= 2, question.key


def test_backs_lie_behind_their_fronts(game):
    """Turned over the long edge, what was left is right."""
    _language, pack, files, _pages, _said = game
    front, back = files["questions"][0], files["questions"][1]
    middle = front.get_size()[0] / 2
    for at, is_left in ((0, True), (2, False)):
        card = pack.questions[at]
        assert (_left_of(front, card.stem[:20]) < middle) is is_left
        assert (_left_of(back, card.explanation[:20]) < middle) is not is_left


def _left_of(page, words: str) -> float:
    """Where the words begin, in points from the left."""
    text = page.get_textpage()
    index, _count = text.search(words).get_next()
    return text.get_charbox(index)[0]


def test_every_question_leads_to_its_page_of_the_atlas(game, client, db):
    _language, pack, files, _pages, _said = game
    for number, back in enumerate(list(files["questions"])[1::2]):
        on_page = pack.questions[9 * number : 9 * number + 9]
        wanted = [f"{SITE}{card.path}" for card in on_page if card.path]
        assert sorted(codes_on(back, scale=2)) == sorted(wanted), number
    paths = sorted({card.path for card in pack.questions if card.path})
    assert len(paths) > 50
    for path in paths[::4]:
        assert client.get(path).status_code == 200


def test_function_cards_are_as_many_as_in_the_pile(game):
    _language, pack, files, _pages, _said = game
    text = text_of(files["functions"])
    for card in pack.functions:
        assert text.count(card.text) == card.count, card.code
    assert sum(card.count for card in pack.functions) == 42


def test_the_board_names_all_provinces_and_both_archipelagos(game):
    language, pack, files, _pages, _said = game
    text = text_of(files["board"])
    with override(language):
        for slug in names.provinces():
            assert names.province(slug) in text, slug
        for inset in outlines().insets:
            assert short_name(inset, pack.words) in text
    sizes = {tuple(round(side / 72 * 25.4) for side in page.get_size()) for page in files["board"]}
    assert sizes == {(297, 420)}


def test_the_three_answers_are_dealt_by_the_rules(game):
    _language, pack, _files, _pages, _said = game
    rows = {row["id"]: row for pile in pack.content["questions"].values() for row in pile}
    letters = [card.right for card in pack.questions]
    assert {letters.count(n) > len(letters) / 5 for n in range(3)} == {True}
    for card, row in zip(pack.questions, rows.values(), strict=False):
        assert len(card.answers) == len(set(card.answers)) == 3
        assert row["id"]
    assert [card.pile for card in pack.questions][-1] == CHALLENGE


def test_letters_that_the_first_font_lacks_are_drawn_by_the_second(caplog):
    sheet = Sheet("letters", "vi")
    sheet.add_page()
    rare = "Anăk Êđê, Bahnar ƀŏĕĭŭ ŎĔĬŬɃ"
    for bold in (False, True):
        sheet.line_of(10, 10 + 10 * bold, rare, 12, bold=bold)
    document = pypdfium2.PdfDocument(bytes(sheet.output()))
    assert text_of(document).count(unicodedata.normalize("NFC", rare)) == 2
    assert not [one for one in caplog.messages if "glyph" in one]


def test_a_missing_letter_would_be_noticed(caplog):
    sheet = Sheet("letters", "vi")
    sheet.add_page()
    sheet.line_of(10, 10, "漢", 12)
    sheet.output()
    assert [one for one in caplog.messages if "glyph" in one]


def test_text_shrinks_until_it_fits_its_box():
    sheet = Sheet("letters", "vi")
    sheet.add_page()
    below = sheet.paragraph(Box(10, 10, 50, 20), "Một câu hỏi rất dài. " * 12, 14)
    assert 20 < below <= 30.001
    assert sheet.font_size_pt < 14
