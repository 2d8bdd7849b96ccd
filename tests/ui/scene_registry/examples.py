"""Pages of the window that tests and pictures show, with what they are filled with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from game.lessons.progress import LessonProgress, store_lesson_progress
from game.lessons.runner import LessonState
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from tests.game.lessons.lesson_states import list_lesson_states
from tests.helpers import PLAYER_NAMES, make_match, make_record, play_random_actions
from tests.same_deals import import_match, replay_with_packs, store_match
from tests.same_deals import play_match as played_alike
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene

FIRST_MATCH_TIME = 1_760_000_000.0
"""Time of the first match, in seconds since 1970."""
COMPUTER_LEVELS = ("club", "expert", "master", "novice")


@cache
def play_random_match(game: str, seed: int) -> Record:
    """Return a match with random actions, of 40 deals at most."""
    changes: dict[str, Any] = {"target": 200} if game == "spades" else {}  # random bids never reach 500 points
    match = make_match(game, seats=GAMES[game].proposed_seat_count, **changes)
    return make_record(match, list(play_random_actions(match, seed, deal_count=40)))


def fill_history(app: AppDriver, count: int, *, unfinished_count: int = 0) -> None:
    """Store ``count`` random matches of all games, the oldest first; the last ``unfinished_count`` are unfinished."""
    rng, journal = Random(4), app.storage.get_repository()
    app.clock.now = max(app.clock.now, FIRST_MATCH_TIME)
    for number in range(count):
        app.clock.advance(rng.randrange(40_000, 200_000))
        record = play_random_match(list(GAMES)[number % len(GAMES)], number)
        names = (PLAYER_NAMES[0], *rng.sample(PLAYER_NAMES[1:], len(record.names) - 1))
        record = replace(record, names=names)
        kinds = (PERSON_KIND, *rng.choices(COMPUTER_LEVELS, k=len(names) - 1))
        extra = {"assisted": True} if number % 7 == 3 else {"side_line": True} if number % 11 == 5 else {}
        is_open = number >= count - unfinished_count
        for _action in range(9 if is_open else 0):
            record = record.without_last_action()
        match_id = journal.create_match(record, kinds, number, extra)
        if not is_open:
            journal.finish_match(match_id)
        journal.release_match(match_id)


def show_comparison(app: AppDriver) -> Iterator[str]:
    """Show a comparison of the same cards, first covered, then with all results."""
    journal = app.storage.get_repository()
    other_record = played_alike("spades", 5)
    match_id = import_match(journal, other_record)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_comparison(match_id)
    yield "same-cards-covered"
    app.context.scenes.pop()
    own_match_id = store_match(journal, replay_with_packs(other_record, 8))
    app.context.router.open_comparison(own_match_id)
    run_settling_frames(app)
    app.click_button("let-computer-play")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    yield "same-cards"


def show_lesson_menu(app: AppDriver) -> Iterator[str]:
    """Show the list of lessons with one begun and one done."""
    app.context.scenes.replace(MainMenuScene(app.context))
    app.advance_frame()
    folders, own_id = app.context.folders, app.context.own_profile.id
    store_lesson_progress(folders, LessonProgress(profile=own_id, game="briscola", answers=("",), done=True))
    store_lesson_progress(folders, LessonProgress(profile=own_id, game="spades", answers=("", "")))
    app.context.router.open_lessons()
    run_settling_frames(app)
    app.wait_for_card_images()
    yield "lessons"


def show_lesson(app: AppDriver, game: str, state: LessonState) -> LessonScene:
    """Show a lesson at a step."""
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_lesson(
        game, LessonProgress(profile=app.context.own_profile.id, game=game, answers=state.answers)
    )
    scene = app.context.scenes.top
    assert isinstance(scene, LessonScene)
    app.advance_until(lambda: scene.is_step_readable)
    run_settling_frames(app)
    return scene


def find_longest_step(game: str) -> LessonState:
    """Return the step of a lesson with the longest text of those that ask for an action, the first of equal ones."""
    return max(
        (state for state in list_lesson_states(game) if state.step.expected_actions),
        key=lambda state: len(state.step.text),
    )
