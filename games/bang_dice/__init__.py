"""The dice shoot-out for three to eight: rules, events, computer players. Pure Python but for
`texts.py`. The rules in words are docs/rules/bang_dice.md."""
