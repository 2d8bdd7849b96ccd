"""The pause over a table: go on, talk, settings, the ways out. The match is saved all the time; its clock goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.actions import Leave, Unlock
from game.i18n import _
from ui.scene import Stage
from ui.table.chat import Chat
from ui.table.desk import Desk
from ui.table.overlay import Overlay

ROW = 58
"""Design pixels from one button to the next."""


class Pause(Overlay):
    """Lies over the table, of which no card can be seen meanwhile."""

    largest_scale = 1.25
    veil = 150

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage, desk)
        self._words: list[str] = []

    def _rows(self) -> list[tuple[str, Callable[[], None]]]:
        table = self.desk.table
        rows: list[tuple[str, Callable[[], None]]] = [(_("Go on"), self.stage.back)]
        if table.speaker is not None and not table.over and table.view.options.talk != "none":
            rows.append((_("Talk to the table"), self._talk))
        rows.append((_("Settings"), self.stage.doors.settings))
        rows.append((_("Help"), partial(self.stage.doors.help, table.game.name)))
        if table.may_leave(Unlock) and not table.over:
            cast, needed = table.votes
            words = _("Vote to end the match ({votes} of {needed})").format(votes=cast, needed=needed)
            rows.append((self._named(words), self._deed(self._vote)))
        if table.may_leave(Leave) and not table.over:
            rows.append((self._named(_("Leave the match for good")), self._deed(self._leave)))
        rows.append((_("Save and leave the table"), self.stage.doors.menu))
        return rows

    def _named(self, words: str) -> str:
        """With the name of the person who would do it, where several play."""
        table, seat = self.desk.table, self.desk.table.speaker
        if seat is None or len(table.persons) < 2:
            return words
        return _("{name}: {words}").format(name=table.names[seat], words=words)

    def _deed(self, deed: Callable[[int], None]) -> Callable[[], None]:
        """``deed`` of the person who is at the screen now; another one may be on turn when it is done."""
        seat = self.desk.table.speaker
        assert seat is not None
        return partial(deed, seat)

    def compose(self) -> None:
        px, rows = self.stage.px, self._rows()
        self._words = [words for words, _act in rows]
        self.place_box(px(460), px(96 + ROW * len(rows)))
        for at, (words, act) in enumerate(rows):
            rect = pygame.Rect(self.box.x + px(40), self.box.y + px(78 + ROW * at), self.box.width - px(80), px(48))
            self.button(words, rect, act, style="#primary" if at == 0 else "#menu")

    def update(self, seconds: float) -> None:
        if self._words != [words for words, _act in self._rows()]:
            self.stage.rebuild()

    def _talk(self) -> None:
        self.stage.push(Chat(self.stage, self.desk))

    def _vote(self, seat: int) -> None:
        question = _("Vote to end the match for everybody, without a result?")
        self.stage.doors.ask(question, _("Vote"), partial(self._act, Unlock(seat)))

    def _leave(self, seat: int) -> None:
        minutes = self.desk.view.options.leaving_costs
        words = _("The computer will play on in your place.")
        if minutes:
            more = _("When the match is over you may not sit down at any table for {minutes} minutes.")
            words += " " + more.format(minutes=minutes)
        question = self._named(_("Leave the match for good?")) + " " + words
        self.stage.doors.ask(question, _("Leave"), partial(self._act, Leave(seat)))

    def _act(self, action: Leave | Unlock) -> None:
        self.stage.back()
        self.desk.act(action)

    def draw_below(self, surface: pygame.Surface) -> None:
        self.desk.draw_table(surface, cards=False)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Pause"), 18)
