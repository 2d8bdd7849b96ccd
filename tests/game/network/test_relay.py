"""A relay joins a host and its guests, keeps its limits, and leads nowhere else; what the owner is told of it."""

from __future__ import annotations

import asyncio
import json
import socket
import tracemalloc
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.network import relay, relay_client
from game.network.guest_client import GuestClient
from game.network.invitation import Endpoint, RelayPlace
from game.network.reach import HostReach
from game.network.relay_client import probe_port
from game.network.relay_lines import compute_table_id, derive_relay_key, prove_word
from tests.marks import needs_loopback_network
from tests.network.clients import has_lobby, make_client, open_client, wait_for
from tests.network.host import INVITATION, ONE_DEAL, OWNER_KEY, Host
from tests.network.processes import play_match_over_relay
from tests.network.relays import LOOPBACK, RelayedHost, ask, open_relay_server, open_table_behind
from tests.rows import check_rows

KEY = derive_relay_key(OWNER_KEY)
TABLE_ID = compute_table_id(KEY).hex()
WORD = "basta"
replace = msgspec.structs.replace


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


async def close(*clients: GuestClient) -> None:
    for client in clients:
        await asyncio.to_thread(client.close)


def test_guest_reaches_a_host_by_the_relay_alone(tmp_path: Path) -> None:
    async def talk() -> None:
        host = Host(tmp_path / "host")
        async with open_relay_server(word=WORD) as port, open_table_behind(port, host, tmp_path, word=WORD) as reach:
            client = open_client(host.invitation)
            await wait_for(lambda: client.welcome is not None)
            assert reach.message.relay == "yes"
            state = json.loads((await ask(port, "STATUS"))[0])
            assert (state["tables"], state["guests"]) == (1, 1) and state["bytes"] > 1000
            assert KEY not in str(state) and TABLE_ID not in str(state) and LOOPBACK not in str(state)
            await close(client)

    run(talk())


def test_guest_learns_from_the_relay_that_the_host_is_missing() -> None:
    async def talk() -> None:
        async with open_relay_server() as port:
            place = RelayPlace(LOOPBACK, port, compute_table_id(KEY))
            client = open_client(replace(INVITATION, addresses=(LOOPBACK,), port=1, relay=place))
            await wait_for(lambda: client.is_host_missing)
            await close(client)

    run(talk())


@check_rows(
    ("lines", "answers"),
    [
        (["GET / HTTP/1.1"], ["NO bad_line"]), ([""], ["NO bad_line"]), (["x" * 500], ["NO bad_line"]),
        (["HOST nothing"], ["NO bad_line"]), ([f"HOST {KEY} more"], ["NO bad_line"]), (["GUEST"], ["NO bad_line"]),
        (["GUEST x"], ["NO no_table"]), ([f"GUEST {TABLE_ID}"], ["NO no_table"]), (["TAKE 01"], ["NO no_guest"]),
        (["PROBE 0"], ["NO bad_line"]), (["PROBE x"], ["NO bad_line"]), (["PROBE 192.0.2.1 80"], ["NO bad_line"]),
        ([f"HOST {KEY}", "PING", "PING"], ["OK", "PONG", "PONG"]), ([f"HOST {KEY}", "GUEST"], ["OK", "NO bad_line"]),
    ],
)  # fmt: skip
def test_first_line_says_what_a_connection_wants(lines: list[str], answers: list[str]) -> None:
    async def talk() -> None:
        async with open_relay_server() as port:
            assert await ask(port, *lines) == answers

    run(talk())


def test_host_proves_the_word_without_sending_it(tmp_path: Path) -> None:
    assert len({prove_word(word, challenge, key) for word in "ab" for challenge in "01" for key in "xy"}) == 8

    async def talk() -> None:
        async with open_relay_server(word=WORD) as port:
            (challenge,) = await ask(port, f"HOST {KEY}")
            assert challenge.startswith("WORD ") and challenge not in await ask(port, f"HOST {KEY}")
            assert (await ask(port, f"HOST {KEY}", prove_word(WORD, challenge, KEY)))[1:] == ["NO word_wrong"]
            async with open_table_behind(port, Host(tmp_path / "host"), tmp_path, word="Basta") as reach:
                await wait_for(lambda: reach.message.relay == "word_wrong")

    run(talk())


