"""The replay in the window: by keys, by the line, with open hands or not; what is played from it never touches it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec
import pygame
import pytest

from game.engine.cards import HIDDEN
from game.record import dump
from game.review import Review
from game.rules import GAMES
from game.seating import PERSON
from game.store.files import StorageError
from tests.helpers import fresh, playout, recorded
from tests.ui.stage import AppByHand
from ui.scene import Scene, Stage
from ui.scenes.again import Again
from ui.scenes.menu import Menu
from ui.scenes.passage import Passage
from ui.scenes.replay import Replay
from ui.table.layout import layout
from ui.table.order import as_seen
from ui.table.scene import TableScene

STEPS = 14
"""So many cards of a deal are gone through one by one."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def kept(app: AppByHand, game: str = "briscola", deals: int = 2) -> int:
    match = fresh(game, seats=GAMES[game].proposed_seats)
    record = recorded(match, list(playout(match, "replay", deals=deals)))
    journal = app.storage.journal()
    number = journal.create(record, (PERSON, *["club"] * (len(record.names) - 1)), 1, {})
    journal.release(number)
    return number


def replay(app: AppByHand, game: str = "briscola") -> Passage:
    app.stage.doors.replay(kept(app, game))
    app.step()
    app.step()
    app.drawn()
    scene = app.stage.scene
    assert isinstance(scene, Replay) and scene.passage is not None
    return scene.passage


def rest(app: AppByHand) -> None:
    app.steps(lambda: not app.stage.scene.busy)


def sprites(app: AppByHand, passage: Passage) -> Any:
    scene: Any = app.stage.scene
    return passage.picture(passage.spot(scene.table_size)).sprites


@pytest.mark.slow
@EVERY_GAME
def test_step_by_step_every_moment_lies_as_it_is_laid_out(app: AppByHand, game: str) -> None:
    passage = replay(app, game)
    scene: Any = app.stage.scene
    for at in range(1, min(passage.last, STEPS) + 1):
        app.key(pygame.K_RIGHT)
        assert passage.at == at
        if passage.showing.beat is not None:
            app.key(pygame.K_RIGHT)  # what moves is at its end
        assert passage.at == at
        place = passage.spot(scene.table_size)
        assert sprites(app, passage) == layout(passage.view.board, place)
        assert app.widget("moment").value == passage.at


@pytest.mark.slow
def test_as_dealt_a_hand_is_gone_through_in_the_order_in_which_it_came(app: AppByHand) -> None:
    app.stage.apply(msgspec.structs.replace(app.stage.settings, hand_order="dealt"))
    passage = replay(app, "chiamata")
    scene: Any = app.stage.scene
    hand, order = passage.view.board.hands[passage.seat], passage.spot(scene.table_size).order
    assert as_seen(hand, order) == tuple(sorted(hand, key=passage.review.dealt(0).pack.index)) != hand


@pytest.mark.slow
def test_a_line_never_has_the_only_person_do_what_somebody_else_does(app: AppByHand) -> None:
    """Who has given no name is called "You": you deal and you play, and "You deals" stands nowhere."""
    passage = replay(app)
    you, lines = passage.review.you, set[str]()
    assert you is not None
    for deal in range(passage.review.deals):
        passage.go(0, deal)
        for at in range(passage.last + 1):
            passage.go(at)
            lines.add(passage.caption)
    assert {"You deal", *lines} == lines and any(one.startswith("You play ") for one in lines)
    assert not [one for one in lines if one.startswith(passage.review.names[you])]


@pytest.mark.slow
def test_the_keys_go_by_card_trick_and_deal(app: AppByHand) -> None:
    passage = replay(app)
    tricks = passage.review.tricks(0)
    for key, at in (
        (pygame.K_PAGEDOWN, tricks[0]), (pygame.K_PAGEDOWN, tricks[1]), (pygame.K_PAGEUP, tricks[0]),
        (pygame.K_END, passage.last), (pygame.K_LEFT, passage.last - 1), (pygame.K_HOME, 0), (pygame.K_LEFT, 0),
    ):  # fmt: skip
        app.key(key)
        assert passage.at == at
    app.key(pygame.K_DOWN)
    assert (passage.deal, passage.at) == (1, 0)
    app.key(pygame.K_DOWN)
    assert passage.deal == passage.review.deals - 1
    app.key(pygame.K_UP)
    assert passage.deal == 0


@pytest.mark.slow
def test_the_last_step_of_a_deal_leads_to_the_next(app: AppByHand) -> None:
    passage = replay(app)
    app.key(pygame.K_END)
    app.key(pygame.K_RIGHT)
    assert (passage.deal, passage.at) == (1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_p])
