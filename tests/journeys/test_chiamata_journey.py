"""Briscola chiamata in a real window: an auction won by points, a suit named, the deal played, the sheet read."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Play
from game.engine.cards import SUITS, Card, Suit
from game.engine.phases import Over
from game.rules.chiamata.actions import Call, Name
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import Naming
from game.view import look
from tests.journeys.mirror import Person, differing, grab, point_away, sitting, stable, wait_shown

pytestmark = pytest.mark.window

PLAYERS = ("you", "club", "club", "club", "club")
SEED = "1"
"""With this seed somebody raises the person's two, and nobody has a hand that annuls the deal."""


@pytest.mark.slow
def test_an_auction_won_by_points_a_suit_named_a_deal_played(tmp_path: Path) -> None:
    with sitting(tmp_path) as (window, eye, mirror):
        window.open("play", "chiamata", "--seed", SEED, "--players", ",".join(PLAYERS))
        me = Person(window, eye, mirror, PLAYERS)
        while isinstance(me.turn().phase, Auction):
            buttons = getattr(me.scene().panel, "actions", {}).values()
            offered = [one for one in buttons if isinstance(one, Call) and one in me.match.legal()]
            me.act(next((one for one in offered if one.rank == "2"), offered[0]))
        phase = me.match.phase
        assert isinstance(phase, Naming), "the auction was not won"
        contract = phase.tricks.contract
        assert contract.caller == 0 and contract.points is not None and contract.points >= 63
        me.act(Name(0, _longest(phase.tricks.hands[0])))
        table = b""
        while me.turn().deal_open:
            match = me.match
            table = table or stable(window)
            me.act(next(one for one in look(match, 0).choices if isinstance(one, Play)))
        over = me.match.phase
        assert isinstance(over, Over) and over.outcome.state == "scored"
        assert sum(over.outcome.points) == 120 and sum(over.outcome.scores) == 0
        mirror.show(me.record, PLAYERS, viewer=0)
        point_away(window)
        wait_shown(window, mirror.picture())
        assert differing(grab(window), table) > 200
        assert len(me.match.results) == 1


def _longest(hand: tuple[Card, ...]) -> Suit:
    return max(SUITS, key=lambda suit: sum(card.suit == suit for card in hand))
