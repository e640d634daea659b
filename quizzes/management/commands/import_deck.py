"""Read a file of questions, and put what can be played into a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.management.base import BaseCommand, CommandError, CommandParser

from quizzes.files import formats, reading
from quizzes.files.limits import check_size
from quizzes.files.problems import FileRefused
from quizzes.importing import services
from quizzes.importing.questions import Links, problems_of
from quizzes.models import Deck, Import


class Command(BaseCommand):
    help = "Import a file of questions into a deck; --dry-run only says what would come in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--dry-run", action="store_true", help="save nothing")
        parser.add_argument("--json", action="store_true", help="one line of JSON")
        parser.add_argument(
            "--format",
            default="",
            choices=["", *(each.slug for each in formats.readers())],
            help="found out by itself unless given",
        )
        parser.add_argument("--language", default="vi", choices=["vi", "en"])
        parser.add_argument("--deck", default="", help="short name of a deck there is")
        parser.add_argument("--owner", default="", help="whose new deck it becomes")
        parser.add_argument("--title", default="", help="title of the new deck")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            check_size(path.stat().st_size)
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from error
        except FileRefused as refused:
            self._refuse(refused, options)
        try:
            held = reading.read(
                data, path.name, language=options["language"], format=options["format"]
            )
        except FileRefused as refused:
            self._refuse(refused, options)
        links = Links()
        errors = []
        for row in held.rows:
            reasons = [each.message for each in row.problems]
            if row.draft and not reasons:
                reasons = [each.message for each in problems_of(row.draft, links)]
            errors += [{"row": row.number, "reason": reason} for reason in reasons]
        faulty = {error["row"] for error in errors}
        fitting = sum(row.number not in faulty for row in held.rows)
        if not options["dry_run"]:
            self._save(path, data, options)
        self._tell(held.format, fitting, errors, options)

    def _save(self, path: Path, data: bytes, options: dict[str, Any]) -> None:
        deck = None
        if options["deck"]:
            deck = Deck.objects.filter(slug=options["deck"]).first()
            if deck is None:
                raise CommandError(f"there is no deck called {options['deck']}")
        users = get_user_model().objects
        owner = users.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError("--owner: the login whose import, and new deck, this is")
        upload = ContentFile(data, name=path.name)
        found = services.start(
            owner,
            upload,
            language=options["language"],
            format=options["format"],
            deck=deck,
            title=options["title"],
        )
        services.read(found.pk)
        found = Import.objects.get(pk=found.pk)
        if services.confirm(found, publish=False):
            services.save(found.pk)

    def _refuse(self, refused: FileRefused, options: dict[str, Any]) -> NoReturn:
        self._tell("", 0, [{"row": None, "reason": str(refused)}], options)
        raise SystemExit(1)

    def _tell(
        self, format: str, questions: int, errors: list[dict[str, Any]], options: dict[str, Any]
    ) -> None:
        if options["json"]:
            told = {"format": format, "questions": questions, "errors": errors}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for error in errors:
            row = "" if error["row"] is None else f"{error['row']}: "
            self.stdout.write(f"{row}{error['reason']}")
        self.stdout.write(f"{format or '–'}: {questions}")
