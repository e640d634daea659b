"""Checks of whole questions: the claim, the names of the choices, the fact or listing behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .kinds import CLAIMS, STATEMENTS, Choice, exactly, no_shared_unit, states
from .listings import unconfirmed, usable
from .tables import ClaimError, Raw, Tables


@states("statement")
def truth(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State whether a statement is true; the choices refer to ``true`` and ``false``."""
    statement = claim["statement"]
    if not isinstance(statement, Mapping):
        raise ClaimError("statement: a mapping is needed")
    kind = STATEMENTS.get(str(statement.get("kind")))
    if kind is None:
        raise ClaimError(f"{statement.get('kind')}: no such statement kind")
    _check_parameters(statement, kind.parameters)
    if {choice.ref for choice in choices} != {"true", "false"}:
        raise ClaimError("the choices of a statement must refer to 'true' and 'false'")
    answer = "true" if kind.decide(statement, tables) else "false"
    return exactly(choices, lambda ref: ref == answer, f"the truth of the statement ({answer})")


def _check_parameters(claim: Raw, parameters: frozenset[str]) -> None:
    given = {key for key in claim if key != "kind"}
    if given != parameters:
        needed = ", ".join(sorted(parameters)) or "none"
        raise ClaimError(f"{claim['kind']}: parameters needed: {needed}; given: {sorted(given)}")


def parse_choices(choices: Sequence[Raw]) -> list[Choice]:
    """Return the references and marks of the choices of a question."""
    parsed = []
    for choice in choices:
        ref = choice.get("ref")
        if ref is None:
            raise ClaimError(f"{choice.get('vi')}: the choice has no ref")
        parsed.append(Choice(ref=str(ref), right=choice.get("right") is True))
    return parsed


def check_claim(claim: Raw, choices: Sequence[Raw], tables: Tables) -> list[str]:
    """Return what is wrong with a claim; nothing when exactly the right choices are right."""
    kind = CLAIMS.get(str(claim.get("kind")))
    if kind is None:
        return [f"{claim.get('kind')}: no such claim kind"]
    try:
        _check_parameters(claim, kind.parameters)
        parsed = parse_choices(choices)
        if len({choice.ref for choice in parsed}) < len(parsed):
            return ["two choices have the same ref"]
        if all(choice.right for choice in parsed) or not any(choice.right for choice in parsed):
            return ["at least one right and one wrong choice are needed"]
        return kind.check(claim, parsed, tables)
    except ClaimError as error:
        return [str(error)]


def check_names(choices: Sequence[Raw], tables: Tables) -> list[str]:
    """Return the choices about a province, unit or group whose text is not the official name."""
    problems = []
    for choice in choices:
        ref = str(choice.get("ref"))
        place = tables.provinces.get(ref) or tables.units.get(ref)
        if place is not None and (choice["vi"], choice["en"]) != (place.name_vi, place.name_en):
            problems.append(f"{ref}: the text is not {place.name_vi} / {place.name_en}")
        elif ref in tables.group_names and choice["vi"] != tables.group_names[ref]:
            problems.append(f"{ref}: the text is not {tables.group_names[ref]}")
    return problems


def index_facts(facts: Raw) -> dict[str, dict[str, object]]:
    """Return every fact of the parsed group facts by id, with the slug of its group added."""
    groups = facts["groups"]
    if not isinstance(groups, list):
        raise ClaimError("group facts: 'groups' is not a list")
    return {
        str(fact["id"]): {**fact, "group": str(group["slug"])}
        for group in groups
        for category in group["facts"].values()
        for fact in category
    }


def check_basis(
    question: Raw, facts: Mapping[str, Raw], tables: Tables, *, regional: bool = True
) -> list[str]:
    """Return what is wrong with the fact or the listing that a question rests on.

    ``facts`` is the index made by ``index_facts``. A regional question is about its province, so
    its fact must name it and its listing must name all its provinces; elsewhere the province only
    says which page to read next.
    """
    problems = []
    try:
        if "listing" in question:
            sure = usable if regional else unconfirmed
            problems += sure(tables.listing(str(question["listing"])))
        if "fact" in question:
            problems += _check_fact(question, facts, tables, regional)
    except ClaimError as error:
        problems.append(str(error))
    if not {"claim", "fact", "listing"} & set(question):
        problems.append("the question rests on no claim, fact or listing")
    return problems


def _check_fact(
    question: Raw, facts: Mapping[str, Raw], tables: Tables, regional: bool
) -> list[str]:
    """Check that a fact is sure enough and names what the question marks right."""
    name = str(question["fact"])
    fact = facts.get(name)
    if fact is None:
        return [f"{name}: no such fact"]
    problems = []
    if fact["confidence"] != "high" or fact["basis"] not in ("page", "statistics"):
        problems.append(f"{name}: {fact['confidence']} from {fact['basis']} is not for questions")
    if question.get("group", fact["group"]) != fact["group"]:
        problems.append(f"{name}: the fact is about {fact['group']}, not {question['group']}")
    text = str(fact["vi"])
    if regional and tables.province(str(question["province"])).name_vi not in text:
        problems.append(f"{name}: the fact does not name {question['province']}")
    choices = question["choices"]
    if not isinstance(choices, list):
        raise ClaimError("choices: a list is needed")
    if not regional and any(choice.get("ref") is None for choice in choices):
        return problems  # The choices stand for nothing in the tables.
    parsed = parse_choices(choices)
    if all(choice.ref in tables.provinces for choice in parsed):
        problems += exactly(
            parsed, lambda ref: tables.provinces[ref].name_vi in text, f"named by {name}"
        )
        right = [choice.ref for choice in parsed if choice.right]
        problems += no_shared_unit(parsed, right, tables)
    elif all(choice.ref in tables.group_names for choice in parsed):
        problems += exactly(parsed, lambda ref: ref == fact["group"], f"the group of {name}")
    return problems
