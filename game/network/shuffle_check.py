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
from game.network.seen_match import SeenLog, SeenRound, SeenShuffle
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.shuffling.commitments import DealProof, get_commitment
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import (
    SeatWord,
    ShuffleCommitment,
    ShuffleContext,
    WordRound,
    compute_word_commitment,
)

replace = msgspec.structs.replace


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
        self._rounds: dict[int, tuple[WordRound, ...]] = {}

    def take_shuffle(self, info: MatchInfo, message: Shuffle, due_deal: int) -> CommitWord | OpenWord | None:
        """Process the words for a shuffle, and return this guest's own contribution to it, if one is due.

        Nothing is contributed to a shuffle in which the host has changed something. ``due_deal``: the number of the
        deal that comes next.
        """
        number = message.deal
        _check_rounds(message.rounds, len(info.players))
        seen = self._log.seen.shuffles.get(number, SeenShuffle(message.seal))
        fault = self._find_shuffle_fault(info, message, seen, due_deal)
        if fault is not None:
            self._report(number, fault)
            return None
        self._note_late_words(number, message.rounds)
        *_void_rounds, words = message.rounds
        (own_seat,) = info.seats
        self.is_excluded = own_seat in message.excluded_seats
        seen_rounds = [*seen.rounds, *[SeenRound()] * (len(message.rounds) - len(seen.rounds))]
        seen_rounds[:-1] = [
            SeenRound(known.word, _hide_words(shown))
            for known, shown in zip(seen_rounds[:-1], message.rounds[:-1], strict=True)
        ]
        own_word, is_listed = seen_rounds[-1].word, _is_listed(words)
        is_complete = is_listed and all(word.word for word in words)
        contributes = own_seat in [word.seat for word in words]
        if contributes and not is_listed and not own_word:
            own_word = self._make_word()
        seen_rounds[-1] = SeenRound(own_word, _hide_words(words) if is_listed else ())
        self._log.change(match=message.match)
        self._log.keep_shuffle(number, SeenShuffle(message.seal, tuple(seen_rounds), is_complete))
        if is_complete:
            self._rounds[number] = message.rounds
        if not contributes or not own_word:
            return None
        if not is_listed:
            context = ShuffleContext(info.game_id, number, match_uid=message.match)
            commitment = compute_word_commitment(context, message.seal, own_seat, own_word)
            return CommitWord(deal=number, round=len(message.rounds), commitment=commitment)
        return None if is_complete else OpenWord(deal=number, round=len(message.rounds), word=own_word)

    def _find_shuffle_fault(self, info: MatchInfo, message: Shuffle, seen: SeenShuffle, due_deal: int) -> Reason | None:
        if self._log.seen.match not in ("", message.match):
            return Reason("host_went_back")
        if message.seal != seen.seal:
            return Reason("host_second_seal")
        if message.deal != due_deal:
            return Reason("host_went_back")
        fault = self._find_list_fault(info, message.match, message.deal, seen, message.rounds)
        if fault is None and all(word.word for word in message.rounds[-1]):
            context = ShuffleContext(info.game_id, message.deal, match_uid=message.match)
            code = find_round_fault(context, message.seal, message.rounds)
            fault = Reason(code) if code else None
        return fault

    def _find_list_fault(
        self, info: MatchInfo, match: str, deal_number: int, seen: SeenShuffle, rounds: tuple[WordRound, ...]
    ) -> Reason | None:
        """Return the fault of rounds that differ from those seen, or in which this guest's word was changed."""
        (own_seat,) = info.seats
        context = ShuffleContext(info.game_id, deal_number, match_uid=match)
        if len(rounds) < len(seen.rounds) or (seen.is_complete and len(rounds) != len(seen.rounds)):
            return Reason("host_other_words")
        for place, words in enumerate(rounds):
            known = seen.rounds[place] if place < len(seen.rounds) else SeenRound()
            is_seen_before_list = place < len(seen.rounds) and not known.words
            if known.words and _hide_words(words) != known.words:
                return Reason("host_other_words")
            own_commitment = next((word.commitment for word in words if word.seat == own_seat), "")
            if known.word and own_commitment:
                if own_commitment != compute_word_commitment(context, seen.seal, own_seat, known.word):
                    return Reason("host_other_words")
            elif own_commitment and (is_seen_before_list or self._log.seen.begins_at[0] < deal_number - 1):
                return Reason("host_other_words")  # a word that this program has not contributed
        return None

    def _note_late_words(self, deal_number: int, rounds: tuple[WordRound, ...]) -> None:
        late_words = ((deal_number, word.seat) for words in rounds[:-1] for word in words if not word.word)
        self.late_words = (*self.late_words, *(late for late in late_words if late not in self.late_words))

    # -- a deal

    def find_missing(self, deal_number: int, seal: str) -> Reason | None:
        """Return the reason to refuse a deal at its first step, or None.

        All words and this ``seal`` must have been shown before.
        """
        seen = self._log.seen.shuffles.get(deal_number)
        if seen is None or not seen.is_complete:
            return Reason("words_missing")
        return None if seal == seen.seal else Reason("host_second_seal")

    def take_proof(self, info: MatchInfo, proof: DealProof) -> None:
        """Process the seal and the words of a deal that has begun; they are those that were shown before."""
        commitment, number = proof.commitment, proof.deal_number
        _check_rounds(commitment.rounds or ((),), len(info.players))
        fault = self._find_commitment_fault(info, number, commitment)
        if fault is not None:
            self._report(number, fault)
        (own_seat,) = info.seats
        if number not in self.deals_without_word and own_seat not in [word.seat for word in commitment.last_round]:
            self.deals_without_word = (*self.deals_without_word, number)

    def find_deal_fault(self, info: MatchInfo, number: int, deal: DealRecord) -> Reason | None:
        """Return how seal and words of a deal that is over differ from those that were shown, or None."""
        try:
            commitment = msgspec.convert(deal.extra.get(FAIRNESS_KEY, {}), ShuffleCommitment)
        except msgspec.ValidationError:
            return Reason("deal_fairness_damaged")
        if get_commitment(deal) is None:
            return Reason("not_sealed")
        return self._find_commitment_fault(info, number, commitment)

    def _find_commitment_fault(self, info: MatchInfo, number: int, commitment: ShuffleCommitment) -> Reason | None:
        """Compare seal and words with those that were shown; of a deal that was not seen before, note them."""
        seen, match, rounds = self._log.seen.shuffles.get(number), self._log.seen.match, commitment.rounds
        if seen is not None and commitment.seal != seen.seal:
            return Reason("host_second_seal")
        if not rounds:
            return Reason("words_missing")
        seen = SeenShuffle(commitment.seal) if seen is None else seen
        if self._rounds.get(number, rounds) != rounds:
            return Reason("host_other_words")
        if match:
            context = ShuffleContext(info.game_id, number, match_uid=match)
            fault = self._find_list_fault(info, match, number, seen, rounds)
            code = find_round_fault(context, commitment.seal, rounds)
            if fault is not None or code:
                return fault or Reason(code)
        self._rounds[number] = rounds
        words = [known.word for known in seen.rounds]
        words += [""] * (len(rounds) - len(words))
        seen_rounds = tuple(SeenRound(word, _hide_words(shown)) for word, shown in zip(words, rounds, strict=True))
        self._log.keep_shuffle(number, SeenShuffle(commitment.seal, seen_rounds, is_complete=True))
        return None


def _check_rounds(rounds: tuple[WordRound, ...], seat_count: int) -> None:
    """Raise MessageError if rounds make no sense at a table with ``seat_count`` seats."""
    seats_of_rounds = [[word.seat for word in words] for words in rounds]
    is_sound = all(set(seats) <= set(range(seat_count)) and len(set(seats)) == len(seats) for seats in seats_of_rounds)
    if not rounds or len(rounds) > seat_count + 1 or not is_sound:
        raise MessageError("rounds that make no sense")


def _is_listed(words: WordRound) -> bool:
    """Return whether the commitments of all are shown."""
    return all(word.commitment for word in words)


def _hide_words(words: WordRound) -> WordRound:
    return tuple(SeatWord(word.seat, word.commitment) for word in words)
