"""OAQ notation: positions and whole games as text, and games as JSON (§13 of the rules).

>>> from games.o_an_quan.rules import Move, start
>>> opening = start()
>>> str(parse(str(opening))) == str(opening)
True
>>> game = record(opening, [Move.parse("B1c"), Move.parse("Y3c")], tags={"Blue": "An"})
>>> print(game.text())
[OAQ "1"]
[Blue "An"]
[Rules "quan_value=5 quan_non=off borrow=on empty_quan=stop end=pieces"]
[Start "5,5,5,5,5/5,5,5,5,5/0q,0q B 0:0:0 0:0:0 0 0"]
[Result "17-41"]
[Winner "Y"]
[Termination "het_quan"]
<BLANKLINE>
1. B1c Y3c 17-41
<BLANKLINE>
>>> replay(game.text()) == game
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.game import (
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    Refusal,
    read_options,
    write_options,
)

from . import rules
from .rules import LEFT, LETTERS, RICE, RIGHT, Board, Event, Move, Options, Player, State, Stock

VERSION = 1
#: Longer texts are not looked at. The longest game seen has 170 turns, about 1,000 characters.
LONGEST = 100_000

_NUMBER = r"(?:0|[1-9][0-9]{0,5})"
_ROW = rf"{_NUMBER}(?:,{_NUMBER}){{4}}"
_BOARD = re.compile(rf"({_ROW})/({_ROW})/({_NUMBER}q?),({_NUMBER}q?) ([BY-])")
_STOCK = re.compile(rf"(0|-?[1-9][0-9]{{0,5}}):({_NUMBER}):({_NUMBER})")
_PLAIN = re.compile(_NUMBER)
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')
_SCORE = re.compile(rf"(-?{_NUMBER})-(-?{_NUMBER})")
_COMMENT = re.compile(r"\{[^{}]*\}")
_TURN_NUMBER = re.compile(r"[0-9]+\.+")
#: Tags that a record computes; all others are kept as they came.
_COMPUTED = ("OAQ", "Rules", "Start", "Result", "Winner", "Termination")
_ENDINGS = (*rules.REASONS, *rules.SPOKEN_REASONS)


class InvalidText(Refusal):
    """A position or a record that cannot be read or contradicts itself: code `malformed`.

    The fact `what` is one word for what is wrong, see docs/reference/o-an-quan-notation.md.
    """

    def __init__(self, what: str, **facts: Any) -> None:
        super().__init__("malformed", what=what, **facts)


# --- positions -----------------------------------------------------------------------------------


def parse(text: str, options: Options | None = None) -> State:
    """The position a line means; how often its board has stood starts afresh.

    Raises InvalidText `form`, `citizens`, `mandarins`, `negative`, `bare`, `quiet`, `ended` or
    `unfinished`.
    """
    fields = text.split(" ")
    if len(fields) != 6:
        raise InvalidText("form")
    board = parse_board(" ".join(fields[:2]))
    blue, yellow = (_STOCK.fullmatch(each) for each in fields[2:4])
    if not (blue and yellow and all(_PLAIN.fullmatch(each) for each in fields[4:])):
        raise InvalidText("form")
    state = State(
        options or Options(),
        board,
        (Stock(*map(int, blue.groups())), Stock(*map(int, yellow.groups()))),
        quiet=int(fields[4]),
        ply=int(fields[5]),
        seen=() if board.side is None else (board,),
    )
    _validate(state)
    return replace(state, winner=rules.leader(rules.score(state))) if state.over else state


def parse_board(text: str) -> Board:
    """The first two fields of a position: squares and side to move. Raises InvalidText `form`."""
    found = _BOARD.fullmatch(text)
    if not found:
        raise InvalidText("form")
    yellow, blue, left, right, side = found.groups()
    citizens = [0] * 12
    for player, row in ((rules.BLUE, blue), (rules.YELLOW, yellow)):
        for square, stones in zip(RICE[player], row.split(","), strict=True):
            citizens[square] = int(stones)
    mandarins = set()
    for square, content in ((LEFT, left), (RIGHT, right)):
        citizens[square] = int(content.rstrip("q"))
        if content.endswith("q"):
            mandarins.add(square)
    mover = None if side == "-" else LETTERS.index(side)
    return Board(tuple(citizens), frozenset(mandarins), mover)


def _validate(state: State) -> None:
    board, stocks = state.board, state.stocks
    if sum(board.citizens) + sum(stock.citizens for stock in stocks) != rules.CITIZENS:
        raise InvalidText("citizens")
    if len(board.mandarins) + sum(stock.mandarins for stock in stocks) != rules.MANDARINS:
        raise InvalidText("mandarins")
    if board.side is None:
        if any(rules.at_home(board.citizens)) or any(stock.debt for stock in stocks):
            raise InvalidText("unfinished")
        return
    if any(stock.citizens < 0 for stock in stocks):
        raise InvalidText("negative")
    if not any(board.citizens[square] for square in RICE[board.side]):
        raise InvalidText("bare")
    if state.quiet >= rules.QUIET_LIMIT:
        raise InvalidText("quiet")
    if rules.mandarins_gone(state.options, board.citizens, board.mandarins):
        raise InvalidText("ended")


# --- options -------------------------------------------------------------------------------------


def options_text(options: Options) -> str:
    """The value of the tag Rules; who starts is no part of it."""
    words = {True: "on", False: "off"}
    return " ".join(
        f"{name}={words[value] if isinstance(value, bool) else value}"
        for name, value in _named(options).items()
    )


def parse_options(text: str) -> Options:
    """Options from the tag Rules; those left out take the default. Raises InvalidText `rules`."""
    named: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in named:
            raise InvalidText("rules", rule=word[:40])
        named[name] = value
    return _options(named)


def _named(options: Options) -> dict[str, Any]:
    named = write_options(options)
    del named["start"]
    return named


def _options(named: Mapping[str, Any]) -> Options:
    if "start" in named:
        raise InvalidText("rules", rule="start")
    try:
        return read_options(Options, named)
    except InvalidOptions as refused:
        raise InvalidText("rules", rule=str(refused.facts["name"])[:40]) from refused


# --- whole games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """A game from its first position to `final`, finished or not; `tags` are the free ones."""

    start: State
    moves: tuple[Move, ...]
    final: State
    tags: Mapping[str, str] = field(default_factory=dict)

    def turns(self) -> Iterator[tuple[State, Move, tuple[Event, ...]]]:
        """Each move with the position it was made in and what happened."""
        state = self.start
        for move in self.moves:
            before = state
            state, events = rules.play(state, move)
            yield before, move, events

    @property
    def result(self) -> rules.Result | None:
        return rules.outcome(self.final)

    @property
    def score_text(self) -> str:
        """`17-42`, or `*` while the game goes on."""
        return "{}-{}".format(*self.result.points) if self.result else "*"

    def text(self) -> str:
        """The record as text; `replay` reads it."""
        lines = [_tag("OAQ", str(VERSION))]
        lines += [_tag(name, value) for name, value in self.tags.items()]
        lines.append(_tag("Rules", options_text(self.start.options)))
        lines.append(_tag("Start", str(self.start)))
        lines.append(_tag("Result", self.score_text))
        if self.result:
            lines.append(_tag("Winner", _winner_text(self.result.winner)))
            if self.result.reason:
                lines.append(_tag("Termination", self.result.reason))
        return "\n".join([*lines, "", *self._movetext(), ""])

    def _movetext(self, width: int = 80) -> list[str]:
        pairs = [self.moves[at : at + 2] for at in range(0, len(self.moves), 2)]
        lines = [""]
        words = [f"{at}. {' '.join(map(str, pair))}" for at, pair in enumerate(pairs, 1)]
        for word in [*words, self.score_text]:
            if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".lstrip()
        return lines

    def as_json(self) -> dict[str, Any]:
        game: dict[str, Any] = {
            "oaq": VERSION,
            "rules": _named(self.start.options),
            "start": str(self.start),
            "moves": [str(move) for move in self.moves],
            "result": None,
        }
        if self.tags:
            game["tags"] = dict(self.tags)
        if self.result:
            blue, yellow = self.result.points
            game["result"] = {
                "blue": blue,
                "yellow": yellow,
                "winner": _winner_text(self.result.winner),
                "termination": self.result.reason,
            }
        return game


def record(
    start: State,
    moves: Iterable[Move],
    *,
    word: tuple[str, Player | None] | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The game these moves make; `word` is a reason of `SPOKEN_REASONS` and the winner.

    Raises IllegalMove of the first bad move, with its place as the fact `ply`, from 1.
    """
    moves = tuple(moves)
    state = start
    for ply, move in enumerate(moves, 1):
        try:
            state, _ = rules.play(state, move)
        except IllegalMove as refused:
            raise IllegalMove(refused.code, **refused.facts, ply=ply, move=str(move)) from refused
    if word:
        state, _ = rules.conclude(state, *word)
    return Record(start, moves, state, dict(tags or {}))


