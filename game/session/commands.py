"""The host's answers to commands of sessions.

The host checks in this order: the session acts for the seat, the command is current, the rules allow it. A refusal
reveals nothing about other hands.
"""

from __future__ import annotations

from math import ceil
from typing import Any, Final

import msgspec

from game.core.actions import Action, LeaveMatch, Play, Timeout, VoteToEnd
from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line, sanitize_line
from game.match.claims import find_claim
from game.match.observation import observe
from game.session.annotations import MAX_MARK_CHARACTERS
from game.session.hints import hint_refusal_reason
from game.session.host_connection import HostConnection, list_dealt_cards
from game.session.hosted_match import HostedMatch
from game.session.messages import (
    MAX_HELD_COMMANDS,
    MAX_THINKING_S,
    Abandon,
    Answer,
    ArrangeHand,
    ClaimRest,
    Command,
    DiscardHint,
    MarkSeat,
    ProofMessage,
    Ready,
    ReportShown,
    RequestHint,
    RequestLeave,
    RequestProof,
    Retry,
    Say,
    SetComputerPlay,
    TakeAction,
    Undo,
)
from game.session.penalties import (
    MAX_MESSAGE_CHARACTERS,
    ChatMessage,
    can_restart_clock,
    message_refusal_reason,
)
from game.session.steps import give_up, save_action, save_hint_use, save_undo
from game.session.turn_clock import identify_turn
from game.session.undo import rewind_record, undo_refusal_reason
from game.shuffling.commitments import build_deal_proof
from game.storage.matches import MatchRepository

NOT_KEPT: Final = N_("Your marks and card order were not saved. {fault}")


def handle_command(state: HostedMatch, connection: HostConnection, command: Command) -> None:
    """Carry out ``command`` or refuse it, and send an `Answer` through ``connection``.

    An action that arrives while something is being saved is held until that is done, up to `MAX_HELD_COMMANDS` of a
    session; its answer comes then. So the turn clock cannot run out between the arrival of an action and its check.
    """
    request = command.request
    if isinstance(request, TakeAction):
        reason = find_action_refusal(state, connection, command, request.action)
        if reason is None and state.is_saving and not state.error and not state.is_closed:
            if len(connection.held_commands) < MAX_HELD_COMMANDS:
                connection.held_commands.append(command)
                return
            reason = Reason("being_saved")
        reason = reason or find_busy_reason(state)
        if reason is None:
            save_action(state, request.action)
    else:
        reason = _handle_other_request(state, connection, command)
    connection.tell(Answer(command.number, reason))


def find_action_refusal(
    state: HostedMatch, connection: HostConnection, command: Command, action: Action
) -> Reason | None:  # fmt: skip
    """Return the reason against ``action`` of this session now; None if it may be taken.

    It is refused if the session does not act for the seat, if it is meant for another ``turn``, or if the rules forbid
    it. Leaving and votes may come at any time.
    """
    match = state.match
    reason = _find_seat_refusal(state, connection, action)
    is_beside_turn = isinstance(action, (LeaveMatch, VoteToEnd))
    if reason is None and not is_beside_turn and command.turn != identify_turn(state.record):
        reason = Reason("out_of_date")
    reason = reason or match.illegal_reason(action)
    if reason is None and match.auto_play_seat is not None and isinstance(action, Play):
        # The clock ran out, so a random card is played for this seat.
        reason = Reason("forced_card", {"seat": match.auto_play_seat})
    return reason


def _find_seat_refusal(state: HostedMatch, connection: HostConnection, action: Action) -> Reason | None:
    match, seat = state.match, action.seat
    is_owned = _is_owned(state, connection, seat)
    if is_owned and not isinstance(action, Timeout):
        return None
    if isinstance(action, (LeaveMatch, VoteToEnd)) or not match.is_deal_in_progress:
        return match.illegal_reason(action) or Reason("not_here")
    return Reason("not_here") if seat == match.turn else Reason("not_your_turn", {"seat": match.turn})


def _is_owned(state: HostedMatch, connection: HostConnection, seat: int | None) -> bool:
    """Return whether the session acts for the person at ``seat``."""
    return seat in connection.seats and seat in state.human_seats


def _takes_part(state: HostedMatch, connection: HostConnection) -> bool:
    """Return whether the session acts for a person, or the match has no people."""
    return bool(set(connection.seats) & set(state.human_seats or connection.seats))


def find_busy_reason(state: HostedMatch) -> Reason | None:
    """Return the reason against every change now; None if changes are possible.

    Nothing is accepted once the match is closed in this host, while something is being saved, after a failed write, and
    before the match has an id.
    """
    if state.is_closed:
        return Reason("match_over")
    return Reason("being_saved") if state.is_saving or state.error or state.match_id is None else None


