"""Compare the environments of `game.pettingzoo` with `MatchRunner`, and their arrays in twin deals.

``python -m tools.environment_trials`` plays random deals at tables of every game, with each house rule changed once and
each number of seats in turn. A deal of an environment must be that of the runner; a pair of twin deals, which differ
only in what a seat cannot know, must give that seat the same arrays and a spectator the same sentences.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Final
from unittest.mock import patch

import numpy as np

from game.ai.computer_player import create_player
from game.core.actions import Deal
from game.core.phase import IllegalActionError
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation
from game.pettingzoo import RENDER_MODE, Arrays, CardGameEnvironment, ObservationEncoder, list_actions, list_cards, make
from game.rules import GAMES
from game.shuffling.shuffle import derive_random
from game.simulation.match_runner import MatchRunner
from tests.helpers import PlayoutMoment, TableSetup, iter_tables, play_random_actions
from tests.twin_deals import list_observers, make_twin_moments

DEALS: Final = 10_000
PAIRS: Final = 2_000
LEVEL: Final = "novice"
LEVEL_INTERVAL: Final = 100
"""Every hundredth deal, the first among them, is played by a level."""
CHECK_INTERVAL: Final = 7
"""Before every seventh action the cards of the array are checked, and an illegal action is tried."""


def main(arguments: list[str] | None = None) -> int:
    """Print the number of deals and of pairs that were compared for each game. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.environment_trials", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all: " + ", ".join(GAMES))
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each game (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="twin deals of each game (default: %(default)s)")
    args = parser.parse_args(arguments)
    for game in args.games or GAMES:
        action_count = sum(compare_with_runner(table, seed) for table, seed in iter_trials(game, args.deals))
        print(f"{game}: {args.deals} deals, {action_count} actions, equal to those of the runner", flush=True)
        step_count = sum(compare_with_twin(table, seed) for table, seed in iter_trials(game, args.pairs))
        print(f"{game}: {args.pairs} pairs of twin deals, {step_count} steps, equal for a seat", flush=True)
    return 0


def iter_trials(game: str, count: int) -> Iterator[tuple[TableSetup, int]]:
    """Yield ``count`` tables of a game, in random order and each again and again, with a seed."""
    tables = [table for table in iter_tables() if table.game == game]
    Random(1).shuffle(tables)
    return zip(cycle(tables), range(count), strict=False)


def make_table(table: TableSetup) -> CardGameEnvironment:
    return make(table.game, preset=table.preset, seats=table.seats, options=table.changes, render_mode=RENDER_MODE)


def make_runner(table: TableSetup, seed: int) -> MatchRunner:
    return MatchRunner(table.game, preset=table.preset, seats=table.seats, options=table.changes, seed=seed)


def compare_with_runner(table: TableSetup, seed: int) -> int:
    """Play a deal in an environment and in a runner, at random or by a level. Return the number of actions.

    Raise AssertionError if the arrays of a seat on turn, its legal actions, the choice of the level or the rewards
    differ, if an array shows other cards than the observation, or if an illegal action changes something.
    """
    env, runner, rng = make_table(table), make_runner(table, seed), Random(seed)
    encoder, sign = ObservationEncoder(table.game, table.seats), -1 if GAMES[table.game].is_lower_total_better else 1
    player = None if seed % LEVEL_INTERVAL else create_player(table.game, LEVEL)
    env.reset(seed=seed)
    runner.deal()
    for count, agent in enumerate(env.agent_iter()):
        if env.terminations[agent]:
            scores = runner.match.results[0].scores
            assert [*env.rewards.values()] == [sign * score for score in scores]
            return count
        seat = env.possible_agents.index(agent)
        arrays, observation, actions = env.observe(agent), runner.observe(seat), list_actions(table.game, seat)
        assert seat == runner.turn
        assert is_equal(arrays, encoder.encode(observation))
        numbers = np.flatnonzero(arrays["action_mask"]).tolist()
        assert {actions[number] for number in numbers} == {*observation.legal_actions}
        if count % CHECK_INTERVAL == 0:
            check_cards(encoder, observation)
            with suppress(IllegalActionError):
                env.step(int(arrays["action_mask"].argmin()))
                raise AssertionError("an illegal action was played")
            assert env.agent_selection == agent and is_equal(arrays, env.observe(agent))
        number = rng.choice(numbers) if player is None else env.make_level_policy(LEVEL)(arrays)
        assert player is None or actions[number] == player.choose(observation, runner.rng(seat))
        env.step(number)
        runner.push(actions[number])
    raise AssertionError("the environment has no end")


