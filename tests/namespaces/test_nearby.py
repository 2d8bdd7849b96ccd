"""Tables that are announced on a network: found by multicast DNS over a bridge, and joined with six digits."""

from __future__ import annotations

import msgspec

from game.network.nearby import Announcement, Announcer, NearbyTables
from tests.namespaces.networks import Networks, at_machine
from tests.network.clients import wait_until

replace = msgspec.structs.replace
TABLE = Announcement(name="Bar Sport", game="briscola", seats=4, free_seats=3, addresses=("192.168.7.1",), port=50123)


def make_home(networks: Networks, *names: str) -> list[str]:
    """Return machines of one network, in which the first one has the address 192.168.7.1."""
    switch = networks.add_machine("switch")
    networks.add_bridge(switch)
    machines = [networks.add_machine(name) for name in names]
    for number, machine in enumerate(machines, 1):
        networks.connect(machine, f"192.168.7.{number}", switch)
    return machines


def test_table_is_listed_within_two_seconds_and_followed(networks: Networks) -> None:
    host, guest = make_home(networks, "host", "guest")
    announcer = Announcer()
    with at_machine(guest):
        found = NearbyTables(lambda: None)
        found.open()
    with at_machine(host):
        announcer.announce(TABLE)
    wait_until(lambda: bool(found.tables), 10)
    (table,) = found.tables
    assert {name: getattr(table, name) for name in TABLE.__struct_fields__} == msgspec.structs.asdict(TABLE)
    announcer.announce(replace(TABLE, free_seats=2))
    wait_until(lambda: [table.free_seats for table in found.tables] == [2], 10)
    announcer.announce(None)
    wait_until(lambda: not found.tables, 10)
    announcer.announce(TABLE)
    wait_until(lambda: bool(found.tables), 10)
    announcer.close()
    wait_until(lambda: not found.tables, 10)
    found.close()
    found.wait_until_closed()
