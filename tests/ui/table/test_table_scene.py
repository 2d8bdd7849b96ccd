"""The table's scene: sprites are the layout whenever nothing moves, and nobody's cards show to anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card
from game.engine.events import Drew, Played, TrickTaken
from game.local_table import LocalTable
from game.rules.briscola.actions import Sign
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, behind, opened, record_at, settings, whole_match, whole_record
from ui.art import Art
from ui.table.layout import layout
from ui.table.pause import Pause
from ui.table.pose import Pose
from ui.table.result import Result
from ui.table.scene import TableScene

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768), (3840, 2160))


def inside(pose: Pose, size: tuple[int, int]) -> bool:
    return -1 <= pose.x <= size[0] + 1 and -1 <= pose.y <= size[1] + 1


def check(scene: TableScene) -> None:
    """What holds at every frame."""
    sprites = scene.sprites
    faces = [pose.card for pose in sprites.values() if pose.card is not HIDDEN]
    assert len(faces) == len(set(faces)), "a card is drawn twice"
    assert all(inside(pose, scene.stage.size) for pose in sprites.values())
    if not scene.beats and scene.hold.idle:
        assert sprites == layout(scene.table.view.board, scene.spot)
        assert scene.view == scene.table.view


def act_at_random(scene: TableScene, rng: Random) -> None:
    """A person's turn, taken as the scene would take it."""
    if scene.table.cover is not None:
        scene.table.ready()
        scene.settle()
    elif scene.table.your_turn and not scene.beats:
        scene.act(rng.choice(scene.table.view.choices))


def over(app: AppByHand) -> bool:
    return isinstance(app.stage.scene, Result)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "club club club", "you you club novice", "you " * 5, "club " * 6])
def test_sprites_are_the_layout_after_every_animation(app: AppByHand, kinds: str) -> None:
    app.unseen = True
    scene, rng = at_table(app, seating(kinds)), Random(kinds)
    while not over(app):
        act_at_random(scene, rng)
        app.step(rng.choice([1 / 60, 1 / 60, 0.1, 0.4]))
        check(scene)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "you you club novice", "club " * 6])
def test_sprites_are_the_layout_after_every_skip_and_resize(app: AppByHand, kinds: str) -> None:
    app.unseen = True
    scene, rng = at_table(app, seating(kinds)), Random(kinds)
    skipped = resized = 0
    while not over(app):
        act_at_random(scene, rng)
        app.step(rng.choice([1 / 60, 0.1]))
        if scene.beats and rng.random() < 0.05:
            app.resize(rng.choice(SIZES))
            resized += 1
        elif scene.beats and rng.random() < 0.2:
            scene.skip()
            assert not scene.beats
            skipped += 1
        check(scene)
    assert skipped > 5 and resized > 3


@pytest.mark.slow
def test_a_resize_in_mid_animation_goes_on_at_the_same_moment(app: AppByHand) -> None:
    scene = at_table(app, seating("club club"))
    app.steps(lambda: isinstance(scene.beat and scene.beat.event, Played))
    app.step(0.1)
    before, elapsed = scene.beat, scene.showing.elapsed
    app.resize((1920, 1080))
    assert scene.beat is before
    assert elapsed <= scene.showing.elapsed < elapsed + 0.1
    check(scene)


@pytest.mark.slow
def test_at_speed_0_the_pictures_take_no_time(app: AppByHand) -> None:
    app.stage.apply(settings(speed=0.0))
    scene = at_table(app, seating("club club"))
    for _frame in range(200):
        app.step()
        check(scene)
        assert not scene.beats
    assert over(app)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_the_speed_is_a_factor_on_every_picture(app: AppByHand, speed: float) -> None:
    app.stage.apply(settings(speed=speed))
    scene = at_table(app, seating("club club"))
    app.steps(lambda: isinstance(scene.beat and scene.beat.event, TrickTaken))
    frames = 0
    taken = scene.beat
    assert taken is not None
    length = scene.motion.animation(taken).length
    while scene.beat is taken:
        app.step()
        frames += 1
    assert frames / 60 == pytest.approx(length / speed, abs=0.1)


def test_any_click_and_any_key_skips(app: AppByHand) -> None:
    scene = at_table(app, seating("you club"))
    app.steps(lambda: bool(scene.beats))
    first = scene.beat
    app.key(pygame.K_x)
    assert first not in scene.beats
    app.steps(lambda: bool(scene.beats))
    second = scene.beat
    app.click((640, 300))
    assert second not in scene.beats


def your_turn(app: AppByHand, kinds: str = "you club", **options: Any) -> TableScene:
    """A table where the person is on turn and nothing moves."""
    scene = at_table(app, seating(kinds, **options))
    wait_for_turn(app)
    return scene


