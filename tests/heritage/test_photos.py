"""Uploaded photographs: refused or re-encoded, never kept as they came."""

from __future__ import annotations

import io

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from heritage import photos
from heritage.models import EthnicGroup, Photo


def upload(image: Image.Image, kind: str = "JPEG", name: str = "a.jpg", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return SimpleUploadedFile(name, out.getvalue())


def noisy(width: int, height: int) -> Image.Image:
    return Image.effect_noise((width, height), 90).convert("RGB")


def photo(file) -> Photo:
    return Photo(
        image=file,
        group=EthnicGroup.objects.get(slug="ede"),
        alt_vi="Nhà dài",
        alt_en="Longhouse",
        author="An",
        licence="CC BY 4.0",
    )


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def test_a_photograph_is_kept_in_three_sizes_without_metadata(db, client):
    exif = Image.Exif()
    exif[0x010F] = "Phone of a child"
    exif[0x8825] = {1: "N", 2: (12.0, 40.0, 0.0)}
    picture = photo(upload(noisy(2000, 1500), exif=exif))
    picture.full_clean()
    picture.save()
    assert (picture.width, picture.height) == (2000, 1500)
    for name in (
        picture.image.name,
        *(photos.size_name(picture.image.name, w) for w in (320, 800)),
    ):
        with Image.open(picture.image.storage.path(name)) as kept:
            assert kept.format == "WEBP"
            assert not kept.getexif()
    path = picture.image.storage.path(photos.size_name(picture.image.name, 320))
    with Image.open(path) as small:
        assert small.width == 320
    with open(path, "rb") as small_file:  # noqa: PTH123
        assert len(small_file.read()) <= 60_000
    html = client.get("/heritage/groups/ede/").content.decode()
    assert picture.small in html
    assert 'alt="Nhà dài"' in html
    assert "CC BY 4.0" in html


def test_a_turned_photograph_stands_upright(db):
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = photo(upload(Image.new("RGB", (400, 300)), exif=exif))
    picture.save()
    assert (picture.width, picture.height) == (300, 400)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (SimpleUploadedFile("a.jpg", b"<script>alert(1)</script>"), "not_an_image"),
        (SimpleUploadedFile("a.jpg", b""), "not_an_image"),
        (upload(Image.new("RGB", (50, 50)), "GIF", "a.gif"), "not_an_image"),
        (upload(Image.new("1", (4000, 3001)), "PNG", "a.png"), "too_many_pixels"),
        (SimpleUploadedFile("a.jpg", bytes(photos.MAX_BYTES + 1)), "too_large"),
    ],
)
def test_what_is_no_proper_photograph_is_refused(db, file, code):
    with pytest.raises(ValidationError) as refused:
        photos.check(file)
    assert refused.value.code == code
    with pytest.raises(ValidationError) as refused:
        photo(file).full_clean()
    assert "image" in refused.value.message_dict


def test_a_damaged_file_is_refused():
    whole = upload(noisy(300, 300)).read()
    with pytest.raises(ValidationError):
        photos.check(SimpleUploadedFile("a.jpg", whole[: len(whole) // 2]))


def test_transparency_stays():
    kept = photos.keep(upload(Image.new("RGBA", (10, 10), (0, 0, 0, 0)), "PNG"), "photos")
    with Image.open(kept) as image:
        assert image.mode == "RGBA"


def test_author_licence_and_alt_are_required(db):
    bare = Photo(image=upload(Image.new("RGB", (10, 10))))
    with pytest.raises(ValidationError) as refused:
        bare.full_clean()
    assert {"author", "licence", "alt_vi", "alt_en"} <= set(refused.value.message_dict)
