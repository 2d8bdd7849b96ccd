"""Window managers move, resize and close the window, and nobody sees a black one or loses its place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest

from tests.journeys.main_menu import quit_from_menu
from tests.journeys.program_screen import (
    TIMEOUT_S,
    ProgramScreen,
    open_screen,
    skip_without_tools,
    wait_and_check,
    wait_for,
    write_settings,
)
from ui.app.placement import SETTLE_S

pytestmark = [pytest.mark.window, pytest.mark.slow]
SCREEN = (1280, 800)
SCREENSHOT_PROGRAM = "import"
"""The program of ImageMagick that takes a screenshot."""
MIN_COLORS = 200
MAX_BLACK_SHARE = 0.2
I3_CONFIG = "# i3 config file (v4)\nfocus_follows_mouse no\n"


class WindowRect(NamedTuple):
    """A window on the screen without its frame, in pixels."""

    x: int
    y: int
    width: int
    height: int


@contextmanager
def open_desktop(
    tmp_path: Path, manager: str, *, size: tuple[int, int] = SCREEN, window: dict[str, Any] | None = None
) -> Iterator[ProgramScreen]:
    """Return a context manager that opens a screen with a window manager, "" for none; the program is not started.

    ``window``: the stored placement of the window. At the end the program must have written nothing to the terminal.
    """
    skip_without_tools(manager, "xwininfo", SCREENSHOT_PROGRAM)
    config = tmp_path / "i3.conf"
    config.write_text(I3_CONFIG)
    command = {"": (), "i3": ("i3", "-c", str(config))}.get(manager, (manager,))
    home = tmp_path / "home"
    with open_screen(home, size=size, window_manager=command) as screen:
        write_settings(home, 0.0, window=window)
        yield screen
    assert screen.error_text == ""


def find_rect(screen: ProgramScreen) -> WindowRect | None:
    """Return where the window is, or None if there is none any more."""
    command = ["xwininfo", "-display", screen.display, "-id", screen.window_id]
    text = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False).stdout
    labels = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    values = [int(found[1]) for label in labels if (found := re.search(rf"{label}: +(-?\d+)", text))]
    return WindowRect(*values) if len(values) == 4 else None


def wait_for_rect(screen: ProgramScreen, rect: WindowRect) -> None:
    """Wait until the window is there, and stays there while its events arrive."""
    is_there = wait_and_check(lambda: find_rect(screen) == rect, TIMEOUT_S / 4)
    assert is_there, f"{find_rect(screen)} instead of {rect}"
    time.sleep(2 * SETTLE_S)
    assert find_rect(screen) == rect


def take_picture(screen: ProgramScreen) -> pygame.Surface | None:
    """Return the picture of the window, or None while it changes its size."""
    rect = find_rect(screen)
    command = [SCREENSHOT_PROGRAM, "-display", screen.display, "-window", screen.window_id, "-depth", "8", "rgb:-"]
    data = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False).stdout
    if rect is None or len(data) != rect.width * rect.height * 3:
        return None
    return pygame.image.frombytes(data, rect[2:], "RGB")


def is_picture_shown(screen: ProgramScreen) -> bool:
    """Return whether all parts of the window are drawn: each corner region has colors, and little is black."""
    picture = take_picture(screen)
    if picture is None:
        return False
    black = pygame.mask.from_threshold(picture, (0, 0, 0), (2, 2, 2, 255)).count()
    width, height = picture.get_size()
    parts = [
        pygame.Rect(x * width // 2, y * height // 2, width // 2, height // 2) for x in range(2) for y in range(2)
    ]  # fmt: skip
    return black < MAX_BLACK_SHARE * width * height and all(
        len(count_colors(picture.subsurface(part))) > MIN_COLORS for part in parts
    )


def count_colors(picture: pygame.Surface) -> set[bytes]:
    """Return the different colors of a picture."""
    data = pygame.image.tobytes(picture, "RGB")
    return {data[index : index + 3] for index in range(0, len(data), 3)}


def read_stored(screen: ProgramScreen) -> dict[str, Any]:
    """Return the stored settings."""
    values: dict[str, Any] = json.loads((screen.home / "config" / "settings.json").read_text("utf-8"))
    return values


def close_by_keys(screen: ProgramScreen, *keys: str) -> None:
    """Close the window with the keys of the window manager, and wait until the program has ended."""
    screen.press_keys(*keys)
    wait_for(lambda: not screen.is_running)
    screen.close()


def double_click_title(screen: ProgramScreen) -> None:
    """Double-click the middle of the title bar."""
    rect = find_rect(screen)
    assert rect is not None
    place = str(rect.x + rect.width // 2), str(rect.y - 8)
    screen.run_xdotool("mousemove", *place, "click", "--repeat", "2", "--delay", "60", "1")


def test_window_comes_back_as_it_was_under_openbox(tmp_path: Path) -> None:
    stored = {"size": [1000, 600], "place": [-3000, -2000]}
    with open_desktop(tmp_path, "openbox", window=stored) as screen:
        screen.start()
        wait_for(lambda: is_picture_shown(screen))
        opened = find_rect(screen)
        assert opened is not None and opened[2:] == (1000, 600) and opened.x > 0 and opened.y > 0

        screen.run_xdotool("windowsize", "--sync", screen.window_id, "900", "560")
        screen.run_xdotool("windowmove", "--sync", screen.window_id, "100", "60")
        time.sleep(2 * SETTLE_S)
        window, full_screen = find_rect(screen), WindowRect(0, 0, *SCREEN)
        assert window is not None and window[2:] == (900, 560)
        for _turn in range(2):
            screen.press_keys("F11")
            wait_for_rect(screen, full_screen)
            screen.press_keys("F11")
            wait_for_rect(screen, window)

        double_click_title(screen)
        wait_for(lambda: find_rect(screen) not in (None, window))
        time.sleep(2 * SETTLE_S)
        maximized = find_rect(screen)
        assert maximized is not None and maximized.width == SCREEN[0]
        screen.press_keys("F11")
        wait_for_rect(screen, full_screen)
        screen.press_keys("F11")
        wait_for_rect(screen, maximized)
        double_click_title(screen)
        wait_for_rect(screen, window)

        screen.run_xdotool("windowsize", "--sync", screen.window_id, "1010", "660")
        wait_for_rect(screen, resized := window._replace(width=1010, height=660))
        screen.press_keys("F11")
        wait_for_rect(screen, full_screen)
        wait_for(lambda: is_picture_shown(screen))
        close_by_keys(screen, "alt+F4")
        placement = {"size": [1010, 660], "place": [resized.x, resized.y], "maximised": False}
        assert (read_stored(screen)["window"], read_stored(screen)["full_screen"]) == (placement, True)

        screen.start()
        wait_for_rect(screen, full_screen)
        screen.press_keys("F11")
        wait_for_rect(screen, resized)
        wait_for(lambda: is_picture_shown(screen))
        double_click_title(screen)
        wait_for_rect(screen, maximized)
        close_by_keys(screen, "alt+F4")
        assert read_stored(screen)["window"] == {**placement, "maximised": True}


def test_any_size_is_drawn_and_clicked_under_i3(tmp_path: Path) -> None:
    with open_desktop(tmp_path, "i3") as screen:
        screen.start()
        wait_for(lambda: is_picture_shown(screen))
        alone = find_rect(screen)
        assert alone is not None and alone.width > 1200
        neighbor = subprocess.Popen(["xev", "-display", screen.display], stdout=subprocess.DEVNULL)
        try:
            wait_for(lambda: (now := find_rect(screen)) is not None and now.width < 700)
            wait_for(lambda: is_picture_shown(screen))
            half = find_rect(screen)
            assert half is not None
            run_i3(screen, f"[id={screen.window_id}] focus")
            screen.press_keys("F11")
            wait_for_rect(screen, WindowRect(0, 0, *SCREEN))
            screen.press_keys("F11")
            wait_for_rect(screen, half)
            for size in ((1270, 470), (480, 300)):
                float_at(screen, size)
                wait_for(lambda: is_picture_shown(screen))
            rect = find_rect(screen)
            assert rect is not None
            quit_from_menu(screen, tmp_path, rect)
        finally:
            neighbor.terminate()
            neighbor.wait()


def float_at(screen: ProgramScreen, size: tuple[int, int]) -> None:
    """Let i3 take the window out of its tiles, and give it this size with its frame."""
    width, height = size
    run_i3(screen, f"[id={screen.window_id}] floating enable, resize set {width} {height}, move position 4 4")

    def has_size() -> bool:
        rect = find_rect(screen)
        return rect is not None and abs(rect.width - width) < 30 and abs(rect.height - height) < 30

    wait_for(has_size)


def run_i3(screen: ProgramScreen, command: str) -> None:
    """Let i3 carry out a command."""
    values = {**os.environ, "DISPLAY": screen.display}
    subprocess.run(["i3-msg", command], env=values, capture_output=True, timeout=TIMEOUT_S, check=True)


def test_window_with_its_frame_fits_a_small_screen(tmp_path: Path) -> None:
    with open_desktop(tmp_path, "openbox", size=(640, 480)) as screen:
        screen.start()
        wait_for(lambda: is_picture_shown(screen))
        rect = find_rect(screen)
        assert rect is not None and rect.x >= 0 and rect.y >= 15
        assert rect.x + rect.width <= 640 and rect.y + rect.height <= 480
        quit_from_menu(screen, tmp_path, rect)


def test_window_comes_back_after_full_screen_without_a_window_manager(tmp_path: Path) -> None:
    with open_desktop(tmp_path, "", window={"size": [1000, 600], "place": [100, 90]}) as screen:
        screen.start()
        wait_for(lambda: is_picture_shown(screen))
        screen.press_keys("F11")
        wait_for_rect(screen, WindowRect(0, 0, *SCREEN))
        wait_for(lambda: is_picture_shown(screen))
        screen.press_keys("F11")
        wait_for_rect(screen, WindowRect(100, 90, 1000, 600))
        quit_from_menu(screen, tmp_path, (100, 90, 1000, 600))
        assert read_stored(screen)["window"] == {"size": [1000, 600], "place": [100, 90], "maximised": False}
