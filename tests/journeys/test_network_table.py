"""Two windows at a table over the network: one hosts, one joins; they play a deal by keys, and one is killed."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from game.network.invitation import encode_invitation
from game.network.known_tables import list_known_tables
from game.network.names import NETWORK_FOLDER
from game.storage.files import Folders
from tests.journeys.main_menu import start_to_menu
from tests.journeys.narration_reader import NarrationReader, list_playable_cards
from tests.journeys.network_windows import SEATS, host_table, make_home, open_friends
from tests.journeys.program_screen import ProgramScreen, StoredMatchReader, open_screen, wait_for, write_settings
from tests.lanes import choose_count
from tests.network.clients import end_hosted_tables

pytestmark = [pytest.mark.window, pytest.mark.slow]

PEOPLE: Final = ("Anna", "Bruno")
CARDS_BEFORE_KILL: Final = choose_count(1, 2) * SEATS


def join_table(window: ProgramScreen, invitation: str) -> NarrationReader:
    """Join by keys with the text of the invitation, and say ready."""
    reader = open_friends(window)
    reader.tab_to("Link")
    window.run_xdotool("type", "--delay", "8", invitation)
    reader.tab_to("Join")
    reader.press_keys("Return")
    reader.read_to("Join a table")
    reader.tab_to("Join")
    reader.press_keys("Return")
    reader.read_to("Enter: I'm ready")
    reader.press_keys("Return")
    return reader


def has_more_actions(store: StoredMatchReader, count: int) -> bool:
    """Return whether more than ``count`` actions are stored."""
    return store.count_actions() > count


def play_cards(readers: list[NarrationReader], store: StoredMatchReader, count: int) -> None:
    """Play by keys until ``count`` actions are stored, or the deal is over."""

    def is_persons_turn() -> bool:
        match = store.load_match()
        return match is not None and (bool(match.results) or match.turn in range(len(readers)))

    while True:
        wait_for(is_persons_turn)
        match, seen = store.load_match(), store.count_actions()
        assert match is not None
        if match.results or match.turn is None or seen >= count:
            return
        reader = readers[match.turn]
        number, _card = list_playable_cards(reader.read_to("Your hand: "))[-1]
        reader.press_keys(number)
        wait_for(partial(has_more_actions, store, seen))


def test_two_windows_play_a_deal_and_one_is_killed_and_comes_back(tmp_path: Path) -> None:
    homes = [make_home(tmp_path / name, name) for name in PEOPLE]
    host_folders = Folders(homes[0] / "data", homes[0] / "config", homes[0] / "log")
    with open_screen(homes[0]) as host_window, open_screen(homes[1]) as guest_window:
        for home, name in zip(homes, PEOPLE, strict=True):
            write_settings(home, 0.0, name=name)
        try:
            host = host_table(host_window)
            (table,) = list_known_tables(host_folders)
            guest = join_table(guest_window, encode_invitation(table.invitation))
            host.read_to("Seat 2: Bruno, at another screen, Ready")
            host.press_keys("Return")
            with closing(StoredMatchReader(homes[0], homes[0] / "data" / NETWORK_FOLDER)) as store:
                play_cards([host, guest], store, CARDS_BEFORE_KILL)
                guest_window.kill()
                guest = start_to_menu(guest_window, "Continue")
                guest.press_keys("Return")
                play_cards([host, guest], store, 8 * SEATS)
                match = store.load_match()
                assert match is not None and match.results
            assert host_window.is_running and guest_window.is_running
        finally:
            end_hosted_tables(host_folders)
