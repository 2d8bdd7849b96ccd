"""The words of the people at a table for the next shuffle: their host collects and stores them before it tells them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Final

from game.network.messages import CommitWord, OpenWord, Shuffle
from game.session.encoding import MessageError
from game.shuffling.joint_shuffle import NO_MISSED_SHUFFLES, JointShuffle, WordError, start_joint_shuffle
from game.shuffling.shuffle import ShuffleContext, WordRound

RETRY_INTERVAL_S: Final = 2.0

_log = logging.getLogger(__name__)


class WordExchange:
    """The exchange of words between a host and its guests, for one deal at a time.

    Every change is stored before anybody is told of it, so a shuffle goes on after a restart of the host with the same
    seal and the same words. ``stored``: the shuffle that an earlier run of the host has stored. ``store``: saves one on
    the disk. ``return_s``: the time that people have after a restart to come back, besides the usual time.
    """

    def __init__(
        self,
        stored: JointShuffle | None,
        store: Callable[[JointShuffle], Future[object]],
        clock: Callable[[], float],
        *,
        return_s: float = 0.0,
    ) -> None:
        self._shuffle = None if stored is None else stored.restart_time(clock() + return_s)
        self._stored = stored
        self._store = store
        self._clock = clock
        self._writing: tuple[Future[object], JointShuffle] | None = None
        self._retry_at = clock()

    def begin(
        self, context: ShuffleContext, seal: str, seats: Collection[int], late_seats: Collection[int] = ()
    ) -> None:
        """Begin the shuffle of a deal with the people at ``seats``, unless it has begun before.

        Those at ``late_seats`` contribute no more, and neither do those who missed the shuffles of the last deals.
        """
        earlier = self._shuffle
        if earlier is None or earlier.context != context:
            missed = NO_MISSED_SHUFFLES if earlier is None else earlier.count_missed_shuffles()
            self._shuffle = start_joint_shuffle(
                context, seal, seats, self._clock(), missed_before=missed, late_seats=late_seats
            )

    def take(self, seat: int, message: CommitWord | OpenWord) -> None:
        """Process a message of the guest at ``seat``; one of another deal or round has no effect.

        Raise MessageError for a second commitment, and for a word that does not fit its commitment.
        """
        shuffle = self._shuffle
        if shuffle is None or (message.deal, message.round) != (shuffle.context.deal_number, shuffle.round_number):
            return
        now = self._clock()
        shuffle = shuffle.note_delay(seat, now)
        try:
            if isinstance(message, CommitWord):
                self._shuffle = shuffle.commit(seat, message.commitment, now)
            elif self._is_told(shuffle):
                self._shuffle = shuffle.open(seat, message.word)
        except WordError as error:
            raise MessageError(str(error)) from None

    def _is_told(self, shuffle: JointShuffle) -> bool:
        """Return whether the fixed list of this round is stored, so that words may follow."""
        stored = self._stored
        return stored is not None and stored.is_list_fixed and stored.round_number == shuffle.round_number

    def find_rounds(self, deal_number: int) -> tuple[WordRound, ...] | None:
        """Return the rounds for a deal once all words are stored, else None."""
        stored = self._stored
        if stored is None or stored.context.deal_number != deal_number or not stored.is_complete:
            return None
        return stored.rounds

    def build_message(self, deal_number: int) -> Shuffle | None:
        """Return what all may know of the stored shuffle for a deal, None if there is none."""
        stored = self._stored
        if stored is None or stored.context.deal_number != deal_number:
            return None
        return Shuffle(
            match=stored.context.match_uid, deal=deal_number, seal=stored.seal, rounds=stored.public_rounds,
            excluded_seats=stored.excluded_seats,
        )  # fmt: skip

    @property
    def is_writing(self) -> bool:
        """Whether a change is on its way to the disk."""
        return self._writing is not None

    def restart_time(self) -> None:
        """Give everybody the whole time again, as after an absence of the host."""
        if self._shuffle is not None:
            self._shuffle = self._shuffle.restart_time(self._clock())

    def update(self) -> None:
        """Store what has changed, and end a time that is over; a slow disk of the host takes nobody's time."""
        now = self._clock()
        if self._writing is not None:
            self._finish_writing(now)
        if self._shuffle is None or self._writing is not None:
            return
        self._shuffle = self._shuffle.expire(now)
        journal = self._shuffle.restart_time(0.0)
        if journal != self._stored and now >= self._retry_at:
            self._writing = self._store(journal), journal

    def _finish_writing(self, now: float) -> None:
        assert self._writing is not None
        writing, journal = self._writing
        if not writing.done():
            return
        self._writing = None
        error = writing.exception()
        if error is not None:
            _log.warning("the words of a shuffle were not stored: %s", error)
            self._retry_at = now + RETRY_INTERVAL_S
        else:
            has_begun = self._stored is None or self._stored.public_rounds != journal.public_rounds
            self._stored = journal
            if has_begun:
                self.restart_time()
