"""What happens to an import: started, read, mended, confirmed, saved, forgotten.

Reading and saving are Celery's work (`quizzes.tasks`); each may run twice or late without harm.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import structlog
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from heritage import photos
from heritage.models import Region

from ..files import reading
from ..files.drafts import Draft, Row
from ..files.limits import check_size
from ..files.problems import FileRefused, RowProblem, problem
from ..files.words import shorten
from ..kinds import Problem
from ..models import Deck, Import, ImportPicture, ImportRow, Question, State
from ..own import decks
from ..review import AvoidedNames, avoided_names, problems
from ..services import ChoiceDraft, save_questions
from .models import KEPT
from .questions import Links, problems_of, to_question

log = structlog.get_logger(__name__)

#: Questions that are written in one transaction: others who write wait no longer than for these.
BATCH = 100
_STATES = ImportRow.State


def start(
    owner: Any,
    upload: Any,
    *,
    language: str,
    format: str = "",
    deck: Deck | None = None,
    title: str = "",
) -> Import:
    """Keep an uploaded file to be read in the background. Raises FileRefused for one of a size that
    is not taken, before it is read into memory."""
    check_size(upload.size)
    return Import.objects.create(
        owner=owner,
        file_name=shorten(upload.name or "", 200),
        data=upload.read(),
        format=format,
        language=language,
        deck=deck,
        title=title.strip()[:120],
    )


def read(pk: Any) -> None:
    """Turn the bytes of an import into rows. Does nothing for one that was read already."""
    found = Import.objects.filter(pk=pk, stage=Import.Stage.READING).first()
    if found is None:
        return
    try:
        held = reading.read(
            bytes(found.data), found.file_name, language=found.language, format=found.format
        )
    except FileRefused as refused:
        found.stage, found.refusal = Import.Stage.REFUSED, [refused.code, refused.facts]
        found.data = b""
        found.save(update_fields=["stage", "refusal", "data"])
        return
    _tell(found, 0, len(held.rows))
    rows = _checked(found, held.rows, held.pictures)
    with transaction.atomic():
        # A second run of the same task finds nothing left to do.
        if not Import.objects.filter(pk=pk, stage=Import.Stage.READING).exists():
            return
        found.rows.all().delete()
        found.pictures.all().delete()
        ImportRow.objects.bulk_create(rows, batch_size=500)
        ImportPicture.objects.bulk_create(
            ImportPicture(of=found, name=name[:250], data=data)
            for name, data in held.pictures.items()
        )
        found.format, found.language = held.format, held.language
        found.deck_data = held.deck
        if not found.title:
            found.title = _title_of(found)
        found.stage, found.data, found.done = Import.Stage.READY, b"", len(rows)
        found.save()


def _checked(found: Import, rows: Sequence[Row], pictures: dict[str, bytes]) -> list[ImportRow]:
    links, made = Links(), []
    bad = {name: why for name, data in pictures.items() if (why := _picture_problem(data))}
    for name in bad:
        del pictures[name]
    for at, row in enumerate(rows, start=1):
        if row.draft and row.draft.picture in bad:
            row.notes.append(problem("picture_bad", "", reason=bad[row.draft.picture]))
            row.draft.picture = ""
        if row.draft:
            for _name, text in links.set(Question(), row.draft):
                row.notes.append(problem("links_unknown", "", text=text))
        made.append(
            ImportRow(
                of=found,
                number=row.number,
                draft_data=row.draft.to_json() if row.draft else None,
                problem_data=[each.to_json() for each in row.problems],
                note_data=[each.to_json() for each in row.notes],
                quote=shorten(row.said, 200),
                state=_state(row.draft, row.problems, links),
            )
        )
        if at % 250 == 0:
            _tell(found, at, len(rows))
    return made


def _state(draft: Draft | None, problems: Sequence[RowProblem], links: Links) -> str:
    if draft is None or any(each.code == "kind_not_read" for each in problems):
        return _STATES.UNUSABLE
    return _STATES.FAULTY if problems or problems_of(draft, links) else _STATES.READY


def _picture_problem(data: bytes) -> str:
    try:
        photos.check(io.BytesIO(data))
    except ValidationError as error:
        return str(error.messages[0])
    return ""


def _tell(found: Import, done: int, total: int) -> None:
    """Move the progress bar."""
    Import.objects.filter(pk=found.pk).update(done=done, total=total)


def _title_of(found: Import) -> str:
    """The deck's title in the file, else the name of the file."""
    titles = found.deck_data.get("title") or {}
    stem = found.file_name.rpartition(".")[0] or found.file_name
    return str(titles.get("vi") or titles.get("en") or stem.replace("_", " "))[:120]


def faults(row: ImportRow, links: Links) -> list[RowProblem | Problem]:
    """Everything that keeps a row from being imported, in words of now."""
    draft = row.draft
    found: list[RowProblem | Problem] = list(row.found)
    if draft is None or row.state != _STATES.FAULTY:
        return found
    known = {each.code for each in row.found}
    said = {"no_text": "missing", "no_right": "none_right", "no_choices": "too_few_choices"}
    said |= {"right_unknown": "none_right", "right_empty": "none_right"}
    twice = {said[code] for code in known if code in said}
    return found + [each for each in problems_of(draft, links) if each.code not in twice]


def mend(row: ImportRow, draft: Draft) -> bool:
    """Put a draft typed by hand in the place of the row's. Says whether it can be imported now."""
    row.draft_data = draft.to_json()
    row.problem_data = []
    row.quote = shorten(next(filter(None, draft.text.values()), row.quote), 200)
    row.state = _state(draft, [], Links())
    row.mended = True
    row.save()
    return row.state == _STATES.READY


