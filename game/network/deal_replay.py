"""The replay of a deal as one seat sees it: what a fair host shows of each of its moments."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.core.actions import Action, Deal, LeaveMatch, VoteToEnd
from game.core.cards import Card
from game.core.events import Event, ShuffleCommitted
from game.match.match import Match
from game.match.observation import find_dealt_cards, observe
from game.match.record import DealRecord, Record
from game.network.seen_match import EntryKind
from game.session.host_connection import derive_status
from game.session.match_info import MatchInfo
from game.session.messages import FirstMessage, HostMessage, ProofMessage, SeatView, TransitionMessage, Turn
from game.shuffling.commitments import DealProof, derive_dealer_draw, get_commitment, prove_deal

replace = msgspec.structs.replace


class Moment(NamedTuple):
    """The match after the deal of the cards or an ``action``, and ``before`` it.

    ``events``: of the deal so far, masked for the seat; ``new_count``: the number of those of the last step.
    """

    before: Match
    match: Match
    turn: Turn
    events: tuple[Event, ...] = ()
    new_count: int = 0
    pack: tuple[Card, ...] = ()
    action: Action | None = None


class DealReplay(NamedTuple):
    """A deal and its moments. ``record``: of the match, with the deals before it; ``before``: the match without it."""

    record: Record
    before: Match
    deal: DealRecord
    moments: tuple[Moment, ...]

    @property
    def number(self) -> int:
        """The number of the deal, from 1."""
        return len(self.record.deals) + 1

    @property
    def after(self) -> Match:
        """The match after the last action."""
        return self.moments[-1].match

    @property
    def whole_record(self) -> Record:
        """The record of the match with this deal."""
        return replace(self.record, deals=(*self.record.deals, self.deal))


def replay_deal(record: Record, match: Match, deal: DealRecord, seat: int) -> DealReplay:
    """Return the deal that follows those of ``record`` and leads on from ``match``, as ``seat`` sees it.

    Raise IllegalActionError if the pack or an action is illegal.
    """
    number, turn_count, before, moments = len(record.deals) + 1, 0, match, list[Moment]()
    events: tuple[Event, ...] = (ShuffleCommitted(number, get_commitment(deal) or ""),)
    actions: tuple[Action | None, ...] = (None, *deal.actions)
    for action in actions:
        step, known_count = before.apply(action or Deal(deal.pack)), len(events) if moments else 0
        events = (*events, *(event.seen_by(seat) for event in step.events))
        turn_count += action is not None and not isinstance(action, (LeaveMatch, VoteToEnd))
        new_count = len(events) - known_count
        moments.append(Moment(before, step.match, (number, turn_count), events, new_count, deal.pack, action))
        before = step.match
    return DealReplay(record, match, deal, tuple(moments))


def list_moments_before_cards(first_deal: DealReplay) -> tuple[Moment, ...]:
    """Return the moments before the first deal: before the draw of the dealer, at the draw, and after it."""
    match, draw = first_deal.before, derive_dealer_draw(first_deal.record, first_deal.deal)
    if draw is None:
        return (Moment(match, match, (0, 0)),)
    undrawn = replace(match, first_dealer=0)
    return (
        Moment(undrawn, undrawn, (0, 0)), Moment(undrawn, match, (0, 0), (draw,), 1), Moment(match, match, (0, 0))
    )  # fmt: skip


def list_fair_messages(kind: EntryKind, moment: Moment, replay: DealReplay, info: MatchInfo) -> list[HostMessage]:
    """Return the messages of this kind that a fair host may show, without what does not follow from the match."""
    match, (seat,) = moment.match, info.seats
    if kind == "status":
        people = tuple(number for number, player in enumerate(info.players) if player.is_person)
        status = derive_status(match, people, info.assistance)
        return [status, replace(status, is_between_deals=match.needs_deal)]
    if kind == "proof":
        proof = prove_deal(replay.record, replay.before, replay.deal, replay.number)
        if match.is_deal_in_progress:
            commitment = proof.commitment.without_secrets
            proof = DealProof(deal_number=replay.number, is_in_progress=True, commitment=commitment)
        return [ProofMessage(proof)]
    known_count = 0 if kind == "first" else len(moment.events) - moment.new_count
    dealt = find_dealt_cards(match.phase, moment.events, moment.pack, seat)
    views = (SeatView(seat, replace(observe(match, seat), results=()), moment.events[known_count:], dealt),)
    if kind == "first":
        return [
            FirstMessage(
                info=info, revision=0, turn=moment.turn, views=views, results=match.results, chat_messages=()
            )
        ]  # fmt: skip
    result_count = len(moment.before.results)
    return [
        TransitionMessage(
            revision=0, turn=moment.turn, views=views, results=match.results[result_count:], event_count=known_count,
            result_count=result_count,
        )
    ]  # fmt: skip
