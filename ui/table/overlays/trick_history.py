"""The earlier tricks of this deal.

`game.match.card_memory` says how far the viewer may look back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.match.card_memory import NumberedTrick, list_reviewable_tricks
from game.text.card_memory import describe_trick
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import SHOW_CARD_MEMORY, SHOW_TRICK_HISTORY
from ui.table.overlays.base import SIDE_PADDING, Overlay, pad_sides
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.card_row import CardRow
from ui.table.overlays.log import LogOverlay
from ui.widgets.fields import Action
from ui.widgets.focus import Focus
from ui.widgets.layout import Cells, Column, Padded, Row, Sized
from ui.widgets.nodes import Frame, Ground, Group, Line, Live, Node, Space

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEP_BY_KEY: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
END_BY_KEY: Final = {pygame.K_HOME: 0, pygame.K_END: 1}
CARD_STEP: Final = 150
CARD_WIDTH: Final = 112
"""The largest distance of cards, and the largest card width, in design pixels."""
STRIP_HEIGHT: Final = 118
STRIP_CARD_WIDTH: Final = 48
STRIP_CARD_STEP_RATIO: Final = 0.5
ARROW_WIDTH: Final = 22
"""Sizes in the strip: its height, a card and an arrow in design pixels, the step in card widths."""
MIN_WIDTH: Final = 640
MIN_WIDTH_WITH_STRIP: Final = 880
MIN_BUTTON_WIDTH: Final = 200
"""The least widths of the panel without and with a strip, and of a button, in design pixels."""


class TrickHistoryOverlay(Overlay):
    """The tricks over the table: a trick large, all of them in a strip below it.

    It begins at the last trick, and follows it while tricks are taken.
    """

    max_scale = 1.5
    closing_shortcut = SHOW_TRICK_HISTORY
    is_for_viewer = True

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.focus = Focus()  # the arrow keys go through the tricks
        self._selected_number: int | None = None
        """The number of the selected trick, None for the last."""
        self._pressed: int | None = None
        self._strip = Live(self._describe_strip)
        min_width = MIN_WIDTH_WITH_STRIP if self._can_see_all_tricks else MIN_WIDTH
        self.panel_width = max(min_width, CARD_STEP * table.observation.seats + 2 * SIDE_PADDING)

    @property
    def tricks(self) -> tuple[NumberedTrick, ...]:
        """The tricks that the viewer may look at, the oldest first."""
        return list_reviewable_tricks(
            self.table.observation, self.table.shown_events, self.table.session.info.assistance.memory
        )

    @property
    def selected_index(self) -> int:
        """The index of the shown trick, -1 if there is none."""
        numbers = [trick.number for trick in self.tricks]
        return numbers.index(self._selected_number) if self._selected_number in numbers else len(numbers) - 1

    @property
    def narration(self) -> tuple[str, ...]:
        tricks, is_counting_aloud = self.tricks, self.presentation.is_counting_aloud(self.table.observation)
        if not tricks:
            return super().narration
        trick = tricks[self.selected_index]
        return (describe_trick(trick, self.names, self.deck, show_points=is_counting_aloud),)

    @property
    def _can_see_all_tricks(self) -> bool:
        """Whether the viewer may look back further than to the last trick."""
        return self.table.session.info.assistance.memory != "off"

    # -- what is done

    def select(self, index: int) -> None:
        """Show the trick at an index, or the nearest that exists."""
        previous_index, last_index = self.selected_index, len(self.tricks) - 1
        index = min(max(index, 0), last_index)
        self._selected_number = None if index == last_index else self.tricks[index].number
        if index != previous_index:
            self.context.speak(make_sentence(self.narration[0]))

    def update(self, seconds: float) -> None:
        self.find("title").set_text(self.title_text)
        super().update(seconds)

    def handle_event(self, event: pygame.event.Event) -> None:
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in STEP_BY_KEY:
            self.select(self.selected_index + STEP_BY_KEY[key])
        elif key in END_BY_KEY:
            self.select(len(self.tricks) * END_BY_KEY[key])
        elif key in self.context.key_map.keys(SHOW_CARD_MEMORY) and self._can_see_all_tricks:
            self.table.open_overlay(CardMemoryOverlay)
        elif event.type == pygame.MOUSEWHEEL:
            self.select(self.selected_index - event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.context.scenes.pop()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.panel_rect.collidepoint(event.pos):
            self._pressed = self._find_strip_slot(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        else:
            super().handle_event(event)

    def _release(self, point: tuple[int, int]) -> None:
        """Show the held trick if the mouse is released over it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._find_strip_slot(point):
            self.select(pressed)

    def _find_strip_slot(self, point: tuple[int, int]) -> int | None:
        return next((index for index, rect in self.list_strip_slots() if rect.collidepoint(point)), None)

    def list_strip_slots(self) -> list[tuple[int, pygame.Rect]]:
        """Return the indices of the tricks that the strip shows, each with its place."""
        if not self._can_see_all_tricks:
            return []
        return [(slot.index, rect) for slot, rect in self._strip.arrange() if isinstance(slot, TrickSlot)]

    # -- the panel

    @property
    def title_text(self) -> str:
        tricks = self.tricks
        if not tricks:
            return _("No tricks yet")
        trick = tricks[self.selected_index]
        return _("Last trick") if trick is tricks[-1] else _("Trick {number}").format(number=trick.number)

    def describe(self) -> Node:
        overlays = [("memory", _("Cards played"), CardMemoryOverlay)] if self._can_see_all_tricks else []
        buttons = (
            Action(widget_id, text, partial(self.table.open_overlay, kind), min_width=MIN_BUTTON_WIDTH)
            for widget_id, text, kind in (*overlays, ("log", _("Deal log"), LogOverlay))
        )
        foot = Row(Space(grow=1), *buttons, Space(grow=1), gap=theme.LARGE_GAP)
        strip = self._strip if self._can_see_all_tricks else None
        nodes = (Live(self._describe_outcome), Live(self._describe_cards, grow=1), strip, foot)
        return self.arrange(pad_sides(Column(*nodes, gap=theme.SMALL_GAP), grow=1))

    def _describe_outcome(self) -> Node:
        tricks = self.tricks
        if not tricks:
            return Line()
        names, completed_trick = self.names, tricks[self.selected_index].event
        text = _("Led by {leader}, won by {winner}").format(
            leader=names[completed_trick.seats[0]], winner=names[completed_trick.winner]
        )
        if self.presentation.is_counting_aloud(self.table.observation) and completed_trick.points is not None:
            count = ngettext("{words} · {count} point", "{words} · {count} points", completed_trick.points)
            text = count.format(words=text, count=completed_trick.points)
        if self.table.session.info.assistance.memory == "mine":
            text = _("{outcome} · only your side's tricks and the last are shown").format(outcome=text)
        return Line(text, color=theme.MUTED, align="centre")

    def _describe_cards(self) -> Node:
        """Return each card above the name of its player; the winner's name is golden."""
        tricks, names = self.tricks, self.names
        if not tricks:
            return CardRow(self.context.scene_card_images, (), CARD_WIDTH)
        trick = tricks[self.selected_index].event
        nodes = [
            Column(
                CardRow(self.context.scene_card_images, (card,), CARD_WIDTH, grow=1),
                Line(
                    names[seat],
                    size=theme.SMALL_TEXT_SIZE,
                    face="bold",
                    color=theme.GOLD if seat == trick.winner else theme.CREAM,
                    align="centre",
                ),
            )
            for seat, card in zip(trick.seats, trick.cards, strict=True)
        ]
        cells = Sized(Cells(nodes, len(nodes), theme.SMALL_GAP), width=CARD_STEP * len(nodes))
        return Row(Space(grow=1), cells, Space(grow=1))

    def _describe_strip(self) -> Node:
        tricks, names, images = self.tricks, self.names, self.context.scene_card_images
        most = max((len(trick.event.cards) for trick in tricks), default=0)
        label = _("{number}: {name} won")
        slots = [
            TrickSlot(
                CardRow(images, trick.event.cards, STRIP_CARD_WIDTH, STRIP_CARD_STEP_RATIO, most),
                label.format(number=trick.number, name=names[trick.event.winner]),
                index,
                is_selected=index == self.selected_index,
            )
            for index, trick in enumerate(tricks)
        ]
        return TrickStrip(slots, self.selected_index)


