"""The colors, text sizes and fonts of the window, and the theme of pygame-gui that is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

import font_source_sans_pro
import font_source_serif_pro
import pygame

from game.core.sanitizer import iter_letters, sanitize_for_drawing
from ui.graphics.fonts.font import FallbackFont as FaceFont

Color: TypeAlias = str


@dataclass(frozen=True)
class Theme:
    """The colors of a table and of all that is painted on it.

    The table gets lighter from the edge to the middle; panels and plates have a border; buttons can be normal, hovered,
    pressed or disabled. In high contrast, outlines are wide, cards have borders, and symbols mark the cards that win or
    that may not be played.
    """

    name: str
    edge_color: Color
    middle_color: Color
    panel_color: Color
    panel_line_color: Color
    button_color: Color
    hovered_button_color: Color
    pressed_button_color: Color
    disabled_button_color: Color
    is_high_contrast: bool = False

    def compute_line_width(self, thickness_px: float) -> int:
        """Return the width of a line, in pixels: ``thickness_px`` rounded, at least 1, and doubled in high contrast."""
        return max(1, round(thickness_px)) * (2 if self.is_high_contrast else 1)

    def make_gui_theme(self, ui_scale: float) -> dict[str, Any]:
        """Return the theme of the text fields of pygame-gui at ``ui_scale`` pixels per design pixel."""

        def px(size: float) -> str:
            return str(max(1, round(size * ui_scale)))

        colors = {
            "selected_bg": GOLD,
            "dark_bg": self.disabled_button_color,
            "normal_text": CREAM,
            "selected_text": INK,
            "disabled_text": DISABLED_TEXT,
            "normal_border": self.panel_line_color,
            "disabled_border": self.panel_line_color,
            "text_cursor": GOLD,
        }
        shape = {
            "shape": "rectangle",
            "shape_corner_radius": px(BUTTON_CORNER_RADIUS),
            "border_width": str(self.compute_line_width(ui_scale)),
            "shadow_width": "0",
            "padding": f"{px(8)},{px(3)}",
        }
        font = {"name": "sans", "size": px(BODY_TEXT_SIZE), "regular_path": FONT_FILES["sans"]}
        return {
            "text_entry_line": {"colours": colors, "misc": shape, "font": font},
            "#search": {"misc": {"padding": f"{px(44)},{px(3)}"}},
        }


TABLE_THEMES: Final[Mapping[str, Theme]] = {
    theme.name: theme
    for theme in (
        Theme("green", "#123f2b", "#2a7a54", "#12231b", "#4a7660", "#1f3d30", "#2c5543", "#152c22", "#182b22"),
        Theme("blue", "#142c4a", "#2c5484", "#0f1b2d", "#48648c", "#1c3353", "#294771", "#13253e", "#15253a"),
        Theme("wine", "#3d1420", "#742c3e", "#240c14", "#85525f", "#481b29", "#622839", "#34111b", "#2f131d"),
        Theme("slate", "#23292e", "#465058", "#14181b", "#5b6873", "#2b353c", "#3e4b55", "#1f272c", "#20282d"),
        Theme(
            "contrast",
            "#000000",
            "#000000",
            "#000000",
            "#ffffff",
            "#000000",
            "#303030",
            "#484848",
            "#000000",
            is_high_contrast=True,
        ),
    )
}
WOOD: Final = "#5b3a20"
WOOD_DARK: Final = "#3a2413"
WOOD_LIGHT: Final = "#8a5c34"
DIM_COLOR: Final = "#0e0b08"
CREAM: Final = "#fbf5e3"
MUTED: Final = "#d2c7b3"
INK: Final = "#231c17"
GOLD: Final = "#f3b72f"
GOLD_DARK: Final = "#c98d14"
OWN_SIDE_COLOR: Final = "#8fc4ff"
"""Public partners of the viewer and the viewer; always together with a triangle and solid lines."""
OTHER_SIDE_COLOR: Final = "#ff9a86"
"""Public opponents of the viewer; always together with a diamond and dashed lines."""
RED: Final = "#c9341f"
RED_LIGHT: Final = "#ff9a86"
DISABLED_TEXT: Final = "#a3988a"

CHART_LINE_COLORS: Final[tuple[Color, ...]] = ("#ff9a7a", "#86bcff", "#f3d06b", "#d9a4f2", "#93d488", "#cfcfd8")
"""The colors of the lines of a chart, which is painted on a panel."""

INACTIVE_PLATE_ALPHA: Final = 150
"""The opacity of the plate of a seat that sits out, 0 to 255; all other plates are more opaque."""


def to_hex_color(color: pygame.Color) -> Color:
    """Return a color as ``#rrggbb``, without its alpha value."""
    return f"#{color.r:02x}{color.g:02x}{color.b:02x}"


