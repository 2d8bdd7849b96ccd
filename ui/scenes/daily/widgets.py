"""The picture, the outcome and the streak beside the calendar of the daily deal."""

from __future__ import annotations

from typing import Final

from game.core.cards import HIDDEN_CARD
from game.statistics.daily_deals import DailyResult, Streak
from game.text.formatting import format_number
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.scenes.daily.month_grid import format_score
from ui.widgets.layout import Alternatives, Column, Layers, Row
from ui.widgets.nodes import Line, Node, Painter, Space, Symbol
from ui.widgets.tile import PlacedCard, paint_felt

CARD_HEIGHT_RATIO: Final = 0.68
"""The height of the cards, as a share of the height of the picture."""
MAX_CARD_WIDTH_RATIO: Final = 0.21
"""The largest width of a card, as a share of the width of the picture."""
PILE_SIZE: Final = 4
PILE_STEP_RATIO: Final = 0.04
HAND_ANGLES: Final = (8.0, 0.0, -8.0)
"""The angles of the cards in the hand, from the left, in degrees."""
HAND_STEP_RATIO: Final = 0.48
"""The distance between two cards of the hand, in widths of a card."""
STREAK_NUMBER_SIZE: Final = 36


def place_waiting_deal(size: tuple[int, int]) -> list[PlacedCard]:
    """Return a pile and a hand, face down, for a picture of a size in pixels."""
    x, height = size
    width, y = int(min(height * CARD_HEIGHT_RATIO / CARD_ASPECT_RATIO, x * MAX_CARD_WIDTH_RATIO)), height / 2
    if width <= 0:
        return []
    steps = [index * max(1, round(width * PILE_STEP_RATIO)) for index in reversed(range(PILE_SIZE))]
    pile = [PlacedCard(HIDDEN_CARD, width, (x / 4 + step, y + step)) for step in steps]
    hand = [
        PlacedCard(
            HIDDEN_CARD,
            width,
            (x * 0.7 + (index - 1) * width * HAND_STEP_RATIO, y + abs(angle) * width / 200),
            angle,
        )
        for index, angle in enumerate(HAND_ANGLES)
    ]
    return [*pile, *hand]


def describe_outcome(result: DailyResult) -> Node:
    """Return a piece of the table with the result of a finished deal, in a line where there is little room."""
    texts = [_("No result")]
    if result.state == "scored":
        outcome = _("You share the win") if result.is_shared else _("You won") if result.is_won else _("You lost")
        texts = [_("A tie") if result.is_tied else outcome, format_score(result)]
    sizes = (theme.OUTCOME_TEXT_SIZE, theme.SECTION_TEXT_SIZE)
    lines = [Line(text, face="serif", size=size, align="centre") for text, size in zip(texts, sizes, strict=False)]
    low_lines = [Line(text, face="serif", size=theme.LARGE_TEXT_SIZE) for text in texts]
    low = Row(Space(grow=1), *low_lines, Space(grow=1), gap=theme.GAP, align="middle")
    return Layers(Painter(paint_felt), Alternatives(Column(Space(grow=1), *lines, Space(grow=1)), low), grow=1)


def describe_streak(streak: Streak) -> Node:
    """Return the number of days in a row, and the best number."""
    color = theme.GOLD if streak.current else theme.MUTED
    return Row(
        Symbol("flame", STREAK_NUMBER_SIZE, color),
        Line(format_number(streak.current), face="serif", size=STREAK_NUMBER_SIZE, color=color),
        Line(_get_streak_unit(streak), grow=1),
        Line(_format_best_streak(streak), color=theme.MUTED) if streak.best else None,
        gap=theme.SMALL_GAP,
        align="middle",
    )


def _get_streak_unit(streak: Streak) -> str:
    return ngettext("day played in a row", "days played in a row", streak.current)


def _format_best_streak(streak: Streak) -> str:
    return _("Best: {count}").format(count=format_number(streak.best))


def format_streak(streak: Streak) -> str:
    """Return the streak in a line: "9 days played in a row. Best: 14"."""
    return f"{format_number(streak.current)} {_get_streak_unit(streak)}. {_format_best_streak(streak)}"
