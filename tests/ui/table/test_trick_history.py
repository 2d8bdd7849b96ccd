"""The trick history and the card memory: by keys, by clicks and in the narration."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.core.actions import Play
from game.core.events import CardPlayed, TrickTaken
from game.match.assistance import AssistanceOptions, MemoryLimit
from game.text.card_names import format_card_name
from tests.fakes import make_match_setup
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.match_driver import play_until
from tests.ui.text_recorder import record_texts
from ui.app.settings import Settings
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow

WINDOWS_AND_SCALES = [
    ((960, 540), 0.75),
    ((960, 540), 2.0),
    ((1280, 720), 1.0),
    ((1280, 720), 2.0),
    ((1920, 1080), 1.0),
]


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def play_until_tricks_taken(
    app: AppDriver, tricks: int, kinds: str = "you random", memory: MemoryLimit = "all", **table: Any
) -> TableScene:
    """Return the table at the viewer's turn after this number of tricks."""
    open_table(
        app, msgspec.structs.replace(make_match_setup(kinds, **table), assistance=AssistanceOptions(memory=memory))
    )
    play_until(
        app,
        lambda scene: (
            scene.session.is_your_turn and sum(isinstance(e, TrickTaken) for e in scene.shown_events) >= tricks
        ),
    )
    return app.table_scene


def open_trick_history(app: AppDriver) -> TrickHistoryOverlay:
    app.press_key(pygame.K_l)
    page = app.context.scenes.top
    assert isinstance(page, TrickHistoryOverlay)
    return page


@pytest.mark.slow
def test_arrows_home_and_end_go_through_the_tricks(app: AppDriver) -> None:
    play_until_tricks_taken(app, 5)
    page = open_trick_history(app)
    walked = [page.tricks[page.selected_index].number]
    back, on = pygame.K_LEFT, pygame.K_RIGHT
    for key in (back, back, pygame.K_HOME, back, on, pygame.K_END, on):
        app.press_key(key)
        walked.append(page.tricks[page.selected_index].number)
    assert walked == [5, 4, 3, 1, 1, 2, 5, 5]


@pytest.mark.slow
def test_wheel_and_click_in_the_strip_change_the_trick(app: AppDriver) -> None:
    play_until_tricks_taken(app, 5)
    page = open_trick_history(app)
    app.post_event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    assert page.selected_index == 3
    index, rect = page.list_strip_slots()[1]
    app.click(rect.center)
    assert page.selected_index == index == 1


@pytest.mark.parametrize("close", ["key", "esc", "button", "beside", "right"])
def test_trick_history_closes_without_playing(app: AppDriver, close: str) -> None:
    scene = play_until_tricks_taken(app, 2)
    page, before = open_trick_history(app), scene.session.events
    if close == "button":
        app.click_button("back")
    elif close == "beside":
        app.click((page.panel_rect.left - 20, page.panel_rect.centery))
    elif close == "right":
        app.post_event(pygame.MOUSEBUTTONDOWN, pos=page.panel_rect.center, button=3, touch=False)
    else:
        app.press_key(pygame.K_l if close == "key" else pygame.K_ESCAPE)
    assert app.context.scenes.top is scene
    assert scene.session.events == before


@pytest.mark.slow
def test_trick_history_leads_to_the_card_memory(app: AppDriver) -> None:
    play_until_tricks_taken(app, 2)
    app.click_button("last-trick")
    app.click_button("memory")
    assert isinstance(app.context.scenes.top, CardMemoryOverlay)
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, TrickHistoryOverlay)


@pytest.mark.slow
def test_trick_history_follows_last_trick_unless_moved_back(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 3)
    page = open_trick_history(app)
    for walk, shown in ((None, "last"), (pygame.K_LEFT, "kept")):
        if walk is not None:
            app.press_key(walk)
        number, count = page.tricks[page.selected_index].number, len(page.tricks)
        while len(page.tricks) == count:
            if scene.session.is_your_turn and not scene.pending_steps:
                scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
            app.advance_frame(1.0)
        assert page.tricks[page.selected_index].number == (len(page.tricks) if shown == "last" else number)


def test_only_the_last_trick_is_shown_without_the_memory_aid(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 4, memory="off")
    app.click_button("last-trick")
    page = app.expect_scene(TrickHistoryOverlay)
    assert [trick.number for trick in page.tricks] == [4]
    app.press_key(pygame.K_m)
    assert app.expect_scene(TrickHistoryOverlay) is page
    app.press_key(pygame.K_l)
    app.press_key(pygame.K_m)
    assert app.context.scenes.top is scene
    assert scene.message == "This table has no memory aid."
    app.press_key(pygame.K_g)
    log = app.context.scenes.top
    assert isinstance(log, LogOverlay)
    taken = [event for event in scene.shown_events if isinstance(event, TrickTaken)]
    gone = [format_card_name(card) for event in taken[:-1] for card in event.cards]
    assert not [line for line in log.lines if " plays " in line and any(name in line for name in gone)]