def _handle_other_request(state: HostedMatch, connection: HostConnection, command: Command) -> Reason | None:
    """Carry out a request other than an action. Return the reason if it is refused, else None."""
    seat, request = command.seat, command.request
    match request:
        case ReportShown(revision=revision, is_shown=is_shown):
            connection.ready_revision = min(revision, state.revision) if is_shown else None
        case RequestProof(deal_number=number):
            return _send_proof(state, connection, number)
        case Say(text=text):
            return _say(state, connection, command, text)
        case Ready() | Retry() | DiscardHint() | SetComputerPlay() if not _takes_part(state, connection):
            return Reason("not_here")
        case Ready(is_ready=is_ready):
            state.is_deal_requested = is_ready or state.is_deal_requested
        case Retry():
            state.retry()
        case DiscardHint():
            state.hints.cancel()
        case SetComputerPlay(min_thinking_s=seconds, is_chat_enabled=is_chat_enabled):
            if not 0.0 <= seconds <= MAX_THINKING_S:
                return Reason("not_here")
            state.min_thinking_s, state.chat.is_computer_chat_enabled = seconds, is_chat_enabled
        case Abandon() if not _takes_part(state, connection) or not set(state.human_seats) <= set(connection.seats):
            return Reason("not_here")
        case Abandon():
            give_up(state)
        case _ if not _is_owned(state, connection, seat) or seat is None:
            return Reason("not_here")
        case Undo():
            return _undo(state)
        case RequestHint():
            return _request_hint(state, seat)
        case ClaimRest():
            return _claim(state, seat)
        case RequestLeave():
            if can_restart_clock(state.match, seat, state.turn_clock.restart_count):
                state.turn_clock.restart()
        case MarkSeat() | ArrangeHand():
            return _store_notes(state, seat, request)
    return None


def _send_proof(state: HostedMatch, connection: HostConnection, number: int) -> Reason | None:
    if not 1 <= number <= len(state.record.deals):
        return Reason("not_now")
    connection.tell(ProofMessage(build_deal_proof(state.record, state.match, state.seed, number)))
    return None


def _say(state: HostedMatch, connection: HostConnection, command: Command, text: str) -> Reason | None:
    """Store a chat message. Return the reason if it is refused, else None.

    If it restarts the turn clock, it does so on arrival.
    """
    match_id, seat = state.match_id, command.seat
    if seat is None or not _is_owned(state, connection, seat) or match_id is None:
        return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
    reason = message_refusal_reason(state.match, text)
    if reason is None and state.is_closed:
        reason = Reason("match_over")
    if reason is None and (state.error or state.chat.writes.is_full):
        reason = Reason("being_saved")
    wait_s = state.chat.limit.find_wait(seat) if connection.is_remote else 0.0
    if reason is None and wait_s:
        reason = Reason("talk_too_fast", {"seconds": ceil(wait_s)})
    if reason is not None:
        return reason
    notes = dict[str, Any]()
    restarts_turn_clock = can_restart_clock(state.match, seat, state.turn_clock.restart_count)
    if restarts_turn_clock:
        state.turn_clock.restart()
        notes["restarts"] = [*identify_turn(state.record), state.turn_clock.restart_count]
    message = ChatMessage(seat, sanitize_line(text, MAX_MESSAGE_CHARACTERS))
    state.chat.add_message(
        match_id, message, notes, lambda: state.show_message(message), restarts_turn_clock=restarts_turn_clock
    )
    return None


def _undo(state: HostedMatch) -> Reason | None:
    reason = undo_refusal_reason(
        state.match, state.original_human_seats, state.undo_points, is_allowed=state.assistance.undo
    ) or find_busy_reason(state)
    if reason is None and state.match_id is not None:
        undo_point = state.undo_points[-1]
        record = rewind_record(state.record, undo_point)
        save_undo(state, state.match_id, record, undo_point)
    return reason


def _request_hint(state: HostedMatch, seat: int) -> Reason | None:
    reason = hint_refusal_reason(
        state.match, state.original_human_seats, is_allowed=state.assistance.hints
    ) or find_busy_reason(state)
    if reason is None and state.match_id is not None:
        save_hint_use(
            state, state.match_id, lambda: state.hints.request(observe(state.match, seat), state.make_rng("hint"))
        )
    return reason


def _claim(state: HostedMatch, seat: int) -> Reason | None:
    claim = find_claim(observe(state.match, seat)) if not state.is_saving and state.match.turn == seat else None
    if claim is None:
        return Reason("claim_not")
    state.start_claim(seat, claim)
    return None


def _store_notes(state: HostedMatch, seat: int, request: MarkSeat | ArrangeHand) -> Reason | None:
    """Store a mark or a hand order. Return the reason if it is refused, else None.

    Actions do not wait for it, and it does not wait for them.
    """
    deal = len(state.record.deals)
    if state.is_closed or state.match_id is None:
        return Reason("match_over" if state.is_closed else "being_saved")
    if isinstance(request, ArrangeHand):
        hand = set(request.hand)
        if len(hand) < len(request.hand) or not hand.issubset(list_dealt_cards(state, seat)):
            return Reason("not_here")
        state.hand_orders = state.hand_orders.with_order(deal, seat, request.hand)
        key, notes = "arrangements", msgspec.to_builtins(state.hand_orders)
    else:
        if request.marked_seat == seat or request.marked_seat not in range(len(state.players)):
            return Reason("not_here")
        if request.word and not is_visible_line(request.word, MAX_MARK_CHARACTERS):
            return Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})
        state.marks = state.marks.with_mark(deal, seat, request.marked_seat, request.word)
        key, notes = "marks", msgspec.to_builtins(state.marks)
    storing = state.storage.call(MatchRepository.store_note, state.match_id, key, notes, restarts_turn_clock=False)
    state.losses.report(storing, NOT_KEPT)
    return None
