"""The words that the people of a table contribute to the shuffle of one deal, round by round (docs/fairness.md).

The host seals its seed first. Each contributor then commits to a word, and opens it once all have committed, so nobody
can choose a word that fits the others. If a word stays closed, the round is void. The next round has the same seal,
new words, and one contributor less. Somebody who lets the others wait in two shuffles in a row contributes no more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from game.shuffling.shuffle import HexDigest, SeatWord, ShuffleContext, WordRound, compute_word_commitment

MAX_WORD_S: Final = 10.0
"""The time for committing to a word, and again for opening it."""
PROMPT_WORD_S: Final = MAX_WORD_S / 2
"""The time after which the others have waited for a word: its shuffle counts as missed, though the word is used."""
MAX_MISSED_SHUFFLES: Final = 2
"""The number of shuffles in a row after which a seat that missed them contributes no more."""
NO_MISSED_SHUFFLES: Final[Mapping[int, int]] = {}
replace = msgspec.structs.replace


class WordError(ValueError):
    """The error of a second commitment of a seat, and of a word that does not fit its commitment."""


class JointShuffle(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the contributions to one deal; every change returns a new value.

    ``void_rounds``: the earlier rounds. ``words``: those of the present round, by ascending seat. ``is_list_fixed``:
    whether all have committed, so that the list may be shown and the words opened. ``started_at``: when the time to
    commit or to open began, in seconds of the clock whose time the methods get as ``now``.
    """

    context: ShuffleContext
    seal: HexDigest
    words: WordRound
    started_at: float
    void_rounds: tuple[WordRound, ...] = ()
    is_list_fixed: bool = False
    missed_seats: tuple[int, ...] = ()
    missed_before: dict[int, int] = {}
    excluded_seats: tuple[int, ...] = ()

    @property
    def round_number(self) -> int:
        """The number of the present round, from 1."""
        return len(self.void_rounds) + 1

    @property
    def is_complete(self) -> bool:
        """Whether all words are open."""
        return self.is_list_fixed and all(word.word for word in self.words)

    @property
    def rounds(self) -> tuple[WordRound, ...]:
        """All rounds, the present one last."""
        return (*self.void_rounds, self.words)

    @property
    def public_rounds(self) -> tuple[WordRound, ...]:
        """The rounds as all may see them.

        Of the present one they show only the seats until the list is fixed, and no word before all are open.
        """
        if self.is_complete:
            return self.rounds
        shown = (
            SeatWord(word.seat, word.commitment if self.is_list_fixed else "") for word in self.words
        )  # fmt: skip
        return (*self.void_rounds, tuple(shown))

    def count_missed_shuffles(self) -> dict[int, int]:
        """Return the number of shuffles in a row that each seat has missed, with this one, which is over.

        A seat that contributed in time has missed none; one that was not asked keeps its number.
        """
        contributors = {word.seat for word in self.words}
        counts = {seat: count for seat, count in self.missed_before.items() if seat not in contributors}
        missed = {seat: self.missed_before.get(seat, 0) + 1 for seat in self.missed_seats}
        return {**counts, **missed}

    def note_delay(self, seat: int, now: float) -> JointShuffle:
        """Return the state in which ``seat`` has missed the shuffle if the others have waited for it until ``now``."""
        word = self._find_word(seat)
        is_awaited = word is not None and not (word.word if self.is_list_fixed else word.commitment)
        return self._with_missed(seat) if is_awaited and now - self.started_at > PROMPT_WORD_S else self

    def commit(self, seat: int, commitment: str, now: float) -> JointShuffle:
        """Return the state after ``seat`` has committed to its word; the list is fixed when all have.

        A seat that does not contribute, or is too late, changes nothing. Raise WordError for another commitment than
        before.
        """
        word = self._find_word(seat)
        if word is None or (self.is_list_fixed and not word.commitment):
            return self
        if word.commitment:
            if commitment != word.commitment:
                raise WordError("a second commitment")
            return self
        return self._with_word(SeatWord(seat, commitment))._fix_full_list(now)

    def open(self, seat: int, word: str) -> JointShuffle:
        """Return the state after ``seat`` has opened its word. Raise WordError if it is not the committed one.

        A word that comes before the list is fixed, or from a seat that does not contribute, changes nothing.
        """
        committed = self._find_word(seat)
        if committed is None or not self.is_list_fixed:
            return self
        if compute_word_commitment(self.context, self.seal, seat, word) != committed.commitment:
            raise WordError("another word than the committed one")
        return self._with_word(replace(committed, word=word))

    def expire(self, now: float) -> JointShuffle:
        """Return the state at ``now``, with the consequences of a time that is over.

        A seat that has not committed is left out of this deal. A word that is not open makes the round void.
        """
        if self.is_complete or now - self.started_at < MAX_WORD_S:
            return self
        if not self.is_list_fixed:
            absent_seats = [word.seat for word in self.words if not word.commitment]
            words = tuple(word for word in self.words if word.commitment)
            return replace(self, words=words)._with_missed(*absent_seats)._fix_full_list(now)
        next_words = tuple(SeatWord(word.seat) for word in self.words if word.word)
        next_round = replace(
            self, words=next_words, started_at=now, void_rounds=self.rounds, is_list_fixed=False
        )  # fmt: skip
        return next_round._fix_full_list(now)

    def restart_time(self, now: float) -> JointShuffle:
        """Return the state with the whole time again, as after an absence of the host."""
        return replace(self, started_at=now)

    def _find_word(self, seat: int) -> SeatWord | None:
        return next((word for word in self.words if word.seat == seat), None)

    def _with_word(self, changed: SeatWord) -> JointShuffle:
        return replace(self, words=tuple(changed if word.seat == changed.seat else word for word in self.words))

    def _with_missed(self, *seats: int) -> JointShuffle:
        return replace(self, missed_seats=tuple(sorted({*self.missed_seats, *seats})))

    def _fix_full_list(self, now: float) -> JointShuffle:
        """Return the state with a fixed list if no commitment is missing."""
        if not all(word.commitment for word in self.words):
            return self
        return replace(self, is_list_fixed=True, started_at=now)


