"""How points count and how the class plays: alone, places hidden, in teams, together."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from classrooms import classes, plays, screens, sessions, teams
from classrooms.models import Answer, Participant, Session
from classrooms.modes import Mode
from classrooms.results import Line, Mark, Results, Status
from classrooms.scene import Scene
from quizzes import scoring

NEW = "/classrooms/sessions/new/"
NAMES = ["Ánh", "Bình", "Chi", "Dung"]

together, hidden, in_teams, accuracy = (
    pytest.mark.parametrize("session", [mode], indirect=True)
    for mode in (
        Mode(play="together"),
        Mode(play="hidden"),
        Mode(play="teams", team_count=2),
        Mode(scoring="accuracy"),
    )
)


@pytest.fixture
def session(request, teacher, deck) -> Session:
    return sessions.open_session(teacher, deck, mode=getattr(request, "param", None))


@pytest.fixture
def wall(host, session):
    return lambda: host.get(f"/classrooms/sessions/{session.pk}/stage/").content.decode()


def words(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


# --- the choice ----------------------------------------------------------------------------------


def opened(host: Client, **choice: str) -> Session:
    host.post(NEW, {"deck": "small", **choice})
    return Session.objects.latest("pk")


def test_req_r29_who_chooses_nothing_gets_ranks_and_speed(host, deck):
    session = opened(host)
    assert (session.scoring, session.play, session.team_count) == ("speed", "ranks", 0)


def test_req_r55_the_choice_is_kept_and_offered_the_next_time(host, teacher, deck):
    session = opened(host, scoring="accuracy", play="teams", team_count="3")
    assert (session.scoring, session.play, session.team_count) == ("accuracy", "teams", 3)
    page = host.get(NEW).content.decode()
    assert re.search(r'name="play" value="teams" checked', page)
    assert re.search(r'name="scoring" value="accuracy" checked', page)
    assert re.search(r'<option value="3" selected>', page)


def test_req_r55_a_class_has_a_choice_of_its_own(host, teacher, deck):
    group = classes.create(teacher, "7A2")
    sessions.open_session(teacher, deck, for_class=group, mode=Mode(play="together"))
    assert 'value="ranks" checked' in host.get(NEW).content.decode()
    assert 'value="together" checked' in host.get(f"{NEW}?class={group.pk}").content.decode()


def test_req_r55_the_choice_outlives_a_search_for_another_deck(host, deck):
    page = host.get(f"{NEW}?q=nho&play=hidden&scoring=accuracy&size=5").content.decode()
    assert 'value="hidden" checked' in page and 'value="accuracy" checked' in page
    nonsense = host.get(f"{NEW}?play=war")
    assert nonsense.status_code == 200 and 'value="ranks" checked' in nonsense.content.decode()


@pytest.mark.parametrize(
    "choice",
    [
        {"play": "war"},
        {"play": ""},
        {"scoring": "luck"},
        {"play": "teams", "team_count": "1"},
        {"play": "teams", "team_count": "7"},
        {"play": "teams", "team_count": "²"},
        {"play": "teams", "team_count": ""},
    ],
)
def test_req_r55_a_choice_that_is_none_opens_no_room_and_says_why(host, deck, choice):
    answer = host.post(NEW, {"deck": "small", **choice}, follow=True)
    assert not Session.objects.exists()
    assert "chưa mở phòng nào" in answer.content.decode()


# --- accuracy ------------------------------------------------------------------------------------


@accuracy
def test_req_r29_where_only_right_answers_count_time_does_not(host, session, phone, do, wall):
    an, binh, chi = phone("Ánh"), phone("Bình"), phone("Chi")
    do("next")
    for person in (an, binh):
        person.answer(2)
    chi.answer(1)
    Answer.objects.filter(participant__nickname="Bình").update(elapsed_ms=19_999, late=True)
    do("reveal")
    lines = Scene(session).results.lines
    assert [(line.total, line.place) for line in lines] == [(1000, 1), (1000, 1), (0, 3)]
    told = words(an.page())
    assert "+1.000 điểm" in told and "giây" not in told


# --- places hidden -------------------------------------------------------------------------------


@hidden
def test_req_r55_hidden_places_are_on_the_own_phone_only(session, do, phone, wall):
    phones = [phone(name) for name in reversed(NAMES)]
    do("next")
    phones[0].answer(2)  # Dung, the first
    do("reveal")
    do("next")
    told = words(phones[1].page())
    assert "Hạng của bạn" in told and " 2 /4" in told
    assert not any(name in told for name in NAMES if name != "Chi")
    shown = wall()
    stage = shown[shown.index("<main") :]
    assert not any(name in stage for name in NAMES) and "25%" in stage
    do("end")
    shown = wall()
    stage = shown[shown.index("<main") :]
    at = [stage.index(name) for name in NAMES]
    assert at == sorted(at)  # the alphabet, not the places
    assert "Cảm ơn cả lớp" in stage and "1.000" not in stage
    assert "Dung" not in words(phones[1].page())


# --- teams ---------------------------------------------------------------------------------------


@in_teams
def test_req_r55_phones_are_dealt_out_evenly_and_late_ones_go_to_the_smallest(
    host, session, phone, do
):
    for name in NAMES:
        phone(name)
    people = dict(session.participants.values_list("nickname", "pk"))
    dealt = list(session.participants.values_list("team", flat=True))
    assert dealt == [1, 2, 1, 2]
    do("next")
    for name in ("Ánh", "Chi"):
        host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": people[name]})
    phone("Én")
    assert session.participants.get(nickname="Én").team == 1


@given(count=st.integers(2, 6), people=st.integers(0, 60))
def test_req_r55_teams_never_differ_by_more_than_one(count, people):
    sizes = [0] * count
    for _ in range(people):
        sizes[teams.deal(sizes) - 1] += 1
    assert max(sizes) - min(sizes) <= 1 and sizes == sorted(sizes, reverse=True)


def test_teams_of_a_session_that_has_none(session, phone):
    phone("Ánh")
    assert session.participants.get().team == Participant.Team.NONE


@in_teams
def test_req_r55_the_teacher_moves_somebody_in_the_lobby_and_takes_it_back(
    host, session, phone, do
):
    an = phone("Ánh")
    me = session.participants.get()
    assert "Đội Nắng" in words(an.page())
    sheet = host.get(f"/classrooms/sessions/{session.pk}/people/{me.pk}/").content.decode()
    assert 'name="move"' in sheet and "Đội Trăng" in sheet
    address = f"/classrooms/sessions/{session.pk}/people/"
    moved = host.post(address, {"move": me.pk, "team": 2}, headers={"HX-Request": "true"})
    page = moved.content.decode()
    assert "Ánh đã chuyển sang Đội Trăng" in page
    assert "Đội Trăng" in words(an.page())
    undo = page[page.index('id="undo"') :]
    assert 'name="team" value="1"' in undo and 'name="move"' in undo
    do("next")
    late = host.post(address, {"move": me.pk, "team": 1}, headers={"HX-Request": "true"})
    assert late.status_code == 409
    me.refresh_from_db()
    assert me.team == 2
    sheet = host.get(f"/classrooms/sessions/{session.pk}/people/{me.pk}/").content.decode()
    assert 'name="move"' not in sheet


@in_teams
@pytest.mark.parametrize("team", ["0", "3", "-1", "²", "", "9" * 30])
def test_req_r55_there_is_no_such_team(host, session, phone, team):
    phone("Ánh")
    me = session.participants.get()
    answer = host.post(
        f"/classrooms/sessions/{session.pk}/people/",
        {"move": me.pk, "team": team},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 409 and "không có đội đó" in answer.content.decode()
    me.refresh_from_db()
    assert me.team == 1


@in_teams
def test_req_r55_nobody_is_moved_where_there_are_no_teams(host, teacher, deck, session, phone):
    phone("Ánh")
    me = session.participants.get()
    other = sessions.open_session(teacher, deck)
    host.post(f"/classrooms/sessions/{other.pk}/people/", {"move": me.pk, "team": 1})
    me.refresh_from_db()
    assert me.team == 1


@in_teams
def test_req_r55_teams_stand_by_the_mean_of_those_who_were_asked(
    host, session, phone, do, wall, django_assert_max_num_queries
):
    an, binh, chi = (phone(name) for name in NAMES[:3])  # teams 1, 2, 1
    do("next")
    an.answer(2)
    binh.answer(2)
    Answer.objects.update(elapsed_ms=0)
    do("reveal")
    phone("Dung")  # team 2, not asked: takes nothing from it
    do("next")
    lines = Scene(Session.objects.get(pk=session.pk)).play.lines
    assert [(line.name, line.total, line.place) for line in lines] == [
        ("Đội Trăng", 1000, 1),
        ("Đội Nắng", 500, 2),
    ]
    shown = wall()
    stage = words(shown[shown.index("<main") :])
    assert stage.index("Đội Trăng") < stage.index("Đội Nắng")
    assert not any(name in stage for name in NAMES)
    told = chi.page()
    assert "Đội Nắng" in words(told) and 'class="sign s1"' in told
    assert not any(name in told for name in ("Ánh", "Bình", "Dung"))
    do("end")
    assert "Đội Trăng" in wall() and "Bình" not in wall()[wall().index("<main") :]


@in_teams
def test_req_r29_report_and_files_show_the_teams_and_how_the_class_played(host, session, phone, do):
    an, _binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    Answer.objects.update(elapsed_ms=10_000)
    do("reveal")
    address = f"/classrooms/sessions/{session.pk}/report"
    page = words(host.get(f"{address}/").content.decode())
    assert "Theo đội (2) · Đúng và nhanh" in page and "Đội Nắng 1 750 1" in page
    raw = host.get(f"{address}.csv").content.decode("utf-8-sig")
    rows = {row["Tên"]: row for row in csv.DictReader(io.StringIO(raw), delimiter=";")}
    assert rows["Ánh"]["Đội"] == "Đội Nắng" and rows["Bình"]["Đội"] == "Đội Trăng"
    assert rows["Ánh"]["Cách chơi"] == "Theo đội (2) · Đúng và nhanh"
    book = load_workbook(io.BytesIO(host.get(f"{address}.xlsx").content))
    assert [cell.value for cell in book["Các đội"][2]] == [1, "Đội Nắng", 1, 750]
    told = host.get(f"/api/v1/sessions/{session.pk}/report/").json()
    assert {student["nickname"]: student["team"] for student in told["students"]} == {
        "Ánh": 1,
        "Bình": 2,
    }


# --- together ------------------------------------------------------------------------------------


@together
def test_req_r55_together_there_is_no_place_on_wall_or_phone(session, phone, do, wall):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    binh.answer(1)
    do("reveal")
    seen = [an.page(), binh.page()]
    assert "Bạn vừa thắp sáng một hạt" in words(seen[0])
    do("next")
    seen += [an.page(), binh.page()]
    shown = wall()
    assert "1 /4" in words(shown[shown.index("<main") :])  # 60 % of 2 × 3 right answers
    assert "1 hạt" in words(an.page()) and "0 hạt" in words(binh.page())
    walls = [shown[shown.index("<main") :]]
    do("end")
    seen += [an.page(), binh.page()]
    assert "1 /2" in words(an.page())  # one question was asked: 60 % of 2
    shown = wall()
    walls.append(shown[shown.index("<main") :])
    do("close")
    seen += [an.page(), binh.page()]
    for page in map(words, [*seen, *walls]):
        assert not re.search(r"[Hh]ạng (?!Rỡ)|điểm|[Bb]ục", page), page
    assert "Bình" not in an.page() and not any(name in walls[1] for name in ("Ánh", "Bình"))


def made_up(matrix: list[list[Status]], session: Session) -> Results:
    """Results of a class of which only marks are known: a row a person, a column a question."""
    people = [
        Participant(pk=pk, session=session, team=pk % 3 + 1, joined_at=timezone.now())
        for pk in range(len(matrix))
    ]
    lines = [
        Line(
            participant=person,
            marks={at: Mark(status) for at, status in enumerate(row)},
            total=0,
            right=row.count(Status.RIGHT),
            asked=len(row) - row.count(Status.ABSENT),
            streak=0,
            place=1,
        )
        for person, row in zip(people, matrix, strict=True)
    ]
    return Results(lines=tuple(lines), removed=(), items=())


matrices = st.integers(0, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from(list(Status)), min_size=width, max_size=width), max_size=9
    )
)


@given(matrix=matrices, still=st.integers(0, 12))
def test_req_r55_the_light_of_a_class_is_the_sum_of_its_students(matrix, still):
    asked = len(matrix[0]) if matrix else 0
    session = Session(play="together", state=Session.State.STANDINGS, index=asked - 1)
    found = made_up(matrix, session)
    play = plays.play_of(session, lambda: found, asked + still)
    assert isinstance(play, plays.Together)
    assert play.goal.lit == sum(line.right for line in found.lines)
    possible = sum(line.asked for line in found.lines) + still * len(matrix)
    assert play.goal.target == max(1, -(-possible * 6 // 10))


@given(lit=st.integers(0, 30_000), target=st.integers(1, 30_000), most=st.integers(1, 400))
def test_req_r55_the_picture_shines_wholly_at_the_goal_and_not_before(lit, target, most):
    goal = plays.Goal(lit, target)
    drawn, shining = goal.drawn(most)
    assert 0 <= shining <= drawn <= most
    assert (shining == drawn) == goal.reached
    assert goal.left == 0 or goal.extra == 0


@together
def test_req_r55_the_goal_follows_who_is_there(host, session, phone, do):
    def target() -> int:
        return Scene(Session.objects.get(pk=session.pk)).play.goal.target

    phone("Ánh"), phone("Bình")
    assert target() == 4  # 2 students × 3 questions
    do("next")
    assert target() == 4  # the open question still counts
    do("reveal")
    phone("Chi")  # has two questions before her
    assert target() == 5  # 2 + 3 × 2
    chi = session.participants.get(nickname="Chi")
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": chi.pk})
    assert target() == 4
    do("end")
    assert target() == 2


# --- ties at the end -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "steps", "listed"),
    [
        ([9, 8, 7, 6, 5, 4, 3], [(2, "B"), (1, "A"), (3, "C")], "DEF"),
        ([9, 8, 7, 7, 5], [(2, "B"), (1, "A"), (3, "CD")], "E"),
        ([9, 9, 7, 6], [(1, "AB"), (3, "C")], "D"),
        ([9, 8, 8, 8, 5], [(2, "BCD"), (1, "A")], "E"),
        ([9, 8, 7, 7, 7, 7, 5], [(2, "B"), (1, "A"), (3, "CDEF")], "CDEFG"),
        ([9, 8, 7, 6, 5, 5, 5, 4], [(2, "B"), (1, "A"), (3, "C")], "D"),
        ([9] * 8, [(1, "ABCDEFGH")], "ABCDEFGH"),
        ([9], [(1, "A")], ""),
    ],
)
def test_who_share_a_place_are_treated_alike_on_the_podium(totals, steps, listed):
    podium = plays.podium(
        plays.Stander(1, name, place, total)
        for name, place, total in zip("ABCDEFGH", scoring.places(totals), totals, strict=False)
    )
    assert [(s.place, "".join(one.name for one in s.standers)) for s in podium.steps] == steps
    assert "".join(one.name for one in podium.listed) == listed


def test_three_seconds_stand_on_one_step_and_no_star_shines_for_nothing(session, wall, phone, do):
    best, *_others = (phone(name) for name in NAMES)
    do("next")
    best.answer(2)
    do("reveal")
    do("end")
    ranks = wall()
    assert ranks.count('class="step p') == 2 and ranks.count("#i-star") == 1
    step = re.search(r'<li class="step p2">.*?</li>', ranks, re.DOTALL)[0]
    assert all(name in step for name in NAMES[1:])
    nobody = plays.Step(1, (plays.Stander(1, "A", 1, 0),))
    assert not nobody.shines


# --- phones in every way -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "session",
    [Mode(play=play, team_count=6 if play == "teams" else 0) for play in plays.PLAYS],
    indirect=True,
)
def test_req_r55_a_phone_gets_at_most_four_kilobytes_between_questions(session, phone, do):
    for name in [*NAMES, "Én", "Giang"]:
        phone(name * 3)
    do("next")
    do("reveal")
    do("next")
    scene = Scene(Session.objects.get(pk=session.pk))
    me = session.participants.first()
    assert len(screens.player_fragment(scene, me).encode()) <= 4096
    do("end")
    for person in session.participants.all():
        scene = Scene(Session.objects.get(pk=session.pk))
        assert 'data-phase="podium"' in screens.player_fragment(scene, person)
