"""A session whose storage, worker and clock a test controls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.match.match import Match
from game.match.observation import Observation, Transition
from game.match.record import Record
from game.match.setup import MatchSetup
from game.session.local import LocalSession
from game.session.session import Session
from game.storage.match_rows import SavedMatch
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders, make_match_setup
from tests.helpers import PLAYER_NAMES


def get_awaited_seat(session: Session) -> int | None:
    """Return the seat of the person that the hand-over screen asks for, or None."""
    return None if session.hot_seat is None else session.hot_seat.awaited_seat


def confirm_ready(session: Session) -> None:
    """Confirm that the awaited person is at the screen, if the session has a hot seat."""
    if session.hot_seat is not None:
        session.hot_seat.confirm_ready()


TURN_LIMIT_S = 30
HOUR_S = 3600.0


class SessionDriver:
    """A session with the storage, worker and clocks that a test controls, in a program that can end and start again.

    ``transitions``: all that were shown. ``system_clock``: that of the system and the storage; the ``clock`` of the
    session starts anew with each program.
    """

    def __init__(self, home: Path, kinds: str = "you club", *, seed: int = 1, saved: SavedMatch | None = None,
                 storage: FakeStorageThread | None = None, worker: FakeWorker | None = None,
                 characters: Callable[[str], Persona] = get_persona, system_clock: FakeClock | None = None,
                 **options: Any) -> None:  # fmt: skip
        self.home = home
        self.clock, self.system_clock = FakeClock(), system_clock or FakeClock(1_700_000_000.0)
        self.worker = worker or FakeWorker()
        self.ai_client = AIClient(self.worker, 0)
        self.storage = storage or FakeStorageThread(make_folders(home), self.system_clock)
        self.characters = characters
        if saved is None:
            people = tuple(PLAYER_NAMES[seat] for seat, kind in enumerate(kinds.split()) if kind == "you")
            self.storage.get_repository().check_in_players(people)
            self.start_match(make_match_setup(kinds, **options), seed)
        else:
            self.session = LocalSession.resume(saved, **self._services)
        self.transitions: list[Transition] = []

    @property
    def _services(self) -> dict[str, Any]:
        return {
            "storage": self.storage, "ai_client": self.ai_client, "clock": self.clock, "characters": self.characters,
        }  # fmt: skip

    def start_match(self, setup: MatchSetup, seed: int = 1) -> None:
        """Replace the session by that of a new match."""
        self.session = LocalSession.start(setup, seed, **self._services)

    def continue_match(self, match_id: int = 1) -> None:
        """Close the session, with nothing lost, and replace it by one that continues the stored match."""
        self.session.close()
        self.session = LocalSession.resume(self.storage.get_repository().load_match(match_id), **self._services)

    def advance_frame(self, seconds: float = 1.0, *, is_screen_idle: bool = True) -> None:
        """Advance by a frame of ``seconds``; ``is_screen_idle``: the screen has shown all earlier transitions."""
        self.clock.advance(seconds)
        self.system_clock.advance(seconds)
        self.transitions += self.session.update(is_screen_idle)

    def advance_frames(self, count: int, seconds: float = 1.0) -> None:
        for _frame in range(count):
            self.advance_frame(seconds)

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
        action = rng.choice(self.observation.legal_actions)
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
            return (self.session.status.is_between_deals or self.observation.is_over) and not self.session.is_saving

        self.advance_until(is_deal_over)

    @property
    def observation(self) -> Observation:
        return self.session.observation

    @property
    def seat(self) -> int:
        """The seat of the person at the screen."""
        seat = self.observation.seat
        assert seat is not None
        return seat

    def leave_match(self) -> int:
        """Let the person at the screen leave the match, and return their seat."""
        seat = self.seat
        assert self.session.act(LeaveMatch(seat)) is None
        return seat

    def vote_to_end(self) -> int:
        """Let the person at the screen vote to end the match, and return their seat."""
        seat = self.seat
        assert self.session.act(VoteToEnd(seat)) is None
        return seat

    def restart_program(self, closed_s: float = 0.0) -> SessionDriver:
        """Return a driver of the same match after the program was closed for ``closed_s`` seconds.

        Pending writes are lost, as after a kill.
        """
        self.storage.waiting_calls.clear()
        self.session.close()
        self.storage.close()
        self.system_clock.advance(closed_s)
        storage = FakeStorageThread(make_folders(self.home), self.system_clock)
        saved = storage.get_repository().load_match(1)
        return SessionDriver(
            self.home, system_clock=self.system_clock, saved=saved, storage=storage, characters=self.characters
        )

    def advance_to_shown_turn(self) -> None:
        """Advance to a person's turn that was just shown, with nothing left to save."""
        self.advance_until(lambda: self._is_turn_shown() or self.observation.is_over)
        self.advance_frame(0.0)

    def play_turn(self, seed: int = 1) -> Action:
        """Play a random action of the person on turn, advance to the next shown turn and return the action."""
        action = self.play_random_action(Random(seed))
        self.advance_to_shown_turn()
        return action

    def _is_turn_shown(self) -> bool:
        if get_awaited_seat(self.session) is not None:
            confirm_ready(self.session)
        if self.session.status.is_between_deals and not self.session.is_saving:
            self.session.start_next_deal()
        return self.session.is_your_turn and self.session.host.turn_clock.is_running

    def play_until(self, condition: Callable[[Match], bool], seed: int = 1) -> None:
        """Play random actions of people until ``condition`` is true and a person is on turn, or the match is over.

        Raise AssertionError after 500 turns.
        """
        rng = Random(seed)
        for _turn in range(500):
            self.advance_to_shown_turn()
            if self.observation.is_over or condition(self.match):
                return
            self.play_random_action(rng)
        raise AssertionError("it never came")

    def let_computer_finish(self, max_frames: int = 3000) -> None:
        """Let the computer players play the match to its end. Raise AssertionError after ``max_frames``."""
        for _frame in range(max_frames):
            if self.observation.is_over and not self.session.is_saving:
                return
            if self.session.status.is_between_deals and not self.session.is_saving:
                self.session.start_next_deal()
            self.advance_frame()
        raise AssertionError("it never ended")

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

    @property
    def match(self) -> Match:
        return self.session.host.match

    @property
    def action_texts(self) -> list[str]:
        return [str(action) for deal in self.record.deals for action in deal.actions]

    @property
    def penalty_seconds(self) -> dict[str, float]:
        """The seconds for which people are still blocked, by name."""
        penalties = self.storage.get_repository().check_in_players(PLAYER_NAMES)
        return {penalty.name: penalty.seconds_left for penalty in penalties}

    @property
    def unfinished_count(self) -> int:
        """The number of stored matches that can be continued."""
        return len(self.storage.get_repository().archive.list_unfinished_matches())

    @property
    def turn_seconds_left(self) -> float:
        seconds = self.session.turn_seconds_left
        assert seconds is not None
        return seconds


FREE_CHAT_SETUP: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say anything."""


def start_turn(home: Path, kinds: str = "you club", **options: Any) -> SessionDriver:
    """Return a session on the turn of a person that was just shown."""
    driver = SessionDriver(home, kinds, **options)
    driver.advance_to_shown_turn()
    return driver


def is_card_play(match: Match) -> bool:
    return match.phase is not None and match.phase.is_card_play


def is_phase_of_class(*class_names: str) -> Callable[[Match], bool]:
    return lambda match: type(match.phase).__name__ in class_names


def start_auction_near_timeout(home: Path) -> SessionDriver:
    """Return a chiamata auction with a short turn clock, on the turn of a person."""
    driver = SessionDriver(home, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S)
    driver.play_until(is_phase_of_class("AuctionPhase"))
    return driver