def start_joint_shuffle(
    context: ShuffleContext, seal: str, seats: Collection[int], now: float, *,
    missed_before: Mapping[int, int] = NO_MISSED_SHUFFLES, late_seats: Collection[int] = (),
) -> JointShuffle:  # fmt: skip
    """Return the first round of a deal; ``seats``: those of the people who are there, in any order.

    ``missed_before``: see `JointShuffle`; ``late_seats``: those that did not open a word in an earlier deal. Without
    contributors the round is complete, and the seed alone gives the key.
    """
    excluded_seats = {*late_seats, *(seat for seat, count in missed_before.items() if count >= MAX_MISSED_SHUFFLES)}
    words = tuple(SeatWord(seat) for seat in sorted(set(seats) - excluded_seats))
    state = JointShuffle(
        context=context, seal=seal, words=words, started_at=now, missed_before=dict(missed_before),
        excluded_seats=tuple(sorted(excluded_seats)),
    )  # fmt: skip
    return state._fix_full_list(now)


def find_round_fault(context: ShuffleContext, seal: str, rounds: tuple[WordRound, ...]) -> str:
    """Return "" if finished rounds are as the rules of a joint shuffle allow, else the code of the first fault.

    A word must fit its commitment, only the last round is complete, and a seat whose word was missing is in no later
    round.
    """
    if not rounds:
        return "words_missing"
    absent_seats = set[int]()
    for number, words in enumerate(rounds, 1):
        seats = [word.seat for word in words]
        if seats != sorted(set(seats)) or absent_seats & set(seats):
            return "rounds_not_allowed"
        if not all(word.commitment for word in words):
            return "rounds_not_allowed"
        for word in words:
            if word.word and compute_word_commitment(context, seal, word.seat, word.word) != word.commitment:
                return "word_does_not_fit"
        late_seats = {word.seat for word in words if not word.word}
        if bool(late_seats) != (number < len(rounds)):
            return "rounds_not_allowed"
        absent_seats |= late_seats
    return ""
