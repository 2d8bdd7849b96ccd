"""A hint as it is seen: a bar for each choice, over its card or on its button, and the reason in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action
from game.core.cards import Card, DeckStyle
from game.core.sanitizer import capitalize_first
from game.text.formatting import format_percent, join_with_semicolons
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING, make_rounded_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import TableLayout

BAR_HEIGHT: Final = 7
"""Of a bar, in design pixels."""
MIN_CARD_WIDTH_FOR_FIGURE: Final = 50
"""So many design pixels of a card must be seen for a figure on it."""
FIGURE_OFFSET_RATIO: Final = 0.33
"""Of a card's height, from its upper edge to the middle of the figure."""
MIN_BAR_SHARE: Final = 0.06
"""Of its bar the least choice has so much."""
STAR_SIZE: Final = 20
MAX_NARRATED_CHOICES: Final = 4
"""So many choices are told of to who follows without the picture."""


class HintBar(NamedTuple):
    """What a choice is worth beside the others: ``share`` 0 to 1; ``text``: its figure, if it has one; ``is_best``."""

    share: float
    text: str
    is_best: bool


def make_hint_bars(hint: Sequence[ExplainedEstimate]) -> Mapping[Action, HintBar]:
    """A bar for each choice: how often it wins, where that is known of all of them and differs, else where it is
    between the least and the best."""
    if not hint:
        return {}
    values = [estimate.value for estimate in hint]
    min_value, value_range = min(values), max(values) - min(values)
    has_win_probabilities = (
        len({-1 if estimate.win_probability is None else round(100 * estimate.win_probability) for estimate in hint})
        > 1
    )
    has_win_probabilities = has_win_probabilities and all(estimate.win_probability is not None for estimate in hint)
    bars = dict[Action, HintBar]()
    for estimate in hint:
        share = (
            estimate.win_probability
            if has_win_probabilities and estimate.win_probability is not None
            else (estimate.value - min_value) / value_range
            if value_range
            else 1.0
        )
        text = format_percent(share) if has_win_probabilities else ""
        bars[estimate.action] = HintBar(max(MIN_BAR_SHARE, min(1.0, share)), text, estimate is hint[0])
    return bars


