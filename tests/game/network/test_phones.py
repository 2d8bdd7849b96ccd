"""Phones at a table: a page of files, sealed messages, and the table in words, on private addresses only."""

from __future__ import annotations

import asyncio
import gzip
import socket
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from game.match.house_rules import make_preset_rule_set
from game.match.observation import observe
from game.match.record import FAIRNESS_KEY
from game.network import server
from game.network.addresses import LOOPBACK_ADDRESS
from game.network.browser_server import (
    MAX_BROWSER_SOCKETS_OF_ORIGIN,
    BrowserWay,
    is_private,
    list_browser_addresses,
)
from game.network.certificate import load_server_context
from game.network.described import Described
from game.network.guest import MAX_WAITING_MESSAGES, MESSAGE_BURST
from game.network.invitation import Invitation
from game.network.messages import Lobby, RecordPart
from game.network.reach import HostReach
from game.network.remote_transport import RemoteTransport
from game.network.server import TableServer
from game.rules import GAMES
from game.session.encoding import encode_message
from game.session.messages import Command, FirstMessage, Ready, Say, Sit, TransitionMessage
from game.session.session import Session
from tests.marks import needs_loopback_network
from tests.network.clients import WAIT_LIMIT_S, Client, find_free_port, has_lobby, make_hello, open_client, wait_for
from tests.network.host import SECRET, Guest, Host
from tests.network.phone import choose, join_by_page, make_command, open_page, split_link
from tests.rows import check_rows

# -- phones and a host in this process, without sockets


class Phones:
    """Guests in words at a host; they play by its choices."""

    def __init__(self, host: Host, guests: list[Guest]) -> None:
        self.host = host
        self.guests = guests
        self._numbers = {guest.name: 0 for guest in guests}
        self._answered: dict[str, object] = {}

    def play(self, rng: Random, seconds: float = 0.3) -> None:
        """Let each person make a choice, once for each state of the table."""
        for guest in self.guests:
            described = msgspec.json.decode(encode_message(guest.described))
            choice, state = choose(described, rng), (described["turn"], described["place"])
            if choice is not None and self._answered.get(guest.name) != state:
                self._answered[guest.name] = state
                self._numbers[guest.name] += 1
                guest.send_text(make_command(described, choice, self._numbers[guest.name]))
        self.host.update(seconds)


@pytest.mark.parametrize("game", GAMES)
def test_phones_play_a_match_of_every_game_beside_others_by_choices_in_words(tmp_path: Path, game: str) -> None:
    """Let two phones, a program and computers play the first deals."""
    rules, rng = make_preset_rule_set(game, None), Random(game)
    host = Host(tmp_path, rules, seats=max(GAMES[game].get_seat_counts(rules.preset)))
    ann = host.join("Ann", is_owner=True)
    phones = Phones(host, [host.join(name, language=language) for name, language in (("Bob", "it"), ("Cy", "fr-CH"))])
    host.make_ready(phones.guests)
    ann.start_match()
    for _turn in range(2000):
        phones.play(rng)
        if ann.is_on_turn:
            ann.act(rng.choice(ann.observation.legal_actions))
        elif host.is_between_deals:
            ann.be_ready()
        host.settle([ann])
        if host.deal_count > 1 or host.match.match.is_over:
            break
    assert host.deal_count > 1 or ann.observation.is_over
    for phone in phones.guests:
        answers = [answer for answer in phone.answers if answer.reason is not None]
        assert not answers and not phone.refusal
        kinds = {type(message) for message in phone.messages}
        assert not kinds & {Lobby, FirstMessage, TransitionMessage, RecordPart} and Described in kinds
        described = [message for message in phone.messages if isinstance(message, Described)]
        assert [message.number for message in described] == list(range(1, len(described) + 1))
        assert max(map(len, phone.received_bytes)) < 64 * 1024


# -- the lobby


def test_person_takes_another_seat_of_the_lobby_that_is_empty(tmp_path: Path) -> None:
    host = Host(tmp_path, seats=4)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob", language="it")
    bob.be_ready()
    for seat in (3, 0, 4, 99):  # the others are taken, or none
        bob.ask(Command(Sit(seat)))
        assert [place.name for place in ann.lobby.seats] == ["Ann", "", "", "Bob"]
    assert ann.lobby.seats[3].is_ready and not ann.lobby.seats[1].kind
    assert host.join("Cy").lobby.your_seat == 1
    ann.start_match()
    bob.ask(Command(Sit(2)))
    assert not bob.refusal


