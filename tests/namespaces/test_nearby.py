"""Tables that are announced on a network: found by multicast DNS over a bridge, and joined with six digits."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.network.messages import Reach
from game.network.nearby import Announcement, Announcer, KnockAttempt, NearbyTables
from tests.namespaces.networks import Networks, at_machine
from tests.network.clients import Client, has_lobby, open_client, wait_until
from tests.network.host import ONE_DEAL
from tests.network.processes import HostProcess

replace = msgspec.structs.replace
TABLE = Announcement(name="Bar Sport", game="briscola", seats=4, free_seats=3, addresses=("192.168.7.1",), port=50123)


def search_at(machine: str) -> NearbyTables:
    with at_machine(machine):
        found = NearbyTables(lambda: None)
        found.open()
    return found


def test_table_is_listed_and_followed(networks: Networks) -> None:
    _switch, host, guest = networks.add_network("home", "host", "guest")
    announcer, found = Announcer(), search_at(guest)
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


def get_reach(owner: Client) -> Reach:
    return owner.reach or Reach()


def test_newcomer_enters_the_digits_of_the_owners_screen(networks: Networks, tmp_path: Path) -> None:
    _switch, machine, guest = networks.add_network("home", "host", "guest")
    found = search_at(guest)
    with at_machine(machine):
        host = HostProcess(tmp_path, ONE_DEAL, 2, ways=["--nearby"])
        owner = open_client(host.invitation, owner_key=host.owner_key)
    try:
        wait_until(lambda: len(get_reach(owner).nearby_code) == 6 and bool(found.tables), 20)
        (table,) = found.tables
        assert (table.name, table.game, table.addresses) == ("Bar Sport", "briscola", ("192.168.7.1",))
        digits = get_reach(owner).nearby_code
        wrong, right = (knock_at(guest, found, text) for text in (f"{(int(digits) + 1) % 10**6:06}", digits))
        assert wrong.refusal == "wrong_digits" and right.invitation is not None
        wait_until(lambda: get_reach(owner).nearby_tries == 4, 10)
        with at_machine(guest):
            bob = open_client(right.invitation, "Bob")
        wait_until(lambda: has_lobby(bob), 10)
        wait_until(lambda: [table.free_seats for table in found.tables] == [0], 10)
        bob.be_ready()
        wait_until(lambda: owner.lobby is not None and all(seat.is_ready for seat in owner.lobby.seats[1:]), 10)
        owner.start_match()
        wait_until(lambda: bob.has_match and not found.tables and not get_reach(owner).is_nearby, 10)
        bob.close()
    finally:
        owner.close()
        found.close()
        assert host.stop() == 0
        assert not host.read_errors()


def knock_at(machine: str, found: NearbyTables, digits: str) -> KnockAttempt:
    """Knock at the only table, and return the attempt once it has ended."""
    with at_machine(machine):
        attempt = KnockAttempt(found.tables[0], digits)
    wait_until(lambda: attempt.is_done, 10)
    return attempt
