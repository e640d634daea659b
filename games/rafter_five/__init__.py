"""Rafter Five, a game of planks, rafters and chests on a raft that falls as a raft would. Pure
Python but for the solver of linear programmes.

Read `rules.py` (what is legal, what is counted), `stability.py` (what falls), `rulings.py` and
`turns.py` (what a move comes to), `game.py` (the contract).
"""