def test_screen_of_the_owner_is_the_table_until_it_takes_a_seat_again(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    ann.let_watch("Ann", may_watch=False)  # no effect
    ann.let_watch("Ann")
    assert (ann.state, ann.lobby.your_seat, bob.watcher_names) == ("watching", None, ("Ann",))
    cy = host.join("Cy")
    assert cy.state == "lobby" and cy.lobby.your_seat == 0, "no seat is kept for the owner"
    ann.let_watch("Ann", may_watch=False)
    assert ann.state == "watching", "there is no seat"
    host.leave(cy)
    ann.let_watch("Ann", may_watch=False)
    assert (ann.state, ann.lobby.your_seat, bob.watcher_names) == ("lobby", 0, ())
    ann.start_match()
    assert not bob.has_match
    bob.be_ready()
    ann.start_match()
    assert ann.key and bob.key


@pytest.mark.parametrize("is_started", [False, True])
def test_screen_of_the_owner_is_still_the_table_after_a_restart_of_host_and_program(
    tmp_path: Path, is_started: bool
) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True)
    ann.let_watch("Ann")
    guests = [host.join("Bob"), host.join("Cy", language="fr")]
    assert guests[1].described.notice.replace("\u00a0", " ") == "Hôte de la table : Ann"
    if is_started:
        host.make_ready(guests)
        ann.start_match()
    keys = [guest.key for guest in guests]
    host.restart()
    ann = host.join("Anna", is_owner=True, run="0a")
    assert ann.state == "watching" and ann.watcher_names == ("Anna",)
    for name, key in zip(("Bob", "Cy"), keys, strict=True):
        host.join(name, token=key or SECRET)
    assert ann.has_match == is_started and not ann.key


def test_portraits_are_the_same_after_a_lost_connection_and_a_restart_of_the_host(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True, avatar_number=12)
    bob = host.join("Bob", language="en", avatar_number=7)
    host.make_ready([bob])
    ann.start_match()
    portraits, key = [seat.portrait for seat in bob.described.seats], bob.key
    assert portraits == ["12", "07"]
    host.leave(bob)
    assert [seat.portrait for seat in host.join("Bob", token=key, language="it").described.seats] == portraits
    host.restart()
    assert [seat.portrait for seat in host.join("Bob", token=key, language="fr").described.seats] == portraits


def test_owner_who_watches_asks_for_another_match(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True)
    ann.let_watch("Ann")
    bob, cy = guests = [host.join("Bob"), host.join("Cy", language="fr")]
    host.make_ready(guests)
    ann.start_match()
    ann.play_again()  # no effect before the end
    host.play_match(guests)
    assert not bob.presence.is_rematch_asked and ann.records == bob.records != []
    ann.let_watch("Ann", may_watch=False)
    assert not ann.refusal, "a match has no seat for the owner"
    ann.play_again()
    assert bob.presence.is_rematch_asked and not bob.presence.ready_seats
    assert [choice.request for choice in cy.described.choices] == [Ready()]
    host.make_ready(guests)
    host.settle(guests)
    assert bob.match_number == ann.match_number == 2 and ann.state == "watching"
    ann.end_table()
    assert cy.refusal == ann.refusal == "ended"


def test_computer_goes_on_when_people_have_looked_at_a_card_or_a_trick(tmp_path: Path) -> None:
    host, rng = Host(tmp_path), Random(1)
    ann = host.join("Ann", is_owner=True, language="en")
    ann.start_match()
    while not host.deal_count:
        host.update(0.3)
    phones, waits = Phones(host, [ann]), dict[bool, set[int]]({True: set(), False: set()})
    while not host.match.match.is_over:
        count = host.action_count
        phones.play(rng, seconds=0.0)
        tenths = 0
        while host.action_count == count and not ann.described.is_your_turn and not host.match.match.is_over:
            host.update(0.1, count=1)
            tenths += 1
        if tenths:
            waits[count % 2 == 0].add(tenths)
    assert 7 <= min(waits[False]) <= max(waits[False]) <= 10 and 20 <= min(waits[True]) <= max(waits[True]) <= 23


# -- sockets


