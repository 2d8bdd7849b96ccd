"""Small pictures: suit signs of 64 by 64 units, and the program's icon."""

from collections.abc import Callable

from .bastoni import club
from .coppe import cup
from .denari import coin
from .palette import BLUE_DARK, BROWN, CREAM, GREEN, INK, RED, WHITE
from .spade import sword
from .svg import Pen, document, group, rect

FRENCH_PIPS = {
    "h": "M0 .95 C-.35 .55 -1 .15 -1 -.38 C-1 -.76 -.74 -.95 -.48 -.95 C-.22 -.95 -.06 -.78 0 -.56 "
    "C.06 -.78 .22 -.95 .48 -.95 C.74 -.95 1 -.76 1 -.38 C1 .15 .35 .55 0 .95 Z",
    "d": "M0 -1 C.22 -.55 .45 -.25 .78 0 C.45 .25 .22 .55 0 1 C-.22 .55 -.45 .25 -.78 0 C-.45 -.25 -.22 -.55 0 -1 Z",
    "s": "M0 -1 C.3 -.55 1 -.2 1 .3 C1 .62 .76 .8 .52 .8 C.34 .8 .18 .7 .09 .55 C.12 .75 .2 .9 .34 1 L-.34 1 "
    "C-.2 .9 -.12 .75 -.09 .55 C-.18 .7 -.34 .8 -.52 .8 C-.76 .8 -1 .62 -1 .3 C-1 -.2 -.3 -.55 0 -1 Z",
    "c": "M.09 .3 C.13 .66 .2 .86 .36 1 L-.36 1 C-.2 .86 -.13 .66 -.09 .3 C-.18 .5 -.34 .62 -.55 .62 "
    "C-.82 .62 -1 .42 -1 .15 C-1 -.12 -.82 -.32 -.55 -.32 C-.46 -.32 -.38 -.3 -.3 -.26 "
    "C-.42 -.36 -.47 -.46 -.47 -.56 C-.47 -.82 -.26 -1 0 -1 C.26 -1 .47 -.82 .47 -.56 C.47 -.46 .42 -.36 .3 -.26 "
    "C.38 -.3 .46 -.32 .55 -.32 C.82 -.32 1 -.12 1 .15 C1 .42 .82 .62 .55 .62 C.34 .62 .18 .5 .09 .3 Z",
}
"""Suit letter -> outline in the square from -1 to 1."""

FRENCH_COLOURS = {"h": "#c8102e", "d": "#c8102e", "s": "#16181d", "c": "#16181d"}


def _icon(body: str) -> str:
    return document(body, 64, 64)


def italian_d() -> str:
    return _icon(Pen(32, 32).circle(0, 0, 31.5, WHITE, None) + coin(32, 32, 28, 8, RED, False))


def italian_h() -> str:
    halo = Pen(32, 32).path("M-20 -20 L20 -20 L14 0 L-14 0 Z M0 0 L0 22 M-14 25 L14 25", WHITE, WHITE, 13)
    return _icon(halo + cup(32, 32, 28.5))


def italian_s() -> str:
    halo = Pen(32, 32, 1, 45).line("M0 -34 L0 35 M-13 16 L13 16", WHITE, 16)
    return _icon(halo + sword(32, 32, 74, 45, 12, RED))


def italian_c() -> str:
    halo = Pen().line("M14 52 L48 15", WHITE, 29)
    return _icon(halo + club(14, 52, 47, 15, 11, 22, GREEN))


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
        face = rect(-42, -70, 84, 140, 10, CREAM, INK, 4.5) + rect(-34, -62, 68, 124, 5, "none", BLUE_DARK, 1.6)
        return group(face + emblem, f"translate(128 236) rotate({turn}) translate(0 -106)")

    body += fanned(-34, club(-26, 10, -6, -54, 11, 23))
    body += fanned(34, cup(12, -32, 20))
    body += fanned(0, coin(0, -4, 31, 8, RED))
    return document(body, 256, 256)


ICONS: dict[str, Callable[[], str]] = {
    "italian_d": italian_d,
    "italian_h": italian_h,
    "italian_s": italian_s,
    "italian_c": italian_c,
    **{f"french_{suit}": _french(suit) for suit in "dhsc"},
}
