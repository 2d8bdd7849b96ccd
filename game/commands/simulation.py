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

from game.ai.headless import play_deal
from game.ai.limit import Limit
from game.ai.players import choose
from game.commands.progress import progress
from game.commands.simulate import MOST_JOBS, BadArgument, Plan, plan, whole
from game.commands.workers import workers
from game.console import complain, put_out
from game.conventions import decimal, percent
from game.engine.actions import Action
from game.fairness import shuffled, stream
from game.i18n import _
from game.match import Match, new_match
from game.record import DealRecord, Record, dump
from game.rules import Tally
from game.store.files import StorageError, expanded, new_file, why, write_file
from game.store.tvr import ENDING
from game.view import View

BATCH: Final = 25
"""How many packs a process plays between two reports."""

# -- what is played --------------------------------------------------------------------------------


def tally(match: Match) -> Tally:
    """The tally of the deal that ``match`` has just ended."""
    return match.game.tally(match.deal_result(), match.sides)


class Outcome(NamedTuple):
    """What one pack brought each player: the means over its rotations, and how long each of his moves took (ms)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]
    times: tuple[tuple[float, ...], ...]


def play_pack(wanted: Plan, number: int) -> Outcome:
    """Play pack ``number`` (from 1) in all its rotations. StorageError if a record cannot be written."""
    match = new_match(wanted.game, wanted.options, wanted.seats, (number - 1) % wanted.seats)
    pack = shuffled(match.pack, stream(wanted.seed, "pack", number))
    everyone = range(len(wanted.players))
    times: tuple[list[float], ...] = tuple([] for _player in everyone)
    scores: tuple[list[float], ...] = tuple([] for _player in everyone)
    wins = [0.0 for _player in everyone]
    for rotation in range(wanted.rotations):
        seated = [wanted.player_at(seat, rotation) for seat in range(wanted.seats)]
        choosers = [
            partial(_timed, times[player], wanted, player, stream(wanted.seed, "player", number, rotation, seat))
            for seat, player in enumerate(seated)
        ]
        ended, actions = play_deal(match, pack, choosers)
        brought = tally(ended)
        for seat, player in enumerate(seated):
            scores[player].append(brought.scores[seat])
            wins[player] += brought.wins[seat]
        if wanted.folder is not None:
            names = tuple(wanted.players[player] for player in seated)
            _save(wanted, number, rotation, names, DealRecord(match.dealer, pack, actions))
    return Outcome(
        scores=tuple(sum(each) / len(each) for each in scores),
        wins=tuple(won / wanted.rotations for won in wins),
        times=tuple(tuple(each) for each in times),
    )


def _timed(times: list[float], wanted: Plan, player: int, rng: Random, view: View) -> Action:
    before = time.perf_counter()
    action = choose(wanted.players[player], view, rng, Limit(wanted.limit_ms, time.perf_counter))
    times.append((time.perf_counter() - before) * 1000)
    return action


def _save(wanted: Plan, number: int, rotation: int, names: tuple[str, ...], deal: DealRecord) -> None:
    assert wanted.folder is not None
    record = Record(
        game=wanted.game, preset=wanted.preset, options=wanted.options, names=names, first_dealer=deal.dealer,
        deals=(deal,),
    )  # fmt: skip
    played = (number - 1) * wanted.rotations + rotation + 1
    write_file(new_file(Path(wanted.folder, f"deal-{played:06}"), ENDING), dump(record))


def _play_batch(wanted: Plan, numbers: range) -> list[Outcome]:
    return [play_pack(wanted, number) for number in numbers]


def play_all(wanted: Plan, pool: Executor | None) -> Iterator[Outcome]:
    """Yield the outcome of every pack in order, played by ``pool`` or in this process.

    StorageError if a record cannot be written, or if there is already a file of its name.
    """
    if pool is None:
        yield from (play_pack(wanted, number) for number in range(1, wanted.deals + 1))
        return
    starts = range(1, wanted.deals + 1, BATCH)
    batches = [range(first, min(first + BATCH, wanted.deals + 1)) for first in starts]
    for outcomes in pool.map(partial(_play_batch, wanted), batches):
        yield from outcomes


# -- what is said ----------------------------------------------------------------------------------


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How a player did. ``deals`` played; ``ci95``: half the width of the interval of ``mean``, None for one pack."""

    player: str
    deals: int
    mean: float
    ci95: float | None
    win_rate: float
    ms_per_move: float
    ms_p99: float


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found. ``deals``: as many packs as were asked for."""

    game: str
    preset: str
    seats: int
    deals: int
    seed: int
    players: tuple[PlayerFigures, ...]


def half_width(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of the mean of independent ``values``; None for a single one."""
    count = len(values)
    if count < 2:
        return None
    mean = sum(values) / count
    return 1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The least of the ``ordered`` values that so large a share of them does not exceed; 0 if there are none."""
    return ordered[math.ceil(len(ordered) * share) - 1] if ordered else 0.0


def figures(wanted: Plan, outcomes: Sequence[Outcome]) -> Figures:
    """The figures of a simulation; a pack, in all its rotations, is one observation."""
    found = []
    for player, name in enumerate(wanted.players):
        scores = [outcome.scores[player] for outcome in outcomes]
        times = sorted(one for outcome in outcomes for one in outcome.times[player])
        found.append(
            PlayerFigures(
                player=name, deals=wanted.deals * wanted.rotations, mean=sum(scores) / len(scores),
                ci95=half_width(scores), win_rate=sum(outcome.wins[player] for outcome in outcomes) / len(outcomes),
                ms_per_move=sum(times) / max(1, len(times)), ms_p99=percentile(times, 0.99),
            )
        )  # fmt: skip
    return Figures(
        game=wanted.game, preset=wanted.preset, seats=wanted.seats, deals=wanted.deals, seed=wanted.seed,
        players=tuple(found),
    )  # fmt: skip


def table(found: Figures, wins_ci95: Sequence[float | None]) -> str:
    """The figures for a reader, in lines."""
    head = _("{game}/{preset} · seats: {seats} · packs: {deals} · seed: {seed}").format(
        game=found.game, preset=found.preset, seats=found.seats, deals=found.deals, seed=found.seed
    )
    titles = (_("player"), _("deals"), _("mean"), _("won"), _("ms a move"), _("ms 99%"))
    rows = [titles]
    for one, wins in zip(found.players, wins_ci95, strict=True):
        mean = _with_interval(one.mean, one.ci95, decimal)
        won = _with_interval(one.win_rate, wins, percent)
        rows.append((one.player, decimal(one.deals, 0), mean, won, decimal(one.ms_per_move, 3), decimal(one.ms_p99, 3)))
    widths = [max(len(row[at]) for row in rows) for at in range(len(titles))]
    lines = ("  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((head, *lines))


def _with_interval(value: float, half: float | None, said: Callable[[float, int], str]) -> str:
    return said(value, 2) if half is None else f"{said(value, 2)} ± {said(half, 2)}"


def print_to(text: str, stream: TextIO) -> None:
    """Print what may hold characters that the stream's encoding lacks."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)


