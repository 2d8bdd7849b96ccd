"""A journey through the built program: from the menu through a deal, closed in its middle and gone on with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.mirror import need_everything
from tests.journeys.screen import Eye, begins_with, screen, wait_for
from tests.journeys.test_journeys import gone_on, new_match, play
from tests.standalone.built import built

pytestmark = pytest.mark.window


@pytest.fixture(name="program")
def _program() -> tuple[str, ...]:
    need_everything()
    return (str(built()),)


@contextmanager
def watched(home: Path) -> Iterator[Eye]:
    """The journal, read anew: `places` copies the file, and with that the locks of an earlier reader are lost."""
    eye = Eye(home)
    try:
        yield eye
    finally:
        eye.close()


def test_the_built_program_plays_a_deal_closed_in_the_middle_and_gone_on_with(
    program: tuple[str, ...], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    with screen(home, program) as window:
        with watched(home) as eye:
            new_match(window, eye, tmp_path)
            play(window, eye, "mouse", actions=9)

            def quits() -> bool:
                window.key("Escape", "Shift+Tab", "Return")  # the last button of the pause: save and leave
                time.sleep(0.3)
                window.key("Shift+Tab", "Return")  # the last button of the menu: quit
                time.sleep(0.3)
                return not window.runs

            wait_for(quits)
            assert window.program is not None and window.program.returncode == 0
            left = eye.record()
        assert left is not None and not left.replay().results

        with watched(home) as eye:
            gone_on(window, eye, tmp_path)
            play(window, eye, "mouse", deals=1)
            record = eye.record()
        assert record is not None and begins_with(record, left)
        (result,) = record.replay().results
        assert sum(result.points) == 120
        assert window.runs
