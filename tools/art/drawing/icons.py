"""Small pictures: suit signs of 64 by 64 units, and the program's icon."""

from collections.abc import Callable

from .emblems import FRENCH_COLOURS, FRENCH_PIPS, club, coin, cup, sword
from .palette import BLUE_DARK, BROWN, CREAM, INK, RED, WHITE
from .shapes import tube
from .svg import Pen, document, group, rect


def _icon(body: str) -> str:
    return document(body, 64, 64)


def italian_d() -> str:
    return _icon(Pen(32, 32).circle(0, 0, 31.5, WHITE, None) + coin(32, 32, 28, 8, RED, False))


def italian_h() -> str:
    halo = Pen(32, 32).path("M-20 -20 L20 -20 L14 0 L-14 0 Z M0 0 L0 22 M-14 25 L14 25", WHITE, WHITE, 13)
    return _icon(halo + cup(32, 32, 28.5))


def italian_s() -> str:
    halo = Pen(32, 32, 1, 45).line("M0 -30 L0 32 M-11 14 L11 14", WHITE, 15)
    return _icon(halo + sword(32, 32, 68, 45, 12, RED))


def italian_c() -> str:
    halo = Pen().path(tube(((15, 51), (46, 16)), (18, 29), 0.5), WHITE, WHITE, 3)
    return _icon(halo + club(16, 50, 45, 17, 11, 21))


def _french(suit: str) -> Callable[[], str]:
    def draw() -> str:
        pen = Pen(32, 32, 25)
        halo = pen.path(FRENCH_PIPS[suit], WHITE, WHITE, 8)
        return _icon(halo + pen.path(FRENCH_PIPS[suit], FRENCH_COLOURS[suit], None))

    return draw


def program() -> str:
    """Three fanned cards on a round green table."""
    table = Pen(128, 128)
    body = table.circle(0, 0, 122, BROWN, INK, 5)
    body += table.circle(0, 0, 108, "url(#felt)", INK, 3)

    def fanned(turn: float, emblem: str) -> str:
        face = rect(-40, -66, 80, 132, 10, CREAM, INK, 4.5) + rect(
            -32.5, -58.5, 65, 117, 5, "none", BLUE_DARK, 1.6
        )
        return group(face + emblem, f"translate(128 222) rotate({turn}) scale(.94) translate(0 -98)")

    body += fanned(-30, club(-24, 30, -10, -48, 13, 25))
    body += fanned(30, cup(8, -27, 23))
    body += fanned(0, coin(0, -4, 31, 8, RED))
    return document(body, 256, 256)


ICONS: dict[str, Callable[[], str]] = {
    "italian_d": italian_d,
    "italian_h": italian_h,
    "italian_s": italian_s,
    "italian_c": italian_c,
    **{f"french_{suit}": _french(suit) for suit in "dhsc"},
}
