"""The way of a file through the browser: read, mended, confirmed, saved; and decks as downloads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from players.models import User
from quizzes import tasks
from quizzes.files import formats, reading
from quizzes.importing.models import KEPT
from quizzes.models import Choice, Deck, Import, ImportRow, Question, State
from quizzes.services import ChoiceDraft, save_question

from .made import kahoot, package, sample

GOOD = ("Nhà dài là của ai?", "Ê-đê", "Tày", None, None, 20, 1)
NO_KEY = ("Lễ Katê của ai?", "Chăm", "Khmer", None, None, 20, None)
START = "/quizzes/import/"


@pytest.fixture(autouse=True)
def _in_one_process(settings):
    """The background work is done at once, in the request that asks for it."""
    from config.celery import app

    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def teacher(client, db):
    from django.contrib.auth.models import Group

    user = User.objects.create_user("co-lan")
    user.groups.add(Group.objects.get(name="teachers"))
    client.force_login(user)
    client.cookies["lang"] = "en"
    client.user = user
    return client


def upload(client, data: bytes, name: str = "k.xlsx", **more) -> Import:
    fields = {"file": SimpleUploadedFile(name, data), "language": "vi", **more}
    response = client.post(START, fields)
    assert response.status_code == 302, response.content.decode()[:3000]
    return Import.objects.get(pk=response.url.rstrip("/").rpartition("/")[2])


def page(client, found: Import, **query) -> str:
    response = client.get(found.get_absolute_url(), query)
    assert response.status_code == 200
    return response.content.decode()


def confirm(client, found: Import, **fields) -> Import:
    client.post(found.get_absolute_url(), {"confirm": "", **fields})
    found.refresh_from_db()
    return found


def mend(client, row: ImportRow, **fields):
    path = reverse("quizzes:import_row", args=[row.of_id, row.pk])
    return client.post(path, {"show": "faulty", "page": "1", **fields})


def test_nothing_is_saved_before_it_is_confirmed(teacher):
    before = Question.objects.count()
    found = upload(teacher, kahoot(GOOD, NO_KEY))
    shown = page(teacher, found)
    assert "Lễ Katê của ai?" in shown
    assert "Column H:" in shown
    assert Question.objects.count() == before
    assert not found.data
    done = confirm(teacher, found)
    assert done.stage == Import.Stage.DONE
    assert Question.objects.count() == before + 1
    question = done.deck.questions.get()
    assert (question.text_vi, question.text_en) == (GOOD[0], "")
    assert done.deck.owner == teacher.user
    assert question.history.first().history_user == teacher.user


def test_a_faulty_row_is_mended_in_place_and_imported(teacher):
    found = upload(teacher, kahoot(GOOD, NO_KEY))
    row = found.rows.get(state="faulty")
    form = {"kind": "single", "text_vi": "Lễ Katê?", "option_1_vi": "Chăm", "option_2_vi": "Hoa"}
    mend(teacher, row, **form)
    row.refresh_from_db()
    assert row.state == "faulty"
    assert "No choice is marked right yet" in page(teacher, found)
    mend(teacher, row, **form, right="1")
    row.refresh_from_db()
    assert row.state == "ready"
    done = confirm(teacher, found)
    texts = list(done.deck.questions.values_list("text_vi", flat=True))
    assert texts == [GOOD[0], "Lễ Katê?"]


def test_a_row_of_another_kind_is_mended_by_its_own_fields(teacher):
    lines = "Loại;Câu hỏi;Câu trả lời\nSắp xếp;Xếp;một | hai\nGhép đôi;Ghép;a = x\n"
    lines += "Gõ đáp án;Gõ;\n"
    found = upload(teacher, lines.encode(), "t.csv")
    order, match, typed = found.rows.all()
    mend(teacher, order, kind="order", text_vi="Xếp", item_1_vi="1", item_2_vi="2", item_3_vi="3")
    pairs = {f"{side}_{at}_vi": f"{side} {at}" for at in (1, 2, 3) for side in ("left", "right")}
    mend(teacher, match, kind="match", text_vi="Ghép", **pairs)
    mend(teacher, typed, kind="typed", text_vi="Gõ", accepted_vi="nhà dài\n\nnha dai\n")
    assert confirm(teacher, found).deck.questions.count() == 3


def test_rows_may_be_left_out_and_taken_in_again(teacher):
    found = upload(teacher, kahoot(GOOD, ("Hai?", "a", "b", None, None, 20, 2)))
    first, second = found.rows.all()
    for row in (first, second):
        teacher.post(reverse("quizzes:import_row", args=[found.pk, row.pk]), {"leave": ""})
    confirm(teacher, found)
    assert found.stage == Import.Stage.READY
    teacher.post(reverse("quizzes:import_row", args=[found.pk, second.pk]), {"take": ""})
    done = confirm(teacher, found)
    assert [question.text_vi for question in done.deck.questions.all()] == ["Hai?"]


def test_one_language_is_enough_for_a_deck_of_ones_own(teacher):
    found = upload(teacher, kahoot(GOOD), language="en")
    question = confirm(teacher, found).deck.questions.get()
    assert (question.text_vi, question.text_en) == ("", GOOD[0])
    assert question.state == State.PUBLISHED


def test_a_second_run_of_the_same_task_changes_nothing(teacher):
    found = upload(teacher, kahoot(GOOD, NO_KEY))
    tasks.read_import(str(found.pk))
    assert found.rows.count() == 2
    done = confirm(teacher, found)
    tasks.save_import(str(found.pk))
    assert done.deck.questions.count() == 1


def test_saving_goes_on_where_it_was_broken_off(teacher, monkeypatch):
    from quizzes.importing import services

    found = upload(teacher, kahoot(*[(f"Câu {n}?", "a", "b", None, None, 20, 1) for n in range(7)]))
    monkeypatch.setattr(services, "BATCH", 3)
    found.stage, found.total = Import.Stage.SAVING, 7
    found.save()
    real, calls = services._save_batch, []

    def broken(*args):
        calls.append(1)
        if len(calls) == 2:
            raise RuntimeError("the worker was killed")
        real(*args)

    monkeypatch.setattr(services, "_save_batch", broken)
    with pytest.raises(RuntimeError):
        tasks.save_import(str(found.pk))
    assert found.rows.filter(saved=True).count() == 3
    monkeypatch.setattr(services, "_save_batch", real)
    tasks.save_import(str(found.pk))
    found.refresh_from_db()
    assert found.stage == Import.Stage.DONE
    texts = sorted(question.text_vi for question in found.deck.questions.all())
    assert texts == [f"Câu {n}?" for n in range(7)]


def test_what_is_complete_is_played_at_once_in_ones_own_deck(teacher):
    lines = "Câu hỏi,A,B,Đáp án đúng\nMột?,a,b,A\n"
    done = confirm(teacher, upload(teacher, lines.encode(), "t.csv"), title="Bộ của tôi")
    assert done.deck.title_vi == "Bộ của tôi"
    assert done.deck.questions.get().state == State.PUBLISHED
    assert "can be played at once" in page(teacher, done)


def test_statements_of_a_file_in_one_language_are_complete(teacher):
    done = confirm(teacher, upload(teacher, "Trời xanh.{T}".encode(), "t.gift"))
    assert done.deck.questions.get().state == State.PUBLISHED


def test_no_more_than_a_deck_of_ones_own_holds(teacher, monkeypatch):
    from quizzes.own import decks

    monkeypatch.setattr(decks, "MAX_QUESTIONS", 2)
    questions = [(f"Câu {n}?", "a", "b", None, None, 20, 1) for n in range(3)]
    found = upload(teacher, kahoot(*questions))
    assert "at most 2 questions; this would make 3" in page(teacher, found)
    response = teacher.post(found.get_absolute_url(), {"confirm": ""}, follow=True)
    assert "at most 2 questions; this would make 3" in response.content.decode()
    found.refresh_from_db()
    assert found.stage == Import.Stage.READY
    assert not Deck.objects.filter(owner=teacher.user).exists()


def test_into_a_deck_of_the_site_as_an_editor(editor):
    slug = Deck.objects.filter(owner=None).first().slug
    done = confirm(editor, upload(editor, kahoot(GOOD), deck=slug), publish="on")
    assert done.deck.slug == slug
    # It teaches nothing yet: no source, no link. So it stays a draft among the published.
    assert done.deck.questions.get(text_vi=GOOD[0]).state == State.DRAFT
    assert "0 of them are published. The others are drafts" in page(editor, done)


def test_a_teacher_cannot_fill_a_deck_of_the_site(teacher):
    slug = Deck.objects.filter(owner=None).first().slug
    fields = {"file": SimpleUploadedFile("k.xlsx", kahoot(GOOD)), "deck": slug}
    response = teacher.post(START, fields)
    assert response.status_code == 400
    assert "no such deck of yours" in response.content.decode()


def test_an_import_is_nobody_elses(teacher, client):
    found = upload(teacher, kahoot(GOOD))
    row = found.rows.get()
    other = User.objects.create_user("thay-ba")
    other.user_permissions.set(teacher.user.user_permissions.all())
    other.groups.set(teacher.user.groups.all())
    client.force_login(other)
    assert client.get(found.get_absolute_url()).status_code == 404
    assert client.post(found.get_absolute_url(), {"confirm": ""}).status_code == 404
    path = reverse("quizzes:import_row", args=[found.pk, row.pk])
    assert client.post(path, {"leave": ""}).status_code == 404


def test_a_student_is_kept_out(client, db):
    assert client.get(START).status_code == 302
    client.force_login(User.objects.create_user("hoc-sinh"))
    assert client.get(START).status_code == 403
    deck = Deck.objects.playable().first()
    assert client.get(reverse("quizzes:export", args=[deck.slug])).status_code == 403


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (sample("tcvn3.csv"), "x.csv", "TCVN3"),
        (sample("xxe.xml"), "x.xml", "DOCTYPE"),
        (package({"../x": "y"}), "x.zip", "leave its folder"),
        (b"dear friend", "x.txt", "none of the formats"),
    ],
)
def test_a_refused_file_says_why(teacher, data, name, says):
    found = upload(teacher, data, name)
    assert found.stage == Import.Stage.REFUSED
    assert says in page(teacher, found)


def test_an_empty_file_and_none_at_all_are_refused_at_the_door(teacher):
    response = teacher.post(START, {"file": SimpleUploadedFile("k.xlsx", b"")})
    assert response.status_code == 400
    assert "0 bytes" in response.content.decode()
    response = teacher.post(START, {})
    assert response.status_code == 400
    assert "No file was chosen" in response.content.decode()


def test_what_is_discarded_is_gone(teacher):
    found = upload(teacher, kahoot(GOOD))
    teacher.post(found.get_absolute_url(), {"discard": ""})
    assert not Import.objects.filter(pk=found.pk).exists()


def test_mended_rows_are_not_discarded_at_one_press(teacher):
    found = upload(teacher, kahoot(NO_KEY))
    assert "is lost with it" not in page(teacher, found)
    form = {"kind": "single", "text_vi": "Lễ Katê?", "option_1_vi": "Chăm", "option_2_vi": "Hoa"}
    mend(teacher, found.rows.get(), **form, right="1")
    assert "What you mended in 1 row is lost with it." in page(teacher, found)


def test_what_nobody_confirms_is_forgotten_after_a_day(teacher):
    old, new = upload(teacher, kahoot(GOOD)), upload(teacher, kahoot(GOOD))
    Import.objects.filter(pk=old.pk).update(created_at=timezone.now() - KEPT - timedelta(minutes=1))
    tasks.forget_imports()
    assert list(Import.objects.filter(owner=teacher.user)) == [new]


def test_pictures_come_along_made_anew(teacher):
    # At the top of the module pytest itself would wake it, before the settings of tests are set.
    from django.core.files.storage import default_storage

    found = upload(teacher, sample("moodle.xml"), "q.xml")
    first = found.rows.get(number=1)
    assert first.draft.picture
    done = confirm(teacher, found)
    question = done.deck.questions.get(text_vi="Nhà dài & nhà rông")
    assert question.image.name.endswith(".webp")
    assert default_storage.exists(question.image.name)
    assert question.image_alt_vi == "Nhà dài"
    assert not done.pictures.exists()


def test_a_file_that_is_no_picture_is_left_out_with_a_word(teacher):
    held = formats.FORMATS["bundle"]
    draft = reading.read(sample("qti-3-item.xml"), "q.xml").rows[0].draft
    draft.picture = "pictures/1.png"
    data = held.write([draft], "vi", {}, {"pictures/1.png": b"<svg onload=alert(1)>"})
    found = upload(teacher, data, "deck.zip")
    assert "picture is left out" in page(teacher, found)
    assert not confirm(teacher, found).deck.questions.get().image


def test_a_deck_goes_out_and_comes_in_whole(editor, settings):
    deck = Deck.objects.create(slug="di-ve", title_vi="Đi về", title_en="There and back")
    for kind, spec in (
        ("single", {}),
        ("map-pin", {"right": ["quang-ninh"], "partial": "distance", "within_km": 150}),
        ("typed", {"accepted": {"vi": ["nhà dài"], "en": ["longhouse"]}, "people": False}),
    ):
        question = Question(deck=deck, key=f"di-ve.{kind}", kind=kind, spec=spec, seconds=45)
        question.text_vi, question.text_en = f"Câu {kind}", f"Question {kind}"
        question.explanation_vi, question.source_en = "Vì\nthế", "A source"
        save_question(question, [ChoiceDraft("a", "b", True), ChoiceDraft("c", "d")])
    response = editor.get(reverse("quizzes:download", args=["di-ve", "bundle"]))
    assert response.status_code == 200
    done = confirm(editor, upload(editor, response.content, "di-ve.zip"))
    assert (done.deck.title_vi, done.deck.title_en) == ("Đi về", "There and back")

    def told(deck):
        fields = ("kind", "spec", "seconds", "text_vi", "text_en", "explanation_vi", "source_en")
        return [
            (
                *(getattr(question, name) for name in fields),
                list(question.choices.values_list("text_vi", "text_en", "is_right")),
            )
            for question in deck.questions.all()
        ]

    assert told(done.deck) == told(deck)


@pytest.mark.parametrize("slug", [each.slug for each in formats.writers()])
@pytest.mark.parametrize("of", ["mixed-kinds", "challenge-mixed"])
def test_every_download_of_a_deck_of_the_site(editor, slug, of):
    deck = Deck.objects.get(slug=of)
    if not any(q.kind in formats.FORMATS[slug].kinds for q in deck.questions.published()):
        shown = editor.get(reverse("quizzes:export", args=[deck.slug])).content.decode()
        assert "No question fits" in shown
        return
    response = editor.get(reverse("quizzes:download", args=[deck.slug, slug]), {"language": "en"})
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith("attachment")
    if slug != "anki":
        held = reading.read(response.content, f"x.{formats.FORMATS[slug].ending}", language="en")
        assert [row.problems for row in held.rows] == [[] for _row in held.rows]


def test_two_downloads_of_a_deck_have_two_names(teacher):
    def name(slug):
        response = teacher.get(reverse("quizzes:download", args=["mixed-kinds", slug]))
        return response["Content-Disposition"]

    names = {name(each.slug) for each in formats.writers()}
    assert len(names) == len(formats.writers())


def test_only_languages_a_deck_is_written_in_are_offered(teacher):
    address = reverse("quizzes:export", args=["mixed-kinds"])
    assert "?language=en" in teacher.get(address).content.decode()
    Question.objects.filter(deck__slug="mixed-kinds").update(
        text_en="", explanation_en="", source_en="", spec={}
    )
    Choice.objects.filter(question__deck__slug="mixed-kinds").update(text_en="")
    page = teacher.get(address, {"language": "en"}).content.decode()
    assert 'href="?language=en"' not in page and "&language=en" not in page
    assert "language=vi" in page


def test_what_a_format_cannot_hold_is_said_before_the_download(teacher):
    shown = teacher.get(reverse("quizzes:export", args=["mixed-kinds"])).content.decode()
    assert "Not in it:" in shown
    assert "questions of kinds that it does not know" in shown
    assert "Everything of this deck is in it." in shown


def test_somebody_elses_draft_deck_is_not_exported(teacher):
    other = User.objects.create_user("thay-tu")
    Deck.objects.create(slug="rieng", title_vi="Riêng", title_en="Own", owner=other)
    assert teacher.get(reverse("quizzes:export", args=["rieng"])).status_code == 404
    assert teacher.get(reverse("quizzes:download", args=["rieng", "bundle"])).status_code == 404
