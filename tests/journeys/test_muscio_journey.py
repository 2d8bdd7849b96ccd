"""Muscio in a real window: a declaration, the dealer's exchange, a card face down, the result, the next deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Play, Swap
from game.rules.muscio.actions import In
from game.rules.muscio.declaring import Declaring
from game.rules.muscio.play import Exchange, MuscioTricks
from game.view import look
from tests.journeys.mirror import Person, point_away, sitting, wait_shown

pytestmark = pytest.mark.window

PLAYERS = ("you", "random", "random", "random")
SEED = "58"
"""With this seed the person deals, all four play, and in the second trick he has neither its suit nor a trump."""


@pytest.mark.slow
def test_a_deal_of_muscio(tmp_path: Path) -> None:
    with sitting(tmp_path) as (window, eye, mirror):
        window.open("play", "muscio", "--seed", SEED, "--players", ",".join(PLAYERS))
        me = Person(window, eye, mirror, PLAYERS)
        assert isinstance(me.turn().phase, Declaring)
        me.act(In(0))
        phase = me.turn().phase
        assert isinstance(phase, Exchange)
        plain = next(card for card in phase.tricks.hands[0] if card.suit != phase.tricks.trump)
        me.act(Swap(0, plain))
        face_down = 0
        while me.turn().deal_open:
            phase = me.match.phase
            assert isinstance(phase, MuscioTricks)
            action = next(one for one in look(me.match, 0).choices if isinstance(one, Play))
            face_down += phase.falls_face_down(action.card)
            me.act(action)
        assert face_down == 1
        result = me.match.results[0]
        assert result.state == "scored" and sum(result.points) == 5
        mirror.show(me.record, PLAYERS, viewer=0)
        point_away(window)
        wait_shown(window, mirror.picture())
        me.next_deal()
        assert me.turn().deal_open