async def let_time_pass(host: Host) -> None:
    """Let two seconds of the table be one, at most."""
    while True:
        await asyncio.sleep(0.01)
        host.clock.advance(0.02)


def serve(home: Path, talk: Callable[[str, Host], Coroutine[Any, Any, None]], *, seats: int = 2) -> None:
    """Run ``talk`` with the link of a host that listens for browsers and programs, and with the host."""

    async def run() -> None:
        host = Host(home, seats=seats)
        context, fingerprint = load_server_context(home)
        table_server, reach = TableServer(host.table, context, time.monotonic), HostReach((), 0)
        port = table_server.listen(0)
        host.invitation = Invitation((LOOPBACK_ADDRESS,), port, fingerprint, bytes.fromhex(SECRET))
        way = BrowserWay(lambda: (LOOPBACK_ADDRESS,))
        tasks = [asyncio.create_task(way.run(host.table, table_server, reach))]
        tasks += [asyncio.create_task(table_server.run()), asyncio.create_task(let_time_pass(host))]
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(talk(reach.message.phones, host), WAIT_LIMIT_S)
        finally:
            table_server.stop()
            for task in (tasks[0], tasks[2]):
                task.cancel()
            await asyncio.wait(tasks)

    asyncio.run(run())


async def play_by_program(client: Client) -> None:
    """Play as a person does at a window, until the task is cancelled."""
    await wait_for(lambda: has_lobby(client))
    client.be_ready()
    await wait_for(lambda: client.has_match)
    session = Session(RemoteTransport(client, time.monotonic), time.monotonic)
    while True:
        session.update(is_idle=True)
        if session.is_your_turn:
            session.act(session.observation.legal_actions[0])
        await asyncio.sleep(0.01)


