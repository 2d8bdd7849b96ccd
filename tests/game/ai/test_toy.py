"""A game without a room among the players is played at random everywhere, in silence and without advice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from game import talk
from game.ai.characters import PLAIN, Character
from game.ai.explain import explain
from game.ai.levels import levels_for
from game.ai.limit import Limit
from game.ai.mind import Mind
from game.ai.players import register_player, unregister_player
from game.ai.room import Room
from game.ai.worker import Thinker
from game.engine.actions import Action, Deal
from game.engine.events import Passed
from game.minds import Minds
from game.seating import PERSON, Player
from game.view import View, look
from tests import fakes
from tests.helpers import UNHURRIED, choose, fresh
from tests.toy import TOY, registered


@pytest.fixture
def view() -> Iterator[View]:
    """The first turn of a deal."""
    with registered():
        match = fresh(TOY.name)
        match = match.apply(Deal(match.pack)).match
        yield look(match, match.to_act)


def test_it_is_played_at_random_and_at_no_other_level(view: View) -> None:
    assert levels_for(TOY.name) == ("random",)
    assert choose("random", view, Random(1)) in view.choices
    with pytest.raises(ValueError, match="no player 'club'"):
        choose("club", view, Random(1))


@pytest.mark.usefixtures("view")
def test_it_is_played_at_the_levels_of_the_players_that_are_registered_for_it() -> None:
    chosen: list[Action] = []

    def play_last(view: View, _rng: Random, _limit: Limit, _character: Character) -> Action:
        chosen.append(view.choices[-1])
        return chosen[-1]

    room = Room(game=TOY.name, levels=("random", "club"))
    mind = Mind(game=TOY.name, players={"club": play_last}, weighed=lambda *_asked: [])
    register_player(mind, room)
    try:
        match = fresh(TOY.name)
        match = match.apply(Deal(match.pack)).match
        seen = look(match, match.to_act)
        assert levels_for(TOY.name) == ("random", "club")
        assert [choose("club", seen, Random(1))] == chosen
        with pytest.raises(ValueError, match="has players already"):
            register_player(mind, room)
    finally:
        unregister_player(TOY.name)
    assert levels_for(TOY.name) == ("random",)
    with pytest.raises(ValueError, match="not those of the players"):
        register_player(mind, replace(room, levels=("random",)))


def test_who_takes_a_persons_place_plays_at_random(view: View) -> None:
    mind, seat = fakes.Mind(), view.seat
    assert seat is not None
    Minds(mind, (Player("Anna", PERSON),) * 2).ask(view, seat, Random(1))
    assert [asked.level for asked in mind.open.values()] == ["random"]


@pytest.mark.slow
def test_the_process_beside_the_window_plays_it(view: View) -> None:
    thinker, due = Thinker(50), time.monotonic() + 120
    thinker.start()
    ticket = thinker.ask(view, "random", PLAIN, 1)
    while (came := thinker.poll(ticket)) is None and time.monotonic() < due:
        time.sleep(0.01)
    thinker.close()
    assert thinker.join(10)
    assert came == choose("random", view, Random(1))


def test_its_players_keep_silent() -> None:
    assert talk.remark(TOY.name, [Passed(0)], Character(name="", talkativeness=1.0), Random(1)) is None


def test_nobody_advises_on_it(view: View) -> None:
    with pytest.raises(ValueError, match=f"nobody advises on {TOY.name}"):
        explain(view, UNHURRIED)
