"""Scenes of the analysis: its progress, its chart, a choice to try again and the answer."""

from __future__ import annotations

import pygame

from game.analysis.judge import DETERMINISTIC_TIME_LIMIT
from game.match.record import Record
from tests.game.analysis.computer_matches import play_match
from tests.ui.app_driver import AppDriver
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.analysis.progress import AnalysisProgressScene
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.main_menu.scene import MainMenuScene


def open_analysis(app: AppDriver, record: Record, people: tuple[int, ...] = (0,)) -> None:
    """Store a match and open its analysis."""
    kinds = tuple("you" if seat in people else "club" for seat in range(len(record.names)))
    journal = app.storage.get_repository()
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_analysis(journal.create_match(record, kinds, 1, {}))
    run_settling_frames(app)


def show_analysis(game: str, seats: int, deals: int, app: AppDriver) -> ViewNames:
    """Show the analysis of a match from its progress to the answer of a tried choice."""
    use_fake_analysis(app, stop_at=18)
    record = play_match(game, ["novice", *["club"] * (seats - 1)], deals)
    open_analysis(app, record)
    assert isinstance(app.context.scenes.top, AnalysisProgressScene)
    yield f"analysis-{game}-going"
    use_fake_analysis(app, time_limit=DETERMINISTIC_TIME_LIMIT)
    for _match in range(2):
        open_analysis(app, record, (0, 1))
    scene = app.context.scenes.top
    assert isinstance(scene, AnalysisScene)
    yield f"analysis-{game}"
    for _step in range(6):
        app.press_key(pygame.K_TAB)
        if scene.focus.description is not None and scene.focus.description.widget_id == "course":
            break
    app.press_key(pygame.K_RIGHT)
    yield f"analysis-{game}-by-keyboard"
    app.click_button("learn")
    run_settling_frames(app)
    learn = app.context.scenes.top
    assert isinstance(learn, ChoiceRetryScene)
    yield f"learn-{game}"
    judgment = learn.task.finding.judgment
    assert judgment is not None
    learn.act(judgment.options[-1].action)
    yield f"learn-{game}-answer"
    app.click_button("try-again")
    run_settling_frames(app)
    learn.act(judgment.best_option.action)
    yield f"learn-{game}-best"