def test_it_runs_by_itself_to_the_end_of_the_deal_and_stops_where_it_is_stopped(app: AppByHand, key: int) -> None:
    passage = replay(app)
    passage.go(passage.last - 6)
    app.key(key)
    app.steps(lambda: passage.at == passage.last - 4, seconds=0.2)
    app.key(key)
    rest(app)
    at = passage.at
    for _frame in range(20):
        app.step(0.2)
    assert passage.at == at < passage.last
    app.key(key)
    app.steps(lambda: not app.stage.scene.busy, seconds=1.0)
    assert passage.at == passage.last


@pytest.mark.slow
def test_the_line_is_pulled_to_any_moment(app: AppByHand) -> None:
    passage = replay(app)
    line = app.widget("moment")
    rect = pygame.Rect(line.get_abs_rect())
    app.click((rect.x + line.x_at(passage.last // 2), rect.centery))
    assert passage.at == passage.last // 2


@pytest.mark.slow
@EVERY_GAME
def test_other_hands_are_backs_until_they_are_opened(app: AppByHand, game: str) -> None:
    passage = replay(app, game)

    def backs() -> int:
        hands = passage.view.board.hands
        return sum(card is HIDDEN for hand in hands for card in hand)

    others = sum(len(hand) for seat, hand in enumerate(passage.view.board.hands) if seat != passage.seat)
    assert backs() == others > 0
    app.key(pygame.K_o)
    assert backs() == 0
    app.press("hands")
    assert backs() == others


@pytest.mark.slow
def test_the_same_is_seen_from_any_seat(app: AppByHand) -> None:
    passage = replay(app, "chiamata")
    scene: Any = app.stage.scene
    for seat in (3, 1):
        scene.show_hands_of(seat, open_=False)
        app.step()
        assert HIDDEN not in passage.view.board.hands[seat]
        assert all(HIDDEN in hand for at, hand in enumerate(passage.view.board.hands) if at != seat)


@pytest.mark.slow
def test_an_open_match_shows_its_finished_deals_only(app: AppByHand) -> None:
    match = fresh("briscola", seats=2)
    record = recorded(match, list(playout(match, 1, deals=1)))
    open_ = record.dealt(record.replay().dealer, record.deals[0].pack[::-1])
    journal = app.storage.journal()
    number = journal.create(open_, (PERSON, "club"), 1, {})
    app.stage.doors.replay(number)
    app.step()
    app.step()
    scene: Any = app.stage.scene
    assert scene.passage.review.deals == 1


def test_a_match_without_a_finished_deal_is_a_line(app: AppByHand) -> None:
    match = fresh("briscola", seats=2)
    record = recorded(match, list(playout(match, 1, deals=1))).undo()
    number = app.storage.journal().create(record, (PERSON, "club"), 1, {})
    app.stage.doors.replay(number)
    app.step()
    app.step()
    assert isinstance(app.stage.scene, Menu) and "no finished deal" in app.toasts.words


def test_a_match_that_is_gone_is_a_line(app: AppByHand) -> None:
    asked = Future[Review]()
    asked.set_exception(StorageError("This match was deleted in another window."))
    app.stage.push(Replay(app.stage, asked))
    app.step()
    app.step()
    assert isinstance(app.stage.scene, Menu) and "deleted" in app.toasts.words


# -- played again


@pytest.mark.slow
@EVERY_GAME
def test_play_on_from_here_is_a_new_match_that_no_statistics_count(app: AppByHand, game: str) -> None:
    passage = replay(app, game)
    before = dump(app.storage.saved(1))
    passage.go(2)
    there = passage.view.board
    app.key(pygame.K_RETURN)
    assert isinstance(app.stage.scene, Again)
    app.press("play-on")
    app.steps(lambda: isinstance(app.stage.scene, TableScene), most=300)
    table = app.table.table
    assert dump(app.storage.saved(1)) == before
    saved = app.storage.journal().load(2)
    assert saved.extra == {"side_line": True}
    assert saved.players.count(PERSON) == 1
    assert table.view.board.hands[0] == there.hands[0]
    entry = next(one for one in app.storage.journal().archive.entries() if one.id == 2)
    assert not entry.counts


@pytest.mark.slow
def test_the_same_deal_is_played_from_another_seat(app: AppByHand) -> None:
    passage = replay(app, "chiamata")
    pack = passage.review.dealt(0).pack
    app.key(pygame.K_RETURN)
    again = app.stage.scene
    assert isinstance(again, Again)
    again.set_seat(2)
    app.press("same-deal")
    app.steps(lambda: isinstance(app.stage.scene, TableScene), most=300)
    assert app.storage.saved(2).deals[0].pack == pack
    assert app.table.table.persons == (2,)
    assert app.table.table.names[2] == "Anna"


@pytest.mark.slow
def test_what_is_seen_is_told_in_lines(app: AppByHand) -> None:
    said: list[str] = []
    app.stage.narrate = said.append
    replay(app)
    assert any("Deal 1 of" in line for line in app.stage.scene.told)
    app.key(pygame.K_RIGHT)
    assert any("plays" in line for line in said)
