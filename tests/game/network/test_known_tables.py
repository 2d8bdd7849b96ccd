"""The stored tables of a machine: those to which it can go back, the keys of its seats, and the notes at them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from game.core.cards import parse_cards
from game.match.match import Match
from game.match.observation import observe
from game.match.setup import PERSON_KIND
from game.network.certificate import load_server_context
from game.network.guest_client import ConnectionState, GuestClient
from game.network.invitation import Invitation, encode_invitation
from game.network.known_tables import list_known_tables
from game.network.messages import LobbySeat
from game.network.table_files import (
    GuestSeat,
    SeatKeys,
    StoredTable,
    StoredTables,
    get_host_folders,
    get_running_lock_path,
    open_seat_keys,
    open_tables,
)
from game.session.annotations import parse_notes
from game.session.messages import ArrangeHand, MarkSeat, SeatNotes
from game.simulation.match_runner import MatchRunner
from game.storage.locks import hold_lock
from tests.fakes import make_folders
from tests.helpers import deal_match
from tests.network.clients import has_lobby, has_match, open_client, serve, wait_for, wait_until
from tests.network.host import ONE_DEAL, OWNER_KEY, SECRET, Host

TABLE = StoredTable(name="Bar Sport", rules=ONE_DEAL, seat_count=2, port=5000, secret=SECRET, owner_key=OWNER_KEY)


def make_seat(key: str, invitation: Invitation) -> GuestSeat:
    people = (LobbySeat(PERSON_KIND, "Ann"),)
    return GuestSeat(key=key, invitation=encode_invitation(invitation), table=TABLE.name, name="Ann", people=people)


def make_invitation(host: bytes = bytes(32), table: bytes = bytes(16)) -> Invitation:
    return Invitation(("127.0.0.1",), 1, host, table)


def play_match_to_its_end(game: str, seats: int) -> Match:
    runner = MatchRunner(game, seats=seats, seed=1)
    while not runner.is_over:
        if runner.needs_deal:
            runner.deal()
        assert runner.turn is not None
        runner.push(runner.observe(runner.turn).legal_actions[0])
    return runner.match


# -- tables


def test_seat_stays_while_the_tables_of_the_host_are_unknown(tmp_path: Path) -> None:
    """The window shows the other ways to the end of a table: tests/ui/scenes/test_network_pages.py."""
    folders = make_folders(tmp_path)
    host_data = get_host_folders(folders).data
    invitation = make_invitation(load_server_context(host_data)[1])
    open_seat_keys(folders).update(lambda keys: keys.with_seat(invitation, make_seat("ab" * 32, invitation)))
    open_tables(host_data).path.write_text("no tables", encoding="utf-8")
    assert [table.name for table in list_known_tables(folders)] == ["Bar Sport"]
    open_tables(host_data).update(lambda tables: tables.with_table(TABLE))
    assert [table.owner_key for table in list_known_tables(folders)] == [OWNER_KEY], (
        "the seat of the table that is gone"
    )


def test_table_is_running_while_its_host_holds_the_lock(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    host_data = get_host_folders(folders).data
    open_tables(host_data).update(lambda tables: tables.with_table(TABLE))
    assert [table.is_running for table in list_known_tables(folders)] == [False]
    with hold_lock(get_running_lock_path(host_data, TABLE.port), 0.0):
        assert [table.is_running for table in list_known_tables(folders)] == [True]
    assert [table.is_running for table in list_known_tables(folders)] == [False]


def test_ended_table_does_not_replace_or_remove_a_new_one_of_its_name() -> None:
    new, ended = msgspec.structs.replace(TABLE, secret="cd" * 16), msgspec.structs.replace(TABLE, is_ended=True)
    tables = StoredTables().with_table(new)
    assert tables.with_table(ended) == tables.without_table(ended) == tables
    assert not tables.without_table(new).tables


# -- the keys of seats


def test_machine_shows_a_host_only_the_keys_of_that_host_also_of_seats_that_are_gone() -> None:
    first, second, other = (
        make_invitation(bytes([host]) * 32, bytes([table]) * 16) for host, table in ((1, 1), (1, 2), (2, 1))
    )
    keys = SeatKeys()
    for number, invitation in enumerate((first, second, other)):
        keys = keys.with_seat(invitation, make_seat(f"{number}", invitation))
    assert keys.list_keys(first) == ("0", "1") and keys.list_keys(other) == ("2",)
    ended = keys.without_seat(second)
    assert ended.find_seat(second) is None
    assert {*ended.with_seat(first, make_seat("new", first)).list_keys(first)} == {"0", "1", "new"}


def test_machine_keeps_a_bounded_number_of_keys() -> None:
    keys = SeatKeys()
    for number in range(300):
        invitation = make_invitation(bytes([number % 2]) * 32, number.to_bytes(16))
        keys = keys.with_seat(invitation, make_seat(f"{number}", invitation)).without_seat(invitation)
    assert keys.list_keys(invitation) == tuple(str(number) for number in range(269, 300, 2))


@pytest.mark.parametrize("forgets_seat", [False, True])
def test_notes_are_stored_while_the_host_is_away_and_the_seat_until_it_is_forgotten(
    tmp_path: Path, *, forgets_seat: bool
) -> None:
    seat_keys, nobody = open_seat_keys(make_folders(tmp_path)), make_invitation()
    seat_keys.update(lambda keys: keys.with_seat(nobody, make_seat("ab" * 32, nobody)))
    client = open_client(nobody, seat_keys=seat_keys)
    wait_until(lambda: client.lost_at is not None)
    client.keep_note(2, 0, MarkSeat(1, "friend"))
    client.keep_note(2, 0, ArrangeHand(parse_cards("3d Ad")))
    client.close(timeout_s=10.0, forgets_seat=forgets_seat)
    notes = [parse_notes(stored.notes)[0] for stored in seat_keys.read()[0].seats.values()]
    assert notes == ([] if forgets_seat else [SeatNotes(0, ((1, "friend"),), parse_cards("3d Ad"), 2)])


def test_match_can_be_found_again_at_a_kept_table_only_until_it_is_over(tmp_path: Path) -> None:
    seat_keys, views = open_seat_keys(make_folders(tmp_path / "guest")), []
    moments = [deal_match(game="briscola", seats=2), play_match_to_its_end("briscola", 2)]

    async def talk(_port: int, host: Host) -> None:
        host.join("Bob").be_ready()
        for number, match in enumerate(moments):
            client = open_client(host.invitation, owner_key=OWNER_KEY, seat_keys=seat_keys)
            await wait_for(partial(has_lobby if number == 0 else has_match, client))
            client.start_match()
            await wait_for(partial(has_match, client))
            client.close(timeout_s=10.0, observation=observe(match, 0))
            views.append([seat.view is not None for seat in seat_keys.read()[0].seats.values()])

    serve(tmp_path / "host", talk, seats=2)
    assert views == [[True], [False]]


@pytest.mark.parametrize("is_other_killed", [False, True])
def test_of_two_programs_at_a_seat_the_one_that_lives_and_came_last_keeps_it(
    tmp_path: Path, *, is_other_killed: bool
) -> None:
    """Let another program connect with the key of a seat; after a kill, an old connection can arrive late."""
    clients = list[GuestClient]()

    async def talk(_port: int, host: Host) -> None:
        for _number in range(2):
            client = open_client(host.invitation, owner_key=OWNER_KEY)
            clients.append(client)
            await wait_for(partial(has_lobby, client))
        first, second = clients
        await wait_for(lambda: not first.is_connected)
        if is_other_killed:
            second.close()
            await wait_for(lambda: first.is_connected)
            assert first.state is ConnectionState.CONNECTED
        else:
            await wait_for(lambda: first.state is ConnectionState.ENDED)
            await wait_for(lambda: second.is_connected)
            assert first.refusal == "displaced"

    try:
        serve(tmp_path, talk)
    finally:
        for client in clients:
            client.close()
