"""The table as a guest knows it who gets it in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from game.core.events import TrickTaken
from game.network.described import Described
from game.network.description.lobby import describe_lobby, describe_waiting
from game.network.description.match import describe_match
from game.network.description.table_news import TableNews
from game.network.messages import (
    Lobby,
    LobbySeat,
    Presence,
    Reach,
    RecordPart,
    Shuffle,
    WaitingGuests,
    WatcherNames,
    Ways,
    Welcome,
)
from game.session.messages import (
    MAX_CHAT_LINES,
    Answer,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
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

    ``seats_at_start``: those of the lobby when the match began, () before. ``show_s``: the seconds for which people
    look at the last step. ``clock``: returns seconds and never goes back.
    """

    def __init__(self, language: str, seats_at_start: tuple[LobbySeat, ...], clock: Callable[[], float]) -> None:
        self.show_s = STEP_SHOW_S
        self._language = choose_language([language])
        self._clock = clock
        self._state = ""
        self._news = TableNews(table="", seats_at_start=seats_at_start)
        self._session: Session | None = None
        self._inbox = _Inbox()
        self._chat_moments = deque[tuple[int, int]](maxlen=MAX_CHAT_LINES)
        self._shuffled_deal = 0
        self._has_news = self._is_sent_again = False
        self._last: Described | None = None

    def take(self, message: HostMessage) -> bool:
        """Keep what a message says; return whether the guest gets it in words only."""
        self._has_news = self._has_news or not isinstance(message, Described)
        match message:
            case Welcome(table=table, state=state, is_owner=is_owner):
                self._state, self._session = state, None
                self._news = replace(self._news, table=table, is_owner=is_owner, presence=None, refusal=None)
            case Lobby():
                self._news = replace(self._news, lobby=message)
            case Presence():
                self._news = replace(self._news, presence=message)
            case WatcherNames(names=names, owner=owner):
                self._news = replace(self._news, watcher_names=names, watching_owner=owner)
            case Answer(reason=reason):
                self._news = replace(self._news, refusal=reason)
            case Shuffle(deal=deal):
                self._shuffled_deal = deal
            case FirstMessage():
                self._inbox = _Inbox(message)
                self._session = Session(self._inbox, self._clock)
                self._chat_moments.clear()
            case _ if self._session is not None and isinstance(message, SESSION_TYPES):
                self._take_news(self._session, message)
        return isinstance(message, TOLD_TYPES)

    def _take_news(self, session: Session, message: HostMessage) -> None:
        match message:
            case TransitionMessage(views=(view,)):
                has_trick = any(isinstance(event, TrickTaken) for event in view.events)
                self.show_s = TRICK_SHOW_S if has_trick else STEP_SHOW_S
                self._news = replace(self._news, refusal=None)
            case ChatLine():
                self._chat_moments.append((session.turn[0], len(session.view.events)))
            case DeadlineMessage():
                self._is_sent_again = True
        self._inbox.messages.append(message)
        session.update(is_idle=True)

    def describe(self) -> Described | None:
        """Return the table in words, None if that has not changed since the last call."""
        if not self._has_news:
            return None
        self._has_news = False
        with use_language(self._language):
            described = self._describe_now()
        last = self._last
        is_same = last is not None and described == replace(
            last, number=0, seconds_left=None if described is None else described.seconds_left
        )
        if described is None or (is_same and not self._is_sent_again):
            return None
        self._last, self._is_sent_again = replace(described, number=1 if last is None else last.number + 1), False
        return self._last

    def _describe_now(self) -> Described | None:
        """Return the table in words, None before there is anything to see."""
        if self._session is None:
            if self._state == "waiting":
                return describe_waiting(self._news)
            return describe_lobby(self._news) if self._state != "match" and self._news.lobby is not None else None
        deal = self._session.turn[0]
        moments = tuple(count if said_in == deal else 0 for said_in, count in self._chat_moments)
        news = replace(self._news, chat_moments=moments, is_shuffling=self._shuffled_deal > deal)
        return describe_match(self._session, news)


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
