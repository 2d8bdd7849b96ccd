"""The page of the medals, and the toast over the result that gives one."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.medals.finder import EarnedMedal, open_medals
from game.medals.medals import MEDALS
from tests.game.medals.played_matches import make_sweep
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import expect_match_result, play_until, resume_at, run_settling_frames
from ui.scenes.medals.scene import MedalsScene
from ui.scenes.replay.scene import ReplayScene
from ui.services import background_count
from ui.table.result.overlay import ResultOverlay

SWEEP_MEDALS = {"first-win", "win-club", "all-points"}


def store_sweep(app: AppDriver, record: Record | None = None) -> None:
    """Store a finished match: that of the person of the program, or ``record``."""
    repository = app.storage.get_repository()
    match_id = repository.create_match(record or name_first_seat(app), (PERSON_KIND, "club"), 1, {})
    repository.finish_match(match_id)
    repository.release_match(match_id)


def name_first_seat(app: AppDriver) -> Record:
    """Return a match that the person of the program wins without losing a trick."""
    record = make_sweep()
    return replace(record, names=(app.context.own_profile.display_name, *record.names[1:]))


def open_medals_page(app: AppDriver) -> MedalsScene:
    app.context.router.open_statistics()
    run_settling_frames(app)
    app.click_button("medals")
    run_settling_frames(app)
    return app.expect_scene(MedalsScene)


def finish_sweep(app: AppDriver) -> ResultOverlay:
    """Play the last card of the match and return its result once nothing moves."""
    resume_at(app, name_first_seat(app).without_last_action().without_last_action())
    app.player_worker.is_paused = False
    play_until(app, lambda _table: isinstance(app.context.scenes.top, ResultOverlay))
    overlay = expect_match_result(app)
    app.advance_until(lambda: not overlay.is_moving)
    return overlay


def find_toast(app: AppDriver) -> bool:
    return "new-medals" in app.widget_ids


def test_page_shows_medals_and_explains_the_chosen_one(app: AppDriver) -> None:
    store_sweep(app)
    scene = open_medals_page(app)
    assert set(scene.overview.earned) == SWEEP_MEDALS
    assert [name for name in app.widget_ids if name.startswith("medal-")] == [f"medal-{medal}" for medal in MEDALS]
    app.click_widget("medal-gatta")
    assert MEDALS["gatta"].purpose_text in scene.narration
    assert "see-match" not in app.widget_ids
    app.press_on("medal-all-points", pygame.K_RETURN)
    assert scene.chosen_id == "all-points"
    app.click_button("see-match")
    run_settling_frames(app)
    app.expect_scene(ReplayScene)


def test_latest_medal_is_explained_however_long_the_search_takes(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_count, "SLICE_S", 0)  # a match in each step
    early = EarnedMedal(profile=app.context.own_profile.id, medal="gatta", date="1900-01-01")
    open_medals(app.context.folders).update(lambda medals: medals.with_medals([early]))
    store_sweep(app, make_sweep())
    store_sweep(app)
    scene = open_medals_page(app)
    assert scene.chosen_id in SWEEP_MEDALS, "they are found after the page has shown the early one"


def test_what_can_be_counted_is_almost_there(app: AppDriver) -> None:
    assert open_medals_page(app).almost == []
    app.context.scenes.pop()
    store_sweep(app)
    scene = open_medals_page(app)
    assert [medal.id for medal in scene.almost] == ["every-game"]
    assert "Every game: 1 of 4" in scene.narration


def test_toast_comes_when_the_result_is_still_stays_four_seconds_and_opens_the_page(app: AppDriver) -> None:
    finish_sweep(app)
    app.advance_until(lambda: find_toast(app), 0.1, 12)
    app.advance_until(lambda: not find_toast(app), 0.1, 42)
    assert set(open_medals(app.context.folders).read()[0].find_medals(app.context.own_profile.id)) == SWEEP_MEDALS


def test_toast_covers_nothing_and_a_click_opens_the_page(app: AppDriver) -> None:
    overlay = finish_sweep(app)
    app.advance_until(lambda: find_toast(app), 0.1, 12)
    for _frame in range(5):
        app.advance_frame(0.1)
    rect = pygame.Rect(app.get_widget("new-medals").get_abs_rect())
    assert rect.collidelist(overlay.list_taken_rects()) < 0
    assert app.surface.get_rect().contains(rect)
    app.click(rect.center)
    app.expect_scene(MedalsScene)


def test_toast_does_not_move_with_less_movement(app: AppDriver) -> None:
    app.context.apply_settings(replace(app.context.settings, reduced_motion=True))
    finish_sweep(app)
    app.advance_until(lambda: find_toast(app), 0.1, 12)
    places = list[tuple[int, int]]()
    while find_toast(app):
        places.append(app.get_widget("new-medals").get_abs_rect().topleft)
        app.advance_frame(0.1)
    assert len(set(places)) == 1
