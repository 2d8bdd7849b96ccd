"""The check of a guest's program on its host: it contributes words, and compares all deals with what it saw.

docs/fairness.md says what a host may do. Everything that comes from it is as from a stranger's file.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from game.core.actions import Deal
from game.core.events import CardsDealt, DealerDrawn, Event, ShuffleCommitted
from game.core.messages import InputError, Reason
from game.core.phase import IllegalActionError
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record, RecordError, decode_record
from game.network.messages import CommitWord, OpenWord, Shuffle
from game.session.match_info import MatchInfo
from game.session.wire import WireError
from game.shuffling.commitments import (
    DealProof,
    MatchFairness,
    derive_dealer_draw,
    get_commitment,
    get_match_uid,
    verify_next_deal,
)
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import SeatWord, ShuffleContext, WordRound, compute_word_commitment

replace = msgspec.structs.replace


def make_word() -> str:
    """Return a new word for a shuffle, 64 random hexadecimal digits."""
    return secrets.token_hex(32)


class SeenRound(msgspec.Struct, frozen=True):
    """A round of words as this guest saw it: its own ``word``, and the commitments of all in ``words``."""

    word: str = ""
    words: WordRound = ()


class SeenShuffle(msgspec.Struct, frozen=True):
    """The shuffle of a deal as the host has shown it."""

    seal: str
    rounds: tuple[SeenRound, ...] = ()


class SeenShuffles(msgspec.Struct, frozen=True):
    """The shuffles of a host as it has shown them, by the number of the deal; ``match``: the id of the match."""

    match: str = ""
    shuffles: dict[int, SeenShuffle] = {}

    def with_shuffle(self, match: str, deal_number: int, shuffle: SeenShuffle) -> SeenShuffles:
        """Return the shuffles with another state of one."""
        return SeenShuffles(match, {**self.shuffles, deal_number: shuffle})


class ShuffleCheck:
    """The words of a guest, and its check of the host.

    ``seen``: what an earlier run of the program saw. ``store``: saves it on the disk; a word is sent only afterwards.
    ``make_word``: returns a new word, 64 random hexadecimal digits. ``is_dealer_drawn``: whether the first dealer is
    drawn by lot, as in the first match of a table. ``first_dealer``: in another match, the one that is due; None if it
    is not known.
    ``fault``: the first thing that the host did against the rules, or None. ``late_words``: the words that were
    missing, as deal number and seat, in the order of the rounds. ``deals_without_word``: the deals to whose shuffle
    this guest did not contribute. ``is_excluded``: whether the host takes no more words from it in this match, because
    its words were missing or came late.
    """

    def __init__(
        self, seen: SeenShuffles, store: Callable[[SeenShuffles], None], make_word: Callable[[], str], *,
        is_dealer_drawn: bool = True, first_dealer: int | None = None,
    ) -> None:  # fmt: skip
        self.seen = seen
        self.fault: Reason | None = None
        self.late_words: tuple[tuple[int, int], ...] = ()
        self.deals_without_word: tuple[int, ...] = ()
        self.is_excluded = False
        self._store = store
        self._make_word = make_word
        self._is_dealer_drawn = is_dealer_drawn
        self._first_dealer = first_dealer
        self._draws = set[Event]()
        self._info: MatchInfo | None = None
        self._turn = (0, 0)
        self._events: dict[int, tuple[Event, ...]] = {}
        self._rounds: dict[int, tuple[WordRound, ...]] = {}
        self._record: Record | None = None
        self._match: Match | None = None
        self._has_whole_record = False

    @property
    def next_dealer(self) -> int | None:
        """The first dealer of another match, once the record of this one is known."""
        return self._match.dealer if self._match is not None and self._match.is_over else None

    @property
    def is_deal_open(self) -> bool:
        """Whether cards of the last deal were seen, and the host has not shown the deal as a whole."""
        return self._turn[0] > (0 if self._record is None else len(self._record.deals))

    # -- what the guest sees

    def take_first(self, info: MatchInfo, turn: tuple[int, int], events: tuple[Event, ...]) -> None:
        """Process the present state of the match after a connection: it must not go back behind what was shown."""
        deal_number = turn[0]
        earlier_events = self._events.get(deal_number, ()) if deal_number else ()  # the draw belongs to no deal
        is_other_match = self._info is not None and info != self._info
        if is_other_match or turn < self._turn or events[: len(earlier_events)] != earlier_events:
            self._report(max(deal_number, self._turn[0]), Reason("host_went_back"))
        self._info, self._turn, self._events[deal_number] = info, turn, events
        self._check_dealer(deal_number, events)

    def take_step(self, turn: tuple[int, int], event_count: int, events: tuple[Event, ...]) -> None:
        """Process the events of an action."""
        deal_number = turn[0]
        earlier_events = self._events.get(deal_number, ()) if event_count else ()
        if turn < self._turn or event_count != len(earlier_events) or self._has_whole_record:
            self._report(max(deal_number, self._turn[0]), Reason("host_went_back"))
        self._turn, self._events[deal_number] = turn, (*earlier_events[:event_count], *events)
        self._draws.update(event for event in events if isinstance(event, DealerDrawn))
        self._check_dealer(deal_number, events)

    def _check_dealer(self, deal_number: int, events: tuple[Event, ...]) -> None:
        """Compare the dealer of the first deal with the one that is due."""
        dealers = {event.dealer for event in events if isinstance(event, CardsDealt)}
        if deal_number == 1 and self._first_dealer is not None and dealers - {self._first_dealer}:
            self._report(deal_number, Reason("host_other_dealer"))

    # -- the words

    def take_shuffle(self, message: Shuffle) -> CommitWord | OpenWord | None:
        """Process the words for a shuffle, and return this guest's own contribution to it, if one is due.

        Nothing is contributed to a shuffle in which the host has changed something.
        """
        info, number = self._get_info(), message.deal
        _check_rounds(message.rounds, len(info.players))
        seen = self.seen.shuffles.get(number, SeenShuffle(message.seal))
        fault = self._find_shuffle_fault(message, seen)
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
        contributes = own_seat in [word.seat for word in words]
        if contributes and not is_listed and not own_word:
            own_word = self._make_word()
        seen_rounds[-1] = SeenRound(own_word, _hide_words(words) if is_listed else ())
        self._keep(message.match, number, SeenShuffle(message.seal, tuple(seen_rounds)))
        if not contributes or not own_word:
            return None
        if not is_listed:
            context = ShuffleContext(info.game_id, number, match_uid=message.match)
            commitment = compute_word_commitment(context, message.seal, own_seat, own_word)
            return CommitWord(deal=number, round=len(message.rounds), commitment=commitment)
        if all(word.word for word in words):
            return None
        return OpenWord(deal=number, round=len(message.rounds), word=own_word)

    def _find_shuffle_fault(self, message: Shuffle, seen: SeenShuffle) -> Reason | None:
        if self.seen.match not in ("", message.match) or message.deal < max(self.seen.shuffles, default=0):
            return Reason("host_went_back")
        if message.seal != seen.seal:
            return Reason("host_second_seal")
        return self._find_list_fault(message.match, message.deal, seen, message.rounds)

    def _find_list_fault(
        self, match: str, deal_number: int, seen: SeenShuffle, rounds: tuple[WordRound, ...]
    ) -> Reason | None:  # fmt: skip
        """Return the fault of rounds that differ from those seen, or in which this guest's word was changed."""
        info = self._get_info()
        (own_seat,) = info.seats
        context = ShuffleContext(info.game_id, deal_number, match_uid=match)
        if len(rounds) < len(seen.rounds):
            return Reason("host_other_words")
        for known, words in zip(seen.rounds, rounds, strict=False):
            if known.words and _hide_words(words) != known.words:
                return Reason("host_other_words")
            for word in words:
                if word.seat != own_seat or not known.word or not word.commitment:
                    continue
                if word.commitment != compute_word_commitment(context, seen.seal, own_seat, known.word):
                    return Reason("host_other_words")
        return None

    def _note_late_words(self, deal_number: int, rounds: tuple[WordRound, ...]) -> None:
        late_words = ((deal_number, word.seat) for words in rounds[:-1] for word in words if not word.word)
        self.late_words = (*self.late_words, *(late for late in late_words if late not in self.late_words))

    # -- a deal

    def take_proof(self, proof: DealProof) -> None:
        """Process the seal and the words of a deal that has begun; they are those that were shown before."""
        commitment, number, info = proof.commitment, proof.deal_number, self._get_info()
        _check_rounds(commitment.rounds or ((),), len(info.players))
        seen = self.seen.shuffles.get(number)
        match = self.seen.match
        if seen is None:
            seen = SeenShuffle(commitment.seal)
            self._keep(match, number, seen)
        if commitment.seal != seen.seal:
            self._report(number, Reason("host_second_seal"))
        elif not commitment.rounds:
            self._report(number, Reason("words_missing"))
        elif match and self._find_list_fault(match, number, seen, commitment.rounds) is not None:
            self._report(number, Reason("host_other_words"))
        elif match:
            context = ShuffleContext(info.game_id, number, match_uid=match)
            code = find_round_fault(context, commitment.seal, commitment.rounds)
            if code:
                self._report(number, Reason(code))
        (own_seat,) = info.seats
        if number not in self._rounds and own_seat not in [word.seat for word in commitment.last_round]:
            self.deals_without_word = (*self.deals_without_word, number)
        if self._rounds.setdefault(number, commitment.rounds) != commitment.rounds:
            self._report(number, Reason("host_other_words"))

    def take_finished_deal(self, number: int, data: bytes) -> None:
        """Verify a deal that is over, if all deals before it are known; else the record of the match is awaited."""
        try:
            record = decode_record(data)
        except RecordError:
            self._report(number, Reason("host_other_cards"))
            return
        if len(record.deals) != 1:
            raise WireError("not one deal")
        if not self._take_match(record):
            return
        known = () if self._record is None else self._record.deals
        if number == len(known) + 1:
            self._verify_deal(record.deals[0])
        elif 1 <= number <= len(known) and record.deals[0] != known[number - 1]:
            self._report(number, Reason("host_other_cards"))

    def take_record(self, data: bytes) -> None:
        """Compare the record of the finished match with all that was seen, and verify the deals not known yet."""
        try:
            record = decode_record(data)
        except RecordError:
            self._report(self._turn[0], Reason("host_other_record"))
            return
        info = self._get_info()
        known = () if self._record is None else self._record.deals
        names = tuple(player.name for player in info.players)
        header = (record.game_id, record.options, record.names)
        if not self._take_match(record):
            return
        if header != (info.game_id, info.options, names) or record.deals[: len(known)] != known:
            self._report(self._turn[0], Reason("host_other_record"))
            return
        for deal in record.deals[len(known) :]:
            self._verify_deal(deal)
        if len(record.deals) < self._turn[0]:
            self._report(self._turn[0], Reason("host_other_record"))
        self._has_whole_record = True

    def _take_match(self, record: Record) -> bool:
        """Take the id of the match from a record if it is not known yet. Return whether it is the right one."""
        match = get_match_uid(record)
        if not match or self.seen.match not in ("", match):
            self._report(self._turn[0], Reason("host_other_record" if match else "words_missing"))
            return False
        self.seen = replace(self.seen, match=match)
        return True

    def _verify_deal(self, deal: DealRecord) -> None:
        """Verify the next deal against its seal, its words, and all events that were seen."""
        record, match = self._record, self._match
        if record is None or match is None:
            record = self._make_record(deal.dealer)
            match = record.create_match()
        number = len(record.deals) + 1
        try:
            problem = self._find_deal_problem(record, match, deal, number)
            after = _replay_deal(match, deal, number)
        except (InputError, IllegalActionError):
            self._report(number, Reason("host_other_cards"))
            return
        seen_events, (own_seat,) = self._events.get(number, ()), self._get_info().seats
        events = tuple(event.seen_by(own_seat) for event in after[1])
        if problem is None and events[: len(seen_events)] != seen_events:
            problem = Reason("host_other_cards")
        if problem is not None:
            self._report(number, problem)
        self._record, self._match = replace(record, deals=(*record.deals, deal)), after[0]

    def _find_deal_problem(self, record: Record, match: Match, deal: DealRecord, number: int) -> Reason | None:
        seen, rounds = self.seen.shuffles.get(number), self._rounds.get(number)
        if seen is not None and get_commitment(deal) != seen.seal:
            return Reason("host_second_seal")
        if rounds is not None and deal.extra.get(FAIRNESS_KEY, {}).get("rounds") != msgspec.json.decode(
            msgspec.json.encode(rounds)
        ):
            return Reason("host_other_words")
        if number == 1 and self._first_dealer not in (None, deal.dealer):
            return Reason("host_other_dealer")
        problem = verify_next_deal(record, match, deal)
        if problem is None and number == 1 and self._draws - {derive_dealer_draw(record, deal)}:
            return Reason("host_other_cards")
        return problem

    def _make_record(self, first_dealer: int) -> Record:
        """Return the record of the match before its first deal, as this guest knows it."""
        info = self._get_info()
        fairness = MatchFairness(match=self.seen.match, is_dealer_drawn=self._is_dealer_drawn)
        return Record(
            game_id=info.game_id, preset=info.preset, options=info.options,
            names=tuple(player.name for player in info.players), first_dealer=first_dealer,
            extra={FAIRNESS_KEY: msgspec.to_builtins(fairness)},
        )  # fmt: skip

    # -- what is kept

    def _get_info(self) -> MatchInfo:
        if self._info is None:
            raise WireError("a shuffle before the first message")
        return self._info

    def _keep(self, match: str, deal_number: int, shuffle: SeenShuffle) -> None:
        seen = self.seen.with_shuffle(match, deal_number, shuffle)
        if seen != self.seen:
            self.seen = seen
            self._store(seen)

    def _report(self, deal_number: int, fault: Reason) -> None:
        if self.fault is None:
            self.fault = Reason("problem_of_deal", {"number": deal_number, "fault": fault})


def _check_rounds(rounds: tuple[WordRound, ...], seat_count: int) -> None:
    """Raise WireError if rounds make no sense at a table with ``seat_count`` seats."""
    seats_of_rounds = [[word.seat for word in words] for words in rounds]
    is_sound = all(set(seats) <= set(range(seat_count)) and len(set(seats)) == len(seats) for seats in seats_of_rounds)
    if not rounds or len(rounds) > seat_count + 1 or not is_sound:
        raise WireError("rounds that make no sense")


def _is_listed(words: WordRound) -> bool:
    """Return whether the commitments of all are shown."""
    return all(word.commitment for word in words)


def _hide_words(words: WordRound) -> WordRound:
    return tuple(SeatWord(word.seat, word.commitment) for word in words)


def _replay_deal(match: Match, deal: DealRecord, number: int) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after a deal, and the events of the deal with nothing hidden.

    Raise IllegalActionError if the pack or an action is illegal.
    """
    step = match.apply(Deal(deal.pack))
    events: tuple[Event, ...] = (ShuffleCommitted(number, get_commitment(deal) or ""), *step.events)
    for action in deal.actions:
        step = step.match.apply(action)
        events = (*events, *step.events)
    return step.match, events
