"""Guided deals on the screen: by the keyboard alone, kept before they are seen, and everything can be read."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from game.engine.actions import Action, Play
from game.i18n import LANGUAGES, set_language
from game.lessons.book import Learnt
from game.lessons.course import begin, lessons, resumed, why_wrong
from game.lessons.wording import answer_to, words_of
from game.rules import GAMES
from game.store.lessons import load_lessons
from tests.fakes import Paper
from tests.game.test_lessons import right, stands
from tests.ui.stage import AppByHand, opened, settings
from ui.narrator import Narrator
from ui.scenes.guided import Guided, where
from ui.scenes.lessons import Lessons, how_far
from ui.scenes.menu import Menu
from ui.scenes.tutor import LEAST, fitting, height
from ui.settings import Settings
from ui.table.layout import layout


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=0.0)


def page(app: AppByHand) -> Lessons:
    app.stage.go(Menu(app.stage))
    app.stage.doors.lessons()
    for _frame in range(3):
        app.step()
    scene = app.stage.scene
    assert isinstance(scene, Lessons)
    return scene


def lesson(app: AppByHand, game: str, answers: tuple[str, ...] = ()) -> Guided:
    page(app)
    app.stage.doors.lesson(game, Learnt(name="You", game=game, answers=answers))
    scene = app.stage.scene
    assert isinstance(scene, Guided)
    come(app, scene)
    return scene


def come(app: AppByHand, scene: Guided) -> None:
    """On to where the step can be read."""
    app.steps(lambda: scene.settled_here)
    app.step()
    app.step()


def kept(app: AppByHand, game: str) -> Learnt:
    book, _notice = load_lessons(app.stage.folders)
    return book.of("You", game)


def choose(app: AppByHand, scene: Guided, action: Action) -> None:
    """Do something with the keys alone."""
    button = scene.panel.button_of(action)
    card = scene.panel.card(action.card) if isinstance(action, Play) and scene.offered else None
    if button is not None:
        widget_id = scene.focus.id_of(button)
        app.steps(lambda: tabbed(app, scene, widget_id))
        app.key(pygame.K_RETURN)
        return
    held = next(one for one in scene.hand if card == action or (getattr(action, "card", None) is one))
    while scene.hold.selected != scene.hand.index(held):
        app.key(pygame.K_RIGHT)
    app.key(pygame.K_RETURN)


def tabbed(app: AppByHand, scene: Guided, widget_id: str) -> bool:
    """Press Tab, unless the ring is on the button of this id."""
    there = scene.focus.stop is not None and scene.focus.stop.widget_id == widget_id
    if not there:
        app.key(pygame.K_TAB)
    return there


@pytest.mark.slow
@pytest.mark.parametrize("game", ("chiamata", "muscio"))
def test_the_keyboard_alone_leads_to_the_end(app: AppByHand, game: str) -> None:
    scene = lesson(app, game)
    while not scene.guide.stand.is_last:
        before = scene.guide.stand.number
        if scene.guide.stand.step.asks:
            choose(app, scene, right(scene.guide.stand)[0])
        else:
            app.key(pygame.K_RETURN)
        come(app, scene)
        assert scene.guide.stand.number == before + 1, scene.words
    app.key(pygame.K_RETURN)
    app.step()
    assert isinstance(app.stage.scene, Lessons)
    assert kept(app, game).done


@pytest.mark.parametrize("game", ("briscola", "spades"))
def test_what_is_seen_is_what_the_rules_have(app: AppByHand, game: str) -> None:
    for stand in stands(game)[2::6]:
        scene = lesson(app, game, stand.answers)
        assert scene.guide.stand.answers == (stand.answers if not stand.is_last else ())
        assert dict(scene.sprites) == layout(scene.view.board, scene.spot)
        app.stage.back()


def test_a_wrong_answer_gets_a_reason_and_changes_nothing(app: AppByHand) -> None:
    scene = lesson(app, "briscola", ("", "", ""))
    stand = scene.guide.stand
    three = next(action for action in stand.match.legal() if action.phrase == "play 3h")
    choose(app, scene, three)
    come(app, scene)
    assert "Bruno would take them" in scene.answer
    assert scene.guide.stand is stand
    choose(app, scene, right(stand)[0])
    come(app, scene)
    assert scene.answer == ""
    assert scene.guide.stand.number == stand.number + 1


def test_a_step_to_be_read_takes_no_card(app: AppByHand) -> None:
    scene = lesson(app, "briscola")
    app.key(pygame.K_RIGHT)
    app.key(pygame.K_RETURN)
    app.step()
    assert "go on with Next" in scene.answer
    assert scene.guide.stand.number == 0


def test_nothing_happens_before_it_is_on_the_disk(app: AppByHand) -> None:
    scene = lesson(app, "briscola", ("", "", ""))
    hand = scene.hand
    app.storage.holding = True
    scene.act(right(scene.guide.stand)[0])
    for _frame in range(10):
        app.step()
    assert scene.hand == hand
    assert scene.guide.stand.number == 3
    app.storage.let()
    come(app, scene)
    assert scene.guide.stand.number == 4
    assert kept(app, "briscola").answers == ("", "", "", "play 4c")


def test_a_full_disk_is_said_and_tried_again(app: AppByHand) -> None:
    scene = lesson(app, "briscola", ("", "", ""))
    app.storage.fault = "The disk is full."
    scene.act(right(scene.guide.stand)[0])
    app.step()
    assert scene.table.fault == "The disk is full."
    app.storage.fault = ""
    app.key(pygame.K_F5)
    come(app, scene)
    assert scene.guide.stand.number == 4


def test_one_leaves_and_goes_on_where_one_was(app: AppByHand) -> None:
    scene = lesson(app, "muscio")
    for _step in range(2):
        app.press("next")
        come(app, scene)
    app.key(pygame.K_ESCAPE)
    for _frame in range(3):
        app.step()
    shown = app.stage.scene
    assert isinstance(shown, Lessons)
    assert how_far(shown.book.of("You", "muscio")) == "Step 3 of 22."
    app.press("learn-muscio")
    again = app.stage.scene
    assert isinstance(again, Guided)
    assert again.guide.stand.number == 2


def test_back_leads_one_step_back_and_is_kept(app: AppByHand) -> None:
    scene = lesson(app, "spades", ("", "", "bid 4"))
    app.press("back")
    come(app, scene)
    assert scene.guide.stand.number == 2
    assert kept(app, "spades").answers == ("", "")
    assert scene.view.phase == resumed("spades", ("", "")).seen.phase


def test_a_way_that_is_lost_begins_anew() -> None:
    assert where("spades", Learnt(name="You", game="spades", answers=("bid 9",))) == begin("spades")


def test_the_text_is_told_to_who_does_not_see_it(app: AppByHand) -> None:
    paper = Paper()
    app.stage.besides.append(Narrator(app.stage, paper))
    scene = lesson(app, "briscola")
    assert any(line.startswith("Welcome! You play Briscola against Bruno") for line in paper.take())
    app.press("next")
    come(app, scene)
    lines = paper.take()
    assert "Briscola: step 2 of 15." in lines
    assert any(line.startswith("The ace counts 11 points") for line in lines)


SIZES = (((960, 540), 1.0), ((1280, 720), 2.0))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), SIZES, ids=[f"{size[0]}-{scale:.0%}" for size, scale in SIZES])
def test_every_text_with_every_answer_has_room(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with opened(tmp_path, size=size, settings=settings(speed=0.0, scale=scale)) as app:
        tutor = lesson(app, "briscola").tutor
        room, px = tutor.room, tutor.px
        least, gap = px(LEAST), px(20)
        for game in lessons():
            deck = GAMES[game].deck
            for language in LANGUAGES:
                set_language(language)
                for stand in stands(game):
                    tried = [(action, why_wrong(stand, action)) for action in stand.match.legal()]
                    names = ("You", *stand.lesson.others)
                    answers = {answer_to(stand, action, wrong, names, deck) for action, wrong in tried if wrong}
                    longest = max(answers, key=len, default="")
                    texts = (words_of(stand, deck), longest)
                    assert height(texts, room.width, fitting(texts, room, px(22), least, gap), gap) <= room.height, (
                        texts
                    )


@pytest.mark.parametrize("game", lessons())
def test_nothing_covers_the_cards_or_the_text(app: AppByHand, game: str) -> None:
    scene = lesson(app, game)
    ground = scene.tutor.ground
    assert pygame.Rect((0, 0), app.stage.size).contains(ground)
    places = (scene.spot.hand, scene.spot.room, scene.spot.corner, scene.spot.prompt, *scene.spot.buttons)
    assert not any(ground.colliderect(place) for place in (*places, *(one.ground for one in scene.spot.places)))


def test_a_lesson_is_given_also_to_a_hand_as_dealt(app: AppByHand) -> None:
    app.stage.apply(msgspec.structs.replace(app.stage.settings, hand_order="dealt"))
    scene = lesson(app, "chiamata")
    come(app, scene)
    app.draw()
    assert scene.hand
