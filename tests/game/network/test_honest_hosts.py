"""An honest host is not named, whatever gets lost or happens between two deals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.house_rules import RuleSet
from game.network.messages import FinishedDeal, HostNetworkMessage
from game.rules import GAMES
from tests.network.checked_match import CheckedMatch, tell_truth
from tests.network.host import TWO_DEALS

LOSSES = {
    "briscola": (TWO_DEALS, 2),
    "chiamata": (RuleSet(game="chiamata", preset="regolamento", changes={"match_deals": 1, "turn_seconds": 60}), 5),
    "spades": (RuleSet(game="spades", preset=next(iter(GAMES["spades"].presets)), changes={"target": 200}), 4),
    "muscio": (RuleSet(game="muscio", preset=next(iter(GAMES["muscio"].presets)), changes={}), 3),
}


class LossyLine:
    """A line between a host and Bob on which all is lost from some message on; it gets a new connection then."""

    def __init__(self) -> None:
        self._count, self._length = 0, 25
        self.is_lost = self.is_mended = False

    def pass_on(self, message: HostNetworkMessage) -> tuple[HostNetworkMessage, ...]:
        self._count += 1
        self.is_lost = self.is_lost or (self._count >= self._length and not self.is_mended)
        return () if self.is_lost else (message,)

    def connect(self) -> None:
        self._count, self.is_lost, self._length = 0, False, 3 + 5 * self._length % 23


@pytest.mark.slow
@pytest.mark.parametrize("is_restarted", [False, True], ids=["lost connection", "restart"])
@pytest.mark.parametrize("away_rounds", [0, 3])
@pytest.mark.parametrize("game", LOSSES)
def test_messages_that_get_lost_name_nobody(tmp_path: Path, game: str, away_rounds: int, is_restarted: bool) -> None:
    line, (rules, seats) = LossyLine(), LOSSES[game]
    table = CheckedMatch(tmp_path, rules, seats, line.pass_on)
    loss_count = 0
    while not (table.is_over or table.has_reached(3)):
        table.play_on()
        if line.is_lost:
            loss_count += 1
            table.lose_connection()
            for _round in range(away_rounds):
                table.play_on()
            line.connect()
            if is_restarted:
                table.start_again()
            else:
                table.connect_again()
        assert table.bob.host_fault is None
    line.connect()
    line.is_mended = True
    table.lose_connection()
    table.connect_again()
    if not table.is_over:
        table.end()
    for _round in range(8):
        table.advance()
    assert table.fault == "" and table.bob.record is not None
    assert loss_count > 5


def test_deal_that_got_lost_with_the_connection_is_not_missed_in_the_next_one(tmp_path: Path) -> None:
    table = CheckedMatch(
        tmp_path, TWO_DEALS, lie=lambda message: () if isinstance(message, FinishedDeal) else (message,)
    )  # fmt: skip
    table.play_until(lambda: table.bob.due == ("deal", 1))
    table.lose_connection()
    table.lie = tell_truth
    table.play_until(lambda: table.host.deal_count == 2)
    table.connect_again()
    table.advance()
    assert table.fault == ""
    assert table.play_out() == "" and table.bob.record is not None


def vote(table: CheckedMatch) -> None:
    table.act(table.ann, VoteToEnd(0))
    table.advance()
    table.act(table.bob, VoteToEnd(1))


def vote_alone(table: CheckedMatch) -> None:
    table.act(table.bob, VoteToEnd(1))


def leave(table: CheckedMatch) -> None:
    table.act(table.ann, LeaveMatch(0))


def leave_oneself(table: CheckedMatch) -> None:
    table.act(table.bob, LeaveMatch(1))


@pytest.mark.parametrize("is_restarted", [False, True], ids=["", "restart"])
@pytest.mark.parametrize("step_away", [vote, vote_alone, leave, leave_oneself])
def test_departure_or_vote_between_deals_names_nobody(
    tmp_path: Path, step_away: Callable[[CheckedMatch], None], is_restarted: bool
) -> None:
    table = CheckedMatch(tmp_path, TWO_DEALS)
    table.are_ready = False
    table.play_until(lambda: table.is_between_deals)
    step_away(table)
    table.advance()
    if is_restarted:
        table.start_again()
    table.are_ready = True
    table.play_until(lambda: table.is_over or table.has_reached(2))
    if not table.is_over:
        table.end()
    for _round in range(8):
        table.advance()
    assert table.fault == "" and table.bob.record is not None


def test_computer_that_plays_for_an_absent_person_names_nobody(tmp_path: Path) -> None:
    table = CheckedMatch(tmp_path, TWO_DEALS)
    for _absence in range(3):
        table.play_on()
        table.play_until(lambda: table.host.deal_count > 0)
        table.lose_connection()
        table.advance()
        table.ann.let_computer_play(1)
        for _round in range(6):
            table.play_on()
        table.connect_again()
        for _round in range(3):
            table.play_on()
        assert table.bob.host_fault is None
    assert table.play_out() == "" and table.bob.record is not None
