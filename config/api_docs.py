"""/api/v1/docs/: the API as a page to read and to try, drawn from its own OpenAPI schema.

Drawn on the server: it reads in both languages, with a screen reader and without JavaScript, and
the policy of what a browser may load needs no exception for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

#: The sections in their order, by the schema's tags.
SECTIONS = {
    "groups": _("Peoples"),
    "provinces": _("Provinces"),
    "units": _("Provincial units since 1 July 2025"),
    "decks": _("Decks"),
    "leaderboards": _("Leaderboards"),
    "sessions": _("Your own sessions"),
}


@dataclass(frozen=True)
class Parameter:
    name: str
    description: str
    choices: tuple[str, ...]
    number: bool


@dataclass(frozen=True)
class Operation:
    """One address. `example` is one that can be opened; '' where a number of one's own belongs."""

    ident: str
    path: str
    summary: str
    parameters: tuple[Parameter, ...]
    fields: tuple[str, ...]
    example: str


@dataclass(frozen=True)
class Section:
    name: str
    operations: tuple[Operation, ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    sections = _sections(get_language() or "vi")
    return render(request, "api/docs.html", {"sections": sections})


@lru_cache(maxsize=4)
def _sections(language: str) -> tuple[Section, ...]:
    """The schema as sections, once a language and process: it changes only with the code."""
    schema = SchemaGenerator().get_schema(public=True)
    found: dict[str, list[Operation]] = {tag: [] for tag in SECTIONS}
    for path, methods in schema["paths"].items():
        operation = methods.get("get", {})
        for tag in operation.get("tags", []):
            if tag in found:
                found[tag].append(_operation(path, operation, schema))
    return tuple(
        Section(str(title), tuple(sorted(found[tag], key=lambda each: each.path)))
        for tag, title in SECTIONS.items()
    )


def _operation(path: str, operation: dict[str, Any], schema: dict[str, Any]) -> Operation:
    parameters = operation.get("parameters", [])
    example = path
    for parameter in parameters:
        if parameter["in"] == "path":
            values = [each["value"] for each in parameter.get("examples", {}).values()]
            values = values or parameter["schema"].get("enum", [])
            example = example.replace(f"{{{parameter['name']}}}", str(values[0]) if values else "{")
    return Operation(
        ident=operation["operationId"],
        path=path,
        summary=str(operation.get("summary", "")),
        parameters=tuple(_parameter(each) for each in parameters if each["in"] == "query"),
        fields=_fields(operation, schema),
        example="" if "{" in example else example,
    )


def _parameter(parameter: dict[str, Any]) -> Parameter:
    kind = parameter["schema"]
    # Where a choice has labels the schema lists them below the description; the page shows values.
    description = str(parameter.get("description", "")).partition("\n")[0]
    return Parameter(
        name=parameter["name"],
        description="" if description.startswith("*") else description,
        choices=tuple(kind.get("enum", ())),
        number=kind.get("type") == "integer",
    )


def _fields(operation: dict[str, Any], schema: dict[str, Any]) -> tuple[str, ...]:
    """The names of what one row of the answer holds."""
    content = operation["responses"]["200"]["content"]["application/json"]["schema"]
    row = _resolve(content, schema)
    if "results" in row.get("properties", {}):
        row = row["properties"]["results"]
    if row.get("type") == "array":
        row = _resolve(row["items"], schema)
    return tuple(row.get("properties", {}))


def _resolve(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = part.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else part
    return found
