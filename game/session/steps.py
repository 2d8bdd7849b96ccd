"""The steps of a match in its host: saved first, then applied and sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from game.core.actions import Action, Deal, LeaveMatch, VoteToEnd
from game.core.events import DealerDrawn, Event, PlayerLeft, VoteToEndCast
from game.match.match import Match
from game.match.penalties import MatchEnding
from game.match.record import Record
from game.session.hosted_match import ASSISTED_FLAG, HostedMatch, build_commitment_events
from game.session.penalties import ChatMessage, build_match_ending, can_restart_clock
from game.session.undo import UndoPoint, is_free_choice
from game.shuffling.commitments import create_next_deal, draw_joint_dealer
from game.storage.matches import NO_NOTES, MatchRepository


def save_action(state: HostedMatch, action: Action, notes: Mapping[str, Any] = NO_NOTES) -> None:
    """Begin to save an action; apply it once it is on disk. Raise IllegalActionError if it is illegal.

    ``notes``: to store with the action. Raise RuntimeError if another write is pending or has failed.
    """
    match, record, match_id = state.match, state.record, state.match_id
    assert match_id is not None
    step, claim = match.apply(action), state.active_claim
    deal, action_count, undo_points = len(record.deals), len(record.deals[-1].actions), state.undo_points
    is_claimed_play = claim is not None and action_count > claim.action_count
    if is_free_choice(match, action, state.original_human_seats) and not is_claimed_play:
        undo_points = (*undo_points, UndoPoint(match, len(state.events), action_count))
    ending = _build_ending(state, step.match) if step.match.is_over else None
    remark = None if ending is not None else state.choose_remark(action.seat, step.events)

    def on_saved(_done: object) -> None:
        apply_step(state, record.with_action(action), step.match, step.events)
        state.undo_points = undo_points
        if remark is not None:
            state.say_computer_line(ChatMessage(action.seat, remark))

    restarts_turn_clock = not _keeps_turn_clock(state, action)
    save = partial(
        state.storage.call, MatchRepository.add_action, match_id, deal, action_count + 1, action, ending,
        notes=notes, restarts_turn_clock=restarts_turn_clock,
    )  # fmt: skip
    state.pending_write.add(save, on_saved)


def _build_ending(state: HostedMatch, match: Match) -> MatchEnding:
    """Return the penalties of a finished match for the profiles that they block."""
    ending = build_match_ending(match, state.original_human_seats)
    if state.find_profile is None:
        return ending
    find_profile = state.find_profile
    penalties = tuple(
        msgspec.structs.replace(penalty, profile_id=find_profile(penalty.seat)) for penalty in ending.penalties
    )
    return msgspec.structs.replace(ending, penalties=penalties)


def _keeps_turn_clock(state: HostedMatch, action: Action) -> bool:
    """Return whether the action keeps the turn clock, as leaving of another seat does."""
    is_beside_turn, turn = isinstance(action, (LeaveMatch, VoteToEnd)), state.match.turn
    return (
        is_beside_turn
        and turn in state.human_seats
        and not can_restart_clock(state.match, action.seat, state.turn_clock.restart_count)
    )


def save_deal(state: HostedMatch) -> None:
    """Shuffle the next deal and begin to save it; deal its cards once it is on disk.

    If people contribute words to it, do nothing before these are complete, and draw the first dealer before the first
    deal. Raise RuntimeError if another write is pending or has failed.
    """
    match, number, match_id = state.match, len(state.record.deals) + 1, state.match_id
    assert match_id is not None
    rounds = () if state.find_words is None else state.find_words(number)
    if rounds is None:
        return
    if rounds and not state.is_dealer_drawn:
        state.is_dealer_drawn = True
        drawn = draw_joint_dealer(state.record, match, state.seed, rounds[-1])
        if drawn is not None:
            _save_first_dealer(state, match_id, drawn)
            return
    key = state.shuffle_key if number == 1 else ""
    deal = create_next_deal(state.record, match, state.seed, key, rounds)
    record = msgspec.structs.replace(state.record, deals=(*state.record.deals, deal))
    step = match.apply(Deal(deal.pack))

    def on_saved(_done: object) -> None:
        state.is_deal_requested = False
        state.events, state.undo_points = (), ()
        apply_step(state, record, step.match, (*build_commitment_events(record), *step.events))
        if step.match.is_over:
            save_ending(state)

    state.pending_write.add(lambda: state.storage.call(MatchRepository.add_deal, match_id, number, deal), on_saved)


def _save_first_dealer(state: HostedMatch, match_id: int, drawn: DealerDrawn) -> None:
    """Begin to save the first dealer, and show the draw once it is on disk."""
    record = msgspec.structs.replace(state.record, first_dealer=drawn.dealer)

    def on_saved(_done: object) -> None:
        state.record, state.match = record, record.create_match()
        state.tell_events((drawn,), 0)

    state.pending_write.add(lambda: state.storage.call(MatchRepository.set_first_dealer, match_id, record), on_saved)


def apply_step(state: HostedMatch, record: Record, match: Match, events: tuple[Event, ...]) -> None:
    """Replace record and match after a saved step, and send ``events``.

    The turn clock starts again, unless another seat left or voted during a person's turn. If a computer player is on
    turn, it begins to think.
    """
    beside_seats = [event.seat for event in events if isinstance(event, (PlayerLeft, VoteToEndCast))]
    previous_match, turn, event_count = state.match, state.match.turn, len(state.events)
    state.events = (*state.events, *events)
    state.record, state.match = record, match
    state.tell_events(events, event_count)
    if not beside_seats:
        state.turn_revision = state.revision
    if not beside_seats or turn not in state.human_seats:
        state.turn_clock.reset()
    elif turn in beside_seats and can_restart_clock(previous_match, turn, state.turn_clock.restart_count):
        # A seat that leaves or votes must not give more time to another person on turn.
        state.turn_clock.restart()
    state.stop_thinking()
    state.active_claim = state.active_claim if match.is_deal_in_progress else None
    is_computers_turn = match.turn is not None and match.turn not in state.present_human_seats
    if match.turn is not None and is_computers_turn and match.auto_play_seat is None and not state.is_closed:
        state.request_computer_action(match.turn)


def save_undo(state: HostedMatch, match_id: int, record: Record, undo_point: UndoPoint) -> None:
    """Begin to save that the match goes back to ``undo_point``; apply it once it is on disk.

    ``record``: the record at that moment. Raise RuntimeError if another write is pending or has failed.
    """
    cut = partial(state.storage.call, MatchRepository.truncate_match, match_id, record, {ASSISTED_FLAG: True})
    state.pending_write.add(cut, lambda _done: _rewind(state, record, undo_point))


def _rewind(state: HostedMatch, record: Record, undo_point: UndoPoint) -> None:
    state.record, state.match, state.events = record, undo_point.match, state.events[: undo_point.event_count]
    state.undo_points, state.is_assisted, state.active_claim = state.undo_points[:-1], True, None
    state.stop_thinking()
    state.turn_clock.reset()
    state.revision += 1
    state.turn_revision = state.revision
    for listener in state.listeners:
        listener.tell_undo(undo_point.event_count)


def save_ending(state: HostedMatch) -> None:
    """Mark a match as over that ended without an action saved with the ending."""
    match_id, ending = state.match_id, _build_ending(state, state.match)
    assert match_id is not None
    state.pending_write.add(
        lambda: state.storage.call(MatchRepository.finish_match, match_id, ending), lambda _done: None
    )


def save_hint_use(state: HostedMatch, match_id: int, on_saved: Callable[[], None]) -> None:
    """Begin to save that the match is assisted; then call ``on_saved``, at once if it is saved already.

    Raise RuntimeError if another write is pending or has failed.
    """
    if state.is_assisted:
        on_saved()
        return

    def mark(_done: object) -> None:
        state.is_assisted = True
        on_saved()

    save = partial(
        state.storage.call, MatchRepository.store_note, match_id, ASSISTED_FLAG, True, restarts_turn_clock=False
    )
    state.pending_write.add(save, mark)


def give_up(state: HostedMatch, ending_seat: int | None = None) -> None:
    """End the match in its present state, once all pending writes are on disk.

    Failed writes start again. ``ending_seat``: of the person who ends it for the others, None for nobody.
    """
    if state.is_closed and not state.is_giving_up:
        return
    state.is_closed = state.is_giving_up = True
    state.ending_seat = ending_seat
    state.is_give_up_told = False
    state.stop_thinking()
    state.retry()
    send_give_up(state)


def send_give_up(state: HostedMatch) -> None:
    """Write that the match is abandoned, if that is requested and possible now.

    It is called in every frame until it is done, and waits for pending writes. A failed write before it is reported to
    the player once. A match that the pending write has ended is not marked as abandoned.
    """
    match_id = state.match_id
    if not state.is_giving_up or state.is_given_up:
        return
    if state.error and not state.is_give_up_told:
        state.is_give_up_told = True
        state.storage.tell(state.error)
    if state.is_saving or match_id is None:
        return
    if state.match.is_over:
        state.is_given_up = True  # the pending write ended the match
        return

    def on_saved(_done: object) -> None:
        state.is_given_up = True

    ending = build_give_up_ending(state)
    state.pending_write.add(lambda: state.storage.call(MatchRepository.abandon_match, match_id, ending), on_saved)


def build_give_up_ending(state: HostedMatch) -> MatchEnding:
    """Return the penalties of a match that is given up: for each person who has left it, and for its ending seat."""
    match, seat = state.match, state.ending_seat
    if seat is not None and match.illegal_reason(LeaveMatch(seat)) is None:
        match = match.apply(LeaveMatch(seat)).match
    return _build_ending(state, match)
