"""One palette, one type scale, and the pygame-gui theme made of them for each UI scale."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import font_source_sans_pro
import font_source_serif_pro
import pygame

from game.text import drawable, letters
from ui.fonts.face import Face as FaceFont

Colour: TypeAlias = str


class Grounds(NamedTuple):
    """What stands on a cloth: panels and plates with their line, buttons as they are, hovered, down, and off."""

    panel: Colour
    line: Colour
    button: Colour
    hover: Colour
    down: Colour
    off: Colour


class Cloth(NamedTuple):
    """A cloth of the table, dark at the edge and lighter in the middle, and the grounds that go with it.

    ``strong``: for who sees little. Outlines are wide, cards have rims, and what may be played and wins has signs.
    """

    edge: Colour
    middle: Colour
    grounds: Grounds
    strong: bool = False


CLOTHS: Final[Mapping[str, Cloth]] = {
    "green": Cloth("#123f2b", "#2a7a54", Grounds("#12231b", "#4a7660", "#1f3d30", "#2c5543", "#152c22", "#182b22")),
    "blue": Cloth("#142c4a", "#2c5484", Grounds("#0f1b2d", "#48648c", "#1c3353", "#294771", "#13253e", "#15253a")),
    "wine": Cloth("#3d1420", "#742c3e", Grounds("#240c14", "#85525f", "#481b29", "#622839", "#34111b", "#2f131d")),
    "slate": Cloth("#23292e", "#465058", Grounds("#14181b", "#5b6873", "#2b353c", "#3e4b55", "#1f272c", "#20282d")),
    "contrast": Cloth(
        "#000000", "#000000", Grounds("#000000", "#ffffff", "#000000", "#303030", "#484848", "#000000"), strong=True
    ),
}
STRONG = False
"""Whether the cloth that lies on the table now is a strong one, see `lay`."""
PANEL, PANEL_LINE, BUTTON, BUTTON_HOVER, BUTTON_DOWN, BUTTON_OFF = CLOTHS["green"].grounds
"""The grounds of the cloth that lies on the table now, see `lay`."""


def lay(cloth: str) -> None:
    """A cloth of `CLOTHS` lies on the table from now on: what is painted later has its grounds."""
    global PANEL, PANEL_LINE, BUTTON, BUTTON_HOVER, BUTTON_DOWN, BUTTON_OFF, STRONG
    PANEL, PANEL_LINE, BUTTON, BUTTON_HOVER, BUTTON_DOWN, BUTTON_OFF = CLOTHS[cloth].grounds
    STRONG = CLOTHS[cloth].strong


def outline(thickness: float) -> int:
    """The width of a line of so many pixels: at least one, and twice as much on a strong cloth."""
    return max(1, round(thickness)) * (2 if STRONG else 1)


WOOD: Final = "#5b3a20"
WOOD_DARK: Final = "#3a2413"
WOOD_LIGHT: Final = "#8a5c34"
VEIL: Final = "#0e0b08"
CREAM: Final = "#fbf5e3"
MUTED: Final = "#d2c7b3"
INK: Final = "#231c17"
GOLD: Final = "#f3b72f"
RED: Final = "#c9341f"
RED_LIGHT: Final = "#ff9a86"
TEXT_OFF: Final = "#a3988a"

LINES: Final[tuple[Colour, ...]] = ("#ff9a7a", "#86bcff", "#f3d06b", "#d9a4f2", "#93d488", "#cfcfd8")
"""The lines of a chart, on a panel."""

THIN: Final = 150
"""How dense the plate of somebody who sits out is, 0 to 255; all others are denser."""


def named(colour: pygame.Color) -> Colour:
    """A colour as the palette writes it; how dense it is is left out."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def pairs(cloth: str) -> tuple[tuple[Colour, Colour], ...]:
    """Every text colour with every ground it stands on while a cloth lies there.

    A test wants 4.5:1 of each, and 7:1 on a strong cloth.
    """
    middle, (panel, _line, button, hover, down, off) = CLOTHS[cloth].middle, CLOTHS[cloth].grounds
    thin = named(pygame.Color(middle).lerp(panel, THIN / 255))
    return (
        (CREAM, middle), (CREAM, panel), (MUTED, panel), (MUTED, thin), (CREAM, button), (CREAM, hover), (CREAM, down),
        (TEXT_OFF, off), (GOLD, panel), (INK, GOLD), (INK, CREAM), (RED_LIGHT, panel), (CREAM, WOOD),
        *((line, panel) for line in LINES),
    )  # fmt: skip


ROUND: Final = 10
"""How round the corners of buttons are, in design pixels."""
Face: TypeAlias = Literal["sans", "bold", "serif"]
FACES: Final[dict[Face, str]] = {
    "sans": font_source_sans_pro.SourceSansPro,
    "bold": font_source_sans_pro.SourceSansProSemibold,
    "serif": font_source_serif_pro.SourceSerifProSemibold,
}
SMALL: Final = 15
BODY: Final = 18
LARGE: Final = 22
TITLE: Final = 34
DISPLAY: Final = 60
"""The type scale, in pixels at 1280×720 and scale 1."""
SMALLEST: Final = 0.7
"""Of its size, text that must fit is made smaller down to so much."""


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> FaceFont:
    """The face at ``size`` pixels. It takes any text, in any script."""
    return FaceFont(FACES[face], max(size, 8), heavy=face != "sans")


