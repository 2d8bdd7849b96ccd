"""Sitting down: who is barred may not, and sees for how long; else the match begins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import ceil
from typing import Final, TypeAlias

import pygame

from game.conventions import clock
from game.engine.phases import Reason
from game.i18n import _, ngettext
from game.seating import Player
from game.store.files import StorageError
from game.store.profiles import Bar
from game.words import say
from ui import theme
from ui.backdrop import panel
from ui.looks import COLOURS
from ui.page import Page
from ui.scene import Stage

MINUTE: Final = 60
PATIENCE: Final = 0.3
"""Seconds that pass before somebody who wants to sit down is told what he waits for."""
People: TypeAlias = tuple[tuple[str, str], ...]
"""Names with their colours."""


def people_of(players: tuple[Player, ...]) -> People:
    """Who of these players are people, with their colours."""
    return tuple((player.name, COLOURS[seat]) for seat, player in enumerate(players) if player.is_person)


class Sitting(Page):
    """Asks the storage for bars; waits, then sits down (``sit``) or says who may not, and gives up (``give_up``)."""

    def __init__(
        self, stage: Stage, people: People, sit: Callable[[], None], give_up: Callable[[], None] = lambda: None,
        match: int | None = None,
    ) -> None:  # fmt: skip
        """``match``: the number of the saved one that they go on with."""
        super().__init__(stage)
        self._match = match
        self.lines: list[str] = []
        self._sit = sit
        self._give_up = give_up
        self._people = people
        self._bars: Future[tuple[Bar, ...]] | None = None
        self._waits, self._waited = stage.doors.finishing(), 0.0
        self._box = pygame.Rect(0, 0, 0, 0)

    @property
    def busy(self) -> bool:
        return not self.lines or self._waits

    def compose(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        self._box = pygame.Rect(0, 0, min(px(760), wide - px(24)), px(150 + 32 * len(self.lines)))
        self._box.center = (wide // 2, high // 2)
        if self.lines:
            rect = pygame.Rect(0, 0, px(200), px(48))
            rect.midbottom = (self._box.centerx, self._box.bottom - px(24))
            self.button("back", _("Back"), rect, self.escape, style="#primary")

    def update(self, seconds: float) -> None:
        if self._waits:
            self._wait(seconds)
        elif self._bars is None and not self.lines:
            self._bars = self.stage.storage.sit_down(self._people, self._match)
        if self._bars is None or not self._bars.done():
            return
        asked, self._bars = self._bars, None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.lines = [str(error)]
        elif error is not None:
            raise error
        else:
            self.lines = [line for bar in asked.result() for line in barred_lines(bar, self.stage.now())]
        if self.lines:
            self.stage.rebuild()
        else:
            self._sit()

    def _wait(self, seconds: float) -> None:
        """What somebody left for good is played to its end first: who left it may be barred then."""
        self._waits, self._waited = self.stage.doors.finishing(), self._waited + seconds
        said = self._waits and self._waited > PATIENCE
        lines = [_("One moment: a match that was left is being played to its end.")] if said else []
        if self.lines != lines:
            self.lines = lines
            self.stage.rebuild()

    def escape(self) -> None:
        self._give_up()
        super().escape()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if not self.lines:
            return
        px = self.stage.px
        panel(surface, self._box, theme.GOLD, 250)
        for row, line in enumerate(self.lines):
            words = theme.fitted(line, "sans", px(theme.LARGE), theme.CREAM, self._box.width - px(48))
            surface.blit(words, words.get_rect(midtop=(self._box.centerx, self._box.y + px(40 + 32 * row))))


def barred_lines(bar: Bar, now: float) -> tuple[str, ...]:
    """That somebody may not sit down, for how long and until when by the clock; and why."""
    minutes = ceil(bar.seconds / MINUTE)
    words = ngettext(
        "{name} may not sit down at any table for {count} more minute, until {time}.",
        "{name} may not sit down at any table for {count} more minutes, until {time}.",
        minutes,
    )
    until = clock(now + bar.seconds)
    line = words.format(name=bar.name, count=minutes, time=until)
    why = say(Reason(bar.why, {"seat": 0}), (bar.name,)) if bar.why else ""
    return (line, _("The reason: {why}.").format(why=why)) if why else (line,)
