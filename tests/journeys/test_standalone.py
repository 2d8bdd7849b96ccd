"""Journeys in the built program: a deal, closed in its middle and continued; a host that outlives its window."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import psutil
import pytest

from game.network.invitation import encode_invitation
from game.network.known_tables import list_known_tables
from game.storage.files import Folders
from tests.journeys.network_windows import SEATS, host_table, make_home
from tests.journeys.played_turns import leave_and_finish_deal, play_turns, start_new_match
from tests.journeys.program_screen import StoredMatchReader, open_screen, wait_for, write_settings
from tests.network.clients import end_hosted_tables, play_with_computers
from tests.standalone.built_program import get_built_program, get_one_file_program

pytestmark = pytest.mark.window

UNPACKED_FOLDERS = "_MEI*"
"""The folders in which running one-file programs have their files."""


def test_built_program_plays_deal_and_resumes_it_after_being_closed(tmp_path: Path) -> None:
    home, command = tmp_path / "home", (str(get_built_program()),)
    with closing(StoredMatchReader(home)) as store, open_screen(home, command) as window:
        reader = start_new_match(window, store)
        play_turns(window, store, actions=9)
        leave_and_finish_deal(window, store, reader, tmp_path)


def test_host_of_one_file_program_plays_on_after_its_window_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, unpacked = get_one_file_program(), tmp_path / "unpacked"
    unpacked.mkdir()
    monkeypatch.setenv("TMPDIR", str(unpacked))
    home = make_home(tmp_path / "Anna", "Anna")
    folders = Folders(home / "data", home / "config", home / "log")

    def count_unpacked_programs() -> int:
        return len(list(unpacked.glob(UNPACKED_FOLDERS)))

    with open_screen(home, (str(program),)) as window:
        write_settings(home, 0.0, name="Anna")
        try:
            host_table(window)
            (table,) = list_known_tables(folders)
            assert count_unpacked_programs() == 2, "the host has files of its own"
            assert window.process is not None
            (window_process,) = psutil.Process(window.process.pid).children()
            window_process.kill()
            wait_for(lambda: count_unpacked_programs() == 1)
            observation = play_with_computers(encode_invitation(table.invitation), table.owner_key, 8)
            assert observation.seats == SEATS and len(observation.results) == 1
            wait_for(lambda: count_unpacked_programs() == 0)
        finally:
            end_hosted_tables(folders)
