"""A game without computer players is played at random, in silence and without advice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from game.ai.advice import compute_advice, explain_actions
from game.ai.client import AIClient
from game.ai.game_ai import GameAI
from game.ai.game_ai_info import GameAIInfo
from game.ai.levels import list_levels
from game.ai.personas import Persona
from game.ai.registry import register_player, unregister_player
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal
from game.match.observation import Observation, observe
from game.match.setup import PERSON_KIND, PlayerInfo
from game.session.computer_seats import ComputerSeats
from tests import fakes
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit, make_match
from tests.toy_game import TOY, register_temporarily


@pytest.fixture
def observation() -> Iterator[Observation]:
    """Yield the observation of the first turn of a deal."""
    with register_temporarily():
        match = make_match(TOY.id)
        match = match.apply(Deal(match.pack)).match
        yield observe(match, match.turn)


def test_game_without_ai_is_played_at_random_on_its_only_level(observation: Observation) -> None:
    assert list_levels(TOY.id) == ("random",)
    assert choose_without_time_limit("random", observation, Random(1)) in observation.legal_actions
    with pytest.raises(ValueError, match="no player 'club'"):
        choose_without_time_limit("club", observation, Random(1))


@pytest.mark.usefixtures("observation")
def test_it_is_played_at_the_levels_of_the_players_that_are_registered_for_it() -> None:
    chosen: list[Action] = []

    def play_last(view: Observation, _rng: Random, _limit: TimeLimit, _character: Persona) -> Action:
        chosen.append(view.legal_actions[-1])
        return chosen[-1]

    room = GameAIInfo(game=TOY.id, levels=("random", "club"))
    mind = GameAI(game=TOY.id, players={"club": play_last}, estimate_actions=lambda *_asked: [])
    register_player(mind, room)
    try:
        match = make_match(TOY.id)
        match = match.apply(Deal(match.pack)).match
        seen = observe(match, match.turn)
        assert list_levels(TOY.id) == ("random", "club")
        assert [choose_without_time_limit("club", seen, Random(1))] == chosen
        with pytest.raises(ValueError, match="has players already"):
            register_player(mind, room)
    finally:
        unregister_player(TOY.id)
    assert list_levels(TOY.id) == ("random",)
    with pytest.raises(ValueError, match="not those of the players"):
        register_player(mind, replace(room, levels=("random",)))


def test_replacement_for_a_person_plays_at_random(observation: Observation) -> None:
    worker, seat = fakes.FakeWorker(), observation.seat
    assert seat is not None
    seats = ComputerSeats(AIClient(worker, 0), (PlayerInfo("Anna", PERSON_KIND),) * 2, fakes.FakeClock())
    seats.request_action(observation, seat, Random(1))
    assert [task.level for task in worker.open_tasks] == ["random"]


def test_game_without_ai_gets_no_advice(observation: Observation) -> None:
    with pytest.raises(ValueError, match=f"{TOY.id} has no computer player that gives hints"):
        compute_advice(observation, DETERMINISTIC_TIME_LIMIT)
    assert explain_actions(observation, DETERMINISTIC_TIME_LIMIT, Random(1)) == ()
