"""The history by keys in a real window: a file is viewed, continued, found again, exported and imported."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from game.match.record import decode_record, encode_record
from tests.helpers import make_match, make_record, play_random_actions
from tests.journeys.program_screen import StoredMatchReader, open_screen, wait_for

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_match_file_is_replayed_resumed_searched_exported_and_imported(tmp_path: Path) -> None:
    home, file, narration_path = tmp_path / "home", tmp_path / "match.tvr", tmp_path / "said.txt"
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, "journey", deal_count=2)))
    file.write_bytes(encode_record(record))

    def read_line(words: str) -> None:
        def said_so() -> bool:
            return narration_path.exists() and words in narration_path.read_text()

        try:
            wait_for(said_so)
        except AssertionError:
            raise AssertionError(f"{words!r} was never said: {narration_path.read_text()}") from None

    def has_more_actions(before: int) -> bool:
        return len(narration_path.read_text()) > before

    def press_until_focused(key: str, name: str) -> None:
        """Press a key until the focus is on the control of this name. Raise AssertionError if that takes too long."""
        for _press in range(12):
            before = len(narration_path.read_text())
            window.press_keys(key)
            wait_for(partial(has_more_actions, before))
            if name in narration_path.read_text()[before:].splitlines():
                return
        raise AssertionError(f"{name} never came: {narration_path.read_text()}")

    with open_screen(home) as window:
        window.start("look", str(file), "--narrate", str(narration_path))
        read_line("Deal 1 of 2")
        with closing(StoredMatchReader(home)) as eye:
            window.press_keys("Next")
            read_line("takes")
            window.press_keys("Return")
            read_line("Play again")
            press_until_focused("Tab", "Continue from here.")
            window.press_keys("Return")
            wait_for(lambda: eye.load_record(1))
            side = eye.load_record(1)
            assert side is not None and side.deals[0].pack == record.deals[0].pack
            assert side.deals[0].actions[:2] == record.deals[0].actions[:2]
            window.kill()
            narration_path.unlink()
            window.start("--narrate", str(narration_path))
            read_line("Continue")
            press_until_focused("Down", "History.")
            window.press_keys("Return")
            read_line("1 match")
            window.press_keys("Down")
            press_until_focused("Tab", "More for this match.")
            window.press_keys("Return")
            read_line("Export match…")
            window.press_keys("Return")
            read_line("Export match to file")
            window.press_keys("Return")
            wait_for(lambda: list(home.glob("*.tvr")))
            (out,) = home.glob("*.tvr")
            assert decode_record(out.read_bytes()).deals == ()  # the deal is still in progress
            read_line("Match exported to")
            press_until_focused("Tab", "More.")
            window.press_keys("Return")
            read_line("Import matches…")
            window.press_keys("Return")
            read_line("Import matches from the file")
            window.run_xdotool("type", "--delay", "20", str(file))
            window.press_keys("Return")
            wait_for(lambda: eye.load_record(2))
            assert eye.load_record(2) == record
            read_line("imported")
    assert file.read_bytes() == encode_record(record)
