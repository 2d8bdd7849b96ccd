"""A window cleans and bounds the tables that strangers announce on its network."""

from __future__ import annotations

from typing import Any

from game.network.invitation import MAX_ADDRESSES
from game.network.nearby import MAX_NEARBY_TABLES, NearbyTables, read_table
from tests.rows import check_rows

PROPERTIES = {b"name": b"Bar Sport", b"game": b"briscola", b"seats": b"4", b"free": b"3"}


def read(table_id: str = "a", **changes: Any) -> Any:
    """Return the table of an announcement, of which some values differ."""
    values = {"port": 50123, "addresses": ["192.168.1.7"], "properties": PROPERTIES, **changes}
    return read_table(table_id, **values)


def test_announcement_is_cleaned() -> None:
    name = "  Bar\nSport\u202e \x00".encode()
    table = read(properties={**PROPERTIES, b"name": name, b"more": b"x"}, addresses=["", "192.168.1.7", "fe80::1%1"])
    assert (table.name, table.game, table.seats, table.free_seats) == ("Bar Sport", "briscola", 4, 3)
    assert table.addresses == ("192.168.1.7",)
    assert len(read(addresses=[f"192.168.1.{number}" for number in range(100)]).addresses) == MAX_ADDRESSES
    assert len(read(properties={**PROPERTIES, b"name": b"x" * 150}).name) <= 40


@check_rows("changes", [
    {"port": 0}, {"port": None}, {"addresses": []}, {"addresses": ["0.0.0.0", "224.0.0.251"]}, {"properties": {}},
    *({"properties": {**PROPERTIES, key: value}} for key, value in (
        (b"name", b""), (b"name", b"\x00"), (b"name", b"x" * 250), (b"name", None), (b"game", b"poker"),
        (b"seats", b"9"), (b"seats", b"x"), (b"seats", b"1" * 100), (b"seats", "\u00b2".encode()), (b"free", b"5"),
    )),
])  # fmt: skip
def test_announcement_that_makes_no_sense_is_no_table(changes: dict[str, Any]) -> None:
    assert read(**changes) is None


def test_list_of_tables_is_bounded() -> None:
    changes = list[int]()
    found = NearbyTables(lambda: changes.append(len(found.tables)))
    for number in range(3 * MAX_NEARBY_TABLES):
        found.take(f"{number}", read(f"{number}"))
    assert len(found.tables) == MAX_NEARBY_TABLES
    found.take("0", read("0", port=9))
    assert len(found.tables) == MAX_NEARBY_TABLES and next(table for table in found.tables if table.id == "0").port == 9
    found.take("1", None)
    found.take("1", None)
    assert changes[-1] == MAX_NEARBY_TABLES - 1 and len(changes) == MAX_NEARBY_TABLES + 2
    found.close()
    found.take("2", None)
    assert len(found.tables) == MAX_NEARBY_TABLES - 1, "a page that has closed is not told"
