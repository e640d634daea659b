"""What waits for an editor, for the first page of the admin: only what this person may see."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.models import LogEntry
from django.db.models import Count, Model, Q, QuerySet, Window
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names
from games.models import Report
from heritage import completeness
from heritage.admin_filters import WAITING
from heritage.content_admin import GONE_BACK
from heritage.models import EthnicGroup, Fact, HeritageListing, Province, Region
from quizzes.admin.filters import missing_text
from quizzes.checks import NEEDED, ON_PEOPLES
from quizzes.mistakes.models import Mistake
from quizzes.models import Deck, Question, State
from quizzes.review import avoided_names, problems
from quizzes.services import drafts_of

#: Rows shown in each card; the count tells the rest.
SHOWN = 5
#: How many a complete set of decks asks about.
PROVINCES, PEOPLES = 63, 54
#: Changes shown, and how many are read to find so many that this person may see.
CHANGES, CHANGES_READ = 8, 40


@dataclass(frozen=True)
class Row:
    """One thing to work on: where it is, what it is called, a word on it."""

    url: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class Card:
    """A heap of work: how much, the newest rows, where the whole heap lies."""

    name: str
    title: str
    icon: str
    url: str
    total: int
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Action:
    url: str
    text: str
    icon: str


@dataclass(frozen=True)
class Stock:
    """How many published questions there are of what the site promises."""

    text: str
    found: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.found >= self.needed


@dataclass(frozen=True)
class Gap:
    """What rows lack: how many do, and the list of them."""

    text: str
    found: int
    url: str
    icon: str


@dataclass(frozen=True)
class Chart:
    """How full the pages of the peoples are, those that lack most first."""

    rows: list[completeness.Completeness]
    there: int
    needed: int
    url: str
    #: Peoples without a public fact in a section: (the section, how many, the list of them).
    sections: list[tuple[str, int, str]]


class Desk:
    """Gathers the dashboard of one request."""

    def __init__(self, site: AdminSite, request: HttpRequest) -> None:
        self._site, self._request = site, request

    def context(self) -> dict[str, Any]:
        cards = [card for make in self._cards() if (card := make()) is not None]
        return {
            "cards": [card for card in cards if card.total],
            "has_desk": bool(cards),
            "actions": self._actions(),
            "stock": self._stock(),
            "gaps": self._gaps(),
            "chart": self._chart(),
            "changes": self._changes(),
        }

    def _may_see(self, model: type[Model]) -> bool:
        if not self._site.is_registered(model):
            return False
        return self._site.get_model_admin(model).has_view_or_change_permission(self._request)

    def _may_add(self, model: type[Model]) -> bool:
        if not self._site.is_registered(model):
            return False
        return self._site.get_model_admin(model).has_add_permission(self._request)

    def _cards(self) -> list[Callable[[], Card | None]]:
        return [
            self._mistakes,
            self._second_person,
            self._reports,
            self._reviews,
            self._drafts,
            self._facts,
            self._decks,
            self._photos,
        ]

    # --- heaps of work ---------------------------------------------------------------------------

    def _mistakes(self) -> Card | None:
        if not self._may_see(Mistake):
            return None
        waiting = Mistake.objects.filter(state=Mistake.State.NEW)
        rows, total = _newest(waiting, by="-at")
        return Card(
            "mistakes",
            _("Mistakes that readers report"),
            "flag",
            _list(Mistake, "state__exact=new"),
            total,
            [Row(_change(each), each.wrong, each.quoted[:60]) for each in rows],
        )

    def _second_person(self) -> Card | None:
        """Sensitive facts and questions whose last change somebody else wrote: this person may
        decide on them."""
        rows: list[Row] = []
        total, url = 0, ""
        others = Q(written_by=None) | ~Q(written_by=self._request.user.pk)
        if self._may_see(Fact):
            waiting = Fact.objects.filter(others, sensitive=True, review=Fact.Review.WAITING)
            facts, n = _newest(waiting.select_related("group", "province"), by="-pk")
            address = "admin:heritage_fact_review"
            rows += [
                Row(reverse(address, args=[each.pk]), each.text, str(each.group or each.province))
                for each in facts
            ]
            total, url = n, _list(Fact, "visible=waiting&sensitive__exact=1")
        if self._request.user.has_perm("quizzes.publish_question"):
            asked = Question.objects.for_editors().filter(
                others, sensitive=True, state=State.REVIEW
            )
            questions, n = _newest(asked.select_related("deck"))
            address = "admin:quizzes_question_review"
            rows += [
                Row(reverse(address, args=[each.pk]), each.text or each.key, each.deck.title)
                for each in questions
            ]
            url = url if total else _list(Question, "state__exact=review&sensitive__exact=1")
            total += n
        title = _("Sensitive, waiting for a second person")
        return Card("second", title, "users", url, total, rows[:SHOWN]) if url else None

    def _reports(self) -> Card | None:
        if not self._may_see(Report):
            return None
        waiting = Report.objects.filter(handled_at=None).select_related("table")
        rows, total = _newest(waiting, by="-at")
        return Card(
            "reports",
            _("Reports from game tables"),
            "flag",
            _list(Report, "handled_at__isempty=1"),
            total,
            [
                Row(
                    _change(each),
                    each.get_reason_display(),
                    names.of_table(each.table.game, each.table.code),
                )
                for each in rows
            ],
        )

    def _reviews(self) -> Card | None:
        if not self._may_see(Question):
            return None
        rows, total = _newest(
            Question.objects.for_editors().filter(state=State.REVIEW).select_related("deck")
        )
        return Card(
            "reviews",
            _("Questions waiting for review"),
            "question",
            _list(Question, "state__exact=review"),
            total,
            [Row(_change(each), each.text or each.key, each.deck.title) for each in rows],
        )

    def _drafts(self) -> Card | None:
        if not self._may_see(Question):
            return None
        drafts = (
            Question.objects.for_editors()
            .filter(state=State.DRAFT)
            .select_related("deck", "fact", "listing")
            .prefetch_related("choices")
        )
        rows, total = _newest(drafts)
        names = avoided_names() if rows else None
        shown = []
        for each in rows:
            n = len(problems(each, drafts_of(each), names))
            note = ngettext("%(n)s thing to mend", "%(n)s things to mend", n) % {"n": n}
            shown.append(Row(_change(each), each.text or each.key, note if n else _("ready")))
        title = _("Questions in draft")
        return Card("drafts", title, "edit", _list(Question, "state__exact=draft"), total, shown)

    def _facts(self) -> Card | None:
        if not self._may_see(Fact):
            return None
        # What is sensitive has a card of its own.
        facts = Fact.objects.filter(WAITING, sensitive=False).select_related("group", "province")
        rows, total = _newest(facts, by="-pk")
        return Card(
            "facts",
            _("Facts nobody has reviewed"),
            "book",
            _list(Fact, "visible=waiting&sensitive__exact=0"),
            total,
            [Row(_change(each), each.text, str(each.group or each.province)) for each in rows],
        )

    def _decks(self) -> Card | None:
        if not self._may_see(Deck):
            return None
        decks = Deck.objects.for_editors().filter(state__in=[State.DRAFT, State.REVIEW])
        rows, total = _newest(decks)
        return Card(
            "decks",
            _("Decks not published yet"),
            "cards",
            _list(Deck, "state__exact=draft"),
            total,
            [Row(_change(each), each.title, each.get_state_display()) for each in rows],
        )

    def _photos(self) -> Card | None:
        if not self._may_see(EthnicGroup):
            return None
        bare = EthnicGroup.objects.filter(photos=None).order_by("sort_key")
        rows, total = _newest(bare, by="sort_key")
        return Card(
            "photos",
            _("Peoples without a photograph"),
            "image",
            _list(EthnicGroup, "lacks=photo"),
            total,
            [Row(_change(each), each.name) for each in rows],
        )

    # --- beside them -----------------------------------------------------------------------------

    def _actions(self) -> list[Action]:
        actions = []
        if self._may_add(Question):
            actions += [
                Action(reverse("admin:quizzes_question_add"), _("Add a question"), "plus"),
                Action(reverse("quizzes:import"), _("Import questions"), "upload"),
            ]
        if self._may_see(Question):
            url = reverse("admin:quizzes_question_export")
            actions.append(Action(url, _("Export questions"), "download"))
        return actions

    def _stock(self) -> list[Stock]:
        """What `manage.py check_content` counts, in one query."""
        if not self._may_see(Question):
            return []
        ours = Question.objects.published().filter(deck__state=State.PUBLISHED, deck__owner=None)
        regional = Q(deck__topic=Deck.Topic.REGIONAL)
        groups = Q(deck__topic__in=ON_PEOPLES, group__isnull=False)
        found = ours.aggregate(
            regional=Count("pk", filter=regional),
            groups=Count("pk", filter=groups),
            challenge=Count("pk", filter=Q(deck__topic=Deck.Topic.CHALLENGE)),
            provinces=Count("province", distinct=True, filter=regional),
            regions=Count("province__region", distinct=True, filter=regional),
            peoples=Count("group", distinct=True, filter=groups),
        )
        return [
            Stock(_("Regional questions"), found["regional"], NEEDED[Deck.Topic.REGIONAL]),
            Stock(_("Questions about peoples"), found["groups"], NEEDED[Deck.Topic.GROUPS]),
            Stock(_("Challenge questions"), found["challenge"], NEEDED[Deck.Topic.CHALLENGE]),
            Stock(_("Provinces asked about"), found["provinces"], PROVINCES),
            Stock(_("Regions asked about"), found["regions"], len(Region)),
            Stock(_("Peoples asked about"), found["peoples"], PEOPLES),
        ]

    def _gaps(self) -> list[Gap]:
        """What lacks a source, a text in one language, a picture. Five queries."""
        facts, groups, provinces, listings = (
            self._may_see(each) for each in (Fact, EthnicGroup, Province, HeritageListing)
        )
        found = completeness.lacking() if facts or groups or provinces or listings else {}
        gaps = []
        if facts:
            gaps += [
                Gap(_("Facts without a source"), found["facts_source"], "source", "book"),
                Gap(_("Facts without Vietnamese"), found["facts_vi"], "vi", "globe"),
                Gap(_("Facts without English"), found["facts_en"], "en", "globe"),
            ]
            gaps = [replace(gap, url=_list(Fact, f"lacks={gap.url}")) for gap in gaps]
        if listings:
            url = _list(HeritageListing, "lacks=source")
            gaps.append(Gap(_("Listings without a source"), found["listings_source"], url, "book"))
        if groups:
            url = _list(EthnicGroup, "lacks=introduction")
            text = _("Introductions to finish")
            gaps.append(Gap(text, found["introductions"], url, "edit"))
        if self._may_see(Question):
            rows = Question.objects.for_editors()
            count = rows.aggregate(
                **{code: Count("pk", filter=missing_text(code)) for code in ("vi", "en")}
            )
            gaps += [
                Gap(
                    _("Questions without Vietnamese"),
                    count["vi"],
                    _list(Question, "missing=vi"),
                    "globe",
                ),
                Gap(
                    _("Questions without English"),
                    count["en"],
                    _list(Question, "missing=en"),
                    "globe",
                ),
            ]
        if groups:
            url = _list(EthnicGroup, "lacks=photo")
            gaps.append(Gap(_("Peoples without a picture"), found["peoples_photo"], url, "image"))
        if provinces:
            url, text = _list(Province, "lacks=photo"), _("Provinces without a picture")
            gaps.append(Gap(text, found["provinces_photo"], url, "image"))
        return gaps

    def _chart(self) -> Chart | None:
        """Sections with a public fact, a small bar each people. Three queries."""
        if not self._may_see(Fact) or not self._may_see(EthnicGroup):
            return None
        rows = completeness.of_peoples()
        without: dict[Fact.Category, int] = dict.fromkeys(completeness.SECTIONS, 0)
        for row in rows:
            for category in row.missing:
                without[category] += 1
        return Chart(
            rows,
            sum(row.there for row in rows),
            len(rows) * len(completeness.SECTIONS),
            reverse("admin:completeness"),
            [
                (str(category.label), n, _list(EthnicGroup, f"without={category.value}"))
                for category, n in without.items()
                if n
            ],
        )

    def _changes(self) -> list[LogEntry]:
        """The newest entries of the admin's log about what this person may see."""
        entries = LogEntry.objects.select_related("user", "content_type")[:CHANGES_READ]
        seen = []
        for entry in entries:
            model = entry.content_type.model_class() if entry.content_type else None
            if model is not None and self._may_see(model):
                seen.append(entry)
        gone_back = json.dumps(GONE_BACK)
        for entry in seen[:CHANGES]:
            entry.is_going_back = entry.change_message == gone_back  # type: ignore[attr-defined]
        return seen[:CHANGES]


def _newest(rows: QuerySet[Any], by: str = "-updated_at") -> tuple[list[Any], int]:
    """The first rows in this order and how many there are, in one query."""
    found = list(rows.annotate(in_all=Window(Count("pk"))).order_by(by, "pk")[:SHOWN])
    return found, found[0].in_all if found else 0


def _change(row: Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def _list(model: type[Model], query: str = "") -> str:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{query}" if query else address
