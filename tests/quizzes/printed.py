"""Reading printed sheets as somebody has them in hand."""

from __future__ import annotations

import zxingcpp

#: The address before each path of a QR code.
SITE = "http://192.168.10.20:8000"


def text_of(pages) -> str:
    """All text in one line, as it is copied from the file."""
    found = " ".join(page.get_textpage().get_text_range() for page in pages)
    return " ".join(found.replace("\ufffe", "-").replace("\u0002", "-").split())


def codes_on(page) -> list[str]:
    picture = page.render(scale=2.2).to_pil()
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return [one.text for one in found]
