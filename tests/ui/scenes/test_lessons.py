"""Lessons on the screen: by keyboard alone, saved before shown, and with all text readable."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import msgspec
import pygame
import pytest

from game.ai.levels import list_offered_levels
from game.core.cards import Card
from game.lessons import LESSONS
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.progress import LessonProgress, open_lesson_progress, store_lesson_progress
from game.lessons.runner import find_wrong_answer
from game.lessons.text import format_lesson_offer, format_step_text, format_trick_text, format_wrong_answer
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES, set_language
from tests.game.lessons.lesson_states import list_lesson_states, list_right_answers
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.scenes.lessons.ending import LessonEndOverlay
from ui.scenes.lessons.menu import LessonsMenuScene, format_progress
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.trainer.scene import TrainerScene
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import compute_bounds
from ui.table.scene import TableScene
from ui.widgets.fields import Action
from ui.widgets.nodes import Text, iter_leaves, make_paint_frame


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def open_lesson_menu(app: AppDriver) -> LessonsMenuScene:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_lessons()
    run_settling_frames(app)
    return app.expect_scene(LessonsMenuScene)


def open_lesson(app: AppDriver, game: str, answers: tuple[str, ...] = ()) -> LessonScene:
    open_lesson_menu(app)
    app.context.router.open_lesson(game, LessonProgress(profile=app.context.own_profile.id, game=game, answers=answers))
    scene = app.expect_scene(LessonScene)
    advance_until_readable(app, scene)
    return scene


def press_next(app: AppDriver, scene: LessonScene) -> None:
    app.click_button("next")
    advance_until_readable(app, scene)


def get_step(scene: LessonScene) -> int:
    return scene.lesson.lesson_state.step_index


def answer_rightly(app: AppDriver, scene: LessonScene) -> None:
    """Take the right action of a step."""
    scene.act(list_right_answers(scene.lesson.lesson_state)[0])
    advance_until_readable(app, scene)


def advance_until_readable(app: AppDriver, scene: LessonScene) -> None:
    """Advance until the text of the step can be read."""
    app.advance_until(lambda: scene.is_step_readable)
    run_settling_frames(app)


def load_answers(app: AppDriver, game: str) -> LessonProgress:
    book, _notice = open_lesson_progress(app.context.folders).read()
    return book.find_progress(app.context.own_profile.id, game)


def finish_lesson(app: AppDriver, game: str) -> None:
    """Open a lesson one step before its last, and go to its end."""
    last_answers = list_lesson_states(game)[-1].answers
    scene = open_lesson(app, game, last_answers[:-1])
    if scene.is_trick_held and scene.lesson.lesson_state.step.expected_actions:
        press_next(app, scene)
    if scene.lesson.lesson_state.step.expected_actions:
        answer_rightly(app, scene)
    else:
        press_next(app, scene)
    app.click_button("finish")
    run_settling_frames(app)


def test_explained_trick_stays_until_next(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", ""))
    answer_rightly(app, scene)
    assert get_step(scene) == 4
    for _frame in range(120):
        app.advance_frame()
    assert {"4c", "Kc"} <= scene.card_poses.keys() and scene.view_model.winning_key == "Kc"
    app.click((10, app.context.size[1] // 2))
    assert scene.is_trick_held, "a click beside it does not take it away"
    press_next(app, scene)
    assert get_step(scene) == 5 and not {"4c", "Kc"} & scene.card_poses.keys()
    assert dict(scene.card_poses) == compute_card_poses(scene.observation.board, scene.layout)


def test_next_card_comes_only_after_the_explained_trick_was_taken(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", "", "play 4c", "", "play As"))
    state = scene.lesson.lesson_state
    assert scene.is_trick_held and scene.lesson_text == format_trick_text(state, "italian")
    assert "play a liscio" not in scene.lesson_text, "the next card is asked for when the trick is gone"
    scene.act(list_right_answers(state)[0])
    assert "press “Next” first" in scene.feedback_text and scene.lesson.lesson_state is state
    press_next(app, scene)
    assert scene.lesson_text == format_step_text(state, "italian") and get_step(scene) == state.step_index
    answer_rightly(app, scene)
    assert get_step(scene) == state.step_index + 1


def read_page(scene: LessonScene) -> tuple[str, str]:
    return scene.lesson_title, scene.lesson_text


@check_rows("game", LESSONS)
def test_counter_moves_with_each_text_and_previous_leads_back(app: AppDriver, game: str) -> None:
    scene = open_lesson(app, game)
    pages = [read_page(scene)]
    while "finish" not in app.widget_ids:
        if "next" in app.widget_ids:
            press_next(app, scene)
        else:
            answer_rightly(app, scene)
        pages.append(read_page(scene))
    counters = [re.findall(r"\d+", title) for title, _text in pages]
    assert counters == [[f"{number}", f"{len(pages)}"] for number in range(1, len(pages) + 1)]
    for page in reversed(pages[:-1]):
        app.click_button("back")
        advance_until_readable(app, scene)
        assert read_page(scene) == page


def test_menu_counts_what_a_reader_sees(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", "", "play 4c", "", "play As"))
    press_next(app, scene)
    answer_rightly(app, scene)
    numbers = re.findall(r"\d+", scene.lesson_title)
    progress = load_answers(app, "briscola")
    assert re.findall(r"\d+", format_progress(progress)) == numbers == ["9", "20"]
    assert re.findall(r"\d+", format_lesson_offer(progress)) == numbers


def test_trainer_opens_at_the_game_that_was_learnt_last(app: AppDriver) -> None:
    open_lesson_menu(app)
    app.click_button("trainer")
    assert app.expect_scene(TrainerScene).game == next(iter(GAMES))
    for lesson in ("muscio", "spades-partners"):
        done = LessonProgress(profile=app.context.own_profile.id, game=lesson, done=True)
        store_lesson_progress(app.context.folders, done)
    open_lesson_menu(app)
    app.click_button("trainer")
    assert app.expect_scene(TrainerScene).game == "spades"


@check_rows("language", LANGUAGE_NAMES)
def test_last_page_has_no_two_buttons_that_begin_alike(app: AppDriver, language: str) -> None:
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, language=language))
    scene = open_lesson(app, "briscola", list_lesson_states("briscola")[-1].answers[:-1])
    press_next(app, scene)
    answer_rightly(app, scene)
    labels = [app.get_button_text(widget_id) for widget_id in ("finish", "leave", "back")]
    assert len({label.split()[0] for label in labels}) == len(labels)


def test_step_is_shown_only_after_it_was_stored(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", ""))
    hand = scene.hand
    app.storage.is_paused = True
    scene.act(list_right_answers(scene.lesson.lesson_state)[0])
    run_settling_frames(app)
    assert (scene.hand, get_step(scene)) == (hand, 3)
    app.storage.run_waiting_calls()
    advance_until_readable(app, scene)
    assert get_step(scene) == 4
    assert load_answers(app, "briscola").answers == ("", "", "", "play 4c")


def test_full_disk_is_reported_and_retried(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", ""))
    app.storage.failure_message = "The disk is full."
    scene.act(list_right_answers(scene.lesson.lesson_state)[0])
    app.advance_frame()
    assert scene.session.error == "The disk is full."
    app.storage.failure_message = ""
    app.press_key(pygame.K_F5)
    advance_until_readable(app, scene)
    assert get_step(scene) == 4


@long_test
@pytest.mark.parametrize(("size", "scale"), choose_sample([((1280, 720), 2.0), ((960, 540), 1.0)], 2))
def test_every_lesson_text_and_answer_fits(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(speed=0.0, scale=scale)) as app:
        scene = open_lesson(app, "briscola")
        frame = make_paint_frame(scene.panel_place)
        for game, language in product(LESSONS, LANGUAGE_NAMES):
            deck = GAMES[LESSONS[game].game_id].deck
            set_language(language)
            for stand in list_lesson_states(game):
                tried = [(action, find_wrong_answer(stand, action)) for action in stand.match.legal_actions()]
                names = ("You", *stand.lesson.other_names)
                answers = {format_wrong_answer(stand, action, wrong, names, deck) for action, wrong in tried if wrong}
                texts = (format_step_text(stand, deck), max(answers, key=len, default=""))
                leaves = list(iter_leaves(scene.describe_panel(*texts), frame, scene.panel_rect))
                text_bottom = max(rect.bottom for leaf, rect in leaves if isinstance(leaf, Text))
                assert all(text_bottom <= rect.top for leaf, rect in leaves if isinstance(leaf, Action)), texts


@check_rows("criterion", ["dealt", "suit"])
def test_digit_that_the_lesson_names_plays_the_card_at_once(app: AppDriver, criterion: str) -> None:
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, hand_order=criterion))
    scene = open_lesson(app, "briscola", ("", "", ""))
    card = scene.named_card
    assert card is not None
    place = scene.hand.index(card) + 1
    assert scene.lesson_text.endswith(f"press {place}.")
    app.press_key(pygame.K_0 + place, unicode=str(place))
    app.advance_until(lambda: get_step(scene) == 4, max_frames=5)


@pytest.mark.parametrize("game", LESSONS)
def test_rings_are_around_what_the_step_speaks_of(game: str) -> None:
    """Check that each seat, the stock and the spare hand are named in the text of the step that rings them."""
    for state in list_lesson_states(game):
        step, names = state.step, state.lesson.other_names
        text = f"{step.trick_text} {step.text}"
        highlights = step.highlights
        for seat in highlights.seats:
            words = {"you", "your"} if seat == LEARNER_SEAT else {names[seat - 1], "opponents", "each other", "players"}
            assert any(word.lower() in text.lower() for word in words), (game, state.step_index, seat)
        assert highlights.has_deck is (highlights.has_deck and "turned card" in text and "stock" in text)
        assert highlights.has_spare_hand is (highlights.has_spare_hand and "blinde" in text)
        phase = state.match.phase
        turned_card = None if phase is None else phase.board().turned_card
        assert turned_card not in highlights.cards or "turned" in text


def test_step_about_the_turned_card_rings_it_and_not_the_score(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", ""))
    highlights, turned = scene.lesson.lesson_state.step.highlights, scene.board.turned_card
    assert turned is not None and highlights.cards == (turned,)
    pose = scene.card_poses[turned.name]
    (ring,) = scene.ring_rects
    assert ring.contains(compute_bounds(pose)) and not ring.colliderect(scene.layout.score_rect)


def test_rank_on_a_digit_key_says_which_digit_plays_the_card(app: AppDriver) -> None:
    scene = open_lesson(app, "briscola", ("", "", ""))
    place = scene.hand.index(Card("4c")) + 1
    app.press_key(pygame.K_4, unicode="4")
    assert scene.message.endswith(f"Enter or {place} (its place in your hand) plays it.")


def test_score_of_the_deal_is_shown_at_the_end_of_a_lesson(app: AppDriver) -> None:
    finish_lesson(app, "briscola")
    assert app.expect_scene(LessonEndOverlay).score_text == "You win the deal · 67 – 53"
    assert app.expect_scene(LessonEndOverlay).table.observation.totals == (1, 0)


@pytest.mark.parametrize("lesson", LESSONS)
def test_match_after_a_lesson_has_its_rules_at_the_first_level(app: AppDriver, lesson: str) -> None:
    finish_lesson(app, lesson)
    app.click_button("play-match")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    info = app.expect_scene(TableScene).session.info
    assert info.game.id == LESSONS[lesson].game_id and info.options == LESSONS[lesson].options
    assert {player.kind for player in info.players[1:]} == {list_offered_levels(info.game.id)[0]}


def test_next_lesson_follows_the_end_of_a_lesson(app: AppDriver) -> None:
    finish_lesson(app, "briscola")
    run_settling_frames(app)
    app.click_button("next-lesson")
    assert app.expect_scene(LessonScene).lesson.lesson_state.lesson is LESSONS["chiamata"]
    app.context.scenes.pop()
    app.advance_until(lambda: app.expect_scene(LessonsMenuScene).next_lesson == "chiamata")
    assert app.get_widget("learn-briscola").value_text == "Done"


def count_papers(app: AppDriver, overlay: LessonEndOverlay) -> int:
    """Return the number of pieces of confetti in the picture."""
    commands = record_commands(app.context.size, overlay.draw_background)
    keys = (command.key for command in commands)
    return sum(isinstance(key, tuple) and key[0][0] == "polygon" for key in keys)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_confetti_falls_and_is_gone(tmp_path: Path, is_reduced: bool) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0, reduced_motion=is_reduced)) as app:
        finish_lesson(app, "briscola")
        overlay, counts = app.expect_scene(LessonEndOverlay), list[int]()
        while overlay.is_busy:
            app.advance_frame(0.05)
            counts.append(count_papers(app, overlay))
        assert any(counts) is not is_reduced
        assert count_papers(app, overlay) == 0
