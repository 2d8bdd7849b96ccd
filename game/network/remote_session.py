"""The session of a match whose host is at another machine."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.core.messages import Reason
from game.match.record import Record, RecordError, decode_playable_record
from game.network.guest_client import GuestClient, GuestConnection
from game.session.chat import find_phrase, translate_computer_line, translate_phrase
from game.session.client import ConnectedSession
from game.session.penalties import ChatMessage
from game.session.session_parts import SessionChat
from game.text.gettext import _


class RemoteChat(SessionChat):
    """The chat of a match whose host speaks English: phrases and computers' lines are in the player's language."""

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        info = self._link.info
        return tuple(
            msgspec.structs.replace(
                message,
                text=translate_phrase(message.text)
                if info.players[message.seat].is_person
                else translate_computer_line(message.text, info.names),
            )
            for message in super().messages
        )

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        return super().say(find_phrase(text), seat)


class RemoteSession(ConnectedSession):
    """A session of a match at a table over the network; ``client``: its connection, which must have a match.

    ``clock``: returns seconds and never goes back.
    """

    def __init__(self, client: GuestClient, clock: Callable[[], float]) -> None:
        self.client = client
        super().__init__(GuestConnection(client), clock, self._read_record)
        self.chat = RemoteChat(self._link)

    @property
    def error(self) -> str:
        return _("The host could not save the match. It tries again.") if super().error else ""

    def _read_record(self) -> Record | None:
        """Return the record of the finished match, None before it has arrived, or if it is damaged."""
        if self.client.record is None:
            return None
        try:
            return decode_playable_record(self.client.record)
        except RecordError:
            return None

    def close(self) -> None:
        super().close()
        self.client.close()