BUTTON_CORNER_RADIUS: Final = 12
"""The radius of the corners of buttons, in design pixels."""
FontFace: TypeAlias = Literal["sans", "bold", "serif"]
FONT_FILES: Final[dict[FontFace, str]] = {
    "sans": font_source_sans_pro.SourceSansPro,
    "bold": font_source_sans_pro.SourceSansProSemibold,
    "serif": font_source_serif_pro.SourceSerifProSemibold,
}
BUTTON_FACE: Final[FontFace] = "bold"
"""The face of the words on buttons, and of a chosen option."""
SMALL_TEXT_SIZE: Final = 16
BODY_TEXT_SIZE: Final = 18
LARGE_TEXT_SIZE: Final = 22
ROW_TITLE_TEXT_SIZE: Final = 20
SECTION_TEXT_SIZE: Final = 24
TITLE_TEXT_SIZE: Final = 40
OUTCOME_TEXT_SIZE: Final = 48
DISPLAY_TEXT_SIZE: Final = 60
"""The text sizes, in design pixels."""
MIN_TEXT_SIZE_RATIO: Final = 0.7
"""The smallest size of text that shrinks to fit, as a share of its normal size."""
LINE_HEIGHT_RATIO: Final = 1.28
"""The height of a line as a multiple of the text size."""

TINY_GAP: Final = 4
SMALL_GAP: Final = 8
GAP: Final = 12
LARGE_GAP: Final = 16
SECTION_GAP: Final = 24
COLUMN_GAP: Final = 40
"""The gaps, in design pixels: from a label to its hint, between rows, buttons, lines, groups and columns."""
SMALL_MARGIN: Final = 12
MARGIN: Final = 24
LARGE_MARGIN: Final = 32
"""The spaces from the edge of a panel to what is in it, in design pixels."""
CONTROL_HEIGHT: Final = 40
LARGE_CONTROL_HEIGHT: Final = 48
BUTTON_HEIGHT: Final = 56
"""The heights of controls, in design pixels: within a line, in forms, above a list, and of the buttons of a page."""


@lru_cache(maxsize=64)
def load_font(face: FontFace, size: int) -> FaceFont:
    """Return a font face at ``size`` pixels, at least 8. It draws any text, in any script."""
    return FaceFont(FONT_FILES[face], max(size, 8), is_bold=face != "sans")


@lru_cache(maxsize=1024)
def render_text(text: str, face: FontFace, size: int, color: Color) -> pygame.Surface:
    """Return an image of a line of text, at least a pixel wide. Images are cached: do not draw on them."""
    image = load_font(face, size).render(text, True, color)
    return image if image.get_width() else pygame.Surface((1, image.get_height()), pygame.SRCALPHA)


@lru_cache(maxsize=256)
def render_fitted_text(
    text: str, face: FontFace, size: int, color: Color, width: int, min_ratio: float = MIN_TEXT_SIZE_RATIO
) -> pygame.Surface:  # fmt: skip
    """Return an image of a line of text that is at most ``width`` pixels wide. Images are cached: do not draw on them.

    The text shrinks to ``min_ratio`` of ``size``; a text that is still too wide is cut and ends with an ellipsis.
    """
    for reduced_size in range(size, int(size * min_ratio) - 1, -1):
        if load_font(face, reduced_size).size(text)[0] <= width:
            return render_text(text, face, reduced_size, color)
    min_size = max(int(size * min_ratio), 8)
    parts = list(iter_letters(sanitize_for_drawing(text)))
    fitting_count = _count_fitting_parts([*parts, "…"], load_font(face, min_size), width)
    image = render_text("".join(parts[:fitting_count]).rstrip() + "…", face, min_size, color)
    room = image.get_rect(width=min(image.get_width(), max(1, width)))
    return image if room.size == image.get_size() else image.subsurface(room)


