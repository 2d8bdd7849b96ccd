"""Small pictures: suit signs of 64 by 64 units, and the program's icon."""

from collections.abc import Callable

from .emblems import FRENCH_COLORS, FRENCH_PIP_PATHS, draw_club, draw_coin, draw_cup, draw_sword
from .palette import BLUE_DARK, BROWN, CREAM, INK, RED, WHITE
from .shapes import make_tube_path
from .svg import Pen, draw_rect, make_document, make_group


def _make_icon(body: str) -> str:
    return make_document(body, 64, 64)


def draw_italian_d() -> str:
    return _make_icon(Pen(32, 32).circle(0, 0, 31.5, WHITE, None) + draw_coin(32, 32, 28, 8, RED, False))


def draw_italian_h() -> str:
    halo = Pen(32, 32).path("M-20 -20 L20 -20 L14 0 L-14 0 Z M0 0 L0 22 M-14 25 L14 25", WHITE, WHITE, 13)
    return _make_icon(halo + draw_cup(32, 32, 28.5))


def draw_italian_s() -> str:
    halo = Pen(32, 32, 1, 45).line("M0 -30 L0 32 M-11 14 L11 14", WHITE, 15)
    return _make_icon(halo + draw_sword(32, 32, 68, 45, 12, RED))


def draw_italian_c() -> str:
    halo = Pen().path(make_tube_path(((15, 51), (46, 16)), (18, 29), 0.5), WHITE, WHITE, 3)
    return _make_icon(halo + draw_club(16, 50, 45, 17, 11, 21))


def _make_french_drawing(suit: str) -> Callable[[], str]:
    def draw() -> str:
        pen = Pen(32, 32, 25)
        halo = pen.path(FRENCH_PIP_PATHS[suit], WHITE, WHITE, 8)
        return _make_icon(halo + pen.path(FRENCH_PIP_PATHS[suit], FRENCH_COLORS[suit], None))

    return draw


def draw_program_icon() -> str:
    """Draw three fanned cards on a round green table."""
    table = Pen(128, 128)
    body = table.circle(0, 0, 122, BROWN, INK, 5)
    body += table.circle(0, 0, 108, "url(#felt)", INK, 3)

    def draw_fanned_card(turn: float, emblem: str) -> str:
        face = draw_rect(-40, -66, 80, 132, 10, CREAM, INK, 4.5) + draw_rect(
            -32.5, -58.5, 65, 117, 5, "none", BLUE_DARK, 1.6
        )
        return make_group(face + emblem, f"translate(128 222) rotate({turn}) scale(.94) translate(0 -98)")

    body += draw_fanned_card(-30, draw_club(-24, 30, -10, -48, 13, 25))
    body += draw_fanned_card(30, draw_cup(8, -27, 23))
    body += draw_fanned_card(0, draw_coin(0, -4, 31, 8, RED))
    return make_document(body, 256, 256)


ICONS: dict[str, Callable[[], str]] = {
    "italian_d": draw_italian_d,
    "italian_h": draw_italian_h,
    "italian_s": draw_italian_s,
    "italian_c": draw_italian_c,
    **{f"french_{suit}": _make_french_drawing(suit) for suit in "dhsc"},
}
