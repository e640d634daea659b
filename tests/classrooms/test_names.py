"""Names: one canonical form, nothing a class should not read, another one at a tap (R38–R40)."""

from __future__ import annotations

import unicodedata

import pytest

from classrooms import audiences, denied, name_ideas, nicknames
from classrooms.errors import BadNickname, DeniedNickname
from classrooms.models import Participant
from heritage.models import EthnicGroup, GroupName, Province
from live import names as live_names
from live.publish import connection

from .given_names import COMMON, HERITAGE, names

HIDDEN = [
    *("lồn", "LỒN", "lôn", "lon", "l0n", "loooon", "l.ồ.n", "l o n", "l_o_n", "l'o'n", "lồn!"),
    *("vãi lồn", "vailon", "cặc", "c4c", "C A C", "địt", "dit", "đ1t", "d!t", "ditmemay"),
    *("đụ má", "du ma", "dume", "đĩ", "đéo", "óc chó", "oc cho", "đcm", "đ.c.m", "vcl", "ngu"),
    *("fuck", "FuCk", "f u c k", "f.u.c.k", "fuuuck", "xfuckx", "ｆｕｃｋ", "fu ck", "sh1t", "5ex"),
    *(
        "b1tch",
        "a$$",
        "@ss",
        "nigga",
        "fu\u200bck",
        "fu\u00adck",
        "f\u0443ck".replace("\u0443", "u"),
    ),
    "c\u0430c",  # a Cyrillic letter that looks Latin
]


@pytest.mark.parametrize("name", HIDDEN)
def test_req_r38_a_swear_word_is_refused_however_it_is_hidden(db, name):
    with pytest.raises(DeniedNickname):
        nicknames.canonical(name)


#: Two letters are an insult where they lie together ("đm"), where dots join them and the second is
#: small ("đ.m", "Đ.m"), and before "mày" however they lie. With a space or two capitals they are
#: somebody's initials, and so are three letters.
TWO_LETTERS = [
    *[(name, True) for name in ("đm", "đm mày", "đmm", "đmmày", "Đmmày", "dmmay", "đcmmày")],
    *[(name, True) for name in ("đ.m", "d.m", "Đ.m", "đ..m", "đ.m.", "đ.mm", "đ.m hùng", "ｄ．ｍ")],
    *[(name, True) for name in ("đ.m mày", "đ.m.mày", "đ.mmày", "đ m mày", "Đ.M mày", "D.M MÀY")],
    *[(name, True) for name in ("an đ.m", "đ.m.hùng", "d.m mày")],
    *[(name, False) for name in ("Đ M", "đ m", "Đ.M", "Đ.M.", "D.M", "Đ.M. Hùng", "Đ. M. Hùng")],
    *[
        (name, False)
        for name in ("D. Mai", "D.Mai", "d.mai", "Đ.Minh", "d.m.h", "a.d.m", "D M May")
    ],
    *[(name, False) for name in ("Ad.m", "Đạt M", "Mây", "May")],
]


@pytest.mark.parametrize(("name", "refused"), TWO_LETTERS)
def test_req_r38_an_insult_of_two_letters_is_told_from_initials(db, name, refused):
    assert denied.is_denied(nfc(name)) is refused


def test_req_r38_common_given_names_pass(db):
    given = names(COMMON)
    assert len(given) >= 300
    assert [name for name in given if denied.is_denied(nfc(name))] == []


def test_req_r38_heritage_names_pass(db):
    shown = GroupName.objects.exclude(kind=GroupName.Kind.AVOID).values_list("name", flat=True)
    official = EthnicGroup.objects.values_list("name_vi", flat=True)
    provinces = Province.objects.values_list("name_vi", flat=True)
    everything = {*names(HERITAGE), *shown, *official, *provinces}
    assert [name for name in sorted(everything) if denied.is_denied(name)] == []


