"""Display of a hint: a bar for each choice, and a reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.estimates import ExplainedEstimate
from game.ai.levels import get_ai_info
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
"""The height of a bar in design pixels."""
MIN_CARD_WIDTH_FOR_FIGURE: Final = 50
"""The least visible width of a card with a figure on it, in design pixels."""
FIGURE_OFFSET_RATIO: Final = 0.33
"""The middle of the figure below a card's upper edge, in card heights."""
MIN_BAR_SHARE: Final = 0.06
"""The least length of a bar, as a share of the full length."""
STAR_SIZE: Final = 20
FIGURE_TEXT_SIZE: Final = 16
MAX_NARRATED_CHOICES: Final = 4
"""The number of choices that the narration names."""


class HintBar(NamedTuple):
    """The value of a choice in comparison with the others.

    ``share``: the length of the bar, 0 to 1; ``text``: the win probability, empty if it is not known; ``is_best``: the
    choice is the best.
    """

    share: float
    text: str
    is_best: bool


def has_win_probability_bars(hint: Sequence[ExplainedEstimate]) -> bool:
    """Return whether the bars show the win probability.

    It must be known for all choices, differ, and be highest for the best choice, which has the longest bar.
    """
    percentages = [_round_win_probability(estimate) for estimate in hint]
    return -1 not in percentages and len(set(percentages)) > 1 and percentages[0] == max(percentages)


def _round_win_probability(estimate: ExplainedEstimate) -> int:
    """Return the win probability in percent, -1 if it is not known."""
    return -1 if estimate.win_probability is None else round(100 * estimate.win_probability)


def describe_hint_measure(hint: Sequence[ExplainedEstimate], game_id: str) -> str:
    """Return what the bars measure, in a few words."""
    if has_win_probability_bars(hint):
        return _(get_ai_info(game_id).win_probability_label)
    return _("Longer bar: better average result")


def make_hint_bars(hint: Sequence[ExplainedEstimate]) -> Mapping[Action, HintBar]:
    """Return a bar for each choice; the best choice, which is first, has the longest.

    The length is the win probability if `has_win_probability_bars`, else the position between the worst choice and the
    best.
    """
    if not hint:
        return {}
    min_value = min(estimate.value for estimate in hint)
    value_range = hint[0].value - min_value
    bars = dict[Action, HintBar]()
    for estimate in hint:
        share, text = (estimate.value - min_value) / value_range if value_range else 1.0, ""
        if has_win_probability_bars(hint):
            share = _round_win_probability(estimate) / 100
            text = format_percent(share)
        bars[estimate.action] = HintBar(max(MIN_BAR_SHARE, min(1.0, share)), text, estimate is hint[0])
    return bars


def format_hint_sentences(
    estimate: ExplainedEstimate, action_text: str, names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """Return sentences with the reasons for a choice, from all reasons to none.

    ``action_text``: the choice in words.
    """
    reasons = [format_reason(reason, names, deck) for reason in estimate.reasons]
    reason_lists = (*(reasons[:count] for count in range(len(reasons), 0, -1)), reasons[-1:])
    sentences = (
        _("{choice}: {why}.").format(choice=capitalize_first(action_text), why=join_with_semicolons(some_reasons))
        for some_reasons in reason_lists
        if some_reasons
    )
    return (*sentences, _("{choice}.").format(choice=capitalize_first(action_text)))


def format_hint_narration(
    hint: Sequence[ExplainedEstimate],
    describe_action: Callable[[Action], str],
    names: Sequence[str],
    deck: DeckStyle,
    game_id: str,
) -> tuple[str, ...]:
    """Return a heading and a line with figures for each of the first `MAX_NARRATED_CHOICES` choices.

    ``hint``: the best choice first; without any, one line says that nobody can tell.
    """
    if not hint:
        return (_("No hint is available here"),)
    lines, figures = [_("Hint, best move first:")], make_hint_bars(hint)
    if has_win_probability_bars(hint):
        lines.append(describe_hint_measure(hint, game_id))
    for estimate in hint[:MAX_NARRATED_CHOICES]:
        line, figure = (
            format_hint_sentences(estimate, describe_action(estimate.action), names, deck)[0],
            figures[estimate.action].text,
        )
        lines.append(f"{line} {figure}" if figure else line)
    return tuple(lines)


# -- where the bars are ----------------------------------------------------------------------------


class HintBarLayout(NamedTuple):
    """The places of the marks of a choice, in pixels.

    ``figure_center``: None if there is no room for the figure; ``star_center``: the place of the star, which only the
    best choice has.
    """

    bar_rect: pygame.Rect
    figure_center: tuple[int, int] | None
    star_center: tuple[int, int]


def place_bars_on_cards(card_poses: Sequence[tuple[Card, CardPose]], layout: TableLayout) -> dict[Card, HintBarLayout]:
    """Return the places of the marks on the cards of a hand.

    The bar is above the visible part of a card, the figure and the star below its index. ``card_poses``: the cards in
    order from left to right.
    """
    px, bar_layouts = layout.px, dict[Card, HintBarLayout]()
    next_poses = (*(pose for _card, pose in card_poses[1:]), None)
    spans = [
        _get_visible_span(pose, next_pose) for (_card, pose), next_pose in zip(card_poses, next_poses, strict=False)
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
    """Return the left and right edge of the visible part of a card.

    ``next_pose``: the pose of the next card, which may cover it; None if there is none.
    """
    left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
    return left, min(
        right, next_pose.x - next_pose.width / 2
    ) if next_pose is not None and next_pose.x > pose.x else right


def place_bar_on_button(button: UIButton, layout: TableLayout) -> HintBarLayout:
    """Return the places of the marks on a button.

    The bar is at its lower edge, the star at a corner.
    """
    rect, px = button.get_abs_rect(), layout.px
    bar_rect = pygame.Rect(rect.x + px(8), rect.bottom - px(BAR_HEIGHT), rect.width - px(16), px(BAR_HEIGHT - 3))
    return HintBarLayout(bar_rect, None, (round(rect.right) - px(5), round(rect.top) + px(4)))


# -- painting --------------------------------------------------------------------------------------


def draw_hint_bar(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, bar_layout: HintBarLayout, bar: HintBar
) -> None:
    """Draw a bar, with its figure if there is room.

    The best one is golden and has a star.
    """
    px, color, bar_rect = layout.px, theme.GOLD if bar.is_best else theme.CREAM, bar_layout.bar_rect
    canvas.blit(
        make_rounded_rect(bar_rect.size, bar_rect.height // 2, table_theme.panel_color, 240, color, 1), bar_rect
    )
    filled_rect = pygame.Rect(
        bar_rect.x, bar_rect.y, max(bar_rect.height, round(bar_rect.width * bar.share)), bar_rect.height
    )
    canvas.blit(make_rounded_rect(filled_rect.size, filled_rect.height // 2, color), filled_rect)
    if bar.text and bar_layout.figure_center is not None:
        text_image = theme.render_text(bar.text, "bold", px(FIGURE_TEXT_SIZE), color)
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
    """Return a golden star, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(theme.GOLD)[:3], 0))
    half_size, points = size * CORNER_SUPERSAMPLING / 2, []
    for index in range(10):
        radius = half_size * (0.95 if index % 2 == 0 else 0.42)
        points.append((half_size + radius * sin(index * pi / 5), half_size - radius * cos(index * pi / 5)))
    pygame.draw.polygon(large_image, theme.GOLD, points)
    return pygame.transform.smoothscale(large_image, (size, size))
