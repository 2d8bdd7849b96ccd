"""The run of ``simulate``: the deals are played, and the figures are printed as a table or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from game.cli.simulate import parse_integer, parse_plan
from game.simulation.plan import MAX_JOBS, BadArgumentError
from game.simulation.progress import show_progress
from game.simulation.simulation import (
    SimulationResult,
    compute_confidence_half_width,
    play_packs,
    summarize_outcomes,
)
from game.simulation.workers import open_worker_pool
from game.storage.files import StorageError, describe_os_error, expand_home
from game.text.formatting import format_decimal, format_percent
from game.text.gettext import _
from game.text.output import print_error, print_output


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
    """Simulate as `simulate.add_arguments` describes; return 0, or 2 after one line on standard error."""
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
