"""Names for who has none at hand: a flower, a bird or an instrument of Vietnam with a kind word.

What the teacher's one-tap rename gives too, so every combination must be a name one is glad of.
"""

from __future__ import annotations

import secrets
from collections.abc import Container, Iterator

from . import nicknames

# Each kind of thing has its own words: a flower shines, a bird sings, an instrument rings.
_VIETNAMESE: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        (
            "Hoa Mai", "Hoa Đào", "Hoa Ban", "Hoa Sen", "Hoa Súng", "Hoa Cúc", "Hoa Lan",
            "Hoa Sim", "Hoa Gạo", "Hoa Quỳnh", "Hoa Nhài", "Hoa Phượng", "Hoa Bưởi", "Hoa Mơ",
            "Hoa Mận", "Hoa Trẩu", "Hoa Ngọc Lan", "Hoa Dã Quỳ", "Hoa Tam Giác Mạch",
            "Hoa Hướng Dương",
        ),
        (
            "rực rỡ", "tươi thắm", "dịu dàng", "lung linh", "toả hương", "đón nắng", "đầu xuân",
            "bên suối", "xinh tươi", "ngát hương",
        ),
    ),
    (
        (
            "Chim Én", "Chim Sáo", "Chim Sẻ", "Chim Công", "Chim Ri", "Sơn Ca", "Hoạ Mi",
            "Chào Mào", "Vành Khuyên", "Bồ Câu", "Cò Trắng", "Sếu Đầu Đỏ", "Bói Cá", "Gõ Kiến",
            "Yểng", "Chim Ngói",
        ),
        (
            "vui ca", "nhanh nhẹn", "tinh anh", "chăm chỉ", "sớm mai", "hiền hoà", "tung cánh",
            "mê hát", "nắng mới", "ham học",
        ),
    ),
    (
        (
            "Đàn Bầu", "Đàn Tranh", "Đàn Nguyệt", "Đàn Tính", "Đàn Đá", "Đàn Nhị", "Đàn Tỳ Bà",
            "Đàn T’rưng", "Đàn Môi", "Sáo Trúc", "Khèn Bè", "Kèn Lá", "Trống Cơm", "Cồng Chiêng",
            "Song Loan", "Đàn Goong",
        ),
        (
            "ngân nga", "vang xa", "rộn ràng", "trầm ấm", "du dương", "réo rắt", "vui tươi",
            "ngày hội", "trong trẻo", "say mê",
        ),
    ),
)  # fmt: skip

_ENGLISH: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        (
            "Apricot Blossom", "Peach Blossom", "Orchid", "Lotus", "Water Lily", "Daisy",
            "Jasmine", "Flame Flower", "Plum Blossom", "Buckwheat Flower", "Sunflower", "Magnolia",
        ),
        ("Bright", "Gentle", "Radiant", "Fresh", "Sunlit", "Spring", "Morning", "Fragrant"),
    ),
    (
        (
            "Swallow", "Starling", "Sparrow", "Peacock", "Skylark", "Bulbul", "White-eye", "Dove",
            "Egret", "Crane", "Kingfisher", "Woodpecker",
        ),
        ("Cheerful", "Swift", "Clever", "Busy", "Early", "Kind", "Soaring", "Singing"),
    ),
    (
        (
            "Monochord", "Zither", "Moon Lute", "Stone Chimes", "Fiddle", "Bamboo Flute",
            "Mouth Organ", "Leaf Horn", "Rice Drum", "Gong", "Bamboo Xylophone", "Lip Harp",
        ),
        ("Ringing", "Merry", "Warm", "Melodious", "Clear", "Festive", "Lively", "Dreamy"),
    ),
)  # fmt: skip

TRIES = 40


def all_names(language: str) -> Iterator[str]:
    """Every name there is in a language."""
    for things, words in _ENGLISH if language == "en" else _VIETNAMESE:
        for thing in things:
            for word in words:
                yield _name(thing, word, language)


def _name(thing: str, word: str, language: str) -> str:
    return f"{word} {thing}" if language == "en" else f"{thing} {word}"


def fresh(taken: Container[str], language: str = "vi") -> str:
    """A name whose key is not in `taken`; each kind of thing comes up as often as the others."""
    name = ""
    for _ in range(TRIES):
        things, words = secrets.choice(_ENGLISH if language == "en" else _VIETNAMESE)
        name = _name(secrets.choice(things), secrets.choice(words), language)
        if nicknames.key(name) not in taken:
            return name
    return nicknames.suggestion(name, taken)
