"""Decks on paper as a teacher has them in hand: their text, their order, their codes."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pypdfium2
import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from heritage.printing import store
from heritage.printing.flow import Part, paginate
from heritage.printing.sheet import Sheet
from players.models import User
from quizzes.kinds import kind
from quizzes.models import Choice, Deck, Question, State
from quizzes.printing import making, views
from quizzes.printing.answering import Look, parts
from quizzes.printing.options import Options
from quizzes.printing.paper import versions
from quizzes.printing.worksheet import short_answer
from quizzes.snapshot import take_questions
from tests import kinds_samples

from .printed import SITE, codes_on, text_of


@pytest.fixture
def teacher(client, db) -> User:
    user = User.objects.create_user("lan")
    user.groups.add(Group.objects.get(name="teachers"))
    client.force_login(user)
    client.cookies["lang"] = "vi"
    return user


def choices(question: Question, *texts: str, right: set[int]) -> Question:
    for position, text in enumerate(texts, start=1):
        Choice.objects.create(
            question=question,
            position=position,
            text_vi=text,
            text_en=f"{text} (en)",
            is_right=position in right,
        )
    question.recount()
    Question.objects.filter(pk=question.pk).update(state=State.PUBLISHED)
    return question


@pytest.fixture
def deck(db) -> Deck:
    """A question of every kind, with letters that are easily lost."""
    found = Deck.objects.create(
        slug="moi-kieu",
        title_vi="Đủ mọi kiểu: Ê-đê, Chơ-ro, Khơ-me",
        title_en="Of every kind",
        state=State.PUBLISHED,
    )
    rows = [
        ("single", "Dân tộc nào tự gọi mình là Anăk Êđê?", ("Ê-đê", "Mông", "Thái", "Chăm"), {1}),
        ("multiple", "Những tỉnh nào ở Tây Nguyên?", ("Đắk Lắk", "Cà Mau", "Gia Lai"), {1, 3}),
        ("truefalse", "Nhã nhạc là nhạc cung đình.", ("Đúng", "Sai"), {1}),
    ]
    for position, (slug, stem, texts, right) in enumerate(rows, start=1):
        question = kinds_samples_row(found, slug, position, stem)
        choices(question, *texts, right=right)
    for position, slug in enumerate(("typed", "map-pin", "order", "match"), start=4):
        kinds_samples.make(slug, found, position)
    return found


def kinds_samples_row(deck: Deck, slug: str, position: int, stem: str) -> Question:
    return Question.objects.create(
        deck=deck,
        key=f"{deck.slug}.{position}",
        position=position,
        kind=slug,
        text_vi=stem,
        text_en=f"Question {position}?",
        explanation_vi=f"Vì lẽ {position}.",
        explanation_en=f"Because {position}.",
        source_vi="Nguồn thử",
        source_en="Test source",
    )


def pdf(deck: Deck, language: str = "vi", name: str = "", **chosen) -> pypdfium2.PdfDocument:
    data = making.job_of(deck, Options(language=language, **chosen), SITE).draw()
    if name and (folder := os.environ.get("KEEP_PDF")):
        Path(folder, f"{name}.pdf").write_bytes(data)
    return pypdfium2.PdfDocument(data)


# --- what is on a worksheet ----------------------------------------------------------------------


@pytest.mark.parametrize("language", ["vi", "en"])
def test_text_is_selectable_with_composed_marks(deck, language):
    document = pdf(deck, language, name=f"all-{language}")
    text = text_of(document)
    assert unicodedata.is_normalized("NFC", text)
    for question in deck.questions.all():
        assert getattr(question, f"text_{language}") in text
    for words in {"vi": ("Họ và tên:", "Lớp:", "Ngày:"), "en": ("Name:", "Class:", "Date:")}[
        language
    ]:
        assert words in text


def test_the_file_says_what_it_is_and_in_which_language(deck):
    data = making.job_of(deck, Options(), SITE).draw()
    found = pypdfium2.PdfDocument(data).get_metadata_dict()
    assert found["Title"] == deck.title_vi
    assert b"/Lang (vi" in data


def test_every_kind_prints_what_is_to_be_filled_in(deck):
    text = text_of(pdf(deck, key="none"))
    for words in (
        "Đắk Lắk",
        "Nhiều đáp án đúng",  # several
        "Đúng",
        "Sai",
        "Điền số 1 đến 4",  # to order
        "Nối",  # pairs
        "Katê",
        "Gầu tào",
        "Hoàng Sa",  # the map
        "Trường Sa",
    ):
        assert words in text, words


def test_a_sheet_without_answers_gives_nothing_away(deck):
    text = text_of(pdf(deck, key="none"))
    assert "Vì lẽ" not in text
    assert "Lời giải của" not in text
    assert "Nguồn thử" not in text
    # Asked for as a word or a place, so not to be read anywhere.
    assert "Mông" not in text.replace("Ê-đê B Mông", "") or text.count("Mông") == 2
    assert "Sơn La" not in text


def test_answers_stand_on_pages_of_their_own(deck):
    sheet, both, only = (len(pdf(deck, key=key)) for key in ("none", "after", "only"))
    assert both == sheet + only
    text = text_of(pdf(deck, key="only"))
    for question in take_questions(deck.questions.published()):
        found = kind(question["kind"])
        answer = found.describe(question, found.answer(question), "vi")
        assert answer in text
        assert question["explanation"]["vi"] in text
    assert "Họ và tên:" not in text


def test_large_print_is_larger(deck):
    def letters(document) -> float:
        page = document[0].get_textpage()
        at, _count = page.search("Dân tộc nào").get_next()
        _left, bottom, _right, top = page.get_charbox(at)
        return top - bottom

    assert letters(pdf(deck, large=True, name="large")) > 1.5 * letters(pdf(deck))


# --- versions ------------------------------------------------------------------------------------


def right_texts(question) -> object:
    """The right answer by its texts, wherever it stands on the sheet."""
    match question["kind"]:
        case "single" | "multiple" | "truefalse":
            rows = question["choices"]
            return {row["text"]["vi"] for row in rows if row["position"] in question["right"]}
        case "order":
            by = {item["position"]: item["text"]["vi"] for item in question["items"]}
            return [by[at] for at in question["right"]]
        case "match":
            by = {each["position"]: each["text"]["vi"] for each in question["partners"]}
            lefts = [left["text"]["vi"] for left in question["left"]]
            return dict(zip(lefts, (by[at] for at in question["right"]), strict=True))
    return question["right"]


def test_versions_have_the_same_questions_and_answers_in_another_order(deck):
    questions = take_questions(deck.questions.published())
    wanted = {each["id"]: right_texts(each) for each in questions}
    for seed in range(12):
        made = versions(questions, Options(versions=4, seed=seed))
        assert [version.letter for version in made] == ["A", "B", "C", "D"]
        for version in made:
            assert {each["id"]: right_texts(each) for each in version.questions} == wanted
            for each in version.questions:
                if each["kind"] == "order":  # never solved beforehand
                    assert each["right"] != sorted(each["right"])
                if each["kind"] == "truefalse":
                    assert [c["text"]["vi"] for c in each["choices"]] == ["Đúng", "Sai"]
        assert len({tuple(each["id"] for each in version.questions) for version in made}) > 1


def test_the_key_of_a_version_fits_its_sheet(deck):
    questions = take_questions(deck.questions.published())
    job = making.job_of(deck, Options(versions=2, seed=42, key="only"), SITE)
    text = text_of(pypdfium2.PdfDocument(job.draw()))
    for version in versions(questions, job.options):
        single = next(each for each in version.questions if each["kind"] == "single")
        assert f"{short_answer(single)}. Ê-đê" in text
    assert "Đáp án đề A" in text
    assert "Đáp án đề B" in text


def test_a_number_brings_the_same_sheets_again_and_stands_on_them(deck):
    first = text_of(pdf(deck, versions=2, seed=42))
    assert first == text_of(pdf(deck, versions=2, seed=42))
    assert first != text_of(pdf(deck, versions=2, seed=43))
    assert "0042" in first
    assert "0042" not in text_of(pdf(deck))  # nothing was drawn


def test_so_many_questions_are_drawn(deck):
    text = text_of(pdf(deck, count=5, seed=7, key="none"))
    there = [row for row in deck.questions.all() if row.text_vi in text]
    assert len(there) == 5
    positions = [text.index(row.text_vi) for row in there]
    assert positions == sorted(positions)


@pytest.mark.parametrize("part", ["worksheet", "cards"])
def test_a_whole_deck_of_the_library_is_printed_in_full(db, part):
    deck = Deck.objects.playable().order_by("-pk").first()
    text = text_of(pdf(deck, part=part, versions=2, name=f"library-{part}"))
    for question in deck.questions.published():
        assert question.text_vi in text, question.key
        assert question.explanation_vi in text, question.key


# --- laying out ----------------------------------------------------------------------------------


def test_a_question_stays_on_one_page_where_a_page_can_hold_it():
    def block(*heights: float) -> list[Part]:
        return [Part(height, lambda sheet, box: None) for height in heights]

    pages = paginate([block(40, 40), block(10, 30), block(70, 70)], 100, 100, gap=5)
    assert [[(y, part.height) for y, part in page] for page in pages] == [
        [(0, 40), (40, 40)],
        [(0, 10), (10, 30)],
        [(0, 70)],
        [(0, 70)],
    ]


@pytest.mark.parametrize("size", [5.0, 11.0, 18.0])
def test_nothing_is_wider_than_its_column(deck, size):
    """The longest texts that an editor may type still end inside the page."""
    question = kinds_samples_row(deck, "single", 20, "Ươ" * 100)
    choices(question, *(f"{letter} " + "nghiêng " * 9 for letter in "KLMN"), right={2})
    snapshot = take_questions(deck.questions.filter(pk=question.pk))[0]
    sheet = Sheet("wide", "vi")
    sheet.add_page()
    from heritage.printing.sheet import Box

    y = 10.0
    for part in parts(sheet, snapshot, Look(size, 100, "vi", 60)):
        part.draw(sheet, Box(20, y, 100, part.height))
        y += part.height
    page = pypdfium2.PdfDocument(bytes(sheet.output()))[0].get_textpage()
    for at in range(page.count_chars()):
        _left, bottom, right, _top = page.get_charbox(at)
        assert right <= (20 + 100) * 72 / 25.4 + 1
        assert bottom >= (297 - y) * 72 / 25.4 - 3


# --- cards ---------------------------------------------------------------------------------------


def test_codes_on_cards_open_the_practice_of_their_question(client, deck):
    document = pdf(deck, part="cards", name="cards-vi")
    assert len(document) == 2
    found = codes_on(document[1])
    wanted = {
        f"{SITE}{reverse('quizzes:picked', args=[question.pk])}": question
        for question in deck.questions.all()
    }
    assert sorted(found) == sorted(wanted)
    assert codes_on(document[0]) == []
    for address, question in wanted.items():
        page = client.get(address.removeprefix(SITE), headers={"Accept-Language": "vi"})
        assert page.status_code == 200
        started = client.post(page.context["pool"].practice_url, {"count": "all"}, follow=True)
        assert started.context["question"]["id"] == question.pk


def test_backs_lie_behind_their_fronts(deck):
    """Turned over the long edge, what was left is right."""
    document = pdf(deck, part="cards")
    front, back = document[0], document[1]
    middle = front.get_size()[0] / 2
    rows = list(deck.questions.all())
    for at, is_left in ((0, True), (1, False)):
        assert (left_of(front, rows[at].text_vi[:14]) < middle) is is_left
        assert (left_of(back, rows[at].explanation_vi) < middle) is not is_left


def left_of(page, words: str) -> float:
    text = page.get_textpage()
    index, _count = text.search(words).get_next()
    return text.get_charbox(index)[0]


def test_an_own_deck_has_codes_only_while_it_is_shared(deck):
    deck.owner, deck.state = User.objects.create_user("chu"), State.DRAFT
    deck.save()
    assert codes_on(pdf(deck, part="cards")[1]) == []
    deck.share_code = "abc123"
    deck.save()
    assert set(codes_on(pdf(deck, part="cards")[1])) == {
        f"{SITE}{reverse('quizzes:shared', args=['abc123'])}"
    }


# --- asking, waiting, fetching -------------------------------------------------------------------


def ask(client, deck, **chosen):
    return client.post(reverse("quizzes:print", args=[deck.slug]), chosen)


def test_a_teacher_asks_waits_and_fetches(client, teacher, deck, waiting):
    page = client.get(deck.get_absolute_url()).content.decode()
    address = reverse("quizzes:print", args=[deck.slug])
    assert address in page
    assert client.get(address).status_code == 200
    answer = ask(client, deck, part="worksheet", versions="2", key="after", seed="0042")
    assert "data-poll" in client.get(answer.url).content.decode()
    assert client.get(f"{answer.url}file/").status_code == 404
    waiting()
    ready = client.get(answer.url).content.decode()
    assert "data-poll" not in ready
    assert f"{answer.url}file/" in ready
    file = client.get(f"{answer.url}file/")
    assert file["Content-Type"] == "application/pdf"
    assert "moi-kieu-worksheet.pdf" in file["Content-Disposition"]
    assert "Anăk Êđê" in text_of(pypdfium2.PdfDocument(file.content))
    assert ask(client, deck, part="worksheet", versions="2", seed="42").url == answer.url
    assert waiting.found == []  # made once


def test_how_far_it_is_is_told(client, teacher, deck, waiting):
    answer = ask(client, deck, versions="2")
    key = answer.url.rstrip("/").rsplit("/", 1)[1]
    page = client.get(answer.url)
    assert (page.context["state"].done, page.context["state"].total) == (0, 28)
    store._tell(key, 14, 28)
    assert client.get(answer.url).context["percent"] == 50


def test_what_was_changed_meanwhile_is_not_sold_as_the_old(client, teacher, deck, waiting):
    answer = ask(client, deck)
    deck.questions.filter(kind="single").update(text_vi="Câu đã sửa?")
    waiting()
    assert client.get(f"{answer.url}file/").status_code == 404
    assert reverse("quizzes:print", args=[deck.slug]) in client.get(answer.url).content.decode()
    again = ask(client, deck)
    assert again.url != answer.url


def test_a_deck_deleted_meanwhile_breaks_nothing(client, teacher, deck, waiting):
    ask(client, deck)
    deck.delete()
    waiting()


def test_a_wrong_number_is_told_and_nothing_is_lost(client, teacher, deck, waiting):
    answer = ask(client, deck, seed="12x", versions="4", large="on", part="cards")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'id="seed-error"' in page
    assert 'value="12x"' in page
    assert 'value="4" checked' in page
    assert 'name="large" checked' in page
    assert 'value="cards" checked' in page
    assert waiting.found == []


@pytest.mark.parametrize(
    "chosen", [{"part": "poster"}, {"versions": "9"}, {"count": "-1"}, {"language": "fr"}]
)
def test_what_is_not_offered_is_refused(client, teacher, deck, waiting, chosen):
    assert ask(client, deck, **chosen).status_code == 400
    assert waiting.found == []


def test_too_many_wait_a_minute(client, teacher, deck, waiting, monkeypatch):
    monkeypatch.setattr(views, "allow", lambda *_args: False)
    answer = ask(client, deck)
    assert answer.status_code == 429
    assert answer.context["error"]


def test_without_a_worker_it_is_said_and_can_be_asked_again(
    client, teacher, deck, shelf, monkeypatch
):
    monkeypatch.setattr(views, "enqueue", lambda *_args: False)
    assert ask(client, deck).status_code == 503
    done = []
    monkeypatch.setattr(views, "enqueue", lambda *args: done.append(args) or True)
    assert ask(client, deck).status_code == 302
    assert len(done) == 1


def test_an_own_deck_is_printed_by_its_owner_only(client, teacher, deck, waiting):
    deck.owner, deck.state = teacher, State.DRAFT
    deck.save()
    page = client.get(reverse("quizzes:own_deck", args=[deck.pk])).content.decode()
    assert reverse("quizzes:print", args=[deck.slug]) in page
    answer = ask(client, deck)
    waiting()
    assert client.get(f"{answer.url}file/").status_code == 200
    other = User.objects.create_user("hoa")
    other.groups.add(Group.objects.get(name="teachers"))
    client.force_login(other)
    assert ask(client, deck).status_code == 404
    assert client.get(f"{answer.url}file/").status_code == 404


def test_pupils_are_not_asked_to_print(client, deck, waiting):
    assert "/login" in ask(client, deck).url
    client.force_login(User.objects.create_user("hoc-sinh"))
    assert ask(client, deck).status_code == 403
    assert (
        reverse("quizzes:print", args=[deck.slug])
        not in client.get(deck.get_absolute_url()).content.decode()
    )


def test_a_deck_without_questions_has_nothing_to_print(client, teacher, deck):
    deck.owner, deck.state = teacher, State.DRAFT
    deck.save()
    deck.questions.all().delete()
    page = client.get(reverse("quizzes:print", args=[deck.slug]))
    assert page.status_code == 200
    assert ask(client, deck).status_code == 200
