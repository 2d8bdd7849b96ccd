"""The words that a guest's program contributes to the shuffles (docs/fairness.md)."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from game.network.messages import CommitWord, OpenWord, Shuffle
from game.network.seen_match import SeenLog
from game.session.match_info import MatchInfo
from game.shuffling.shuffle import ShuffleCommitment, ShuffleContext, compute_word_commitment


def make_word() -> str:
    """Return a new word for a shuffle, 64 random hexadecimal digits."""
    return secrets.token_hex(32)


class ShuffleWords:
    """The words of a guest in the ``log``. ``make_word``: returns a new word, 64 random hexadecimal digits.

    ``late_words``: the words that were missing, as deal number and seat, in the order of the rounds.
    ``deals_without_word``: the deals to whose shuffle this guest did not contribute. ``is_excluded``: whether the host
    takes no more words from it in this match, because its words were missing or came late.
    """

    def __init__(self, log: SeenLog, make_word: Callable[[], str]) -> None:
        self.late_words: tuple[tuple[int, int], ...] = ()
        self.deals_without_word: tuple[int, ...] = ()
        self.is_excluded = False
        self._log = log
        self._make_word = make_word

    def contribute(self, info: MatchInfo, message: Shuffle) -> CommitWord | OpenWord | None:
        """Return this guest's contribution to a shuffle in which the host has changed nothing, if one is due."""
        number, seal, rounds, (own_seat,) = message.deal, message.seal, message.rounds, info.seats
        late_words = [(number, word.seat) for words in rounds[:-1] for word in words if not word.word]
        self.late_words = tuple(dict.fromkeys((*self.late_words, *late_words)))
        self.is_excluded = own_seat in message.excluded_seats
        own_word = self._log.seen.find_own_word(number, len(rounds) - 1)
        is_listed = all(word.commitment for word in rounds[-1])
        contributes = own_seat in [word.seat for word in rounds[-1]]
        if contributes and not is_listed and not own_word:
            own_word = self._make_word()
        self._log.change(match=message.match)
        self._log.note_shuffle(number, seal, rounds, own_word)
        if not contributes or not own_word or all(word.word for word in rounds[-1]):
            return None
        if is_listed:
            return OpenWord(deal=number, round=len(rounds), word=own_word)
        context = ShuffleContext(info.game_id, number, match_uid=message.match)
        commitment = compute_word_commitment(context, seal, own_seat, own_word)
        return CommitWord(deal=number, round=len(rounds), commitment=commitment)

    def note_commitment(self, number: int, commitment: ShuffleCommitment, own_seat: int) -> None:
        """Note whether this guest has contributed to a deal that has begun."""
        if number not in self.deals_without_word and own_seat not in [word.seat for word in commitment.last_round]:
            self.deals_without_word = (*self.deals_without_word, number)
