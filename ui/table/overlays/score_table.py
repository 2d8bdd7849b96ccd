"""The table of scores: each deal of the match with running totals, and the score pad over the table that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from game.core.phase import DealResult
from game.match.observation import Observation
from game.text.formatting import format_number, join_with_and
from game.text.gettext import _
from game.text.messages import format_by_seat
from game.text.narration import narrate_totals
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.widgets.layout import Alternatives, Cells, Column, Layers, Padded, Row, Sized
from ui.widgets.nodes import Ground, Line, Node, Rule, Sheet, Space, make_symbol

if TYPE_CHECKING:
    from ui.table.scene import TableScene

FIGURES_PERCENT: Final = 64
"""The width of the figures in a row of a seat, in percent of the row."""
DEAL_COLUMN_WIDTH: Final = 54
"""The width of the column with the deal numbers, in design pixels."""
ScoreTable: TypeAlias = tuple[Node, Node]
"""The headings of a table of scores, which stay in view, and its rows."""
CHANGE_SIGNS: Final = {"+": 1, "−": -1}
"""The signs with which a figure begins that changes the score; other figures are bids and counts."""
SIDE_WIDTH: Final = 190
SIDE_ROWS_WIDTH: Final = 800
"""The width for each side and the number of the deal, and that with a row for each side, in design pixels."""


def compute_running_totals(observation: Observation) -> tuple[tuple[int, ...], ...]:
    """Return the totals of the seats before the first deal and after each deal."""
    starting_total = observation.totals[0] - sum(result.scores[0] for result in observation.results)
    rows = [(starting_total,) * observation.seats]
    for result in observation.results:
        rows.append(tuple(total + change for total, change in zip(rows[-1], result.scores, strict=True)))
    return tuple(rows)


def number_deals(presentation: GamePresentation, observation: Observation) -> list[int]:
    """Return the number of each deal; a deal that is dealt again has the number of the next one."""
    numbers, number = list[int](), 1
    for result in observation.results:
        numbers.append(number)
        number += result.state == "scored" or not presentation.is_unscored_deal_repeated
    return numbers


def list_figures(
    presentation: GamePresentation, observation: Observation, result: DealResult, side: Sequence[int]
) -> tuple[str, ...]:
    """Return the figures of a side for a deal; dashes if the deal was not scored."""
    if result.state != "scored":
        return ("–",) * len(presentation.list_pad_headings(observation))
    return presentation.list_pad_figures(observation, result, side)


def _format_figures(
    presentation: GamePresentation, observation: Observation, result: DealResult, side: Sequence[int]
) -> str:
    """Return the figures of a side for a deal in words, each with its heading if there are several."""
    figures, headings = (
        list_figures(presentation, observation, result, side),
        presentation.list_pad_headings(observation),
    )
    if len(headings) == 1 or result.state != "scored":
        return figures[0]
    return ", ".join(f"{heading} {figure}" for heading, figure in zip(headings, figures, strict=True))


def list_side_names(observation: Observation, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players of each side; ``names``: by seat."""
    return tuple(join_with_and([names[seat] for seat in side]) for side in observation.sides)


def format_score_narration(
    presentation: GamePresentation, observation: Observation, names: Sequence[str]
) -> tuple[str, ...]:
    """Return the table in lines of text, a line for each deal."""
    side_names, lines = list_side_names(observation, names), list[str]()
    for number, result in zip(number_deals(presentation, observation), observation.results, strict=True):
        figures = [_format_figures(presentation, observation, result, side) for side in observation.sides]
        if len(presentation.list_pad_headings(observation)) > 1:
            sides = [
                _("{name}: {words}").format(name=name, words=words)
                for name, words in zip(side_names, figures, strict=True)
            ]
            entries = "; ".join(sides)
        else:
            entries = format_by_seat(figures, side_names)
        lines.append(_("Deal {number}: {entries}").format(number=number, entries=entries))
    return tuple(lines)


def make_score_table(presentation: GamePresentation, observation: Observation, names: Sequence[str]) -> ScoreTable:
    """Return the table of scores: with a row for each side of a deal if the game has several figures for it.

    ``names``: by seat.
    """
    if not observation.results:
        return Space(), Line(_("No deals scored yet."), color=theme.MUTED)
    has_many_figures = len(presentation.list_pad_headings(observation)) > 1
    make_table = _make_side_rows if has_many_figures else _make_deal_rows
    return make_table(presentation, observation, list_side_names(observation, names))


def _make_deal_rows(presentation: GamePresentation, observation: Observation, side_names: Sequence[str]) -> ScoreTable:
    """Return a table with a column for each side: the change of a deal beside the total, or above it without room."""
    winners, note = observation.winners, _describe_figures(presentation, observation)
    names = [
        Row(
            Space(grow=1),
            make_symbol("check", theme.SMALL_TEXT_SIZE) if side[0] in winners else None,
            Line(name, face="bold", color=theme.get_result_color(True if side[0] in winners else None)),
            gap=theme.TINY_GAP,
        )
        for side, name in zip(observation.sides, side_names, strict=True)
    ]
    headings = Column(
        _make_row(Line(_("Deal"), face="bold", color=theme.MUTED, size=theme.SMALL_TEXT_SIZE), names),
        Line(note, color=theme.MUTED, size=theme.SMALL_TEXT_SIZE),
        Rule(theme.TINY_GAP),
    )
    rows = (_list_deal_rows(presentation, observation, arrange) for arrange in (Row, Column))
    return headings, Alternatives(*(Column(*deal_rows) for deal_rows in rows))


