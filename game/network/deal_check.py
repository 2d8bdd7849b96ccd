"""The replay of a deal that is over, and its comparison with all that a guest's program was shown of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from game.core.actions import Action, Deal, LeaveMatch, Pass, Play, Swap, Timeout, VoteToEnd
from game.core.cards import Card
from game.core.events import (
    CardPlayed,
    Event,
    PlayerLeft,
    PlayerPassed,
    PlayerTimedOut,
    ShuffleCommitted,
    TurnedCardSwapped,
    VoteToEndCast,
)
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.match.record import DealRecord
from game.network.seen_match import (
    ACCEPTED,
    Fact,
    FactKind,
    SeenMatch,
    SentAction,
    digest_result,
    digest_status,
    digest_view,
    make_digest,
)
from game.session.host_connection import derive_status, find_dealt_cards
from game.session.match_info import MatchInfo
from game.session.messages import Turn
from game.shuffling.commitments import get_commitment

ACTION_EVENTS: Final[Mapping[type[Action], type[Event]]] = {
    Play: CardPlayed, Pass: PlayerPassed, Swap: TurnedCardSwapped, Timeout: PlayerTimedOut, LeaveMatch: PlayerLeft,
    VoteToEnd: VoteToEndCast,
}  # fmt: skip
"""The event that an action of several games begins with; an action of one game begins with an event of that game."""
HONEST_REFUSALS: Final = frozenset({"being_saved", "out_of_date", "match_over"})
"""The refusals of a legal action that can be true: the host was busy, or the action came too late."""


class Moment(NamedTuple):
    """The match after the deal of the cards or an action, as its seat sees it.

    ``events``: of the deal so far; ``step_count``: the number of those of the last step. ``action``: None for a moment
    before the first action of the deal.
    """

    match: Match
    turn: Turn
    events: tuple[Event, ...]
    step_count: int
    pack: tuple[Card, ...]
    action: Action | None


class DealReplay(NamedTuple):
    """A deal and its moments. ``before``: the match without the deal."""

    number: int
    deal: DealRecord
    before: Match
    moments: tuple[Moment, ...]

    @property
    def after(self) -> Match:
        """The match after the last action."""
        return self.moments[-1].match


def replay_deal(match: Match, deal: DealRecord, number: int, seat: int) -> DealReplay:
    """Return the deal ``number``, which follows ``match``, as ``seat`` saw it.

    Raise IllegalActionError if the pack or an action is illegal.
    """
    step = match.apply(Deal(deal.pack))
    events: tuple[Event, ...] = (ShuffleCommitted(number, get_commitment(deal) or ""), *step.events)
    events = tuple(event.seen_by(seat) for event in events)
    moments, turn_count = [Moment(step.match, (number, 0), events, len(events), deal.pack, None)], 0
    for action in deal.actions:
        step = step.match.apply(action)
        turn_count += not isinstance(action, (LeaveMatch, VoteToEnd))
        new_events = tuple(event.seen_by(seat) for event in step.events)
        events = (*events, *new_events)
        moments.append(Moment(step.match, (number, turn_count), events, len(new_events), deal.pack, action))
    return DealReplay(number, deal, match, tuple(moments))


def list_moments_before_cards(matches: Collection[Match], draw: Collection[Event]) -> tuple[Moment, ...]:
    """Return the moments before the first deal: ``matches`` are those before and after ``draw``."""
    return tuple(
        Moment(match, (0, 0), events, len(events), (), None)
        for match in matches
        for events in ((), *((event,) for event in draw))
    )


# -- what was shown


def find_false_fact(
    moments: Sequence[Moment], facts: Collection[Fact], info: MatchInfo
) -> Fact | None:  # fmt: skip
    """Return the first of ``facts`` that is not true of any moment of its place, or None.

    The moments before the first cards have one place.
    """
    by_count: dict[int, list[Moment]] = {}
    for moment in moments:
        by_count.setdefault(len(moment.events) if moment.turn[0] else 0, []).append(moment)
    for fact in facts:
        candidates = moments if fact.kind == "result" else by_count.get(fact.event_count, [])
        if fact.digest not in _iter_digests(fact.kind, candidates, info):
            return fact
    return None


def _iter_digests(
    kind: FactKind, moments: Sequence[Moment], info: MatchInfo
) -> Iterator[str]:  # fmt: skip
    (seat,) = info.seats
    people = tuple(number for number, player in enumerate(info.players) if player.is_person)
    for moment in moments:
        match, events = moment.match, moment.events
        if kind == "status":
            yield digest_status(derive_status(match, people, info.assistance))
        elif kind == "pause":
            yield make_digest(match.needs_deal)
        elif kind == "result":
            result = None if match.phase is None else match.phase.result
            if result is not None:
                yield digest_result(result)
        else:
            dealt = find_dealt_cards(match.phase, events, moment.pack, seat)
            shown = events if kind == "first" else events[len(events) - moment.step_count :]
            yield digest_view(observe(match, seat), len(match.results), moment.turn, shown, dealt)


# -- the guest's own actions


def agrees_with_event(action: Action, event: Event) -> bool:
    """Return whether ``event`` can be what ``action`` begins with; the deal shows at its end whether it is.

    Fields with the same name must be equal, such as the card.
    """
    expected = ACTION_EVENTS.get(type(action))
    is_same_kind = type(event) is expected if expected else type(event) not in ACTION_EVENTS.values()
    names = [name for name in action.__struct_fields__ if hasattr(event, name)]
    return is_same_kind and all(getattr(action, name) == getattr(event, name) for name in names)


def find_action_fault(replay: DealReplay, seen: SeenMatch, seat: int) -> Reason | None:
    """Return what is wrong with the own actions of ``seat`` in a deal, or None.

    An action that this program did not send needs a reason: the time was up, the person has left, or the program was
    away at a table without a turn timer, where the owner may let a computer play for it. What comes before the log
    begins, and what was verified before, is not looked at.
    """
    number = replay.number
    facts = seen.facts.get(number, ())
    live_counts = {fact.event_count for fact in facts if fact.kind == "step"}
    verified = seen.verified.get(number)
    first_place = 0 if verified is None else verified.action_count
    sent = [action for action in seen.sent if action.can_be_taken]
    own_actions = list[tuple[Turn, str]]()
    for place, (before, moment) in enumerate(zip(replay.moments, replay.moments[1:], strict=False)):
        action = moment.action
        if action is None or action.seat != seat or isinstance(action, Timeout):
            continue
        own_actions.append((before.turn, str(action)))
        is_known = place >= first_place and (number, len(before.events)) >= seen.begins_at
        is_forced = before.match.auto_play_seat == seat
        has_left = seat in before.match.departed_seats
        is_away = not before.match.options.has_turn_clock and len(moment.events) not in live_counts
        can_be_substituted = is_away and not isinstance(action, (LeaveMatch, VoteToEnd))
        if not is_known or is_forced or has_left or can_be_substituted:
            continue
        if not any(_is_action(candidate, before.turn, str(action)) for candidate in sent):
            return Reason("host_acted_for_you")
    for candidate in seen.sent:
        if candidate.turn[0] != number or candidate.is_beside_turn:
            continue
        if candidate.answer == ACCEPTED and (candidate.turn, candidate.text) not in own_actions:
            return Reason("host_lost_action")
        is_excused = candidate.can_be_taken or candidate.answer in HONEST_REFUSALS
        if not is_excused and _was_legal(replay, candidate, seat):
            return Reason("host_refused_action")
    return None


def _is_action(sent: SentAction, turn: Turn, text: str) -> bool:
    return sent.text == text and (sent.is_beside_turn or sent.turn == turn)


def _was_legal(replay: DealReplay, sent: SentAction, seat: int) -> bool:
    """Return whether an action was legal at all moments of the turn it was meant for, and the seat played by itself."""
    matches = [moment.match for moment in replay.moments if moment.turn == sent.turn]
    return bool(matches) and all(
        match.turn == seat
        and seat not in (*match.departed_seats, match.auto_play_seat)
        and sent.text in [str(action) for action in match.legal_actions()]
        for match in matches
    )


def has_lost_departure(actions: Collection[Action], seen: SeenMatch) -> bool:
    """Return whether a departure or a vote that the host accepted is in none of the ``actions`` of a match."""
    texts = {str(action) for action in actions}
    return any(sent.is_beside_turn and sent.answer == ACCEPTED and sent.text not in texts for sent in seen.sent)


def list_departures(events: Collection[Event]) -> tuple[Action, ...]:
    """Return the departures and votes among ``events``, such as those between two deals."""
    actions = list[Action]()
    for event in events:
        if isinstance(event, PlayerLeft):
            actions.append(LeaveMatch(event.seat))
        elif isinstance(event, VoteToEndCast):
            actions.append(VoteToEnd(event.seat))
    return tuple(actions)


def extends_deal(known: DealRecord, deal: DealRecord) -> bool:
    """Return whether ``deal`` is ``known``, perhaps with departures and votes that came after it."""
    count = len(known.actions)
    is_same = msgspec.structs.replace(deal, actions=deal.actions[:count]) == known
    return is_same and all(isinstance(action, (LeaveMatch, VoteToEnd)) for action in deal.actions[count:])
