"""The calculation of a score: a line for each step, with term and total."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.core.phase import DealResult, ScoreLine
from game.core.sanitizer import capitalize_first
from game.text.formatting import MINUS_SIGN, format_change, format_number, join_with_and
from game.text.gettext import _
from game.text.messages import format_reason_label, format_score_term
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.layout import Alternatives, Cells, Column, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Rule, Space, Text

TERM_WIDTH: Final = 78
TOTAL_WIDTH: Final = 54
DOTS_WIDTH: Final = 24
"""The widths of term and total, and the least width of the dots that lead to them, in design pixels."""
DOT_STEP: Final = 7


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
