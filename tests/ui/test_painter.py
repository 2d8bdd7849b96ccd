"""What is painted bit by bit is always the whole picture, to the pixel; and nothing is painted that has not changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.rules import GAMES
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, menu, opened, settings
from tests.ui.test_monkey import Monkey, begin_again
from ui.art import Art
from ui.canvas import PLAIN, Canvas, Unknown
from ui.matches import begin
from ui.painter import Painter, changed, noted
from ui.scene import Scene, Stage
from ui.scenes.help import Help
from ui.scenes.new_match import NewMatch
from ui.scenes.previews import Samples
from ui.scenes.settings import SettingsScene
from ui.table.result import Result

SIZE = (400, 300)
WINDOW = pygame.Rect((0, 0), SIZE)


def drawing(app: AppByHand) -> list[Art]:
    """Whatever may draw cards beside the loop: for the tables, and for the samples of the scene that is shown."""
    samples = getattr(app.stage.scene, "samples", None)
    return [*app.stage.arts.values(), *(samples.arts.values() if isinstance(samples, Samples) else ())]


def check(app: AppByHand) -> None:
    """The window, painted in parts, equals one that is painted whole."""
    for art in drawing(app):
        if art.wait():  # cards may have been done just now
            app.step()
    if not app.stage.scene.ready:  # the window shows the scene before until this one has read what it shows
        app.steps(lambda: app.stage.scene.ready)
        app.step()
    whole = pygame.Surface(app.surface.get_size(), 0, app.surface)
    app.paint(whole)
    if whole.get_buffer().raw != app.surface.get_buffer().raw:
        where = pygame.mask.from_threshold(whole, (0, 0, 0), (1, 1, 1, 255), app.surface)
        where.invert()
        raise AssertionError(f"{app.stage.scene} differs in {where.get_bounding_rects()[:9]}")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_deal(tmp_path: Path, game: str) -> None:
    """A person who clicks about while the cards are moving."""
    people = "club " * (GAMES[game].seats[0] - 1) + "you"
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        at_table(app, seating(people.strip(), game=game))
        monkey, painted = Monkey(app, seed=5), 0
        for at in range(500):
            if at % 3 == 0:
                monkey.rng.choice((monkey.move, monkey.click, monkey.click, monkey.drag))()
            app.step(monkey.rng.choice((1 / 60, 1 / 30, 0.3)))
            if not app.stage.running:
                begin_again(app)
            check(app)
        painted = app.painter.painted
        assert 20 < painted < 500


@pytest.mark.slow
def test_every_scene(tmp_path: Path) -> None:
    """A monkey at keys, mouse and the edge of the window."""
    with opened(tmp_path, seed=3) as app:
        monkey = Monkey(app, seed=7)
        app.stage.push(menu()(app.stage))
        for at in range(400):
            if at % 200 == 100:
                app.stage.apply(settings(speed=0.0))
                begin(app.stage, seating("club club"))
            for _event in range(3):
                monkey.throw()
            app.step(monkey.rng.choice((1 / 60, 0.2)))
            if not app.stage.running:
                begin_again(app)
                app.step()  # the new menu is painted by the frame after it was opened
            check(app)


@pytest.mark.slow
def test_a_result_comes_over_the_table(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(speed=0.0)) as app:
        app.stage.push(menu()(app.stage))
        at_table(app, seating("club club"))
        app.steps(lambda: isinstance(app.stage.scene, Result))
        app.steps(lambda: app.painter.painted >= 5)
        check(app)
        app.step()
        check(app)


def stays(app: AppByHand) -> None:
    """Some frames more, and from then on nothing is painted."""
    for _frame in range(20):
        app.step()
    before = app.painter.painted
    for _frame in range(100):
        app.step()
    assert app.painter.painted == before


@pytest.mark.slow
@pytest.mark.parametrize("page", [menu(), NewMatch, SettingsScene, Help])
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
def test_nothing_is_painted_that_has_not_changed(
    tmp_path: Path, page: Callable[[Stage], Scene], size: tuple[int, int]
) -> None:
    with opened(tmp_path, size=size) as app:
        app.stage.push(page(app.stage))
        app.steps(lambda: not app.needs_frames)
        stays(app)


@pytest.mark.slow
def test_a_still_table_is_not_painted(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        table = at_table(app, seating("you club"))
        app.steps(lambda: table.table.your_turn and not app.needs_frames)
        stays(app)


# -- the list of strokes


def some(rng: Random, count: int) -> list[tuple[str, tuple[object, ...]]]:
    """Calls of drawing functions with anything that they take."""

    def point() -> tuple[int, int]:
        return rng.randrange(-20, SIZE[0] + 20), rng.randrange(-20, SIZE[1] + 20)

    def rect() -> tuple[int, int, int, int]:
        return (*point(), rng.randrange(1, 200), rng.randrange(1, 150))

    def colour() -> tuple[int, int, int]:
        return rng.randrange(256), rng.randrange(256), rng.randrange(256)

    makers: dict[str, Callable[[], tuple[Any, ...]]] = {
        "rect": lambda: (colour(), rect(), rng.randrange(5), rng.choice((-1, 7, 30))),
        "ellipse": lambda: (colour(), rect(), rng.randrange(5)),
        "arc": lambda: (colour(), rect(), 0.3, 4.0, rng.randrange(1, 5)),
        "circle": lambda: (colour(), point(), rng.randrange(2, 80), rng.randrange(5)),
        "aacircle": lambda: (colour(), point(), rng.randrange(2, 80), rng.randrange(5)),
        "polygon": lambda: (colour(), [point() for _corner in range(4)], rng.randrange(5)),
        "line": lambda: (colour(), point(), point(), rng.randrange(1, 6)),
        "aaline": lambda: (colour(), point(), point()),
        "lines": lambda: (colour(), True, [point() for _corner in range(4)], rng.randrange(1, 5)),
        "aalines": lambda: (colour(), True, [point() for _corner in range(4)]),
    }
    assert makers.keys() == PLAIN.keys()
    names = [rng.choice(list(makers)) for _call in range(count)]
    return [(name, makers[name]()) for name in names]


def pictures(rng: Random) -> list[pygame.Surface]:
    """Pictures with and without shades of transparency."""
    made = []
    for flags in (0, pygame.SRCALPHA) * 3:
        small = pygame.Surface((7, 5), flags, 32)
        for x in range(7):
            for y in range(5):
                small.set_at((x, y), [rng.randrange(256) for _channel in range(4)])
        made.append(pygame.transform.scale(small, (rng.randrange(20, 90), rng.randrange(20, 90))))
    return made


@pytest.mark.slow
def test_any_strokes() -> None:
    """Strokes come, go, move and change their order: what is painted in parts is the whole."""
    rng = Random(2)
    pygame.display.init()
    window, painter, sources = pygame.display.set_mode(SIZE), Painter(), pictures(rng)
    calls = some(rng, 12)
    shown = [(one, (rng.randrange(SIZE[0]), rng.randrange(SIZE[1]))) for one in sources]
    for _picture in range(250):
        calls[rng.randrange(12)] = some(rng, 1)[0]
        if rng.random() < 0.3:
            calls.insert(rng.randrange(12), calls.pop(rng.randrange(12)))
        at = rng.randrange(len(shown))
        source, (x, y) = shown.pop(at)
        moved = (x + rng.randrange(-9, 9), y + rng.randrange(-9, 9))
        shown.insert(rng.randrange(len(shown) + 1), (rng.choice((source, source.copy())), moved))

        def picture(surface: pygame.Surface) -> None:
            surface.fill("darkgreen")
            for name, args in calls[:6]:
                getattr(pygame.draw, name)(surface, *args)
            surface.fblits(shown[:3])
            surface.set_clip(pygame.Rect(50, 40, 200, 200))
            for name, args in calls[6:]:
                getattr(pygame.draw, name)(surface, *args)
            surface.set_clip(None)
            surface.blits(shown[3:])

        painter.show(window, picture)
        whole = pygame.Surface(SIZE, 0, window)
        picture(whole)
        assert whole.get_buffer().raw == window.get_buffer().raw


def test_a_picture_made_anew_each_frame_is_known_again() -> None:
    def picture(surface: pygame.Surface) -> None:
        made = pygame.Surface((30, 20), pygame.SRCALPHA)
        made.fill((9, 9, 9, 9))
        surface.blit(made, (5, 5))

    old, new = noted(SIZE, picture), noted(SIZE, picture)
    assert old is not None and new is not None
    areas, strokes = changed(old, new, WINDOW)
    assert areas == [] and strokes[0].source is old[0].source


@pytest.mark.parametrize("name", ["set_at", "subsurface", "copy", "scroll"])
def test_what_a_canvas_cannot_tell_it_refuses(name: str) -> None:
    with pytest.raises(Unknown):
        getattr(Canvas(SIZE), name)


def test_a_picture_that_cannot_be_told_is_painted_whole() -> None:
    pygame.display.init()
    window, painter = pygame.display.set_mode(SIZE), Painter()

    def picture(surface: pygame.Surface) -> None:
        surface.fill("red")
        surface.set_at((3, 3), "blue")

    assert painter.show(window, picture) and painter.show(window, picture)
    assert window.get_at((3, 3)) == pygame.Color("blue")
