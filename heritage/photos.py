"""Photographs that people upload: verified, re-encoded without their metadata, in several sizes.

Nothing of the uploaded file itself is kept: where it was taken, by which phone, and whatever else
may hide in it, end with the re-encoding.
"""

from __future__ import annotations

import io
import uuid
from typing import IO

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

#: What may come in: formats, endings, bytes, pixels.
FORMATS = ("JPEG", "PNG", "WEBP")
ENDINGS = ("jpg", "jpeg", "png", "webp")
MAX_BYTES, MAX_PIXELS = 10 * 1024 * 1024, 12_000_000
#: Pixels along a side; WebP itself holds 16383.
MAX_SIDE = 8_000
#: Widths made of each photograph, and the most that those for phones may weigh.
WIDTHS = (320, 800, 1600)
PHONE_WIDTHS, PHONE_BYTES = WIDTHS[:2], 60_000
_QUALITIES = (80, 65, 50, 35, 20, 5)


def check(file: IO[bytes] | File) -> None:
    """Raises ValidationError unless the file is a photograph we can keep; leaves it rewound."""
    size = getattr(file, "size", None)
    if size is not None and size > MAX_BYTES:
        raise ValidationError(
            _("The picture is larger than %(limit)s MB.") % {"limit": MAX_BYTES // 1024**2},
            code="too_large",
        )
    try:
        file.seek(0)
        with Image.open(file, formats=FORMATS) as image:
            # The header is enough to refuse a picture that would fill the memory.
            if image.width * image.height > MAX_PIXELS:
                raise ValidationError(
                    _("The picture has more than %(limit)s million pixels.")
                    % {"limit": MAX_PIXELS // 1_000_000},
                    code="too_many_pixels",
                )
            if max(image.size) > MAX_SIDE:
                raise ValidationError(
                    _("The picture is longer than %(limit)s pixels on a side.")
                    % {"limit": MAX_SIDE},
                    code="too_long_a_side",
                )
            image.load()
    except ValidationError:
        raise
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise ValidationError(
            _("This is not a JPEG, PNG or WebP picture, or it is damaged."), code="not_an_image"
        ) from error
    finally:
        file.seek(0)


def keep(file: IO[bytes] | File, folder: str) -> ContentFile:
    """The picture re-encoded, ready for an ImageField, its sizes stored beside where it will lie.

    Returns a file with a new random name under `folder`. Raises ValidationError as `check`.
    """
    check(file)
    stem = f"{folder}/{uuid.uuid4().hex}"
    with Image.open(file, formats=FORMATS) as opened:
        upright = ImageOps.exif_transpose(opened)
        mode = "RGBA" if upright.has_transparency_data else "RGB"
        # A new image holds pixels only: no EXIF, no comments, no colour profile.
        image = Image.new(mode, upright.size)
        image.paste(upright.convert(mode))
    # All is encoded before anything is stored.
    sized = {width: _sized(image, width) for width in WIDTHS}
    whole = ContentFile(_webp(image, 85), name=f"{stem.rpartition('/')[2]}.webp")
    try:
        for width, data in sized.items():
            default_storage.save(f"{stem}-{width}.webp", ContentFile(data))
    except BaseException:
        forget(f"{stem}.webp")
        raise
    return whole


def size_name(name: str, width: int) -> str:
    """Where the copy of a kept picture in that width lies.

    >>> size_name("photos/ab12.webp", 320)
    'photos/ab12-320.webp'
    """
    return f"{name.removesuffix('.webp')}-{width}.webp"


def forget(name: str) -> None:
    """Remove a picture and its sizes from the storage."""
    for each in (name, *(size_name(name, width) for width in WIDTHS)):
        default_storage.delete(each)


def _sized(image: Image.Image, width: int) -> bytes:
    copy = image.copy()
    copy.thumbnail((width, 4 * width), Image.Resampling.LANCZOS)
    if width not in PHONE_WIDTHS:
        return _webp(copy, _QUALITIES[0])
    for quality in _QUALITIES:
        data = _webp(copy, quality)
        if len(data) <= PHONE_BYTES:
            return data
    # Noise, or a very tall picture: fewer pixels, until it fits.
    while len(data) > PHONE_BYTES:
        copy.thumbnail((copy.width * 3 // 4, copy.height * 3 // 4), Image.Resampling.LANCZOS)
        data = _webp(copy, _QUALITIES[-1])
    return data


def _webp(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()
