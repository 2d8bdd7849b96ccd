"""What ``simulate`` does: computer players play many deals without a window, and the strength of each is measured.

The packs and the players' chances follow from the seed and the number of the deal alone, so the figures are
the same whatever the number of processes. (Times, of course, are not.)
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TextIO

import msgspec

from game.ai.registry import choose_action
from game.ai.time_limit import TimeLimit
from game.cli.simulate import MAX_JOBS, BadArgumentError, SimulationPlan, parse_integer, parse_plan
from game.core.actions import Action
from game.match.match import Match, create_match
from game.match.observation import Observation
from game.match.record import DealRecord, Record, encode_record
from game.rules import Tally
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from game.simulation.progress import show_progress
from game.simulation.workers import open_worker_pool
from game.storage.files import StorageError, describe_os_error, expand_home, resolve_new_file, write_file
from game.storage.record_files import FILE_SUFFIX
from game.text.formatting import format_decimal, format_percent
from game.text.gettext import _
from game.text.output import print_error, print_output

PACKS_PER_BATCH: Final = 25
"""How many packs a process plays between two reports."""

# -- what is played --------------------------------------------------------------------------------


def tally_deal(match: Match) -> Tally:
    """The tally of the deal that ``match`` has just ended."""
    return match.game.tally_deal(match.get_deal_result(), match.sides)


class PackOutcome(NamedTuple):
    """What one pack brought each player: the means over its rotations, and how long each of his moves took (ms)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]
    move_times_ms: tuple[tuple[float, ...], ...]


def play_pack(plan: SimulationPlan, pack_number: int) -> PackOutcome:
    """Play pack ``number`` (from 1) in all its rotations. StorageError if a record cannot be written."""
    match = create_match(plan.game_id, plan.options, plan.seats, (pack_number - 1) % plan.seats)
    pack = shuffle_pack(match.pack, derive_random(plan.seed, "pack", pack_number))
    players = range(len(plan.players))
    times: tuple[list[float], ...] = tuple([] for _player in players)
    scores: tuple[list[float], ...] = tuple([] for _player in players)
    wins = [0.0 for _player in players]
    for rotation in range(plan.rotations):
        players_by_seat = [plan.get_player_at(seat, rotation) for seat in range(plan.seats)]
        choosers = [
            partial(
                _choose_and_time,
                times[player],
                plan,
                player,
                derive_random(plan.seed, "player", pack_number, rotation, seat),
            )
            for seat, player in enumerate(players_by_seat)
        ]
        ended_match, actions = play_deal(match, pack, choosers)
        tally = tally_deal(ended_match)
        for seat, player in enumerate(players_by_seat):
            scores[player].append(tally.scores[seat])
            wins[player] += tally.wins[seat]
        if plan.record_folder is not None:
            names = tuple(plan.players[player] for player in players_by_seat)
            _save_record(plan, pack_number, rotation, names, DealRecord(match.dealer, pack, actions))
    return PackOutcome(
        scores=tuple(sum(values) / len(values) for values in scores),
        wins=tuple(wins_sum / plan.rotations for wins_sum in wins),
        move_times_ms=tuple(tuple(values) for values in times),
    )


def _choose_and_time(
    times: list[float], plan: SimulationPlan, player: int, rng: Random, observation: Observation
) -> Action:
    started_at = time.perf_counter()
    action = choose_action(plan.players[player], observation, rng, TimeLimit(plan.time_limit_ms, time.perf_counter))
    times.append((time.perf_counter() - started_at) * 1000)
    return action


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
    write_file(resolve_new_file(Path(plan.record_folder, f"deal-{deal_number:06}"), FILE_SUFFIX), encode_record(record))


def _play_batch(plan: SimulationPlan, pack_numbers: range) -> list[PackOutcome]:
    return [play_pack(plan, number) for number in pack_numbers]


def play_packs(plan: SimulationPlan, pool: Executor | None) -> Iterator[PackOutcome]:
    """Yield the outcome of every pack in order, played by ``pool`` or in this process.

    StorageError if a record cannot be written, or if there is already a file of its name.
    """
    if pool is None:
        yield from (play_pack(plan, number) for number in range(1, plan.pack_count + 1))
        return
    starts = range(1, plan.pack_count + 1, PACKS_PER_BATCH)
    batches = [range(start, min(start + PACKS_PER_BATCH, plan.pack_count + 1)) for start in starts]
    for outcomes in pool.map(partial(_play_batch, plan), batches):
        yield from outcomes


# -- what is said ----------------------------------------------------------------------------------


class PlayerResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a player did. ``deals`` played; ``ci95``: half the width of the interval of ``mean``, None for one pack."""

    player: str
    deals: int
    mean: float
    ci95: float | None
    win_rate: float
    ms_per_move: float
    ms_p99: float


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found. ``deals``: as many packs as were asked for."""

    game: str
    preset: str
    seats: int
    deals: int
    seed: int
    players: tuple[PlayerResult, ...]


