"""The actions that a guest's program sends for its own seat, and whether the host has taken them and no others."""

from __future__ import annotations

from typing import Final

from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd, map_actions_by_verb, parse_action
from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.core.messages import Reason
from game.network.deal_replay import DealReplay, Moment
from game.network.seen_match import ACCEPTED, SeenLog, SentAction
from game.session.match_info import MatchInfo
from game.session.messages import Turn

HONEST_REFUSALS: Final = frozenset({"being_saved", "out_of_date", "match_over"})
"""The refusals of a legal action that can be true: the host was busy, or the action came too late."""
EVENTS_BESIDE_TURN: Final = (PlayerLeft, VoteToEndCast)


class OwnActions:
    """The actions of this program in the ``log``, and their answers. ``open_numbers``: of those without an answer."""

    def __init__(self, log: SeenLog) -> None:
        self.open_numbers = set[int]()
        self._log = log
        self._actions: dict[int, SentAction] = {}
        self._played: dict[int, list[tuple[Turn, str]]] = {}

    @property
    def _taken(self) -> list[SentAction]:
        """The actions that the host may take."""
        return [action for action in self._log.seen.sent if action.can_be_taken]

    def note_sent(self, number: int, turn: Turn, text: str) -> None:
        """Note and store an action before it is sent; ``number``: of its message."""
        if number not in self._actions:
            self._actions[number] = SentAction(turn, text)
            self._log.note_sent(self._actions[number])
            self.open_numbers.add(number)

    def settle(self, number: int) -> None:
        """Note that the match has gone on, so that no answer to an action is awaited any more."""
        self.open_numbers.discard(number)

    def take_answer(self, number: int, reason: Reason | None) -> Reason | None:
        """Process the answer to an action; return how it differs from a deal that is verified already, or None."""
        self.settle(number)
        action = self._actions.get(number)
        if action is None:
            return None
        self._log.note_answer(action, ACCEPTED if reason is None else reason.code)
        played = self._played.get(action.turn[0])
        if played is None or action.is_beside_turn or ((action.turn, action.text) in played) == (reason is None):
            return None
        return Reason("host_lost_action" if reason is None else "host_acted_for_you")

    def explain(
        self, events: tuple[Event, ...], info: MatchInfo, turn: Turn, earlier_events: tuple[Event, ...],
        is_timer_shown: bool,
    ) -> bool:  # fmt: skip
        """Return whether a step is none of the own seat, or takes an action that was sent, or that is not its own.

        An action is not its own after a time-out, and after the person has left. A time-out needs a turn timer that was
        shown. ``turn``: before the step; ``earlier_events``: those of the deal.
        """
        event, (seat,) = events[0] if events else None, info.seats
        if event is None or getattr(event, "seat", None) != seat:
            return True
        if isinstance(event, PlayerTimedOut):
            return is_timer_shown
        if not isinstance(event, EVENTS_BESIDE_TURN):
            earlier = [past for past in earlier_events if not isinstance(past, EVENTS_BESIDE_TURN)]
            has_left = any(action.text == str(LeaveMatch(seat)) for action in self._taken)
            if has_left or earlier[-1:] == [PlayerTimedOut(seat)]:
                return True
        verbs = map_actions_by_verb(*info.game.actions)
        candidates = [action for action in self._taken if action.is_beside_turn or action.turn == turn]
        return any(_agrees_with_event(parse_action(action.text, verbs), event) for action in candidates)

    def find_fault(self, replay: DealReplay, seat: int) -> Reason | None:
        """Return what is wrong with the own actions of ``seat`` in a deal, or None."""
        earlier_moments = zip(replay.moments, replay.moments[1:], strict=False)
        own_actions = [
            (earlier.turn, moment) for earlier, moment in earlier_moments
            if moment.action is not None and moment.action.seat == seat and not isinstance(moment.action, Timeout)
        ]  # fmt: skip
        if any(self._is_false(replay, turn, moment, seat) for turn, moment in own_actions):
            return Reason("host_acted_for_you")
        played = self._played[replay.number] = [(turn, str(moment.action)) for turn, moment in own_actions]
        for sent in self._log.seen.sent:
            if sent.turn[0] != replay.number or sent.is_beside_turn:
                continue
            if sent.answer == ACCEPTED and (sent.turn, sent.text) not in played:
                return Reason("host_lost_action")
            is_excused = sent.can_be_taken or sent.answer in HONEST_REFUSALS
            if not is_excused and _was_legal(replay, sent, seat):
                return Reason("host_refused_action")
        return None

    def _is_false(self, replay: DealReplay, turn: Turn, moment: Moment, seat: int) -> bool:
        """Return whether an action of ``turn`` was neither sent by this program nor taken for it with a reason.

        The reasons: the time was up, the person has left, or the program was away at a table without a turn timer,
        where the owner may let a computer play. Earlier actions than those of the log, and verified ones, are not
        looked at.
        """
        seen, number, before, action = self._log.seen, replay.number, moment.before, moment.action
        verified, event_count = seen.verified.get(number), len(moment.events)
        is_verified = verified is not None and replay.moments.index(moment) <= verified.action_count
        if is_verified or (number, event_count - moment.new_count) < seen.begins_at:
            return False
        live_counts = {entry.event_count for entry in seen.find_entries(number) if entry.kind == "step"}
        is_away = not before.options.has_turn_clock and event_count not in live_counts
        is_of_host = seat in (before.auto_play_seat, *before.departed_seats)
        if is_of_host or (is_away and not isinstance(action, (LeaveMatch, VoteToEnd))):
            return False
        return not any(sent.is_action(turn, str(action)) for sent in self._taken)

    def has_lost_departure(self, actions: list[Action]) -> bool:
        """Return whether a departure or a vote that the host accepted is in none of the ``actions`` of a match."""
        texts = {str(action) for action in actions}
        departures = (sent for sent in self._log.seen.sent if sent.is_beside_turn and sent.answer == ACCEPTED)
        return any(departure.text not in texts for departure in departures)


def _agrees_with_event(action: Action, event: Event) -> bool:
    """Return whether an action can begin with ``event``: fields with the same name are equal, such as the card."""
    names = [name for name in action.__struct_fields__ if hasattr(event, name)]
    return all(getattr(action, name) == getattr(event, name) for name in names)


def _was_legal(replay: DealReplay, sent: SentAction, seat: int) -> bool:
    """Return whether an action was legal at all moments of the turn it was meant for, and the seat played by itself."""
    matches = [moment.match for moment in replay.moments if moment.turn == sent.turn]
    return bool(matches) and all(
        match.turn == seat
        and seat not in (*match.departed_seats, match.auto_play_seat)
        and sent.text in [str(action) for action in match.legal_actions()]
        for match in matches
    )
