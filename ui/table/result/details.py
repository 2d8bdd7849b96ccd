"""The details of a result: sums, captured cards, course of play, and all deals of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.cards import DeckStyle
from game.core.phase import DecisiveTrick, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.text.formatting import format_number
from game.text.gettext import _
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import HEADER_HEIGHT, Overlay
from ui.table.overlays.content_layout import (
    ContentBlock,
    HorizontalFlow,
    NodeBlock,
    TextBlock,
    TitledBlock,
    VerticalStack,
    scale_small_text,
)
from ui.table.overlays.score_table import compute_running_totals, list_side_names, make_score_table
from ui.table.result.captured_cards import SideCards
from ui.table.result.model import list_decisive_tricks
from ui.table.result.score_breakdown import group_score_lines, make_score_breakdowns
from ui.table.screen_seats import get_your_seat
from ui.widgets.layout import Column
from ui.widgets.line_chart import AxisTick, ChartLine, ChartPoint, LineChart

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MIN_COLUMN_WIDTH: Final = 480
"""The least width of a column, in design pixels; a narrower one is placed below."""
PANEL_WIDTH: Final = 1120
CHART_HEIGHT: Final = 250
MIN_TICK_DISTANCE: Final = 22
"""The least distance between texts at the axis of the chart, in design pixels."""
MIN_CHART_DEALS: Final = 3
"""The number of deals from which a chart says more than the table."""


def list_notes(observation: Observation, names: Sequence[str], deck: DeckStyle) -> tuple[str, ...]:
    """Return the reasons of the result that are not scores or decisive tricks, in words."""
    reasons = observation.result.reasons if observation.result is not None else ()
    texts = [
        format_reason(reason, names, deck) for reason in reasons if not isinstance(reason, (ScoreLine, DecisiveTrick))
    ]
    return tuple(capitalize_first(text) for text in texts)


def make_details_block(context: AppContext, table: TableScene, presentation: GamePresentation) -> ContentBlock:
    """Return a block with all details, in two columns where there is room."""
    observation, names, deck = table.observation, table.session.info.names, table.deck
    your_seat = get_your_seat(table.session)
    left, right = list[ContentBlock](), list[ContentBlock]()
    result = observation.result
    if observation.is_over and len(observation.results) >= MIN_CHART_DEALS:
        left.append(TitledBlock(context, _("Score by deal"), make_score_chart(context, observation, names)))
    if result is not None and group_score_lines(result):
        breakdowns = make_score_breakdowns(context, presentation, result, names, deck)
        left.append(TitledBlock(context, _("Points"), breakdowns))
    card_blocks = [
        SideCards(context, side.seats, side.cards, names)
        for side in presentation.summarize_sides(observation)
        if side.cards
    ]
    if card_blocks:
        right.append(TitledBlock(context, _("Cards taken"), VerticalStack(context, card_blocks, 12)))
    decisive_tricks = list_decisive_tricks(result)[:-1] if result is not None else ()
    lines = (
        *(capitalize_first(format_reason(trick, names, deck, your_seat)) for trick in decisive_tricks),
        *list_notes(observation, names, deck),
    )
    if lines:
        right.append(TitledBlock(context, _("Course of play"), TextBlock(context, lines)))
    table_nodes = make_score_table(presentation, observation, names)
    score_table = TitledBlock(context, _("All deals"), NodeBlock(context, Column(*table_nodes)))
    columns = [VerticalStack(context, blocks) for blocks in (left, right) if blocks]
    flow = [HorizontalFlow(context, columns, MIN_COLUMN_WIDTH)] if columns else []
    return VerticalStack(context, [*flow, score_table])


def make_score_chart(context: AppContext, observation: Observation, names: Sequence[str]) -> LineChart:
    """Return a chart of every side's total after each deal."""
    totals = compute_running_totals(observation)
    values = [total for row in totals for total in row]
    least, greatest = min(values), max(values)
    greatest += greatest == least
    min_distance = (greatest - least) * MIN_TICK_DISTANCE / CHART_HEIGHT
    ticks = [greatest, least, *((0,) if least + min_distance < 0 < greatest - min_distance else ())]
    deal_count = len(totals) - 1
    return LineChart(
        context.ui_scale,
        context.theme,
        [
            ChartLine([ChartPoint(row[side[0]]) for row in totals], style=side[0], label=name)
            for side, name in zip(observation.sides, list_side_names(observation, names), strict=True)
        ],
        (least, greatest),
        [AxisTick(value, format_number(value)) for value in ticks],
        [AxisTick(deal_count / 2, _("deals")), AxisTick(deal_count, str(deal_count))],
        height=CHART_HEIGHT,
        text_size=scale_small_text(context),
    )


class DetailsOverlay(Overlay):
    """The details of the match and of its last deal, over its result."""

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table)
        self.presentation = presentation

    @property
    def narration(self) -> tuple[str, ...]:
        observation, names = self.table.observation, self.table.session.info.names
        return (_("Details"), *list_notes(observation, names, self.deck))

    def compose(self) -> None:
        px = self.context.px
        content = make_details_block(self.context, self.table, self.presentation)
        height = px(HEADER_HEIGHT + 24) + self.compute_content_height(content, px(PANEL_WIDTH))
        self.place_panel(px(PANEL_WIDTH), height)
        self.add_close_button()
        self.place_content("details", content, px(HEADER_HEIGHT), px(24))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.draw_title(canvas, _("Details"))
