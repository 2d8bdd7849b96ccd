"""A phone at a table over the network: a browser's page in Python, which knows no game and makes described choices."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.network import messages
from game.network.sealing import SealedStreams, derive_streams
from game.session.encoding import encode_message
from game.session.messages import SessionMessage
from game.shuffling.shuffle import ShuffleContext, compute_word_commitment
from tests.network.clients import make_hello
from tests.network.host import make_word

Message: TypeAlias = dict[str, Any]
"""A message of the host as a page reads it, or a part of one."""


def choose(described: Message, rng: Random) -> Message | None:
    """Return one of the choices of somebody who plays on, None if there is none now."""
    offered = [choice for choice in described.get("choices", []) if choice.get("is_enabled", True)]
    choices = [choice for choice in offered if choice["kind"] != "menu" and choice["request"]["type"] != "sit"]
    return rng.choice(choices) if choices else None


def make_command(described: Message, choice: Message, number: int) -> bytes:
    """Return the message with which a page makes a choice."""
    command = {"type": "command", "number": number, "turn": described["turn"], "request": choice["request"]}
    return msgspec.json.encode(command)


def split_link(link: str) -> tuple[str, bytes]:
    """Return the origin of a page, and the secret in its link."""
    origin, _mark, key = link.partition("/#")
    return origin, base64.urlsafe_b64decode(key + "==")


class Phone:
    """A connection of a page; ``described``, ``key``, ``refusal``: what the host has told last, empty before."""

    def __init__(self, connection: ClientConnection, streams: SealedStreams, name: str) -> None:
        self.name = name
        self.connection = connection
        self.streams = streams
        self.described: Message = {}
        self.key = self.refusal = ""
        self.types = list[str]()
        self._seat = -1
        self._number = 0
        self._words = set[tuple[int, int, str]]()

    async def send(self, message: SessionMessage) -> None:
        await self.send_text(encode_message(message))

    async def send_text(self, text: bytes) -> None:
        await self.connection.send(self.streams.of_browser.seal(text))

    async def tap(self, choice: Message) -> None:
        self._number += 1
        await self.send_text(make_command(self.described, choice, self._number))

    async def receive(self) -> Message:
        """Return the next message, after what a page does by itself. Raise ConnectionClosed after the last one."""
        data = await self.connection.recv()
        assert isinstance(data, bytes)
        text = self.streams.of_host.open(data)
        if not text:  # a sign of life
            return {}
        message: Message = msgspec.json.decode(text)
        self.types.append(message["type"])
        match message:
            case {"type": "described"}:
                self.described = message
            case {"type": "seat_key"}:
                self._seat, self.key = message["seat"], message["key"]
            case {"type": "refused"}:
                self.refusal = message["code"]
            case {"type": "shuffle"}:
                await self._contribute(msgspec.convert(message, messages.Shuffle))
        return message

    async def wait_for(self, is_reached: Callable[[], object]) -> None:
        while not is_reached():
            await self.receive()

    async def _contribute(self, shuffle: messages.Shuffle) -> None:
        words, number, word = shuffle.rounds[-1], len(shuffle.rounds), make_word(self.name, shuffle)
        step = "open" if all(entry.commitment for entry in words) else "commit"
        if self._seat not in [entry.seat for entry in words] or (shuffle.deal, number, step) in self._words:
            return
        self._words.add((shuffle.deal, number, step))
        context = ShuffleContext("", shuffle.deal, match_uid=shuffle.match)
        commitment = compute_word_commitment(context, shuffle.seal, self._seat, word)
        commit = messages.CommitWord(deal=shuffle.deal, round=number, commitment=commitment)
        await self.send(commit if step == "commit" else messages.OpenWord(deal=shuffle.deal, round=number, word=word))

    async def play(self, rng: Random) -> None:
        """Get ready, then make choices until the connection ends; each state of the table is answered once."""
        answered: object = None
        with suppress(ConnectionClosed):
            while True:
                await self.receive()
                state = self.described.get("turn"), self.described.get("place")
                choice = choose(self.described, rng)
                if choice is not None and state != answered:
                    answered = state
                    await self.tap(choice)


@asynccontextmanager
async def open_page(link: str, name: str, *, secret: bytes | None = None, **options: Any) -> AsyncIterator[Phone]:
    """Give a connection that has agreed on keys; ``secret``: in place of that in the link."""
    origin, linked_secret = split_link(link)
    options = {"origin": origin, "compression": None, "proxy": None, **options}
    async with connect(f"{origin.replace('http', 'ws', 1)}/table", **options) as connection:
        private = X25519PrivateKey.generate()
        public = private.public_key().public_bytes_raw()
        await connection.send(public)
        host_public = await connection.recv()
        assert isinstance(host_public, bytes)
        shared = private.exchange(X25519PublicKey.from_public_bytes(host_public))
        yield Phone(connection, derive_streams(secret or linked_secret, shared, public, host_public), name)


@asynccontextmanager
async def join_by_page(link: str, name: str, *, key: str = "", **entry: Any) -> AsyncIterator[Phone]:
    """Give a phone that has said who it is; ``key``: of its seat, if it has one."""
    async with open_page(link, name) as phone:
        await phone.send(make_hello(token=key or split_link(link)[1].hex(), rules={}))
        await phone.send(messages.Enter(**{"name": name, "run": name.encode().hex(), "language": "it", **entry}))
        yield phone
