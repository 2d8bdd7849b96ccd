"""A hint: what the best computer player thinks of a person's choices, asked of the process that thinks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.ai.weighed import Weighed
from game.engine.phases import Reason
from game.match import Match
from game.minds import Thinking
from game.view import View


def why_no_hint(match: Match, people: Sequence[int], *, allowed: bool) -> Reason | None:
    """Why the person at the screen is given no hint, or None. ``allowed``: the table has agreed that he may be."""
    if not allowed:
        return Reason("hints_off")
    if len(people) != 1:
        return Reason("hints_people")
    turn = match.to_act
    if turn is None:
        return Reason("deal_over")
    return None if turn in people else Reason("not_your_turn", {"seat": turn})


class Hints:
    """One question at a time; ``found`` is what came back, the best choice first, None while it is thought about."""

    def __init__(self, thinker: Thinking) -> None:
        self.found: tuple[Weighed, ...] | None = None
        self._thinker = thinker
        self._ticket: int | None = None

    @property
    def asked(self) -> bool:
        """Whether a question is open, or answered and not yet forgotten."""
        return self._ticket is not None

    def ask(self, view: View, rng: Random) -> None:
        """Begin to think about the choices of the seat that sees ``view``."""
        self.forget()
        self._ticket = self._thinker.weigh(view, rng.getrandbits(63))

    def poll(self) -> None:
        """Look whether the answer has come; never waits."""
        if self._ticket is not None and self.found is None:
            self.found = self._thinker.poll_weighed(self._ticket)

    def forget(self) -> None:
        """The question is not open any more."""
        if self._ticket is not None:
            self._thinker.forget(self._ticket)
        self._ticket = self.found = None
