"""The log of a match: all that a guest's program has seen and sent, for its check of the host.

It is stored with the seat, so a program that was started again goes on with it. It has digests of what was shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from game.core.actions import Action, LeaveMatch, VoteToEnd, map_actions_by_verb, parse_action
from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.core.phase import DealResult
from game.match.record import DealRecord
from game.rules.game import Game
from game.session.encoding import to_plain
from game.session.match_info import MatchInfo
from game.session.messages import FirstMessage, TransitionMessage, Turn
from game.shuffling.shuffle import WordRound

DIGEST_CHARACTERS: Final = 32
ACCEPTED: Final = "accepted"
EntryKind: TypeAlias = Literal["first", "step", "joined", "status", "proof"]
"""The kind of what was shown; ``joined``: a step that was under way while the connection began."""
VERBS_BESIDE_TURN: Final = (LeaveMatch.verb, VoteToEnd.verb)
EVENTS_BESIDE_TURN: Final = (PlayerLeft, VoteToEndCast)
replace = msgspec.structs.replace


def is_round_listed(words: WordRound) -> bool:
    """Return whether the commitments of all are shown."""
    return all(word.commitment for word in words)


def is_round_open(words: WordRound) -> bool:
    """Return whether the words of all are shown."""
    return all(word.word for word in words)


class SeenShuffle(msgspec.Struct, frozen=True):
    """The shuffle of a deal as the host has shown it.

    ``own_words``: of this guest, by round, "" if it had none. ``rounds``: those of which all commitments were shown.
    """

    seal: str
    own_words: tuple[str, ...] = ()
    rounds: tuple[WordRound, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all words of the last round were shown."""
        return bool(self.rounds) and is_round_open(self.rounds[-1])


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """The digest of what the host showed when deal ``deal`` had ``event_count`` events."""

    deal: int
    event_count: int
    kind: EntryKind
    digest: str


class SentAction(msgspec.Struct, frozen=True, array_like=True):
    """An action that this program has sent for its own seat; ``turn``: the one for which it was meant.

    ``answer``: "" before there is one, "accepted", or the code of the refusal.
    """

    turn: Turn
    text: str
    answer: str = ""

    @property
    def is_beside_turn(self) -> bool:
        """Whether it is a departure or a vote, which may come at any time."""
        return self.text.split()[1] in VERBS_BESIDE_TURN

    @property
    def can_be_taken(self) -> bool:
        """Whether the host may take it: it was not refused."""
        return self.answer in ("", ACCEPTED)

    def is_for(self, turn: Turn) -> bool:
        """Return whether it was meant for a turn, or may come at any."""
        return self.is_beside_turn or self.turn == turn

    def is_action(self, turn: Turn, text: str) -> bool:
        """Return whether it is the action ``text`` of ``turn``."""
        return self.text == text and self.is_for(turn)

    def can_cause(self, event: Event, game: Game) -> bool:
        """Return whether the action can begin with ``event``: fields with the same name are equal, such as the card."""
        action = parse_action(self.text, map_actions_by_verb(*game.actions))
        names = [name for name in action.__struct_fields__ if hasattr(event, name)]
        return all(getattr(action, name) == getattr(event, name) for name in names)


class KnownDeal(msgspec.Struct, frozen=True, array_like=True):
    """A deal that was shown as a whole: the number of its actions, and the digest of the deal up to them.

    ``is_verified``: whether it was compared with what was shown of it before.
    """

    action_count: int
    digest: str
    is_verified: bool


class SeenMatch(msgspec.Struct, frozen=True):
    """All that the host has shown of a match, and the actions and words that this program has sent.

    ``match``: the id of the match. ``info``: the digest of what never changes. ``begins_at``: the numbers of the deal
    and of its events before the log begins. ``entries``: those of deals that are not verified yet, the oldest first;
    ``sent``: also those of the last verified one. ``shuffles``, ``deals``: by the number of the deal.
    """

    match: str = ""
    info: str = ""
    begins_at: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()
    sent: tuple[SentAction, ...] = ()
    shuffles: dict[int, SeenShuffle] = {}
    deals: dict[int, KnownDeal] = {}

    def find_own_word(self, deal: int, place: int) -> str:
        """Return the word of this guest for a round of a shuffle, "" if it had none."""
        shuffle = self.shuffles.get(deal)
        return shuffle.own_words[place] if shuffle is not None and place < len(shuffle.own_words) else ""

    def has_other_deal(self, number: int, deal: DealRecord) -> bool:
        """Return whether a deal with this number was shown that is not the beginning of ``deal``."""
        known = self.deals.get(number)
        return known is not None and known.digest != digest_deal(deal, known.action_count)


