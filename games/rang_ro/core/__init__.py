"""The rules of Rạng Rỡ Việt Nam: values, and functions of values. No Django, no clock, no chance
but the one that is handed in.

docs/rules/rang_ro_viet_nam.md is the rule book; rule numbers in comments are of that page.
"""
