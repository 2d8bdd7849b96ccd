"""Score lines add up to the score of the deal, and the decisive trick is one of the deal's tricks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import prod

from game.core.phase import DealResult, DecisiveTrick, ScoreLine
from game.core.trick_taking import AllTricksPlayedPhase
from game.text.messages import format_reason
from tests.helpers import PLAYER_NAMES, TableSetup
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows


def iter_deal_endings(table: TableSetup) -> Iterator[tuple[DealResult, AllTricksPlayedPhase | None]]:
    """Yield the results of random deals, with the last phase if all tricks were played."""
    for phase in play_deals(table).phases:
        if phase.result is not None:
            yield phase.result, phase if isinstance(phase, AllTricksPlayedPhase) else None


def list_sums(result: DealResult) -> list[list[ScoreLine]]:
    rungs = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
    return [list(group) for _seats, group in groupby(rungs, key=lambda rung: rung.seats)]


@check_rows("table", PAIRWISE_TABLES)
def test_score_lines_explain_every_change_step_by_step(table: TableSetup) -> None:
    for result, _over in iter_deal_endings(table):
        sums = list_sums(result)
        for lines in sums:
            total = 0
            for line in lines:
                term = prod(line.factors)
                total = {"×": total * term, "+": total + term, "-": total - term}[line.operator]
                assert line.total == total
            seats = lines[0].seats
            assert {result.scores[seat] for seat in seats} == {total} or total == sum(result.points[s] for s in seats)
        explained_seats = {seat for lines in sums for seat in lines[0].seats}
        assert {seat for seat, change in enumerate(result.scores) if change} <= explained_seats


@check_rows("table", PAIRWISE_TABLES)
def test_decisive_trick_is_one_of_the_deals_tricks(table: TableSetup) -> None:
    for result, over in iter_deal_endings(table):
        for reason in result.reasons:
            if isinstance(reason, DecisiveTrick):
                assert over is not None and 0 <= reason.trick_index < len(over.completed_tricks)
                assert reason.values["number"] == reason.trick_index + 1
                assert format_reason(reason, PLAYER_NAMES[: table.seats])
