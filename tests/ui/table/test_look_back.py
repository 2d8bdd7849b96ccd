"""Looking back at the table: the strip of tricks and the cards that are gone, by keys, by clicks and in words."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.aids import Aids, Memory
from game.engine.actions import Play
from game.engine.events import Played, TrickTaken
from game.names import card_name
from tests.fakes import seating
from tests.ui.driving import forward
from tests.ui.stage import AppByHand, at_table, opened, settings
from ui.settings import Settings
from ui.table.log import Log
from ui.table.look_back import LookBack
from ui.table.memory import MemoryAid
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow

WINDOWS = [((960, 540), 0.75), ((960, 540), 2.0), ((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 1.0)]


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=0.0)


def after(app: AppByHand, tricks: int, kinds: str = "you random", memory: Memory = "all", **table: Any) -> TableScene:
    """The viewer's turn when so many tricks have been taken."""
    at_table(app, msgspec.structs.replace(seating(kinds, **table), aids=Aids(memory=memory)))
    forward(app, lambda one: one.table.your_turn and sum(isinstance(e, TrickTaken) for e in one.story) >= tricks)
    return app.table


def look_back(app: AppByHand) -> LookBack:
    app.key(pygame.K_l)
    page = app.stage.scene
    assert isinstance(page, LookBack)
    return page


@pytest.mark.slow
def test_the_arrows_home_and_end_walk_through_the_tricks(app: AppByHand) -> None:
    after(app, 5)
    page = look_back(app)
    walked = [page.tricks[page.at].number]
    back, on = pygame.K_LEFT, pygame.K_RIGHT
    for key in (back, back, pygame.K_HOME, back, on, pygame.K_END, on):
        app.key(key)
        walked.append(page.tricks[page.at].number)
    assert walked == [5, 4, 3, 1, 1, 2, 5, 5]


@pytest.mark.slow
def test_the_wheel_and_a_click_in_the_strip_walk_too(app: AppByHand) -> None:
    after(app, 5)
    page = look_back(app)
    app.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    assert page.at == 3
    at, rect = page.strip_places()[1]
    app.click(rect.center)
    assert page.at == at == 1


@pytest.mark.parametrize("close", ["key", "esc", "button", "beside", "right"])
def test_it_closes_and_nothing_is_played(app: AppByHand, close: str) -> None:
    scene = after(app, 2)
    page, before = look_back(app), scene.table.story
    if close == "button":
        app.press("back")
    elif close == "beside":
        app.click((page.box.left - 20, page.box.centery))
    elif close == "right":
        app.post(pygame.MOUSEBUTTONDOWN, pos=page.box.center, button=3, touch=False)
    else:
        app.key(pygame.K_l if close == "key" else pygame.K_ESCAPE)
    assert app.stage.scene is scene
    assert scene.table.story == before


@pytest.mark.slow
def test_a_button_opens_it_and_leads_on_to_the_cards_that_are_gone(app: AppByHand) -> None:
    after(app, 2)
    app.press("last-trick")
    app.press("memory")
    assert isinstance(app.stage.scene, MemoryAid)
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, LookBack)


@pytest.mark.slow
def test_it_follows_the_last_trick_unless_one_has_walked_back(app: AppByHand) -> None:
    scene = after(app, 3)
    page = look_back(app)
    for walk, shown in ((None, "last"), (pygame.K_LEFT, "kept")):
        if walk is not None:
            app.key(walk)
        number, count = page.tricks[page.at].number, len(page.tricks)
        while len(page.tricks) == count:
            if scene.table.your_turn and not scene.beats:
                scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
            app.step(1.0)
        assert page.tricks[page.at].number == (len(page.tricks) if shown == "last" else number)


def test_without_the_aid_the_last_trick_is_all_there_is(app: AppByHand) -> None:
    scene = after(app, 4, memory="off")
    app.press("last-trick")
    page = app.shows(LookBack)
    assert [one.number for one in page.tricks] == [4]
    app.key(pygame.K_m)
    assert app.shows(LookBack) is page
    app.key(pygame.K_l)
    app.key(pygame.K_m)
    assert app.stage.scene is scene
    assert scene.message == "This table plays without a memory aid."
    app.key(pygame.K_g)
    log = app.stage.scene
    assert isinstance(log, Log)
    taken = [event for event in scene.story if isinstance(event, TrickTaken)]
    gone = [card_name(card) for event in taken[:-1] for card in event.cards]
    assert not [line for line in log.lines if " plays " in line and any(name in line for name in gone)]


