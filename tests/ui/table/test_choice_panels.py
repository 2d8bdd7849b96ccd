"""The panels that ask a person for a bid, a call, a suit or a declaration, and the marks at the portraits."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from game.match.match import Match
from game.match.record import Record
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.trick_play import ForfeitPhase
from game.rules.spades.phases import SpadesTrickPhase
from tests.fakes import FakeTextLog
from tests.helpers import make_match, make_record, play_random_actions
from tests.twin_deals import make_twin_moments
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_conditions import is_last_bid
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.app.settings import Settings
from ui.table.number_panel import NumberPanel
from ui.table.overlays.pause import PauseOverlay
from ui.table.question_panel import QuestionPanel
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def is_auction(match: Match, min_points: int | None, call_count: int = 1) -> bool:
    phase = match.phase
    return (
        isinstance(phase, AuctionPhase)
        and match.turn == 0
        and len(phase.calls) >= call_count
        and phase.min_points == min_points
    )


def is_partner_hidden(match: Match) -> bool:
    phase = match.phase
    return (
        isinstance(phase, ChiamataTrickPhase)
        and match.turn == 0
        and phase.contract.caller != 0
        and phase.called_card is not None
        and phase.called_card not in phase.hands[0]
        and not phase.is_partner_revealed
    )


# -- bids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("raise_step", [1, 2])
def test_raise_proposes_the_least_legal_points(app: AppDriver, raise_step: int) -> None:
    wanted = 62 + raise_step
    scene = resume_at(app, find_match("chiamata", 5, lambda match: is_auction(match, wanted), raise_step=raise_step))
    assert app.get_button_text("call-2") == f"Call {wanted}"
    assert not app.get_button("subtract-1").is_enabled
    app.click_button("add-1")
    app.click_button("add-1")
    assert app.get_button_text("call-2") == f"Call {wanted + 2}"
    app.click_button("subtract-1")
    app.click_button("call-2")
    run_settling_frames(app)
    phase = scene.session.observation.phase
    assert isinstance(phase, AuctionPhase) and phase.last_call == Call(0, "2", wanted + 1)


def test_hint_of_a_raise_names_the_card_that_a_rule_allows(app: AppDriver) -> None:
    def can_call_the_four_only(match: Match) -> bool:
        ranks = {action.rank for action in match.legal_actions() if isinstance(action, Call) and action.points}
        return match.turn == 0 and ranks == {"2", "4"}

    scene = resume_at(app, find_match("chiamata", 5, can_call_the_four_only, preset="online", turn_seconds=0))
    assert isinstance(scene.controls.panel, QuestionPanel)
    hint = scene.controls.panel.hint_text
    assert "House rule: since you hold a two" in hint and "the four" in hint
    assert scene.controls.panel.size.hint == "whole", "it does not shrink where it has room"


@pytest.mark.parametrize(("scale", "seat"), [(1.0, 1), (2.0, 1), (1.0, 0)])
def test_turned_card_that_the_dealer_took_is_told_before_a_player_forfeits(
    app: AppDriver, scale: float, seat: int
) -> None:
    def is_asked(match: Match) -> bool:
        phase = match.phase
        is_taken = isinstance(phase, ForfeitPhase) and phase.trick_phase.taken_turned_card is not None
        return is_taken and match.turn == seat

    app.context.apply_settings(make_settings(speed=0.0, scale=scale))
    resume_at(app, find_match("muscio", 3, is_asked), (seat,))
    assert ("took the turned card, " in " ".join(list_all_texts(app))) == (seat != 0)


@pytest.mark.parametrize("nil", [True, False])
def test_bid_of_spades_opens_with_none_chosen_and_offers_nil_beside_it(app: AppDriver, nil: bool) -> None:
    scene = resume_at(app, find_match("spades", 4, is_last_bid, nil=nil))
    assert not app.get_button("no-number").is_enabled and "subtract-1" not in app.widget_ids
    app.press_key(pygame.K_RETURN)
    assert scene.session.is_your_turn
    assert isinstance(scene.controls.panel, QuestionPanel)
    assert ("bid-0" in app.widget_ids) == nil == ("100" in scene.controls.panel.hint_text)
    app.click_button("number-4")
    assert isinstance(scene.controls.panel, NumberPanel)
    assert "+40 points" in scene.controls.panel.unit_text
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)
    phase = scene.session.observation.phase
    assert isinstance(phase, SpadesTrickPhase) and phase.bids[0] == 4


@pytest.mark.parametrize(("key", "bid"), [(None, 0), (pygame.K_0, 0), (pygame.K_6, 6)])
def test_nil_is_bid_at_once_and_a_digit_is_a_bid(app: AppDriver, key: int | None, bid: int) -> None:
    scene = resume_at(app, find_match("spades", 4, is_last_bid, nil=True))
    if key is None:
        app.click_button("bid-0")
    else:
        app.press_key(key)
    run_settling_frames(app)
    phase = scene.session.observation.phase
    assert isinstance(phase, SpadesTrickPhase) and phase.bids[0] == bid


def test_digit_that_begins_several_bids_is_shown_until_enter_or_the_next_digit(app: AppDriver) -> None:
    for keys, bid in (((pygame.K_1, pygame.K_RETURN), 1), ((pygame.K_1, pygame.K_2), 12)):
        scene = resume_at(app, find_match("spades", 4, is_last_bid, nil=True))
        app.press_key(keys[0])
        panel = scene.controls.panel
        assert isinstance(panel, NumberPanel) and panel.number == 1 and scene.message.startswith("1: ")
        app.press_key(keys[1])
        run_settling_frames(app)
        phase = scene.session.observation.phase
        assert isinstance(phase, SpadesTrickPhase) and phase.bids[0] == bid


def test_points_are_typed_with_two_digits_and_ranks_with_one(app: AppDriver) -> None:
    scene = resume_at(app, find_match("chiamata", 5, lambda match: is_auction(match, 63)))
    app.press_key(pygame.K_9)
    panel = scene.controls.panel
    assert isinstance(panel, NumberPanel) and panel.number == 90 and "90" in scene.message
    app.press_key(pygame.K_5)
    run_settling_frames(app)
    phase = scene.session.observation.phase
    assert isinstance(phase, AuctionPhase) and phase.last_call == Call(0, "2", 95)
    scene = resume_at(app, find_match("chiamata", 5, lambda match: is_auction(match, None, 2)))
    calls = [action for action in scene.session.observation.legal_actions if isinstance(action, Call)]
    call = next(call for call in calls if call.rank.isdigit())
    app.press_key(ord("a"))
    assert scene.hand_interaction.selected_index == -1, "a card is named that cannot be played"
    app.press_key(ord(call.rank))
    run_settling_frames(app)
    phase = scene.session.observation.phase
    assert isinstance(phase, AuctionPhase) and phase.last_call == call


def test_nobody_is_offered_a_bid_over_all_points(app: AppDriver) -> None:
    scene = resume_at(app, find_match("chiamata", 5, lambda match: is_auction(match, 121), solo=False))
    assert scene.controls.panel.question_text == "Nobody can call more than 120."
    assert "call-2" not in app.widget_ids and "add-1" not in app.widget_ids
    app.click_button("pass")
    run_settling_frames(app)
    assert not scene.session.is_your_turn or not scene.offered_actions


def test_rank_that_may_not_be_called_gives_its_reason(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = resume_at(app, find_match("chiamata", 5, lambda match: is_auction(match, None, 3)))
    phase = scene.observation.phase
    assert isinstance(phase, AuctionPhase) and phase.last_call is not None
    app.click_button(f"call-{phase.last_call.rank}")
    assert any("lower" in line for line in narration_log.take_lines())
    assert scene.session.is_your_turn


def test_turn_clock_stays_visible_beside_a_question(app: AppDriver) -> None:
    scene = resume_at(app, find_match("spades", 4, is_last_bid, turn_seconds=30))
    prompt = scene.view_model.prompt
    assert prompt is not None and prompt.text.endswith(" s")


# -- marks -----------------------------------------------------------------------------------------


def open_table_with_marks(app: AppDriver) -> tuple[TableScene, int]:
    """Return a table whose partner is hidden, and a seat that can be marked."""
    scene = resume_at(app, find_match("chiamata", 5, is_partner_hidden))
    return scene, next(int(widget_id[5:]) for widget_id in app.widget_ids if widget_id.startswith("mark-"))


def test_menu_marks_a_seat_as_friend_or_foe(app: AppDriver) -> None:
    scene, seat = open_table_with_marks(app)
    for choice, word, text in (("friend", "friend", "With you"), ("foe", "foe", "Against you")):
        app.click_button(f"mark-{seat}")
        app.click_button(f"mark-as-{choice}")
        run_settling_frames(app)
        assert scene.session.notes.marks == ((seat, word),)
        assert app.get_button_text(f"mark-{seat}") == text and "mark-as-foe" not in app.widget_ids
    app.click_button(f"mark-{seat}")
    app.click_button("mark-as-unsure")
    assert scene.session.notes.marks == ()


def test_mark_of_a_seat_is_explained_while_it_is_hovered_unless_its_menu_is_open(app: AppDriver) -> None:
    scene, seat = open_table_with_marks(app)
    mark = f"mark-{seat}"
    pygame.mouse.set_pos(app.get_button(mark).get_abs_rect().center)
    app.advance_frame()
    explanation = app.get_button(mark).explanation
    assert explanation and explanation in " ".join(list_all_texts(app)).replace("\n", " ")
    app.click_button(mark)
    app.advance_frame()
    assert not app.get_button(mark).explanation and scene.controls.seat_marks.buttons


def test_menu_of_marks_is_closed_by_escape_and_by_a_click_beside_it(app: AppDriver) -> None:
    scene, seat = open_table_with_marks(app)
    app.click_button(f"mark-{seat}")
    app.press_key(pygame.K_ESCAPE)
    assert "mark-as-foe" not in app.widget_ids and app.context.scenes.top is scene
    app.click_button(f"mark-{seat}")
    app.click(scene.layout.center)
    assert "mark-as-foe" not in app.widget_ids and scene.session.notes.marks == ()
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, PauseOverlay)


def test_seat_is_marked_by_keys_alone(app: AppDriver) -> None:
    scene, seat = open_table_with_marks(app)
    while scene.focus.description is None or scene.focus.description.widget_id != f"mark-{seat}":
        app.press_key(pygame.K_TAB)
    assert scene.focus.description.text.endswith("friend or foe?: Not sure")
    app.press_key(pygame.K_RETURN)
    app.press_key(pygame.K_DOWN)
    app.press_key(pygame.K_RETURN)
    assert scene.session.notes.marks == ((seat, "foe"),)
    assert scene.focus.focused_id == f"mark-{seat}"


def find_partner(match: Match) -> int:
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    return next(seat for seat, hand in enumerate(phase.hands) if phase.called_card in hand)


def list_twins_with_another_partner() -> tuple[Record, Record]:
    """Return a deal at the turn of seat 0, and a twin that differs only in hidden cards, with another partner."""
    start, rng = make_match("chiamata", seats=5), Random(1)
    for seed in range(200):
        moments = list(play_random_actions(start, seed, 1))
        stops = (index for index, moment in enumerate(moments) if is_partner_hidden(moment.match))
        for index in stops:
            twins = make_twin_moments(moments, 0, index, rng)
            if len(twins) == index + 1 and find_partner(twins[-1].match) != find_partner(moments[index].match):
                return make_record(start, moments[: index + 1]), make_record(start, twins)
    raise AssertionError("no deal has such a twin")


@pytest.mark.slow
def test_picture_and_marks_do_not_tell_the_secret_partner(tmp_path: Path) -> None:
    pictures = []
    for number, record in enumerate(list_twins_with_another_partner()):
        with open_test_app(tmp_path / str(number), settings=make_settings(speed=0.0), seed=7) as app:
            resume_at(app, record)
            app.wait_for_card_images()
            app.repaint()
            pictures.append((app.widget_ids, pygame.image.tobytes(app.surface, "RGB")))
    assert pictures[0] == pictures[1]
