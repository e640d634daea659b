"""The part of a picture that is shown, its focal point, and what is kept of an upload."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from heritage import photos
from heritage.models import EthnicGroup, Photo

RED, BLUE, GREEN = (200, 0, 0), (0, 0, 200), (0, 150, 0)


@pytest.fixture(autouse=True)
def private(settings, tmp_path, monkeypatch) -> FileSystemStorage:
    settings.MEDIA_ROOT = tmp_path / "media"
    storage = FileSystemStorage(tmp_path / "private")
    monkeypatch.setattr(Photo._meta.get_field("original"), "storage", storage)
    return storage


def thirds(size=(1200, 400), **options) -> bytes:
    """Red, blue and green, from left to right."""
    image = Image.new("RGB", size, RED)
    wide = size[0] // 3
    image.paste(BLUE, (wide, 0, 2 * wide, size[1]))
    image.paste(GREEN, (2 * wide, 0, size[0], size[1]))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, **options)
    return out.getvalue()


def photo(**frame) -> Photo:
    return Photo(
        image=SimpleUploadedFile("house.jpg", thirds()),
        group=EthnicGroup.objects.get(slug="ede"),
        alt_vi="Nhà dài",
        alt_en="Longhouse",
        author="An",
        licence="CC BY 4.0",
        **frame,
    )


def colours(picture: Photo, name: str) -> set[str]:
    """Which of the three are seen along the middle, away from the seams."""
    with Image.open(picture.image.storage.path(name)) as image:
        row = [image.convert("RGB").getpixel((x, image.height // 2)) for x in range(image.width)]
    named = ("red", "green", "blue")
    found = [named[pixel.index(max(pixel))] for pixel in row]
    return {each for each in named if found.count(each) > len(found) / 20}


def test_the_frame_decides_what_is_shown_and_the_focus_what_a_card_keeps(db):
    picture = photo(crop_left=Decimal("33.3"), focus_x=Decimal(100))
    picture.full_clean()
    picture.save()
    assert (picture.width, picture.height) == (800, 400)
    assert colours(picture, picture.image.name) == {"blue", "green"}
    card = photos.size_name(picture.image.name, "card")
    with Image.open(picture.image.storage.path(card)) as image:
        assert image.size == photos.CARD
    assert colours(picture, card) == {"green", "blue"}
    picture.focus_x = Decimal(0)  # outside the frame: as near as the frame allows
    picture.crop_right = Decimal("66.7")
    picture.save()
    assert colours(picture, photos.size_name(picture.image.name, "card")) == {"blue"}


def test_a_frame_may_be_widened_again_because_the_upload_is_kept(db):
    picture = photo(crop_right=Decimal(30))
    picture.save()
    assert colours(picture, picture.image.name) == {"red"}
    earlier = picture.image.name
    picture.crop_right = Decimal(100)
    picture.save()
    assert colours(picture, picture.image.name) == {"red", "green", "blue"}
    # An earlier version names the earlier picture, and can be gone back to.
    back = picture.history.last().instance
    assert back.image.name == earlier
    back.save()
    assert colours(back, back.image.name) == {"red"}


def test_nothing_but_words_changed_draws_nothing_anew(db):
    picture = photo()
    picture.save()
    name = picture.image.name
    picture = Photo.objects.get()
    picture.alt_en = "A longhouse"
    picture.save()
    assert picture.image.name == name


def test_the_upload_lies_where_no_address_leads(db, settings, client, private):
    upload = thirds()
    picture = photo()
    picture.save()
    with private.open(picture.original.name) as kept:
        assert kept.read() == upload
    assert not list(Path(settings.MEDIA_ROOT).rglob("*.jp*g"))
    assert client.get(settings.MEDIA_URL + picture.original.name).status_code == 404
    page = client.get(picture.group.get_absolute_url()).content.decode()
    assert picture.original.name not in page


def test_a_removed_photograph_leaves_no_file(
    db, settings, private, django_capture_on_commit_callbacks
):
    picture = photo()
    picture.save()
    picture.crop_right = Decimal(50)
    picture.save()
    with django_capture_on_commit_callbacks(execute=True):
        picture.delete()
    left = [*Path(settings.MEDIA_ROOT).rglob("*"), *Path(private.location).rglob("*")]
    assert [each.name for each in left if each.is_file()] == []


def test_what_fails_on_the_way_leaves_no_file(db, settings, monkeypatch):
    monkeypatch.setattr(photos, "keep_card", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        photo().save()
    assert [each for each in Path(settings.MEDIA_ROOT).rglob("*") if each.is_file()] == []


@pytest.mark.parametrize(
    "frame",
    [
        {"crop_left": Decimal(95)},
        {"crop_top": Decimal(60), "crop_bottom": Decimal(40)},
        {"crop_right": Decimal("0.0")},
    ],
)
def test_a_frame_around_nothing_is_refused(db, frame):
    with pytest.raises(ValidationError) as refused:
        photo(**frame).full_clean()
    assert any(each.code == "frame" for each in refused.value.error_dict["__all__"])


@pytest.mark.parametrize("text", ["1", "a,b,c,d", "nan,0,1,1", "0,0,1e9,1", "0,0,1,1,1", "1,1,0,0"])
def test_a_forged_frame_is_refused(text):
    with pytest.raises(ValidationError):
        photos.Frame.read(text)


@pytest.fixture
def editor(client, django_user_model):
    user = django_user_model.objects.create_user("editor", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    return client


def test_an_editor_sees_the_whole_upload_while_framing(db, editor, client, django_user_model):
    picture = photo(crop_right=Decimal(30))
    picture.save()
    address = reverse("admin:heritage_photo_original", args=[picture.pk])
    shown = editor.get(address)
    with Image.open(io.BytesIO(shown.content)) as image:
        assert image.format == "WEBP"
        assert image.width / image.height == pytest.approx(3, abs=0.02)
    form = editor.get(reverse("admin:heritage_photo_change", args=[picture.pk])).content.decode()
    assert f'data-src="{address}"' in form
    client.force_login(django_user_model.objects.create_user("teacher"))
    assert client.get(address).status_code in (302, 403)
    client.logout()
    assert client.get(address).status_code == 302


def test_several_pictures_of_a_people_are_cut_to_cards(db, client):
    for _ in range(2):
        photo().save()
    first, second = Photo.objects.all()
    page = client.get(first.group.get_absolute_url()).content.decode()
    assert first.medium in page and second.card in page
    assert first.card not in page
