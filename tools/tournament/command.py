"""The command line of the tournament."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final, NamedTuple, TextIO

import msgspec

from game.cli.simulate import MAX_ARGUMENT_VALUE, add_cluster_argument, parse_integer
from game.simulation.bots import parse_bot_file
from game.simulation.plan import MAX_JOBS, BadArgumentError
from game.simulation.progress import show_progress
from game.simulation.simulation import compute_confidence_half_width
from game.simulation.workers import open_worker_pool
from tools.tournament import figures
from tools.tournament.contests import ALL_CONTESTS, LEVEL_LADDER, Contest, ContestGoal
from tools.tournament.playing import ContestPackOutcome, play_pack
from tools.tournament.studies import STUDIES, Study

replace = msgspec.structs.replace

PACKS_PER_BATCH: Final = 4
"""The number of packs that a process gets at a time."""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.tournament",
        description="How strong the computer's players are, against what is asked of them. The cards and the players'"
        " chances follow from the seed, the contest and the number of the pack alone. A measurement: its exit status"
        " is 0 whatever it finds.",
    )
    parser.add_argument(
        "--only", metavar="NAME", nargs="+", help="contests and studies whose names begin so; default: all contests"
    )
    parser.add_argument("--list", action="store_true", help="list the contests and play nothing")
    parser.add_argument("--seed", metavar="S", default="0", help="default 0")
    parser.add_argument("--jobs", metavar="J", default="1", help="processes at work, one core each (default 1)")
    add_cluster_argument(parser)
    parser.add_argument("--limit", metavar="MS", help="thinking time for a move, in ms; default: the contest's own")
    pack_options = parser.add_mutually_exclusive_group()
    pack_options.add_argument(
        "--deals", metavar="N", help="packs (or matches) of each contest; default: its own number"
    )
    pack_options.add_argument(
        "--scale", metavar="X", type=float, default=1.0, help="so many times each one's own number"
    )
    parser.add_argument(
        "--players",
        metavar="OURS,THEIRS",
        help="play the contests with these levels or bots (docs/bots.md); nothing is asked of them then",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return parser


def print_to(text: str, stream: TextIO) -> None:
    """Print a text; characters that the stream's encoding lacks are replaced."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)


class TournamentPlan(NamedTuple):
    """The contests and studies that the command line asks for."""

    contests: tuple[Contest, ...]
    studies: tuple[Study, ...]
    seed: int
    jobs: int
    cluster: str | None

    @property
    def playable_contests(self) -> tuple[Contest, ...]:
        """The contests whose levels exist."""
        return tuple(contest for contest in self.contests if not contest.missing_levels)


def make_plan(args: argparse.Namespace) -> TournamentPlan:
    """Return the plan of the arguments. Raise BadArgumentError, with one line, for an invalid value."""
    contests = [entry for entry in ALL_CONTESTS if args.only is None or entry.name.startswith(tuple(args.only))]
    for name in args.only or ():
        if not any(entry.startswith(name) for entry in list_names(ALL_CONTESTS, STUDIES)):
            raise BadArgumentError(f"--only: no contest and no study begins with {name!r} (see --list)")
    named_studies = (
        () if args.only is None else tuple(entry for entry in STUDIES if entry.name.startswith(tuple(args.only)))
    )
    return TournamentPlan(
        contests=tuple(_apply_arguments(entry, args) for entry in contests),
        studies=tuple(
            Study(entry.name, entry.description, _get_pack_count(entry.deals, args), entry.run)
            for entry in named_studies
        ),
        seed=parse_integer("--seed", args.seed, 0, 2**63 - 1),
        jobs=parse_integer("--jobs", args.jobs, 1, MAX_JOBS),
        cluster=args.cluster,
    )


def _apply_arguments(contest: Contest, args: argparse.Namespace) -> Contest:
    if args.players is not None:
        players = args.players.split(",")
        is_known = all(player in LEVEL_LADDER or parse_bot_file(player) is not None for player in players)
        if len(players) != 2 or not is_known:
            raise BadArgumentError(f"--players: two of {', '.join(LEVEL_LADDER)} or bots, not {args.players!r}")
        goals = tuple(ContestGoal(measure=goal.measure, min_value=None) for goal in contest.goals)
        contest = replace(contest, ours=players[0], theirs=players[1], goals=goals)
    return replace(
        contest,
        deals=_get_pack_count(contest.deals, args),
        limit_ms=contest.limit_ms
        if args.limit is None
        else parse_integer("--limit", args.limit, 1, MAX_ARGUMENT_VALUE),
    )


def _get_pack_count(default: int, args: argparse.Namespace) -> int:
    """Return the number of packs of a contest or study whose default number is ``default``.

    Raise BadArgumentError if ``--scale`` or ``--deals`` is out of range.
    """
    if not 0 < args.scale <= MAX_ARGUMENT_VALUE:
        raise BadArgumentError(f"--scale: must be more than 0 and at most {MAX_ARGUMENT_VALUE}")
    scaled = max(1, round(default * args.scale))
    return scaled if args.deals is None else parse_integer("--deals", args.deals, 1, MAX_ARGUMENT_VALUE)


