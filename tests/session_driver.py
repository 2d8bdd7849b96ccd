"""A session whose storage, worker and clock a test controls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.actions import Action
from game.match.observation import Transition
from game.match.record import Record
from game.session.local import LocalSession
from game.session.session import MatchSession
from game.storage.match_rows import SavedMatch
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders, make_match_setup


def get_awaited_seat(session: MatchSession) -> int | None:
    """Return the seat of the person that the hand-over screen asks for, or None."""
    return None if session.hot_seat is None else session.hot_seat.awaited_seat


def confirm_ready(session: MatchSession) -> None:
    """Confirm that the awaited person is at the screen, if the session has a hot seat."""
    if session.hot_seat is not None:
        session.hot_seat.confirm_ready()


class SessionDriver:
    """A session with the storage, worker and clock that a test controls. ``transitions``: all that were shown."""

    def __init__(self, home: Path, kinds: str = "you club", *, seed: int = 1, saved: SavedMatch | None = None,
                 storage: FakeStorageThread | None = None, worker: FakeWorker | None = None,
                 characters: Callable[[str], Persona] = get_persona, **options: Any) -> None:  # fmt: skip
        self.clock, self.worker = FakeClock(), worker or FakeWorker()
        self.ai_client = AIClient(self.worker, 0)
        self.storage = storage or FakeStorageThread(make_folders(home), self.clock)
        self.characters = characters
        things: dict[str, Any] = {
            "storage": self.storage, "ai_client": self.ai_client, "clock": self.clock, "characters": characters,
        }  # fmt: skip
        if saved is None:
            self.session = LocalSession.start(make_match_setup(kinds, **options), seed, **things)
        else:
            self.session = LocalSession.resume(saved, **things)
        self.transitions: list[Transition] = []

    def advance_frame(self, seconds: float = 1.0, *, is_screen_idle: bool = True) -> None:
        """Advance by a frame of ``seconds``; ``is_screen_idle``: the screen has shown all earlier transitions."""
        self.clock.advance(seconds)
        self.transitions += self.session.update(is_screen_idle)

    def advance_until(self, condition: Callable[[], bool], *, seconds: float = 1.0, max_frames: int = 500) -> None:
        for _frame in range(max_frames):
            if condition():
                return
            self.advance_frame(seconds)
        raise AssertionError("it never came")

    def advance_to_person(self) -> None:
        """Advance to the turn of any person, who is then at the screen. Raise AssertionError after 500 frames."""

        def is_persons_turn() -> bool:
            if get_awaited_seat(self.session) is not None:
                confirm_ready(self.session)
            return self.session.is_your_turn

        self.advance_until(is_persons_turn)

    def play_random_action(self, rng: Random) -> Action:
        """Play a random action of the person on turn and return it."""
        action = rng.choice(self.session.observation.legal_actions)
        assert self.session.act(action) is None
        return action

    def play_deal_at_random(self, seed: object = 1) -> None:
        """Play random actions of people to the end of the deal. Raise AssertionError after 500 frames."""
        rng = Random(str(seed))

        def is_deal_over() -> bool:
            if get_awaited_seat(self.session) is not None:
                confirm_ready(self.session)
            if self.session.is_your_turn:
                self.play_random_action(rng)
            return (
                self.session.course.is_between_deals or self.session.observation.is_over
            ) and not self.session.is_saving

        self.advance_until(is_deal_over)

    @property
    def record(self) -> Record:
        return self.session.host.record

    @property
    def action_count(self) -> int:
        return sum(len(deal.actions) for deal in self.record.deals)

    @property
    def stored_record(self) -> Record:
        return self.storage.load_record()

    def load_match(self) -> SavedMatch:
        return self.storage.get_repository().load_match(1)