def test_req_r38_two_names_together_make_no_swear_word(db):
    given = [name for name in names(COMMON) if " " not in name][::3]
    pairs = [f"{first} {second}" for first in given for second in given[::4]]
    assert [pair for pair in pairs if denied._denied_word(pair)] == []


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("Mán", True),
        ("người Mán", True),
        ("Người Mèo", True),
        ("dân tộc Mọi", True),
        ("Xá Lá Vàng", True),
        ("xa la vang", True),
        ("Tày Hạt", True),
        ("Mèo", False),
        ("Mèo Con", False),
        ("Mọi Người", False),
        ("Thổ", False),
        ("người Thổ", False),
        ("Xá Phó", False),
        ("Thượng", False),
        ("Thạch Bích", False),
        ("Mẫn", False),
    ],
)
def test_req_r38_names_that_peoples_avoid_are_refused_where_they_name_people(db, name, refused):
    assert denied.is_denied(nfc(name)) is refused


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def test_req_r38_a_refused_name_is_told_kindly_with_a_name_to_take(session, phone):
    page = phone("đ.ị.t").joined
    assert page.status_code == 400
    text = page.content.decode()
    assert "Bạn chọn tên khác" in text
    assert any(f'value="{idea}"' in text for idea in name_ideas.all_names("vi"))
    assert not Participant.objects.exists()


def test_req_r38_the_button_fills_in_a_name_and_joins_nobody(session, client):
    page = client.post("/join/", {"code": session.code, "nickname": "", "idea": "1"})
    assert page.status_code == 200
    text = page.content.decode()
    assert "Đặt tên giúp tôi" in text
    assert any(f'value="{idea}"' in text for idea in name_ideas.all_names("vi"))
    assert not Participant.objects.exists()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_req_r38_every_name_of_the_generator_is_a_good_nickname(db, language):
    ideas = list(name_ideas.all_names(language))
    assert len(ideas) == len(set(ideas)) > 250
    assert [idea for idea in ideas if nicknames.canonical(idea) != idea] == []


def test_req_r38_a_drawn_name_is_free_even_when_all_are_taken():
    taken = {nicknames.key(name) for name in name_ideas.all_names("vi")}
    assert nicknames.key(name_ideas.fresh(taken)) not in taken


def test_req_r38_the_host_renames_by_one_tap_and_the_phone_is_told(
    host, session, phone, django_capture_on_commit_callbacks
):
    an = phone("Bạn Xấu Tính")
    person = Participant.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        screen = host.post(
            f"/classrooms/sessions/{session.pk}/people/",
            {"rename": person.pk},
            headers={"HX-Request": "true"},
        ).content.decode()
    person.refresh_from_db()
    assert person.nickname in set(name_ideas.all_names("vi"))
    assert person.nickname in screen and "Hoàn tác" in screen
    page = an.page()
    assert f"Thầy cô đã đặt tên mới cho bạn: {person.nickname}" in page
    sent = connection().xrange(live_names.stream(audiences.players_channel(session.pk, "vi")))
    assert person.nickname in sent[-1][1]["data"]


def test_req_r38_the_host_may_type_the_name_and_take_it_back(host, session, phone):
    phone("Ánh")
    person = Participant.objects.get()
    address = f"/classrooms/sessions/{session.pk}/people/"
    host.post(address, {"rename": person.pk, "nickname": " Minh  Ánh "})
    person.refresh_from_db()
    assert person.nickname == "Minh Ánh"
    host.post(address, {"rename": person.pk, "nickname": "Ánh"})
    person.refresh_from_db()
    assert person.nickname == "Ánh"