def _describe_figures(presentation: GamePresentation, observation: Observation) -> str:
    """Return what the figures of a column are, and what a dash means."""
    text = _("{figure}, then the total")
    has_unscored = any(result.state != "scored" for result in observation.results)
    if has_unscored and presentation.is_unscored_deal_repeated:
        text = _("{figure}, then the total (–: dealt again)")
    elif has_unscored:
        text = _("{figure}, then the total (–: deal not scored)")
    return text.format(figure=presentation.list_pad_headings(observation)[0])


def _list_deal_rows(
    presentation: GamePresentation, observation: Observation, arrange: Callable[..., Node]
) -> Iterator[Node]:
    """Yield a row for each deal; ``arrange``: the group of a change and the total after it."""
    totals, numbers = compute_running_totals(observation)[1:], number_deals(presentation, observation)
    for index, (result, row) in enumerate(zip(observation.results, totals, strict=True)):
        cells = [
            arrange(
                _make_change(
                    presentation,
                    list_figures(presentation, observation, result, side)[0].replace("-", "−"),
                    result.scores[side[0]],
                    theme.MUTED,
                ),
                _make_total(row[side[0]]),
            )
            for side in observation.sides
        ]
        yield _make_striped(_make_row(Line(str(numbers[index]), color=theme.MUTED), cells), is_light=bool(index % 2))


def _make_side_rows(presentation: GamePresentation, observation: Observation, side_names: Sequence[str]) -> ScoreTable:
    """Return a table with a row for each side of a deal, and a note below it."""
    texts = (*presentation.list_pad_headings(observation), _("Total"))
    cells = [Line(text, color=theme.MUTED, align="right", grow=1) for text in texts]
    headings = Column(_make_side_row(Line(_("Deal"), color=theme.MUTED), Space(), cells), Rule(theme.TINY_GAP))
    totals, deals = compute_running_totals(observation)[1:], list[Node]()
    for index, (result, row) in enumerate(zip(observation.results, totals, strict=True)):
        sides = list[Node]()
        for side, name in zip(observation.sides, side_names, strict=True):
            figures = list_figures(presentation, observation, result, side)
            changes = (CHANGE_SIGNS.get(figure[0], 0) for figure in figures)
            cells = [
                _make_change(presentation, figure, change, theme.CREAM)
                for figure, change in zip(figures, changes, strict=True)
            ]
            number = Line("" if sides else str(index + 1), color=theme.MUTED)
            color = theme.get_result_color(True if side[0] in observation.winners else None)
            name_line = Line(name, face="bold", color=color)
            sides.append(_make_side_row(number, name_line, [*cells, _make_total(row[side[0]])]))
        deals.append(_make_striped(Column(*sides), is_light=bool(index % 2)))
    note = presentation.describe_pad(observation)
    note_line = _pad_row(Line(note, color=theme.MUTED, size=theme.SMALL_TEXT_SIZE)) if note else None
    return headings, Column(*deals, note_line)


def _make_row(number: Node, cells: Sequence[Node]) -> Node:
    """Return a row with a column for each side."""
    columns = Cells(cells, len(cells), theme.SMALL_GAP, grow=1)
    return _pad_row(Row(Sized(number, width=DEAL_COLUMN_WIDTH), columns))


def _make_side_row(number: Node, name: Node, figures: Sequence[Node]) -> Node:
    cells = Row(*figures, gap=theme.SMALL_GAP, grow=FIGURES_PERCENT)
    return _pad_row(Row(Sized(number, width=DEAL_COLUMN_WIDTH), Column(name, grow=100 - FIGURES_PERCENT), cells))


def _pad_row(row: Node) -> Node:
    return Padded(row, padding=theme.SMALL_GAP, top=1)


def _make_change(presentation: GamePresentation, text: str, change: int, neutral_color: theme.Color) -> Line:
    """Return a cell with a figure in the color of a change of the score."""
    color = theme.get_result_color(presentation.is_good_change(change)) if change else neutral_color
    return Line(text, color=color, align="right", grow=1)


def _make_total(total: int) -> Line:
    return Line(format_number(total), face="bold", align="right", grow=1)


def _make_striped(node: Node, *, is_light: bool) -> Node:
    """Return the rows of a deal, on a lighter ground if ``is_light``."""
    ground = Ground(theme.CREAM, line_width=0, alpha=14, radius=theme.TINY_GAP)
    return Layers(ground, node) if is_light else node


class ScorePadOverlay(Overlay):
    """The score pad over the table; it begins at the latest deals."""

    max_scale = 1.5

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        has_side_rows = len(table.presentation.list_pad_headings(table.observation)) > 1
        side_count = len(table.observation.sides)
        self.panel_width = SIDE_ROWS_WIDTH if has_side_rows else SIDE_WIDTH * (side_count + 1)

    @property
    def narration(self) -> tuple[str, ...]:
        observation = self.table.observation
        lines = format_score_narration(self.presentation, observation, self.names)
        return (_("Score"), *lines, narrate_totals(observation, self.names))

    @property
    def title_text(self) -> str:
        return _("Score · assisted match") if self.table.session.status.is_assisted else _("Score")

    def describe(self) -> Node:
        headings, rows = make_score_table(self.presentation, self.table.observation, self.names)
        return self.arrange(
            pad_sides(headings), pad_scroll(Sheet("scores", rows, padding=theme.TINY_GAP, is_at_end=True))
        )
