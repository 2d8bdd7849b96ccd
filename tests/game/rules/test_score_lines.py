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
def test_each_score_line_follows_from_previous_and_last_is_deal_score(table: TableSetup) -> None:
    for result, _over in iter_deal_endings(table):
        for rungs in list_sums(result):
            total = 0
            for rung in rungs:
                by = prod(rung.factors)
                total = total * by if rung.operator == "×" else total + by if rung.operator == "+" else total - by
                assert rung.total == total
            seats = rungs[0].seats
            assert {result.scores[seat] for seat in seats} == {total} or total == sum(result.points[s] for s in seats)


@check_rows("table", PAIRWISE_TABLES)
def test_every_seat_with_changed_score_has_a_sum_with_reasons(table: TableSetup) -> None:
    for result, _over in iter_deal_endings(table):
        explained_seats = {seat for rungs in list_sums(result) for seat in rungs[0].seats}
        assert {seat for seat, change in enumerate(result.scores) if change} <= explained_seats


@check_rows("table", PAIRWISE_TABLES)
def test_decisive_trick_is_one_of_the_deals_tricks(table: TableSetup) -> None:
    for result, over in iter_deal_endings(table):
        turned = [reason for reason in result.reasons if isinstance(reason, DecisiveTrick)]
        assert over is not None or not turned
        for reason in turned:
            assert over is not None and 0 <= reason.trick_index < len(over.completed_tricks)
            assert reason.values["number"] == reason.trick_index + 1
            assert format_reason(reason, PLAYER_NAMES[: table.seats])
