"""Matches with the same deals: played at random, stored and imported."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from game.core.actions import Deal
from game.core.cards import Card
from game.match.archived_match import IMPORTED_FLAG, ArchivedMatch
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.storage.matches import MatchRepository
from tests.helpers import make_match, make_record, play_random_actions

NOON_TIMESTAMP = 1_700_000_000.0
LONG_MATCH_OPTIONS: dict[str, dict[str, Any]] = {
    "briscola": {"deals_to_win": 7}, "spades": {}, "muscio": {},
    "chiamata": {"match_deals": 20, "all_pass": "next_dealer", "annul_poor_hand": "off"},
}  # fmt: skip


def play_match(game: str, deals: int = 2, seed: object = 1) -> Record:
    match = make_match(game, seats=GAMES[game].proposed_seat_count, **LONG_MATCH_OPTIONS[game])
    return make_record(match, list(play_random_actions(match, seed, deal_count=deals)))


def replay_with_packs(
    record: Record, seed: int, packs: Sequence[tuple[Card, ...]] | None = None, actions: int = 9999
) -> Record:
    """Return a match with the same packs and other choices, as far as its dealers are the same."""
    match, rng = record.create_match(), Random(seed)
    again = replace(record, deals=())
    for pack in packs if packs is not None else [deal.pack for deal in record.deals]:
        if match.is_over or match.is_deal_in_progress:
            break
        again, match = again.with_deal(match.dealer, pack), match.apply(Deal(pack)).match
        while match.is_deal_in_progress and actions:
            action = rng.choice(match.legal_actions())
            again, match = again.with_action(action), match.apply(action).match
            actions -= 1
    return again


def store_match(repository: MatchRepository, record: Record, *, over: bool = True, **extra: bool) -> int:
    """Store a match that was played here."""
    number = repository.create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, extra)
    if over:
        repository.finish_match(number)
    repository.release_match(number)
    return number


def import_match(repository: MatchRepository, record: Record, name: str = "Zoë") -> int:
    """Import a match that another person played."""
    record = replace(record, names=(name, *record.names[1:]))
    return repository.archive.import_match(
        ArchivedMatch(
            record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), NOON_TIMESTAMP, frozenset({IMPORTED_FLAG})
        )
    )
