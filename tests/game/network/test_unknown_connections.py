"""Connections of guests that nobody knows: each address has a share, and the oldest of the busiest makes room."""

from __future__ import annotations

from game.network.listeners import get_origin
from game.network.unknown_connections import UnknownConnections


def test_oldest_of_an_address_with_its_share_makes_room() -> None:
    connections = UnknownConnections[str](4, 2)
    assert [connections.add(name, get_origin("10.0.0.1")) for name in "abcd"] == [None, None, "a", "b"]
    assert [connections.add(name, get_origin("10.0.0.2")) for name in "efg"] == [None, None, "e"]


def test_oldest_of_the_address_with_the_most_makes_room_once_all_places_are_taken() -> None:
    connections = UnknownConnections[str](4, 3)
    for name, address in {"a": "10.0.0.1", "b": "10.0.0.2", "c": "10.0.0.2", "d": "10.0.0.3"}.items():
        assert connections.add(name, get_origin(address)) is None
    assert connections.add("e", get_origin("10.0.0.4")) == "b"
    assert connections.add("f", get_origin("10.0.0.5")) == "a", "of addresses with as many, that with the oldest"


def test_flood_from_fewer_addresses_than_places_never_closes_the_only_connection_of_another() -> None:
    connections = UnknownConnections[object](16, 4)
    seat_holder = object()
    connections.add(seat_holder, get_origin("192.168.1.20"))
    for number in range(1000):
        assert connections.add(number, get_origin(f"10.0.0.{number % 8}")) is not seat_holder


def test_connection_that_was_let_in_or_closed_never_makes_room() -> None:
    connections = UnknownConnections[str](2, 2)
    for name in "ab":
        connections.add(name, get_origin("10.0.0.1"))
    connections.discard("a")
    connections.discard("a")
    assert connections.add("c", get_origin("10.0.0.1")) is None
    assert connections.add("d", get_origin("10.0.0.1")) == "b"


def test_addresses_of_one_ipv6_network_share_its_places() -> None:
    connections = UnknownConnections[str](8, 2)
    assert connections.add("a", get_origin("2001:db8::1")) is None
    assert connections.add("b", get_origin("2001:db8::2:0:0:1")) is None
    assert connections.add("c", get_origin("2001:db8:0:0:ffff::7")) == "a"
    assert connections.add("d", get_origin("2001:db8:0:1::1")) is None
    assert connections.add("e", get_origin("fe80::1%eth0")) is None
