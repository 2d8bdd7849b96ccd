"""The computer players at a table: one question at a time to the process that thinks, one answer back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final, Protocol

from game.ai.characters import PLAIN, Character, character_of
from game.ai.levels import levels_for
from game.ai.weighed import Weighed
from game.answers import Answer, answer
from game.discipline import Message
from game.engine.actions import Action
from game.engine.events import Event
from game.seating import Player
from game.talk import remark
from game.view import View

STAND_IN: Final = "club"
"""The computer player that takes over the seat of a person who left, if the game has it; else one at random."""


class Thinking(Protocol):
    """What the table asks of the computer's mind; `game.ai.worker.Thinker` is one."""

    def ask(self, view: View, level: str, character: Character, seed: int) -> int:
        """Begin to think; gives a ticket at once."""
        ...

    def poll(self, ticket: int) -> Action | None:
        """Return the answer to ``ticket``, once; None if it has not come. Never waits."""
        ...

    def weigh(self, view: View, seed: int) -> int:
        """Begin to think what each choice is worth; gives a ticket at once."""
        ...

    def poll_weighed(self, ticket: int) -> tuple[Weighed, ...] | None:
        """Return as `poll` does what was weighed, the best choice first."""
        ...

    def forget(self, ticket: int) -> None:
        """The answer to this ticket is not wanted any more."""
        ...


class Minds:
    """Asks for one seat at a time; ``answer`` is what came back, None while it thinks.

    ``characters`` gives the temperament that belongs to the name of a computer player.
    """

    def __init__(
        self, thinker: Thinking, players: tuple[Player, ...], characters: Callable[[str], Character] = character_of
    ) -> None:
        self.answer: Action | None = None
        self._thinker = thinker
        self._players = players
        self._characters = characters
        self._ticket: int | None = None

    @property
    def asked(self) -> bool:
        """Whether a question is open, or answered and not yet forgotten."""
        return self._ticket is not None

    def ask(self, view: View, seat: int, rng: Random) -> None:
        """Begin to think for ``seat``, which sees ``view``."""
        player = self._players[seat]
        level = _stand_in(view.game) if player.is_person else player.kind
        self._ticket = self._thinker.ask(view, level, self._character(seat), rng.getrandbits(63))

    def poll(self) -> None:
        """Look whether the answer has come; never waits."""
        if self._ticket is not None and self.answer is None:
            self.answer = self._thinker.poll(self._ticket)

    def forget(self) -> None:
        """The question is not open any more."""
        if self._ticket is not None:
            self._thinker.forget(self._ticket)
        self._ticket = self.answer = None

    def remark(self, game: str, seat: int, events: Iterable[Event], rng: Random) -> str | None:
        """What the computer player at ``seat`` says to its bid or declaration, knowing what all have seen."""
        return remark(game, (event.seen_by(None) for event in events), self._character(seat), rng)

    def reply(self, said: Message, view: View, rng: Random) -> Answer | None:
        """What some computer player answers to what a person ``said``; ``view`` is that of no seat."""
        characters = ((seat, self._character(seat)) for seat in range(len(self._players)))
        talkers = {seat: one for seat, one in characters if one.talkativeness > 0}
        return answer(said, view, talkers, [player.name for player in self._players], rng)

    def _character(self, seat: int) -> Character:
        """Whose temperament the computer has at a seat; in a person's place it has none."""
        player = self._players[seat]
        return PLAIN if player.is_person else self._characters(player.name)


def _stand_in(game: str) -> str:
    levels = levels_for(game)
    return STAND_IN if STAND_IN in levels else levels[0]