@pytest.mark.slow
def test_m_key_opens_and_closes_the_card_memory(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 2)
    app.press_key(pygame.K_m)
    page = app.context.scenes.top
    assert isinstance(page, CardMemoryOverlay)
    assert list(page.card_locations.values()).count("gone") == 4
    app.press_key(pygame.K_m)
    assert app.context.scenes.top is scene


@pytest.mark.slow
def test_tricks_and_cards_are_narrated(app: AppDriver) -> None:
    narrated = list[str]()
    play_until_tricks_taken(app, 3)
    app.context.narrate = narrated.append
    page = open_trick_history(app)
    assert page.narration[0].startswith("Trick 3: ")
    narrated.clear()
    app.press_key(pygame.K_LEFT)
    assert [line for line in narrated if line.startswith("Trick 2: ")]
    app.press_key(pygame.K_m)
    aid = app.context.scenes.top
    assert isinstance(aid, CardMemoryOverlay)
    title, trump, *suits = aid.narration
    assert len(suits) == 4 and trump.startswith("Trump: ")
    assert title == "Cards played" and sum(line.count("played") for line in suits) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("aloud", [True, False])
def test_points_are_shown_where_the_table_counts_aloud(app: AppDriver, aloud: bool) -> None:
    play_until_tricks_taken(app, 3, count_aloud=aloud)
    page = open_trick_history(app)
    assert ("point" in page.narration[0]) == aloud
    app.press_key(pygame.K_m)
    aid = app.context.scenes.top
    assert any("Points taken: Anna " in line for line in aid.narration) == aloud


def is_idle(scene: TableScene) -> bool:
    return scene.session.is_your_turn and not scene.pending_steps


@pytest.mark.slow
def test_both_overlays_close_for_the_next_person(app: AppDriver) -> None:
    for key in (pygame.K_l, pygame.K_m):
        scene = open_table(app, make_match_setup("you you"))
        app.advance_to_hand_over()
        scene.confirm_hand_over()
        app.advance_until(partial(is_idle, scene))
        app.press_key(key)
        assert app.context.scenes.top is not scene
        scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
        app.advance_until(lambda: get_awaited_seat(app.table_scene.session) is not None)
        app.advance_frame()
        assert app.context.scenes.top is scene


@pytest.mark.slow
def test_trick_is_listed_only_after_it_was_shown(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 1)
    app.context.apply_settings(make_settings(speed=1.0))
    app.wait_for_card_images()
    seen = 0
    while scene.session.is_your_turn or scene.pending_steps or seen < 2:
        if scene.session.is_your_turn and not scene.pending_steps:
            scene.act(next(action for action in scene.observation.legal_actions if isinstance(action, Play)))
            seen += 1
        app.advance_frame()
        pending = [beat.event for beat in scene.pending_steps if isinstance(beat.event, (CardPlayed, TrickTaken))]
        assert not [event for event in pending if event in scene.shown_events]
        if seen == 2 and not scene.pending_steps:
            return


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), WINDOWS_AND_SCALES, ids=str)
@pytest.mark.parametrize(("game", "seats"), [("spades", 2), ("briscola", 6)])
def test_everything_fits_in_every_window(
    tmp_path: Path, size: tuple[int, int], scale: float, game: str, seats: int
) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(speed=0.0, scale=scale)) as app:
        play_until_tricks_taken(app, 4, "you" + " random" * (seats - 1), game=game)
        page = open_trick_history(app)
        buttons = [pygame.Rect(widget.get_abs_rect()) for widget in page.focus.widgets]
        strip = [rect for _at, rect in page.list_strip_slots()]
        assert pygame.Rect((0, 0), size).contains(page.panel_rect)
        assert all(page.panel_rect.contains(rect) for rect in (*buttons, *strip))
        assert not [widget for widget in buttons if widget.collidelist(strip) >= 0]
        app.press_key(pygame.K_m)
        aid = app.context.scenes.top
        assert isinstance(aid, CardMemoryOverlay)
        places = list(aid.compute_card_rects().values())
        assert len(places) == len(app.table_scene.session.info.pack)
        assert all(aid.panel_rect.contains(widget) and widget.width >= 24 for widget in places)
        assert not [widget for index, widget in enumerate(places) if widget.collidelist(places[index + 1 :]) >= 0]
        (back,) = (pygame.Rect(widget.get_abs_rect()) for widget in aid.focus.widgets)
        assert back.collidelist(places) < 0


def test_memory_of_own_tricks_says_what_it_leaves_out(app: AppDriver) -> None:
    scene = play_until_tricks_taken(app, 6, "you club", memory="mine")
    taken = [event for event in scene.shown_events if isinstance(event, TrickTaken)]
    foreign_count = sum(len(event.cards) for event in taken if event.winner != 0)
    assert 0 < foreign_count < sum(len(event.cards) for event in taken)
    page = open_trick_history(app)
    with record_texts() as recorder:
        app.repaint()
        assert any(
            "shown: your side's tricks and the last one" in text for _picture, text in recorder.pictures.values()
        )
    assert page.tricks
    app.press_key(pygame.K_m)
    with record_texts() as recorder:
        app.repaint()
        texts = [text for _picture, text in recorder.pictures.values()]
    assert any(text.endswith(f"of these {foreign_count} played") for text in texts)
    assert not any("not seen" in text for text in texts)
