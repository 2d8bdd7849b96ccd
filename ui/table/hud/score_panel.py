"""The score panel in the upper left corner: the game, the deal and the score of each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final, NamedTuple

import pygame

from game.core.cards import DeckStyle
from game.match.observation import Observation
from game.rules import GAMES
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import abbreviate_name, join_names
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import HUD_ALPHA, make_table_frame
from ui.table.hud.markers import SideMark, get_side_mark
from ui.table.layout.seats import TableLayout
from ui.table.state import TableViewModel
from ui.widgets.layout import Alternatives, Anchored, Column, Framed, Rest, Row, Sized
from ui.widgets.nodes import Line, Node, Space, Text, make_symbol

ROW_HEIGHTS: Final = (34, 26)
DOUBLE_ROW_HEIGHT: Final = 40
DETAIL_HEIGHT: Final = 20
"""The heights of a row, the usual and the least, and with names in two lines; and of the line below it."""
ROW_KINDS: Final = (
    ("full", "score"),
    ("double", "score"),
    ("double", "figure"),
    ("short", "score"),
    ("initials", "score"),
    ("rest", "figure"),
)
"""How all sides are shown: full names in a line or two, short ones or initials, with the score or only its figure."""
LINE_TEXT_SIZE: Final = 16
MIN_LINE_RATIO: Final = 0.85
"""The smallest size of a line that is not divided, and of full names, as a share of their normal size."""
MAX_ROWS: Final = 3
"""The largest number of sides with rows; with more sides, scores are on the name plates."""


class ScoreRow(NamedTuple):
    """The score of a side; ``mark``: None where everybody plays alone.

    ``short_names``, ``initials``: several names with an initial in place of the last word, and their first letters, for
    a narrow panel; ``figure``: the score without its unit; ``detail``: what partners bid and took, or "".
    """

    names: str
    short_names: str
    initials: str
    score: str
    figure: str
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
                join_names([names[seat] for seat in members]),
                join_with_and([abbreviate_name(names[seat]) for seat in members]),
                join_with_and([f"{names[seat][0]}." if len(members) > 1 else names[seat] for seat in members]),
                presentation.describe_score(observation, members[0]),
                presentation.format_total(observation, members[0]),
                get_side_mark(layout, members[0]),
                presentation.describe_side(observation, side),
            )
        )
    return tuple(rows)


def describe_score_panel(
    presentation: GamePresentation,
    observation: Observation,
    titles: Sequence[str],
    names: Sequence[str],
    deck: DeckStyle,
    layout: TableLayout,
    line_width: float = 0,
) -> Anchored:
    """Return the panel, as high as its contents: with usual or low rows, and with long lines divided or cut.

    ``titles``: the first that fits is shown, else one divided at its dot, else the name of the game; ``line_width``: of
    the edge, in design pixels.
    """
    contract = presentation.describe_contract(observation, tuple(names), deck)
    lines = (presentation.describe_deal(observation), *contract)
    rows = list_score_rows(presentation, observation, names, layout)
    make_title = partial(Line, face="serif", size=theme.SECTION_TEXT_SIZE, min_ratio=theme.MIN_TEXT_SIZE_RATIO)
    shown_titles = tuple(filter(None, titles))
    divided_titles = (_divide_title(title, make_title) for title in shown_titles if " · " in title)
    game_title = make_title(_(GAMES[observation.game_id].title))
    title = Alternatives(*map(make_title, shown_titles), *divided_titles, game_title)

    def describe(has_double_rows: bool, divided_count: int, row_height: float) -> Node:
        shown_lines = [_describe_line(line, is_divided=index < divided_count) for index, line in enumerate(lines)]
        return Column(title, *shown_lines, _describe_rows(rows, row_height, has_double_rows=has_double_rows))

    sizes = product((True, False), range(len(lines), -1, -1), ROW_HEIGHTS)
    frame = partial(Framed, padding=theme.LARGE_GAP, top=theme.SMALL_GAP, alpha=HUD_ALPHA, line_width=line_width)
    width = layout.score_rect.width / layout.ui_scale
    return Anchored(Alternatives(*(Sized(frame(describe(*size)), width=width) for size in sizes)), "topleft")


def _divide_title(text: str, make_title: Callable[[str], Line]) -> Node:
    """Return the name of the game, and below it the marks of the match in a smaller line."""
    game, marks = text.split(" · ", 1)
    return Column(make_title(game), Line(marks, size=LINE_TEXT_SIZE, color=theme.GOLD, min_ratio=MIN_LINE_RATIO))


def _describe_line(text: str, *, is_divided: bool) -> Node:
    """Return a line; if it is too long, it is divided at its dot or between words, or ends before its dot."""
    make_line, (first, *others) = partial(Line, size=LINE_TEXT_SIZE, color=theme.MUTED), text.split(" · ")
    whole = make_line(text, min_ratio=MIN_LINE_RATIO)
    if not is_divided:
        return Alternatives(whole, make_line(first))
    halves = Column(*(make_line(half, min_ratio=1.0) for half in (first, *others)))
    return Alternatives(whole, halves, Text(text, size=LINE_TEXT_SIZE, color=theme.MUTED))


def _describe_rows(rows: Sequence[ScoreRow], height: float, *, has_double_rows: bool) -> Node:
    """Return a row for each side, all with names and scores of the first kind for which there is room.

    ``height``: of a row, in design pixels; ``has_double_rows``: whether full names may take two lines.
    """
    kinds = [(name, score) for name, score in ROW_KINDS if has_double_rows or name != "double"]
    return Alternatives(*(Column(*(_describe_row(row, height, *kind) for row in rows)) for kind in kinds))


def _describe_row(row: ScoreRow, height: float, name_kind: str, score_kind: str) -> Node:
    color = theme.CREAM if row.mark is None else row.mark.color
    size = theme.SECTION_TEXT_SIZE if height == ROW_HEIGHTS[0] else theme.ROW_TITLE_TEXT_SIZE
    make_name = partial(Line, face="bold", color=color, room_ratio=1)
    make_half = partial(make_name, size=LINE_TEXT_SIZE, min_ratio=MIN_LINE_RATIO)
    names: Mapping[str, Node] = {
        "full": make_name(row.names, min_ratio=MIN_LINE_RATIO, grow=1),
        "double": Column(Space(grow=1), *map(make_half, row.names.rsplit(" ", 1)), Space(grow=1), gap=2, grow=1),
        "short": make_name(row.short_names, min_ratio=theme.MIN_TEXT_SIZE_RATIO, grow=1),
        "initials": make_name(row.initials, grow=1),
        "rest": Rest(make_name(row.initials), 0),
    }
    mark = None if row.mark is None else make_symbol(row.mark.symbol, theme.BODY_TEXT_SIZE, color)
    score_text = row.figure if score_kind == "figure" else row.score
    score = Line(score_text, face="serif", size=size, color=color, align="right")
    height = max(height, DOUBLE_ROW_HEIGHT) if name_kind == "double" else height
    main = Sized(Row(mark, names[name_kind], score, gap=theme.SMALL_GAP), height=height)
    detail = Sized(Line(row.detail, size=LINE_TEXT_SIZE, color=theme.MUTED), height=DETAIL_HEIGHT)
    return Column(main, detail if row.detail else None)


def place_score_panel(
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    titles: Sequence[str],
    names: Sequence[str],
    deck: DeckStyle,
    layout: TableLayout,
) -> pygame.Rect:
    """Return the place of the panel, in pixels. ``titles``: as in `describe_score_panel`."""
    panel = describe_score_panel(presentation, observation, titles, names, deck, layout)
    return panel.place(make_table_frame(context, layout), layout.score_rect)


def draw_score_panel(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the game, the deal, its contract and the score of each side."""
    titles = view_model.title, view_model.short_title
    panel = describe_score_panel(
        view_model.presentation, view_model.observation, titles, view_model.names, view_model.deck,
        view_model.layout, line_width=2 * context.theme.is_high_contrast,
    )  # fmt: skip
    panel.paint(make_table_frame(context, view_model.layout), canvas, view_model.layout.score_rect)