class TrickSlot(Padded):
    """A trick of the strip: its cards above its number and its winner, in a frame if it is the shown one."""

    def __init__(self, cards: CardRow, label: str, index: int, *, is_selected: bool) -> None:
        line = Line(label, size=theme.SMALL_TEXT_SIZE, align="centre")
        super().__init__(Column(cards, line), padding=theme.SMALL_GAP, top=theme.TINY_GAP)
        self.index, self._is_selected = index, is_selected

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if self._is_selected:
            Ground(line_color=theme.GOLD, line_width=2, radius=theme.SMALL_GAP).paint(frame, canvas, rect)
        super().paint(frame, canvas, rect)


class TrickStrip(Group):
    """Tricks side by side with the selected one among them, and arrows where there are more."""

    def __init__(self, slots: Sequence[TrickSlot], selected_index: int) -> None:
        self._slots, self._selected_index = slots, selected_index

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(STRIP_HEIGHT)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        count = len(self._slots)
        slot_width = max((slot.measure_width(frame, rect.width) for slot in self._slots), default=1)
        fit = min(count, max(1, (rect.width - 2 * frame.px(ARROW_WIDTH)) // slot_width))
        first = min(max(0, self._selected_index - fit // 2), count - fit)
        arrows = [
            Sized(
                Line(text, size=theme.TITLE_TEXT_SIZE, face="serif", color=theme.GOLD, align="centre"),
                width=ARROW_WIDTH,
            )
            for text in ("‹" if first else "", "›" if first + fit < count else "")
        ]
        slots = self._slots[first : first + fit]
        return Row(Space(grow=1), arrows[0], *slots, arrows[1], Space(grow=1)).arrange(frame, rect)
