"""What a guest's program has seen of a match: the log that its check of the host compares everything with.

It is stored with the seat, so a program that was started again goes on with it. It has digests of what was shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.cards import Hand
from game.core.events import Event
from game.core.phase import DealResult
from game.match.observation import Observation
from game.session.encoding import to_plain
from game.session.messages import MatchStatus, Turn
from game.shuffling.shuffle import WordRound

DIGEST_CHARACTERS: Final = 32
FactKind: TypeAlias = Literal["first", "step", "joined", "status", "pause", "result"]
"""What a digest is of: a first message, a step, a step that was under way while the connection began, a status, the
wait between two deals, the result of a deal."""
VERBS_BESIDE_TURN: Final = (LeaveMatch.verb, VoteToEnd.verb)
replace = msgspec.structs.replace


class SeenRound(msgspec.Struct, frozen=True):
    """A round of words as this guest saw it: its own ``word``, and the commitments of all in ``words``."""

    word: str = ""
    words: WordRound = ()


class SeenShuffle(msgspec.Struct, frozen=True):
    """The shuffle of a deal as the host has shown it; ``is_complete``: all words of the last round were shown."""

    seal: str
    rounds: tuple[SeenRound, ...] = ()
    is_complete: bool = False


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """The digest of something that the host showed when the deal had ``event_count`` events."""

    kind: FactKind
    event_count: int
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


ACCEPTED: Final = "accepted"


class VerifiedDeal(msgspec.Struct, frozen=True, array_like=True):
    """A deal that was verified: the number of its actions, and the digest of the deal up to them."""

    action_count: int
    digest: str


class SeenMatch(msgspec.Struct, frozen=True):
    """What the host has shown of a match, and what this program has sent.

    ``match``: the id of the match. ``info``: the digest of what never changes. ``begins_at``: the numbers of the deal
    and of its events before the log begins. ``shuffles``, ``facts``, ``verified``: by the number of the deal;
    ``facts`` are those of deals that are not verified yet. ``sent``: the actions in such deals, the oldest first.
    """

    match: str = ""
    info: str = ""
    begins_at: tuple[int, int] = (0, 0)
    shuffles: dict[int, SeenShuffle] = {}
    facts: dict[int, tuple[Fact, ...]] = {}
    sent: tuple[SentAction, ...] = ()
    verified: dict[int, VerifiedDeal] = {}


class SeenLog:
    """The log of one match. ``store``: saves it on the disk; what depends on it is sent only afterwards."""

    def __init__(self, seen: SeenMatch, store: Callable[[SeenMatch], None]) -> None:
        self.seen = seen
        self._store = store
        self._stored = seen

    def store(self) -> None:
        """Save the log if it has changed."""
        if self.seen != self._stored:
            self._store(self.seen)
            self._stored = self.seen

    def change(self, **changes: Any) -> None:
        """Replace parts of the log."""
        self.seen = replace(self.seen, **changes)

    def keep_shuffle(self, deal_number: int, shuffle: SeenShuffle) -> None:
        """Note and save the state of a shuffle."""
        self.change(shuffles={**self.seen.shuffles, deal_number: shuffle})
        self.store()

    def note_fact(self, deal_number: int, fact: Fact) -> None:
        """Note something that the host has shown; the same is noted once."""
        facts = self.seen.facts.get(deal_number, ())
        if fact not in facts:
            self.change(facts={**self.seen.facts, deal_number: (*facts, fact)})

    def note_sent(self, action: SentAction) -> None:
        """Note and save an action before it is sent."""
        if action not in self.seen.sent:
            self.change(sent=(*self.seen.sent, action))
            self.store()

    def note_answer(self, action: SentAction, answer: str) -> None:
        """Note the answer to an action that was sent."""
        answered, sent = replace(action, answer=answer), list(self.seen.sent)
        if action in sent:
            sent[sent.index(action)] = answered
            self.change(sent=tuple(sent))

    def note_verified(self, deal_number: int, deal: VerifiedDeal) -> None:
        """Note that a deal was verified: what was seen of it is needed no more, but for the departures after it."""
        facts = {number: facts for number, facts in self.seen.facts.items() if number != deal_number}
        sent = tuple(action for action in self.seen.sent if action.turn[0] != deal_number or action.is_beside_turn)
        self.change(facts=facts, sent=sent, verified={**self.seen.verified, deal_number: deal})


def make_digest(value: Any) -> str:
    """Return the digest of a value that can be sent."""
    return hashlib.sha256(msgspec.json.encode(to_plain(value))).hexdigest()[:DIGEST_CHARACTERS]


def digest_view(observation: Observation, result_count: int, turn: Turn, events: tuple[Event, ...], dealt: Hand) -> str:
    """Return the digest of what a guest is shown at a moment, with its ``events``: those of the deal or of a step.

    ``result_count``: the number of deals that are over; the result of each is a fact of its own deal.
    """
    return make_digest((replace(observation, results=()), result_count, turn, events, dealt))


def digest_status(status: MatchStatus) -> str:
    """Return the digest of the part of a status that follows from the match."""
    return make_digest(replace(status, error="", is_between_deals=False, is_given_up=False))


def digest_result(result: DealResult) -> str:
    """Return the digest of the result of a deal."""
    return make_digest(result)
