"""The history by keys in a real window: a file is viewed, continued, found again, exported and imported."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from game.match.record import decode_record, encode_record
from tests.helpers import make_match, make_record, play_random_actions
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import StoredMatchReader, open_screen, wait_for

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_match_file_is_replayed_resumed_searched_exported_and_imported(tmp_path: Path) -> None:
    home, file, narration_path = tmp_path / "home", tmp_path / "match.tvr", tmp_path / "said.txt"
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, "journey", deal_count=2)))
    file.write_bytes(encode_record(record))

    with open_screen(home) as window:
        window.start("look", str(file), "--narrate", str(narration_path))
        reader = NarrationReader(window, narration_path)
        reader.read_to("Deal 1 of 2")
        with closing(StoredMatchReader(home)) as eye:
            reader.press_keys("Next")
            reader.read_until(lambda line: " wins the trick" in line)
            reader.tab_to("Play it yourself…")
            reader.press_keys("Return")
            reader.read_to("Play again.")
            reader.tab_to("Continue this deal")
            reader.press_keys("Return")
            wait_for(lambda: eye.load_record(1))
            side = eye.load_record(1)
            assert side is not None and side.deals[0].pack == record.deals[0].pack
            assert side.deals[0].actions[:2] == record.deals[0].actions[:2]
            window.kill()
            narration_path.unlink()
            window.start("--narrate", str(narration_path))
            reader = NarrationReader(window, narration_path)
            reader.read_to("Enter: Continue")
            reader.tab_to("History.", "Down")
            reader.press_keys("Return")
            reader.read_to("History.")
            heard = reader.read_key_help()  # of the search
            if "1 match." not in heard:
                reader.read_to("1 match.")  # if the matches were not loaded at once
            reader.press_keys("Down")
            reader.read_key_help()
            reader.tab_to("More options for this match.")
            reader.press_keys("Return")
            reader.read_to("Export match…")
            reader.press_keys("Return")
            reader.read_to("Export match to file")
            reader.press_keys("Return")
            wait_for(lambda: list(home.glob("*.tvr")))
            (out,) = home.glob("*.tvr")
            assert decode_record(out.read_bytes()).deals == ()  # the deal is still in progress
            reader.read_to("Match exported to")
            reader.read_key_help()
            reader.press_keys("Return")
            reader.read_key_help()
            reader.tab_to("More.")
            reader.press_keys("Return")
            reader.read_to("Import matches…")
            reader.press_keys("Return")
            reader.read_to("Import matches from file or folder")
            window.run_xdotool("type", "--delay", "20", str(file))
            reader.press_keys("Return")
            wait_for(lambda: eye.load_record(2))
            assert eye.load_record(2) == record
            reader.read_until(lambda line: "imported" in line)
    assert file.read_bytes() == encode_record(record)
