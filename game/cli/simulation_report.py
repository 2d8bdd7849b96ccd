"""The command ``simulate``: play the deals and print the figures as a table or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from game.cli.record_input import print_result
from game.cli.simulate import parse_integer, parse_plan
from game.simulation.bots import BotError, format_bot_fault
from game.simulation.plan import MAX_JOBS, BadArgumentError, SimulationPlan
from game.simulation.progress import hide_progress, show_progress
from game.simulation.simulation import (
    PackOutcome,
    PlayerResult,
    SimulationResult,
    compute_confidence_half_width,
    load_bots,
    play_packs,
    summarize_outcomes,
)
from game.simulation.workers import CONNECT_TIMEOUT_S, open_worker_pool
from game.storage.files import StorageError, expand_home
from game.text.file_errors import describe_os_error, make_printable
from game.text.formatting import format_decimal, format_percent
from game.text.gettext import _
from game.text.output import print_error


def format_table(result: SimulationResult, wins_ci95: Sequence[float | None]) -> str:
    """Return the figures as a table of text with a line for each player.

    ``wins_ci95``: half width of each player's win rate interval, 0 to 1; None if there is none.
    """
    heading = _("{game}/{preset} · seats: {seats} · packs: {deals} · seed: {seed}").format(
        game=result.game, preset=result.preset, seats=result.seats, deals=result.deals, seed=result.seed
    )
    titles = (_("player"), _("deals"), _("mean"), _("won"), _("ms per move"), _("ms 99%"))
    has_bots = any(player.faults is not msgspec.UNSET for player in result.players)
    rows = [(*titles, _("ms max"), _("faults")) if has_bots else titles]
    for player, win_interval in zip(result.players, wins_ci95, strict=True):
        mean = _format_with_interval(player.mean, player.ci95, format_decimal)
        win_rate = _format_with_interval(player.win_rate, win_interval, format_percent)
        rows.append(
            (
                make_printable(player.player),
                format_decimal(player.deals, 0),
                mean,
                win_rate,
                format_decimal(player.ms_per_move, 3),
                format_decimal(player.ms_p99, 3),
                *(_format_bot_columns(player) if has_bots else ()),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((heading, *lines))


def _format_bot_columns(player: PlayerResult) -> tuple[str, str]:
    longest_ms, faults = player.ms_max, player.faults
    return (
        "–" if isinstance(longest_ms, msgspec.UnsetType) else format_decimal(longest_ms, 3),
        "–" if isinstance(faults, msgspec.UnsetType) else format_decimal(faults, 0),
    )


def _format_with_interval(value: float, half_width: float | None, format_number: Callable[[float, int], str]) -> str:
    return (
        format_number(value, 2) if half_width is None else f"{format_number(value, 2)} ± {format_number(half_width, 2)}"
    )


def _report_error(text: str) -> int:
    """Print one line on standard error; return the exit status 2."""
    print_error(f"simulate: {text}")
    return 2


def _play_and_warn(plan: SimulationPlan, pool: Executor | None) -> Iterator[PackOutcome]:
    """Yield the outcome of every pack in order; print each kind of fault of a bot once.

    Raise StorageError or BotError as `play_packs`.
    """
    seen = set[tuple[str, str]]()
    for outcome in show_progress(play_packs(plan, pool), total=plan.pack_count):
        for player, faults in zip(plan.players, outcome.faults, strict=True):
            for kind, (fault, _count) in faults.items():
                if (player, kind) not in seen:
                    seen.add((player, kind))
                    with hide_progress():
                        print_error(f"simulate: {format_bot_fault(plan.bots[player], fault)}")
        yield outcome


def run(args: argparse.Namespace, *, connect_timeout_s: float = CONNECT_TIMEOUT_S) -> int:
    """Run the simulation that `simulate.add_arguments` describes and return the exit status.

    0, 1 if the reader closed the pipe, 2 after one line on standard error. ``connect_timeout_s``: for the cluster of
    ``--cluster``.
    """
    try:
        plan, jobs = parse_plan(args), parse_integer("--jobs", args.jobs, 0, MAX_JOBS)
        bots = plan.players if plan.bots else ()
        if bots and args.cluster is not None:
            load_bots(plan)
        with open_worker_pool(jobs, args.cluster, timeout_s=connect_timeout_s, bots=bots) as pool:
            if bots and pool is not None and args.cluster is None:
                pool.submit(load_bots, plan).result()
            if plan.record_folder is not None:
                expand_home(Path(plan.record_folder)).mkdir(parents=True, exist_ok=True)
            outcomes = list(_play_and_warn(plan, pool))
    except BotError as error:
        if args.cluster is None:
            return _report_error(str(error))
        text = _("{fault} (each worker of the cluster needs the file at the same path)")
        return _report_error(text.format(fault=error))
    except BadArgumentError as error:
        return _report_error(str(error))
    except StorageError as error:
        return _report_error(f"--save: {error}")
    except OSError as error:
        reason = describe_os_error(error) if error.errno else str(error)
        if args.save is None:
            return _report_error(reason)
        return _report_error(f"--save {args.save}: " + _("could not write there: {fault}").format(fault=reason))
    except ValueError:
        if args.save is None:
            raise
        return _report_error(f"--save {args.save}: " + _("the folder name is not valid; choose another"))
    result = summarize_outcomes(plan, outcomes)
    if args.json:
        return print_result(msgspec.json.format(msgspec.json.encode(result), indent=1).decode(), "simulate: ")
    win_intervals = [
        compute_confidence_half_width([outcome.wins[player] for outcome in outcomes])
        for player in range(len(plan.players))
    ]
    return print_result(format_table(result, win_intervals), "simulate: ")