def compute_confidence_half_width(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of the mean of independent ``values``; None for a single one."""
    count = len(values)
    if count < 2:
        return None
    mean = sum(values) / count
    return 1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def compute_percentile(sorted_values: Sequence[float], fraction: float) -> float:
    """The least of the ``ordered`` values that so large a share of them does not exceed; 0 if there are none."""
    return sorted_values[math.ceil(len(sorted_values) * fraction) - 1] if sorted_values else 0.0


def summarize_outcomes(plan: SimulationPlan, outcomes: Sequence[PackOutcome]) -> SimulationResult:
    """The figures of a simulation; a pack, in all its rotations, is one observation."""
    players = []
    for player, name in enumerate(plan.players):
        scores = [outcome.scores[player] for outcome in outcomes]
        times = sorted(milliseconds for outcome in outcomes for milliseconds in outcome.move_times_ms[player])
        players.append(
            PlayerResult(
                player=name,
                deals=plan.pack_count * plan.rotations,
                mean=sum(scores) / len(scores),
                ci95=compute_confidence_half_width(scores),
                win_rate=sum(outcome.wins[player] for outcome in outcomes) / len(outcomes),
                ms_per_move=sum(times) / max(1, len(times)),
                ms_p99=compute_percentile(times, 0.99),
            )
        )
    return SimulationResult(
        game=plan.game_id, preset=plan.preset, seats=plan.seats, deals=plan.pack_count, seed=plan.seed,
        players=tuple(players),
    )  # fmt: skip


def format_table(result: SimulationResult, wins_ci95: Sequence[float | None]) -> str:
    """The figures for a reader, in lines."""
    heading = _("{game}/{preset} · seats: {seats} · packs: {deals} · seed: {seed}").format(
        game=result.game, preset=result.preset, seats=result.seats, deals=result.deals, seed=result.seed
    )
    titles = (_("player"), _("deals"), _("mean"), _("won"), _("ms a move"), _("ms 99%"))
    rows = [titles]
    for player, win_interval in zip(result.players, wins_ci95, strict=True):
        mean = _format_with_interval(player.mean, player.ci95, format_decimal)
        win_rate = _format_with_interval(player.win_rate, win_interval, format_percent)
        rows.append(
            (
                player.player,
                format_decimal(player.deals, 0),
                mean,
                win_rate,
                format_decimal(player.ms_per_move, 3),
                format_decimal(player.ms_p99, 3),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(titles))]
    lines = ("  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((heading, *lines))


def _format_with_interval(value: float, half_width: float | None, format_number: Callable[[float, int], str]) -> str:
    return (
        format_number(value, 2) if half_width is None else f"{format_number(value, 2)} ± {format_number(half_width, 2)}"
    )


def print_to(text: str, stream: TextIO) -> None:
    """Print what may hold characters that the stream's encoding lacks."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)


def _report_error(text: str) -> int:
    """One line on standard error, whatever was typed; the exit status."""
    print_error(f"simulate: {text}")
    return 2


def _print_result(text: str) -> int:
    """The result on standard output; the exit status."""
    error = print_output(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return _report_error(_("standard output: {fault}").format(fault=describe_os_error(error)))


def run(args: argparse.Namespace) -> int:
    """Simulate as `simulate.add_arguments` describes. The exit status: 0, or 2 after one line on standard error."""
    try:
        plan, jobs = parse_plan(args), parse_integer("--jobs", args.jobs, 0, MAX_JOBS)
        if plan.record_folder is not None:
            expand_home(Path(plan.record_folder)).mkdir(parents=True, exist_ok=True)
        with open_worker_pool(jobs, args.cluster) as pool:
            outcomes = list(show_progress(play_packs(plan, pool), total=plan.pack_count))
    except BadArgumentError as error:
        return _report_error(str(error))
    except StorageError as error:
        return _report_error(f"--save: {error}")
    except OSError as error:
        reason = describe_os_error(error) if error.errno else str(error)
        if args.save is None:
            return _report_error(reason)
        return _report_error(f"--save {args.save}: " + _("cannot write there: {fault}").format(fault=reason))
    except ValueError:
        if args.save is None:
            raise
        return _report_error(f"--save {args.save}: " + _("this cannot be the name of a folder"))
    result = summarize_outcomes(plan, outcomes)
    if args.json:
        return _print_result(msgspec.json.format(msgspec.json.encode(result), indent=1).decode())
    win_intervals = [
        compute_confidence_half_width([outcome.wins[player] for outcome in outcomes])
        for player in range(len(plan.players))
    ]
    return _print_result(format_table(result, win_intervals))
