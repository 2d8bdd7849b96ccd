"""The pause over a table: go on, talk, settings, the ways out. The match is saved all the time; its clock goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.engine.actions import Leave, Unlock
from game.i18n import _
from ui import theme
from ui.backdrop import panel, veil
from ui.page import Page
from ui.scene import Stage
from ui.scenes.ask import Ask
from ui.table.chat import Chat

if TYPE_CHECKING:
    from ui.table.scene import TableScene

ROW = 58
"""Design pixels from one button to the next."""


class Leaving(Ask):
    """Asks whether somebody really leaves; the table's clock goes on."""

    def update(self, seconds: float) -> None:
        self.below.update(seconds)


class Pause(Page):
    """Lies over ``table``, of which nothing can be read meanwhile."""

    largest_scale = 1.25

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self.deck = table.deck
        self.table = table
        self._box = pygame.Rect(0, 0, 0, 0)
        self._words: list[str] = []

    def _rows(self) -> list[tuple[str, Callable[[], None]]]:
        table = self.table.table
        rows: list[tuple[str, Callable[[], None]]] = [(_("Go on"), self.stage.back)]
        if table.speaker is not None and not table.over:
            rows.append((_("Talk to the table"), self._talk))
        rows.append((_("Settings"), self._settings))
        rows.append((_("Help"), self._help))
        if table.may_leave(Unlock) and not table.over:
            cast, needed = table.votes
            words = _("Vote to end the match ({votes} of {needed})").format(votes=cast, needed=needed)
            rows.append((self._named(words), self._deed(self._vote)))
        if table.may_leave(Leave) and not table.over:
            rows.append((self._named(_("Leave the match for good")), self._deed(self._leave)))
        rows.append((_("Save and leave the table"), self._menu))
        return rows

    def _named(self, words: str) -> str:
        """With the name of the person who would do it, where several play."""
        table, seat = self.table.table, self.table.table.speaker
        if seat is None or len(table.persons) < 2:
            return words
        return _("{name}: {words}").format(name=table.names[seat], words=words)

    def _deed(self, deed: Callable[[int], None]) -> Callable[[], None]:
        """``deed`` of the person who is at the screen now; another one may be on turn when it is done."""
        seat = self.table.table.speaker
        assert seat is not None
        return partial(deed, seat)

    def compose(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        rows = self._rows()
        self._words = [words for words, _act in rows]
        self._box = pygame.Rect(0, 0, px(460), px(96 + ROW * len(rows)))
        self._box.center = (wide // 2, high // 2)
        for at, (words, act) in enumerate(rows):
            rect = pygame.Rect(self._box.x + px(40), self._box.y + px(78 + ROW * at), self._box.width - px(80), px(48))
            self.button(words, rect, act, style="#primary" if at == 0 else "#menu")

    def update(self, seconds: float) -> None:
        self.table.update(seconds)
        if self.stage.scene is self and self._words != [words for words, _act in self._rows()]:
            self.stage.rebuild()

    def _talk(self) -> None:
        self.stage.push(Chat(self.stage, self.table))

    def _settings(self) -> None:
        from ui.scenes.settings import SettingsScene

        self.stage.push(SettingsScene(self.stage))

    def _menu(self) -> None:
        from ui.scenes.menu import Menu

        self.stage.go(Menu(self.stage))

    def _help(self) -> None:
        from ui.scenes.help import Help

        self.stage.push(Help(self.stage, self.table.table.game.name))

    def _vote(self, seat: int) -> None:
        question = _("Vote to end the match for everybody, without a result?")
        self.stage.push(Ask(self.stage, self, question, _("Vote"), lambda: self._act(Unlock(seat))))

    def _leave(self, seat: int) -> None:
        minutes = self.table.view.options.bar_minutes
        words = _("The computer will play on in your place.")
        if minutes:
            more = _("When the match is over you may not sit down at any table for {minutes} minutes.")
            words += " " + more.format(minutes=minutes)
        question = self._named(_("Leave the match for good?")) + " " + words
        self.stage.push(Leaving(self.stage, self, question, _("Leave"), partial(self._act, Leave(seat))))

    def _act(self, action: Leave | Unlock) -> None:
        self.stage.back()
        self.table.act(action)

    def draw(self, surface: pygame.Surface) -> None:
        px = self.stage.px
        self.table.draw_table(surface, cards=False)
        surface.blit(veil(self.stage.size), (0, 0))
        panel(surface, self._box, theme.GOLD, 250)
        title = theme.text(_("Pause"), "serif", px(theme.TITLE), theme.CREAM)
        surface.blit(title, title.get_rect(midtop=(self._box.centerx, self._box.y + px(18))))