def _fault(text: str) -> int:
    """One line on standard error, whatever was typed; the exit status."""
    complain(f"simulate: {text}")
    return 2


def _print(text: str) -> int:
    """The result on standard output; the exit status."""
    error = put_out(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return _fault(_("standard output: {fault}").format(fault=why(error)))


def run(args: argparse.Namespace) -> int:
    """Simulate as `simulate.add_arguments` describes. The exit status: 0, or 2 after one line on standard error."""
    try:
        wanted, jobs = plan(args), whole("--jobs", args.jobs, 0, MOST_JOBS)
        if wanted.folder is not None:
            expanded(Path(wanted.folder)).mkdir(parents=True, exist_ok=True)
        with workers(jobs, args.cluster) as pool:
            outcomes = list(progress(play_all(wanted, pool), whole=wanted.deals))
    except BadArgument as error:
        return _fault(str(error))
    except StorageError as error:
        return _fault(f"--save: {error}")
    except OSError as error:
        fault = why(error) if error.errno else str(error)
        if args.save is None:
            return _fault(fault)
        return _fault(f"--save {args.save}: " + _("cannot write there: {fault}").format(fault=fault))
    except ValueError:
        if args.save is None:
            raise
        return _fault(f"--save {args.save}: " + _("this cannot be the name of a folder"))
    found = figures(wanted, outcomes)
    if args.json:
        return _print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    wins = [half_width([outcome.wins[player] for outcome in outcomes]) for player in range(len(wanted.players))]
    return _print(table(found, wins))