def check_cards(encoder: ObservationEncoder, observation: Observation) -> None:
    """Raise AssertionError if the cards in the array are not those of the observation."""
    fields, cards = encoder.split(encoder.encode(observation)["observation"]), list_cards(GAMES[observation.game_id])
    seat, phase, board = observation.seat, observation.phase, observation.board
    assert seat is not None
    order = [*range(seat, observation.seats), *range(seat)]
    trick = dict(board.trick)
    for offset, other in enumerate(order):
        assert {cards[index] for index in fields["hands"][offset].nonzero()[0]} == {*board.hands[other]} & {*cards}
        assert {cards[index] for index in fields["trick"][offset].nonzero()[0]} == {trick.get(other)} & {*cards}
    assert fields["hand_sizes"].tolist() == [len(board.hands[other]) for other in order]
    assert fields["totals"].tolist() == [observation.totals[other] for other in order]
    if isinstance(phase, TrickPhase):
        tricks = phase.all_tricks
        plays = [(card, other) for trick in tricks for other, card in trick.list_plays() if card in cards]
        indexes = [index for index in fields["play_order"].argsort() if fields["play_order"][index]]
        assert plays == [(cards[index], order[fields["played_by"][index] - 1]) for index in indexes]


def compare_with_twin(table: TableSetup, seed: int) -> int:
    """Play a random deal and its twin in an environment. Return the number of steps that were compared.

    Raise AssertionError if the seat that cannot tell the deals apart gets other arrays, or a spectator other sentences.
    """
    rng, match = derive_random(seed, "twin", table), make_runner(table, seed).match
    moments = [*play_random_actions(match, f"{table} {seed}", prefers_new_verbs=rng.random() < 0.5)]
    seat = rng.choice(list_observers(match))
    twins = make_twin_moments(moments, seat, rng.randrange(1, len(moments)), rng)
    env = make_table(table)
    views, twin_views = ([*iter_views(env, some, seat, seed)] for some in (moments[: len(twins)], twins))
    assert all(is_equal(view, twin_view) for view, twin_view in zip(views, twin_views, strict=True))
    return len(twins)


def iter_views(
    env: CardGameEnvironment, moments: Sequence[PlayoutMoment], seat: int | None, seed: int
) -> Iterator[Arrays | str | None]:
    """Play ``moments`` in an environment. Yield after each the arrays of a seat, or the sentences of a spectator."""
    for moment in moments:
        if isinstance(moment.action, Deal):
            deal = moment.action
            with patch.object(MatchRunner, "deal", lambda runner, deal=deal: real_deal(runner, deal.pack)):
                env.reset(seed=seed)
        else:
            env.step(list_actions(moment.match.game_id, moment.action.seat).index(moment.action))
        yield env.render() if seat is None else env.observe(env.possible_agents[seat])


real_deal: Final = MatchRunner.deal


def is_equal(view: Arrays | str | None, other: Arrays | str | None) -> bool:
    """Return whether two observations, or two texts, are equal."""
    if isinstance(view, dict) and isinstance(other, dict):
        return view.keys() == other.keys() and all(np.array_equal(view[name], other[name]) for name in view)
    return view == other


if __name__ == "__main__":
    sys.exit(main())
