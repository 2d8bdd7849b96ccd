"""The compression of a host's messages (permessage-deflate, RFC 7692).

Compressed messages share a window, so their lengths tell how much they have in common. What only one seat may know
shares it with no text of another person, be it a chat line, a name or a word of a shuffle: so nobody can say a guess
and see in a length whether it was right. Messages with such texts and nothing secret, as match files are, have a window
of their own; others with such a text are not compressed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from websockets.extensions import ClientExtensionFactory, Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from game.network.messages import FinishedDeal, Lobby, Presence, RecordPart, Shuffle, WatcherNames
from game.session.encoding import get_tag
from game.session.messages import Answer, DeadlineMessage, HostMessage, MatchStatus, TransitionMessage

MEMORY_LEVEL: Final = 5


def _list_beginnings(*types: type[HostMessage]) -> tuple[bytes, ...]:
    return tuple(f'{{"type":"{get_tag(message_type)}"'.encode() for message_type in types)


TEXTLESS_BEGINNINGS: Final = _list_beginnings(TransitionMessage, MatchStatus, Answer, DeadlineMessage, Presence)
PUBLIC_BEGINNINGS: Final = _list_beginnings(Lobby, Shuffle, FinishedDeal, RecordPart, WatcherNames)


class _HostDeflate(Extension):
    """The compression of one connection; ``make_window``: makes one with an empty window."""

    name = ServerPerMessageDeflateFactory.name

    def __init__(self, make_window: Callable[[], Extension]) -> None:
        self._make_window = make_window
        self._received = make_window()
        self._sent = make_window()

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Return the frame of a guest as it was before its compression."""
        return self._received.decode(frame, max_size=max_size)

    def encode(self, frame: Frame) -> Frame:
        """Return the frame as it is sent: compressed, unless it has a text beside what only one seat may know."""
        data = bytes(frame.data)
        if data.startswith(TEXTLESS_BEGINNINGS):
            return self._sent.encode(frame)
        if not data.startswith(PUBLIC_BEGINNINGS):
            return frame
        self._sent = self._make_window()
        return self._make_window().encode(frame)


class HostDeflateFactory(ServerExtensionFactory):
    """The compression of a host."""

    name = ServerPerMessageDeflateFactory.name

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Extension]:
        """Accept the compression that a guest offers."""
        factory = ServerPerMessageDeflateFactory(compress_settings={"memLevel": MEMORY_LEVEL})
        earlier_extensions = tuple(accepted_extensions)

        def make_window() -> Extension:
            return factory.process_request_params(params, earlier_extensions)[1]

        response, _accepted = factory.process_request_params(params, earlier_extensions)
        return response, _HostDeflate(make_window)


def make_guest_extensions() -> list[ClientExtensionFactory]:
    """Return the extensions that a guest offers: compression with the largest window of the host."""
    return [ClientPerMessageDeflateFactory(client_max_window_bits=True, compress_settings={"memLevel": MEMORY_LEVEL})]
