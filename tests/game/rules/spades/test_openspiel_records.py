"""Spades with partners plays matches of OpenSpiel with its cards and scores: stored ones, and many new ones.

The new ones need the extra ``bench``. OpenSpiel differs from docs/rules.md, "Partners", in this:

- Bids: two partners may not bid more than 13 together there.
- Breaking: a spade that was played does not allow to lead one there, only a hand of nothing but spades does (version
  2.0.2). Leads of spades that the reference allows after a spade are left out.
- It has no blind nil, and bags always cost 100 for ten.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from game.core.actions import Deal, Play
from game.match.record import Record, decode_playable_record, encode_record
from game.rules.spades.phases import SpadesTrickPhase
from game.shuffling.shuffle import derive_random
from tests.game.rules.spades.openspiel_records import (
    DEALS_PER_MATCH,
    FOLDER,
    MATCH_COUNT,
    list_comparable_cards,
    load_openspiel,
    play_match,
)
from tests.rows import check_rows

PATHS: Final = sorted(FOLDER.glob("*.tvr"))
NEW_MATCHES_PER_CASE: Final = 100


def assert_played_by_the_rules(record: Record) -> None:
    """Raise AssertionError unless the number of cards offered for each play and the scores are those of OpenSpiel."""
    match, offered = record.create_match(), ""
    for action, step in record.iter_steps():
        if isinstance(action, Deal):
            offered = record.deals[len(match.results)].extra["offered"]
        elif isinstance(action, Play):
            assert isinstance(match.phase, SpadesTrickPhase)
            assert f"{len(list_comparable_cards(match.phase)):x}" == offered[0]
            offered = offered[1:]
        match = step.match
    assert [list(result.scores) for result in match.results] == [deal.extra["scores"] for deal in record.deals]


@check_rows("path", PATHS)
def test_cards_and_scores_are_those_of_openspiel(path: Path) -> None:
    record = decode_playable_record(path.read_bytes())
    assert encode_record(record) == path.read_bytes()
    assert_played_by_the_rules(record)


def test_two_hundred_deals_are_stored() -> None:
    records = [decode_playable_record(path.read_bytes()) for path in PATHS]
    assert len(records) == MATCH_COUNT
    assert sum(len(record.deals) for record in records) > MATCH_COUNT * DEALS_PER_MATCH * 0.9


@pytest.mark.slow
@pytest.mark.parametrize("case", range(10))
def test_ten_thousand_new_deals_are_played_by_the_rules(case: int) -> None:
    pytest.importorskip("pyspiel", reason="needs open_spiel, of the extra `bench`")
    for number in range(NEW_MATCHES_PER_CASE):
        assert_played_by_the_rules(play_match(load_openspiel(), derive_random(case, "openspiel", number)))
