"""The figures of many packs of a contest: a mean with its interval, a verdict, and the rows of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from game.simulation.simulation import compute_confidence_half_width, compute_percentile
from tools.tournament.contests import Contest, ContestGoal
from tools.tournament.playing import ContestPackOutcome

GoalVerdict: TypeAlias = Literal["met", "missed", "undecided", "none asked"]

MIN_PACKS_FOR_VERDICT: Final = 20
"""The least number of packs for a verdict; the interval of fewer packs is too narrow."""


class ContestRow(msgspec.Struct, frozen=True, kw_only=True):
    """A goal of a contest and its figure.

    ``command``: repeats the contest. ``asked``: the goal as text. ``target``, ``mean``: in ``unit``. ``ci95``: half the
    width of the mean's 95 % interval, None for one pack. ``ms_per_move``, ``ms_p99``: the times of our player's moves,
    in milliseconds.
    """

    contest: str
    command: str
    players: tuple[str, str]
    measure: str
    unit: str
    asked: str
    target: float | None
    mean: float
    ci95: float | None
    ms_per_move: float
    ms_p99: float
    packs: int
    verdict: GoalVerdict


def decide_verdict(target: float | None, mean: float, ci95: float | None, packs: int) -> GoalVerdict:
    """Return "met" if the whole interval is above the target, "missed" if it is not above it at all.

    If the interval contains the target, or with too few packs, return "undecided"; without a target "none asked".
    """
    if target is None:
        return "none asked"
    if ci95 is None or packs < MIN_PACKS_FOR_VERDICT:
        return "undecided"
    if mean - ci95 > target:
        return "met"
    return "missed" if mean + ci95 <= target else "undecided"


def make_repeat_command(contest: Contest, seed: int, packs: int, has_other_players: bool) -> str:
    """Return the command line that repeats a contest.

    ``has_other_players``: the levels are not those that the contest declares.
    """
    chosen = f" --players {contest.ours},{contest.theirs}" if has_other_players else ""
    limit = f"--seed {seed} --deals {packs} --limit {contest.limit_ms}"
    return f"python -m tools.tournament --only {contest.name} {limit}{chosen}"


def make_rows(contest: Contest, outcomes: Sequence[ContestPackOutcome], repeat_command: str) -> list[ContestRow]:
    """Return a row for each goal of a contest. ``outcomes`` must not be empty; a pack is one observation."""
    times = sorted(milliseconds for outcome in outcomes for milliseconds in outcome.move_times)
    return [
        _make_row(contest, goal, [outcome.values[goal_index] for outcome in outcomes], times, repeat_command)
        for goal_index, goal in enumerate(contest.goals)
    ]


def _make_row(
    contest: Contest, goal: ContestGoal, values: Sequence[float], times: Sequence[float], repeat_command: str
) -> ContestRow:
    mean, ci95 = sum(values) / len(values), compute_confidence_half_width(values)
    return ContestRow(
        contest=contest.name,
        command=repeat_command,
        players=(contest.ours, contest.theirs),
        measure=goal.measure,
        unit=contest.get_unit(goal.measure),
        asked=str(goal),
        target=goal.min_value,
        mean=mean,
        ci95=ci95,
        ms_per_move=sum(times) / max(1, len(times)),
        ms_p99=compute_percentile(times, 0.99),
        packs=len(values),
        verdict=decide_verdict(goal.min_value, mean, ci95, len(values)),
    )


COLUMN_TITLES: Final = ("contest", "target", "figure", "unit", "ms a move", "ms 99 %", "packs", "verdict", "again with")


def format_table(rows: Sequence[ContestRow]) -> str:
    """Return the table as text, with missed and undecided goals again at its end."""
    text = align_columns([COLUMN_TITLES, *map(_format_cells, rows)])
    for kind in ("missed", "undecided"):
        names = [f"  {row.contest}: {_format_figure(row)} {row.unit}, asked {row.asked}" for row in rows
                 if row.verdict == kind]  # fmt: skip
        text += [f"{kind.upper()}: {len(names)} of {len(rows)}", *names] if names else []
    return "\n".join(text)


def align_columns(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return each line, as a text, with its cells below those of the first line.

    ``lines``: the cells of each line, at least one line; all have as many cells.
    """
    widths = [max(len(cells[column]) for cells in lines) for column in range(len(lines[0]) - 1)]
    return [
        "  ".join((*(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)), cells[-1]))
        for cells in lines
    ]


def _format_cells(row: ContestRow) -> tuple[str, ...]:
    times = (f"{row.ms_per_move:.2f}", f"{row.ms_p99:.2f}")
    name = row.contest if row.contest.endswith("-".join(row.players)) else f"{row.contest} as {'-'.join(row.players)}"
    return (name, row.asked, _format_figure(row), row.unit, *times, str(row.packs), row.verdict, row.command)


def _format_figure(row: ContestRow) -> str:
    return f"{row.mean:.2f}" if row.ci95 is None else f"{row.mean:.2f} ± {row.ci95:.2f}"