def replay(text: str) -> Record:
    """The game of a text record, played again move by move (§13).

    Raises InvalidText for what cannot be read or does not come out as it says; InvalidMove and
    IllegalMove for the first bad move, with the facts `ply` and `move`.
    """
    if len(text) > LONGEST:
        raise InvalidText("long")
    tags, movetext = _split(text)
    for name in ("OAQ", "Rules", "Start", "Result"):
        if name not in tags:
            raise InvalidText("tag_missing", tag=name)
    if tags["OAQ"] != str(VERSION):
        raise InvalidText("version", version=tags["OAQ"][:20])
    words = _words(movetext)
    if not words or words.pop() != tags["Result"]:
        raise InvalidText("result_last")
    claim = _Claim(tags["Result"], tags.get("Winner"), tags.get("Termination"))
    free = {name: value for name, value in tags.items() if name not in _COMPUTED}
    return _replay(parse_options(tags["Rules"]), tags["Start"], words, claim, free)


def replay_json(game: Any) -> Record:
    """The game of a JSON record; raises like `replay`."""
    if not isinstance(game, Mapping) or game.get("oaq") != VERSION:
        raise InvalidText("version")
    options, position, moves = game.get("rules", {}), game.get("start"), game.get("moves")
    tags, result = game.get("tags", {}), game.get("result")
    if (
        not isinstance(options, Mapping)
        or not isinstance(position, str)
        or not isinstance(moves, list)
        or not isinstance(tags, Mapping)
        or not all(isinstance(each, str) for each in [*tags, *tags.values()])
        or not set(tags).isdisjoint(_COMPUTED)
        or not (result is None or isinstance(result, Mapping))
    ):
        raise InvalidText("json")
    claim = _Claim("*", None, None)
    if result is not None:
        score = f"{result.get('blue')}-{result.get('yellow')}"
        claim = _Claim(score, result.get("winner"), result.get("termination"))
    return _replay(_options(options), position, moves, claim, dict(tags))


