"""Spades with partners plays the stored matches of OpenSpiel with its cards and scores (`openspiel_records`)."""

from __future__ import annotations

from pathlib import Path

from game.core.actions import Deal, Play
from game.match.record import decode_playable_record, encode_record
from game.rules.spades.phases import SpadesTrickPhase
from tests.game.rules.spades.openspiel_records import DEALS_PER_MATCH, FOLDER, MATCH_COUNT, list_comparable_cards
from tests.rows import check_rows

PATHS = sorted(FOLDER.glob("*.tvr"))


@check_rows("path", PATHS)
def test_cards_and_scores_are_those_of_openspiel(path: Path) -> None:
    record = decode_playable_record(path.read_bytes())
    assert encode_record(record) == path.read_bytes()
    match, offered = record.create_match(), ""
    for action, step in record.iter_steps():
        if isinstance(action, Deal):
            offered = record.deals[len(match.results)].extra["offered"]
        elif isinstance(action, Play):
            assert isinstance(match.phase, SpadesTrickPhase)
            assert f"{len(list_comparable_cards(match.phase)):x}" == offered[0]
            offered = offered[1:]
        match = step.match
    scores = [list(result.scores) for result in match.results]
    assert scores == [deal.extra["scores"] for deal in record.deals]


def test_two_hundred_deals_are_stored() -> None:
    records = [decode_playable_record(path.read_bytes()) for path in PATHS]
    assert len(records) == MATCH_COUNT
    assert sum(len(record.deals) for record in records) > MATCH_COUNT * DEALS_PER_MATCH * 0.9
