"""The score panel in the upper left corner: the game, the deal and the score of each side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.core.cards import DeckStyle
from game.match.observation import Observation
from game.rules import GAMES
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import abbreviate_name
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.table.hud.markers import SideMark, get_side_mark
from ui.table.layout.seats import TableLayout

PADDING: Final = 16
TOP_PADDING: Final = 8
TITLE_HEIGHT: Final = 34
LINE_HEIGHT: Final = 22
MAX_ROW_HEIGHT: Final = 34
MIN_ROW_HEIGHT: Final = 26
MAX_DETAIL_HEIGHT: Final = 20
"""Lengths in design pixels."""
TITLE_TEXT_SIZE: Final = theme.SECTION_TEXT_SIZE
LINE_TEXT_SIZE: Final = 16
MIN_LINE_RATIO: Final = 0.85
"""The smallest size of a line that is not divided in two, as a share of its normal size."""
MIN_NAMES_RATIO: Final = 0.85
"""The smallest size of full names, as a share of their normal size."""
MAX_ROWS: Final = 3
"""The largest number of sides with rows; with more sides, scores are on the name plates."""


class ScoreRow(NamedTuple):
    """The score of a side; ``mark``: None where everybody plays alone.

    ``short_names``, ``initials``: several names with an initial in place of the last word, and their first letters, for
    a narrow panel; ``detail``: what
    partners bid and took, or "".
    """

    names: str
    short_names: str
    initials: str
    score: str
    mark: SideMark | None
    detail: str = ""


def has_score_rows(observation: Observation) -> bool:
    """Return whether the panel has the scores; otherwise they are on the name plates."""
    return len(observation.sides) <= MAX_ROWS


def list_score_rows(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], layout: TableLayout
) -> tuple[ScoreRow, ...]:
    """Return the score of each side, that of the seat at the bottom first; () if the name plates have the scores."""
    if not has_score_rows(observation):
        return ()
    seats_in_order = [(layout.bottom_seat + step) % observation.seats for step in range(observation.seats)]
    sides = sorted(observation.sides, key=lambda side: min(map(seats_in_order.index, side)))
    rows = []
    for side in sides:
        members = sorted(side, key=seats_in_order.index)
        rows.append(
            ScoreRow(
                join_with_and([names[seat] for seat in members]),
                join_with_and([abbreviate_name(names[seat]) for seat in members]),
                join_with_and([f"{names[seat][0]}." if len(members) > 1 else names[seat] for seat in members]),
                presentation.format_total(observation, members[0]),
                get_side_mark(layout, members[0]),
                presentation.describe_side(observation, side),
            )
        )
    return tuple(rows)


def has_details(rows: Sequence[ScoreRow]) -> bool:
    """Return whether a row has a second line."""
    return any(row.detail for row in rows)


def list_deal_lines(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], deck: DeckStyle
) -> tuple[str, ...]:
    """Return the lines below the title: the deal and its contract."""
    return (
        presentation.describe_deal(observation),
        *presentation.describe_contract(observation, tuple(names), deck),
    )


def _list_fitting_lines(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], deck: DeckStyle, layout: TableLayout
) -> list[str]:
    """Return the lines below the title.

    A line too long for the panel is divided in two; without room for both, the part after its dot is left out.
    """
    px, size = layout.px, layout.px(LINE_TEXT_SIZE)
    lines = list_deal_lines(presentation, observation, names, deck)
    measure, max_width = theme.load_font("sans", size).size, layout.score_rect.width - 2 * px(PADDING)
    if all(measure(line)[0] * MIN_LINE_RATIO <= max_width for line in lines):
        return list(lines)
    rows = list_score_rows(presentation, observation, names, layout)
    row_height = MIN_ROW_HEIGHT + (MAX_DETAIL_HEIGHT if has_details(rows) else 0)
    free_height = layout.score_rect.height - px(2 * TOP_PADDING + TITLE_HEIGHT + row_height * len(rows))
    free_lines = free_height // px(LINE_HEIGHT) - len(lines)
    fitting_lines = list[str]()
    for line in lines:
        if measure(line)[0] * MIN_LINE_RATIO <= max_width:
            fitting_lines.append(line)
            continue
        halves = line.split(" · ")
        if len(halves) != 2 or any(measure(half)[0] > max_width for half in halves):
            halves = theme.wrap_text(line, "sans", size, max_width)
        is_divided = free_lines > 0 and len(halves) == 2
        fitting_lines += halves if is_divided else [line.partition(" · ")[0]]
        free_lines -= is_divided
    return fitting_lines


def compute_score_panel_rect(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], deck: DeckStyle, layout: TableLayout
) -> pygame.Rect:
    """Return the place of the panel, which is only as high as its contents, in pixels."""
    rect = layout.score_rect.copy()
    lines = _list_fitting_lines(presentation, observation, names, deck, layout)
    rows = list_score_rows(presentation, observation, names, layout)
    content_height = 2 * TOP_PADDING + TITLE_HEIGHT + LINE_HEIGHT * len(lines) + MAX_ROW_HEIGHT * len(rows)
    content_height += MAX_DETAIL_HEIGHT * len(rows) if has_details(rows) else 0
    rect.height = min(rect.height, layout.px(content_height))
    return rect


def draw_score_panel(
    canvas: Canvas,
    table_theme: theme.Theme,
    presentation: GamePresentation,
    observation: Observation,
    title: str,
    names: Sequence[str],
    deck: DeckStyle,
    layout: TableLayout,
    short_title: str = "",
) -> None:
    """Draw the game, the deal, its contract and the score of each side.

    ``short_title``: shown where ``title`` does not fit, by default the name of the game.
    """
    px = layout.px
    rect = compute_score_panel_rect(presentation, observation, names, deck, layout)
    line_width = table_theme.compute_line_width(px(1)) if table_theme.is_high_contrast else 0
    canvas.blit(
        make_rounded_rect(rect.size, px(12), table_theme.panel_color, 232, table_theme.panel_line_color, line_width),
        rect,
    )
    left, max_width = rect.left + px(PADDING), rect.width - 2 * px(PADDING)
    title_size = px(TITLE_TEXT_SIZE)
    is_title_fitting = theme.load_font("serif", int(title_size * 0.7)).size(title)[0] <= max_width
    shown_title = title if is_title_fitting else short_title or _(GAMES[observation.game_id].title)
    title_image = theme.render_fitted_text(shown_title, "serif", title_size, theme.CREAM, max_width)
    y = rect.top + px(TOP_PADDING)
    canvas.blit(title_image, title_image.get_rect(midleft=(left, y + px(TITLE_HEIGHT) // 2)))
    y += px(TITLE_HEIGHT)
    for line in _list_fitting_lines(presentation, observation, names, deck, layout):
        image = theme.render_fitted_text(line, "sans", px(LINE_TEXT_SIZE), theme.MUTED, max_width)
        canvas.blit(image, image.get_rect(midleft=(left, y + px(LINE_HEIGHT) // 2)))
        y += px(LINE_HEIGHT)
    rows = list_score_rows(presentation, observation, names, layout)
    max_row_height = px(MAX_ROW_HEIGHT + (MAX_DETAIL_HEIGHT if has_details(rows) else 0))
    row_height = min(max_row_height, (rect.bottom - px(TOP_PADDING) - y) // max(1, len(rows)))
    for row in rows:
        _draw_row(canvas, layout, row, pygame.Rect(left, y, max_width, row_height))
        y += row_height


def _draw_row(canvas: Canvas, layout: TableLayout, row: ScoreRow, rect: pygame.Rect) -> None:
    px, color, left = layout.px, theme.CREAM if row.mark is None else row.mark.color, rect.left
    if row.detail:
        detail = theme.render_fitted_text(row.detail, "sans", px(LINE_TEXT_SIZE), theme.MUTED, rect.width)
        detail_rect = detail.get_rect(left=left, bottom=rect.bottom)
        canvas.blit(detail, detail_rect)
        rect = pygame.Rect(rect.left, rect.top, rect.width, rect.height - px(MAX_DETAIL_HEIGHT - 2))
    if row.mark is not None:
        symbol = render_symbol(row.mark.symbol, px(18), color)
        canvas.blit(symbol, symbol.get_rect(midleft=(left, rect.centery)))
        left += symbol.get_width() + px(8)
    score_size = min(px(theme.SECTION_TEXT_SIZE), round(rect.height * 0.8))
    score_image = theme.render_fitted_text(row.score, "serif", score_size, color, rect.width // 2)
    canvas.blit(score_image, score_image.get_rect(midright=(rect.right, rect.centery)))
    max_width = rect.right - score_image.get_width() - px(8) - left
    size = px(theme.BODY_TEXT_SIZE)
    candidates = (row.names, MIN_NAMES_RATIO), (row.short_names, theme.MIN_TEXT_SIZE_RATIO)
    fitting_names = (
        text for text, ratio in candidates if theme.load_font("bold", int(size * ratio)).size(text)[0] <= max_width
    )
    shown_names = next(fitting_names, row.initials)
    names_image = theme.render_fitted_text(shown_names, "bold", size, color, max_width)
    canvas.blit(names_image, names_image.get_rect(midleft=(left, rect.centery)))
