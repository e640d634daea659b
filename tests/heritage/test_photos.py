"""Uploaded photographs: refused or re-encoded, never kept as they came."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
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
    for width in photos.PHONE_WIDTHS:
        path = Path(picture.image.storage.path(photos.size_name(picture.image.name, width)))
        with Image.open(path) as small:
            assert small.width == width
        assert path.stat().st_size <= 60_000
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


@pytest.mark.parametrize("size", [(20_000, 10), (8_001, 8), (12_000_000, 1), (1, 12_000_000)])
def test_a_picture_with_a_long_side_is_refused_before_it_is_decoded(size, monkeypatch):
    file = upload(Image.new("1", size), "PNG", "a.png")
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("decoded"))
    with pytest.raises(ValidationError) as refused:
        photos.check(file)
    assert refused.value.code == "too_long_a_side"


def test_a_picture_as_long_as_allowed_is_kept():
    kept = photos.keep(upload(Image.new("RGB", (photos.MAX_SIDE, 1)), "PNG"), "photos")
    assert kept.size


def files(folder) -> list:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_picture_that_cannot_be_encoded_leaves_no_file(db, tmp_path, monkeypatch):
    monkeypatch.setattr(photos, "_webp", lambda image, quality: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        photos.keep(upload(Image.new("RGB", (50, 50))), "photos")
    assert files(tmp_path) == []


def test_a_disk_that_fills_up_leaves_no_file(db, tmp_path, monkeypatch):
    save, saved = photos.default_storage.save, []

    def full(name, content):
        if len(saved) == 2:
            raise OSError("no space")
        saved.append(save(name, content))
        return saved[-1]

    monkeypatch.setattr(photos.default_storage, "save", full)
    with pytest.raises(OSError, match="no space"):
        photos.keep(upload(Image.new("RGB", (50, 50))), "photos")
    assert len(saved) == 2
    assert files(tmp_path) == []


def test_a_row_that_cannot_be_stored_leaves_no_file(db, tmp_path):
    picture = photo(upload(Image.new("RGB", (50, 50))))
    picture.order = None
    with pytest.raises(IntegrityError), transaction.atomic():
        picture.save()
    assert files(tmp_path) == []


def test_noise_of_the_tallest_shape_still_fits_a_phone(db):
    kept = photos.keep(upload(noisy(900, 2700), quality=60), "questions")
    for width in photos.PHONE_WIDTHS:
        name = photos.size_name(f"questions/{kept.name}", width)
        assert photos.default_storage.size(name) <= 60_000
