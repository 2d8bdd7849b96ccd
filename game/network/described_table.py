"""The table as a guest knows it who gets it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.events import TrickTaken
from game.core.messages import Reason
from game.match.observation import Observation
from game.network.described import Described, DescribedChoice, DescribedSeat, HandCard, LogEntry
from game.network.messages import (
    Lobby,
    Presence,
    Reach,
    RecordPart,
    SeatKey,
    WaitingGuests,
    WatcherNames,
    Ways,
    Welcome,
)
from game.session.messages import (
    Answer,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    Ready,
    Sit,
    TakeAction,
    TransitionMessage,
)
from game.session.session import Session
from game.session.transport import Transport
from game.text.gettext import choose_language, use_language

SESSION_TYPES: Final = (FirstMessage, TransitionMessage, MatchStatus, DeadlineMessage, ChatLine)
"""The messages from which a session knows its match."""
STEP_SHOW_S: Final = 0.7
TRICK_SHOW_S: Final = 2.0
"""The times for which people look at a step, and at a complete trick, before computer players go on.

The page does not report that it has shown a step, because it shows each one at once.
"""
TOLD_TYPES: Final = (*SESSION_TYPES, Lobby, Presence, Reach, RecordPart, WaitingGuests, WatcherNames, Ways)
"""The messages that a guest does not get who gets the table in words."""
replace = msgspec.structs.replace


class DescribedTable:
    """All that the host would have sent to a guest, and the words for it in their language.

    ``show_s``: the seconds for which people look at the last step. ``clock``: returns seconds and never goes back.
    """

    def __init__(self, language: str, clock: Callable[[], float]) -> None:
        self.language = choose_language([language])
        self.welcome: Welcome | None = None
        self.lobby: Lobby | None = None
        self.presence: Presence | None = None
        self.session: Session | None = None
        self.waiting_names: tuple[str, ...] = ()
        self.watcher_names: tuple[str, ...] = ()
        self.refusal: Reason | None = None
        self.show_s = STEP_SHOW_S
        self._clock = clock
        self._inbox = _Inbox()
        self._has_news = self._is_sent_again = False
        self._last: Described | None = None

    def take(self, message: HostMessage) -> bool:
        """Keep what a message says; return whether the guest gets it in words only."""
        self._has_news = self._has_news or not isinstance(message, Described)
        match message:
            case Welcome():
                self.welcome, self.session = message, None
            case SeatKey() if self.welcome is not None:
                self.welcome = replace(self.welcome, state="match")
            case Lobby():
                self.lobby = message
            case Presence():
                self.presence = message
            case WaitingGuests(names=names):
                self.waiting_names = names
            case WatcherNames(names=names):
                self.watcher_names = names
            case Answer(reason=reason):
                self.refusal = reason
            case FirstMessage():
                self._inbox = _Inbox(message)
                self.session = Session(self._inbox, self._clock)
            case _ if isinstance(message, SESSION_TYPES):
                self._inbox.messages.append(message)
                if isinstance(message, TransitionMessage):
                    (view,), self.refusal = message.views, None
                    has_trick = any(isinstance(event, TrickTaken) for event in view.events)
                    self.show_s = TRICK_SHOW_S if has_trick else STEP_SHOW_S
                self._is_sent_again = self._is_sent_again or isinstance(message, DeadlineMessage)
        return isinstance(message, TOLD_TYPES)

    def describe(self) -> Described | None:
        """Return the table in words, None if that has not changed since the last call."""
        if not self._has_news or self.welcome is None:
            return None
        self._has_news = False
        number = 1 if self._last is None else self._last.number + 1
        with use_language(self.language):
            if self.session is not None:
                self.session.update(is_idle=True)
                described = _describe_match(self.session, number)
            elif self.lobby is not None:
                described = _describe_lobby(self.welcome, self.lobby, number)
            else:
                return None
        if self._last is not None and not self._is_sent_again:
            same = replace(described, number=self._last.number, seconds_left=self._last.seconds_left)
            if same == self._last:
                return None
        self._last, self._is_sent_again = described, False
        return described


class _Inbox(Transport):
    """The messages of a match, for a session that only tells what it knows: the guest sends its commands itself."""

    is_match = True
    is_remote = True

    def __init__(self, *messages: HostMessage) -> None:
        self.messages = [*messages]

    def send(self, command: Command) -> None:
        pass

    def receive(self) -> list[HostMessage]:
        messages, self.messages = self.messages, []
        return messages


# -- the least words until there are better ones


def _describe_lobby(welcome: Welcome, lobby: Lobby, number: int) -> Described:
    count = len(lobby.seats)
    first = 0 if lobby.your_seat is None else lobby.your_seat + 1
    seats = tuple(
        DescribedSeat(
            seat=seat, name=lobby.seats[seat].name, is_you=seat == lobby.your_seat, is_free=not lobby.seats[seat].kind,
            portrait=f"{lobby.seats[seat].avatar_number + 1:02}", state="Ready" if lobby.seats[seat].is_ready else "",
        )
        for seat in ((first + place) % count for place in range(count))
    )  # fmt: skip
    choices = [DescribedChoice(kind="button", label="Ready", request=Ready(), is_primary=True)]
    choices += [
        DescribedChoice(kind="button", label=f"Sit at {seat.seat}", request=Sit(seat.seat))
        for seat in seats
        if seat.is_free
    ]
    return Described(
        number=number, turn=(0, 0), place="lobby", language="en", title=welcome.table, subtitle=lobby.game,
        seats=seats, choices=tuple(choices),
    )  # fmt: skip


def _describe_match(session: Session, number: int) -> Described:
    observation: Observation = session.observation
    actions: tuple[Action, ...] = observation.legal_actions if session.is_your_turn else ()
    choices = [
        DescribedChoice(
            kind="button", label=str(action), request=TakeAction(action), card=str(getattr(action, "card", ""))
        )
        for action in actions
    ]
    cards = {choice.card: index for index, choice in enumerate(choices)}
    phase = observation.phase
    board = None if phase is None else phase.board()
    own_hand = () if board is None or observation.seat is None else board.hands[observation.seat]
    hand = tuple(HandCard(card=str(card), name=str(card), choice=cards.get(str(card))) for card in own_hand)
    place = "table"
    if session.status.is_between_deals or observation.is_over:
        place = "result"
        choices.append(DescribedChoice(kind="button", label="Ready", request=Ready(), is_primary=True))
    trick = {} if board is None else dict(board.trick)
    first = 0 if observation.seat is None else observation.seat + 1
    count = observation.seats
    seats = tuple(
        DescribedSeat(
            seat=seat, name=session.info.players[seat].name, is_you=seat == observation.seat,
            is_turn=seat == observation.turn, card=str(trick.get(seat, "")), portrait="01",
        )
        for seat in ((first + place_) % count for place_ in range(count))
    )  # fmt: skip
    return Described(
        number=number, turn=session.turn, place=place, language="en", title=session.info.game_id, seats=seats,
        hand=hand, choices=tuple(choices), is_your_turn=session.is_your_turn, deck="napoletane_index",
        log=tuple(LogEntry(text=type(event).__name__) for event in session.view.events[-20:]),
        seconds_left=session.turn_seconds_left,
    )  # fmt: skip
