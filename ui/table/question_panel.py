"""Panels that ask the viewer a question over the middle of the table: their base, and that with a few answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import pygame

from game.core.actions import Action, Pass
from game.core.cards import Card
from game.text.games.question import ChoiceOption, Question
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.input.key_map import PASS_TURN
from ui.table.action_panel import ActionPanel
from ui.widgets.button import Button
from ui.widgets.layout import Alternatives, Anchored, Column, Padded, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painted, Space, Text, iter_leaves
from ui.widgets.part import Part

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_WIDTH: Final = 432
WIDE_PANEL_WIDTH: Final = 496
"""The width of a panel with up to two columns, and with more, in design pixels."""
TIGHT_PADDING: Final = theme.SMALL_GAP
"""The least space above and below the contents, in design pixels."""
BUTTON_HEIGHT: Final = theme.BUTTON_HEIGHT
MIN_BUTTON_HEIGHT: Final = 42
"""The usual and the least height of a row of buttons, in design pixels."""

DIGIT_KEYS: Final = range(pygame.K_0, pygame.K_9 + 1)


class PanelSize(NamedTuple):
    """What a panel has room for: usual or least heights, its hint, and notes below rows."""

    is_usual: bool = True
    hint: Literal["whole", "line", "none"] = "whole"
    has_notes: bool = True


SIZES: Final = (
    PanelSize(),
    PanelSize(is_usual=False),
    PanelSize(is_usual=False, hint="line"),
    PanelSize(is_usual=False, hint="line", has_notes=False),
    PanelSize(is_usual=False, hint="none", has_notes=False),
)
"""The sizes of a panel, of which the first that fits is used."""


class PanelRow(Row):
    """A row of a panel: of a usual height, of which it takes its share where there is less."""

    def __init__(
        self,
        size: PanelSize,
        height: float,
        min_height: float,
        *nodes: Node,
        gap: float = theme.GAP,
        align: Literal["fill", "middle"] = "fill",
    ) -> None:
        super().__init__(*nodes, gap=gap, grow=height, align=align)
        self._height = height if size.is_usual else min_height

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self._height)


@dataclass
class Answer(Node):
    """The button of an action."""

    panel: ActionPanel
    option: ChoiceOption
    style: str = "#menu"
    grow: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return Button.compute_width(frame.place, self.option.text, self.style)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        self.panel.add_action_button(*self.option, rect, self.style)


def make_button_row(size: PanelSize, *answers: Node) -> PanelRow:
    """Return a row of large buttons."""
    return PanelRow(size, BUTTON_HEIGHT, MIN_BUTTON_HEIGHT, *answers)


def make_grid(size: PanelSize, height: float, answers: Sequence[Answer], weights: Sequence[float]) -> Column:
    """Return rows of small buttons with the columns of ``weights``; ``height``: the usual one of a row."""
    columns, rows = len(weights), list[Node]()
    for first in range(0, len(answers), columns):
        row = answers[first : first + columns]
        for answer, weight in zip(row, weights, strict=False):
            answer.grow = weight
        rows.append(
            PanelRow(size, height, theme.CONTROL_HEIGHT, *row, *(Space(grow=weight) for weight in weights[len(row) :]))
        )
    return Column(*rows, gap=theme.SMALL_GAP, grow=height * len(rows))


class QuestionPanel(ActionPanel):
    """A question, a short explanation below it, and rows of answers. ``question``: that of this turn, in words.

    Subclasses `list_rows`. The widgets are made and the rest is painted where the nodes were arranged by `build`.
    """

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.question = self._ask()
        self.size = PanelSize()
        self.typed_digits = ""
        """The digits of a number typed so far; they count while the message about them is shown."""
        self._part = Part("panel", table.context.ui_manager, table.focus, self.build)
        self.placed: list[tuple[Node, pygame.Rect]] = []
        """The nodes with their places, in pixels."""

    def _ask(self) -> Question:
        """Return the question of this turn in words."""
        table = self.table
        return table.presentation.ask(table.observation, table.session.info.names, table.deck)

    @property
    def question_text(self) -> str:
        return self.question.title

    @property
    def width(self) -> float:
        """The wanted width in design pixels; the panel fits the free area."""
        return PANEL_WIDTH

    @property
    def hint_text(self) -> str:
        """A short explanation below the question, or ""."""
        return self.question.hint

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        """Return the rows below the question and its explanation."""
        raise NotImplementedError

    def get_key_action(self, key: int) -> Action | None:
        if key in self.table.context.key_map.keys(PASS_TURN):
            return next((action for action in self.table.observation.legal_actions if isinstance(action, Pass)), None)
        typed = self.type_figure(key)
        actions = {option.figure: option.action for option in self.question.numbers if option.figure.startswith(typed)}
        return actions[typed] if [*actions] == [typed] else None

    def type_figure(self, key: int) -> str:
        """Return the digits typed with that of ``key``, or this one alone if no number begins so; "?" for no digit."""
        digit = chr(key) if key in DIGIT_KEYS else "?"
        typed = self.typed_digits + digit if self.table.message_seconds_left > 0 else digit
        return typed if any(option.figure.startswith(typed) for option in self.question.numbers) else digit

    def build(self) -> None:
        self.question = self._ask()
        self.actions_by_button = {}
        self.build_panel()

    def build_panel(self) -> None:
        """Arrange the nodes and make their widgets."""
        layout, frame = self.table.layout, self.make_frame()
        width = min(frame.px(self.width), layout.free_rect.width)
        for self.size in SIZES:
            node = self._describe(self.size)
            if node.measure_height(frame, width) <= layout.free_rect.height:
                break
        usual = self._describe(self.size._replace(is_usual=True))
        self.rect = Anchored(Sized(usual, width=self.width)).place(frame, layout.free_rect)
        self.rect.center = layout.trick_ring_rect.center
        self.rect.clamp_ip(layout.free_rect)
        self.placed = list(iter_leaves(node, frame, self.rect))
        for part, rect in self.placed:
            if not isinstance(part, Text | Line | Painted):  # these are painted with the table
                part.make(frame, rect)

    def make_frame(self) -> Frame:
        """Return where the nodes are made."""
        context, scale = self.table.context, self.table.layout.ui_scale
        return Frame(self._part, context.place._replace(scale=scale))

    def _describe(self, size: PanelSize) -> Node:
        title = hint = None
        if not self.is_asked_in_prompt:
            long_title = Text(self.question_text, face="serif", align="centre")
            title = _prefer_line(self.question_text, long_title, face="serif", size=theme.SECTION_TEXT_SIZE)
        if self.hint_text and size.hint != "none":
            lines = Text(self.hint_text, color=theme.MUTED, align="centre")
            hint = _prefer_line(self.hint_text, lines, color=theme.MUTED) if size.hint == "line" else lines
        gap = theme.LARGE_GAP if size.is_usual else theme.SMALL_GAP
        heading = Column(title, hint, gap=theme.TINY_GAP if size.is_usual else 0)
        rows = self.list_rows(size)
        contents = Column(heading if heading.nodes else None, *rows, gap=gap, grow=1)
        return Padded(contents, padding=theme.MARGIN, top=theme.MARGIN if size.is_usual else TIGHT_PADDING)

    def draw(self, canvas: Canvas) -> None:
        if not self.placed:
            return
        draw_panel(canvas, self.table.context.theme, self.rect, alpha=250)
        frame = self.make_frame()
        for node, rect in self.placed:
            node.paint(frame, canvas, rect)


def _prefer_line(text: str, paragraph: Text, **look: Any) -> Node:
    """Return a text as a single line, or as a paragraph where the line would be too small."""
    return Alternatives(Line(text, align="centre", min_ratio=theme.MIN_TEXT_SIZE_RATIO, **look), paragraph)


class ChoicePanel(QuestionPanel):
    """A question over the middle of the table. The last answer is the primary one.

    ``make_card_action``: returns the answer that a click on a card of the hand gives, None if a click gives none.
    """

    def __init__(self, table: TableScene, make_card_action: Callable[[Card], Action] | None = None) -> None:
        super().__init__(table)
        self._make_card_action = make_card_action

    @property
    def width(self) -> float:
        frame, answers = self.make_frame(), self._make_answers()
        needed_width = make_button_row(PanelSize(), *answers).measure_width(frame, sys.maxsize)
        is_narrow = needed_width <= frame.px(PANEL_WIDTH - 2 * theme.MARGIN) and len(answers) < 3
        return PANEL_WIDTH if is_narrow else WIDE_PANEL_WIDTH

    def _make_answers(self, *, is_stretched: bool = False) -> list[Answer]:
        """Return the buttons; the last one fills its row, or all share it."""
        *others, last = self.question.options
        answers = [Answer(self, option, grow=float(is_stretched)) for option in others]
        return [*answers, Answer(self, last, "#primary", grow=1)]

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        row = make_button_row(size, *self._make_answers())
        *others, last = self._make_answers(is_stretched=True)
        if not others:
            return (row,)
        rows = Column(make_button_row(size, *others), make_button_row(size, last), gap=theme.GAP)
        return (Alternatives(row, rows, grow=1),)

    def get_card_action(self, card: Card) -> Action | None:
        return self._make_card_action(card) if self._make_card_action is not None else None
