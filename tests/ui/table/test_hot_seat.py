"""Several people at a screen: only the person who confirmed sees their cards, and sees what they missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.actions import Play, VoteToEnd
from game.core.cards import HIDDEN_CARD, Card
from game.core.events import CardPlayed, CardsDealt
from game.core.phase import DealOverPhase
from game.match.record import Record
from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.helpers import TableSetup, iter_tables, make_record
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.session_driver import get_awaited_seat
from tests.twin_deals import make_twin_moments, play_long_deal
from tests.ui.app_driver import (
    AppDriver,
    get_match,
    get_record,
    get_session,
    make_settings,
    open_table,
    set_screen_seats,
)
from tests.ui.match_driver import resume_at
from tests.ui.table_driver import (
    act_at_random,
    is_result_shown,
    list_own_cards,
    list_public_cards,
    open_pause,
    start_match_at_turn,
)
from ui.app.settings import Settings
from ui.graphics.card_images import CardImages
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.layout.buttons import compute_hand_over_rect, compute_ready_button_rect
from ui.table.layout.search import compute_table_layout
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene
from ui.table.state import TableState, TableViewModel
from ui.table.view_model import make_public_view_model


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=2.0)


def get_owner_by_card(scene: TableScene) -> dict[Card, int]:
    """Return the seat whose hand has each card, without hands that everyone sees."""
    match = get_match(scene)
    phase = match.phase
    if phase is None:
        return {}
    public = phase.shown_seats if isinstance(phase, DealOverPhase) else ()
    hands = phase.board().hands
    return {card: seat for seat, hand in enumerate(hands) for card in hand if seat not in public}


def list_seats_with_open_hand(scene: TableScene, known: Set[Card | None] = frozenset()) -> set[int]:
    """Return the seats with a readable card of their hand on the screen; ``known``: cards that everyone knows."""
    owner_by_card = get_owner_by_card(scene)
    sprites = make_public_view_model(scene).card_poses if scene.state is TableState.HAND_OVER else scene.card_poses
    faces = {pose.card for pose in sprites.values()} - {HIDDEN_CARD, *known}
    return {owner_by_card[card] for card in faces if card in owner_by_card}


@contextmanager
def record_drawn_cards() -> Iterator[list[Card]]:
    """Return a context manager that gives its block a list, which gets every card whose face is drawn."""
    faces = list[Card]()

    def make_recorder(draw: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        def record(images: CardImages, drawn_card: Card, *place: float) -> pygame.Surface:
            faces.extend([drawn_card] * (drawn_card is not HIDDEN_CARD))
            return draw(images, drawn_card, *place)

        return record

    functions = (CardImages.get_card, CardImages.get_posed_card, CardImages.get_dimmed_card)
    recorders: dict[str, Any] = {function.__name__: make_recorder(function) for function in functions}
    with patch.multiple(CardImages, **recorders):
        yield faces


@long_test
@pytest.mark.parametrize(
    ("game", "kinds"),
    choose_sample([("briscola", "you you"), ("briscola", "you " * 6), ("spades", "you club you novice")], 2),
)
def test_hidden_cards_of_others_are_never_drawn(app: AppDriver, game: str, kinds: str) -> None:
    rng = Random(kinds)
    scene = open_table(app, make_match_setup(kinds, game=game))
    covers, record = 0, None
    before, now = set[Card](), set[Card]()
    while not is_result_shown(app):
        if get_awaited_seat(scene.session) is not None:
            covers += 1
        act_at_random(scene, rng)
        with record_drawn_cards() as faces:
            app.advance_frame(rng.choice([1 / 60, 0.2, 0.6]))
        if get_record(scene) is not record:
            record, now = get_record(scene), list_public_cards(get_session(scene))
        if scene.playback.current_step is None or type(scene.playback.current_step.event).__name__ != "DealerDrawn":
            allowed = now | before | list_own_cards(scene)
            assert set(faces) <= allowed, (
                scene.session.observation.seat,
                scene.playback.current_step and scene.playback.current_step.event,
            )
        before = now
    assert covers > 3


@pytest.mark.parametrize("over", ["pause", "leave", "proof", "talk", "cover"])
def test_pause_of_several_people_and_what_it_opens_draw_no_hand(app: AppDriver, over: str) -> None:
    table = get_session(start_match_at_turn(app, "you " * 5, game="chiamata", turn_seconds=30))
    if over == "cover":
        set_screen_seats(table, None, awaited_seat=table.observation.seat)
    open_pause(app)
    if over not in ("pause", "cover"):
        app.click_button(over)
    assert isinstance(app.context.scenes.top, PauseOverlay) == (over in ("pause", "cover"))
    app.context.scenes.rebuild()
    with record_drawn_cards() as faces:
        app.advance_frame(0.0)
        app.repaint()
    assert not faces


def test_pause_and_resuming_open_no_hand(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you", game="briscola"))
    app.advance_to_hand_over()
    scene.confirm_hand_over()
    app.advance_until(lambda: not scene.playback.pending_steps)
    assert list_seats_with_open_hand(scene)
    app.context.router.open_main_menu()
    menu = app.context.scenes.top
    assert isinstance(menu, MainMenuScene)
    app.advance_until(lambda: bool(menu.saved_matches))
    app.click_button("continue")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    for _frame in range(20):
        app.advance_frame()
        assert not list_seats_with_open_hand(app.table_scene)
    assert app.table_scene.state is TableState.HAND_OVER


def confirm_and_list_shown_events(scene: TableScene, app: AppDriver) -> list[type]:
    """Confirm the awaited person, and return the events that are replayed to them."""
    app.advance_to_hand_over()
    scene.confirm_hand_over()
    return [type(beat.event) for beat in scene.playback.pending_steps]


def test_next_person_is_shown_what_was_played_since(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you you", game="briscola"))
    assert not [kind for kind in confirm_and_list_shown_events(scene, app) if kind is CardsDealt], (
        "cards lie there by then"
    )
    for played in ([CardPlayed], [CardPlayed, CardPlayed]):
        app.advance_until(lambda: scene.session.is_your_turn and not scene.playback.pending_steps)
        scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
        app.advance_until(lambda: not scene.session.is_saving)
        assert confirm_and_list_shown_events(scene, app) == played
    app.click((640, 300))
    assert not scene.playback.pending_steps and scene.session.is_your_turn, "a click skips them"


def test_only_ready_can_be_reached_at_the_hand_over_screen(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you you you", game="spades"))
    for _turn in range(3):
        app.advance_to_hand_over()
        app.post_event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)  # for the table before it
        assert app.widget_ids == ["ready"] and not scene.hand and not scene.offered_actions
        for _step in range(3):
            app.press_key(pygame.K_TAB)
            assert scene.focus.description is not None and scene.focus.description.widget_id == "ready"
        app.press_key(pygame.K_RETURN)
        app.advance_until(lambda: scene.state is TableState.YOUR_TURN)
        assert "ready" not in app.widget_ids and "menu" in app.widget_ids
        scene.act(scene.offered_actions[0])
        app.advance_until(lambda: not scene.session.is_saving)


def test_failed_save_at_the_hand_over_screen_is_retried_with_a_key(app: AppDriver) -> None:
    setup = make_match_setup("you you", game="briscola", turn_seconds=60)
    scene = open_table(app, setup)
    app.advance_to_hand_over()
    awaited_seat = get_awaited_seat(scene.session)
    assert awaited_seat is not None
    app.storage.failure_message = "The disk is full."
    scene.act(VoteToEnd(awaited_seat))
    app.advance_frame()
    assert scene.state is TableState.ERROR and not list_seats_with_open_hand(scene)
    app.storage.failure_message = ""
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: scene.state is TableState.HAND_OVER)
    assert scene.session.observation.votes_to_end == (awaited_seat,)
    assert not list_seats_with_open_hand(scene)


# -- hand-over screen ------------------------------------------------------------------------------


def resume_to_hand_over(app: AppDriver, record: Record) -> TableViewModel:
    """Return what is visible below the hand-over screen when people on every seat continue this match."""
    scene = resume_at(app, record, tuple(range(len(record.names))))
    app.advance_to_hand_over()
    assert scene.state is TableState.HAND_OVER
    return make_public_view_model(scene)


def make_twin_records(table: TableSetup) -> Iterator[tuple[Record, Record]]:
    """Yield a deal and its twin, equal for spectators, at some of its moments."""
    moments, rng = play_long_deal(table), Random(str(table))
    waiting = [index for index, moment in enumerate(moments) if moment.match.turn is not None]
    for until in (waiting[0], waiting[len(waiting) // 2], waiting[-1]):
        twins = make_twin_moments(moments, None, until, rng)
        if len(twins) > until and moments[0].action != twins[0].action:
            both = (
                make_record(moments[0].match_before, chosen_steps, table.preset)
                for chosen_steps in (moments[: until + 1], twins)
            )
            yield next(both), next(both)


PRESET_TABLES = [table for table in iter_tables() if not table.changes]


@long_test
@pytest.mark.parametrize("table", choose_sample(PRESET_TABLES, 3), ids=str)
def test_hand_over_screen_is_the_same_in_twin_deals(app: AppDriver, table: TableSetup) -> None:
    app.skips_painting, twins = True, list(make_twin_records(table))
    assert twins
    for own_picture, twin_picture in twins:
        assert resume_to_hand_over(app, own_picture) == resume_to_hand_over(app, twin_picture)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hand_over_screens_of_twin_deals_are_equal_to_the_pixel(app: AppDriver, game: str) -> None:
    painted = []
    for record in next(make_twin_records(next(table for table in PRESET_TABLES if table.game == game))):
        resume_to_hand_over(app, record)
        app.wait_for_card_images()
        app.repaint()
        painted.append(pygame.image.tobytes(app.surface, "RGB"))
    assert painted[0] == painted[1]


def test_dragged_card_is_dropped_when_hand_over_screen_appears(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you", game="briscola"))
    app.advance_to_hand_over()
    scene.confirm_hand_over()
    app.advance_until(lambda: scene.session.is_your_turn and not scene.playback.pending_steps)
    card, other_card = scene.hand[0], scene.hand[1]
    scene.act(Play(scene.session.observation.seat or 0, card))
    app.advance_until(lambda: not scene.session.is_saving)
    scene.skip_animations()
    pose = scene.card_poses[other_card.name]
    start = round(pose.x), round(pose.y)
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    app.post_event(pygame.MOUSEMOTION, pos=(500, 300), rel=(1, 1), buttons=(1, 0, 0), touch=False)
    app.advance_to_hand_over()
    assert other_card not in {pose.card for pose in make_public_view_model(scene).card_poses.values()}
    scene.confirm_hand_over()
    app.advance_until(lambda: not scene.playback.pending_steps)
    assert not scene.hand_interaction.is_dragging


@check_rows("size", [(960, 540), (1280, 720), (1920, 1080)])
@check_rows("scale", [0.75, 1.0, 2.0])
def test_hand_over_box_covers_only_the_hand_and_fits_its_text(size: tuple[int, int], scale: float) -> None:
    pygame.font.init()
    for seats in (2, 3, 4, 5, 6):
        place = compute_table_layout(size, seats, 0, False, scale)
        for card_count in (1, 3, 8):
            box, ready = compute_hand_over_rect(place, card_count), compute_ready_button_rect(place, card_count)
            assert place.hand_rect.contains(box)
            assert box.contains(ready)
            assert ready.left - box.left > place.px(180)