async def fetch(link: str, request: str, *, host: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body of the answer to a request."""
    address = split_link(link)[0].removeprefix("http://")
    reader, writer = await asyncio.open_connection(*address.split(":"))
    lines = [request, f"Host: {host or address}", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    head, _blank, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return int((first.split() or ["", "0"])[1]), dict(line.split(": ", 1) for line in rest), body


def test_link_has_the_preferred_port_and_is_valid_after_a_restart_unless_its_port_is_taken(tmp_path: Path) -> None:
    host, port = Host(tmp_path), find_free_port()

    async def open_link() -> str:
        reach = HostReach((), 0)
        context, _fingerprint = load_server_context(tmp_path)
        way = BrowserWay(lambda: (LOOPBACK_ADDRESS,), preferred_port=port).run(
            host.table, TableServer(host.table, context, host.clock), reach
        )
        opening = asyncio.create_task(way)
        await asyncio.sleep(0)
        opening.cancel()
        await asyncio.wait([opening])
        host.restart()
        return reach.message.phones

    link = asyncio.run(open_link())
    assert host.stored.browser_port == port and asyncio.run(open_link()) == link
    with socket.create_server((LOOPBACK_ADDRESS, host.stored.browser_port)):
        assert split_link(asyncio.run(open_link()))[1] == split_link(link)[1]
    assert asyncio.run(open_link()) != link


def test_page_is_a_fixed_table_of_files_and_runs_nothing_from_elsewhere(tmp_path: Path) -> None:
    async def talk(link: str, _host: Host) -> None:
        status, headers, body = await fetch(link, "GET /portraits/01.svg HTTP/1.1", **{"Accept-Encoding": "br, gzip"})
        origin = split_link(link)[0]
        assert status == 200 and gzip.decompress(body).startswith(b"<svg")
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self'" in policy and origin.replace("http", "ws", 1) in policy
        assert "unsafe" not in policy and "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
        status, headers, body = await fetch(link, "GET /words/it.json HTTP/1.1")
        words = msgspec.json.decode(body)
        assert status == 200 and words["languages"]["fr"] == "Français" and words["refused"]["name_taken"]
        for path in (
            "/../setup.cfg", "/cards/../../setup.cfg", "/%2e%2e/setup.cfg", "//etc/passwd", "/portraits", "/portraits/",
            "/portraits/01.svg?x", "/portraits\\01.svg", "http://evil.test/", "*", "/web/index.html", "/__init__.py",
        ):  # fmt: skip
            assert (await fetch(link, f"GET {path} HTTP/1.1"))[0] == 404, path
        for request in (
            "GET / HTTP/0.9",
            "GET",
            "\x00",
            "GET /\xff HTTP/1.1",
            "GET / HTTP/1.1\r\nTransfer-Encoding: a",
        ):
            assert (await fetch(link, request))[0] in (0, 400), request

    serve(tmp_path, talk)


def test_request_must_name_the_address_that_it_reaches_and_come_from_that_page(tmp_path: Path) -> None:
    async def talk(link: str, _host: Host) -> None:
        origin = split_link(link)[0]
        port = origin.rsplit(":", 1)[1]
        for name in ("evil.test", f"evil.test:{port}", "127.0.0.1", f"localhost:{port}", f"127.0.0.2:{port}", "[::1]"):
            assert (await fetch(link, "GET / HTTP/1.1", host=name))[0] == 421, name
            with pytest.raises(InvalidStatus, match="421"):
                async with open_page(link, "Ann", additional_headers={"Host": name}):
                    pass
        for foreign in ("http://evil.test", None, "null", origin.replace("http", "https"), "http://127.0.0.1"):
            with pytest.raises(InvalidStatus, match="403"):
                async with open_page(link, "Ann", origin=foreign):
                    pass

    serve(tmp_path, talk)


@check_rows(("address", "is_served"), [
    ("192.168.1.20", True), ("10.0.0.1", True), ("172.31.255.255", True), ("169.254.7.7", True), ("127.0.0.1", True),
    ("fd00::2", True), ("::1", True),
    ("172.32.0.1", False), ("100.64.0.1", False), ("8.8.8.8", False), ("0.0.0.0", False), ("192.0.2.2", False),
    ("2001:db8::1", False), ("fe80::1", False), ("::ffff:192.168.1.20", False), ("224.0.0.1", False),
])  # fmt: skip
def test_only_addresses_of_a_home_are_served(address: str, is_served: bool) -> None:
    assert is_private(address) == is_served


def test_address_of_another_network_is_neither_listened_on_nor_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "game.network.browser_server.list_own_addresses", lambda: ("8.8.8.8", "10.0.0.1", "2001:db8::1")
    )
    assert list_browser_addresses() == ("10.0.0.1", LOOPBACK_ADDRESS)

    async def talk(link: str, _host: Host) -> None:
        monkeypatch.setattr("game.network.browser_server.PRIVATE_NETWORKS", ())
        with pytest.raises(ConnectionError):
            await fetch(link, "GET /portraits/01.svg HTTP/1.1")

    serve(tmp_path, talk)


def test_key_of_another_table_is_told_apart_from_a_lost_connection(tmp_path: Path) -> None:
    async def talk(link: str, host: Host) -> None:
        async with open_page(link, "Ann", secret=bytes(16)) as phone:
            await phone.send(make_hello())
            with pytest.raises(ConnectionClosed) as closed:
                await phone.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == CloseCode.POLICY_VIOLATION
        assert not any(seat.name for seat in host.table._lobby.seats)

    serve(tmp_path, talk)


def test_message_that_was_replayed_left_out_changed_or_put_in_plain_ends_the_connection(tmp_path: Path) -> None:
    async def talk(link: str, host: Host) -> None:
        bob = host.join("Bob", is_owner=True)

        def tamper(sealed: bytes, later: bytes) -> list[list[str | bytes]]:
            plain = encode_message(Command(Ready()))
            damaged = sealed[:-1] + bytes((sealed[-1] ^ 1,))
            return [[sealed, sealed], [later], [later, sealed], [damaged, sealed], [plain], [plain.decode()], [b""],
                    [sealed[:15]], [bytes(32)]]  # fmt: skip

        for case in range(9):
            async with join_by_page(link, "Ann", run=f"{case}") as phone:
                await phone.wait_for(lambda: phone.described)
                seal, ready = phone.streams.of_browser.seal, encode_message(Command(Ready(is_ready=False)))
                for data in tamper(seal(ready), seal(ready))[case]:
                    await phone.connection.send(data)
                with pytest.raises(ConnectionClosed) as closed:
                    await phone.wait_for(lambda: False)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == CloseCode.POLICY_VIOLATION, case
            assert not any(seat.is_ready for seat in bob.lobby.seats)

    serve(tmp_path, talk)


def test_people_who_share_a_key_do_not_read_each_other(tmp_path: Path) -> None:
    async def talk(link: str, _host: Host) -> None:
        async with open_page(link, "Ann") as ann, open_page(link, "Bob") as bob:
            sealed = ann.streams.of_host.seal(b"cards of Ann")
            with pytest.raises(ValueError, match="does not open"):
                bob.streams.of_host.open(sealed)

    serve(tmp_path, talk)


def test_phones_play_beside_a_program_over_sockets_and_come_back_with_their_key_also_in_another_tab(
    tmp_path: Path,
) -> None:
    async def talk(link: str, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        ann.let_watch("Ann")
        async with join_by_page(link, "Bob") as bob, join_by_page(link, "Cy", language="fr") as cy:
            playing = [asyncio.create_task(phone.play(Random(phone.name))) for phone in (bob, cy)]
            await wait_for(lambda: all(seat.is_ready for seat in ann.lobby.seats[:2]))
            dan = open_client(host.invitation, "Dan")
            program = asyncio.create_task(play_by_program(dan))
            await wait_for(lambda: ann.lobby.seats[2].is_ready)
            ann.start_match()
            await wait_for(lambda: host.deal_count > 0 and host.action_count >= 6)
            async with join_by_page(link, "Bob", key=bob.key, run="0b") as tab:
                await tab.wait_for(lambda: tab.described)
                await playing[0]
                assert bob.refusal == "displaced"
                phase = observe(host.match.match, 0).phase
                assert phase is not None
                hand = [str(card) for card in phase.board().hands[0]]
                assert sorted(card["card"] for card in tab.described["hand"]) == sorted(hand) != []
            async with join_by_page(link, "Bob", key=bob.key, run="0c") as back:
                playing.append(asyncio.create_task(back.play(Random(4))))
                await wait_for(
                    lambda: host.match.match.is_over and bool(ann.records) and dan.record is not None, WAIT_LIMIT_S
                )
                ann.end_table()
                await asyncio.gather(*playing)
                for phone in (back, cy):
                    assert phone.refusal == "ended" and phone.described["place"] == "result"
                    assert not {"lobby", "first", "step", "status", "presence", "record"} & {*phone.types}
            words = host.match.record.deals[0].extra[FAIRNESS_KEY]["rounds"][-1]
            assert [word["seat"] for word in words] == [0, 1, 2], "phones contribute to the shuffle"
            program.cancel()
            dan.close()
            assert dan.check.fault is None

    serve(tmp_path, talk, seats=3)


def test_flood_of_a_phone_ends_its_own_connection_only(tmp_path: Path) -> None:
    async def talk(link: str, host: Host) -> None:
        async with join_by_page(link, "Bob") as bob, join_by_page(link, "Cy") as cy:
            for number in range(int(MESSAGE_BURST) + MAX_WAITING_MESSAGES + 50):
                await bob.send(Command(Say("Sorry!"), number))
            await bob.wait_for(lambda: bob.refusal)
            assert bob.refusal == "too_many_messages"
            await cy.wait_for(lambda: "Cy" in [seat["name"] for seat in cy.described.get("seats", ())])

    serve(tmp_path, talk)


@needs_loopback_network
def test_silent_or_dribbling_connections_of_one_address_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_until_closed(reader: asyncio.StreamReader) -> None:
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)

    async def talk(link: str, _host: Host) -> None:
        address, port = split_link(link)[0].removeprefix("http://").split(":")
        monkeypatch.setattr(server, "OPENING_TIMEOUT_S", 1.0)
        flood = [
            await asyncio.open_connection(address, port, local_addr=("127.0.0.9", 0))
            for _number in range(MAX_BROWSER_SOCKETS_OF_ORIGIN + 20)
        ]
        for reader, _writer in flood[:20]:
            await wait_until_closed(reader)
        monkeypatch.setattr(server, "OPENING_TIMEOUT_S", 30.0)
        async with join_by_page(link, "Ann") as phone:
            await phone.wait_for(lambda: phone.described)
            for _reader, writer in flood:
                writer.write(b"GET / HT")
            for reader, _writer in flood[20:]:
                await wait_until_closed(reader)
            await phone.send(Command(Ready()))
            await phone.wait_for(lambda: phone.described["number"] > 1)
        for _reader, writer in flood:
            writer.close()

    serve(tmp_path, talk)
