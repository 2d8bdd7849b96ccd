"""The table in lines of text, for who follows it without the picture and plays with the keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, Protocol

import pygame

from game.conventions import series
from game.discipline import Message
from game.engine.actions import Action
from game.engine.cards import Card
from game.i18n import _
from game.names import card_name
from game.narration import lying, narrated, numbered, sentence
from ui.shortcuts import CLAIM
from ui.table import hud
from ui.table.desk import Desk, spoken_to
from ui.table.face import Face
from ui.table.hold import Hold
from ui.table.panel import Panel
from ui.table.showing import Beat

ANSWERS: Final = (*range(pygame.K_0, pygame.K_9 + 1), *range(pygame.K_a, pygame.K_z + 1))
"""Keys that may mean a choice."""


class Told(Desk, Protocol):
    """The table's scene, as far as it is told of."""

    face: Face
    hold: Hold
    panel: Panel

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right; nobody's while the cover is on."""
        ...

    @property
    def certain(self) -> bool:
        """Whether the viewer may claim the rest of the deal."""
        ...


class Telling:
    """Says what happens at a table, and what is to be done, once each. It says nothing where nobody listens."""

    def __init__(self, desk: Told) -> None:
        self._desk = desk
        self._asked: tuple[str, ...] = ()
        self._selected = -1
        self._late = False

    def say(self, *lines: str) -> None:
        """Say these lines; empty ones are none."""
        narrate = self._desk.stage.narrate
        if narrate is not None:
            for line in filter(None, lines):
                narrate(sentence(line))

    @property
    def _listened(self) -> bool:
        return self._desk.stage.narrate is not None

    # -- what happens

    def begins(self, beat: Beat) -> None:
        """Something that happened begins to be shown, as the viewer saw it; or it is not shown but passed over."""
        if not self._listened:
            return
        if beat.late and not self._late:
            self.say(_("Meanwhile:"))
        self._late = beat.late
        self.say(narrated(beat.event, self._desk.table.names, self._desk.deck, spoken_to(self._desk.table)))

    def answered(self, words: str) -> None:
        """Something was refused, or a line is shown for another reason."""
        self.say(words)
        self._selected = self._desk.hold.selected

    def spoken(self, messages: Sequence[Message]) -> None:
        """People or computers said something."""
        names = self._desk.table.names
        words = _("{name} says: {text}")
        self.say(*(words.format(name=names[one.seat], text=one.text) for one in messages))

    def chosen(self) -> None:
        """The arrows may have come to another card of the hand."""
        desk, at = self._desk, self._desk.hold.selected
        if at != self._selected and 0 <= at < len(desk.hand) and self._listened:
            self.say(f"{at + 1} {card_name(desk.hand[at], desk.deck)}")
        self._selected = at

    # -- what is to be done

    def settled(self, *, shown: bool) -> None:
        """Nothing moves: say who is on turn, once, and to him what he needs; again when another scene lay over it.

        ``shown``: no other scene lies over the table.
        """
        if not self._listened:
            return
        lines = self.asking if shown else ()
        if lines != self._asked:
            self._asked = lines
            self.say(*lines)
            self._clock()

    def _clock(self) -> None:
        left = self._desk.table.seconds_left
        if left is not None and self._desk.table.your_turn:
            self.say(_("{count} seconds are left").format(count=ceil(left)))

    @property
    def asking(self) -> tuple[str, ...]:
        """What is to be done now, or who is waited for; of the viewer's cards only on his turn."""
        desk, table = self._desk, self._desk.table
        if table.fault:
            return table.fault, _("Any key tries again.")
        if table.cover is not None:
            return (_("{name} is asked to the screen. Enter: ready.").format(name=table.names[table.cover]),)
        turn = desk.view.to_act
        if table.saving or table.between_deals or table.over or turn is None:
            return self._asked if table.saving else ()
        if not table.your_turn:
            return (_("{name} is on turn").format(name=table.names[turn]),)
        return tuple(filter(None, self._your_turn(table.names, turn)))

    def _your_turn(self, names: tuple[str, ...], turn: int) -> Iterator[str]:
        desk, view, deck = self._desk, self._desk.view, self._desk.deck
        stands = hud.stands(view, names)
        alone = len(desk.table.persons) < 2
        yours = _("Your turn") if alone else _("{name}, it is your turn").format(name=names[turn])
        yield _("{turn}: {stands}").format(turn=yours, stands=stands) if stands else yours
        yield from desk.face.contract(view, names, deck)
        yield desk.face.secret(view, deck)
        yield lying(view.board, names, deck)
        in_play = view.phase is not None and view.phase.in_play
        refused = [card for card, _why in view.refused] if in_play else []
        yield _("Your hand: {cards}").format(cards=numbered(desk.hand, refused, deck))
        if desk.certain:
            yield _("The rest is certain. {key}: finish the deal").format(key=_(CLAIM.shown))
        if desk.offered:
            yield desk.panel.asks
            yield self._choices()

    def _choices(self) -> str:
        """The buttons of the panel with the keys that mean them; those that the rules refuse now are not told."""
        panel, choices = self._desk.panel, self._desk.view.choices
        keys: dict[Action | None, str] = {panel.key(key): pygame.key.name(key) for key in reversed(ANSWERS)}
        golden = self._desk.focus.golden
        said = []
        for button, action in panel.actions.items():
            key = keys.get(action) or (_("Enter") if button is golden else "")
            if action in choices:
                said.append(f"{button.text} ({key})" if key else button.text)
        if not said:
            return _("Tab goes through the buttons, Enter presses one")
        words = _("You may choose: {choices}. Tab goes through the buttons, Enter presses one")
        return words.format(choices=series(said))


def fresh(before: Sequence[Message], now: Sequence[Message]) -> Sequence[Message]:
    """What of ``now`` has come after ``before``; the oldest of them may have been forgotten."""
    kept = next(count for count in range(min(len(before), len(now)), -1, -1) if _ends_with(before, now[:count]))
    return now[kept:]


def _ends_with(before: Sequence[Message], these: Sequence[Message]) -> bool:
    return not these or tuple(before[-len(these) :]) == tuple(these)
