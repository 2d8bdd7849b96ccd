"""The compression of a host's messages (permessage-deflate, RFC 7692).

Compressed messages share a window, so their lengths tell how much they have in common. What only one seat may know
shares it with no text of another person, be it a chat line, a name or a word of a shuffle: so nobody can say a guess
and see in a length whether it was right. Messages with such texts and nothing secret, as match files are, have a window
of their own; others with such a text are not compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from game.network.messages import FinishedDeal, Lobby, Presence, RecordPart, Shuffle
from game.session.encoding import get_tag
from game.session.messages import Answer, DeadlineMessage, HostMessage, MatchStatus, TransitionMessage

MEMORY_LEVEL: Final = 5


def _list_beginnings(*types: type[HostMessage]) -> tuple[bytes, ...]:
    return tuple(f'{{"type":"{get_tag(message_type)}"'.encode() for message_type in types)


TEXTLESS_BEGINNINGS: Final = _list_beginnings(TransitionMessage, MatchStatus, Answer, DeadlineMessage, Presence)
PUBLIC_BEGINNINGS: Final = _list_beginnings(Lobby, Shuffle, FinishedDeal, RecordPart)


class _HostDeflate(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        data = bytes(frame.data)
        if data.startswith(TEXTLESS_BEGINNINGS):
            return super().encode(frame)
        if not data.startswith(PUBLIC_BEGINNINGS):
            return frame
        self._begin_window()
        compressed_frame = super().encode(frame)
        self._begin_window()
        return compressed_frame

    def _begin_window(self) -> None:
        self.encoder = zlib.compressobj(wbits=-self.local_max_window_bits, memLevel=MEMORY_LEVEL)


class HostDeflateFactory(ServerPerMessageDeflateFactory):
    """The compression of a host."""

    def __init__(self) -> None:
        super().__init__(compress_settings={"memLevel": MEMORY_LEVEL})

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Accept the compression that a guest offers."""
        response, accepted = super().process_request_params(params, accepted_extensions)
        return response, _HostDeflate(
            accepted.remote_no_context_takeover, accepted.local_no_context_takeover, accepted.remote_max_window_bits,
            accepted.local_max_window_bits, accepted.compress_settings,
        )  # fmt: skip


def make_guest_extensions() -> list[Any]:
    """Return the extensions that a guest offers: compression with the largest window of the host."""
    return [ClientPerMessageDeflateFactory(client_max_window_bits=True, compress_settings={"memLevel": MEMORY_LEVEL})]
