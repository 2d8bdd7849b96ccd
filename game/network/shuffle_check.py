"""The words that a guest's program contributes to the shuffles, and its check of seals and words.

docs/fairness.md says what a host may do. Everything that comes from it is as from a stranger's file.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from game.core.messages import Reason
from game.match.record import FAIRNESS_KEY, DealRecord
from game.network.messages import CommitWord, OpenWord, Shuffle
from game.network.seen_match import SeenLog, SeenShuffle
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.shuffling.commitments import get_commitment
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import (
    SeatWord,
    ShuffleCommitment,
    ShuffleContext,
    WordRound,
    compute_word_commitment,
)


def make_word() -> str:
    """Return a new word for a shuffle, 64 random hexadecimal digits."""
    return secrets.token_hex(32)


class ShuffleCheck:
    """The words of a guest, and its check of the words and seals that the host shows.

    ``report``: is called with the number of a deal and what the host did against the rules. ``make_word``: returns a
    new word, 64 random hexadecimal digits.
    ``late_words``: the words that were missing, as deal number and seat, in the order of the rounds.
    ``deals_without_word``: the deals to whose shuffle this guest did not contribute. ``is_excluded``: whether the host
    takes no more words from it in this match, because its words were missing or came late.
    """

    def __init__(self, log: SeenLog, report: Callable[[int, Reason], None], make_word: Callable[[], str]) -> None:
        self.late_words: tuple[tuple[int, int], ...] = ()
        self.deals_without_word: tuple[int, ...] = ()
        self.is_excluded = False
        self._log = log
        self._report = report
        self._make_word = make_word

    def take_shuffle(self, info: MatchInfo, message: Shuffle, due_deal: int) -> CommitWord | OpenWord | None:
        """Process the words for a shuffle, and return this guest's own contribution to it, if one is due.

        Nothing is contributed to a shuffle in which the host has changed something. ``due_deal``: the number of the
        deal that comes next.
        """
        number, seal, rounds, (own_seat,) = message.deal, message.seal, message.rounds, info.seats
        _check_rounds(rounds, len(info.players))
        context = ShuffleContext(info.game_id, number, match_uid=message.match)
        fault = self._find_fault(context, own_seat, seal, rounds, is_complete=_is_open(rounds[-1]))
        if self._log.seen.match not in ("", message.match) or (fault is None and number != due_deal):
            fault = Reason("host_went_back")
        if fault is not None:
            self._report(number, fault)
            return None
        late_words = [(number, word.seat) for words in rounds[:-1] for word in words if not word.word]
        self.late_words = tuple(dict.fromkeys((*self.late_words, *late_words)))
        self.is_excluded = own_seat in message.excluded_seats
        own_word, is_listed = self._find_own_word(number, len(rounds) - 1), _is_listed(rounds[-1])
        contributes = own_seat in [word.seat for word in rounds[-1]]
        if contributes and not is_listed and not own_word:
            own_word = self._make_word()
        self._log.change(match=message.match)
        self._note(number, seal, rounds, own_word)
        if not contributes or not own_word or _is_open(rounds[-1]):
            return None
        if is_listed:
            return OpenWord(deal=number, round=len(rounds), word=own_word)
        commitment = compute_word_commitment(context, seal, own_seat, own_word)
        return CommitWord(deal=number, round=len(rounds), commitment=commitment)

    def _find_own_word(self, number: int, place: int) -> str:
        seen = self._log.seen.shuffles.get(number)
        return seen.own_words[place] if seen is not None and place < len(seen.own_words) else ""

    def _note(self, number: int, seal: str, rounds: tuple[WordRound, ...], own_word: str) -> None:
        """Note the rounds as they were shown; ``own_word``: that of this guest for the last one."""
        own_words = (*(self._find_own_word(number, place) for place in range(len(rounds) - 1)), own_word)
        self._log.keep_shuffle(number, SeenShuffle(seal, own_words, tuple(filter(_is_listed, rounds))))

    def _find_fault(
        self, context: ShuffleContext, own_seat: int, seal: str, rounds: tuple[WordRound, ...], *, is_complete: bool
    ) -> Reason | None:
        """Return how seal and rounds differ from those shown before, or in which this guest's word was changed."""
        number = context.deal_number
        seen = self._log.seen.shuffles.get(number, SeenShuffle(seal))
        if seal != seen.seal:
            return Reason("host_second_seal")
        if not rounds:
            return Reason("words_missing")
        shown = rounds[: len(seen.rounds)]
        if len(rounds) < len(seen.own_words) or [*map(_hide_words, shown)] != [*map(_hide_words, seen.rounds)]:
            return Reason("host_other_words")
        if seen.is_complete and rounds != seen.rounds:
            return Reason("host_other_words")
        if not context.match_uid:
            return None
        for place, words in enumerate(rounds):
            own_word = self._find_own_word(number, place)
            commitment = next((word.commitment for word in words if word.seat == own_seat), "")
            if own_word and commitment not in ("", compute_word_commitment(context, seal, own_seat, own_word)):
                return Reason("host_other_words")
            was_awaited = len(seen.rounds) <= place < len(seen.own_words)
            if commitment and not own_word and (was_awaited or self._log.seen.begins_at[0] < number - 1):
                return Reason("host_other_words")  # a word that this program has not contributed
        code = find_round_fault(context, seal, rounds) if is_complete else ""
        return Reason(code) if code else None

    # -- a deal

    def find_missing(self, number: int, seal: str) -> Reason | None:
        """Return the reason to refuse a deal at its first step: not all words, or not this ``seal``, were shown."""
        seen = self._log.seen.shuffles.get(number)
        if seen is None or not seen.is_complete:
            return Reason("words_missing")
        return None if seal == seen.seal else Reason("host_second_seal")

    def find_proof_fault(self, info: MatchInfo, number: int, commitment: ShuffleCommitment) -> Reason | None:
        """Return how the seal and the words of a deal that has begun differ from those that were shown, or None."""
        _check_rounds(commitment.rounds or ((),), len(info.players))
        (own_seat,) = info.seats
        if number not in self.deals_without_word and own_seat not in [word.seat for word in commitment.last_round]:
            self.deals_without_word = (*self.deals_without_word, number)
        return self._find_commitment_fault(info, number, commitment)

    def find_deal_fault(self, info: MatchInfo, number: int, deal: DealRecord) -> Reason | None:
        """Return how seal and words of a deal that is over differ from those that were shown, or None."""
        if get_commitment(deal) is None:
            return Reason("not_sealed")
        commitment = msgspec.convert(deal.extra[FAIRNESS_KEY], ShuffleCommitment)
        return self._find_commitment_fault(info, number, commitment)

    def _find_commitment_fault(self, info: MatchInfo, number: int, commitment: ShuffleCommitment) -> Reason | None:
        """Compare seal and words with those that were shown; of a deal that was not seen before, note them."""
        seal, rounds, (own_seat,) = commitment.seal, commitment.rounds, info.seats
        context = ShuffleContext(info.game_id, number, match_uid=self._log.seen.match)
        fault = self._find_fault(context, own_seat, seal, rounds, is_complete=True)
        if fault is None:
            self._note(number, seal, rounds, self._find_own_word(number, len(rounds) - 1))
        return fault


def _check_rounds(rounds: tuple[WordRound, ...], seat_count: int) -> None:
    """Raise MessageError if rounds make no sense at a table with ``seat_count`` seats."""
    seats_of_rounds = [[word.seat for word in words] for words in rounds]
    is_sound = all(set(seats) <= set(range(seat_count)) and len(set(seats)) == len(seats) for seats in seats_of_rounds)
    if not rounds or len(rounds) > seat_count + 1 or not is_sound:
        raise MessageError("rounds that make no sense")


def _is_listed(words: WordRound) -> bool:
    """Return whether the commitments of all are shown."""
    return all(word.commitment for word in words)


def _is_open(words: WordRound) -> bool:
    """Return whether the words of all are shown."""
    return all(word.word for word in words)


def _hide_words(words: WordRound) -> WordRound:
    return tuple(SeatWord(word.seat, word.commitment) for word in words)
