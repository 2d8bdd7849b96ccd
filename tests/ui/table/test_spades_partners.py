"""Spades with partners on the table: a deal to its result, and blind nil, decided before the hand is shown."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.core.phase import DealOverPhase
from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.record import Record
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SpadesResult, get_bag_penalty
from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from ui.app.settings import Settings
from ui.games import get_presentation


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def is_blind_nil_open(match: Match) -> bool:
    return isinstance(match.phase, BiddingPhase) and match.turn == 0 and match.phase.is_blind_nil_open


@pytest.mark.parametrize(("answer", "bid"), [("look", None), ("blind-nil", 0)])
def test_blind_nil_is_asked_before_the_hand_is_shown(
    app: AppDriver, narration_log: FakeTextLog, answer: str, bid: int | None
) -> None:
    record = find_match("spades", 4, is_blind_nil_open, preset="partners", deals=3, blind_nil=True)
    scene = resume_at(app, record)
    assert {"look", "blind-nil"} <= set(app.widget_ids)
    assert set(scene.board.hands[0]) == {HIDDEN_CARD}
    assert scene.session.view.dealt == ()
    assert not [line for line in narration_log.take_lines() if line.startswith("Your hand")]
    app.click_button(answer)
    run_settling_frames(app)
    assert HIDDEN_CARD not in scene.board.hands[0]
    assert len(scene.session.view.dealt) == 13
    assert any(line.startswith("You look at your cards") for line in narration_log.take_lines())
    phase = scene.session.observation.phase
    bids: tuple[int | None, ...] = getattr(phase, "bids", ())
    assert bids[0] == bid
    assert ("number-1" in app.widget_ids) == (bid is None)
    app.click_button("undo")
    run_settling_frames(app)
    assert HIDDEN_CARD not in scene.board.hands[0] and answer not in app.widget_ids, "it is not undone"


def find_observation(is_wanted: Callable[[Match], bool], deals: int = 1, **changes: Any) -> Observation:
    """Return what seat 0 sees in a match with partners once ``is_wanted`` is true."""
    record = find_match("spades", 4, is_wanted, preset="partners", deals=deals, **changes)
    return observe(record.replay(), 0)


def is_over_with_nil(match: Match) -> bool:
    """Return whether the deal is over and a seat had bid nil."""
    return isinstance(match.phase, DealOverPhase) and any(
        reason.code.startswith("rung_partner_nil") for reason in match.phase.deal_result.reasons
    )


def test_tricks_that_do_not_count_are_told_from_those_that_do() -> None:
    def has_uncounted_tricks(match: Match) -> bool:
        phase = match.phase
        return isinstance(phase, SpadesTrickPhase) and phase.bids[0] == 0 and phase.count_points()[0] > 0

    def is_scored_with_uncounted_tricks(match: Match) -> bool:
        result = match.results[-1] if match.results else None
        return isinstance(result, SpadesResult) and 0 in result.bids and result.points[result.bids.index(0)] > 0

    presentation = get_presentation("spades")
    playing = find_observation(has_uncounted_tricks, deals=30, nil_tricks_count=False)
    nil_tricks, partner_tricks = playing.points[0], playing.points[2]
    assert f"{partner_tricks} + {nil_tricks} tricks" in presentation.describe_side(playing, (0, 2))
    scored = find_observation(is_scored_with_uncounted_tricks, deals=30, nil_tricks_count=False)
    result = scored.results[-1]
    assert isinstance(result, SpadesResult)
    seat = result.bids.index(0)
    side = next(side for side in scored.sides if seat in side)
    partner = next(mate for mate in side if mate != seat)
    figure = f"{result.points[partner]} + {result.points[seat]}"
    assert presentation.list_pad_figures(scored, result, side)[1] == figure
    assert f"took {figure}" in next(entry.note for entry in presentation.summarize_sides(scored) if seat in entry.seats)
    assert "plus sign" in presentation.describe_pad(scored)
    counted = find_observation(is_scored_with_uncounted_tricks, deals=30)
    assert "plus sign" not in presentation.describe_pad(counted)


def read_pad_points(observation: Observation, result: SpadesResult, side: tuple[int, ...]) -> dict[str, int]:
    """Return the points of a side on the score pad, by heading; the dash of a side without nil is 0."""
    presentation = get_presentation("spades")
    figures = presentation.list_pad_figures(observation, result, side)
    return {
        heading: int(figure.replace("−", "-").replace("–", "0"))
        for heading, figure in zip(presentation.list_pad_headings(observation), figures, strict=True)
        if heading in ("Points", "Nil", "Penalty")
    }


def test_score_pad_tells_the_points_for_nil_and_bags_from_those_of_the_bids() -> None:
    def has_lost_points_for_bags(match: Match) -> bool:
        return match.is_deal_in_progress and any(
            get_bag_penalty(result, 0) for result in match.results if isinstance(result, SpadesResult)
        )

    for is_wanted in (has_lost_points_for_bags, is_over_with_nil):
        observation = find_observation(is_wanted, deals=30)
        for side, result in product(observation.sides, observation.results):
            assert isinstance(result, SpadesResult)
            points = read_pad_points(observation, result, side)
            nil_tricks = [result.points[seat] for seat in side if not result.bids[seat]]
            assert sum(points.values()) == result.scores[side[0]]
            assert points.get("Nil", 0) == sum(-100 if tricks else 100 for tricks in nil_tricks)
            assert points.get("Penalty", 0) == -get_bag_penalty(result, side[0])


def shuffle_last_deal(record: Record) -> Record:
    """Return the record with all cards of its last deal in another order."""
    deal = record.deals[-1]
    pack = tuple(Random(5).sample(deal.pack, len(deal.pack)))
    return msgspec.structs.replace(record, deals=(*record.deals[:-1], msgspec.structs.replace(deal, pack=pack)))


@pytest.mark.parametrize("people", [(0,), (0, 1, 2, 3)])
def test_decision_on_blind_nil_looks_the_same_whatever_the_cards_are(tmp_path: Path, people: tuple[int, ...]) -> None:
    record = find_match("spades", 4, is_blind_nil_open, preset="partners", deals=3, blind_nil=True)
    pictures = []
    for number, twin in enumerate((record, shuffle_last_deal(record))):
        with open_test_app(tmp_path / str(number), settings=make_settings(speed=0.0), seed=7) as app:
            scene = resume_at(app, twin, people)
            app.wait_for_card_images()
            app.repaint()
            pictures.append((app.widget_ids, scene.board, pygame.image.tobytes(app.surface, "RGB")))
    assert pictures[0] == pictures[1]