def test_place_of_a_table_is_that_of_the_key_and_its_host_gets_it_back() -> None:
    async def talk() -> None:
        async with open_relay_server(max_tables=1) as port, RelayedHost(port, KEY) as first:
            assert await ask(port, f"HOST {derive_relay_key('of another')}") == ["NO no_place"]
            async with RelayedHost(port, KEY) as again:
                assert await first.read_line() == "", "the earlier connection has ended"
                for end in await again.open_pair(TABLE_ID):
                    end.close()

    run(talk())


@needs_loopback_network
def test_guests_of_one_origin_leave_places_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "TAKING_TIMEOUT_S", 20.0)
    most, most_of_origin = relay.MAX_GUESTS_OF_TABLE, relay.MAX_GUESTS_OF_TABLE_AND_ORIGIN

    async def talk() -> None:
        async with open_relay_server() as port, RelayedHost(port, KEY) as host:
            guests = list[asyncio.StreamWriter]()

            async def come(address: str) -> str:
                reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(address, 0))
                guests.append(writer)
                writer.write(f"GUEST {TABLE_ID}\n".encode())
                told, answered = asyncio.ensure_future(host.read_line()), asyncio.ensure_future(reader.readline())
                done, rest = await asyncio.wait([told, answered], return_when=asyncio.FIRST_COMPLETED)
                for waiting in rest:
                    waiting.cancel()
                return str(done.pop().result())

            origins = set[str]()
            for number in range(most // most_of_origin):
                for _guest in range(most_of_origin):
                    line = (await come(f"127.0.1.{number}")).split()
                    assert line[0] == "GUEST"
                    origins.add(line[2])
                assert "no_place" in await come(f"127.0.1.{number}")
            assert "no_place" in await come("127.0.2.1"), "the table is full"
            assert len(origins) == most // most_of_origin and not any("127" in origin for origin in origins)
            for writer in guests:
                writer.transport.abort()

    run(talk())


@needs_loopback_network
def test_origin_that_comes_too_often_is_refused_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LINE_BURST", 3.0)
    now = [0.0]

    async def talk() -> None:
        async with open_relay_server(clock=lambda: now[0]) as port:
            answers = [await ask(port, "TAKE 0") for _attempt in range(6)]
            assert answers == [["NO no_guest"]] * 4 + [["NO too_often"]] * 2
            now[0] += 0.5
            assert await ask(port, "TAKE 0") == ["NO no_guest"], "refusals do not prolong it"
            assert await ask(port, "TAKE 0", local_address="127.0.0.2") == ["NO no_guest"]

    run(talk())


@check_rows(
    ("name", "lines"),
    [
        ("OPENING_TIMEOUT_S", []), ("IDLE_TIMEOUT_S", [f"HOST {KEY}"]), ("TAKING_TIMEOUT_S", [f"GUEST {TABLE_ID}"]),
    ],
)  # fmt: skip
def test_connection_that_says_nothing_is_closed(name: str, lines: list[str]) -> None:
    async def talk() -> None:
        async with open_relay_server() as port, RelayedHost(port, KEY):
            monkeypatch.setattr(relay, name, 0.05)
            reader, writer = await asyncio.open_connection(LOOPBACK, port)
            writer.write("".join(f"{line}\n" for line in lines).encode())
            assert (await reader.read()).decode().splitlines()[-1:] in ([], ["OK"], ["NO no_answer"])
            writer.close()

    with pytest.MonkeyPatch.context() as monkeypatch:
        run(talk())


@needs_loopback_network
def test_probe_reaches_the_asking_address_only() -> None:
    async def talk() -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.2", 0))
            listener.listen()
            port_of_guest = listener.getsockname()[1]
            async with open_relay_server() as port:
                assert await ask(port, f"PROBE {port_of_guest}", local_address="127.0.0.2") == ["REACHED"]
                assert await ask(port, f"PROBE {port_of_guest}", local_address="127.0.0.3") == ["SILENT"]
                assert await ask(port, f"PROBE {port}") == ["NO own_machine"]
                assert await probe_port(Endpoint(LOOPBACK, port), port_of_guest) == ""

    run(talk())


def test_relay_stops_reading_what_the_other_side_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flood pairs in both directions and read nothing: the relay holds one chunk of each direction."""
    pair_count, part = 6, b"x" * 65536
    monkeypatch.setattr(relay, "BYTE_BURST", 1e9)
    monkeypatch.setattr(relay, "MAX_GUESTS_OF_TABLE_AND_ORIGIN", pair_count)

    async def talk() -> None:
        loop = asyncio.get_running_loop()
        async with open_relay_server() as port, RelayedHost(port, KEY) as host:
            ends = [end for _pair in range(pair_count) for end in await host.open_pair(TABLE_ID)]
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]

            async def flood(end: socket.socket) -> None:
                while True:
                    await asyncio.wait_for(loop.sock_sendall(end, part), 0.3)

            results = await asyncio.gather(*map(flood, ends), return_exceptions=True)
            grown = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
            assert all(isinstance(result, TimeoutError) for result in results), "nothing more is taken"
            assert grown < len(ends) * 2 * relay.CHUNK_BYTES
            for end in ends:
                end.close()

    run(talk())


@needs_loopback_network
def test_flooding_origin_waits_while_another_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BYTES_PER_S", 1000.0)
    monkeypatch.setattr(relay, "BYTE_BURST", 20_000.0)

    async def talk() -> None:
        loop = asyncio.get_running_loop()
        async with open_relay_server() as port, RelayedHost(port, KEY) as host:
            flooding_guest, its_host = await host.open_pair(TABLE_ID, "127.0.0.2")
            guest, host_end = await host.open_pair(TABLE_ID, "127.0.0.3")
            await loop.sock_sendall(flooding_guest, b"x" * 60_000)
            await loop.sock_sendall(guest, b"y")
            assert await loop.sock_recv(host_end, 10) == b"y"
            received = 0
            with pytest.raises(TimeoutError):
                while True:
                    received += len(await asyncio.wait_for(loop.sock_recv(its_host, 65536), 0.2))
            assert received <= 20_000 + 2 * relay.CHUNK_BYTES
            for end in (flooding_guest, its_host, guest, host_end):
                end.close()

    run(talk())


@needs_loopback_network
def test_flood_over_the_relay_does_not_keep_other_guests_out(tmp_path: Path) -> None:
    """Open as many connections as an origin may, and say nothing: guests of other origins still come in."""

    async def talk() -> None:
        host = Host(tmp_path / "host", seats=3)
        async with open_relay_server() as port, open_table_behind(port, host, tmp_path) as reach:
            assert host.invitation.relay is not None
            direct_invitation = replace(host.invitation, addresses=(LOOPBACK,), port=reach.port, relay=None)
            table_id = host.invitation.relay.table.hex()
            silent = [
                await asyncio.open_connection(LOOPBACK, port, local_addr=("127.0.0.9", 0))
                for _guest in range(relay.MAX_GUESTS_OF_TABLE_AND_ORIGIN)
            ]
            for _reader, writer in silent:
                writer.write(f"GUEST {table_id}\n".encode())
            assert [await reader.readline() for reader, _writer in silent] == [b"OK\n"] * len(silent)
            by_relay, direct = make_client(host.invitation, "Bob"), make_client(direct_invitation, "Cleo")
            for client in (by_relay, direct):
                client.start()
                await wait_for(partial(has_lobby, client), 4.0)
            await close(by_relay, direct)
            for _reader, writer in silent:
                writer.transport.abort()

    run(talk())


def has_probe(reach: HostReach, probe: str) -> bool:
    return reach.message.probe == probe


def test_owner_learns_whether_the_relay_gets_through_to_the_router(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay_client, "PROBE_INTERVAL_S", 0.01)
    asked = list[int]()

    async def answer(_relay: Endpoint, port: int) -> str:
        asked.append(port)
        return "yes" if port == 4000 else "no"

    monkeypatch.setattr(relay_client, "probe_port", answer)

    async def talk() -> None:
        async with open_relay_server() as port, open_table_behind(port, Host(tmp_path / "host"), tmp_path) as reach:
            await wait_for(lambda: reach.message.relay == "yes")
            for ports, probe in (([4000], "yes"), ([5000], "no"), ([], "")):
                reach.set_endpoints(*(Endpoint(LOOPBACK, port) for port in ports))
                await wait_for(partial(has_probe, reach, probe))
            assert set(asked) >= {4000, 5000}

    run(talk())


@pytest.mark.slow
def test_relay_that_is_killed_in_mid_trick_and_started_again_loses_nothing(tmp_path: Path) -> None:
    record = play_match_over_relay(tmp_path, ONE_DEAL, ["Ann", "Bob"], kill_count=2)
    assert len(record.deals) == 1
