"""Spades with partners on the table: a deal to its result, and blind nil, decided before the hand is shown."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.helpers import PLAYER_NAMES, make_match
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import find_match, play_until, resume_at, run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.app.settings import Settings
from ui.games import get_presentation
from ui.table.hud.hint_view import make_hint_bars
from ui.table.hud.score_panel import list_score_rows
from ui.table.hud.seats import make_plate_caption
from ui.table.layout.seats import compute_table_layout, find_public_sides
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.score_table import format_score_narration
from ui.table.result.overlay import ResultOverlay


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def is_blind_nil_open(match: Match) -> bool:
    return isinstance(match.phase, BiddingPhase) and match.turn == 0 and match.phase.is_blind_nil_open


def is_first_bid(match: Match) -> bool:
    return isinstance(match.phase, BiddingPhase) and match.turn == 0


def test_deal_with_partners_is_played_to_its_result(app: AppDriver) -> None:
    record = find_match("spades", 4, is_first_bid, preset="partners")
    scene = resume_at(app, record, people=(0, 1, 2, 3))
    play_until(app, lambda table: isinstance(table.context.scenes.top, ResultOverlay))
    result = scene.session.observation.result
    assert result is not None and result.state == "scored"
    assert result.scores[:2] == result.scores[2:]


@pytest.mark.parametrize(("answer", "bid"), [("look", None), ("blind-nil", 0)])
def test_blind_nil_is_asked_before_the_hand_is_shown(
    app: AppDriver, narration_log: FakeTextLog, answer: str, bid: int | None
) -> None:
    record = find_match("spades", 4, is_blind_nil_open, preset="partners", deals=3, blind_nil=True)
    scene = resume_at(app, record)
    assert {"look", "blind-nil"} <= set(app.widget_ids)
    assert set(scene.board.hands[0]) == {HIDDEN_CARD}
    assert scene.session.annotations.dealt == ()
    assert not [line for line in narration_log.take_lines() if line.startswith("Your hand")]
    app.click_button(answer)
    run_settling_frames(app)
    assert HIDDEN_CARD not in scene.board.hands[0]
    assert len(scene.session.annotations.dealt) == 13
    assert any(line.startswith("You look at your cards") for line in narration_log.take_lines())
    phase = scene.session.observation.phase
    bids: tuple[int | None, ...] = getattr(phase, "bids", ())
    assert bids[0] == bid
    assert ("bid-1" in app.widget_ids) == (bid is None)


def test_hint_on_blind_nil_is_shown_while_the_hand_is_face_down(app: AppDriver) -> None:
    scene = resume_at(app, find_match("spades", 4, is_blind_nil_open, preset="partners", deals=3, blind_nil=True))
    app.player_worker.is_paused = False
    app.click_button("hint")
    app.advance_until(lambda: not scene.assistance.is_busy)
    app.advance_frame()
    assistance = scene.session.assistance
    assert assistance is not None and assistance.hint is not None
    bars = make_hint_bars(assistance.hint, "spades")
    assert len(list(scene.assistance.places(bars))) == len(bars) == 2


@pytest.mark.parametrize("answer", ["look", "blind-nil"])
def test_decision_on_blind_nil_is_not_undone(app: AppDriver, answer: str) -> None:
    scene = resume_at(app, find_match("spades", 4, is_blind_nil_open, preset="partners", deals=3, blind_nil=True))
    app.click_button(answer)
    run_settling_frames(app)
    app.click_button("undo")
    run_settling_frames(app)
    assert HIDDEN_CARD not in scene.board.hands[0]
    assert answer not in app.widget_ids


def find_observation(is_wanted: Callable[[Match], bool], deals: int = 1, **changes: Any) -> Observation:
    """Return what seat 0 sees in a match with partners once ``is_wanted`` is true."""
    record = find_match("spades", 4, is_wanted, preset="partners", deals=deals, **changes)
    return observe(record.replay(), 0)


def list_captions(observation: Observation) -> list[str]:
    """Return the roles on the plates, by seat."""
    layout = compute_table_layout((1280, 720), 4, 0, False, sides=find_public_sides(observation))
    presentation = get_presentation("spades")
    return [make_plate_caption(presentation, observation, layout, seat, "french").role for seat in range(4)]


def has_bid_nil(match: Match, trick_count: int) -> bool:
    """Return whether in a trick a single seat, which took ``trick_count`` tricks, has bid nil."""
    phase = match.phase
    return isinstance(phase, SpadesTrickPhase) and [
        tricks for bid, tricks in zip(phase.bids, phase.count_points(), strict=True) if bid == 0
    ] == [trick_count]


@pytest.mark.parametrize("has_bags", [True, False])
def test_score_pad_says_what_bags_cost_where_they_count(app: AppDriver, has_bags: bool) -> None:
    def has_result(match: Match) -> bool:
        return bool(match.results) and match.is_deal_in_progress

    table = resume_at(app, find_match("spades", 4, has_result, preset="partners", deals=2, bags=has_bags))
    app.context.scenes.push(ScorePadOverlay(app.context, table, table.presentation))
    words = " ".join(list_all_texts(app))
    assert ("10 bags cost 100 points" in words) == has_bags


def test_score_panel_has_contract_tricks_and_bags_of_each_side() -> None:
    observation = find_observation(
        lambda match: (
            isinstance(match.phase, SpadesTrickPhase)
            and match.phase.bags == (2, 0, 2, 0)
            and sum(match.phase.count_points()) == 5
        ),
        deals=4,
    )
    phase = observation.phase
    assert isinstance(phase, SpadesTrickPhase)
    layout = compute_table_layout((1280, 720), 4, 0, False, sides=find_public_sides(observation))
    rows = list_score_rows(get_presentation("spades"), observation, PLAYER_NAMES[:4], layout)
    own_bid, other_bid = (phase.bids[seat] + phase.bids[seat + 2] for seat in (0, 1))
    own_tricks = observation.points[0] + observation.points[2]
    own_text, other_text = (row.detail for row in rows)
    assert own_text.startswith(f"Bid {own_bid} · {own_tricks} trick") and own_text.endswith(" · 2 bags")
    assert other_text.startswith(f"Bid {other_bid} · {5 - own_tricks} trick") and "bag" not in other_text


def test_nil_is_on_the_plate_of_its_seat_until_it_is_broken() -> None:
    kept = find_observation(lambda match: has_bid_nil(match, 0))
    broken = find_observation(lambda match: has_bid_nil(match, 1))
    for observation, text in ((kept, "Nil"), (broken, "Nil broken: −100")):
        phase = observation.phase
        assert isinstance(phase, SpadesTrickPhase)
        captions = list_captions(observation)
        assert captions[phase.bids.index(0)] == text
        assert sum(caption.startswith("Nil") for caption in captions) == 1
        assert all(captions[seat] == f"Bids {bid}" for seat, bid in enumerate(phase.bids) if bid)


def is_over_with_nil(match: Match) -> bool:
    """Return whether the deal is over and a seat had bid nil."""
    return isinstance(match.phase, DealOverPhase) and any(
        reason.code.startswith("rung_partner_nil") for reason in match.phase.deal_result.reasons
    )


def test_score_of_partners_has_an_entry_for_each_side() -> None:
    observation = find_observation(is_over_with_nil)
    result = observation.result
    assert isinstance(result, SpadesResult)
    (line,) = format_score_narration(get_presentation("spades"), observation, PLAYER_NAMES[:4])
    first, second = (f"{PLAYER_NAMES[seat]} and {PLAYER_NAMES[seat + 2]}" for seat in (0, 1))
    bid, taken_count = (sum(counts[seat] for seat in (0, 2)) for counts in (result.bids, result.points))
    assert f"{first}: Bid {bid}, Taken {taken_count}, " in line
    assert second in line
    sides = get_presentation("spades").summarize_sides(observation)
    assert sum("nil" in side.note for side in sides) == len({seat % 2 for seat in range(4) if not result.bids[seat]})


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
        if heading in ("Points", "Nil", "For bags")
    }


def test_score_pad_tells_the_points_lost_for_bags_from_those_of_the_bids() -> None:
    def has_lost_points_for_bags(match: Match) -> bool:
        return match.is_deal_in_progress and any(
            get_bag_penalty(result, 0) for result in match.results if isinstance(result, SpadesResult)
        )

    observation = find_observation(has_lost_points_for_bags, deals=30)
    for result in observation.results:
        if isinstance(result, SpadesResult):
            points = read_pad_points(observation, result, (0, 2))
            assert sum(points.values()) == result.scores[0]
            assert points["For bags"] == -get_bag_penalty(result, 0)


def test_score_pad_tells_the_points_for_nil_from_those_of_the_bids() -> None:
    observation = find_observation(is_over_with_nil, deals=30)
    result = observation.result
    assert isinstance(result, SpadesResult)
    for side in observation.sides:
        points = read_pad_points(observation, result, side)
        nil_tricks = [result.points[seat] for seat in side if not result.bids[seat]]
        assert sum(points.values()) == result.scores[side[0]]
        assert points["Nil"] == sum(-100 if tricks else 100 for tricks in nil_tricks)


def test_score_pad_without_nil_has_no_column_for_it() -> None:
    observation = find_observation(
        lambda match: isinstance(match.phase, DealOverPhase) and 0 not in getattr(match.results[-1], "bids", (0,))
    )
    assert "Nil" not in get_presentation("spades").list_pad_headings(observation)


@check_rows("loss_limit", ["off", -200])
def test_goal_of_a_match_has_the_limit_at_which_it_is_lost(loss_limit: str | int) -> None:
    match = make_match("spades", "partners", seats=4, target=500, loss_limit=loss_limit)
    goal = get_presentation("spades").describe_goal(observe(match, 0))
    assert "500" in goal and ("−200" in goal) == (loss_limit != "off")


def test_match_lost_at_the_loss_limit_says_so(app: AppDriver) -> None:
    resume_at(app, find_match("spades", 4, lambda match: match.is_over, deals=9, preset="partners", loss_limit=-200))
    assert max(app.table_scene.observation.totals) < 500
    assert "ends at −200 points" in " ".join(list_all_texts(app))


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
