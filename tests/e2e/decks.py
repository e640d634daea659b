"""Decks that browser tests play, made in the running site, and the way into a room with them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.whole_site import Site

#: Single questions whose first answer is right: slug → seconds of each.
_PLAIN = """
from quizzes.models import Choice, Deck, Question
def plain(slug, seconds):
    deck = Deck.objects.create(slug=slug, title_vi=f"Bộ {slug}", title_en=f"Deck {slug}",
                               topic="other", state="published")
    for at, each in enumerate(seconds, 1):
        question = Question.objects.create(
            deck=deck, key=f"{slug}.{at}", position=at, seconds=each,
            text_vi=f"Câu thử {at}?", text_en=f"Test question {at}?",
            explanation_vi="Vì thế.", explanation_en="For that reason.",
            source_vi="Nguồn thử", source_en="Test source")
        for place, text in enumerate(("thứ nhất", "thứ hai", "thứ ba", "thứ tư"), 1):
            Choice.objects.create(question=question, position=place, text_vi=text,
                                  text_en=f"{text} (en)", is_right=place == 1)
        question.recount()
        Question.objects.filter(pk=question.pk).update(state="published")
"""
#: One question of each kind, copied from the site's own decks, with a picture and four lines.
_EVERY = """
import io
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from heritage import photos
from quizzes.models import Choice, Deck, Question
deck = Deck.objects.create(slug="every-kind", title_vi="Mọi kiểu", title_en="Every kind",
                           topic="other", state="published")
out = io.BytesIO()
Image.effect_mandelbrot((1600, 1000), (-2, -1, 1, 1), 60).convert("RGB").save(out, "PNG")
KINDS = ("single", "multiple", "truefalse", "typed", "map-pin", "order", "match")
for at, kind in enumerate(KINDS, 1):
    each = Question.objects.filter(kind=kind, state="published").order_by("pk").first()
    choices = list(each.choices.all())
    each.pk, each.deck, each.position, each.key = None, deck, at, f"every.{at}"
    each.seconds, each.state = 120, "draft"
    each.text_vi = (f"{kind}: các ý dưới đây về đời sống và lễ hội của các dân tộc anh em"
                    " trên đất nước ta, em chọn gì?")
    kept = photos.keep(SimpleUploadedFile("a.png", out.getvalue()), "questions")
    each.image.save(kept.name, kept, save=False)
    each.image_alt_vi, each.image_alt_en = "Hình thử để xem to", "A test picture to enlarge"
    each.save()
    for choice in choices:
        choice.pk, choice.question = None, each
        choice.save()
    each.recount()
    Question.objects.filter(pk=each.pk).update(state="published")
"""
KINDS = ("single", "multiple", "truefalse", "typed", "map-pin", "order", "match")


def make_plain(site: Site, **decks: list[int]) -> None:
    site.shell(_PLAIN + "".join(f"plain({slug!r}, {each})\n" for slug, each in decks.items()))


def make_every_kind(site: Site) -> None:
    site.shell(_EVERY)


def open_room(teacher: Page, slug: str) -> str:
    """A room with the whole of a deck; its code."""
    teacher.goto("/classrooms/sessions/new/?topic=other")
    teacher.locator("select[name=size]").first.select_option("")
    teacher.locator(f"button[name=deck][value={slug}]").click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    return re.sub(r"\D", "", teacher.locator(".code").inner_text())


def go_on(teacher: Page, phase: str) -> None:
    """The one key, until the host's screen has come to that phase."""
    teacher.keyboard.press("Space")
    expect(teacher.locator(f"[data-phase={phase}]")).to_be_visible()
