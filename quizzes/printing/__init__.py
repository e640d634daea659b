"""Decks on paper: worksheets in several versions with their keys, and cards to cut out.

`options` is what a teacher chooses, `paper` what is printed then (pure, from snapshots),
`answering` how each kind of question is answered on paper; `worksheet` and `cards` draw it,
`making` hands it to a worker.
"""