def format_hint_sentences(
    estimate: ExplainedEstimate, action_text: str, names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """Why a choice, in ``action_text``, is worth so much: with all its reasons, with fewer, with none at last."""
    reasons = [format_reason(reason, names, deck) for reason in estimate.reasons]
    reason_lists = (*(reasons[:count] for count in range(len(reasons), 0, -1)), reasons[-1:])
    sentences = (
        _("{choice}: {why}.").format(choice=capitalize_first(action_text), why=join_with_semicolons(some_reasons))
        for some_reasons in reason_lists
        if some_reasons
    )
    return (*sentences, _("{choice}.").format(choice=capitalize_first(action_text)))


def format_hint_narration(
    hint: Sequence[ExplainedEstimate], describe_action: Callable[[Action], str], names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """The best choices in lines of text, with their figures."""
    if not hint:
        return (_("Nobody can tell here"),)
    lines, figures = [_("A hint, the best first:")], make_hint_bars(hint)
    for estimate in hint[:MAX_NARRATED_CHOICES]:
        line, figure = (
            format_hint_sentences(estimate, describe_action(estimate.action), names, deck)[0],
            figures[estimate.action].text,
        )
        lines.append(f"{line} {figure}" if figure else line)
    return tuple(lines)


# -- where the bars are ----------------------------------------------------------------------------


class HintBarLayout(NamedTuple):
    """Where a choice is marked: its ``bar``; the middle of its ``figure``, None where there is no room for that; the
    middle of the star that it has if it is the best."""

    bar_rect: pygame.Rect
    figure_center: tuple[int, int] | None
    star_center: tuple[int, int]


def place_bars_on_cards(card_poses: Sequence[tuple[Card, CardPose]], layout: TableLayout) -> dict[Card, HintBarLayout]:
    """The places of a hand's cards, which are given as they are seen from left to right: the bar over what is seen of
    a card, figure and star under its index."""
    px, bar_layouts = layout.px, dict[Card, HintBarLayout]()
    next_poses = (*(pose for _card, pose in card_poses[1:]), None)
    spans = [
        _get_visible_span(pose, next_pose) for (_card, pose), next_pose in zip(card_poses, next_poses, strict=True)
    ]
    is_wide_enough = min((right - left for left, right in spans), default=0) >= px(MIN_CARD_WIDTH_FOR_FIGURE)
    for (card, pose), (left, right) in zip(card_poses, spans, strict=True):
        card_height = round(pose.width * CARD_ASPECT_RATIO)
        center_x, top = round((left + right) / 2), round(pose.y - card_height / 2)
        bar_rect = pygame.Rect(
            round(left) + px(2), top - px(BAR_HEIGHT + 1), round(right - left) - px(4), px(BAR_HEIGHT)
        )
        figure_y = top + round(card_height * FIGURE_OFFSET_RATIO)
        figure_center = (center_x, figure_y) if is_wide_enough else None
        bar_layouts[card] = HintBarLayout(
            bar_rect, figure_center, (center_x, figure_y - px(STAR_SIZE + 2) * is_wide_enough)
        )
    return bar_layouts


def _get_visible_span(pose: CardPose, next_pose: CardPose | None) -> tuple[float, float]:
    """From where to where a card is seen that another lies over."""
    left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
    return left, min(
        right, next_pose.x - next_pose.width / 2
    ) if next_pose is not None and next_pose.x > pose.x else right


def place_bar_on_button(button: UIButton, layout: TableLayout) -> HintBarLayout:
    """The place of a choice that has a button: the bar along its lower edge, the star at a corner."""
    rect, px = button.get_abs_rect(), layout.px
    bar_rect = pygame.Rect(rect.x + px(8), rect.bottom - px(BAR_HEIGHT), rect.width - px(16), px(BAR_HEIGHT - 3))
    return HintBarLayout(bar_rect, None, (round(rect.right) - px(5), round(rect.top) + px(4)))


# -- painting --------------------------------------------------------------------------------------


def draw_hint_bar(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, bar_layout: HintBarLayout, bar: HintBar
) -> None:
    """A bar with its figure, where there is room; the best is golden and has a star."""
    px, color, bar_rect = layout.px, theme.GOLD if bar.is_best else theme.CREAM, bar_layout.bar_rect
    canvas.blit(
        make_rounded_rect(bar_rect.size, bar_rect.height // 2, table_theme.panel_color, 240, color, 1), bar_rect
    )
    filled_rect = pygame.Rect(
        bar_rect.x, bar_rect.y, max(bar_rect.height, round(bar_rect.width * bar.share)), bar_rect.height
    )
    canvas.blit(make_rounded_rect(filled_rect.size, filled_rect.height // 2, color), filled_rect)
    if bar.text and bar_layout.figure_center is not None:
        text_image = theme.render_text(bar.text, "bold", px(14.5), color)
        _draw_on_background(
            canvas,
            table_theme,
            text_image,
            text_image.get_rect(center=bar_layout.figure_center).inflate(px(10), px(2)),
        )
    if bar.is_best:
        size = px(STAR_SIZE)
        star_rect = pygame.Rect(0, 0, size + px(4), size + px(4))
        star_rect.center = bar_layout.star_center
        _draw_on_background(canvas, table_theme, make_star(size), star_rect)


def _draw_on_background(
    canvas: Canvas, table_theme: theme.Theme, image: pygame.Surface, background_rect: pygame.Rect
) -> None:
    canvas.blit(
        make_rounded_rect(background_rect.size, background_rect.height // 2, table_theme.panel_color, 240),
        background_rect,
    )
    canvas.blit(image, image.get_rect(center=background_rect.center))


@lru_cache(maxsize=8)
def make_star(size: int) -> pygame.Surface:
    """A golden star, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(theme.GOLD)[:3], 0))
    half_size, points = size * CORNER_SUPERSAMPLING / 2, []
    for index in range(10):
        radius = half_size * (0.95 if index % 2 == 0 else 0.42)
        points.append((half_size + radius * sin(index * pi / 5), half_size - radius * cos(index * pi / 5)))
    pygame.draw.polygon(large_image, theme.GOLD, points)
    return pygame.transform.smoothscale(large_image, (size, size))