@lru_cache(maxsize=1024)
def text(words: str, face: Face, size: int, colour: Colour) -> pygame.Surface:
    """One line of text, drawn once and kept; any text whatever, and never less than a pixel wide."""
    drawn = font(face, size).render(words, True, colour)
    return drawn if drawn.get_width() else pygame.Surface((1, drawn.get_height()), pygame.SRCALPHA)


@lru_cache(maxsize=256)
def fitted(
    words: str, face: Face, size: int, colour: Colour, width: int, smallest: float = SMALLEST
) -> pygame.Surface:  # fmt: skip
    """`text` that is no wider than ``width`` pixels: smaller down to ``smallest``, then cut with an ellipsis."""
    for smaller in range(size, int(size * smallest) - 1, -1):
        if font(face, smaller).size(words)[0] <= width:
            return text(words, face, smaller, colour)
    least = max(int(size * smallest), 8)
    parts = list(letters(drawable(words)))
    most = _most([*parts, "…"], font(face, least), width)
    picture = text("".join(parts[:most]).rstrip() + "…", face, least, colour)
    room = picture.get_rect(width=min(picture.get_width(), max(1, width)))
    return picture if room.size == picture.get_size() else picture.subsurface(room)


def _most(parts: list[str], font: FaceFont, width: int) -> int:
    """How many of the parts, before the last one, are no wider than ``width`` together with the last one."""
    fits, too_many = 0, len(parts)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if font.size("".join(parts[:middle]) + parts[-1])[0] <= width:
            fits = middle
        else:
            too_many = middle
    return fits


def wrapped(words: str, face: Face, size: int, width: int) -> list[str]:
    """``words`` broken into lines of at most ``width`` pixels: between words, or within one that is too wide.

    A blank that does not break, as French has it before a colon, keeps what is beside it together.
    """
    lines: list[str] = []
    measure = font(face, size).size
    for paragraph in words.split("\n"):
        line = ""
        for word in filter(None, paragraph.split(" ")):
            longer = f"{line} {word}".strip()
            if measure(longer)[0] <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _broken(word, font(face, size), width)
            lines.extend(full)
        lines.append(line)
    return lines


def _broken(word: str, font: FaceFont, width: int) -> list[str]:
    """A word in pieces of at most ``width`` pixels, each of one letter at least; mostly it is one piece."""
    if font.size(word)[0] <= width:
        return [word]
    parts, pieces = list(letters(drawable(word))), list[str]()
    while parts:
        fit = max(1, _most([*parts, ""], font, width))
        pieces.append("".join(parts[:fit]))
        del parts[:fit]
    return pieces or [""]


def gui_theme(unit: float) -> dict[str, Any]:
    """The pygame-gui theme at ``unit`` pixels to a design pixel, for the cloth that lies there."""

    def px(size: float) -> str:
        return str(max(1, round(size * unit)))

    body = {"name": "sans", "size": px(BODY), "regular_path": FACES["sans"], "bold_path": FACES["bold"]}
    body |= {"italic_path": FACES["sans"], "bold_italic_path": FACES["bold"]}
    soft = {
        "shape": "rectangle",
        "shape_corner_radius": px(ROUND),
        "border_width": str(outline(unit)),
        "shadow_width": "0",
    }
    colours = {
        "normal_bg": BUTTON, "hovered_bg": BUTTON_HOVER, "active_bg": BUTTON_DOWN, "selected_bg": GOLD,
        "disabled_bg": BUTTON_OFF, "dark_bg": PANEL, "normal_text": CREAM, "hovered_text": CREAM,
        "active_text": CREAM, "selected_text": INK, "disabled_text": TEXT_OFF, "normal_border": PANEL_LINE,
        "hovered_border": GOLD, "active_border": GOLD, "selected_border": GOLD, "disabled_border": PANEL_LINE,
        "link_text": GOLD, "link_hover": CREAM, "link_selected": GOLD, "text_cursor": GOLD,
        "selected_bg_text": GOLD, "filled_bar": GOLD, "unfilled_bar": BUTTON_OFF,
    }  # fmt: skip
    return {
        "defaults": {"colours": colours, "font": body},
        "button": {"misc": soft, "font": body},
        "#primary": {
            "colours": {
                "normal_bg": GOLD, "hovered_bg": "#ffcb57", "active_bg": "#d99a1f", "normal_text": INK,
                "hovered_text": INK, "active_text": INK, "disabled_bg": BUTTON_OFF, "disabled_text": TEXT_OFF,
            },
            "misc": soft, "font": dict(body, size=px(LARGE)),
        },
        "#menu": {"misc": soft, "font": dict(body, size=px(LARGE))},
        "#small": {"misc": soft, "font": body},
        "#off": {
            "colours": {
                "normal_bg": BUTTON_OFF, "hovered_bg": BUTTON_OFF, "active_bg": BUTTON_OFF, "normal_text": TEXT_OFF,
                "hovered_text": TEXT_OFF, "active_text": TEXT_OFF,
            },
            "misc": soft, "font": dict(body, size=px(LARGE)),
        },
        "#small_off": {
            "colours": {
                "normal_bg": BUTTON_OFF, "hovered_bg": BUTTON_OFF, "active_bg": BUTTON_OFF, "normal_text": TEXT_OFF,
                "hovered_text": TEXT_OFF, "active_text": TEXT_OFF,
            },
            "misc": soft, "font": body,
        },
        "text_entry_line": {
            "misc": dict(soft, padding=f"{px(8)},{px(3)}"), "colours": {"dark_bg": BUTTON_OFF}, "font": body,
        },
    }  # fmt: skip


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2)."""

    def luminance(colour: Colour) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
