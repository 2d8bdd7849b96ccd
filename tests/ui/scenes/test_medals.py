"""The page of the medals, and the result that names new ones."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pygame
import pytest
from msgspec.structs import replace

from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.medals.finder import EarnedMedal, MedalSearchStep, open_medals
from game.medals.medals import MEDALS
from game.statistics.level_suggestions import LevelSuggestion
from game.text.gettext import use_language
from tests.game.medals.played_matches import make_sweep
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import expect_match_result, play_until, resume_at, run_settling_frames
from tests.ui.scene_checks import find_place_faults, find_text_faults
from tests.ui.text_recorder import list_all_texts, record_texts
from ui.app.settings import Language
from ui.scenes.medals.scene import MedalsScene
from ui.scenes.replay.scene import ReplayScene
from ui.services import background_count
from ui.table.result import overlay
from ui.table.result.overlay import ResultOverlay
from ui.widgets.described import Box
from ui.widgets.layout import Framed
from ui.widgets.nodes import Picture

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


def test_result_names_the_medals_of_its_match_as_long_as_it_is_shown_and_leads_to_the_page(app: AppDriver) -> None:
    result = finish_sweep(app)
    names = {MEDALS[medal].name_text for medal in SWEEP_MEDALS}
    place = app.get_button("play-again").rect.copy()
    app.advance_until(lambda: "new-medals" in app.widget_ids, 0.1, 12)
    for _frame in range(100):
        app.advance_frame(0.1)
    assert app.get_button("play-again").rect == place, "nothing jumps"
    shown = " ".join(list_all_texts(app))
    assert "3 new medals" in shown and all(name in shown for name in names)
    assert set(open_medals(app.context.folders).read()[0].find_medals(app.context.own_profile.id)) == SWEEP_MEDALS
    app.click_button("new-medals")
    app.expect_scene(MedalsScene)
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is result and "new-medals" in app.widget_ids


def test_result_names_no_medal_that_the_person_had_before(app: AppDriver) -> None:
    store_sweep(app)
    open_medals_page(app)
    app.press_key(pygame.K_ESCAPE)
    finish_sweep(app)
    run_settling_frames(app)
    for _frame in range(20):
        app.advance_frame(0.1)
    assert "new-medals" not in app.widget_ids


def test_medal_for_a_match_without_mistakes_is_named_once_the_analysis_is_done(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_fake_analysis(app, stop_at=2)
    result, profile = finish_sweep(app), app.context.own_profile.id
    medal = EarnedMedal(profile=profile, medal="no-mistakes", date="2026-11-22", match=result.table.match_id or 0)
    app.advance_until(lambda: "new-medals" in app.widget_ids)
    monkeypatch.setattr(background_count, "search_medals", lambda *_args: (MedalSearchStep((medal,)), None))
    use_fake_analysis(app)
    app.advance_until(lambda: "try-again" in app.widget_ids)
    run_settling_frames(app)
    assert MEDALS["no-mistakes"].name_text in " ".join(list_all_texts(app))


@pytest.mark.parametrize(("size", "language"), [((960, 540), "it"), ((1280, 720), "fr"), ((1920, 1080), "en")])
@pytest.mark.parametrize("has_suggestion", [False, True])
def test_medals_beside_another_next_step_fit_every_window(
    tmp_path: Path, size: tuple[int, int], language: Language, has_suggestion: bool
) -> None:
    suggestion = LevelSuggestion("expert", "club", 9.0, 10, is_harder=True) if has_suggestion else None
    settings = make_settings(scale=2.0, language=language)
    with (
        use_language(language),
        patch.object(overlay, "find_new_suggestion", lambda _archive, **_person: suggestion),
        open_test_app(tmp_path, size=size, settings=settings) as app,
        record_texts() as recorder,
    ):
        use_fake_analysis(app)
        result = finish_sweep(app)
        steps = {"new-medals", "suggested-level" if has_suggestion else "try-again"}
        app.advance_until(lambda: steps <= set(app.widget_ids), 0.1, 100)
        assert [*find_text_faults(app, recorder), *find_place_faults(app, result)] == []
        sprites = app.context.ui_manager.get_sprite_group().sprites()
        pictures = [sprite for sprite in sprites if isinstance(sprite, Picture)]
        cards, panels = (
            [picture.rect for picture in pictures if isinstance(picture.node, kind)] for kind in (Framed, Box)
        )
        assert all(card.collidelist(panels) < 0 for card in cards), "they cover nothing"
