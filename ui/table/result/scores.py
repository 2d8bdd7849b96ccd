"""The outcome and the scores as large as a result shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pygame

from game.text.formatting import MINUS_SIGN, format_number
from game.text.gettext import _
from game.text.player_names import join_names
from game.text.results import SideResult
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.table.hud.markers import OTHER_SIDE_MARK, OWN_SIDE_MARK, SideMark, make_side_badge
from ui.widgets.layout import Column, Layers, Row, Sized
from ui.widgets.nodes import Align, Frame, Ground, Line, Node, Painter, Rule, Space, Text
from ui.widgets.portraits import PortraitRow

SCORE_TEXT_SIZE: Final = 80
MAX_SCORE_WIDTH: Final = 120
DIGIT_WIDTH: Final = 44
"""The size of the scores of two sides, the room of a score and that of each of its characters, in design pixels."""
PORTRAITS_HEIGHT: Final = 96
PORTRAIT_SIZE: Final = 76
SMALL_PORTRAIT_SIZE: Final = 44
BADGE_SIZE: Final = 28
MAX_PORTRAITS_IN_ROW: Final = 3
ROW_PORTRAIT_SIZE: Final = 38
NUMBER_WIDTH: Final = 92
"""The width of the columns of scores, in design pixels."""
OWN_ROW_ALPHA: Final = 26
"""The opacity of the ground of the own row, 0 to 255."""
_TOWARDS_DASH: Final[Mapping[SideMark, Align]] = {OWN_SIDE_MARK: "right", OTHER_SIDE_MARK: "left"}
"""The alignment of each score beside the dash between them."""


def _make_badge(mark: SideMark) -> Painter:
    """Return the badge of a side that all know."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.blit(make_side_badge(mark, rect.width, frame.place.manager.theme.panel_color), rect)

    return Painter(paint, width=BADGE_SIZE, height=BADGE_SIZE)


def describe_two_sides(
    sides: Sequence[SideResult],
    names: Sequence[str],
    portrait_numbers: Sequence[int],
    images: CardImages,
    get_rays: Callable[[], float] | None = None,
) -> Node:
    """Return two sides with their scores between them; ``names``, ``portrait_numbers``: by seat.

    ``get_rays``: of the portraits of the first side, which has won, or None.
    """
    most = max(len(side.seats) for side in sides)
    is_signed = any(side.score_text.startswith((MINUS_SIGN, "+")) for side in sides)
    score_width = min(MAX_SCORE_WIDTH, DIGIT_WIDTH * max(len(side.score_text) for side in sides))
    columns, scores = list[Node](), list[Node]()
    for side, mark in zip(sides, (OWN_SIDE_MARK, OTHER_SIDE_MARK), strict=True):
        in_row = most if most <= MAX_PORTRAITS_IN_ROW else -(-most // 2)
        size, step = (PORTRAIT_SIZE, 0.62) if in_row == most else (SMALL_PORTRAIT_SIZE, 1.0)
        numbers = [portrait_numbers[seat] for seat in side.seats]
        rows = [numbers[start : start + in_row] for start in range(0, len(numbers), in_row)]
        rays = get_rays if mark is OWN_SIDE_MARK else None
        portraits = Column(*(PortraitRow(images, row, size, step, get_rays=rays) for row in rows))
        badge = (_make_badge(mark), Space(BADGE_SIZE)) if most > 1 else (None, None)
        beside = badge if mark is OWN_SIDE_MARK else badge[::-1]
        columns.append(
            Column(
                Sized(
                    Row(Space(grow=1), beside[0], portraits, beside[1], Space(grow=1), align="middle"),
                    height=PORTRAITS_HEIGHT,
                ),
                Text(join_names([names[seat] for seat in side.seats]), face="bold", align="centre", is_even=True),
                Text(side.note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre"),
                grow=1,
            )
        )
        color, align = theme.GOLD if side.is_good else theme.CREAM, _TOWARDS_DASH[mark]
        scores.append(_make_score(side.score_text, color, score_width, align))
    dash = _make_score(":" if is_signed else "–", theme.CREAM, DIGIT_WIDTH, "centre")
    return Row(columns[0], scores[0], dash, scores[1], columns[1], gap=theme.GAP)


def _make_score(text: str, color: theme.Color, width: float, align: Align) -> Node:
    line = Line(text, face="serif", size=SCORE_TEXT_SIZE, color=color, align=align)
    return Sized(Column(Sized(line, height=PORTRAITS_HEIGHT)), width=width)


def describe_players(
    sides: Sequence[SideResult], names: Sequence[str], portrait_numbers: Sequence[int], images: CardImages,
    *, totals: Sequence[int], winners: Sequence[int], heading: str, your_seat: int | None,
    get_rays: Callable[[], float] | None = None,
) -> Node:  # fmt: skip
    """Return a row for each player: portrait, name, note, score of the deal and total of the match.

    ``winners``: the seats with golden names, and golden scores if they are good; ``heading``: a text above the names;
    ``your_seat``: that of the row with a lighter ground; ``get_rays``: of its portrait, if it has won, or None.
    """
    small: dict[str, Any] = {"size": theme.SMALL_TEXT_SIZE, "color": theme.MUTED}
    headings = (Sized(Line(text, align="right", **small), width=NUMBER_WIDTH) for text in (_("This deal"), _("Total")))
    rows: list[Node] = [Row(Line(heading, grow=1, **small), *headings, gap=theme.GAP)]
    for side in sides:
        seat = side.seats[0]
        color = theme.GOLD if seat in winners else theme.CREAM
        figures = (side.score_text, color if side.is_good else theme.CREAM), (format_number(totals[seat]), theme.CREAM)
        row = Row(
            PortraitRow(
                images,
                [portrait_numbers[seat]],
                ROW_PORTRAIT_SIZE,
                get_rays=get_rays if seat == your_seat else None,
            ),
            Line(names[seat], face="bold", size=theme.ROW_TITLE_TEXT_SIZE, color=color, grow=5),
            Line(side.note, grow=4, **small) if any(side.note for side in sides) else None,
            *(
                Sized(Line(text, face="serif", size=28, color=color, align="right"), width=NUMBER_WIDTH)
                for text, color in figures
            ),
            gap=theme.GAP,
            align="middle",
        )
        ground = Ground(theme.CREAM, line_width=0, alpha=OWN_ROW_ALPHA, radius=theme.TINY_GAP)
        rows += [Rule(), Layers(ground, row) if seat == your_seat else row]
    return Column(*rows)
