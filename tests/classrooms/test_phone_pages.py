"""What a phone's page holds besides the question: the way on from an old link, the next picture,
where to read on (R6, R49, R56)."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from PIL import Image

from classrooms import hosting, sessions
from heritage import photos
from heritage.models import EthnicGroup
from tests.heritage.test_photos import noisy, upload

from .conftest import Phone


def ahead_of(page: str) -> str:
    found = re.search(r'data-ahead="([^"]+)"', page)
    return found[1] if found else ""


@pytest.fixture
def pictures(deck, settings, tmp_path):
    """The second question has a picture."""
    settings.MEDIA_ROOT = tmp_path
    question = deck.questions.get(position=2)
    kept = photos.keep(upload(noisy(1800, 1200)), "questions")
    question.image.save(kept.name, kept, save=False)
    question.image_alt_vi, question.image_alt_en = "Khèn của người Mông", "A Hmong khene"
    question.save()
    return question


def test_req_r6_the_link_of_an_ended_session_says_so_and_asks_for_a_code(session, phone):
    an = phone("Ánh")
    sessions.close(session.pk)
    page = an.page()
    assert "Phiên đã kết thúc" in page and 'action="/join/"' in page and 'name="code"' in page


@pytest.mark.parametrize("known", [True, False])
def test_req_r6_a_strangers_old_link_is_no_dead_end(session, known):
    answer = Client().get(f"/play/{session.pk if known else 999_999}/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert 'name="code"' in page and session.code not in page and session.title_vi not in page


@pytest.fixture
def go_on():
    def act(session) -> None:
        session.refresh_from_db()
        hosting.do(session.pk, "next", session.version)

    return act


def test_req_r49_the_next_picture_is_named_while_nothing_is_asked(pictures, teacher, go_on):
    session = sessions.open_session(teacher, pictures.deck)
    image = sessions.questions_of(session)[1]["image"]
    an = Phone(session, "Ánh")
    named = [ahead_of(an.page())]
    for _ in range(4):
        go_on(session)
        page = an.page()
        named.append(ahead_of(page))
    # lobby, question 1, reveal, standings, question 2
    assert named == ["", "", image["url"], image["url"], ""]
    assert f'src="{image["url"]}"' in page and 'alt="Khèn của người Mông"' in page


def test_req_r49_a_picture_weighs_little_and_is_kept_by_the_browser(pictures, teacher):
    session = sessions.open_session(teacher, pictures.deck)
    answer = Client().get(sessions.questions_of(session)[1]["image"]["url"])
    assert answer["Cache-Control"].startswith("public")
    picture = b"".join(answer.streaming_content)
    assert len(picture) <= 60_000
    assert Image.open(io.BytesIO(picture)).format == "WEBP"


def test_req_r56_the_reveal_explains_links_and_names_its_source(deck, teacher, go_on):
    ede = EthnicGroup.objects.get(slug="ede")
    deck.questions.filter(key="small-1").update(group=ede)
    session = sessions.open_session(teacher, deck)
    an = Phone(session, "Ánh")
    go_on(session)
    assert ede.get_absolute_url() not in an.page() and "Nguồn thử" not in an.page()
    an.answer(1)
    go_on(session)
    page = an.page()
    assert "Lời giải thích 1." in page and "Nguồn thử" in page
    assert f'href="{ede.get_absolute_url()}"' in page


def test_req_r52_letter_and_shape_mark_an_answer_sign_and_word_the_verdict(session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    answers = re.findall(r'<button class="answer" data-k="(\w)".*?</button>', an.page(), re.DOTALL)
    assert answers == ["A", "B", "C", "D"]
    shapes = re.findall(r'<span class="k">(<svg.*?</svg>)(\w)', an.page(), re.DOTALL)
    assert [letter for _, letter in shapes] == answers
    assert len({shape for shape, _ in shapes}) == 4
    an.answer(2)
    binh.answer(1)
    do("reveal")
    verdicts = [re.search(r"<h1>(<svg.*?</svg>)(.*?)</h1>", p.page()) for p in (an, binh)]
    assert [each[2] for each in verdicts] == ["Đúng rồi!", "Chưa đúng"]
    assert verdicts[0][1] != verdicts[1][1]
