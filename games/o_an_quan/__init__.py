"""Ô ăn quan, the mandarin's square: rules, notation, computer players. Pure Python.

>>> from games import o_an_quan
>>> state = o_an_quan.start()
>>> [str(move) for move in o_an_quan.legal_moves(state)][:4]
['B1a', 'B1c', 'B2a', 'B2c']
>>> state, events = o_an_quan.play(state, o_an_quan.Move.parse("B1c"))
>>> events[-2:]
(Capture(square=0, citizens=1, mandarin=True), Stop(code='chain_end', square=11))
>>> state, events = o_an_quan.play(state, o_an_quan.Move.parse("Y3c"))
>>> print(state)
0,0,0,0,0/0,0,0,0,0/0,0 - 17:1:0 33:1:0 0 2
>>> o_an_quan.outcome(state)
Result(winner=1, reason='het_quan', points=(17, 41), unclaimed=0)
"""

from .notation import parse, record, replay
from .rules import Move, Options, legal_moves, outcome, play, score, start

__all__ = [
    "Move",
    "Options",
    "legal_moves",
    "outcome",
    "parse",
    "play",
    "record",
    "replay",
    "score",
    "start",
]
