"""One source of legality: what ``legal`` offers is what ``why_not`` leaves of the candidates, nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from game.engine.actions import Action, Deal, Play
from game.engine.phases import Phase, Reason
from game.engine.tricks import Tricks
from game.fairness import shuffled
from tests.game.rules.test_spades import ending
from tests.helpers import Table, legal, play
from tests.pairs import PAIRED

DEALS: Final = 6


def states(table: Table) -> list[Phase]:
    """Every state of some deals in which uniformly random legal actions are taken, by the readable rules alone."""
    rng, match = Random(str(table)), table.match()
    seen: list[Phase] = []
    for _deal in range(DEALS):
        phase = match.apply(Deal(shuffled(match.pack, rng))).match.phase
        assert phase is not None
        while phase.result is None:
            seen.append(phase)
            phase = phase.apply(rng.choice(phase.legal())).state
    return seen


def refused(phase: Phase) -> dict[Action, Reason]:
    asked = ((action, phase.why_not(action)) for action in phase.candidates())
    return {action: reason for action, reason in asked if reason is not None}


@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_legal_is_what_why_not_leaves_of_the_candidates(table: Table) -> None:
    for phase in states(table):
        reasons = refused(phase)
        assert phase.legal() == tuple(action for action in phase.candidates() if action not in reasons)
        assert all(action.seat == phase.to_act for action in phase.candidates())


@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_a_card_is_refused_for_the_reason_of_its_turn(table: Table) -> None:
    for phase in states(table):
        if not isinstance(phase, Tricks):
            continue
        seat, reasons = phase.trick.to_play, refused(phase)
        plays = {action.card: why for action, why in reasons.items() if isinstance(action, Play)}
        assert phase.refusals(seat) == plays
        assert set(plays) < set(phase.hands[seat]), "some card may always be played"
        assert {card: phase.why_not_card(seat, card) for card in plays} == plays


def test_a_duty_that_no_card_can_meet_binds_nobody() -> None:
    match = ending("Kd 2h", "3d 4h", "5h 6c")
    after = play(match, "0 play Kd")
    assert legal(after) == ["play 3d"]
    assert legal(play(after, "1 play 3d")) == ["play 5h", "play 6c"]
