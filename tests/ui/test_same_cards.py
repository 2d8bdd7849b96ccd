"""The same cards compared in the window: what each made of them, told only of deals that were finished here."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.conventions import change
from game.same_cards import results
from game.seating import PERSON
from game.store.archive import LOOKED_AT, Kept
from game.store.files import StorageError
from tests.game.test_same_cards import bring, keep, played, with_packs
from tests.helpers import NAMES
from tests.ui.stage import AppByHand
from ui.scene import Scene, Stage
from ui.scenes.ask import Ask
from ui.scenes.history import History
from ui.scenes.menu import Menu
from ui.scenes.replay import Replay, review_of_file
from ui.scenes.same_cards import SameCards
from ui.table.scene import TableScene

THEIRS = played("briscola", 2)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def comparison(app: AppByHand, number: int) -> SameCards:
    app.stage.doors.compare(number)
    app.step()
    app.step()
    scene = app.stage.scene
    assert isinstance(scene, SameCards)
    return scene


def table(scene: SameCards) -> list[tuple[str, ...]]:
    assert scene.compared is not None
    return scene.table(scene.compared.comparison)


@pytest.mark.slow
def test_a_match_is_compared_deal_by_deal_with_somebody_elses_and_with_the_computer(app: AppByHand) -> None:
    mine = with_packs(THEIRS, 4)
    number = keep(app.storage.journal(), mine)
    bring(app.storage.journal(), THEIRS)
    scene = comparison(app, number)
    own, other = ([each[0] for each in results(record)] for record in (mine, THEIRS))
    head, *rows = table(scene)
    assert head == ("", NAMES[0], "Zoë", "difference")
    for at in range(2):
        assert rows[at] == (f"Deal {at + 1}", change(own[at]), change(other[at]), change(own[at] - other[at]))
    assert rows[2][1:] == (change(sum(own)), change(sum(other)), change(sum(own) - sum(other)))
    app.press("let-computer-play")
    app.steps(lambda: not scene.busy, most=3000)
    assert table(scene)[0][4:] == ("the computer", "difference")
    assert all("–" not in row for row in table(scene))


def test_the_computer_is_left_with_the_page(app: AppByHand) -> None:
    comparison(app, keep(app.storage.journal(), played("chiamata", 1)))
    app.mind.thinking = True
    app.press("let-computer-play")
    app.step()
    assert app.mind.open
    app.key(pygame.K_ESCAPE)
    app.step()
    assert not app.mind.open and isinstance(app.stage.scene, Menu)


def test_from_another_seat_others_are_compared(app: AppByHand) -> None:
    number = keep(app.storage.journal(), with_packs(THEIRS, 4))
    bring(app.storage.journal(), THEIRS)
    scene = comparison(app, number)
    scene.set_seat(1)
    assert table(scene)[0] == ("", "Bruno (Strong)", "Bruno (Strong)", "difference")


def test_of_cards_that_nobody_here_has_played_nothing_is_told_until_they_are_played(app: AppByHand) -> None:
    number = bring(app.storage.journal(), THEIRS)
    scene = comparison(app, number)
    assert table(scene) == [("", "Zoë")]
    assert "let-computer-play" not in app.ids
    app.press("play-deal")
    app.steps(lambda: isinstance(app.stage.scene, TableScene), most=300)
    begun = app.storage.journal().load(2)
    assert begun.record.deals[0].pack == THEIRS.deals[0].pack and begun.extra == {}
    assert begun.record.names[0] == app.stage.settings.called and app.table.table.persons == (0,)
    app.stage.go(Menu(app.stage))
    app.step()
    app.stage.doors.compare(number)
    app.step()
    app.step()
    assert isinstance(app.stage.scene, Menu) and "still being played" in app.toasts.words


def test_what_is_shown_is_told_in_lines(app: AppByHand) -> None:
    said: list[str] = []
    app.stage.narrate = said.append
    number = keep(app.storage.journal(), with_packs(THEIRS, 4))
    bring(app.storage.journal(), THEIRS)
    comparison(app, number)
    assert "Deal 1: Anna" in said[-1] and "Zoë" in said[-1] and "In all" in said[-1]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["replay", "analyze"])
def test_it_is_asked_once_before_the_cards_of_somebody_elses_match_are_shown(app: AppByHand, way: str) -> None:
    bring(app.storage.journal(), THEIRS)
    app.stage.doors.history(lambda: None)
    for _frame in range(4):
        app.step()
    app.press(way)
    assert isinstance(app.stage.scene, Ask)
    app.key(pygame.K_RETURN)
    app.step()
    assert isinstance(app.stage.scene, History)
    app.press(way)
    app.press("confirm")
    app.steps(lambda: not isinstance(app.stage.scene, (Ask, History)))
    app.key(pygame.K_ESCAPE)
    app.stage.go(Menu(app.stage))
    app.stage.doors.history(lambda: None)
    for _frame in range(4):
        app.step()
    app.press("replay")
    app.step()
    assert isinstance(app.stage.scene, Replay)


def test_ones_own_match_is_looked_at_without_a_question(app: AppByHand) -> None:
    keep(app.storage.journal(), THEIRS)
    app.stage.doors.history(lambda: None)
    for _frame in range(4):
        app.step()
    app.press("replay")
    app.step()
    assert isinstance(app.stage.scene, Replay)


def test_cards_that_lie_on_a_table_here_are_not_shown_from_a_file_either(app: AppByHand) -> None:
    kept = Kept(THEIRS, (PERSON, "club"), 0.0)
    assert review_of_file(app.storage, kept).deals == 2
    keep(app.storage.journal(), with_packs(THEIRS, 3, actions=2), over=False)
    with pytest.raises(StorageError, match="still being played here"):
        review_of_file(app.storage, kept)
    app.storage.close()
    assert review_of_file(app.storage, kept).deals == 2


def test_cards_that_have_been_looked_at_are_played_as_a_side_line(app: AppByHand) -> None:
    number = bring(app.storage.journal(), THEIRS)
    app.storage.journal().note(number, LOOKED_AT, True, acted=False)
    scene = comparison(app, number)
    assert any("side line" in line for line in scene.told)
    app.press("play-deal")
    app.steps(lambda: isinstance(app.stage.scene, TableScene), most=300)
    assert app.storage.journal().load(2).extra == {"side_line": True}
