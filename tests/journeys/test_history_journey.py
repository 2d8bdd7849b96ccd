"""By the keys alone in a real window: a file is looked at, played on from, found again, taken out and brought in."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from game.record import dump, load
from tests.helpers import fresh, playout, recorded
from tests.journeys.screen import Eye, screen, wait_for

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_a_file_is_looked_at_played_on_found_exported_and_imported(tmp_path: Path) -> None:
    home, file, said = tmp_path / "home", tmp_path / "match.tvr", tmp_path / "said.txt"
    match = fresh("briscola", seats=2)
    record = recorded(match, list(playout(match, "journey", deals=2)))
    file.write_bytes(dump(record))

    def told(words: str) -> None:
        def said_so() -> bool:
            return said.exists() and words in said.read_text()

        try:
            wait_for(said_so)
        except AssertionError:
            raise AssertionError(f"{words!r} was never said: {said.read_text()}") from None

    def longer(before: int) -> bool:
        return len(said.read_text()) > before

    def walk(key: str, name: str) -> None:
        """Press a key until the ring is on what has this name."""
        for _press in range(12):
            before = len(said.read_text())
            window.key(key)
            wait_for(partial(longer, before))
            if name in said.read_text()[before:].splitlines():
                return
        raise AssertionError(f"{name} never came: {said.read_text()}")

    with screen(home) as window:
        window.open("look", str(file), "--narrate", str(said))
        told("Deal 1 of 2")
        with closing(Eye(home)) as eye:
            window.key("Next")
            told("takes")
            window.key("Return")
            told("Play it again")
            walk("Tab", "Play on from here.")
            window.key("Return")
            wait_for(lambda: eye.record(1))
            side = eye.record(1)
            assert side is not None and side.deals[0].pack == record.deals[0].pack
            assert side.deals[0].actions[:2] == record.deals[0].actions[:2]
            window.kill()
            said.unlink()
            window.open("--narrate", str(said))
            told("Continue")
            walk("Down", "History.")
            window.key("Return")
            told("1 match")
            window.key("Down")
            walk("Tab", "Export…")
            window.key("Return")
            told("Export this match to the file")
            window.key("Return")
            wait_for(lambda: list(home.glob("*.tvr")))
            (out,) = home.glob("*.tvr")
            assert load(out.read_bytes()).deals == ()  # the deal is still played
            told("The match is in")
            walk("shift+Tab", "Import…")
            window.key("Return")
            told("Import matches from the file")
            window.tell("type", "--delay", "20", str(file))
            window.key("Return")
            wait_for(lambda: eye.record(2))
            assert eye.record(2) == record
            told("imported")
    assert file.read_bytes() == dump(record)
