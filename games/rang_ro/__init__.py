"""Rạng Rỡ Việt Nam, the journey through the 63 provinces: rules, computer players, statistics.

`core` holds the rules, `game.GAME` is what tables play, `standard.content()` is a game's content
without a database.
"""
