"""Small matches to analyse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.actions import Deal
from game.fairness import shuffled, stream
from game.record import Record
from game.rules import GAMES
from game.view import look
from tests.helpers import NAMES, choose, fresh


def played(game: str, levels: Sequence[str], deals: int = 1, seed: int = 5, **options: Any) -> Record:
    """A match in which the seats play at these levels, to its end or for so many deals."""
    seats = len(levels)
    match, rng = fresh(game, seats=seats, **options), stream(seed, game, seats)
    record = Record(
        game=game, preset=next(iter(GAMES[game].presets)), options=match.options, names=NAMES[:seats], first_dealer=0
    )
    while not match.over and len(record.deals) < deals:
        pack = shuffled(match.pack, rng)
        record, match = record.dealt(match.dealer, pack), match.apply(Deal(pack)).match
        while (seat := match.to_act) is not None:
            action = choose(levels[seat], look(match, seat), rng)
            record, match = record.acted(action), match.apply(action).match
    return record