@pytest.mark.slow
def test_m_opens_the_memory_aid_and_closes_it(app: AppByHand) -> None:
    scene = after(app, 2)
    app.key(pygame.K_m)
    page = app.stage.scene
    assert isinstance(page, MemoryAid)
    assert list(page.cards.values()).count("gone") == 4
    app.key(pygame.K_m)
    assert app.stage.scene is scene


@pytest.mark.slow
def test_tricks_and_cards_are_told(app: AppByHand) -> None:
    said = list[str]()
    after(app, 3)
    app.stage.narrate = said.append
    page = look_back(app)
    assert page.told[0].startswith("Trick 3: ")
    said.clear()
    app.key(pygame.K_LEFT)
    assert [line for line in said if line.startswith("Trick 2: ")]
    app.key(pygame.K_m)
    aid = app.stage.scene
    assert isinstance(aid, MemoryAid)
    assert len(aid.told) == 1 + 4
    assert sum(line.count("gone") for line in aid.told[1:]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("aloud", [True, False])
def test_points_are_shown_where_the_table_counts_aloud(app: AppByHand, aloud: bool) -> None:
    after(app, 3, count_aloud=aloud)
    page = look_back(app)
    assert ("point" in page.told[0]) == aloud
    app.key(pygame.K_m)
    aid = app.stage.scene
    assert any("Points taken: Anna " in line for line in aid.told) == aloud


def at_rest(scene: TableScene) -> bool:
    return scene.table.your_turn and not scene.beats


@pytest.mark.slow
def test_both_close_when_another_person_is_asked_to_the_screen(app: AppByHand) -> None:
    for key in (pygame.K_l, pygame.K_m):
        scene = at_table(app, seating("you you"))
        app.to_cover()
        scene.uncover()
        app.steps(partial(at_rest, scene))
        app.key(key)
        assert app.stage.scene is not scene
        scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
        app.steps(lambda: app.table.table.cover is not None)
        app.step()
        assert app.stage.scene is scene


@pytest.mark.slow
def test_no_trick_is_there_before_it_has_been_seen(app: AppByHand) -> None:
    scene = after(app, 1)
    app.stage.apply(settings(speed=1.0))
    app.drawn()
    seen = 0
    while scene.table.your_turn or scene.beats or seen < 2:
        if scene.table.your_turn and not scene.beats:
            scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
            seen += 1
        app.step()
        pending = [beat.event for beat in scene.beats if isinstance(beat.event, (Played, TrickTaken))]
        assert not [event for event in pending if event in scene.story]
        if seen == 2 and not scene.beats:
            return


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), WINDOWS, ids=str)
@pytest.mark.parametrize(("game", "seats"), [("spades", 2), ("briscola", 6)])
def test_all_has_its_place_in_every_window(
    tmp_path: Path, size: tuple[int, int], scale: float, game: str, seats: int
) -> None:
    with opened(tmp_path, size=size, settings=settings(speed=0.0, scale=scale)) as app:
        after(app, 4, "you" + " random" * (seats - 1), game=game)
        page = look_back(app)
        buttons = [pygame.Rect(one.get_abs_rect()) for one in page.focus.widgets]
        strip = [rect for _at, rect in page.strip_places()]
        assert pygame.Rect((0, 0), size).contains(page.box)
        assert all(page.box.contains(rect) for rect in (*buttons, *strip))
        assert not [one for one in buttons if one.collidelist(strip) >= 0]
        app.key(pygame.K_m)
        aid = app.stage.scene
        assert isinstance(aid, MemoryAid)
        places = list(aid.places().values())
        assert len(places) == len(app.table.table.pack)
        assert all(aid.box.contains(one) and one.width >= 24 for one in places)
        assert not [one for at, one in enumerate(places) if one.collidelist(places[at + 1 :]) >= 0]
        (back,) = (pygame.Rect(one.get_abs_rect()) for one in aid.focus.widgets)
        assert back.collidelist(places) < 0
