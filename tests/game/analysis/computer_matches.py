"""Short matches to analyze."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.actions import Deal
from game.match.observation import observe
from game.match.record import Record
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import PLAYER_NAMES, choose_without_time_limit, make_match


def play_match(game: str, levels: Sequence[str], deal_count: int = 1, seed: int = 5, **options: Any) -> Record:
    """Return a match of computer players of these levels, to its end or for ``deal_count`` deals."""
    seats = len(levels)
    match, rng = make_match(game, seats=seats, **options), derive_random(seed, game, seats)
    record = Record(
        game_id=game,
        preset=next(iter(GAMES[game].presets)),
        options=match.options,
        names=PLAYER_NAMES[:seats],
        first_dealer=0,
    )
    while not match.is_over and len(record.deals) < deal_count:
        pack = shuffle_pack(match.pack, rng)
        record, match = record.with_deal(match.dealer, pack), match.apply(Deal(pack)).match
        while (seat := match.turn) is not None:
            action = choose_without_time_limit(levels[seat], observe(match, seat), rng)
            record, match = record.with_action(action), match.apply(action).match
    return record
