"""Photographs that people upload: verified, cropped, re-encoded without their metadata, in sizes.

Nothing of the uploaded file itself is shown: where it was taken, by which phone, and whatever else
may hide in it, end with the re-encoding.
"""

from __future__ import annotations

import io
import uuid
from dataclasses import astuple, dataclass
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
#: Pixels of the copy that is cut to one shape around the focal point, for rows of cards.
CARD = (640, 480)
_QUALITIES = (80, 65, 50, 35, 20, 5)


@dataclass(frozen=True)
class Frame:
    """Which part of an upright picture is shown, and the point of it that no further cut may lose;
    shares of the whole width and height, 0–1, from the upper left corner.

    Raises ValidationError (`frame`) unless at least a tenth of each side is left.
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def __post_init__(self) -> None:
        in_picture = all(0 <= each <= 1 for each in astuple(self))  # not so for NaN either
        # Shares come rounded to a thousandth.
        wide, high = self.right - self.left, self.bottom - self.top
        if not (in_picture and wide > 0.099 and high > 0.099):
            raise ValidationError(
                _("Leave at least a tenth of the picture’s width and height."), code="frame"
            )

    @classmethod
    def read(cls, text: str) -> Frame:
        """From "left,top,right,bottom" as a form sends it; nothing means the whole picture.

        >>> Frame.read("0.1,0,1,0.75").bottom
        0.75
        """
        try:
            shares = [float(each) for each in text.split(",")] if text else []
            left, top, right, bottom = shares or (0.0, 0.0, 1.0, 1.0)
        except ValueError as error:
            raise ValidationError(_("Choose the part of the picture again."), "frame") from error
        return cls(left, top, right, bottom)

    def box(self, width: int, height: int) -> tuple[int, int, int, int]:
        """In pixels, at least one wide and high.

        >>> Frame(0.25, 0, 1, 0.5).box(400, 300)
        (100, 0, 400, 150)
        """
        left, top = round(self.left * width), round(self.top * height)
        right, bottom = round(self.right * width), round(self.bottom * height)
        left, top = min(left, width - 1), min(top, height - 1)
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def card(self, width: int, height: int) -> tuple[int, int, int, int]:
        """The largest part in the shape of `CARD` inside `box`, as near around the focal point as
        its edges allow, in pixels.

        >>> Frame(x=0.9).card(800, 300)
        (400, 0, 800, 300)
        """
        left, top, right, bottom = self.box(width, height)
        wide = min(right - left, (bottom - top) * CARD[0] / CARD[1])
        high = min(bottom - top, (right - left) * CARD[1] / CARD[0])
        x = min(max(self.x * width - wide / 2, left), right - wide)
        y = min(max(self.y * height - high / 2, top), bottom - high)
        return round(x), round(y), max(round(x + wide), 1), max(round(y + high), 1)


WHOLE = Frame()


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


def keep(file: IO[bytes] | File, folder: str, frame: Frame = WHOLE) -> ContentFile:
    """What the frame shows of the picture re-encoded, ready for an ImageField, its sizes stored
    beside where it will lie.

    Returns a file with a new random name under `folder`. Raises ValidationError as `check`.
    """
    check(file)
    stem = f"{folder}/{uuid.uuid4().hex}"
    upright = _upright(file)
    image = upright.crop(frame.box(*upright.size))
    # All is encoded before anything is stored.
    sized = {width: _sized(image, width) for width in WIDTHS}
    whole = ContentFile(_webp(image, 85), name=f"{stem.rpartition('/')[2]}.webp")
    try:
        for width, data in sized.items():
            default_storage.save(size_name(f"{stem}.webp", width), ContentFile(data))
    except BaseException:
        forget(f"{stem}.webp")
        raise
    return whole


def keep_card(file: IO[bytes] | File, name: str, frame: Frame = WHOLE) -> None:
    """Store the card of a picture that is kept under that name. Raises ValidationError as
    `check`."""
    check(file)
    upright = _upright(file)
    box = frame.card(*upright.size)
    data = _light(upright.resize(CARD, Image.Resampling.LANCZOS, box, reducing_gap=3))
    default_storage.save(size_name(name, "card"), ContentFile(data))


def preview(file: IO[bytes] | File, width: int = 960) -> bytes:
    """The whole upright picture as WebP, at most so many pixels wide, without its metadata.

    Raises ValidationError as `check`.
    """
    check(file)
    image = _upright(file)
    image.thumbnail((width, 4 * width), Image.Resampling.LANCZOS)
    return _webp(image, _QUALITIES[0])


def ending(file: IO[bytes] | File) -> str:
    """By what the file is, not by what it is called: "jpeg", "png" or "webp"."""
    file.seek(0)
    with Image.open(file, formats=FORMATS) as image:
        kind = str(image.format).lower()
    file.seek(0)
    return kind


def _upright(file: IO[bytes] | File) -> Image.Image:
    with Image.open(file, formats=FORMATS) as opened:
        upright = ImageOps.exif_transpose(opened)
        mode = "RGBA" if upright.has_transparency_data else "RGB"
        # A new image holds pixels only: no EXIF, no comments, no colour profile.
        image = Image.new(mode, upright.size)
        image.paste(upright.convert(mode))
    return image


def size_name(name: str, size: int | str) -> str:
    """Where the copy of a kept picture in one of `WIDTHS`, or its "card", lies.

    >>> size_name("photos/ab12.webp", 320)
    'photos/ab12-320.webp'
    """
    return f"{name.removesuffix('.webp')}-{size}.webp"


def forget(name: str) -> None:
    """Remove a picture and its sizes from the storage."""
    for each in (name, *(size_name(name, size) for size in (*WIDTHS, "card"))):
        default_storage.delete(each)


def _sized(image: Image.Image, width: int) -> bytes:
    copy = image.copy()
    copy.thumbnail((width, 4 * width), Image.Resampling.LANCZOS)
    if width not in PHONE_WIDTHS:
        return _webp(copy, _QUALITIES[0])
    return _light(copy)


def _light(image: Image.Image) -> bytes:
    """At most PHONE_BYTES."""
    for quality in _QUALITIES:
        data = _webp(image, quality)
        if len(data) <= PHONE_BYTES:
            return data
    # Noise, or a very tall picture: fewer pixels, until it fits.
    while len(data) > PHONE_BYTES:
        image.thumbnail((image.width * 3 // 4, image.height * 3 // 4), Image.Resampling.LANCZOS)
        data = _webp(image, _QUALITIES[-1])
    return data


def _webp(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()
