"""`MatchRunner`: matches of every game, driven by a script."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.ai.computer_player import create_player
from game.core.actions import Play
from game.core.cards import ITALIAN_PACK, Card
from game.core.messages import InputError
from game.core.phase import IllegalActionError
from game.match.match import Match
from game.match.record import Record, decode_playable_record, encode_record
from game.rules import GAMES
from game.simulation.bots import Player
from game.simulation.match_runner import MatchRunner
from tests.helpers import PLAYER_NAMES
from tests.lanes import choose_sample
from tests.rows import check_rows


def play_on(runner: MatchRunner, players: Sequence[Player]) -> list[Match]:
    """Play a match to its end. Return the state after each action."""
    matches = list[Match]()
    while not runner.is_over:
        if runner.needs_deal:
            runner.deal()
        else:
            seat = runner.turn
            assert seat is not None
            runner.push(players[seat].choose(runner.observe(seat), runner.rng(seat)))
        matches.append(runner.match)
    return matches


def play_match(runner: MatchRunner) -> Record:
    """Play a match at random. Return its record."""
    seats = runner.match.seats
    play_on(runner, [create_player(runner.match.game_id, "random")] * seats)
    return runner.record(names=PLAYER_NAMES[:seats])


@pytest.mark.nightly
@check_rows("game_id", choose_sample([*GAMES], 2))
def test_match_is_the_same_for_the_same_seed_from_its_record_and_after_all_is_undone(game_id: str) -> None:
    runner = MatchRunner(game_id, seed=3)
    begun, bots = runner.match, [create_player(game_id, "random")] * runner.match.seats
    matches = play_on(runner, bots)
    record = runner.record(names=PLAYER_NAMES[: len(bots)])
    replayed = decode_playable_record(encode_record(record))
    assert [step.match for _action, step in replayed.iter_steps()] == matches
    assert (runner.totals, runner.winners) == (matches[-1].standing.totals, matches[-1].standing.winners)
    assert runner.turn is None and not runner.needs_deal
    assert play_match(MatchRunner(game_id, seed=3)) == record != play_match(MatchRunner(game_id, seed=4))
    for _action in matches:
        runner.pop()
    assert runner.match == begun
    with pytest.raises(InputError, match=r"^there's nothing to undo$"):
        runner.pop()
    assert play_on(runner, bots) == matches


def test_computer_player_has_random_numbers_of_its_own() -> None:
    runner = MatchRunner("briscola", seed=1)
    runner.deal()
    assert runner.turn is not None
    observation = runner.observe(runner.turn)
    choices = [[create_player("briscola", "random", seed=seed).choose(observation) for seed in range(9)] for _ in "ab"]
    assert choices[0] == choices[1] and len(set(choices[0])) > 1


def test_illegal_action_is_refused_in_words_and_changes_nothing() -> None:
    runner = MatchRunner("briscola", seed=7, first_dealer=1)
    with pytest.raises(
        IllegalActionError, match=r"^seat 0 may not play Ad: the cards must be dealt before anyone plays$"
    ):
        runner.push(Play(0, Card("Ad")))
    runner.deal()
    before = runner.match
    missing = next(card for card in ITALIAN_PACK if card not in runner.observe(0).board.hands[0])
    with pytest.raises(IllegalActionError, match=f"^seat 0 may not play {missing}: {missing} isn't in your hand$"):
        runner.push(Play(0, missing))
    with pytest.raises(IllegalActionError, match=r"it's seat 0's turn$"):
        runner.push(Play(1, missing))
    with pytest.raises(IllegalActionError, match=r"^the next deal can't begin before this one is over$"):
        runner.deal()
    with pytest.raises(TypeError, match="takes an Action, not '0 play Ad'"):
        runner.push("0 play Ad")  # type: ignore[arg-type]
    assert runner.match is before


def test_first_dealer_is_drawn_from_seed_unless_it_is_given() -> None:
    assert {MatchRunner("spades", seats=4, seed=seed).match.first_dealer for seed in range(40)} == {0, 1, 2, 3}
    assert MatchRunner("spades", seats=4, first_dealer=2).match.first_dealer == 2
