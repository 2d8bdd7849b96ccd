"""Talking at the table: what was said, phrases at hand, a line of one's own."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame
import pygame_gui

from game.discipline import MESSAGE_LENGTH, PHRASES
from game.i18n import _
from game.words import say
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.overlay import Overlay
from ui.widgets.entry import Entry

LINES: Final = 7


class Chat(Overlay):
    """What is said there all can read; it counts as action of whoever is on turn."""

    largest_scale = 1.25

    def __init__(self, stage: Stage, desk: Desk, seat: int | None) -> None:
        super().__init__(stage, desk)
        self.seat = seat
        """Who talks, also when another person comes on turn meanwhile."""
        self.text = ""
        self._entry: Entry | None = None

    @property
    def told(self) -> tuple[str, ...]:
        return (_("Talk to the table"),)

    def compose(self) -> None:
        px = self.stage.px
        self.place_box(px(760), px(520))
        inner = self.box.inflate(-px(56), -px(40))
        row = px(46)
        top = inner.bottom - row
        self.button("back", _("Back"), pygame.Rect(inner.x, top, px(150), px(44)), self.stage.back)
        say_it = pygame.Rect(inner.right - px(110), top - row - px(8), px(110), px(42))
        entry = pygame.Rect(inner.x, say_it.y, inner.width - px(120), px(42))
        if self.desk.table.view.options.talk == "free":
            self._entry = Entry(self.text, entry, self.stage.manager, most=MESSAGE_LENGTH, sends=True)
            self.on_text("text", self._entry, self._typed, _("What you say"))
            self.button("say", _("Say"), say_it, self._say_text, style="#primary")
        third = (inner.width - px(16)) // 3
        for at, phrase in enumerate(PHRASES):
            x, y = inner.x + at % 3 * (third + px(8)), entry.y - px(104) + at // 3 * px(46)
            rect, act = pygame.Rect(x, y, third, px(40)), partial(self._say, _(phrase))
            self.button(f"phrase-{at + 1}", _(phrase), rect, act, style="button")
        if self.focus.at < 0 and self._entry is not None:
            self.focus.go(self._entry)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self._entry:
            self._say_text()
        else:
            super().handle(event)

    def _typed(self, text: str) -> None:
        self.text = text

    def _say_text(self) -> None:
        if self.text.strip() and self._say(self.text.strip()):
            self.text = ""
            if self._entry is not None:
                self._entry.set_text("")

    def _say(self, text: str) -> bool:
        reason = self.desk.table.say(text, self.seat)
        if reason is not None:
            self.stage.notify(say(reason, self.desk.table.names))
        return reason is None

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, table = self.stage.px, self.desk.table
        title = theme.text(_("At the table"), "serif", px(theme.TITLE), theme.CREAM)
        surface.blit(title, (self.box.x + px(28), self.box.y + px(14)))
        y = self.box.y + px(68)
        if not table.chat:
            nothing = theme.text(_("Nobody has said anything yet."), "sans", px(theme.BODY), theme.MUTED)
            surface.blit(nothing, (self.box.x + px(28), y))
        for name, words in self.lines():
            surface.blit(name, (self.box.x + px(28), y))
            surface.blit(words, (self.box.x + px(36) + name.get_width(), y))
            y += px(27)

    def lines(self) -> list[tuple[pygame.Surface, pygame.Surface]]:
        """The last lines of the talk: a name, or nothing where a message goes on, and words."""
        px, table = self.stage.px, self.desk.table
        lines: list[tuple[pygame.Surface, pygame.Surface]] = []
        for message in table.chat[-LINES:]:
            name = theme.text(table.names[message.seat] + ":", "bold", px(theme.BODY), theme.GOLD)
            room = self.box.width - px(64) - name.get_width()
            for row, part in enumerate(theme.wrapped(message.text, "sans", px(theme.BODY), room)):
                words = theme.fitted(part, "sans", px(theme.BODY), theme.CREAM, room)
                lines.append((pygame.Surface((name.get_width(), 0)) if row else name, words))
        return lines[-LINES:]
