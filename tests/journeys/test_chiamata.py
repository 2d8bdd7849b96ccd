"""Briscola chiamata in a real window: an auction won by points, a named suit, a deal, and its score sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play
from game.core.cards import SUITS, Card, Suit
from game.core.phase import DealOverPhase
from game.match.observation import observe
from game.rules.chiamata.actions import Call, NameSuit
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import NamingPhase
from tests.journeys.window_people import (
    WindowPeople,
    count_different_rows,
    move_pointer_away,
    open_window_and_reference,
    take_screenshot,
    take_stable_screenshot,
    wait_until_shown,
)

pytestmark = pytest.mark.window

PLAYER_KINDS = ("you", "club", "club", "club", "club")
MATCH_SEED = "1"
"""A seed with which somebody raises the person's two, and no hand annuls the deal."""


@pytest.mark.slow
def test_points_auction_is_won_suit_named_and_deal_played(tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path) as (window, eye, mirror):
        window.start("play", "chiamata", "--seed", MATCH_SEED, "--players", ",".join(PLAYER_KINDS))
        me = WindowPeople(window, eye, mirror, PLAYER_KINDS)
        while isinstance(me.wait_for_turn().phase, AuctionPhase):
            legal = me.match.legal_actions()
            offered = [entry for entry in me.find_panel_points() if isinstance(entry, Call) and entry in legal]
            me.play_action(next((entry for entry in offered if entry.rank == "2"), offered[0]))
        phase = me.match.phase
        assert isinstance(phase, NamingPhase), "the auction was not won"
        contract = phase.trick_phase.contract
        assert contract.caller == 0 and contract.points is not None and contract.points >= 63
        me.play_action(NameSuit(0, _find_longest_suit(phase.trick_phase.hands[0])))
        table = b""
        while me.wait_for_turn().is_deal_in_progress:
            match = me.match
            table = table or take_stable_screenshot(window)
            me.play_action(next(entry for entry in observe(match, 0).legal_actions if isinstance(entry, Play)))
        over = me.match.phase
        assert isinstance(over, DealOverPhase) and over.deal_result.state == "scored"
        assert sum(over.deal_result.points) == 120 and sum(over.deal_result.scores) == 0
        mirror.show(me.record, PLAYER_KINDS, viewer=0)
        move_pointer_away(window)
        wait_until_shown(window, mirror.get_picture())
        assert count_different_rows(take_screenshot(window), table) > 200
        assert len(me.match.results) == 1


def _find_longest_suit(hand: tuple[Card, ...]) -> Suit:
    return max(SUITS, key=lambda suit: sum(card.suit == suit for card in hand))