def iter_outcomes(
    contest: Contest,
    seed: int,
    pool: Executor | None,
    play: Callable[[Contest, int, int], ContestPackOutcome] = play_pack,
) -> Iterator[ContestPackOutcome]:
    """Return an iterator over the outcomes of all packs of a contest, in order.

    ``pool``: the worker processes, or None to play in this process.
    """
    play_number, numbers = partial(play, contest, seed), range(1, contest.deals + 1)
    return map(play_number, numbers) if pool is None else pool.map(play_number, numbers, chunksize=PACKS_PER_BATCH)


def _format_interim_result(contest: Contest, outcomes: Sequence[ContestPackOutcome]) -> str:
    """Return the figure of the contest's first goal so far."""
    first = [outcome.values[0] for outcome in outcomes]
    half_width = compute_confidence_half_width(first)
    figure = f"{sum(first) / len(first):.2f}" + ("" if half_width is None else f" ± {half_width:.2f}")
    return f"{figure} {contest.get_unit(contest.goals[0].measure)}"


def play_contests(
    plan: TournamentPlan, has_other_players: bool, play: Callable[[Contest, int, int], ContestPackOutcome] = play_pack
) -> list[figures.ContestRow]:
    """Play the contests and return the rows of the table; after an interrupt, those of the packs played so far.

    ``has_other_players``: the levels are not those that the contests declare. ``play``: returns the outcome for a
    contest, a seed and the number of a pack. Raise BadArgumentError if there is no cluster at the plan's address,
    OSError if its connection is lost.
    """
    rows: list[figures.ContestRow] = []
    outcomes: list[ContestPackOutcome] = []
    contest = None
    try:
        with open_worker_pool(plan.jobs, plan.cluster) as pool:
            for number, contest in enumerate(plan.playable_contests, 1):
                outcomes = []
                title = f"[{number}/{len(plan.playable_contests)}] {contest.name}"
                pending = iter_outcomes(contest, plan.seed, pool, play)
                with show_progress(pending, title, total=contest.deals, keeps_bar=False) as bar:
                    for outcome in bar:
                        outcomes.append(outcome)
                        if not bar.disable:
                            bar.set_postfix_str(_format_interim_result(contest, outcomes), refresh=False)
                rows += _make_rows(contest, outcomes, plan.seed, has_other_players)
    except KeyboardInterrupt:
        if contest is not None and len(outcomes) < contest.deals:
            rows += _make_rows(contest, outcomes, plan.seed, has_other_players)
    return rows


def _make_rows(
    contest: Contest, outcomes: Sequence[ContestPackOutcome], seed: int, has_other_players: bool
) -> list[figures.ContestRow]:
    return (
        figures.make_rows(
            contest, outcomes, figures.make_repeat_command(contest, seed, len(outcomes), has_other_players)
        )
        if outcomes
        else []
    )


def list_names(contests: Sequence[Contest], studies: Sequence[Study]) -> tuple[str, ...]:
    """Return the names by which contests and studies are chosen."""
    return (*(entry.name for entry in contests), *(entry.name for entry in studies))


def format_listing(contests: Sequence[Contest], studies: Sequence[Study]) -> str:
    """Return a line for each contest, with packs, goals and missing levels, and for each study."""
    width = max(map(len, list_names(contests, studies)))
    lines = (
        f"{entry.name:<{width}}  {entry.deals:>6}  "
        + ", ".join(f"{goal} {entry.get_unit(goal.measure)}" for goal in entry.goals)
        + (f"  (lacks {', '.join(entry.missing_levels)})" if entry.missing_levels else "")
        for entry in contests
    )
    also = (f"{entry.name:<{width}}  {entry.deals:>6}  {entry.description}" for entry in studies)
    return "\n".join((*lines, *also))


def main(arguments: Sequence[str]) -> int:
    """Run the tournament, print its tables, and return the exit status, 0.

    Raise SystemExit(2) for invalid arguments, after a line on standard error.
    """
    parser = make_parser()
    args = parser.parse_args(arguments)
    try:
        plan = make_plan(args)
    except BadArgumentError as error:
        parser.error(str(error))
    if args.list:
        print_to(format_listing(plan.contests, STUDIES if args.only is None else plan.studies), sys.stdout)
        return 0
    study_tables = {entry.name: entry.run(plan.seed, entry.deals) for entry in plan.studies}
    try:
        rows = play_contests(plan, args.players is not None)
    except BadArgumentError as error:
        parser.error(str(error))
    unplayed = [entry.name for entry in plan.contests if entry.missing_levels]
    if args.json:
        tables = {name: [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
                  for name, lines in study_tables.items()}  # fmt: skip
        report = {"seed": plan.seed, "contests": rows, "without_players": unplayed, "studies": tables}
        print_to(msgspec.json.format(msgspec.json.encode(report), indent=1).decode(), sys.stdout)
        return 0
    for name, lines in study_tables.items():
        print_to("\n".join([name.upper(), *figures.align_columns(lines)]), sys.stdout)
    if rows:
        print_to(figures.format_table(rows), sys.stdout)
    if unplayed:
        print_to(f"NOT PLAYED, a player is not there yet: {len(unplayed)}\n  " + "\n  ".join(unplayed), sys.stdout)
    return 0
