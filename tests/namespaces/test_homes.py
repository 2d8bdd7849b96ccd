"""Homes behind routers, with a network between them: a router's port, a provider's shared address, a relay."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest

from game.network.invitation import Endpoint, Invitation
from game.network.messages import Reach
from game.network.names import DEFAULT_RELAY_PORT
from game.network.nearby import KnockAttempt, NearbyTables
from game.network.router import RouterError, RouterPort, check_outer_address
from tests.namespaces.networks import Networks, at_machine, upnp_router
from tests.network.clients import Client, has_lobby, open_client, wait_until
from tests.network.host import ONE_DEAL
from tests.network.processes import HostProcess
from tests.rows import check_rows
from tests.source import ROOT

replace = msgspec.structs.replace
OUTER_ADDRESS = "11.0.0.2"
"""The address of the host's router; it counts as public, as those for documentation do not."""
RELAY_ADDRESS = "11.0.0.8"
LIBRARY_COMPLAINT = "connect: Connection refused\n"
"""The line of miniupnpc about a router that no longer answers."""


def get_reach(owner: Client) -> Reach:
    return owner.reach or Reach()


def open_at(machine: str, invitation: Invitation | str, name: str) -> Client:
    """Return the client of a guest's program at a machine, which connects to the host."""
    with at_machine(machine):
        return open_client(invitation, name)


@contextmanager
def hosted_table(machine: str, home: Path, *ways: str, seats: int = 2) -> Iterator[tuple[HostProcess, Client]]:
    """Run a host at a machine, and give it with its owner; the host must end without a complaint."""
    with at_machine(machine):
        host = HostProcess(home, ONE_DEAL, seats, ways=ways)
        owner = open_client(host.invitation, owner_key=host.owner_key)
    try:
        yield host, owner
    finally:
        owner.close()
        assert host.stop() == 0
    assert not host.read_errors().replace(LIBRARY_COMPLAINT, "")


def check_lobby(owner: Client, *guests: Client) -> None:
    """Wait until all are in the lobby, and leave it again."""
    wait_until(lambda: has_lobby(owner) and all(map(has_lobby, guests)), 20)
    for guest in guests:
        guest.close()


@pytest.fixture
def outer(networks: Networks) -> str:
    """Return the switch of the network between the homes."""
    return networks.add_switch("outer")


def forget_ports(networks: Networks, router: str) -> None:
    """Let a router lose its ports, as it does when it is started again."""
    for chain in ("prerouting_miniupnpd", "miniupnpd"):
        networks.run(router, "nft", "flush", "chain", "inet", "filter", chain)


def count_ports(networks: Networks, router: str) -> int:
    return networks.run(router, "nft", "list", "ruleset").count("dnat")


@pytest.mark.slow
def test_guest_of_another_home_comes_in_by_the_port_of_the_router(
    networks: Networks, outer: str, tmp_path: Path
) -> None:
    """Start the router again in between, and end the host by a signal."""
    router, machine = networks.add_home("one", outer, OUTER_ADDRESS, "host")
    _router, other = networks.add_home("two", outer, "11.0.0.3", "guest", prefix="192.168.8")
    with ExitStack() as running:
        running.enter_context(upnp_router(router, tmp_path))
        with hosted_table(machine, tmp_path / "host", "--router") as (_host, owner):
            wait_until(lambda: get_reach(owner).router == "probably" and bool(owner.invitation.outer), 20)
            invitation = owner.invitation
            assert [place.address for place in invitation.outer] == [OUTER_ADDRESS]
            check_lobby(owner, open_at(other, invitation, "Bob"))
            wait_until(lambda: get_reach(owner).is_reached, 10)
            running.close()
            forget_ports(networks, router)
            assert count_ports(networks, router) == 0
            running.enter_context(upnp_router(router, tmp_path))
            check_lobby(owner, open_at(other, invitation, "Carla"))
            assert count_ports(networks, router) == 1
        assert count_ports(networks, router) == 0, "the host has removed it after the signal"


def test_what_is_known_of_a_router_follows_from_its_answers(networks: Networks, outer: str, tmp_path: Path) -> None:
    for name, outer_address, expected in (
        ("a", OUTER_ADDRESS, ""), ("b", "100.64.0.2", "private_address"), ("c", "192.168.1.2", "private_address"),
        ("d", "203.0.113.2", "private_address"),
    ):  # fmt: skip
        router, machine = networks.add_home(name, outer, outer_address, f"{name}1")
        port, code = RouterPort(), ""
        with upnp_router(router, tmp_path), at_machine(machine):
            try:
                assert port.lease(50123) == Endpoint(OUTER_ADDRESS, 50123)
                assert port.lease(50123) == port.endpoint and count_ports(networks, router) == 1, "it is renewed"
            except RouterError as error:
                code = error.code
            port.release()
        assert code == expected, name
        assert count_ports(networks, router) == 0
    with at_machine(machine), pytest.raises(RouterError, match="no_router"):
        RouterPort().lease(50123)


