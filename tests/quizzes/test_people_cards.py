"""The cards of the peoples as somebody has them in hand."""

from __future__ import annotations

import io
import os
import unicodedata
from pathlib import Path

import pypdfium2
import pytest
from django.core.files.base import ContentFile
from PIL import Image

from heritage.map_parts import Words, short_name
from heritage.models import EthnicGroup, Fact, GroupName, Photo, Province
from heritage.outlines import outlines
from quizzes.printing import peoples
from quizzes.printing.peoples import PeopleJob

from .printed import SITE, codes_on, text_of

PEOPLES = "/quizzes/people-cards/"


@pytest.fixture(scope="module", params=["vi", "en"])
def all_cards(request, django_db_setup, django_db_blocker):
    """Every card once in a language: what it was made of, and its PDF."""
    with django_db_blocker.unblock():
        job = PeopleJob(peoples.ALL, request.param, SITE)
        data = job.draw()
    if folder := os.environ.get("KEEP_PDF"):
        Path(folder, f"peoples-{request.param}.pdf").write_bytes(data)
    document = pypdfium2.PdfDocument(data)
    yield request.param, job.cards, document
    document.close()


@pytest.fixture(scope="module")
def all_codes(all_cards):
    """What the QR codes of each page say."""
    return [codes_on(page) for page in all_cards[2]]


def test_every_people_has_a_card(all_cards, all_codes, db):
    language, cards, document = all_cards
    text = text_of(document)
    assert unicodedata.is_normalized("NFC", text)
    assert len(cards) == EthnicGroup.objects.count() == 54
    for group in EthnicGroup.objects.all():
        assert getattr(group, f"name_{language}") in text, group.slug
    for page, codes in zip(document, all_codes, strict=True):
        said = text_of([page])
        for inset in outlines().insets:
            assert said.count(short_name(inset, Words(language, {}))) == len(codes)


def test_codes_open_the_pages_of_the_peoples(all_codes, client, db):
    found = [code for codes in all_codes for code in codes]
    wanted = [f"{SITE}{group.get_absolute_url()}" for group in EthnicGroup.objects.all()]
    assert sorted(found) == sorted(wanted)
    assert client.get(found[0].removeprefix(SITE)).status_code == 200


def test_a_card_says_only_public_facts_each_with_its_source(all_cards, db):
    language, cards, document = all_cards
    text = text_of(document)
    facts = list(Fact.objects.public())
    public = {(getattr(fact, f"text_{language}"), fact.source) for fact in facts}
    printed = 0
    for card in cards:
        page = text_of([document[(card.code - 1) // 4]])
        for fact in card.facts:
            assert (fact.text, fact.source) in public
            # Two peoples may share a sentence, each with sources of its own.
            if f"{fact.text}[" in page and fact.source in page:
                printed += 1
    assert printed >= 3 * 54
    shown = {each for each, _source in public}
    for fact in Fact.objects.exclude(pk__in=[each.pk for each in facts]):
        hidden = getattr(fact, f"text_{language}")
        assert hidden in shown or f"{hidden}[" not in text
    for name in GroupName.objects.filter(kind=GroupName.Kind.AVOID):
        for card in cards:
            assert name.name not in card.others or card.code != name.group.code


def test_a_card_names_homes_and_language(all_cards, db):
    language, cards, document = all_cards
    card = next(card for card in cards if card.code == EthnicGroup.objects.get(slug="ede").code)
    place = (card.code - 1) // 4
    text = text_of([document[place]])
    home = Province.objects.get(slug="dak-lak")
    assert card.homes[0] == ("dak-lak", getattr(home, f"name_{language}"))
    assert card.homes[0][1] in text
    assert card.branch in text


def test_anybody_prints_the_cards_of_a_region(client, db, waiting):
    page = client.get(f"{PEOPLES}?of=region-central-highlands&language=vi").content.decode()
    assert 'value="region-central-highlands" selected' in page
    answer = client.post(PEOPLES, {"of": "region-central-highlands", "language": "vi"})
    assert "data-poll" in client.get(answer.url).content.decode()
    waiting()
    assert f"{answer.url}file/" in client.get(answer.url).content.decode()
    file = client.get(f"{answer.url}file/")
    document = pypdfium2.PdfDocument(file.content)
    found = {code.rstrip("/").rsplit("/", 1)[1] for page in document for code in codes_on(page)}
    assert {"ede", "jarai"} <= found
    assert not {"kinh", "tay", "hoa"} & found


def test_one_people_is_chosen_from_its_page(client, db, waiting):
    page = client.get("/heritage/groups/ede/").content.decode()
    assert f"{PEOPLES}?of=ede" in page
    assert 'value="ede" selected' in client.get(f"{PEOPLES}?of=ede").content.decode()
    answer = client.post(PEOPLES, {"of": "ede", "language": "en"})
    waiting()
    document = pypdfium2.PdfDocument(client.get(f"{answer.url}file/").content)
    assert len(document) == 1
    assert len(codes_on(document[0])) == 1


@pytest.mark.parametrize(
    "chosen",
    [
        {"of": "atlantis"},
        {"of": "Ê-đê"},
        {"of": "region-x"},
        {"of": "branch-"},
        {"language": "fr"},
    ],
)
def test_peoples_that_are_not_there_are_not_printed(client, db, waiting, chosen):
    assert client.post(PEOPLES, chosen).status_code == 404
    assert waiting.found == []


def test_a_photograph_is_printed_with_its_author_and_licence(db, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    picture = io.BytesIO()
    Image.new("RGB", (900, 600), "#446688").save(picture, "JPEG")
    group = EthnicGroup.objects.get(slug="ede")
    photo = Photo(group=group, alt_vi="Nhà dài", alt_en="A longhouse", author="H’Hen Niê")
    photo.licence = "CC BY 4.0"
    photo.image = ContentFile(picture.getvalue(), "a.jpg")
    photo.save()
    data = PeopleJob("ede", "vi", SITE).draw()
    text = text_of(pypdfium2.PdfDocument(data))
    assert "H’Hen Niê, CC BY 4.0" in text
    Path(photo.image.path).parent.joinpath("gone").touch()
    for file in Path(photo.image.path).parent.iterdir():
        file.unlink()
    assert "H’Hen Niê" not in text_of(pypdfium2.PdfDocument(PeopleJob("ede", "vi", SITE).draw()))
