"""A later version of the host adds an option, fields, an event and a message: older guests play on with it."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.network import guest
from game.network.invitation import encode_invitation
from game.rules import GAMES
from game.session.encoding import MessageDecoder, encode_message
from game.session.messages import HostMessage
from tests.network.checked_match import CheckedMatch
from tests.network.clients import has_lobby, open_client, serve, wait_for
from tests.network.host import OWNER_KEY, TWO_DEALS, Host
from tests.network.later_host import LATER_MESSAGE, make_later
from tests.network.processes import EXAMPLE


def load_example() -> Any:
    spec = importlib.util.spec_from_file_location("example_client", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example


def test_example_client_plays_a_match_at_a_later_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = load_example()
    become_later(monkeypatch)

    async def talk(_port: int, host: Host) -> None:
        people = {"Ann": OWNER_KEY, "Bob": ""}
        invitation = encode_invitation(host.invitation)
        await asyncio.gather(*(asyncio.to_thread(example.play, invitation, *person) for person in people.items()))

    serve(tmp_path, talk, seats=2)
    ann, bob = capsys.readouterr().out.splitlines()
    assert ann == bob and ann.startswith("totals: ")


def become_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hosts of the test send what a later version would."""
    send = guest.Guest.send

    def send_with_more(receiver: guest.Guest, message: HostMessage) -> None:
        receiver.outgoing.append(LATER_MESSAGE)
        receiver.outgoing_bytes += len(LATER_MESSAGE)
        send(receiver, message)

    def encode_later(message: msgspec.Struct) -> bytes:
        return make_later(encode_message(message))

    monkeypatch.setattr(guest, "encode_message", encode_later)
    monkeypatch.setattr(guest.Guest, "send", send_with_more)


def test_program_of_a_guest_skips_messages_that_it_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    become_later(monkeypatch)

    async def talk(_port: int, host: Host) -> None:
        client = open_client(host.invitation)
        await wait_for(partial(has_lobby, client))
        assert client.is_connected and not client.refusal and client.check.fault is None
        await asyncio.to_thread(client.close)

    serve(tmp_path, talk)


def test_program_of_a_guest_has_nothing_against_a_later_host(tmp_path: Path) -> None:
    decoder = MessageDecoder(GAMES["briscola"])

    def tell_more(message: HostMessage) -> Sequence[HostMessage]:
        return (decoder.decode(make_later(encode_message(message)), HostMessage),)

    match = CheckedMatch(tmp_path, TWO_DEALS, lie=tell_more)
    match.play_until(lambda: match.has_seen_actions(6))
    match.lose_connection()
    match.connect_again()
    assert match.play_out() == "" and match.bob.record is not None
