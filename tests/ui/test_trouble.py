"""Who cannot write into the program's folder reads so in a window, and may try again."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.store.files import StorageError
from tests.ui.stage import opened
from ui import front
from ui.scenes.trouble import Trouble

FAULT = "The folder /home/anna/tavolo cannot be written to: there is no permission."


def test_the_page_says_what_is_in_the_way_and_what_to_do(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        page = Trouble(app.stage, FAULT)
        app.stage.go(page)
        app.step()
        shown = " ".join(line for line, _colour in page.lines)
        assert FAULT in shown and "TAVOLOVERDE_HOME" in shown
        for size in ((960, 540), (2560, 1440)):
            app.resize(size)
            assert page.body.contains(page.box)
        app.press("try-again")
        assert page.again and not app.stage.running


@pytest.mark.parametrize("way", ["Quit", "Escape"])
def test_one_may_give_up(tmp_path: Path, way: str) -> None:
    with opened(tmp_path) as app:
        page = Trouble(app.stage, FAULT)
        app.stage.go(page)
        app.step()
        if way == "Quit":
            app.press("quit")
        else:
            app.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
        assert not page.again and not app.stage.running


@pytest.mark.parametrize(("answers", "status", "tries"), [([False], 1, 1), ([True, False], 1, 2), ([True], 0, 2)])
def test_it_is_tried_as_often_as_one_asks_for_and_said_each_time(
    answers: list[bool], status: int, tries: int, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = 0

    def work() -> None:
        nonlocal begun
        begun += 1
        if begun <= len(answers) and not (status == 0 and begun > 1):
            raise StorageError(FAULT)

    left = iter(answers)
    assert front.run_guarded(work, ask_again=lambda _line: next(left)) == status
    assert begun == tries
    assert capsys.readouterr().err == f"tavoloverde: {FAULT}\n" * (tries - (status == 0))


def test_where_nobody_would_see_a_window_none_is_opened() -> None:
    with patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy"}):
        assert not front.ask_again(partial(Trouble, fault=FAULT))


@pytest.mark.slow
@pytest.mark.window
def test_a_home_that_cannot_be_written_to_is_said_in_a_window(tmp_path: Path) -> None:
    from tests.journeys.screen import screen, wait_for

    home = tmp_path / "home"
    with screen(home) as look:
        blocked = tmp_path / "file"
        blocked.write_text("in the way")
        look.home = blocked / "below"
        look.open()
        wait_for(lambda: look.runs)
        wait_for(lambda: gold_in(look.display, tmp_path / "shot.png"))
        look.key("Escape")
        assert look.program is not None and look.program.stderr is not None
        assert look.program.wait(120) == 1
        line = look.program.stderr.read().decode()
        assert line.startswith("tavoloverde: ") and str(blocked) in line and line.count("\n") == 1
        look.program = None


def gold_in(display: str, file: Path) -> bool:
    """Whether the page with its golden button is on the display."""
    subprocess.run(["import", "-display", display, "-window", "root", str(file)], check=True, timeout=120)
    picture = pygame.image.load(file)
    gold = pygame.Color("#f3b72f")
    threshold = pygame.mask.from_threshold(picture, gold, (8, 8, 8, 255))
    return threshold.count() > 1000 and sys.platform == "linux"
