"""Display of a hint: a bar for each choice, and a reason in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from game.ai.estimates import ExplainedEstimate, compute_comparable_percentages
from game.ai.levels import get_ai_info
from game.core.actions import Action
from game.core.cards import DeckStyle
from game.text.formatting import format_change, format_percent
from game.text.gettext import _
from game.text.messages import format_action, format_reason
from game.text.narration import explain_choice
from ui.graphics import theme
from ui.graphics.shapes import CORNER_SUPERSAMPLING
from ui.table.hud.frame import LABEL_ALPHA, describe_label
from ui.widgets.layout import Anchored, Column, Framed, Layers, Padded, Row, Sized
from ui.widgets.nodes import ROUND, Ground, Image, Line, Node, Space

BAR_HEIGHT: Final = 7
"""The height of a bar in design pixels."""
MIN_CARD_WIDTH_FOR_FIGURE: Final = 24
"""The least visible width of a card with a figure on it, in design pixels."""
MIN_CARD_WIDTH_FOR_STAR: Final = 50
"""The least visible width of a card with the star beside its index, in design pixels."""
MIN_BAR_SHARE: Final = 0.06
"""The least length of a bar, as a share of the full length."""
STAR_SIZE: Final = 20
STAR_PADDING: Final = 2
FIGURE_TEXT_SIZE: Final = 16
FIGURE_HEIGHT: Final = 23
MAX_NARRATED_CHOICES: Final = 4
"""The number of choices that the narration names."""


class HintBar(NamedTuple):
    """The value of a choice in comparison with the others.

    ``share``: the length of the bar, 0 to 1; ``text``: the win probability or the points by which the choice is worse
    than the best, empty if neither is known; ``is_best``: the choice is the best.
    """

    share: float
    text: str
    is_best: bool


def describe_hint_measure(hint: Sequence[ExplainedEstimate], game_id: str) -> str:
    """Return what the bars measure, in a few words."""
    info = get_ai_info(game_id)
    return _(info.win_probability_label if compute_comparable_percentages(hint) else info.value_label)


def make_hint_bars(hint: Sequence[ExplainedEstimate], game_id: str) -> Mapping[Action, HintBar]:
    """Return a bar for each choice; the best choice, which is first, has the longest.

    The length is the win probability if `compute_comparable_percentages` has one, else the position between the worst
    choice and the best, and the text is the difference from the best, in points.
    """
    if not hint:
        return {}
    has_points = not get_ai_info(game_id).is_loss_percentage
    min_value = min(estimate.value for estimate in hint)
    value_range = hint[0].value - min_value
    bars, percentages = dict[Action, HintBar](), compute_comparable_percentages(hint)
    for index, estimate in enumerate(hint):
        share, text = (estimate.value - min_value) / value_range if value_range else 1.0, ""
        if has_points and index:
            text = format_change(min(0.0, round(estimate.expected_result - hint[0].expected_result, 1)) + 0.0)
        if percentages:
            share = percentages[index] / 100
            text = format_percent(share)
        bars[estimate.action] = HintBar(max(MIN_BAR_SHARE, min(1.0, share)), text, estimate is hint[0])
    return bars


def format_hint_sentences(
    estimate: ExplainedEstimate, suggestion: str, names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """Return sentences with the reasons for a choice, from all reasons to none.

    ``suggestion``: the words that suggest the choice, "" if it is not the best one.
    """
    choice = suggestion or format_action(estimate.action, deck)
    reasons = [format_reason(reason, names, deck) for reason in estimate.reasons]
    reason_lists = (*(reasons[:count] for count in range(len(reasons), 0, -1)), reasons[-1:], [])
    return tuple(explain_choice(choice, some_reasons) for some_reasons in reason_lists)


def format_hint_narration(
    hint: Sequence[ExplainedEstimate],
    suggestion: str,
    names: Sequence[str],
    deck: DeckStyle,
    game_id: str,
) -> tuple[str, ...]:
    """Return a heading and a line with figures for each of the first `MAX_NARRATED_CHOICES` choices.

    ``hint``: the best choice first, which ``suggestion`` suggests; without any, one line says that nobody can tell.
    """
    if not hint:
        return (_("No hint is available here"),)
    figures = make_hint_bars(hint, game_id)
    lines = [_("Hint, best move first:"), describe_hint_measure(hint, game_id)]
    for index, estimate in enumerate(hint[:MAX_NARRATED_CHOICES]):
        line = format_hint_sentences(estimate, "" if index else suggestion, names, deck)[0]
        figure = figures[estimate.action].text
        lines.append(f"{line} {figure}" if figure else line)
    return tuple(lines)


# -- the marks --------------------------------------------------------------------------------------


def describe_card_mark(bar: HintBar, width: float, *, has_bar: bool) -> Node:
    """Return the marks on the visible part of a card: the bar above it, the figure and the star below its index.

    The star is below the figure on a narrow card. ``width``: of the visible part, in design pixels.
    """
    has_figure, is_narrow = has_bar and width >= MIN_CARD_WIDTH_FOR_FIGURE, width < MIN_CARD_WIDTH_FOR_STAR
    color = theme.GOLD if bar.is_best else theme.CREAM
    star = _describe_star() if bar.is_best else Space(STAR_SIZE + 2 * STAR_PADDING)
    marks = [Anchored(star), Anchored(_describe_figure(bar, color) if has_figure else Space(FIGURE_HEIGHT))]
    above, below = (0.37, 0.63) if is_narrow else (0.15, 0.85)
    column = Column(Space(grow=above), *(reversed(marks) if is_narrow else marks), Space(grow=below))
    bar_above = Padded(Column(_describe_bar(bar, color, BAR_HEIGHT)), padding=2, top=-BAR_HEIGHT - 1)
    return Layers(*([bar_above] if has_bar else []), column)


def describe_button_mark(bar: HintBar, width: float, *, has_bar: bool) -> Node:
    """Return the marks on a button: the bar at its lower edge, the figure and the star at its corners.

    ``width``: of the bar, in design pixels.
    """
    figure = _describe_figure(bar, theme.CREAM) if has_bar and bar.text else None
    corners = Row(figure, Space(grow=1), _describe_star() if bar.is_best else None, align="top")
    low_bar = Sized(_describe_bar(bar, theme.CREAM, BAR_HEIGHT - 3), width=width)
    lower_edge = Column(Space(grow=1), Anchored(low_bar, "midtop"), Space(3))
    return Layers(Padded(corners, padding=-7, top=-9), *([lower_edge] if has_bar else []))


def _describe_bar(bar: HintBar, color: theme.Color, height: float) -> Node:
    ground = Ground(line_color=color, alpha=LABEL_ALPHA, radius=ROUND)
    filled = Ground(color, line_width=0, radius=ROUND, grow=bar.share)
    return Sized(Layers(ground, Row(filled, Space(grow=1 - bar.share))), height=height)


def _describe_figure(bar: HintBar, color: theme.Color) -> Node:
    line = Line(bar.text, face="bold", size=FIGURE_TEXT_SIZE, color=color, align="centre")
    return describe_label(line, FIGURE_HEIGHT, 4) if bar.text else Space(FIGURE_HEIGHT)


def _describe_star() -> Node:
    star = Image(make_star, STAR_SIZE)
    return Framed(star, padding=STAR_PADDING, alpha=LABEL_ALPHA, line_width=0, radius=ROUND)


@lru_cache(maxsize=8)
def make_star(size: int) -> pygame.Surface:
    """Return a golden star, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(theme.GOLD)[:3], 0))
    half_size, points = size * CORNER_SUPERSAMPLING / 2, []
    for index in range(10):
        radius = half_size * (0.95 if index % 2 == 0 else 0.42)
        points.append((half_size + radius * sin(index * pi / 5), half_size - radius * cos(index * pi / 5)))
    pygame.draw.polygon(large_image, theme.GOLD, points)
    return pygame.transform.smoothscale(large_image, (size, size))
