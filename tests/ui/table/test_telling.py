"""Who follows a table by its lines alone is told all that is to be known at it, once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.discipline import Message
from game.engine.cards import HIDDEN
from game.names import card_name
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, opened, settings
from ui.narrator import Narrator
from ui.table.result import Result
from ui.table.scene import TableScene
from ui.table.telling import fresh


class Paper:
    """A transcript that keeps its lines."""

    fault = ""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def close(self) -> None: ...

    def take(self) -> list[str]:
        lines, self.lines = self.lines, []
        return lines


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def app(tmp_path: Path, paper: Paper) -> Iterator[AppByHand]:
    with opened(tmp_path, settings=settings(speed=0.0)) as one:
        one.stage.besides.append(Narrator(one.stage, paper))  # type: ignore[arg-type]
        yield one


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
    assert paper.take() == ["Go on."]
    app.key(pygame.K_ESCAPE)
    app.step()
    assert hand_line(paper.take()) == first


def test_the_result_is_told_with_where_the_match_stands(app: AppByHand, paper: Paper) -> None:
    at_table(app, seating("random random"))
    app.steps(lambda: isinstance(app.stage.scene, Result), 1.0)
    app.step()
    lines = paper.take()
    assert any(line.startswith("Where the match stands: ") for line in lines)
    assert lines[-1] == "Enter: Next deal. Tab: the other buttons."


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
    phase = scene.table._match.phase  # type: ignore[attr-defined]
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
    assert paper.take() == ["No trick has been taken yet."]
