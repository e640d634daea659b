"""The raft from the side and above, with its heights: SVG in millimetres.

It is for readers without a script and for the first sight of a page; static/js/rafter-view.js draws
the same, turned and moving. A point (x, y, z), turned by the yaw, is seen at ((x + y) · 0.866,
(x − y) · 0.5 − z). What is below the base card is drawn at a part of its depth, so that the raft
and not its pillar fills the picture. Pieces are drawn from the back to the front: of two that
overlap in plan the later one lies higher; two that do not are told apart by the line between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from .board import described, grain, number
from .pieces import BASE, SEA, Piece, placed
from .shapes import Outline, Point, common

#: How much of a depth below the base card is drawn.
SUNK = 0.4
WIDE, TALL = 0.866, 0.5
#: The picture at least, in its own units: left, top, right, bottom.
LEAST = (-96.0, -54.0, 96.0, 78.0)
ROOM = 8.0
#: A shadow lies so far aside for each mm of height.
SHADE = 0.16
#: Directions from which the raft may be looked at, degrees.
SIDES = range(0, 360, 45)
#: Overlaps below this (mm²) are pieces that touch.
TOUCH = 0.05

Corner = tuple[float, float, float]


class Camera:
    """Where a reader stands: the raft is turned by `yaw` degrees counter-clockwise."""

    def __init__(self, yaw: float = 0.0) -> None:
        self.cos, self.sin = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))

    def turned(self, x: float, y: float) -> Point:
        return x * self.cos - y * self.sin, x * self.sin + y * self.cos

    def seen(self, x: float, y: float, z: float) -> Point:
        """Where a point of the raft is on the picture, y down."""
        x, y = self.turned(x, y)
        return (x + y) * WIDE, (x - y) * TALL - (z if z >= 0 else z * SUNK)

    def nearer(self, x: float, y: float) -> float:
        """How far a step in plan leads towards the reader."""
        x, y = self.turned(x, y)
        return x - y


def corners(piece: Piece, height: float) -> list[Corner]:
    """The outline of a piece at its rest plane, so high above its underside."""
    return [
        (x, y, piece.z + height + piece.a * (x - piece.x) + piece.b * (y - piece.y))
        for x, y in piece.outline
    ]


def _path(points: Sequence[Point]) -> str:
    return f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in points)}z"


def faces(camera: Camera, low: Sequence[Corner], high: Sequence[Corner]) -> tuple[str, str, str]:
    """The sides to the left, those to the right, and the top of a prism, as paths."""
    left: list[str] = []
    right: list[str] = []
    ends = [*range(1, len(low)), 0]
    for start, end in enumerate(ends):
        dx, dy = camera.turned(low[end][0] - low[start][0], low[end][1] - low[start][1])
        if dx + dy <= 0:
            continue  # it looks away
        side = [camera.seen(*corner) for corner in (low[start], low[end], high[end], high[start])]
        (left if dy - dx < 0 else right).append(_path(side))
    return "".join(left), "".join(right), _path([camera.seen(*corner) for corner in high])


def _solid(camera: Camera, css: str, name: str, prism: tuple[str, str, str], more: str = "") -> str:
    left, right, top = prism
    return format_html(
        '<g class="{}" data-id="{}"><path class="f-l" d="{}"/><path class="f-r" d="{}"/>'
        '<path class="f-t" d="{}"/>{}</g>',
        css,
        name,
        left,
        right,
        top,
        more,
    )


def _piece(camera: Camera, piece: Piece) -> str:
    look = piece.look
    prism = faces(camera, corners(piece, 0.0), corners(piece, look.height))
    x, y = camera.seen(piece.x, piece.y, piece.z + look.height)
    if piece.kind == "p":
        lines = []
        for left, right, across in grain(look.outline):
            ends = placed(((left, across), (right, across)), piece.pose)
            seen = [
                camera.seen(
                    px,
                    py,
                    piece.z + look.height + piece.a * (px - piece.x) + piece.b * (py - piece.y),
                )
                for px, py in ends
            ]
            lines.append("M" + "L".join(f"{number(px)} {number(py)}" for px, py in seen))
        level = min(7, int(max(0.0, piece.z) / 2 + 0.5))
        more = format_html('<path class="grain" d="{}"/>', "".join(lines))
        return _solid(camera, f"ip p w{level}", piece.id, prism, more)
    if piece.kind == "r":
        more = format_html('<text x="{}" y="{}">{}</text>', number(x), number(y + 3), piece.design)
        return _solid(camera, "ip r", piece.id, prism, more)
    more = format_html(
        '<use href="#rf-g{}" class="mark" x="-3.7" y="-3.7" width="7.4" height="7.4"'
        ' transform="translate({} {}) scale(1 .62)"/>',
        piece.design,
        number(x),
        number(y),
    )
    return _solid(camera, f"ip c g{piece.design}", piece.id, prism, more)


def before(camera: Camera, one: Outline, other: Outline) -> int:
    """−1 when `one`, the earlier, is drawn first, 1 when `other` is, 0 when it is the same."""
    shared = common(one, other)
    if (
        shared
        and sum(
            x1 * y2 - x2 * y1
            for (x1, y1), (x2, y2) in zip(shared, shared[1:] + shared[:1], strict=True)
        )
        > 2 * TOUCH
    ):
        return -1
    widest, way = -math.inf, 0.0
    for outline, rest, sign in ((one, other, 1), (other, one, -1)):
        for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
            nx, ny = y2 - y1, x1 - x2  # outwards, for corners are counter-clockwise
            length = math.hypot(nx, ny) or 1.0
            gap = min((x - x1) * nx + (y - y1) * ny for x, y in rest) / length
            if gap > widest:
                widest, way = gap, sign * camera.nearer(nx, ny) / length
    return 0 if abs(way) < 1e-6 else (-1 if way > 0 else 1)


def back_to_front(camera: Camera, raft: Sequence[Piece]) -> list[Piece]:
    """The order in which pieces are drawn; list order where a circle leaves none."""
    boxes = []
    for piece in raft:
        seen = [
            camera.seen(*corner)
            for height in (0.0, piece.look.height)
            for corner in corners(piece, height)
        ]
        xs, ys = [x for x, _ in seen], [y for _, y in seen]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    behind: list[set[int]] = [set() for _ in raft]
    for n, piece in enumerate(raft):
        for m in range(n):
            a, b = boxes[m], boxes[n]
            if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]:
                continue
            order = before(camera, raft[m].outline, piece.outline)
            if order < 0:
                behind[n].add(m)
            elif order > 0:
                behind[m].add(n)
    drawn: list[int] = []
    left = list(range(len(raft)))
    while left:
        done = set(drawn)
        chosen = next((n for n in left if behind[n] <= done), left[0])
        drawn.append(chosen)
        left.remove(chosen)
    return [raft[n] for n in drawn]


def _shadows(camera: Camera, raft: Sequence[Piece], level: float) -> str:
    """What the pieces shade at a level, as one path: light comes from the back left."""
    paths = []
    if level < 0:
        shift = -level * SHADE
        x_by, y_by = shift * camera.cos, -shift * camera.sin
        paths.append(_path([camera.seen(x + x_by, y + y_by, level) for x, y in BASE]))
    for piece in raft:
        by = max(0.0, piece.z + piece.look.height - level) * SHADE
        paths.append(
            _path(
                [
                    camera.seen(x + by * camera.cos, y - by * camera.sin, level)
                    for x, y in piece.outline
                ]
            )
        )
    return "".join(paths)


def draw(
    raft: Sequence[Piece], yaw: float = 0.0, *, css: str = "", name: str = "iso"
) -> SafeString:
    """The whole picture."""
    camera = Camera(yaw)
    pillar = faces(camera, [(*corner, SEA) for corner in BASE], [(*corner, 0.0) for corner in BASE])
    points = [
        camera.seen(*corner)
        for piece in raft
        for height in (0.0, piece.look.height)
        for corner in corners(piece, height)
    ]
    left = min([LEAST[0], *(x - ROOM for x, _ in points)])
    top = min([LEAST[1], *(y - ROOM for _, y in points)])
    right = max([LEAST[2], *(x + ROOM for x, _ in points)])
    bottom = max([LEAST[3], *(y + ROOM for _, y in points)])
    box = f"{number(left)} {number(top)} {number(right - left)} {number(bottom - top)}"
    depth = -SEA * SUNK
    # Whatever a raft shades lies in the sea.
    sea = 128.0 if right - left <= LEAST[2] - LEAST[0] else 1.25 * max(-left, right)
    return format_html(
        '<svg id="{}" class="iso {}" viewBox="{}" data-yaw="{}" role="img" aria-label="{}">'
        '<g class="sea"><ellipse cy="{}" rx="{}" ry="{}"/>'
        '<path d="M-92 {}q4-3 8 0t8 0M62 {}q4-3 8 0t8 0M-40 {}q4-3 8 0t8 0M84 {}q4-3 8 0t8 0"/></g>'
        '<path class="shade on-sea" d="{}"/>'
        '<g class="bx">{}</g><clipPath id="{}-top"><path d="{}"/></clipPath>'
        '<path class="shade on-base" clip-path="url(#{}-top)" d="{}"/><g class="ps">{}</g></svg>',
        name,
        css,
        box,
        number(yaw),
        described(raft),
        number(depth),
        number(sea),
        number(sea * 0.52),
        number(depth),
        number(depth + 36),
        number(depth + 44),
        number(depth - 8),
        _shadows(camera, raft, SEA),
        _solid(camera, "base", "base", pillar),
        name,
        pillar[2],
        name,
        _shadows(camera, raft, 0.0),
        mark_safe("".join(_piece(camera, piece) for piece in back_to_front(camera, raft))),  # noqa: S308  made by format_html
    )
