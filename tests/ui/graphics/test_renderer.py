"""A picture painted in parts equals the picture painted at once, to the pixel, and only changes are painted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.lanes import choose_sample, long_test
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_table, open_test_app
from tests.ui.random_input import RandomInput, restart_program
from tests.ui.scene_registry.scenes import prepare_images_at_once
from ui.app.context import AppContext
from ui.app.match_launcher import start_match
from ui.app.scene import Scene
from ui.graphics.canvas import Canvas, paint_picture, record_commands
from ui.graphics.card_images import CardImages
from ui.graphics.renderer import DirtyRectRenderer, find_changed_areas
from ui.scenes.help.scene import HelpScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene

WINDOW_SIZE = (400, 300)
WINDOW_RECT = pygame.Rect((0, 0), WINDOW_SIZE)
CLIP_RECT = pygame.Rect(50, 40, 200, 200)


@pytest.fixture(autouse=True)
def _prepare_images_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no card become ready between a frame and the full repaint with which it is compared."""
    monkeypatch.setattr(CardImages, "prepare", prepare_images_at_once)


def check_against_full_repaint(app: AppDriver) -> None:
    """Raise AssertionError if the window, painted in parts, differs from a complete repaint."""
    if not app.context.scenes.top.is_ready:  # until its data is read, the window shows the previous scene
        app.advance_until(lambda: app.context.scenes.top.is_ready)
    if app.context.scenes.needs_first_paint:  # it may have become ready after the last frame
        app.advance_frame()
    whole = pygame.Surface(app.surface.get_size(), 0, app.surface)
    paint_picture(whole, app.paint)
    if whole.get_buffer().raw != app.surface.get_buffer().raw:
        where = pygame.mask.from_threshold(whole, (0, 0, 0), (1, 1, 1, 255), app.surface)
        where.invert()
        raise AssertionError(f"{app.context.scenes.top} differs in {where.get_bounding_rects()[:9]}")


def test_frames_are_counted_and_painted_only_if_they_differ() -> None:
    renderer, shown = DirtyRectRenderer(), list[list[pygame.Rect]]()

    def paint_box(left: int) -> Callable[[Canvas], None]:
        return lambda canvas: canvas.fill("#090909", (left, 0, 10, 10))

    small, large = pygame.Surface(WINDOW_SIZE), pygame.Surface((500, 400))
    frames = [(small, 0, True), (small, 0, False), (small, 20, True), (large, 20, True), (large, 20, False)]
    for window, left, is_painted in frames:
        assert renderer.render(window, paint_box(left), lambda areas: shown.append([*areas])) == is_painted
    assert (renderer.frame_count, renderer.painted_frame_count, len(shown)) == (5, 3, 3)
    assert shown[0] == [WINDOW_RECT] and shown[2] == [large.get_rect()]
    assert all(area.colliderect((0, 0, 30, 10)) for area in shown[1])


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 4, 1))
def test_partial_repaint_equals_full_repaint_during_a_deal(tmp_path: Path, game: str) -> None:
    """Click at random while cards move."""
    people = "club " * (GAMES[game].seat_counts[0] - 1) + "you"
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        open_table(app, make_match_setup(people.strip(), game=game))
        monkey, painted = RandomInput(app, seed=5), 0
        for frame_number in range(150):
            if frame_number % 3 == 0:
                monkey.rng.choice((monkey.move, monkey.click, monkey.click, monkey.drag))()
            app.advance_frame(monkey.rng.choice((1 / 60, 1 / 30, 0.3)))
            if not app.context.is_running:
                restart_program(app)
            check_against_full_repaint(app)
        painted = app.renderer.painted_frame_count
        assert 20 < painted < 150


@pytest.mark.slow
def test_partial_repaint_equals_full_repaint_in_every_scene(tmp_path: Path) -> None:
    """Press keys, click and resize the window at random."""
    with open_test_app(tmp_path, seed=3) as app:
        monkey = RandomInput(app, seed=7)
        app.context.scenes.push(get_main_menu_class()(app.context))
        for frame_number in range(240):
            if frame_number % 120 == 60:
                app.context.apply_settings(make_settings(speed=0.0))
                start_match(app.context, make_match_setup("club club"))
            for _event in range(3):
                monkey.post_random_event()
            app.advance_frame(monkey.rng.choice((1 / 60, 0.2)))
            if not app.context.is_running:
                restart_program(app)
                app.advance_frame()  # the new menu is painted by the frame after it was opened
            check_against_full_repaint(app)


# -- draw commands


def make_random_box(rng: Random) -> tuple[str, tuple[int, int, int, int]]:
    """Return a color and a rectangle, which may lie partly outside the window."""
    left, top = (rng.randrange(-20, length) for length in WINDOW_SIZE)
    return f"#{rng.randrange(1 << 24):06x}", (left, top, rng.randrange(10, 200), rng.randrange(10, 150))


@pytest.mark.slow
def test_partial_repaint_equals_full_repaint_for_random_commands() -> None:
    """Change the list of commands at random: replace, move and reorder boxes and half transparent images."""
    rng, painter = Random(2), DirtyRectRenderer()
    window, whole = pygame.Surface(WINDOW_SIZE), pygame.Surface(WINDOW_SIZE)
    image = pygame.Surface((60, 40), pygame.SRCALPHA)
    image.fill((200, 90, 30, 120))
    boxes = [make_random_box(rng) for _box in range(12)]

    def paint(canvas: Canvas) -> None:
        canvas.fill("darkgreen")
        for color, rect in boxes[:6]:
            canvas.draw_rect(color, rect, 0, 7)
        with canvas.clipped_to(CLIP_RECT):
            for color, rect in boxes[6:]:
                canvas.draw_rect(color, rect, 3)
                canvas.blit(image, rect[:2])

    for _picture in range(150):
        boxes[rng.randrange(12)] = make_random_box(rng)
        if rng.random() < 0.3:
            boxes.insert(rng.randrange(12), boxes.pop(rng.randrange(12)))
        painter.render(window, paint)
        paint_picture(whole, paint)
        assert whole.get_buffer().raw == window.get_buffer().raw


def test_equal_image_created_each_frame_is_recognized() -> None:
    def paint_new_image(canvas: Canvas) -> None:
        image = pygame.Surface((30, 20), pygame.SRCALPHA)
        image.fill((9, 9, 9, 9))
        canvas.blit(image, (5, 5))

    old, new = record_commands(WINDOW_SIZE, paint_new_image), record_commands(WINDOW_SIZE, paint_new_image)
    areas, commands = find_changed_areas(old, new, WINDOW_RECT)
    assert areas == [] and commands[0].source is old[0].source


@pytest.mark.slow
@pytest.mark.parametrize("page", [get_main_menu_class(), NewMatchScene, SettingsScene, HelpScene, None])
def test_unchanged_scene_is_not_repainted(tmp_path: Path, page: Callable[[AppContext], Scene] | None) -> None:
    """Check pages, and a table at which a person is on turn."""
    with open_test_app(tmp_path) as app:
        if page is None:
            table = open_table(app, make_match_setup("you club"))
            app.advance_until(lambda: table.session.is_your_turn)
        else:
            app.context.scenes.push(page(app.context))
        app.advance_until(lambda: not app.needs_frames)
        for _frame in range(20):
            app.advance_frame()
        before = app.renderer.painted_frame_count
        for _frame in range(100):
            app.advance_frame()
        assert app.renderer.painted_frame_count == before