@pytest.mark.parametrize("typed", ["Bình", "đ!t", "x" * 31])
def test_req_r38_a_name_the_host_cannot_give_changes_nothing_and_says_why(
    host, session, phone, typed
):
    phone("Ánh"), phone("Bình")
    person = Participant.objects.get(nickname="Ánh")
    answer = host.post(
        f"/classrooms/sessions/{session.pk}/people/",
        {"rename": person.pk, "nickname": typed},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 409
    assert 'class="toast' in answer.content.decode()
    person.refresh_from_db()
    assert person.nickname == "Ánh"


@pytest.mark.parametrize(
    "twin",
    [
        "ánh",
        "ÁNH",
        " Á n h ",
        "Á\u200bnh",
        "A\u0301nh",
        "Á\u00adnh",
        "Ａ\u0301nh",
        "\u2060Ánh\ufeff",
        "Ánh\ufe0f",
        "Á\u034fnh",
        "Ánh\u3164",
    ],
)
def test_req_r39_names_that_read_alike_are_one_name_with_a_suggestion(session, phone, twin):
    phone("Ánh")
    answer = phone(twin).joined
    assert answer.status_code == 409
    assert " 2" in answer.content.decode()
    assert Participant.objects.count() == 1


def test_req_r39_apostrophes_typed_apart_are_one_name(session, phone):
    phone("H’Linh")
    assert phone("H'Linh").joined.status_code == 409
    assert phone("Hlinh").joined.status_code == 302


def test_req_r39_the_suggestion_of_a_long_name_still_fits():
    assert nicknames.suggestion("á" * 30, set()) == "á" * 28 + " 2"
    family = "👨\u200d👩\u200d👧"
    longest = nicknames.suggestion(family * 17, set())
    assert longest.endswith(" 2") and len(longest) <= nicknames.MAX_LENGTH


@pytest.mark.parametrize("typed", ["Nguyễn Thị Ánh", "Ếch Ộp", "Trường Đạt"])
def test_req_r40_an_iphone_keyboard_stores_the_same_name_as_any_other(session, phone, typed):
    apart = unicodedata.normalize("NFD", typed)
    assert apart != typed
    assert phone(apart).joined.status_code == 302
    person = Participant.objects.get()
    assert person.nickname == typed
    assert person.nickname_key == nicknames.key(typed)


def test_req_r40_one_name_everywhere(session, phone, do, host):
    an = phone(unicodedata.normalize("NFD", "  Bảo   Trâm "))
    do("next")
    an.answer(2)
    do("reveal")
    for page in (
        an.page(),
        host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode(),
    ):
        assert "Bảo Trâm" in page
        assert unicodedata.normalize("NFD", "Bảo Trâm") not in page


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ánh", 3),
        ("A\u0301nh", 3),
        ("👨\u200d👩\u200d👧", 1),
        ("👍🏽", 1),
        ("🇻🇳", 1),
        ("🇻🇳🇱🇦", 2),
        ("❤\ufe0f", 1),
        ("1\ufe0f\u20e3", 1),
        ("ខ្មែរ", 3),
        ("", 0),
    ],
)
def test_req_r40_characters_are_counted_as_they_are_seen(text, seen):
    assert len(nicknames.graphemes(text)) == seen


def test_req_r40_thirty_emoji_are_thirty_characters(db):
    assert nicknames.canonical("👍🏽" * 30) == "👍🏽" * 30
    with pytest.raises(BadNickname):
        nicknames.canonical("👍🏽" * 31)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("👨\u200d👩\u200d👧 An", "👨\u200d👩\u200d👧 An"),
        ("A\u200dn", "An"),
        ("A\u200bn\u2060", "An"),
        ("\u202eAn", "An"),
        ("An\u0000", "An"),
        ("A" + "\u0336" * 40 + "n", "A" + "\u0336" * 4 + "n"),
        ("An \u0301", "An"),
        ("\ufe0fAn", "An"),
        ("A\tn", "A n"),
    ],
)
def test_req_r40_only_what_is_seen_is_stored(db, typed, stored):
    assert nicknames.canonical(typed) == stored


@pytest.mark.parametrize("typed", ["\u3164", "\u2800", "\u200b\u200d", "...", "\u0301", "\ud800"])
def test_req_r40_a_name_of_nothing_is_refused(db, typed):
    with pytest.raises(BadNickname):
        nicknames.canonical(typed)
