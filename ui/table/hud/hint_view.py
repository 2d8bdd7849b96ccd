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
from ui.table.hud.frame import LABEL_ALPHA
from ui.widgets.layout import Alternatives, Anchored, Column, Framed, Layers, Padded, Row, Sized
from ui.widgets.nodes import ROUND, Ground, Image, Line, Node, Space

BAR_HEIGHT: Final = 5
"""The height of a bar in design pixels."""
MIN_BAR_SHARE: Final = 0.06
"""The least length of a bar, as a share of the full length."""
STAR_SIZE: Final = 18
FIGURE_TEXT_SIZE: Final = 18
MIN_FIGURE_RATIO: Final = 0.6
MAX_PLATE_WIDTH: Final = 110
PLATE_HEIGHT: Final = 32
PLATE_GAP: Final = 2
PLATE_ALPHA: Final = 245
MIN_TEXT_WIDTH: Final = 300
"""Sizes of the plate of a choice, with its figure above its bar, its distance from the card, its opacity, and the least
width of the text of a hint, in design pixels."""
BUTTON_FIGURE_TEXT_SIZE: Final = 15
BUTTON_PLATE_WIDTH: Final = 58
BUTTON_PLATE_HEIGHT: Final = 20
MIN_BUTTON_PLATE_WIDTH: Final = 34
BUTTON_PLATE_MARGIN: Final = 5
"""The same of a button beside its words, the least width, and the space around the plate, in design pixels."""
LOW_FIGURE_TEXT_SIZE: Final = 12
LOW_PLATE_HEIGHT: Final = 15
"""The same of a plate below the words of a button."""
EQUALITY_SIGN: Final = "="
"""The figure of a choice that is worth as many points as the best one."""
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
    choice and the best, and the text is the difference from the best, in points: a sign of equality for none. If no
    choice has a difference, the bars are equal and have no text.
    """
    if not hint:
        return {}
    has_points = not get_ai_info(game_id).is_loss_percentage
    min_value = min(estimate.value for estimate in hint)
    value_range = hint[0].value - min_value
    bars, percentages = dict[Action, HintBar](), compute_comparable_percentages(hint)
    differences = [min(0.0, round(estimate.expected_result - hint[0].expected_result, 1)) for estimate in hint]
    if has_points and not any(differences):
        value_range = 0.0
    for index, estimate in enumerate(hint):
        share, text = (estimate.value - min_value) / value_range if value_range else 1.0, ""
        if has_points and index and any(differences):
            text = format_change(differences[index]) if differences[index] else EQUALITY_SIGN
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


def describe_card_mark(bar: HintBar, width: float, *, has_bar: bool, is_above: bool = True) -> Node:
    """Return the plate of a card, above it, or at the lower end of the card where there is no room above it.

    ``width``: of the visible part of the card, in design pixels.
    """
    plate = Sized(
        _describe_plate(bar, has_bar=has_bar, has_figure=has_bar, size=FIGURE_TEXT_SIZE),
        width=min(width - PLATE_GAP, MAX_PLATE_WIDTH),
        height=PLATE_HEIGHT,
    )
    if not is_above:
        return Column(Space(grow=1), Anchored(plate, "midtop"), Space(theme.GAP))
    return Padded(Column(Anchored(plate, "midtop")), padding=0, top=-PLATE_HEIGHT - PLATE_GAP)


def describe_button_mark(bar: HintBar, width: float, height: float, text_width: float, *, has_bar: bool) -> Node:
    """Return the plate of a button, inside it beside its words, or below them where they leave no room.

    ``width``, ``height``: of the button, in design pixels; ``text_width``: of its words.
    """
    side = (width - text_width) / 2 - 2 * BUTTON_PLATE_MARGIN
    has_figure = has_bar and bool(bar.text)
    is_beside = side >= (MIN_BUTTON_PLATE_WIDTH if has_figure else BUTTON_PLATE_HEIGHT)
    plate = _describe_plate(
        bar,
        has_bar=has_bar and not (bar.text or bar.is_best),
        has_figure=has_figure,
        size=BUTTON_FIGURE_TEXT_SIZE if is_beside else LOW_FIGURE_TEXT_SIZE,
    )
    if is_beside:
        sized = Sized(plate, width=min(BUTTON_PLATE_WIDTH, side), height=BUTTON_PLATE_HEIGHT)
        return Anchored(sized, "midright", margin=BUTTON_PLATE_MARGIN)
    plate_width = min(BUTTON_PLATE_WIDTH, width - 2 * BUTTON_PLATE_MARGIN)
    return Anchored(Sized(plate, width=plate_width, height=LOW_PLATE_HEIGHT), "midbottom", margin=1)


def _describe_plate(bar: HintBar, *, has_bar: bool, has_figure: bool, size: float) -> Node:
    """Return a plate with the figure of a choice above its bar; that of the best choice has a star and a gold edge."""
    color = theme.GOLD if bar.is_best else theme.CREAM
    star = Image(make_star, min(STAR_SIZE, round(size))) if bar.is_best else None
    figure = Line(
        bar.text, face="bold", size=size, color=color, align="centre", min_ratio=MIN_FIGURE_RATIO, room_ratio=1
    )
    words: Node = figure if has_figure and bar.text else Anchored(star or Space())
    if words is figure and star is not None:
        words = Alternatives(Row(Space(grow=1), star, figure, Space(grow=1), align="middle"), figure)
    low_bar = _describe_bar(bar, color, BAR_HEIGHT) if has_bar else None
    line_color, line_width = (theme.GOLD, 2) if bar.is_best else (theme.MUTED, 1)
    contents = Column(Space(grow=1), words, Space(grow=1), low_bar)
    top = 1 if size == LOW_FIGURE_TEXT_SIZE else 3
    return Framed(contents, padding=4, top=top, alpha=PLATE_ALPHA, line_color=line_color, line_width=line_width)


def _describe_bar(bar: HintBar, color: theme.Color, height: float) -> Node:
    ground = Ground(line_color=color, alpha=LABEL_ALPHA, radius=ROUND)
    filled = Ground(color, line_width=0, radius=ROUND, grow=bar.share)
    return Sized(Layers(ground, Row(filled, Space(grow=1 - bar.share))), height=height)


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
