"""Spades in a real window: a bid by button, a deal by clicks, a click on a card that may not be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Play
from game.rules.spades.score import SpadesResult
from game.view import look
from tests.journeys.mirror import Person, point_away, sitting, wait_shown

pytestmark = pytest.mark.window

PLAYERS = ("you", "club", "novice", "random")


@pytest.mark.slow
def test_a_deal_of_spades(tmp_path: Path) -> None:
    with sitting(tmp_path) as (window, eye, mirror):
        window.open("play", "spades", "--seed", "11", "--players", ",".join(PLAYERS))
        me = Person(window, eye, mirror, PLAYERS)
        me.turn()
        me.press("bid-3")
        refused = 0
        while me.turn().deal_open:
            view = look(me.match, 0)
            if view.refused and refused < 2:
                me.refused(view.refused[0][0])
                refused += 1
            me.act(next(one for one in view.choices if isinstance(one, Play)))
        assert refused == 2, "no click was ever illegal"
        result = me.match.results[0]
        assert isinstance(result, SpadesResult) and result.state == "scored"
        assert result.bids[0] == 3 and sum(result.points) == 13
        mirror.show(me.record, PLAYERS, viewer=0)
        point_away(window)
        wait_shown(window, mirror.picture())