def _count_fitting_parts(parts: list[str], font: FaceFont, width: int) -> int:
    """Return the number of leading parts, the last one excluded, that fit into ``width`` pixels together with it."""
    fitting_count, too_many = 0, len(parts)
    while too_many - fitting_count > 1:
        middle = (fitting_count + too_many) // 2
        if font.size("".join(parts[:middle]) + parts[-1])[0] <= width:
            fitting_count = middle
        else:
            too_many = middle
    return fitting_count


@lru_cache(maxsize=4096)
def wrap_text(text: str, face: FontFace, size: int, width: int) -> list[str]:
    """Return the lines of ``text``, each at most ``width`` pixels wide; an empty text gives one empty line.

    Lines are broken at line ends, between words, or within a word that is wider than a line. Non-breaking spaces, as in
    French before a colon, do not break. Lists are cached: do not change them.
    """
    lines: list[str] = []
    measure = load_font(face, size).size
    for paragraph in text.split("\n"):
        line = ""
        for word in filter(None, paragraph.split(" ")):
            extended_line = f"{line} {word}".strip()
            if measure(extended_line)[0] <= width:
                line = extended_line
                continue
            if line:
                lines.append(line)
            *full_lines, line = _break_word(word, load_font(face, size), width)
            lines.extend(full_lines)
        lines.append(line)
    return lines


def wrap_to_lines(text: str, face: FontFace, size: int, width: int, max_lines: int) -> list[str]:
    """Return at most ``max_lines`` lines of `wrap_text`; the last one has all the remaining text.

    The last line may be too wide: `render_fitted_text` shortens it with an ellipsis.
    """
    lines = wrap_text(text, face, size, width)
    if len(lines) <= max_lines:
        return lines
    rest = " ".join(filter(None, text.replace("\n", " ").split(" ")))
    for line in lines[: max_lines - 1]:
        rest = rest.removeprefix(line).lstrip(" ")
    return [*lines[: max_lines - 1], rest]


def wrap_evenly(text: str, face: FontFace, size: int, max_width: int) -> list[str]:
    """Return the lines of a text in the least width that needs no more of them, so that no word is left alone."""
    lines = wrap_text(text, face, size, max_width)
    for width in range(max_width - size, max_width // 2, -size):
        narrow_lines = wrap_text(text, face, size, width)
        if len(lines) == 1 or len(narrow_lines) > len(lines):
            break
        lines = narrow_lines
    return lines


def wrap_to_height(
    text: str, face: FontFace, sizes: Iterable[int], width: int, height: int, line_ratio: float
) -> tuple[int, list[str]]:
    """Return the first of ``sizes`` in which the lines of ``text`` fit into ``height``, else the last, and the lines.

    ``line_ratio``: the distance of two lines as a share of the text size.
    """
    for size in sizes:
        lines = wrap_text(text, face, size, width)
        if len(lines) * round(size * line_ratio) <= height:
            break
    return size, lines


def _break_word(word: str, font: FaceFont, width: int) -> list[str]:
    """Return the pieces of a word, each at most ``width`` pixels wide or a single letter."""
    if font.size(word)[0] <= width:
        return [word]
    parts, pieces = list(iter_letters(sanitize_for_drawing(word))), list[str]()
    while parts:
        fitting_count = max(1, _count_fitting_parts([*parts, ""], font, width))
        pieces.append("".join(parts[:fitting_count]))
        del parts[:fitting_count]
    return pieces or [""]


def get_result_color(is_good: bool | None) -> Color:
    """Return the color of a good, bad or neutral (None) result."""
    return CREAM if is_good is None else GOLD if is_good else RED_LIGHT
