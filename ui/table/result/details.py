"""The details of a result: sums, captured cards, course of play, and all deals of the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.core.messages import N_
from game.core.phase import DealResult, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.text.formatting import MINUS_SIGN, format_change, format_number, join_with_and
from game.text.gettext import _
from game.text.messages import format_reason, format_reason_label, format_score_term
from game.text.results import list_decisive_tricks, list_notes
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.line_chart import AxisTick, ChartLine, ChartPoint, LineChart
from ui.table.overlays.base import Overlay
from ui.table.overlays.score_table import compute_running_totals, list_side_names, make_score_table
from ui.table.result.captured_cards import describe_side_cards
from ui.table.screen_seats import get_your_seat
from ui.widgets.layout import Alternatives, Cells, Column, Grid, Row, Sized, make_titled
from ui.widgets.line_chart import make_chart_node
from ui.widgets.nodes import Frame, Line, Node, Rule, Sheet, Space, Text

MIN_COLUMN_WIDTH: Final = 480
"""The least width of a column, in design pixels; a narrower one is placed below."""
CHART_HEIGHT: Final = 250
MIN_TICK_DISTANCE: Final = 22
"""The least distance between texts at the axis of the chart, in design pixels."""
MIN_CHART_DEALS: Final = 3
"""The number of deals from which a chart says more than the table."""
TERM_WIDTH: Final = 78
TOTAL_WIDTH: Final = 54
DOTS_WIDTH: Final = 24
"""The widths of term and total, and the least width of the dots that lead to them, in design pixels."""
DOT_STEP: Final = 7


def describe_details(overlay: Overlay) -> Node:
    """Return all details, in two columns where there is room."""
    table, images, presentation = overlay.table, overlay.context.scene_card_images, overlay.presentation
    observation, names, deck = table.observation, overlay.names, overlay.deck
    left, right, result = list[Node](), list[Node](), observation.result
    if observation.is_over and len(observation.results) >= MIN_CHART_DEALS:
        chart = make_chart_node(make_score_chart(overlay.frame, observation, names))
        left.append(make_titled(_("Score by deal"), chart))
    if result is not None and group_score_lines(result):
        left.append(make_titled(_("Points"), describe_breakdowns(presentation, result, names, deck)))
    sides = presentation.summarize_sides(observation)
    cards = [describe_side_cards(images, side, names) for side in sides if side.cards]
    if cards:
        right.append(make_titled(_("Point cards taken"), Column(*cards, gap=theme.GAP)))
    your_seat = get_your_seat(table.session)
    decisive_tricks = list_decisive_tricks(result)[:-1] if result is not None else ()
    lines = (
        *(capitalize_first(format_reason(trick, names, deck, your_seat)) for trick in decisive_tricks),
        *list_notes(observation, names, deck),
    )
    if lines:
        right.append(make_titled(_("How the deal went"), Text("\n".join(lines), color=theme.MUTED)))
    columns = [Column(*nodes, gap=theme.LARGE_GAP) for nodes in (left, right) if nodes]
    grid = Grid(columns, MIN_COLUMN_WIDTH, gap=theme.LARGE_MARGIN) if columns else None
    score_table = Column(*make_score_table(presentation, observation, names))
    return Column(grid, make_titled(_("All deals"), score_table), gap=theme.LARGE_GAP)


def make_score_chart(frame: Frame, observation: Observation, names: Sequence[str]) -> LineChart:
    """Return a chart of every side's total after each deal."""
    totals = compute_running_totals(observation)
    values = [total for row in totals for total in row]
    least, greatest = min(values), max(values)
    greatest += greatest == least
    min_distance = (greatest - least) * MIN_TICK_DISTANCE / CHART_HEIGHT
    ticks = [greatest, least, *((0,) if least + min_distance < 0 < greatest - min_distance else ())]
    deal_count = len(totals) - 1
    return LineChart(
        frame.place.scale,
        frame.place.manager.theme,
        [
            ChartLine([ChartPoint(row[side[0]]) for row in totals], style=side[0], label=name)
            for side, name in zip(observation.sides, list_side_names(observation, names), strict=True)
        ],
        (least, greatest),
        [AxisTick(value, format_number(value)) for value in ticks],
        [AxisTick(deal_count / 2, _("deals")), AxisTick(deal_count, str(deal_count))],
        height=CHART_HEIGHT,
        text_size=frame.measure_text_size(theme.SMALL_TEXT_SIZE),
    )