def wait_for_turn(app: AppByHand) -> None:
    """Skip what moves until a person may act."""
    scene = app.table

    def waits() -> bool:
        scene.skip()
        if scene.table.cover is not None:
            scene.table.ready()
        return scene.table.your_turn and not scene.beats

    app.step()
    app.steps(waits)
    app.step()


def middle(scene: TableScene, card: Card) -> tuple[float, float]:
    pose = layout(scene.board, scene.spot)[card.name]
    return pose.x, pose.y


def played(scene: TableScene) -> list[Card]:
    """The cards that the person has played, as the record has them."""
    actions = record_at(scene).deals[-1].actions
    return [one.card for one in actions if isinstance(one, Play) and one.seat == 0]


def test_a_click_on_a_card_plays_it(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[1]
    app.click(middle(scene, card))
    assert played(scene) == [card]


def test_a_card_dragged_onto_the_table_is_played_and_one_dragged_back_is_not(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[0]
    x, y = (round(value) for value in middle(scene, card))
    drag(app, (x, y), (x + 40, y + 10))
    assert played(scene) == []
    drag(app, (x, y), (640, 300))
    assert played(scene) == [card]


def test_a_dragged_card_falls_from_where_it_was_let_go(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[0]
    x, y = (round(value) for value in middle(scene, card))
    drag(app, (x, y), (500, 300))
    seen = list[tuple[float, float]]()
    while not seen or scene.beats or scene.table.saving:
        if card.name in scene.sprites:
            seen.append((scene.sprites[card.name].x, scene.sprites[card.name].y))
        if scene.beat is not None and not isinstance(scene.beat.event, Played):
            break
        app.step()
    assert seen[0] == pytest.approx((500, 300), abs=12)
    assert max(point[1] for point in seen) < scene.spot.hand.top, "it never goes back to the hand"


def drag(app: AppByHand, start: tuple[int, int], end: tuple[int, int]) -> None:
    app.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    app.post(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0), touch=False)
    app.post(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_digit_plays_the_card_at_that_place(app: AppByHand, at: int) -> None:
    scene = your_turn(app)
    card = scene.hand[at]
    app.key(pygame.K_1 + at)
    assert played(scene) == [card]


def test_the_table_does_not_turn_round_before_the_card_has_landed(app: AppByHand) -> None:
    scene = your_turn(app, "you you")
    bottom = scene.spot.bottom
    app.key(pygame.K_1)
    app.steps(lambda: isinstance(scene.beat and scene.beat.event, Played))
    assert scene.spot.bottom == bottom
    assert scene.table.viewer == bottom


def test_arrows_choose_a_card_and_enter_plays_it(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[1]
    app.key(pygame.K_RIGHT)
    app.key(pygame.K_RIGHT)
    app.key(pygame.K_RETURN)
    assert played(scene) == [card]


def test_what_was_chosen_last_is_what_enter_does(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[0]
    app.key(pygame.K_TAB)
    assert scene.focus.shown
    app.key(pygame.K_RIGHT)
    assert not scene.focus.shown, "the arrows chose a card since"
    app.key(pygame.K_RETURN)
    assert played(scene) == [card]


def test_tab_after_an_arrow_means_the_button_again(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(pygame.K_RIGHT)
    app.key(pygame.K_TAB)
    app.key(pygame.K_RETURN)
    assert not played(scene) and not isinstance(app.stage.scene, TableScene), "the first button opens the score"


def test_escape_lets_go_of_a_button_before_it_pauses(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(pygame.K_TAB)
    app.key(pygame.K_ESCAPE)
    assert app.stage.scene is scene and not scene.focus.shown
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Pause)


def ringed_words(scene: TableScene) -> str:
    """What the button under the ring says."""
    return str(getattr(scene.focus.widget, "text", ""))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "you club club club club"])
def test_tab_goes_as_one_reads(app: AppByHand, kinds: str) -> None:
    scene = your_turn(app, kinds)
    corner = [(one.get_abs_rect().y, one.get_abs_rect().x) for one in scene.focus.widgets[:3]]
    assert corner == sorted(corner)
    app.key(pygame.K_TAB)
    ringed = ringed_words(scene)
    app.stage.rebuild()
    assert ringed and ringed_words(scene) == ringed


def test_enter_without_a_choice_plays_no_card(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(pygame.K_RETURN)
    app.key(pygame.K_SPACE)
    assert not played(scene)


def test_escape_pauses_and_goes_on(app: AppByHand) -> None:
    your_turn(app)
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Pause)
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, TableScene)


@pytest.mark.slow
def test_a_card_out_of_turn_says_why(app: AppByHand) -> None:
    scene = your_turn(app)
    app.mind.thinking = True
    app.key(pygame.K_1)
    app.steps(lambda: bool(app.mind.open) and not scene.beats)
    app.key(pygame.K_1)
    assert scene.message and scene.message_left > 0
    assert len(played(scene)) == 1


@pytest.mark.slow
def test_a_sign_is_one_click_away_once_signs_are_offered(app: AppByHand) -> None:
    scene = your_turn(app, "you club club club")
    while not any(isinstance(action, Sign) for action in scene.view.choices):
        scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
        wait_for_turn(app)
    app.press("signs")
    app.press(next(one for one in app.ids if one.startswith("sign-")))
    assert any(isinstance(one, Sign) for one in record_at(scene).deals[-1].actions)


def test_a_failing_save_is_told_and_a_key_tries_again(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[0]
    app.storage.fault = "The disk is full."
    app.key(pygame.K_1)
    app.step()
    assert "The disk is full." in scene.table.fault
    assert card in scene.view.board.hands[0]
    app.storage.fault = ""
    app.key(pygame.K_SPACE)
    app.step()
    assert scene.table.fault == ""
    assert played(scene) == [card]


# -- people who share a screen ------------------------------------------------------------------------


@contextmanager
def faces_drawn() -> Iterator[list[Card]]:
    """Every card whose face is asked for while it is on: what a frame draws, whoever draws it."""
    faces: list[Card] = []
    asked = Art.card

    def card(art: Art, one: Card, width: int) -> pygame.Surface:
        if one is not HIDDEN:
            faces.append(one)
        return asked(art, one, width)

    def posed(art: Art, one: Card, width: int, _angle: float, _open: float) -> pygame.Surface:
        return card(art, one, width)

    with patch.object(Art, "card", card), patch.object(Art, "posed", posed), patch.object(Art, "dimmed", card):
        yield faces


def public(table: LocalTable) -> set[Card]:
    """What everybody has seen of this deal."""
    cards: set[Card] = set()
    for _action, step in whole_record(table).steps():
        if step.match.phase is None or not whole_record(table).deals[-1].actions:
            cards = set()
        for event in step.events:
            cards |= {event.card} if isinstance(event, Played) or (isinstance(event, Drew) and event.turned) else set()
        board = step.match.phase.board() if step.match.phase else None
        cards |= {board.turned} if board and board.turned else set()
    return cards


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you you", "you you you club", "you club you novice", "you " * 5, "you " * 6])
def test_nothing_of_anothers_cards_is_ever_drawn(app: AppByHand, kinds: str) -> None:
    rng = Random(kinds)
    scene = at_table(app, seating(kinds))
    covers, record = 0, None
    before, now = set[Card](), set[Card]()
    while not over(app):
        if scene.table.cover is not None:
            covers += 1
        act_at_random(scene, rng)
        with faces_drawn() as faces:
            app.step(rng.choice([1 / 60, 0.2, 0.6]))
        if record_at(scene) is not record:
            record, now = record_at(scene), public(behind(scene))
        if scene.beat is None or type(scene.beat.event).__name__ != "DealerDrawn":
            allowed = now | before | own(scene)
            assert set(faces) <= allowed, (scene.table.viewer, scene.beat and scene.beat.event)
        before = now
    assert covers > 3


def own(scene: TableScene) -> set[Card]:
    """What the one at the screen holds, by the full state: the test's own look, not the view's."""
    table = behind(scene)
    seat, phase = table.viewer, whole_match(table).phase
    if seat is None or phase is None or not hasattr(phase, "hands"):
        return set()
    return set(phase.hands[seat])


def test_while_the_cover_is_on_only_cards_are_drawn_that_everybody_sees(app: AppByHand) -> None:
    scene = at_table(app, seating("you you"))
    app.to_cover()
    app.button("ready")
    with faces_drawn() as faces:
        app.step()
        app.step()
    assert set(faces) == public(behind(scene)) != set()
    app.key(pygame.K_ESCAPE)
    with faces_drawn() as faces:
        app.step()
    assert set(faces) <= public(behind(scene))


def test_the_pause_shows_nobodys_cards(app: AppByHand) -> None:
    scene = your_turn(app, "you you")
    hand = set(scene.hand)
    app.key(pygame.K_ESCAPE)
    with faces_drawn() as faces:
        app.step()
    assert not hand & set(faces)


@pytest.mark.slow
def test_two_scenes_in_one_run_give_the_same_pictures(tmp_path: Path) -> None:
    """The clock and the seed injected, a match looks the same to the last pixel."""
    shots = []
    for name in ("one", "two"):
        with opened(tmp_path / name, seed=5) as app:
            at_table(app, seating("club novice club"))
            for _frame in range(150):
                app.step()
            shots.append(pygame.image.tobytes(app.surface, "RGB"))
    assert shots[0] == shots[1]
