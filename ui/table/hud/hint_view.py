"""Display of a hint: a bar for each choice, and a reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.estimates import ExplainedEstimate, compute_comparable_percentages
from game.ai.levels import get_ai_info
from game.core.actions import Action, Play
from game.core.cards import Card, DeckStyle
from game.core.sanitizer import capitalize_first
from game.text.formatting import format_change, format_percent, join_with_semicolons
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING, make_rounded_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import TableLayout

BAR_HEIGHT: Final = 7
"""The height of a bar in design pixels."""
MIN_CARD_WIDTH_FOR_FIGURE: Final = 24
"""The least visible width of a card with a figure on it, in design pixels."""
MIN_CARD_WIDTH_FOR_STAR: Final = 50
"""The least visible width of a card with the star beside its index, in design pixels."""
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
            text = format_change(round(estimate.value - hint[0].value, 1) + 0.0)
        if percentages:
            share = percentages[index] / 100
            text = format_percent(share)
        bars[estimate.action] = HintBar(max(MIN_BAR_SHARE, min(1.0, share)), text, estimate is hint[0])
    return bars


def format_hint_sentences(
    estimate: ExplainedEstimate, action_text: str, names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """Return sentences with the reasons for a choice, from all reasons to none.

    ``action_text``: the choice in words. The reasons for a card follow a colon, those for another choice are a sentence
    of their own.
    """
    reasons = [format_reason(reason, names, deck) for reason in estimate.reasons]
    reason_lists = (*(reasons[:count] for count in range(len(reasons), 0, -1)), reasons[-1:])
    explanations = [join_with_semicolons(some_reasons) for some_reasons in reason_lists if some_reasons]
    if isinstance(estimate.action, Play):
        template = _("{choice}: {why}.")
    else:
        template, explanations = _("{choice}. {why}."), [capitalize_first(text) for text in explanations]
    choice = capitalize_first(action_text)
    sentences = (template.format(choice=choice, why=text) for text in explanations)
    return (*sentences, _("{choice}.").format(choice=choice))


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
    figures = make_hint_bars(hint, game_id)
    lines = [_("Hint, best move first:"), describe_hint_measure(hint, game_id)]
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
    best choice has; ``best_color``: of its bar, which is not golden on a golden button.
    """

    bar_rect: pygame.Rect
    figure_center: tuple[int, int] | None
    star_center: tuple[int, int]
    best_color: theme.Color = theme.GOLD


def place_bars_on_cards(card_poses: Sequence[tuple[Card, CardPose]], layout: TableLayout) -> dict[Card, HintBarLayout]:
    """Return the places of the marks on the cards of a hand.

    The bar is above the visible part of a card, the figure and the star below its index, or the star below both. All
    bars have the width of the narrowest visible part, so that they can be compared. ``card_poses``: the cards in order
    from left to right.
    """
    px, bar_layouts = layout.px, dict[Card, HintBarLayout]()
    next_poses = (*(pose for _card, pose in card_poses[1:]), None)
    spans = [
        _get_visible_span(pose, next_pose) for (_card, pose), next_pose in zip(card_poses, next_poses, strict=False)
    ]
    width = min((right - left for left, right in spans), default=0)
    is_wide_enough = width >= px(MIN_CARD_WIDTH_FOR_FIGURE)
    for (card, pose), (left, _right) in zip(card_poses, spans, strict=True):
        card_height = round(pose.width * CARD_ASPECT_RATIO)
        center_x, top = round(left + width / 2), round(pose.y - card_height / 2)
        bar_rect = pygame.Rect(round(left) + px(2), top - px(BAR_HEIGHT + 1), round(width) - px(4), px(BAR_HEIGHT))
        figure_y = top + round(card_height * FIGURE_OFFSET_RATIO)
        figure_center = (center_x, figure_y) if is_wide_enough else None
        star_y = figure_y + px(STAR_SIZE + 2) * (1 if width < px(MIN_CARD_WIDTH_FOR_STAR) else -1)
        bar_layouts[card] = HintBarLayout(bar_rect, figure_center, (center_x, star_y))
    return bar_layouts


def _get_visible_span(pose: CardPose, next_pose: CardPose | None) -> tuple[float, float]:
    """Return the left and right edge of the visible part of a card.

    ``next_pose``: the pose of the next card, which may cover it; None if there is none.
    """
    left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
    return left, min(
        right, next_pose.x - next_pose.width / 2
    ) if next_pose is not None and next_pose.x > pose.x else right


def place_bars_on_buttons(
    buttons: Sequence[UIButton], layout: TableLayout, max_width: int
) -> tuple[HintBarLayout, ...]:  # fmt: skip
    """Return the places of the marks on buttons.

    The bar is at the lower edge of a button, the figure and the star at its corners. All bars have the same width, that
    of the narrowest button, so that they can be compared. ``max_width``: that of bars on cards, in pixels.
    """
    rects, px = [button.get_abs_rect() for button in buttons], layout.px
    width = min(max_width, *(rect.width - px(16) for rect in rects)) if rects else 0
    bar_layouts = []
    for rect in rects:
        bar_rect = pygame.Rect(0, rect.bottom - px(BAR_HEIGHT), width, px(BAR_HEIGHT - 3))
        bar_rect.centerx = rect.centerx
        star_center = (round(rect.right) - px(5), round(rect.top) + px(4))
        figure_center = (round(rect.left) + px(16), round(rect.top) + px(2))
        bar_layouts.append(HintBarLayout(bar_rect, figure_center, star_center, theme.CREAM))
    return tuple(bar_layouts)


# -- painting --------------------------------------------------------------------------------------


def draw_hint_bar(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, bar_layout: HintBarLayout, bar: HintBar
) -> None:
    """Draw a bar, with its figure if there is room; the best one over a card is golden."""
    px, bar_rect = layout.px, bar_layout.bar_rect
    color = bar_layout.best_color if bar.is_best else theme.CREAM
    canvas.blit(
        make_rounded_rect(bar_rect.size, bar_rect.height // 2, table_theme.panel_color, 240, color, 1), bar_rect
    )
    filled_rect = pygame.Rect(
        bar_rect.x, bar_rect.y, max(bar_rect.height, round(bar_rect.width * bar.share)), bar_rect.height
    )
    canvas.blit(make_rounded_rect(filled_rect.size, filled_rect.height // 2, color), filled_rect)
    if bar.text and bar_layout.figure_center is not None:
        width = max(bar_rect.width, px(MIN_CARD_WIDTH_FOR_FIGURE))
        text_image = theme.render_fitted_text(bar.text, "bold", px(FIGURE_TEXT_SIZE), color, width)
        spare_width = max(0, width + px(2) - text_image.get_width())
        text_rect = text_image.get_rect(center=bar_layout.figure_center).inflate(min(px(10), spare_width), px(2))
        _draw_on_background(canvas, table_theme, text_image, text_rect)


def draw_hint_star(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, bar_layout: HintBarLayout
) -> None:  # fmt: skip
    """Draw the star of the best choice."""
    size = layout.px(STAR_SIZE)
    star_rect = pygame.Rect(0, 0, size + layout.px(4), size + layout.px(4))
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
