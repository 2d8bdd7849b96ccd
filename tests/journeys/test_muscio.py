"""Muscio in a real window: a declaration, the dealer's exchange, a face-down card, the result, the next deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play, Swap
from game.match.observation import observe
from game.rules.muscio.actions import PlayDeal
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.muscio.trick_play import ExchangePhase, MuscioTrickPhase
from tests.journeys.window_people import WindowPeople, move_pointer_away, open_window_and_reference, wait_until_shown

pytestmark = pytest.mark.window

PLAYER_KINDS = ("you", "random", "random", "random")
MATCH_SEED = "58"
"""A seed with which the person deals, all four participate, and the person can neither follow nor trump in trick 2."""


@pytest.mark.slow
def test_deal_of_muscio_is_played(tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path) as (window, eye, mirror):
        window.start("play", "muscio", "--seed", MATCH_SEED, "--players", ",".join(PLAYER_KINDS))
        me = WindowPeople(window, eye, mirror, PLAYER_KINDS)
        assert isinstance(me.wait_for_turn().phase, DeclarationPhase)
        me.play_action(PlayDeal(0))
        phase = me.wait_for_turn().phase
        assert isinstance(phase, ExchangePhase)
        plain = next(card for card in phase.trick_phase.hands[0] if card.suit != phase.trick_phase.trump)
        me.play_action(Swap(0, plain))
        face_down = 0
        while me.wait_for_turn().is_deal_in_progress:
            phase = me.match.phase
            assert isinstance(phase, MuscioTrickPhase)
            action = next(choice for choice in observe(me.match, 0).legal_actions if isinstance(choice, Play))
            face_down += phase.is_played_face_down(action.card)
            me.play_action(action)
        assert face_down == 1
        result = me.match.results[0]
        assert result.state == "scored" and sum(result.points) == 5
        mirror.show(me.record, PLAYER_KINDS, viewer=0)
        move_pointer_away(window)
        wait_until_shown(window, mirror.get_picture())
        me.go_to_next_deal()
        assert me.wait_for_turn().is_deal_in_progress
