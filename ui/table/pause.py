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
from ui.table.log import Log
from ui.table.overlay import Overlay
from ui.table.proof import ProofPage

ROW = 56
"""Design pixels from one button to the next, where there is room for so many."""


class Pause(Overlay):
    """Lies over the table, of which no card can be seen meanwhile.

    ``seat``: who talks, votes and leaves here: the person at the screen, or whom the people choose where nobody is.
    """

    largest_scale = 1.25
    veil = 150

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage, desk)
        table = desk.table
        self.seat = table.speaker if table.speaker is not None else (*table.persons, None)[0]
        self._words: list[str] = []

    @property
    def told(self) -> tuple[str, ...]:
        return (_("Pause"),)

    def _rows(self) -> list[tuple[str, str, Callable[[], None]]]:
        doors, table = self.stage.doors, self.desk.table
        return [
            ("resume", _("Go on"), self.stage.back),
            ("log", _("Log of the deal"), self._log),
            ("proof", _("Prove the shuffle"), self._prove),
            *self._person_rows(),
            ("settings", _("Settings"), doors.settings),
            ("help", _("Help"), doors.explain),
            *self._ways_out(),
            ("to-menu", _("Back to the menu") if table.over else _("Save and leave the table"), doors.menu),
        ]

    def _person_rows(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Who is meant, where several people play; and what he may say."""
        table, rows = self.desk.table, list[tuple[str, str, Callable[[], None]]]()
        if self.seat is None:
            return rows
        if len(table.persons) > 1 and table.speaker is None:
            rows.append(("speaker", _("For {name} (another…)").format(name=table.names[self.seat]), self._another))
        if table.view.options.talk != "none":
            rows.append(("talk", _("Talk to the table"), self._talk))
        if table.why_not_undo is None:
            rows.append(("undo", _("Take my last choice back"), self._undo))
        return rows

    def _ways_out(self) -> list[tuple[str, str, Callable[[], None]]]:
        """How a person leaves for good. Under a clock that costs him; without one the match is simply given up."""
        table, seat, rows = self.desk.table, self.seat, list[tuple[str, str, Callable[[], None]]]()
        if table.over or seat is None:
            return rows
        if table.may_leave(Unlock, seat):
            cast, needed = table.votes
            words = _("Vote to end the match ({votes} of {needed})").format(votes=cast, needed=needed)
            rows.append(("vote", self._named(words), partial(self._vote, seat)))
        alone = len(table.persons) < 2 and not table.view.options.has_discipline
        if table.may_leave(Leave, seat) and not alone:
            rows.append(("leave", self._named(_("Leave the match for good")), partial(self._leave, seat)))
        if not table.view.options.has_discipline:
            rows.append(("abandon", _("Give the match up"), self._give_up))
        return rows

    def _named(self, words: str) -> str:
        """With the name of the person who would do it, where several play."""
        table = self.desk.table
        if self.seat is None or len(table.persons) < 2:
            return words
        return _("{name}: {words}").format(name=table.names[self.seat], words=words)

    def compose(self) -> None:
        px, rows = self.stage.px, self._rows()
        self._words = [words for _id, words, _act in rows]
        row = min(px(ROW), (self.stage.size[1] - px(92 + 16)) // len(rows))
        self.place_box(px(480), px(92) + row * len(rows))
        for at, (widget_id, words, act) in enumerate(rows):
            rect = pygame.Rect(
                self.box.x + px(36), self.box.y + px(74) + row * at, self.box.width - px(72), row - px(10)
            )
            self.button(widget_id, words, rect, act, style="#primary" if at == 0 else "#menu")

    def update(self, seconds: float) -> None:
        table = self.desk.table
        if table.speaker is not None:
            self.seat = table.speaker
        elif self.seat not in table.persons:
            self.seat = (*table.persons, None)[0]
        if self._words != [words for _id, words, _act in self._rows()]:
            self.stage.rebuild()

    def _another(self) -> None:
        persons = self.desk.table.persons
        if self.seat in persons:
            self.seat = persons[(persons.index(self.seat) + 1) % len(persons)]
        self.stage.rebuild()

    def _log(self) -> None:
        self.stage.push(Log(self.stage, self.desk))

    def _prove(self) -> None:
        self.stage.push(ProofPage(self.stage, self.desk))

    def _talk(self) -> None:
        self.stage.push(Chat(self.stage, self.desk, self.seat))

    def _undo(self) -> None:
        self.stage.back()
        self.desk.undo()

    def _vote(self, seat: int) -> None:
        question = _("Vote to end the match for everybody, without a result?")
        self.stage.doors.ask(question, _("Vote"), partial(self._act, Unlock(seat)))

    def _leave(self, seat: int) -> None:
        table, minutes = self.desk.table, self.desk.view.options.leaving_costs
        table.ask_to_leave(seat)
        words = _("The computer will play on in your place.")
        if minutes:
            more = _("When the match is over you may not sit down at any table for {minutes} minutes.")
            words += " " + more.format(minutes=minutes)
        question = self._named(_("Leave the match for good?")) + " " + words
        self.stage.doors.ask(question, _("Leave"), partial(self._act, Leave(seat)), _("Stay"))

    def _give_up(self) -> None:
        question = _("Give this match up? Nobody can go on with it then.")
        self.stage.doors.ask(question, _("Give up"), self.desk.table.give_up, _("Play on"))

    def _act(self, action: Leave | Unlock) -> None:
        self.stage.back()
        self.desk.act(action)

    def draw_below(self, surface: pygame.Surface) -> None:
        self.desk.draw_table(surface, cards=False)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Pause"), 18)
