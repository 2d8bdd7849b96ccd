"""Cards are named and shown large to who may know them, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

import pygame
import pytest

from game.engine.cards import HIDDEN, Card
from game.rules import GAMES
from game.rules.family import VALUES
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, behind
from tests.ui.table.test_table_scene import act_at_random, over, own, played, public, your_turn
from ui import timings
from ui.table import faceup
from ui.table.card_words import card_words, strength
from ui.table.closeup import Closeup
from ui.table.faceup import name_place
from ui.table.pause import Pause
from ui.table.places import Spot
from ui.table.scene import TableScene


def place_of(scene: TableScene, card: Card) -> tuple[int, int]:
    pose = scene.sprites[card.name]
    return round(pose.x), round(pose.y)


@contextmanager
def pointer(point: tuple[int, int]) -> Iterator[None]:
    """The pointer is there."""
    with patch("pygame.mouse.get_pos", lambda: point), patch("pygame.mouse.get_focused", lambda: True):
        yield


@contextmanager
def names_drawn() -> Iterator[list[str]]:
    """The cards that are named while it is on."""
    said, draw = list[str](), faceup.draw_name

    def drawn(surface: pygame.Surface, spot: Spot, words: str, card: pygame.Rect, taken: Iterable[pygame.Rect]) -> None:
        said.append(words)
        draw(surface, spot, words, card, taken)

    with patch("ui.table.looking.draw_name", drawn):
        yield said


def wait(app: AppByHand, seconds: float) -> None:
    for _frame in range(round(seconds * 60) + 1):
        app.step()


def right(app: AppByHand, point: tuple[int, int]) -> None:
    app.post(pygame.MOUSEBUTTONDOWN, pos=point, button=3, touch=False)
    app.post(pygame.MOUSEBUTTONUP, pos=point, button=3, touch=False)


def shown(app: AppByHand) -> Card | None:
    """The card that is shown large."""
    scene = app.stage.scene
    return scene.card if isinstance(scene, Closeup) else None


@pytest.mark.slow
def test_the_pointer_names_a_card_once_it_has_rested_on_it(app: AppByHand) -> None:
    scene = your_turn(app)
    app.drawn()
    card = scene.hand[1]
    with pointer(place_of(scene, card)), names_drawn() as said:
        app.step()
        assert scene.looking.named is None and scene.rest <= timings.HOVER_REST
        wait(app, timings.HOVER_REST)
        found = scene.looking.named
        assert found is not None and found.card is card
        assert said


def test_the_keys_name_the_card_that_they_are_at(app: AppByHand) -> None:
    scene = your_turn(app)
    app.key(pygame.K_RIGHT)
    found = scene.looking.named
    assert found is not None and found.card is scene.hand[0]
    app.key(pygame.K_TAB)
    assert scene.looking.named is None


@pytest.mark.slow
def test_a_card_that_lies_face_down_is_neither_named_nor_shown(app: AppByHand) -> None:
    scene = your_turn(app, "you club club club")
    app.drawn()
    hidden = [(round(one.x), round(one.y)) for one in scene.sprites.values() if one.card is HIDDEN]
    assert hidden
    for point in hidden:
        right(app, point)
        assert shown(app) is None
        with pointer(point), names_drawn() as said:
            wait(app, timings.HOVER_REST)
            assert not said


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you you", "you club you novice"])
def test_no_close_up_and_no_name_ever_tells_a_hidden_card(app: AppByHand, kinds: str) -> None:
    rng, scene, looked = Random(kinds), at_table(app, seating(kinds)), 0
    while not over(app):
        act_at_random(scene, rng)
        app.step(rng.choice([1 / 60, 0.3]))
        if app.stage.scene is not scene or scene.beats:
            continue
        allowed = public(behind(scene)) | own(scene)
        for pose in list(scene.sprites.values()) if scene.table.cover is None else []:
            found = scene.looking.at((round(pose.x), round(pose.y)))
            assert found is None or found.card in allowed
            looked += found is not None
    assert looked > 20


@pytest.mark.slow
def test_a_close_up_goes_when_somebody_else_takes_the_screen(app: AppByHand) -> None:
    scene = your_turn(app, "you you")
    card, other = scene.hand[:2]
    scene.act(next(one for one in scene.view.choices if getattr(one, "card", None) is card))
    right(app, place_of(scene, other))
    assert shown(app) is other
    app.steps(lambda: scene.table.cover is not None)
    assert shown(app) is None


@pytest.mark.slow
def test_the_right_button_shows_any_open_card_large_and_any_key_or_click_closes_it(app: AppByHand) -> None:
    scene = your_turn(app)
    turned = scene.board.turned
    assert turned is not None
    for card in (scene.hand[0], turned):
        right(app, place_of(scene, card))
        assert shown(app) is card
        app.key(pygame.K_ESCAPE)
        assert app.stage.scene is scene
        right(app, place_of(scene, card))
        app.click((640, 300))
        assert app.stage.scene is scene
        right(app, place_of(scene, card))
        app.key(pygame.K_1)
        assert app.stage.scene is scene
    assert played(scene) == []


def test_a_press_that_is_held_shows_the_card_and_plays_nothing(app: AppByHand) -> None:
    scene = your_turn(app)
    card = scene.hand[1]
    point = place_of(scene, card)
    app.post(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False)
    wait(app, timings.HELD / 2)
    assert shown(app) is None and scene.rest <= timings.HELD / 2
    wait(app, timings.HELD / 2)
    app.post(pygame.MOUSEBUTTONUP, pos=point, button=1, touch=False)
    assert shown(app) is card and played(scene) == []


def test_a_press_held_while_the_pause_comes_shows_nothing(app: AppByHand) -> None:
    scene = your_turn(app)
    app.post(pygame.MOUSEBUTTONDOWN, pos=place_of(scene, scene.hand[1]), button=1, touch=False)
    app.key(pygame.K_ESCAPE)
    wait(app, timings.HELD)
    assert isinstance(app.stage.scene, Pause)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_name_covers_no_button_and_no_prompt(app: AppByHand, size: tuple[int, int], seats: int) -> None:
    scene = your_turn(app, " ".join(["you", *["club"] * (seats - 1)]))
    app.resize(size)
    taken = (scene.spot.prompt, *scene.spot.buttons)
    for pose in scene.sprites.values():
        found = faceup.seen(pose)
        if found is not None:
            place = name_place((round(scene.spot.unit * 130), 22), found.rect, scene.spot, taken)
            assert place.collidelist(taken) < 0 and pygame.Rect((0, 0), size).contains(place)


def test_a_card_has_its_name_worth_and_rank(app: AppByHand) -> None:
    briscola = GAMES["briscola"]
    pack = briscola.pack_for(next(iter(briscola.presets.values())), 2)
    king = card_words(briscola, pack, "h", Card("Kd"), "italian")
    assert king == ("King of coins", ("Worth 4 points", "Third strongest of its suit"))
    two = card_words(briscola, pack, "d", Card("2d"), "italian")
    assert two.lines == ("Worth no points", "Tenth strongest of its suit", "Its suit is trump")
    assert briscola.values == VALUES


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_every_game_can_be_described(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        pack = game.pack_for(next(iter(game.presets.values())), seats)
        for card in pack:
            assert 0 <= strength(game, pack, card) < len([one for one in pack if one.suit == card.suit])
            assert card_words(game, pack, None, card, game.deck).name
