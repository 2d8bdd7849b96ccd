"""Matches of computer players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from game.core.actions import Deal
from game.match.observation import observe
from game.match.record import Record
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.storage.matches import MatchRepository
from tests.helpers import PLAYER_NAMES, choose_without_time_limit, make_match

MAX_DEALS = 50
"""More deals than a match has here."""
LEVEL_WINS = 4
"""The wins in a row at a level between two sides after which the next one is suggested."""


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


def play_match_to_last_card(game: str, levels: Sequence[str], seed: int = 5, **options: Any) -> Record:
    """Return a match of computer players of these levels in which seat 0 has its last card of the match to play.

    Raise AssertionError if seat 0 has no cards in the last deal.
    """
    record = play_match(game, levels, deal_count=MAX_DEALS, seed=seed, **options)
    assert record.replay().is_over
    while record.replay().turn != 0:
        record = record.without_last_action()
    assert len(observe(record.replay(), 0).legal_actions) == 1
    return record


def store_wins_before_last_card(repository: MatchRepository) -> None:
    """Store `LEVEL_WINS` matches that seat 0 wins against a beginner; the last one lacks its last card."""
    levels, seeds = ["random", "random"], count()
    for number in range(1, LEVEL_WINS + 1):
        seed, record = next(
            (seed, record)
            for seed in seeds
            for record in [play_match("briscola", levels, seed=seed, deals_to_win=1)]
            if observe(record.replay(), 0).winners == (0,)
        )
        is_last = number == LEVEL_WINS
        if is_last:
            record = play_match_to_last_card("briscola", levels, seed=seed, deals_to_win=1)
        match_id = repository.create_match(record, ("you", "beginner"), 1, {})
        if not is_last:
            repository.finish_match(match_id)
        repository.release_match(match_id)
