"""Simulations: computer players play many deals, and their strength is measured.

Packs and players' random numbers follow from the seed and the number of the pack alone, so the figures are the same
for any number of processes. Times are not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.ai.levels import choose_random_action
from game.ai.registry import choose_action
from game.ai.time_limit import TimeLimit
from game.core.actions import Action
from game.core.sanitizer import sanitize_line
from game.exchange.record_files import save_record
from game.match.match import Match, create_match
from game.match.observation import Observation
from game.match.record import MAX_PLAYER_NAME_CHARACTERS, DealRecord, Record
from game.rules import Tally
from game.rules.game import Sides
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.asked_players import mark_asked_player
from game.simulation.bots import BotFault, ask_bot
from game.simulation.deal_playing import play_deal
from game.simulation.plan import SimulationPlan
from game.simulation.programs import load_player

PACKS_PER_BATCH: Final = 25
"""Packs that a process plays between two reports."""

NUMBER_CHARACTERS: Final = 3
"""Characters of the number after a name that several players have."""

# -- what is played --------------------------------------------------------------------------------


def tally_deal(match: Match) -> Tally:
    """Return the tally of the deal that has just ended in ``match``: scores and win shares by seat."""
    return match.game.tally_deal(match.get_deal_result(), match.sides)


def forfeit(tally: Tally, sides: Sides, losers: Collection[int]) -> Tally:
    """Return the tally of a deal that the sides of the seats ``losers`` have lost, whatever their score."""
    lost = {seat for side in sides if not set(losers).isdisjoint(side) for seat in side}
    others = [seat for seat in range(len(tally.wins)) if seat not in lost]
    won = sum(tally.wins[seat] for seat in others)
    wins = [tally.wins[seat] / won if won else 1 / len(others) for seat in others]
    share_by_seat = dict(zip(others, wins, strict=True))
    return tally._replace(wins=tuple(share_by_seat.get(seat, 0.0) for seat in range(len(tally.wins))))


FaultCounts: TypeAlias = dict[str, tuple[BotFault, int]]
"""Faults of a bot by class of the exception, "" for illegal answers: the first one, and their number."""


class PackOutcome(NamedTuple):
    """The outcome of one pack for each player.

    ``scores``, ``wins``: means over the rotations; ``move_times_ms``: time of each move; ``faults``: of each player,
    empty for levels.
    """

    scores: tuple[float, ...]
    wins: tuple[float, ...]
    move_times_ms: tuple[tuple[float, ...], ...]
    faults: tuple[FaultCounts, ...] = ()


def play_pack(plan: SimulationPlan, pack_number: int) -> PackOutcome:
    """Play pack ``pack_number`` (from 1) in all rotations and return the means for each player.

    Raise StorageError if a record cannot be written, BotError if a bot cannot be loaded.
    """
    match = create_match(plan.game_id, plan.options, plan.seats, (pack_number - 1) % plan.seats)
    pack = shuffle_pack(match.pack, derive_random(plan.seed, "pack", pack_number))
    players = range(len(plan.players))
    times: tuple[list[float], ...] = tuple([] for _player in players)
    scores: tuple[list[float], ...] = tuple([] for _player in players)
    wins = [0.0 for _player in players]
    faults = tuple(FaultCounts() for _player in players)
    for rotation in range(plan.rotations):
        players_by_seat = [plan.get_player_at(seat, rotation) for seat in range(plan.seats)]
        losers = set[int]()
        choosers = [
            partial(
                _choose_and_time,
                times[player],
                faults[player],
                losers,
                plan,
                player,
                seat,
                derive_random(plan.seed, "player", pack_number, rotation, seat),
            )
            for seat, player in enumerate(players_by_seat)
        ]
        ended_match, actions = play_deal(match, pack, choosers)
        tally = tally_deal(ended_match)
        if losers:
            tally = forfeit(tally, ended_match.sides, losers)
        for seat, player in enumerate(players_by_seat):
            scores[player].append(tally.scores[seat])
            wins[player] += tally.wins[seat]
        if plan.record_folder is not None:
            player_names = _make_record_names(plan)
            names = tuple(player_names[player] for player in players_by_seat)
            _save_record(plan, pack_number, rotation, names, DealRecord(match.dealer, pack, actions))
    return PackOutcome(
        scores=tuple(sum(values) / len(values) for values in scores),
        wins=tuple(wins_sum / plan.rotations for wins_sum in wins),
        move_times_ms=tuple(tuple(values) for values in times),
        faults=faults,
    )


def _choose_and_time(
    times: list[float],
    faults: FaultCounts,
    losers: set[int],
    plan: SimulationPlan,
    player: int,
    seat: int,
    rng: Random,
    observation: Observation,
) -> Action:
    """Return the choice of a player and note its time; ``losers``: the seats whose program has failed in this deal."""
    if seat in losers:
        return choose_random_action(observation, rng)
    bot, fault = plan.get_bot(player), None
    if bot is None:
        started_at = time.perf_counter()
        action = choose_action(plan.players[player], observation, rng, TimeLimit(plan.time_limit_ms, time.perf_counter))
    else:
        with mark_asked_player(player):
            bot_player = load_player(bot, seat)
            started_at = time.perf_counter()
            action, fault = ask_bot(bot, bot_player, observation, rng)
    times.append((time.perf_counter() - started_at) * 1000)
    if fault is not None:
        first_fault, count = faults.get(fault.error, (fault, 0))
        faults[fault.error] = (first_fault, count + 1)
        if bot is not None and not bot.class_name:
            losers.add(seat)
    return action


def _make_record_names(plan: SimulationPlan) -> tuple[str, ...]:
    """Return the name of each player: its level or class, with a number if several are equal ("club 1", "club 2")."""
    names = [_get_record_name(plan, player) for player in range(len(plan.players))]
    return tuple(
        f"{name} {names[: player + 1].count(name)}" if names.count(name) > 1 else name
        for player, name in enumerate(names)
    )


def _get_record_name(plan: SimulationPlan, player: int) -> str:
    bot, most_characters = plan.get_bot(player), MAX_PLAYER_NAME_CHARACTERS - NUMBER_CHARACTERS
    return plan.players[player] if bot is None else sanitize_line(bot.name, most_characters)


def load_bots(plan: SimulationPlan) -> None:
    """Load all bots of ``plan`` once. Raise BotError if one cannot be loaded."""
    for player in range(len(plan.players)):
        bot = plan.get_bot(player)
        if bot is not None:
            with mark_asked_player(player):
                load_player(bot, 0)


def _save_record(
    plan: SimulationPlan, pack_number: int, rotation: int, names: tuple[str, ...], deal: DealRecord
) -> None:
    assert plan.record_folder is not None
    record = Record(
        game_id=plan.game_id,
        preset=plan.preset,
        options=plan.options,
        names=names,
        first_dealer=deal.dealer,
        deals=(deal,),
    )
    deal_number = (pack_number - 1) * plan.rotations + rotation + 1
    save_record(record, Path(plan.record_folder, f"deal-{deal_number:06}"))


def _play_batch(plan: SimulationPlan, pack_numbers: range) -> list[PackOutcome]:
    return [play_pack(plan, number) for number in pack_numbers]


def play_packs(plan: SimulationPlan, pool: Executor | None) -> Iterator[PackOutcome]:
    """Yield the outcome of every pack in order, played by ``pool``, or in this process if it is None.

    Raise StorageError if a record cannot be written, or if there is already a file of its name; BotError if a bot
    cannot be loaded.
    """
    if pool is None:
        yield from (play_pack(plan, number) for number in range(1, plan.pack_count + 1))
        return
    starts = range(1, plan.pack_count + 1, PACKS_PER_BATCH)
    batches = [range(start, min(start + PACKS_PER_BATCH, plan.pack_count + 1)) for start in starts]
    for outcomes in pool.map(partial(_play_batch, plan), batches):
        yield from outcomes


# -- what it found ----------------------------------------------------------------------------------


class PlayerResult(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a player.

    ``mean``: mean score; ``ci95``: half width of its 95 % interval, None for one pack; ``ms_p99``: 99th percentile of
    the time of a move. Only of bots: ``ms_max``, the longest time; ``faults``, the number of choices that were
    replaced.
    """

    player: str
    deals: int
    mean: float
    ci95: float | None
    win_rate: float
    ms_per_move: float
    ms_p99: float
    ms_max: float | msgspec.UnsetType = msgspec.UNSET
    faults: int | msgspec.UnsetType = msgspec.UNSET


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a simulation. ``deals``: number of packs."""

    game: str
    preset: str
    seats: int
    deals: int
    seed: int
    players: tuple[PlayerResult, ...]


def compute_confidence_half_width(values: Sequence[float]) -> float | None:
    """Return the half width of the mean's 95 % interval; None for fewer than two values.

    ``values`` must be independent.
    """
    count = len(values)
    if count < 2:
        return None
    mean = sum(values) / count
    return 1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def compute_percentile(sorted_values: Sequence[float], fraction: float) -> float:
    """Return the lowest of ``sorted_values`` that a ``fraction`` of them does not exceed; 0 if none.

    ``sorted_values``: ascending; ``fraction``: more than 0, at most 1.
    """
    return sorted_values[math.ceil(len(sorted_values) * fraction) - 1] if sorted_values else 0.0


def _count_faults(outcomes: Sequence[PackOutcome], player: int) -> int:
    return sum(count for outcome in outcomes for _fault, count in outcome.faults[player].values())


def summarize_outcomes(plan: SimulationPlan, outcomes: Sequence[PackOutcome]) -> SimulationResult:
    """Return the figures of a simulation; a pack with all its rotations is one observation.

    ``outcomes``: one for each pack, at least one. Raise ZeroDivisionError if there are none.
    """
    players = []
    for player, name in enumerate(plan.players):
        scores = [outcome.scores[player] for outcome in outcomes]
        times = sorted(milliseconds for outcome in outcomes for milliseconds in outcome.move_times_ms[player])
        is_bot = plan.get_bot(player) is not None
        players.append(
            PlayerResult(
                player=name,
                deals=plan.pack_count * plan.rotations,
                mean=sum(scores) / len(scores),
                ci95=compute_confidence_half_width(scores),
                win_rate=sum(outcome.wins[player] for outcome in outcomes) / len(outcomes),
                ms_per_move=sum(times) / max(1, len(times)),
                ms_p99=compute_percentile(times, 0.99),
                ms_max=times[-1] if is_bot and times else msgspec.UNSET,
                faults=_count_faults(outcomes, player) if is_bot else msgspec.UNSET,
            )
        )
    return SimulationResult(
        game=plan.game_id, preset=plan.preset, seats=plan.seats, deals=plan.pack_count, seed=plan.seed,
        players=tuple(players),
    )  # fmt: skip
