"""Who follows a table by its lines alone is told all that is to be known at it, once, and nothing else."""

from __future__ import annotations

import pygame
import pytest

from game.discipline import Message
from game.engine.cards import HIDDEN
from game.names import card_name
from game.narration import narrated
from game.rules import GAMES
from tests.fakes import Paper, seating
from tests.ui.stage import AppByHand, at_table, match_at, settings
from ui.settings import Settings
from ui.table.desk import spoken_to
from ui.table.result import Result
from ui.table.scene import TableScene
from ui.table.telling import fresh


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=0.0)


def to_turn(app: AppByHand) -> TableScene:
    scene = app.table
    app.steps(lambda: scene.table.your_turn and not scene.beats, 1.0)
    app.step()
    return scene


def hand_line(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("Your hand: "))


@pytest.mark.parametrize("game", GAMES)
def test_on_his_turn_a_person_is_told_his_hand_and_what_he_may_choose(app: AppByHand, paper: Paper, game: str) -> None:
    seats = GAMES[game].proposed_seats
    at_table(app, seating("you " + "random " * (seats - 1), game=game))
    scene = to_turn(app)
    lines = paper.take()
    assert any(line.startswith("Your turn") for line in lines)
    told = hand_line(lines)
    assert all(f"{at} {card_name(card, scene.deck)}" in told for at, card in enumerate(scene.hand, 1))
    assert bool(scene.offered) == any(line.startswith("You may choose: ") for line in lines)
    assert scene.view.board.trick == () or any(line.startswith("In the trick: ") for line in lines)


@pytest.mark.slow
def test_what_happens_is_told_when_it_begins_to_be_seen_and_all_of_it_where_that_is_skipped(
    app: AppByHand, paper: Paper
) -> None:
    app.stage.apply(settings(speed=1.0))
    at_table(app, seating("you random random"))
    scene, told = app.table, list[str]()

    def told_so_far() -> list[str]:
        told.extend(paper.take())
        return [line for line in told if line in lines]

    app.steps(lambda: bool(scene.table.story))
    you = spoken_to(scene.table)
    lines = [narrated(event, scene.table.names, scene.deck, you) for event in scene.table.story]
    assert len(lines) == len(scene.beats) > 1
    app.steps(lambda: bool(told_so_far()))
    app.step()
    assert told_so_far() == lines[:1]
    assert len(scene.beats) == len(lines)
    app.click((640, 300))
    assert not scene.beats
    assert told_so_far() == lines


def test_nothing_is_told_twice_while_nothing_happens(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("you random"))
    to_turn(app)
    assert paper.take()
    for _frame in range(50):
        app.step()
    assert paper.take() == []


def test_why_something_is_refused_is_told(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("random you"))
    scene = app.table
    app.mind.thinking = True
    app.steps(lambda: not scene.beats and scene.view.to_act is not None and bool(scene.hand), 1.0)
    if not scene.table.your_turn:
        paper.take()
        app.key(pygame.K_1)
        assert paper.take() == ["It is Anna's turn."]


def test_a_card_that_the_arrows_come_to_is_told(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("you random"))
    scene = to_turn(app)
    paper.take()
    app.key(pygame.K_RIGHT)
    assert paper.take() == [f"1 {card_name(scene.hand[0])}."]


def test_the_pause_is_told_and_the_turn_again_after_it(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("you random"))
    to_turn(app)
    first = hand_line(paper.take())
    app.key(pygame.K_ESCAPE)
    app.step()
    assert paper.take() == ["Pause.", "Enter: Go on. Tab: the other buttons."]
    app.key(pygame.K_TAB)
    assert paper.take() == ["Go on.", "Button: Enter presses it."]
    app.key(pygame.K_ESCAPE)
    app.step()
    assert hand_line(paper.take()) == first


@pytest.mark.slow
def test_the_result_is_told_with_where_the_match_stands(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("random random"))
    app.steps(lambda: isinstance(app.stage.scene, Result), 1.0)
    app.step()
    lines = paper.take()
    assert any(line.startswith("Where the match stands: ") for line in lines)
    assert lines[-1] == "Enter: Next deal. Tab: the other buttons."


@pytest.mark.slow
def test_between_people_only_who_said_ready_is_told_of_his_cards(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("you you"))
    scene, viewer = app.table, None
    for _turn in range(8):
        app.to_the_other()  # who has just played is at the screen until then, and sees what he draws
        covered = paper.take()
        assert covered[-1].endswith("Enter: ready.")
        assert scene.table.cover is not None
        assert not [name for name in secrets(scene, viewer) if any(name in line for line in covered)]
        app.key(pygame.K_RETURN)
        to_turn(app)
        viewer, told = scene.table.viewer, paper.take()
        assert hand_line(told)
        assert not [name for name in secrets(scene, viewer) if any(name in line for line in told)]
        app.key(pygame.K_1)


def secrets(scene: TableScene, viewer: int | None = None) -> set[str]:
    """The names of the cards in all hands but the viewer's."""
    phase = match_at(scene).phase
    assert phase is not None
    hands = phase.board().hands
    return {card_name(card) for at, hand in enumerate(hands) if at != viewer for card in hand if card is not HIDDEN}


def test_what_was_said_is_told_though_old_talk_is_forgotten() -> None:
    one, two, three = (Message(seat, "Well!") for seat in (0, 1, 2))
    assert tuple(fresh((), (one, two))) == (one, two)
    assert tuple(fresh((one, two), (one, two, three))) == (three,)
    assert tuple(fresh((one, two), (two, three))) == (three,)
    assert tuple(fresh((one,), (two,))) == (two,)


def test_the_last_trick_is_told_on_demand(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("you random"))
    to_turn(app)
    paper.take()
    app.key(pygame.K_l)
    assert paper.take()[0] == "No trick has been taken yet."