class DetailsOverlay(Overlay):
    """The details of the match and of its last deal, over its result."""

    title = N_("Details")
    max_scale = 1.5
    panel_width = 1120

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *list_notes(self.table.observation, self.names, self.deck))

    def describe(self) -> Node:
        return self.arrange_scroll(Sheet("details", describe_details(self)))


class DottedText(Text):
    """A text from whose end dots lead to the figures at its right."""

    def measure_width(self, frame: Frame, room: int) -> int:
        return super().measure_width(frame, room) + frame.px(DOTS_WIDTH)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        super().paint(frame, canvas, rect)
        size, line = frame.px(self.size), self.wrap(frame, rect.width)[-1]
        left, dot = rect.left + theme.load_font(self.face, size).size(line)[0], max(1, frame.px(1.5))
        for x in range(left + frame.px(theme.SMALL_GAP), rect.right - dot, frame.px(DOT_STEP)):
            color = frame.place.manager.theme.panel_line_color
            canvas.fill(color, (x, rect.bottom - round(size * 0.36), dot, dot))


def group_score_lines(result: DealResult) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the calculations of a deal, each a tuple of steps."""
    score_lines = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
    return tuple(tuple(group) for _seats, group in groupby(score_lines, key=lambda score_line: score_line.seats))


def describe_breakdowns(
    presentation: GamePresentation, result: DealResult, names: Sequence[str], deck: DeckStyle
) -> Node:
    """Return all calculations of a deal, two of them side by side if they fit."""
    nodes = [
        _describe_breakdown(presentation, score_lines, result, names, deck) for score_lines in group_score_lines(result)
    ]
    pairs = (Cells(nodes[start : start + 2], min(2, len(nodes)), theme.COLUMN_GAP) for start in range(0, len(nodes), 2))
    return Alternatives(Column(*pairs, gap=theme.GAP), Column(*nodes, gap=theme.GAP))


def _describe_breakdown(
    presentation: GamePresentation,
    score_lines: Sequence[ScoreLine],
    result: DealResult,
    names: Sequence[str],
    deck: DeckStyle,
) -> Node:
    """Return a calculation below the names of its players; a single step is in a line with the names."""
    last, is_single = score_lines[-1], len(score_lines) == 1
    is_deal_score = all(result.scores[seat] == last.total for seat in last.seats)
    is_good = presentation.is_good_change(last.total) if is_deal_score and last.total else None
    name, rows = join_with_and([names[seat] for seat in last.seats]), list[Node]()
    for line in score_lines:
        label = format_reason_label(line, names, deck)
        text = _("{name}: {words}").format(name=name, words=label) if is_single else capitalize_first(label)
        has_term = not is_single or len(line.factors) > 1
        term = format_score_term(line).replace("-", MINUS_SIGN) if has_term else ""
        total = Line(format_number(line.total), align="right")
        if line is last:
            total_text = format_change(line.total) if is_deal_score else format_number(line.total)
            total = Line(total_text, face="bold", color=theme.get_result_color(is_good), align="right")
        sum_line = Rule() if line is last and not is_single else None
        row = (
            DottedText(text, color=theme.MUTED, grow=1),
            Sized(Column(Space(grow=1), Line(term, align="right")), width=TERM_WIDTH),
            Sized(Column(Space(grow=1), sum_line, total), width=TOTAL_WIDTH),
        )
        rows.append(Row(*row, gap=theme.SMALL_GAP))
    if is_single:
        return Column(*rows)
    heading = Line(_("so far"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="right")
    return Column(Row(Line(name, face="bold", grow=1), heading, gap=theme.SMALL_GAP, align="middle"), *rows)