def recognises(text: str) -> bool:
    """Whether a text looks like a record of this game, as text or as JSON."""
    return text.lstrip("\ufeff \r\n").startswith("[OAQ ") or '"oaq"' in text[:LONGEST]


def read(text: str) -> Record:
    """The game of a record in either form; raises like `replay`."""
    if text.lstrip().startswith("{"):
        try:
            return replay_json(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise InvalidText("json") from error
    return replay(text)


def retell(text: str) -> Iterator[str]:
    """A record in either form as lines: each move with the position after it, then the result."""
    game = read(text)
    yield f"{'':>10}  {game.start}"
    state = game.start
    for ply, move in enumerate(game.moves, 1):
        state, _ = rules.play(state, move)
        yield f"{ply:>4}. {move}   {state}"
    if state != game.final:
        yield f"{'':>10}  {game.final}"
    result = game.result
    reason = f" {result.reason}, winner {_winner_text(result.winner)}" if result else ""
    yield f"{game.score_text}{reason}"


@dataclass(frozen=True)
class _Claim:
    """What a record says it comes to."""

    score: str
    winner: object
    termination: object


def _replay(
    options: Options, position: str, moves: Sequence[object], claim: _Claim, tags: dict[str, str]
) -> Record:
    start = parse(position, options)
    if start.side is not None:
        start = replace(start, options=replace(options, start=LETTERS[start.side]))
    played: list[Move] = []
    for ply, text in enumerate(moves, 1):
        try:
            played.append(Move.parse(text))
        except InvalidMove as refused:
            raise InvalidMove(refused.code, ply=ply, move=str(text)[:40]) from refused
    game = record(start, played, tags=tags)
    if claim.termination is not None and claim.termination not in _ENDINGS:
        raise InvalidText("termination")
    if claim.winner is not None and claim.winner not in ("B", "Y", "draw"):
        raise InvalidText("winner")
    if claim.termination in rules.SPOKEN_REASONS and not game.final.over:
        if claim.winner is None:
            raise InvalidText("winner")
        winner = None if claim.winner == "draw" else LETTERS.index(str(claim.winner))
        game = record(start, played, word=(str(claim.termination), winner), tags=tags)
    _confirm(game, claim)
    return game


def _confirm(game: Record, claim: _Claim) -> None:
    """Raises InvalidText when the replay came to something else than the record says."""
    result = game.result
    if game.score_text != claim.score:
        raise InvalidText("result", expected=claim.score[:20], got=game.score_text)
    winner = _winner_text(result.winner) if result else None
    if claim.winner is not None and claim.winner != winner:
        raise InvalidText("winner", expected=claim.winner, got=winner)
    reason = result.reason if result else None
    if claim.termination is not None and claim.termination != reason:
        raise InvalidText("termination", expected=claim.termination, got=reason)


def _split(text: str) -> tuple[dict[str, str], str]:
    """The tags and the rest of a text record."""
    lines = text.removeprefix("\ufeff").splitlines()
    tags: dict[str, str] = {}
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith("["):
            return tags, "\n".join(lines[at:])
        if line.strip():
            found = _TAG.fullmatch(line.rstrip())
            if not found or found[1] in tags:
                raise InvalidText("tag", line=at + 1)
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    return tags, ""


def _words(movetext: str) -> list[str]:
    """Moves and result; numbers and comments are left out."""
    bare = _COMMENT.sub(" ", movetext)
    if "{" in bare or "}" in bare:
        raise InvalidText("comment")
    return _TURN_NUMBER.sub(" ", bare).split()


def _tag(name: str, value: str) -> str:
    value = re.sub(r"[\x00-\x1f\x7f\u2028\u2029\x85]+", " ", value)
    value = re.sub(r'(["\\])', r"\\\1", value)
    return f'[{name} "{value}"]'


def _winner_text(winner: Player | None) -> str:
    return "draw" if winner is None else LETTERS[winner]
