"""A WebSocket connection (RFC 6455) of either side over a transport of asyncio; `websockets` knows the protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

MAX_ARRIVED: Final = 32
"""The messages that wait here before no more are read from the transport."""


class WebSocket(asyncio.Protocol):
    """A connection. ``protocol``: its state, and whether it is the one of a host or of a guest.

    ``close_timeout``: the seconds for which the other side may answer before the transport is aborted.
    """

    transport: asyncio.Transport

    def __init__(self, protocol: ClientProtocol | ServerProtocol, close_timeout: float) -> None:
        self.protocol = protocol
        self._close_timeout = close_timeout
        self._is_open = asyncio.Event()
        self._has_ended = asyncio.Event()
        self._can_write = asyncio.Event()
        self._arrived: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._message = bytearray()
        self._message_opcode = Opcode.TEXT
        self._ping_count = 0
        self._pongs: dict[bytes, asyncio.Event] = {}

    async def open(self) -> None:
        """Do the handshake. Raise ConnectionError if the other side does not."""
        if isinstance(self.protocol, ClientProtocol):
            self.protocol.send_request(self.protocol.connect())
            self._write()
        await self._wait_for(self._is_open)

    async def send(self, text: bytes) -> None:
        """Send a text message once the transport takes it. Raise ConnectionError if the connection has ended."""
        await self._wait_for(self._can_write)
        self.put_message(text)
        self._write()

    async def receive(self) -> str | bytes:
        """Return the next message. Raise ConnectionError if the connection has ended."""
        message = await self._arrived.get()
        if self._arrived.empty() and not self.transport.is_closing():
            self.transport.resume_reading()
        if message is None:
            raise ConnectionResetError("the connection has ended")
        return message

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        with suppress(ConnectionError):
            while True:
                yield await self.receive()

    async def ping(self) -> None:
        """Send a ping and wait for its answer. Raise ConnectionError if the connection ends before."""
        await self._wait_for(self._is_open)
        self._ping_count += 1
        payload = self._ping_count.to_bytes(4, "big")
        answered = self._pongs[payload] = asyncio.Event()
        self.protocol.send_ping(payload)
        self._write()
        await self._wait_for(answered)

    async def keep_alive(self, interval: float, timeout: float) -> None:
        """Send a ping every ``interval`` seconds; abort the connection if an answer takes longer than ``timeout``."""
        with suppress(ConnectionError):
            while True:
                await asyncio.sleep(interval)
                try:
                    async with asyncio.timeout(timeout):
                        await self.ping()
                except TimeoutError:
                    self.transport.abort()

    async def close(self) -> None:
        """Close the connection, after what was sent."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(CloseCode.NORMAL_CLOSURE)
            self._write()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._close_timeout):
                    await self._has_ended.wait()
        self.transport.abort()

    async def _wait_for(self, event: asyncio.Event) -> None:
        """Wait for an event. Raise ConnectionError if the connection has ended."""
        await event.wait()
        if self.protocol.state is not State.OPEN or self.transport.is_closing():
            raise ConnectionResetError("the connection has ended")

    # -- what the transport reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._can_write.set()

    def pause_writing(self) -> None:
        self._can_write.clear()

    def resume_writing(self) -> None:
        self._can_write.set()

    def data_received(self, data: bytes) -> None:
        self.protocol.receive_data(data)
        self._process_events()

    def eof_received(self) -> None:
        self.protocol.receive_eof()
        self._process_events()

    def connection_lost(self, error: Exception | None) -> None:
        self.protocol.receive_eof()
        self._has_ended.set()
        for event in (self._is_open, self._can_write, *self._pongs.values()):
            event.set()
        self._arrived.put_nowait(None)

    # -- what the other side sends

    def _process_events(self) -> None:
        for event in self.protocol.events_received():
            match event:
                case Request() if isinstance(self.protocol, ServerProtocol):
                    self.protocol.send_response(self.answer_request(self.protocol, event))
                    self._note_handshake()
                case Response():
                    self._note_handshake()
                case Frame():
                    self._take_frame(event)
        self._write()

    def _note_handshake(self) -> None:
        if self.protocol.state is State.OPEN:
            self._is_open.set()
        else:
            self._write()
            self.transport.close()

    def _take_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            answered = self._pongs.pop(bytes(frame.data), None)
            if answered is not None:
                answered.set()
        elif frame.opcode is Opcode.PING:
            self.take_ping(len(frame.data))
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._message_opcode = frame.opcode
            self._message += frame.data
            if frame.fin:
                data, self._message = bytes(self._message), bytearray()
                self._take_data(data)

    def _take_data(self, data: bytes) -> None:
        if self._message_opcode is Opcode.BINARY:
            self.take_message(data)
            return
        try:
            self.take_message(data.decode())
        except UnicodeDecodeError:
            self.fail(CloseCode.INVALID_DATA)

    def fail(self, code: CloseCode) -> None:
        """End the connection because the other side breaks the protocol, at once if it does not read."""
        self.protocol.fail(code)
        self._write()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    # -- for kinds of connections

    def answer_request(self, protocol: ServerProtocol, request: Request) -> Response:
        """Return the host's answer to the first request of a connection."""
        return protocol.accept(request)

    def put_message(self, text: bytes) -> None:
        """Give the protocol a message to send."""
        self.protocol.send_text(text)

    def take_ping(self, byte_count: int) -> None:
        """Note a ping with ``byte_count`` bytes, which the protocol answers."""

    def take_message(self, message: str | bytes) -> None:
        """Keep a message until it is received; as long as too many wait, no more are read."""
        self.keep_message(message)
        if self.waiting_count >= MAX_ARRIVED:
            self.transport.pause_reading()

    def keep_message(self, message: str | bytes) -> None:
        """Keep a message until it is received."""
        self._arrived.put_nowait(message)

    @property
    def waiting_count(self) -> int:
        """The number of messages that have arrived and were not received."""
        return self._arrived.qsize()

    def _write(self) -> None:
        """Give the transport what the protocol has to send; an empty part is the end."""
        for data in self.protocol.data_to_send():
            if self.transport.is_closing():
                continue
            if data:
                self.transport.write(data)
            else:
                self.transport.close()
