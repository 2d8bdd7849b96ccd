"""How a match ends in its host other than by its last card: people leave it, it is given up, it is released."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

import msgspec

from game.core.actions import LeaveMatch
from game.core.messages import N_
from game.match.match import Match
from game.match.table_discipline import MatchEnding, build_match_ending
from game.session.match_store import MatchStore
from game.storage.matches import MatchRepository
from game.text.gettext import _

NOT_GIVEN_UP: Final = N_("The match wasn't given up; it's still in the menu. {fault}")


class Stage(Enum):
    """A stage in the life of a hosted match.

    ``OPEN``: it is played. ``LEAVING``: all people leave it, one after the other. ``GIVING_UP``: it ends without a
    result once that is on disk; ``GIVEN_UP``: it has. ``CLOSED``: another window can continue it.
    """

    OPEN = "open"
    LEAVING = "leaving"
    GIVING_UP = "giving up"
    GIVEN_UP = "given up"
    CLOSED = "closed"


class Endings:
    """The ways in which one hosted match ends; ``stage``: what the host does with it now.

    ``human_seats``: of the whole match. ``find_profile``: returns the id of the profile that penalties of a seat block.
    """

    def __init__(
        self, store: MatchStore, human_seats: tuple[int, ...], find_profile: Callable[[int], str] | None
    ) -> None:  # fmt: skip
        self.stage = Stage.OPEN
        self._store = store
        self._human_seats = human_seats
        self._find_profile = find_profile
        self._ending_seat: int | None = None
        self._is_error_told = False

    @property
    def is_closed(self) -> bool:
        """Whether the match takes no more actions in this host."""
        return self.stage not in (Stage.OPEN, Stage.LEAVING)

    @property
    def error(self) -> str:
        """The error of a failed write in the player's language, or ""."""
        error = self._store.error
        if error and self.stage in (Stage.GIVING_UP, Stage.GIVEN_UP):
            return _("The match hasn't been given up yet. {fault}").format(fault=error)
        return error

    def resume_given_up(self) -> None:
        """Show a match that was given up before."""
        self.stage = Stage.GIVEN_UP

    def leave_all(self) -> None:
        """Let all people leave the match from now on."""
        if self.stage is Stage.OPEN:
            self.stage = Stage.LEAVING

    def build_ending(self, match: Match) -> MatchEnding:
        """Return the penalties of a finished match for the profiles that they block."""
        ending, find_profile = build_match_ending(match, self._human_seats), self._find_profile
        if find_profile is None:
            return ending
        penalties = tuple(
            msgspec.structs.replace(penalty, profile_id=find_profile(penalty.seat)) for penalty in ending.penalties
        )
        return msgspec.structs.replace(ending, penalties=penalties)

    # -- giving up

    def begin_giving_up(self, ending_seat: int | None) -> bool:
        """Give up the match in the next updates, once all pending writes are on disk. Return False if it is closed.

        ``ending_seat``: of the person who ends it for the others, None for nobody.
        """
        if self.stage is Stage.CLOSED:
            return False
        if self.stage is not Stage.GIVEN_UP:
            self.stage = Stage.GIVING_UP
        self._ending_seat = ending_seat
        self._is_error_told = False
        return True

    def update(self, match: Match) -> None:
        """Write that the match is given up, if that is requested and possible now; called in every frame.

        A failed write before it is reported to the player once. A match that the pending write has ended is not marked
        as given up.
        """
        if self.stage is not Stage.GIVING_UP:
            return
        if self.error and not self._is_error_told:
            self._is_error_told = True
            self._store.tell(self.error)
        if self._store.is_busy or self._store.match_id is None:
            return
        if match.is_over:
            self._finish_giving_up()  # the pending write ended the match
            return
        ending = self._build_give_up_ending(match)
        self._store.save(self._finish_giving_up, MatchRepository.give_up_match, ending)

    def _finish_giving_up(self, _done: object = None) -> None:
        self.stage = Stage.GIVEN_UP

    def _build_give_up_ending(self, match: Match) -> MatchEnding:
        """Return the penalties of a match that is given up: for all who have left it, and for its ending seat."""
        seat = self._ending_seat
        if seat is not None and match.illegal_reason(LeaveMatch(seat)) is None:
            match = match.apply(LeaveMatch(seat)).match
        return self.build_ending(match)

    def close(self, match: Match) -> None:
        """Release the match for other windows; first give it up if that was requested."""
        needs_ending = self.stage is Stage.GIVING_UP and not match.is_over
        self._store.release(self._build_give_up_ending(match) if needs_ending else None, NOT_GIVEN_UP)
        if not self.is_closed:
            self.stage = Stage.CLOSED
