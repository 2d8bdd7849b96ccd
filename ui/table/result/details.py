"""The details of a result: sums, captured cards, course of play, and all deals of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.messages import N_
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.text.formatting import format_number
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.results import list_decisive_tricks, list_notes
from ui.graphics import theme
from ui.graphics.line_chart import AxisTick, ChartLine, ChartPoint, LineChart
from ui.table.overlays.base import Overlay
from ui.table.overlays.score_table import compute_running_totals, list_side_names, make_score_table
from ui.table.result.captured_cards import describe_side_cards
from ui.table.result.score_breakdown import describe_breakdowns, group_score_lines
from ui.table.screen_seats import get_your_seat
from ui.widgets.layout import Column, Grid, Titled
from ui.widgets.line_chart import make_chart_node
from ui.widgets.nodes import Frame, Node, Sheet, Text

if TYPE_CHECKING:
    pass

MIN_COLUMN_WIDTH: Final = 480
"""The least width of a column, in design pixels; a narrower one is placed below."""
CHART_HEIGHT: Final = 250
MIN_TICK_DISTANCE: Final = 22
"""The least distance between texts at the axis of the chart, in design pixels."""
MIN_CHART_DEALS: Final = 3
"""The number of deals from which a chart says more than the table."""


def describe_details(overlay: Overlay) -> Node:
    """Return all details, in two columns where there is room."""
    table, images, presentation = overlay.table, overlay.context.scene_card_images, overlay.presentation
    observation, names, deck = table.observation, overlay.names, overlay.deck
    left, right, result = list[Node](), list[Node](), observation.result
    if observation.is_over and len(observation.results) >= MIN_CHART_DEALS:
        left.append(Titled(_("Score by deal"), make_chart_node(make_score_chart(overlay.frame, observation, names))))
    if result is not None and group_score_lines(result):
        left.append(Titled(_("Points"), describe_breakdowns(presentation, result, names, deck)))
    sides = presentation.summarize_sides(observation)
    cards = [describe_side_cards(images, side, names) for side in sides if side.cards]
    if cards:
        right.append(Titled(_("Cards with points taken"), Column(*cards, gap=theme.GAP)))
    your_seat = get_your_seat(table.session)
    decisive_tricks = list_decisive_tricks(result)[:-1] if result is not None else ()
    lines = (
        *(capitalize_first(format_reason(trick, names, deck, your_seat)) for trick in decisive_tricks),
        *list_notes(observation, names, deck),
    )
    if lines:
        right.append(Titled(_("Course of play"), Text("\n".join(lines), color=theme.MUTED)))
    columns = [Column(*nodes, gap=theme.LARGE_GAP) for nodes in (left, right) if nodes]
    grid = Grid(columns, MIN_COLUMN_WIDTH, gap=theme.LARGE_MARGIN) if columns else None
    score_table = Column(*make_score_table(presentation, observation, names))
    return Column(grid, Titled(_("All deals"), score_table), gap=theme.LARGE_GAP)


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
