"""The log of a match: all that a guest's program has seen and sent, for its check of the host.

It is stored with the seat, so a program that was started again goes on with it. It has digests of what was shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.events import Event
from game.match.record import DealRecord
from game.session.encoding import to_plain
from game.session.messages import HostMessage, Turn
from game.shuffling.shuffle import WordRound

DIGEST_CHARACTERS: Final = 32
ACCEPTED: Final = "accepted"
EntryKind: TypeAlias = Literal["first", "step", "joined", "status", "proof"]
"""The kind of a message whose digest is kept; ``joined``: a step under way while the connection began."""
VERBS_BESIDE_TURN: Final = (LeaveMatch.verb, VoteToEnd.verb)
replace = msgspec.structs.replace


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
        return bool(self.rounds) and all(word.word for word in self.rounds[-1])


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """The digest of a message that the host showed when deal ``deal`` had ``event_count`` events."""

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
        return self.text.split()[1:2] in [[verb] for verb in VERBS_BESIDE_TURN]

    @property
    def can_be_taken(self) -> bool:
        """Whether the host may take it: it was not refused."""
        return self.answer in ("", ACCEPTED)

    def is_action(self, turn: Turn, text: str) -> bool:
        """Return whether it is the action ``text`` of ``turn``."""
        return self.text == text and (self.is_beside_turn or self.turn == turn)


class VerifiedDeal(msgspec.Struct, frozen=True, array_like=True):
    """A deal that was verified: the number of its actions, and the digest of the deal up to them."""

    action_count: int
    digest: str


class SeenMatch(msgspec.Struct, frozen=True):
    """All that the host has shown of a match, and the actions and words that this program has sent.

    ``match``: the id of the match. ``info``: the digest of what never changes. ``begins_at``: the numbers of the deal
    and of its events before the log begins. ``entries``, ``sent``: those of deals that are not verified yet, the oldest
    first. ``shuffles``, ``verified``: by the number of the deal.
    """

    match: str = ""
    info: str = ""
    begins_at: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()
    sent: tuple[SentAction, ...] = ()
    shuffles: dict[int, SeenShuffle] = {}
    verified: dict[int, VerifiedDeal] = {}

    def find_entries(self, deal: int) -> list[Entry]:
        """Return the entries of a deal, the oldest first."""
        return [entry for entry in self.entries if entry.deal == deal]


class SeenLog:
    """The log of one match. ``store``: saves it on the disk; what depends on it is sent only afterwards."""

    def __init__(self, seen: SeenMatch, store: Callable[[SeenMatch], None]) -> None:
        self.seen = seen
        self._store = store

    def change(self, **changes: Any) -> None:
        """Replace parts of the log."""
        self.seen = replace(self.seen, **changes)

    def keep_shuffle(self, deal: int, shuffle: SeenShuffle) -> None:
        """Note and save the state of a shuffle."""
        if self.seen.shuffles.get(deal) != shuffle:
            self.change(shuffles={**self.seen.shuffles, deal: shuffle})
            self._store(self.seen)

    def note(self, kind: EntryKind, deal: int, events: Mapping[int, tuple[Event, ...]], message: HostMessage) -> None:
        """Note a message that the host has shown; the same is noted once. ``events``: those so far, by deal."""
        entry = Entry(deal, len(events.get(deal, ())) if deal else 0, kind, make_digest(message))
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

    def note_verified(self, deal_number: int, deal: DealRecord) -> None:
        """Note that a deal was verified: what was seen of it is needed no more, but for the departures after it."""
        entries = tuple(entry for entry in self.seen.entries if entry.deal != deal_number)
        sent = tuple(action for action in self.seen.sent if action.turn[0] != deal_number or action.is_beside_turn)
        verified = VerifiedDeal(len(deal.actions), digest_deal(deal))
        self.change(entries=entries, sent=sent, verified={**self.seen.verified, deal_number: verified})

    def take_over(self, other: SeenMatch) -> None:
        """Take over what another program at the same seat has sent and seen of the shuffles."""
        own = self.seen
        if own.match in ("", other.match) and own.info in ("", other.info):
            sent = dict.fromkeys((*own.sent, *other.sent))
            self.change(match=other.match, sent=tuple(sent), shuffles={**own.shuffles, **other.shuffles})


def make_digest(value: Any) -> str:
    """Return the digest of a value that can be sent."""
    return hashlib.sha256(msgspec.json.encode(to_plain(value))).hexdigest()[:DIGEST_CHARACTERS]


def digest_deal(deal: DealRecord) -> str:
    """Return the digest of a deal: its dealer, its pack and its actions."""
    return make_digest((deal.dealer, deal.pack, deal.actions))
