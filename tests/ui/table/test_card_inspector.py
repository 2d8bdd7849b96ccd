"""Cards are named and enlarged only for those that may see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

import pygame
import pytest

from game.core.cards import Card
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from tests.fakes import FakeTextLog, make_match_setup
from tests.helpers import make_match
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, get_session, open_table
from tests.ui.match_driver import find_match, resume_at
from tests.ui.table_driver import (
    act_at_random,
    get_card_center,
    is_result_shown,
    list_own_cards,
    list_played_cards,
    list_public_cards,
    start_match_at_turn,
)
from tests.ui.text_recorder import record_texts
from ui.graphics import timings
from ui.table.hand.inspector import get_visible_card, place_card_label
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.search import compute_table_layout
from ui.table.overlays.card_zoom import CardZoomOverlay, describe_card
from ui.table.overlays.pause import PauseOverlay


@contextmanager
def move_pointer(point: tuple[int, int]) -> Iterator[None]:
    """Return a context manager that places the pointer at ``point``."""
    with patch("pygame.mouse.get_pos", lambda: point), patch("pygame.mouse.get_focused", lambda: True):
        yield


def advance_seconds(app: AppDriver, seconds: float) -> None:
    for _frame in range(round(seconds * 60) + 1):
        app.advance_frame()


def click_right_button(app: AppDriver, point: tuple[int, int]) -> None:
    app.advance_until_press_counts(point)
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=point, button=3, touch=False)
    app.post_event(pygame.MOUSEBUTTONUP, pos=point, button=3, touch=False)


def get_zoomed_card(app: AppDriver) -> Card | None:
    scene = app.context.scenes.top
    return scene.card if isinstance(scene, CardZoomOverlay) else None


@pytest.mark.slow
def test_pointer_resting_on_a_card_shows_its_name(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.wait_for_card_images()
    card = scene.hand[1]
    with move_pointer(get_card_center(scene, card)):
        app.advance_frame()
        assert scene.inspector.labeled_card is None and scene.seconds_until_next_update <= timings.HOVER_DELAY_S
        advance_seconds(app, timings.HOVER_DELAY_S)
        named_card = scene.inspector.labeled_card
        assert named_card is not None and named_card.card is card


@check_rows(("game", "code"), [
    ("muscio", "lead_highest"), ("muscio", "trump_tricks"), ("muscio", "must_trump"), ("spades", "spades_not_broken"),
])  # fmt: skip
def test_card_that_may_not_be_played_says_why_under_the_pointer_and_when_it_is_selected(
    game: str, code: str, app: AppDriver, narration_log: FakeTextLog
) -> None:
    def is_wanted(match: Match) -> bool:
        is_card_due = match.turn == 0 and match.phase is not None and match.phase.is_card_play
        return is_card_due and any(reason.code == code for _card, reason in observe(match, 0).illegal_cards)

    scene = resume_at(app, find_match(game, 4, is_wanted))
    app.wait_for_card_images()
    card, reason = next(pair for pair in scene.observation.illegal_cards if pair[1].code == code)
    text = scene.format_refusal(reason)
    with record_texts() as recorder, move_pointer(get_card_center(scene, card)):
        app.advance_frame()
        advance_seconds(app, timings.HOVER_DELAY_S)
        shown = " ".join(drawn.text for drawn in recorder.list_texts(app))
    assert text in shown
    while scene.hand_interaction.selected_index != scene.hand.index(card):
        narration_log.take_lines()
        app.press_key(pygame.K_RIGHT)
        app.advance_frame()
    assert narration_log.take_lines()[-1] == text


@long_test
@pytest.mark.parametrize("kinds", choose_sample(["you you", "you club you novice"], 2))
def test_card_zoom_and_name_never_show_a_hidden_card(app: AppDriver, kinds: str) -> None:
    rng, scene, looked = Random(kinds), open_table(app, make_match_setup(kinds)), 0
    while not is_result_shown(app):
        act_at_random(scene, rng)
        app.advance_frame(rng.choice([1 / 60, 0.3]))
        if app.context.scenes.top is not scene or scene.playback.pending_steps:
            continue
        allowed = list_public_cards(get_session(scene)) | list_own_cards(scene)
        for pose in list(scene.card_poses.values()) if get_awaited_seat(scene.session) is None else []:
            pointed_card = scene.inspector.find_card((round(pose.x), round(pose.y)))
            assert pointed_card is None or pointed_card.card in allowed
            looked += pointed_card is not None
    assert looked > 20


@pytest.mark.slow
def test_right_click_zooms_open_card_and_any_input_closes_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    turned = scene.board.turned_card
    assert turned is not None
    for card in (scene.hand[0], turned):
        click_right_button(app, get_card_center(scene, card))
        assert get_zoomed_card(app) is card
        app.press_key(pygame.K_ESCAPE)
        assert app.context.scenes.top is scene
        click_right_button(app, get_card_center(scene, card))
        app.click((640, 300))
        assert app.context.scenes.top is scene
        click_right_button(app, get_card_center(scene, card))
        app.press_key(pygame.K_1)
        assert app.context.scenes.top is scene
    assert list_played_cards(scene) == []


def test_long_press_zooms_card_and_plays_nothing(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[1]
    point = get_card_center(scene, card)
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False)
    advance_seconds(app, timings.LONG_PRESS_S / 2)
    assert get_zoomed_card(app) is None and scene.seconds_until_next_update <= timings.LONG_PRESS_S / 2
    advance_seconds(app, timings.LONG_PRESS_S / 2)
    app.post_event(pygame.MOUSEBUTTONUP, pos=point, button=1, touch=False)
    assert get_zoomed_card(app) is card and list_played_cards(scene) == []
    app.press_key(pygame.K_ESCAPE)
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False)
    app.press_key(pygame.K_ESCAPE)
    advance_seconds(app, timings.LONG_PRESS_S)
    assert isinstance(app.context.scenes.top, PauseOverlay), "a press under the pause shows nothing"


@check_rows("size", [(960, 540), (1280, 720), (1920, 1080)])
@check_rows("seats", [2, 4, 6])
def test_card_name_covers_no_button_and_no_prompt(size: tuple[int, int], seats: int) -> None:
    layout = compute_table_layout(size, seats, 0, False)
    board = observe(make_match(seats=seats), 0).board
    taken = (layout.prompt_rect, layout.pause_rect, layout.tray_rect)
    for pose in compute_card_poses(board, layout).values():
        visible_rect = get_visible_card(pose)
        if visible_rect is not None:
            place = place_card_label((round(layout.ui_scale * 130), 22), visible_rect.rect, layout, taken)
            assert place.collidelist(taken) < 0 and pygame.Rect((0, 0), size).contains(place)


def test_card_description_has_name_value_and_rank(app: AppDriver) -> None:
    briscola = GAMES["briscola"]
    pack = briscola.make_pack(next(iter(briscola.presets.values())), 2)
    king = describe_card(briscola, pack, "h", Card("Kd"), "italian")
    assert king == ("King of coins", "Worth 4 points", "2 cards of its suit are higher")
    ace = describe_card(briscola, pack, "h", Card("Ad"), "italian")
    assert ace[1:] == ("Worth 11 points", "Highest in its suit")
    two = describe_card(briscola, pack, "d", Card("2d"), "italian")
    assert two[1:] == ("Worth no points", "9 cards of its suit are higher", "Its suit is trump")
