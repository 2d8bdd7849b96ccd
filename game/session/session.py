"""A match as one screen knows it, and the requests of the people there.

A session knows the match only from the messages of its host, to which a `Transport` leads.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import msgspec

from game.chat.computer_chat import translate_message
from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd
from game.core.cards import Hand
from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.match.record import Record
from game.session.hot_seat import HotSeat
from game.session.match_info import find_active_seat, is_own_seat
from game.session.messages import (
    NO_HELP_STATUS,
    Answer,
    ArrangeHand,
    ChatLine,
    ClaimRest,
    Command,
    DeadlineMessage,
    DiscardHint,
    FirstMessage,
    GiveUp,
    HintMessage,
    HostMessage,
    LeaveAll,
    LeaveChoice,
    MarkSeat,
    MatchStatus,
    PlayCheck,
    ProofMessage,
    Ready,
    ReportShown,
    Request,
    RequestHint,
    RequestLeave,
    RequestProof,
    Retry,
    Say,
    SeatNotes,
    SeatView,
    SetComputerPlay,
    TakeAction,
    TransitionMessage,
    Turn,
    Undo,
)
from game.session.transport import Transport
from game.shuffling.commitments import DealProof
from game.text.chat import (
    MAX_MESSAGE_CHARACTERS,
    MAX_STORED_MESSAGES,
    ChatMessage,
    chat_refusal_reason,
    watcher_refusal_reason,
)
from game.text.gettext import _, get_language

replace = msgspec.structs.replace


class Session:
    """One match as one screen knows it. Scenes call `update` in each frame, and `act` for a person.

    ``transport``: leads to the host; the first messages must already be there. ``clock``: returns seconds and never
    goes back. ``info`` never changes. ``status``, ``hint``, ``check``: what the host has told last. ``hot_seat``:
    None if one person uses the screen.
    """

    def __init__(self, transport: Transport, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._clock = clock
        first, *messages = transport.receive()
        assert isinstance(first, FirstMessage), "the host tells first what the match is"
        self.info = first.info
        self.status = NO_HELP_STATUS
        self.hint = HintMessage(is_pending=False, estimates=None)
        self.check = PlayCheck()
        self._transitions: list[Transition] = []
        self._revision, self._turn, self._results = first.revision, first.turn, first.results
        self._chat_messages = first.chat_messages
        self._translations: tuple[object, tuple[ChatMessage, ...]] = None, ()
        self._views = {view.seat: self._complete(view) for view in first.views}
        self._only_viewer = first.views[0].seat
        self.hot_seat = HotSeat(self.info.seats, self._transitions) if len(self._views) > 1 else None
        self._notes = {notes.seat: notes for notes in first.notes}
        self._proofs = dict[int, DealProof]()
        self._deadline: float | None = None
        self._is_closed = False
        self._command_count = 0
        self._unanswered_action: int | None = None
        self._refusals: dict[int, Reason] = {}
        self._computer_play: SetComputerPlay | None = None
        self._reported_ready: tuple[bool, int] | None = None
        self._take_messages(messages)

    # -- what the screen may know

    @property
    def view(self) -> SeatView:
        """The match as the viewer may know it, with the events of this deal; it has no hand if none is visible."""
        return self._views[self._only_viewer if self.hot_seat is None else self.hot_seat.viewer]

    @property
    def observation(self) -> Observation:
        """The present observation of the viewer; ``seat`` is None if no hand is visible."""
        return self._views[self._only_viewer if self.hot_seat is None else self.hot_seat.viewer].observation

    @property
    def turn(self) -> Turn:
        """The last turn that the host has told, which commands name."""
        return self._turn

    @property
    def is_match(self) -> bool:
        """Whether this is a stored match, with chat and votes; a lesson or a single position is none."""
        return self._transport.is_match

    @property
    def is_watching(self) -> bool:
        """Whether the person at the screen has no seat."""
        return not self.info.seats

    @property
    def is_your_turn(self) -> bool:
        """Whether the viewer is a person who must act now, and no write is pending."""
        observation = self.observation
        is_viewers_turn = observation.turn is not None and observation.turn == observation.seat
        is_own = is_viewers_turn and is_own_seat(self.info, observation, observation.seat)
        return is_own and not self.is_saving and not self.has_claimed and self._transport.refusal_reason is None

    @property
    def is_saving(self) -> bool:
        """Whether the host is saving, or has not answered the last action yet."""
        return self.status.is_saving or self._unanswered_action is not None

    @property
    def error(self) -> str:
        """The error of a failed write or computer player, in the player's language, or "".

        The match waits until `retry`.
        """
        is_remote = self._transport.is_remote
        if self.has_computer_failed and is_remote:
            return _("The computer player can't make its move. The match is saved, and the host will try again.")
        if self.has_computer_failed:
            return _("The computer player can't make its move. The match is saved.")
        if self.status.error and is_remote:
            return _("The host couldn't save the match. It will try again.")
        return self.status.error

    @property
    def has_computer_failed(self) -> bool:
        """Whether `error` is that the computer player on turn could not choose; everything is saved then."""
        return self.status.has_computer_failed and not self.status.error

    @property
    def turn_seconds_left(self) -> float | None:
        """The seconds left to the person on turn; None without a clock, and while the host is away."""
        if self._deadline is None or self._transport.refusal_reason is not None:
            return None
        return max(0.0, self._deadline - self._clock())

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until something happens without a person or the turn clock; infinite if nothing will."""
        return self._transport.seconds_until_news

    @property
    def has_claimed(self) -> bool:
        """Whether the viewer's cards are played automatically after a claim."""
        claimed_seat = self.status.claimed_seat
        return claimed_seat is not None and claimed_seat == self.observation.seat

    @property
    def can_claim(self) -> bool:
        """Whether the viewer may claim the rest of a deal if it is certain."""
        return self._transport.is_match and not self._transport.is_remote

    @property
    def chat_messages(self) -> tuple[ChatMessage, ...]:
        """The chat messages so far, the oldest first; those of a host that speaks English in the player's language."""
        if not self._transport.is_remote:
            return self._chat_messages
        key = self._chat_messages, get_language()
        if key != self._translations[0]:
            self._translations = (
                key,
                tuple(translate_message(message, self.info.players) for message in self._chat_messages),
            )
        return self._translations[1]

    @property
    def chat_refusal_reason(self) -> Reason | None:
        """The reason for which a message of a person at this screen would be refused now, or None."""
        reason = self._transport.refusal_reason
        if reason is None:
            find_reason = watcher_refusal_reason if self.is_watching else chat_refusal_reason
            reason = Reason("being_saved") if self.status.error else find_reason(self.observation)
        wait_s = self._transport.chat_wait_seconds
        return Reason("talk_too_fast", {"seconds": ceil(wait_s)}) if reason is None and wait_s else reason

    @property
    def notes(self) -> SeatNotes:
        """The viewer's marks in this deal, and their order of their hand, () if they did not arrange it."""
        observation = self.observation
        return self._notes.get(observation.seat, SeatNotes(observation.seat)).in_deal(observation.deal_number)

    def export_record(self) -> Record | None:
        """Return the record without the deal in progress, as a player may have it; None without a record."""
        return self._transport.export_record()

    # -- what people do: each method returns the reason if it is refused at once, else None

    def act(self, action: Action) -> Reason | None:
        """Take an action of a person at this screen.

        Only the viewer plays; every person at this screen can leave and vote. Raise TypeError if ``action`` is not an
        Action.
        """
        if not isinstance(action, Action):
            raise TypeError(f"{action!r} is not an action")
        refusal_reason = self._transport.refusal_reason
        if refusal_reason is not None:
            return refusal_reason
        seat, observation = action.seat, self.observation
        if is_own_seat(self.info, observation, seat):
            is_hidden = seat != observation.seat and not isinstance(action, (LeaveMatch, VoteToEnd, Timeout))
            if is_hidden and observation.turn is not None:
                is_on_turn = seat == observation.turn
                return Reason("not_here") if is_on_turn else Reason("not_your_turn", {"seat": observation.turn})
            if self.is_saving and not self._is_closed:
                return Reason("being_saved")
        return self._send(TakeAction(action), seat)

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """Send a message of the person at ``seat``, by default the one at the screen, who may have none."""
        refusal_reason = self._transport.refusal_reason
        if refusal_reason is not None:
            return refusal_reason
        seat = find_active_seat(self.info, self.observation, self.hot_seat) if seat is None else seat
        if seat is None and not self.is_watching:
            return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
        return self._send(Say(text), seat)

    def undo(self) -> Reason | None:
        """Request to take back the viewer's last choice and everything after it."""
        return self.status.undo_refusal_reason or self._send(Undo(), self.observation.seat)

    def request_hint(self) -> Reason | None:
        """Request a hint for the viewer."""
        return self.status.hint_refusal_reason or self._send(RequestHint(), self.observation.seat)

    def discard_hint(self) -> None:
        """Drop the hint, or the request for it."""
        self._send(DiscardHint())

    def leave_choice(self) -> None:
        """Leave the viewer's last choice as it is, for which the computer players wait; see `check`."""
        self._send(LeaveChoice())

    def claim(self) -> Reason | None:
        """Claim the remaining tricks for the viewer if that is certain.

        Their cards are then played automatically (`game.match.claims`).
        """
        if self.observation.seat is None or self.has_claimed:
            return Reason("claim_not")
        return self._send(ClaimRest(), self.observation.seat)

    def mark_seat(self, seat: int, word: str) -> Reason | None:
        """Mark another seat for the viewer alone in this deal; an empty ``word`` removes the mark."""
        return self._keep_note(MarkSeat(seat, word))

    def arrange_hand(self, hand: Hand) -> Reason | None:
        """Keep ``hand`` as the order of the viewer's cards in this deal; () lets the screen sort them."""
        return self._keep_note(ArrangeHand(hand)) if hand != self.notes.hand else None

    def _keep_note(self, request: MarkSeat | ArrangeHand) -> Reason | None:
        notes = self.notes
        reason = Reason("not_here") if notes.seat is None else self._send(request, notes.seat)
        if reason is None:
            self._notes[notes.seat] = notes.with_change(request)
        return reason

    def request_leave(self, seat: int) -> None:
        """Tell the host that a person considers leaving, which can restart the turn clock."""
        self._send(RequestLeave(), seat)

    def start_next_deal(self) -> None:
        """Request the next deal, after the result of the last one was shown."""
        self._send(Ready())

    def give_up(self) -> None:
        """End the match in its present state: it stays stored, but nobody can continue it.

        No more actions are accepted. The write follows those that are pending. ``status.is_given_up`` says that it is
        done, and `error` that it failed; then call `give_up` or `retry` again.
        """
        self._is_closed = True
        self._send(GiveUp())

    def leave_all(self) -> None:
        """Let all people leave the match, one after the other, in the next updates.

        Computer players take over their seats.
        """
        self._send(LeaveAll())

    def set_computer_play(self, min_thinking_s: float, *, is_chat_enabled: bool, checks_plays: bool = False) -> None:
        """Set the least duration of a computer player's turn, and whether they chat and one checks the viewer's plays.

        ``min_thinking_s``: in seconds; it makes all their turns look alike. It does not change the match.
        """
        wanted = SetComputerPlay(min_thinking_s, is_chat_enabled, checks_plays)
        if wanted != self._computer_play:
            self._computer_play = wanted
            self._send(wanted)

    def retry(self) -> None:
        """Start failed writes again, and ask a computer player again that failed."""
        self._send(Retry())

    def take_refusal(self) -> Reason | None:
        """Return the reason of an action or message that was refused after `act` or `say` returned; each only once."""
        return self._refusals.pop(next(iter(self._refusals))) if self._refusals else None

    def get_proof(self, deal_number: int) -> DealProof:
        """Return the proof of the shuffle of a deal, counted from 1.

        For a deal in progress it is only the seal. Until the host answers, it is the last proof that it sent, or an
        empty one.
        """
        observation, proof = self.observation, self._proofs.get(deal_number)
        is_open = deal_number == observation.deal_number and observation.is_deal_in_progress
        if proof is None or proof.is_in_progress != is_open:
            self._send(RequestProof(deal_number))
        return self._proofs.get(deal_number) or DealProof(deal_number=deal_number, is_in_progress=is_open)

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        """Advance by one frame and return the transitions since the last call, the oldest first.

        ``is_idle``: the screen has shown all earlier transitions.
        """
        is_ready = is_idle and not self._transitions
        if is_ready and self.hot_seat is not None:
            self._wait_for_person(self.hot_seat)
        if (is_ready, self._revision) != self._reported_ready:
            self._reported_ready = is_ready, self._revision
            self._send(ReportShown(self._revision, is_ready))
        self._transport.update()
        self._take_messages(self._transport.receive())
        transitions = self._transitions.copy()
        self._transitions.clear()
        return transitions

    def _wait_for_person(self, hot_seat: HotSeat) -> None:
        """Ask for the person on turn, once the screen has shown all earlier transitions."""
        turn, status = self.observation.turn, self.status
        is_played_for = status.auto_play_seat is not None or status.claimed_seat == turn
        if turn is None or not is_own_seat(self.info, self.observation, turn):
            return
        if not is_played_for and not self.is_saving and not self._is_closed:
            hot_seat.wait_for(turn)

    def close(self) -> None:
        """Release the match: it stays stored, and another window can continue it."""
        self._is_closed = True
        self._transport.close(self.observation)
        self._take_messages(self._transport.receive())

    # -- messages

    def _send(self, request: Request, seat: int | None = None) -> Reason | None:
        """Send a request for ``seat`` and return the reason if it is refused at once.

        None means accepted, or not answered yet: a host in another process answers later.
        """
        self._command_count = number = self._command_count + 1
        if isinstance(request, TakeAction):
            self._unanswered_action = number
        self._transport.send(Command(request, number, seat, self._turn))
        self._take_messages(self._transport.receive())
        return self._refusals.pop(number, None)

    def _take_messages(self, messages: list[HostMessage]) -> None:
        for message in messages:
            match message:
                case FirstMessage():
                    self._replace_state(message)
                case TransitionMessage():
                    self._take_transition(message)
                case MatchStatus():
                    self.status = message
                case Answer(number=number, reason=reason):
                    if reason is not None:
                        self._refusals[number] = reason
                    if number == self._unanswered_action:
                        self._unanswered_action = None
                case DeadlineMessage(seconds_left=seconds):
                    self._deadline = None if seconds is None else self._clock() + seconds
                case ChatLine(message=line):
                    self._chat_messages = (*self._chat_messages, line)[-MAX_STORED_MESSAGES:]
                case HintMessage():
                    self.hint = message
                case PlayCheck():
                    self.check = message
                case ProofMessage(proof=proof):
                    self._proofs[proof.deal_number] = proof

    def _replace_state(self, message: FirstMessage) -> None:
        """Replace the state after a lost connection; the screen gets a transition without events."""
        self._chat_messages, self._revision, self._deadline = message.chat_messages, message.revision, None
        self._turn, self._results = message.turn, message.results
        self._views = {view.seat: self._complete(view) for view in message.views}
        self._transitions.append(Transition(self.observation, self.observation, ()))

    def _complete(self, view: SeatView) -> SeatView:
        """Return a view whose observation has the results of the match."""
        return replace(view, observation=replace(view.observation, results=self._results))

    def _take_transition(self, message: TransitionMessage) -> None:
        self._revision, self._turn = message.revision, message.turn
        self._results = (*self._results[: message.result_count], *message.results)
        by_viewer = dict[int | None, Transition]()
        for view in map(self._complete, message.views):
            earlier, after = self._views[view.seat], view.observation
            before = after if message.is_undo else earlier.observation
            by_viewer[view.seat] = Transition(before, after, view.events, is_undo=message.is_undo)
            events = (*earlier.events[: message.event_count], *view.events)
            if after.phase is None:
                events = ()  # the draw for the first dealer belongs to no deal
            self._views[view.seat] = replace(view, events=events)
        if self.hot_seat is None:
            self._transitions.append(by_viewer[self._only_viewer])
        else:
            self.hot_seat.record_transition(by_viewer)
