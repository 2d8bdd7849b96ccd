"""The log of a deal: its events in words, as far as the viewer may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.events import ShuffleCommitted
from game.core.messages import N_
from game.match.card_memory import filter_reviewable_events
from game.text.gettext import _
from game.text.narration import narrate_event
from ui.input.key_map import SHOW_LOG
from ui.table.overlays.base import Overlay
from ui.table.screen_seats import get_your_seat
from ui.widgets.focus import Focus
from ui.widgets.nodes import Node, Sheet, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

SCROLL_STEP_BY_KEY: Final = {pygame.K_UP: -48, pygame.K_DOWN: 48}
"""The distance that a key scrolls the lines, in design pixels."""
SCROLL_END_BY_KEY: Final = {pygame.K_HOME: 0, pygame.K_END: 1}


class LogOverlay(Overlay):
    """The log over the table, a line for each event, the newest last.

    It begins at the end, and remains there while events are added.
    """

    title = N_("Deal log")
    max_scale = 1.5
    closing_shortcut = SHOW_LOG
    panel_width = 860

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.focus = Focus()  # the arrow keys scroll the lines
        self._shown_state = self._current_state

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *self.lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the log, without the seal, which is in the proof of the shuffle."""
        table, your_seat = self.table, get_your_seat(self.table.session)
        events = filter_reviewable_events(table.observation, table.shown_events, table.session.info.assistance.memory)
        lines = tuple(
            narrate_event(event, self.names, table.deck, your_seat)
            for event in events
            if not isinstance(event, ShuffleCommitted)
        )
        return lines or (_("Nothing has happened in this deal yet."),)

    @property
    def _current_state(self) -> tuple[int | None, int]:
        """The viewer and the number of events; the lines change only with these."""
        return self.table.viewer, len(self.table.shown_events)

    def describe(self) -> Node:
        return self.arrange_scroll(Sheet("log", Text("\n".join(self.lines)), is_at_end=True))

    def update(self, seconds: float) -> None:
        if self._shown_state != self._current_state:
            self._shown_state = self._current_state
            self.recompose("panel")

    def handle_event(self, event: pygame.event.Event) -> None:
        scroll = self.scroll_areas["log"]
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in SCROLL_STEP_BY_KEY:
            scroll.move_to(scroll.offset + self.context.px(SCROLL_STEP_BY_KEY[key]))
        elif key in SCROLL_END_BY_KEY:
            scroll.move_to(scroll.max_offset * SCROLL_END_BY_KEY[key])
        else:
            super().handle_event(event)
