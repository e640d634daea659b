"""Prove the answers of questions from the data tables.

A question carries a claim, such as ``{kind: bordering, province: lao-cai}``, and its choices carry
references (``ref``): the slug of a province, group, unit or region, a number, the name of a seat,
or a language branch or family. A claim holds when exactly the choices marked right are right by
the tables and every other one is wrong. Values too near each other to be fair to a pupil are
reported as problems too.

Standard library only, so that the tests and an import command can use the same rules.
"""

from __future__ import annotations

# The modules of claim kinds register their kinds when they are imported.
from . import languages, listings, people, places, ports, units
from .checks import check_basis, check_claim, check_names, index_facts, parse_choices
from .kinds import CLAIMS, MARGIN, STATEMENTS, Choice, Kind, StatementKind
from .people import GROUP_COUNT
from .specs import SPEC_CLAIMS, check_spec
from .tables import (
    ClaimError,
    Group,
    Listing,
    Province,
    Raw,
    Tables,
    Unit,
    group_codes,
    load_tables,
)

__all__ = [
    "CLAIMS",
    "GROUP_COUNT",
    "MARGIN",
    "SPEC_CLAIMS",
    "STATEMENTS",
    "Choice",
    "ClaimError",
    "Group",
    "Kind",
    "Listing",
    "Province",
    "Raw",
    "StatementKind",
    "Tables",
    "Unit",
    "check_basis",
    "check_claim",
    "check_names",
    "check_spec",
    "group_codes",
    "index_facts",
    "languages",
    "listings",
    "load_tables",
    "parse_choices",
    "people",
    "places",
    "ports",
    "units",
]
