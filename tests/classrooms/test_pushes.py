"""What is pushed to which audience: nothing before its time, nothing to the wrong person."""

from __future__ import annotations

import json
import re

from classrooms import audiences, healing, screens
from live import names, tokens
from live.publish import connection


def test_an_open_question_reaches_phones_without_its_answer(session, phone, do, pushed):
    phone("Ánh")
    sent = pushed(lambda: do("next"), audiences.players_channel(session.pk, "vi"))
    text = " ".join(data for _, data in sent)
    assert "Câu hỏi số 1?" in text
    assert "Lời giải thích 1" not in text and "Nguồn thử" not in text


def test_a_question_costs_a_phone_at_most_four_kilobytes(session, phone, do, pushed):
    an = phone("Ánh")
    channel = audiences.players_channel(session.pk, "vi")
    question = pushed(lambda: do("next"), channel)
    an.answer(2)
    result = pushed(lambda: do("reveal"), channel)
    (_, parts, _) = json.loads(result[-1][1])
    assert len(question[-1][1].encode()) + len(next(iter(parts.values())).encode()) <= 8192
    assert len(question[-1][1].encode()) <= 4096
    assert len(next(iter(parts.values())).encode()) <= 4096


def test_each_phone_gets_its_own_result_only(session, phone, do, pushed):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    binh.answer(1)
    sent = pushed(lambda: do("reveal"), audiences.players_channel(session.pk, "vi"))
    _event, parts, others = json.loads(sent[-1][1])
    by_name = {p.nickname: parts[str(p.pk)] for p in session.participants.all()}
    assert others == ""
    assert "Đúng rồi" in by_name["Ánh"] and "Chưa đúng" not in by_name["Ánh"]
    assert "Chưa đúng" in by_name["Bình"]


def test_phones_in_english_are_pushed_english(session, phone, do, pushed):
    an = phone("Ánh")
    an.client.cookies["lang"] = "en"
    an.page()
    sent = pushed(lambda: do("next"), audiences.players_channel(session.pk, "en"))
    assert "Question number 1?" in sent[-1][1]


def test_the_host_hears_how_many_have_answered_not_what(session, phone, do):
    an = phone("Ánh")
    do("next")
    listener = connection().pubsub()
    listener.subscribe(names.push(audiences.host_channel(session.pk, "vi")))
    listener.get_message(timeout=1)
    screens.answered_changed(session.pk, 1, 2)
    message = listener.get_message(timeout=2)
    assert message["data"].endswith("count\n1/2")
    an.page()


def test_a_push_that_redis_lost_is_sent_again(session, phone, do, pushed):
    phone("Ánh")
    channel = audiences.players_channel(session.pk, "vi")
    pushed(lambda: do("next"), channel)
    assert healing.heal() == 0
    connection().delete(*connection().keys(names.version("*")))
    assert healing.heal() == 1
    assert "Câu hỏi số 1?" in connection().xrange(names.stream(channel))[-1][1]["data"]


def test_somebody_removed_may_listen_to_nothing_more(host, session, phone, do):
    """Neither with the old slip, in any language, nor with the one of the page that says so."""
    an = phone("Ánh")
    me = session.participants.get()
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": me.pk})
    me.refresh_from_db()
    slip = tokens.read(re.search(r'data-slip="([^"]+)"', an.page())[1])
    assert slip.channel == audiences.gone_channel(session.pk)


def test_every_stream_of_somebody_removed_is_cut(
    host, session, phone, django_capture_on_commit_callbacks
):
    phone("Ánh")
    me = session.participants.get()
    with django_capture_on_commit_callbacks(execute=True):
        host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": me.pk})
    for language in ("vi", "en"):
        key = names.generation(audiences.players_channel(session.pk, language), str(me.pk))
        assert int(connection().get(key)) == 1


def test_a_late_version_never_goes_backwards(session, phone, do, pushed):
    phone("Ánh")
    channel = audiences.players_channel(session.pk, "vi")
    pushed(lambda: do("next"), channel)
    newest = int(connection().get(names.version(channel)))
    from live.publish import publish

    publish(channel, "<p>old</p>", version=1)
    assert int(connection().get(names.version(channel))) == newest