@check_rows(("address", "expected"), [
    (OUTER_ADDRESS, ""), ("100.64.0.2", "carrier_address"), ("100.127.255.9", "carrier_address"),
    ("192.168.1.2", "private_address"), ("203.0.113.2", "private_address"), ("", "private_address"), ("x", "no_router"),
])  # fmt: skip
def test_outer_address_says_whether_other_homes_can_reach_the_router(address: str, expected: str) -> None:
    code = ""
    try:
        assert check_outer_address(address) == address
    except RouterError as error:
        code = error.code
    assert code == expected


@contextmanager
def relay_at(machine: str) -> Iterator[None]:
    """Run a relay at a machine."""
    with at_machine(machine):
        process = subprocess.Popen(
            [sys.executable, "main.py", "relay"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline()
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.slow
def test_relay_joins_homes_of_which_none_can_be_reached(networks: Networks, outer: str, tmp_path: Path) -> None:
    """Let the host's provider share one address among its homes (100.64.0.0/10)."""
    inner = networks.add_switch("shared")
    networks.add_router("cgnat", outer, OUTER_ADDRESS, inner, "100.64.0.254")
    router, machine = networks.add_home("one", inner, "100.64.0.2", "host")
    networks.run(router, "ip", "route", "add", "default", "via", "100.64.0.254")
    _other, guest = networks.add_home("two", outer, "11.0.0.3", "guest", prefix="192.168.8")
    relay = networks.add_machine("relay")
    networks.connect(relay, RELAY_ADDRESS, outer)
    with relay_at(relay), hosted_table(machine, tmp_path, "--relay", RELAY_ADDRESS) as (_host, owner):
        wait_until(lambda: get_reach(owner).relay == "yes" and has_lobby(owner), 20)
        place = owner.invitation.relay
        assert place is not None and (place.address, place.port) == (RELAY_ADDRESS, DEFAULT_RELAY_PORT)
        check_lobby(owner, open_at(guest, owner.invitation, "Bob"))
        assert not get_reach(owner).is_reached, "nobody has come in without the relay"


@pytest.mark.slow
def test_five_people_come_by_four_ways_at_once(networks: Networks, outer: str, tmp_path: Path) -> None:
    """Let them come from the host's own machine, by digits, by the router, by the relay, and by whatever works."""
    router, machine, near = networks.add_home("one", outer, OUTER_ADDRESS, "host", "near")
    _router, other = networks.add_home("two", outer, "11.0.0.3", "guest", prefix="192.168.8")
    relay = networks.add_machine("relay")
    networks.connect(relay, RELAY_ADDRESS, outer)
    with ExitStack() as running:
        running.enter_context(relay_at(relay))
        running.enter_context(upnp_router(router, tmp_path))
        ways = ("--nearby", "--router", "--relay", RELAY_ADDRESS)
        _host, owner = running.enter_context(hosted_table(machine, tmp_path / "host", *ways, seats=5))
        with at_machine(near):
            found = NearbyTables(lambda: None)
            found.open()
        wait_until(lambda: get_reach(owner).relay == "yes" and bool(owner.invitation.outer), 20)
        wait_until(lambda: get_reach(owner).probe == "yes" and bool(found.tables), 20)
        with at_machine(near):
            knock = KnockAttempt(found.tables[0], get_reach(owner).nearby_code)
        wait_until(lambda: knock.is_done, 10)
        assert knock.invitation is not None
        by_router = replace(owner.invitation, relay=None)
        by_relay = replace(owner.invitation, outer=())
        guests = [
            open_at(near, knock.invitation, "Bob"), open_at(other, by_router, "Carla"),
            open_at(other, by_relay, "Dino"), open_at(other, owner.invitation, "Elsa"),
        ]  # fmt: skip
        wait_until(lambda: all(map(has_lobby, guests)), 20)
        for guest in guests:
            guest.be_ready()
        wait_until(lambda: owner.lobby is not None and all(seat.is_ready for seat in owner.lobby.seats[1:]), 10)
        owner.start_match()
        wait_until(lambda: all(guest.has_match for guest in (owner, *guests)), 20)
        found.close()
        for guest in guests:
            guest.close()
