"""The setup of a match: other seats for the next one, and the record that it begins."""

from __future__ import annotations

import msgspec

from game.match.assistance import AssistanceOptions, read_assistance
from game.match.setup import rotate_seats
from tests.fakes import make_match_setup
from tests.rows import check_rows

ORDERS = ["Bruno Anna", "Anna Carla Bruno", "Anna Carla Dino Bruno", "Anna Carla Dino Elsa Bruno"]


@check_rows("order", ORDERS)
def test_players_get_other_neighbors_and_the_first_dealer_is_drawn(order: str) -> None:
    kinds = ["you", "club", "novice", "expert", "random"][: len(order.split())]
    setup = msgspec.structs.replace(make_match_setup(" ".join(kinds)), first_dealer=1)
    rotated = rotate_seats(setup)
    assert " ".join(player.name for player in rotated.players) == order
    assert set(rotated.players) == set(setup.players) and rotated.first_dealer is None
    assert msgspec.structs.replace(rotated, players=setup.players, first_dealer=1) == setup


def test_record_has_names_rules_and_assistance() -> None:
    setup = msgspec.structs.replace(make_match_setup("you club"), assistance=AssistanceOptions(undo=False))
    record = setup.create_record(1)
    assert (record.names, record.first_dealer, record.options) == (("Anna", "Bruno"), 1, setup.options)
    assert read_assistance(record.extra) == setup.assistance