class SeenLog:
    """The log of one match. ``store``: saves it on the disk; what depends on it is sent only afterwards.

    What the screen shows now: ``turn``, ``revision``, the ``events`` of the deal, the ``results`` of all deals, and
    whether match and deal are over and the person has left.
    """

    def __init__(self, seen: SeenMatch, store: Callable[[SeenMatch], None]) -> None:
        self.seen = seen
        self.turn: Turn = (0, 0)
        self.revision = 0
        self.events: tuple[Event, ...] = ()
        self.results: tuple[DealResult, ...] = ()
        self.is_over = self.is_deal_over = self.has_left = False
        self._store = store

    @property
    def is_deal_open(self) -> bool:
        """Whether cards of the last deal were seen, and the host has not shown the deal as a whole."""
        return self.turn[0] not in {0, *self.seen.deals}

    @property
    def is_deal_due(self) -> bool:
        """Whether the last deal is over, and the host has not shown it as a whole."""
        return self.is_deal_over and self.is_deal_open

    def list_later_actions(self, event_count: int) -> list[Action]:
        """Return the departures and votes of the deal after its first events."""
        return [
            LeaveMatch(event.seat) if isinstance(event, PlayerLeft) else VoteToEnd(event.seat)
            for event in self.events[event_count:]
            if isinstance(event, EVENTS_BESIDE_TURN)
        ]

    def can_happen(self, events: tuple[Event, ...], info: MatchInfo, *, is_timer_shown: bool) -> bool:
        """Return whether a step is none of an own seat, or takes an action that was sent, or that is not its own.

        An action is not its own after a time-out, and after the person has left. A time-out needs a turn timer that was
        shown.
        """
        event, seat = events[0] if events else None, info.own_seat
        if event is None or seat is None or getattr(event, "seat", None) != seat:
            return True
        if isinstance(event, PlayerTimedOut):
            return is_timer_shown
        if not isinstance(event, EVENTS_BESIDE_TURN):
            earlier = [past for past in self.events if not isinstance(past, EVENTS_BESIDE_TURN)]
            if self.has_left or earlier[-1:] == [PlayerTimedOut(seat)]:
                return True
        sent = (action for action in self.seen.sent if action.can_be_taken and action.is_for(self.turn))
        return any(action.can_cause(event, info.game) for action in sent)

    def change(self, **changes: Any) -> None:
        """Replace parts of the log."""
        self.seen = replace(self.seen, **changes)

    def note_shuffle(self, match: str, deal: int, seal: str, rounds: tuple[WordRound, ...], own_word: str) -> None:
        """Note and save a shuffle as it was shown; ``own_word``: that of this guest for the last round."""
        own_words = [self.seen.find_own_word(deal, place) for place in range(len(rounds) - 1)]
        listed_rounds = tuple(filter(is_round_listed, rounds))
        shuffle = SeenShuffle(seal, (*own_words, own_word), listed_rounds)
        if self.seen.shuffles.get(deal) != shuffle:
            self.change(match=match, shuffles={**self.seen.shuffles, deal: shuffle})
            self._store(self.seen)

    def note_match(
        self, kind: EntryKind, message: FirstMessage | TransitionMessage, earlier_events: tuple[Event, ...]
    ) -> None:
        """Note what the screen shows after a message; ``earlier_events``: those of the deal before it."""
        (view,), self.turn, self.revision = message.views, message.turn, message.revision
        observation, self.events = view.observation, (*earlier_events, *view.events)
        self.results = message.results if isinstance(message, FirstMessage) else (*self.results, *message.results)
        self.is_over, self.has_left = observation.is_over, view.seat in observation.departed_seats
        self.is_deal_over = self.turn[0] > 0 and (observation.result is not None or observation.is_over)
        self.note(kind, (self.turn, replace(view, events=self.events), self.results))

    def note(self, kind: EntryKind, shown: Any) -> None:
        """Note what the host has shown; the same is noted once."""
        entry = Entry(self.turn[0], len(self.events), kind, make_digest(shown))
        if entry not in self.seen.entries:
            self.change(entries=(*self.seen.entries, entry))

    def note_sent(self, action: SentAction) -> None:
        """Note and save an action before it is sent."""
        if action not in self.seen.sent:
            self.change(sent=(*self.seen.sent, action))
            self._store(self.seen)

    def note_answer(self, action: SentAction, answer: str) -> None:
        """Note the answer to an action that was sent."""
        self.change(sent=tuple(replace(sent, answer=answer) if sent == action else sent for sent in self.seen.sent))

    def note_deal(self, number: int, deal: DealRecord, *, is_verified: bool) -> None:
        """Note a deal that was shown as a whole. What was seen of it before it was verified is needed no more."""
        entries, sent = self.seen.entries, self.seen.sent
        if is_verified:
            entries = tuple(entry for entry in entries if entry.deal != number)
            sent = tuple(action for action in sent if action.turn[0] >= number or action.is_beside_turn)
        count = len(deal.actions)
        known = KnownDeal(count, digest_deal(deal, count), is_verified)
        self.change(entries=entries, sent=sent, deals={**self.seen.deals, number: known})

    def take_over(self, other: SeenMatch) -> None:
        """Take over what another program at the same seat has sent and seen of the shuffles."""
        own = self.seen
        if own.match in ("", other.match) and own.info in ("", other.info):
            sent = dict.fromkeys((*own.sent, *other.sent))
            self.change(match=other.match, sent=tuple(sent), shuffles={**own.shuffles, **other.shuffles})


def make_digest(value: Any) -> str:
    """Return the digest of a value that can be sent."""
    return hashlib.sha256(msgspec.json.encode(to_plain(value))).hexdigest()[:DIGEST_CHARACTERS]


def digest_deal(deal: DealRecord, action_count: int) -> str:
    """Return the digest of a deal up to some action."""
    extra = msgspec.json.encode(deal.extra).decode()
    return make_digest((deal.dealer, deal.pack, deal.actions[:action_count], extra))