def need_room(found: Import) -> int:
    """How many rows can be saved and are wanted. Raises CannotDo when they are more than one's own
    deck, or oneself, may have."""
    wanted = found.rows.filter(state=_STATES.READY, take=True).count()
    if found.deck is None or found.deck.owner_id is not None:
        decks.check_room(found.owner, found.deck, wanted)
    return wanted


def confirm(found: Import, *, publish: bool) -> int:
    """Let the rows that can be, and are wanted, be saved. Returns how many; 0 changes nothing.
    Raises what `need_room` raises."""
    with transaction.atomic():
        wanted = need_room(found)
        moved = wanted and Import.objects.filter(pk=found.pk, stage=Import.Stage.READY).update(
            stage=Import.Stage.SAVING, publish=publish, done=0, total=wanted
        )
        return wanted if moved else 0


def save(pk: Any) -> None:
    """Save the confirmed rows, a batch a transaction; goes on where an earlier run ended."""
    found = Import.objects.filter(pk=pk, stage=Import.Stage.SAVING).first()
    if found is None:
        return
    links, names = Links(), avoided_names()
    while True:
        kept: list[str] = []
        try:
            with transaction.atomic():
                # The lock keeps a second run of this task from saving the same rows again.
                found = Import.objects.select_for_update().get(pk=pk)
                if found.stage != Import.Stage.SAVING:
                    return
                wanted = found.rows.filter(state=_STATES.READY, take=True, saved=False)
                rows = list(wanted.order_by("number", "pk")[:BATCH])
                if not rows:
                    _finish(found)
                    return
                if found.deck is None:
                    found.deck = _new_deck(found)
                    found.save(update_fields=["deck"])
                _save_batch(found, found.deck, rows, links, names, kept)
        except decks.CannotDo:
            # Another of one's decks was made meanwhile, the last that fits.
            unconfirm(found)
            return
        except BaseException:
            for name in kept:
                photos.forget(name)
            raise


def _save_batch(
    found: Import,
    deck: Deck,
    rows: Sequence[ImportRow],
    links: Links,
    names: AvoidedNames,
    kept: list[str],
) -> None:
    wanted = {row.draft.picture for row in rows if row.draft}
    pictures = {
        each.name: bytes(each.data) for each in found.pictures.filter(name__in=wanted - {""})
    }
    keys = _free_keys(deck, len(rows))
    ready: list[tuple[Question, list[ChoiceDraft]]] = []
    for row, key in zip(rows, keys, strict=True):
        draft = row.draft
        assert draft is not None  # noqa: S101 - a row without one is never ready
        question, choices = to_question(draft, links, deck)
        question.key = key
        question._history_user = found.owner  # type: ignore[attr-defined]
        if data := pictures.get(draft.picture):
            question.image = photos.keep(io.BytesIO(data), "questions")
            kept.append(f"questions/{question.image.name}")
        # What is complete in one's own deck is played at once, as when it is typed there.
        if (found.publish or deck.owner_id) and not problems(question, choices, names):
            question.state = State.PUBLISHED
        ready.append((question, choices))
    save_questions(ready, reason=_reason(found), names=names)
    ImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(saved=True)
    found.done += len(rows)
    found.published += sum(question.state == State.PUBLISHED for question, _choices in ready)
    found.save(update_fields=["done", "published"])


def _reason(found: Import) -> str:
    with override("vi"):
        return _("Imported from %(file)s") % {"file": shorten(found.file_name, 60)}


def _finish(found: Import) -> None:
    deck = found.deck
    is_site = deck is not None and deck.owner_id is None
    if deck is not None and is_site and found.publish and deck.questions.published().exists():
        deck.state = State.PUBLISHED
        deck.save()
    found.stage = Import.Stage.DONE
    found.save(update_fields=["stage"])
    found.pictures.all().delete()


def _new_deck(found: Import) -> Deck:
    """A deck of the owner's own, with what the file says of it. Raises CannotDo."""
    data = found.deck_data or {}
    with override(found.language or "vi"):
        deck = decks.create(found.owner, found.title)
    other = (data.get("title") or {}).get("en", "")
    if other and not found.language:
        deck.title_en = str(other)[:120]
    for code, text in (data.get("description") or {}).items():
        setattr(deck, f"description_{code}", str(text)[:300])
    deck.may_change = bool(data.get("may_change"))
    if data.get("topic") in Deck.Topic.values:
        deck.topic = data["topic"]
    if data.get("region") in Region.values:
        deck.region = data["region"]
    deck.save()
    return deck


def _free_keys(deck: Deck, count: int) -> list[str]:
    """Keys after the deck's name that no question has."""
    stem = deck.slug[:60].strip("-_")
    taken = set(Question.objects.filter(key__startswith=f"{stem}.").values_list("key", flat=True))
    found: list[str] = []
    number = len(taken)
    while len(found) < count:
        number += 1
        if (key := f"{stem}.{number}") not in taken:
            found.append(key)
    return found


def forget_old() -> int:
    """Delete what was left lying for more than a day. Returns how many."""
    gone, _by_model = Import.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    return gone


def unconfirm(found: Import) -> None:
    """Back to the preview, when the background could not be asked to save."""
    Import.objects.filter(pk=found.pk, stage=Import.Stage.SAVING).update(stage=Import.Stage.READY)
