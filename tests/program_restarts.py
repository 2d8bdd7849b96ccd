"""A match in a program that can end and start again, for tests of table discipline."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.match.match import Match
from game.storage.match_rows import SavedMatch
from tests.fakes import FakeClock, FakeStorageThread, make_folders
from tests.helpers import PLAYER_NAMES
from tests.session_driver import SessionDriver, confirm_ready, get_awaited_seat

TURN_LIMIT_S = 30
HOUR_S = 3600.0


class RestartableDriver(SessionDriver):
    """A driver of a program that can end and start again.

    ``system_clock``: the clock of the system and the storage. The clock of the session starts anew with each program.
    """

    def __init__(
        self, home: Path, kinds: str = "you club", *, wall: FakeClock | None = None, saved: SavedMatch | None = None,
        storage: FakeStorageThread | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.home, self.system_clock = home, wall or FakeClock(1_700_000_000.0)
        storage = storage or FakeStorageThread(make_folders(home), self.system_clock)
        people = tuple(PLAYER_NAMES[seat] for seat, kind in enumerate(kinds.split()) if kind == "you")
        if saved is None:
            storage.get_repository().check_in_players(people)
        super().__init__(home, kinds, saved=saved, storage=storage, **options)

    def advance_frame(self, seconds: float = 1.0, *, is_screen_idle: bool = True) -> None:
        self.system_clock.advance(seconds)
        super().advance_frame(seconds, is_screen_idle=is_screen_idle)

    def restart_program(self, closed_s: float = 0.0) -> RestartableDriver:
        """Return a driver of the same match after the program was closed for ``closed_s`` seconds.

        Pending writes are lost, as after a kill.
        """
        self.storage.waiting_calls.clear()
        self.session.close()
        self.storage.close()
        self.system_clock.advance(closed_s)
        storage = FakeStorageThread(make_folders(self.home), self.system_clock)
        saved = storage.get_repository().load_match(1)
        return RestartableDriver(
            self.home, wall=self.system_clock, saved=saved, storage=storage, characters=self.characters
        )

    def advance_to_shown_turn(self) -> None:
        """Advance to a person's turn that was just shown, with nothing left to save."""
        self.advance_until(lambda: self._is_turn_shown() or self.session.observation.is_over)
        self.advance_frame(0.0)

    def _is_turn_shown(self) -> bool:
        if get_awaited_seat(self.session) is not None:
            confirm_ready(self.session)
        if self.session.course.is_between_deals and not self.session.is_saving:
            self.session.course.start_next_deal()
        return self.session.is_your_turn and self.session.host.turn_clock.is_running

    def play_until(self, condition: Callable[[Match], bool], seed: int = 1) -> None:
        """Play random actions of people until ``condition`` is true and a person is on turn, or the match is over.

        Raise AssertionError after 500 turns.
        """
        rng = Random(seed)
        for _turn in range(500):
            self.advance_to_shown_turn()
            if self.session.observation.is_over or condition(self.match):
                return
            self.play_random_action(rng)
        raise AssertionError("it never came")

    def let_computer_finish(self, max_frames: int = 3000) -> None:
        """Let the computer players play the match to its end. Raise AssertionError after ``max_frames``."""
        for _frame in range(max_frames):
            if self.session.observation.is_over and not self.session.is_saving:
                return
            if self.session.course.is_between_deals and not self.session.is_saving:
                self.session.course.start_next_deal()
            self.advance_frame()
        raise AssertionError("it never ended")

    def play_to_end(self, seed: int = 1) -> None:
        """Play random actions of people to the end of the match."""
        rng = Random(seed)
        while not self.session.observation.is_over:
            self.advance_to_shown_turn()
            if not self.session.observation.is_over:
                self.play_random_action(rng)
        while self.session.is_saving:
            self.advance_frame()

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
    def turn_seconds_left(self) -> float:
        seconds = self.session.penalties.turn_seconds_left
        assert seconds is not None
        return seconds


FREE_CHAT_SETUP: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say anything."""


def is_card_play(match: Match) -> bool:
    return match.phase is not None and match.phase.is_card_play


def is_phase_of_class(*class_names: str) -> Callable[[Match], bool]:
    return lambda match: type(match.phase).__name__ in class_names


def start_auction_near_timeout(home: Path) -> RestartableDriver:
    """Return a chiamata auction with a short turn clock, on the turn of a person."""
    room = RestartableDriver(home, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S)
    room.play_until(is_phase_of_class("AuctionPhase"))
    return room
