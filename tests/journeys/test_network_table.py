"""Two windows at a table over the network: one hosts, one joins; they play a deal by mouse, and one is killed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from game.core.actions import Play
from game.match.observation import observe
from game.network.invitation import encode_invitation
from game.network.known_tables import list_known_tables
from game.storage.files import Folders
from game.storage.network_files import NETWORK_FOLDER
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.network_windows import PEOPLE, SEATS, Mirror, host_table, make_home
from tests.journeys.program_screen import (
    SCREEN_SIZE,
    ProgramScreen,
    StoredMatchReader,
    open_screen,
    skip_without_screen_tools,
    wait_for,
    write_settings,
)
from tests.journeys.window_people import ReferenceTable, WindowPeople, click_slowly, start_to_menu
from tests.network.clients import end_hosted_tables
from tests.ui.app_driver import make_settings, open_test_app
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.new_match.scene import NewMatchScene

pytestmark = [pytest.mark.window, pytest.mark.slow]

PLAYER_KINDS: Final = ("you", "you", "club", "club", "club")
TRICKS_BEFORE_KILL: Final = 2


def join_table(window: ProgramScreen, mirror: Mirror, invitation: str) -> NarrationReader:
    """Join by mouse with the text of the invitation, and say ready."""
    reader, context = start_to_menu(window), mirror.app.context
    click_slowly(window, mirror.find(MainMenuScene(context), "new-match"))
    reader.read_to("New match")
    click_slowly(window, mirror.find(NewMatchScene(context), "with-friends"))
    reader.read_to("Play with friends")
    click_slowly(window, mirror.find(FriendsScene(context), "join-table"))
    reader.read_to("Join a table")
    click_slowly(window, mirror.find(JoinTableScene(context), "invitation"))
    window.run_xdotool("type", "--delay", "8", invitation)
    click_slowly(window, mirror.find(JoinTableScene(context), "join"))
    reader.read_to("Lobby")
    click_slowly(window, mirror.find_in_lobby("ready", is_owner=False))
    return reader


def play_deal(people: tuple[WindowPeople, WindowPeople], tricks: int) -> None:
    """Play by mouse until ``tricks`` tricks are complete, or the deal is over."""
    store = people[0].store

    while store.count_actions() < tricks * SEATS:
        match = people[0].wait_for_turn()
        if match.results:
            return
        if match.turn is not None and match.turn < len(people) and store.count_actions() < tricks * SEATS:
            actions = observe(match, match.turn).legal_actions
            people[match.turn].play_action(next(action for action in actions if isinstance(action, Play)))


def test_two_windows_play_a_deal_and_one_is_killed_and_comes_back(tmp_path: Path) -> None:
    skip_without_screen_tools()
    homes = tuple(make_home(tmp_path, name) for name in PEOPLE)
    host_folders = Folders(homes[0] / "data", homes[0] / "config", homes[0] / "log")
    settings = make_settings(speed=0.0, name="Anna")
    with (
        open_test_app(tmp_path / "mirror", size=SCREEN_SIZE, settings=settings) as app,
        open_screen(homes[0]) as host_window,
        open_screen(homes[1]) as guest_window,
    ):
        for home, name in zip(homes, PEOPLE, strict=True):
            write_settings(home, 0.0, name=name)
        mirror = Mirror(app)
        try:
            host_reader = host_table(host_window, mirror)
            (table,) = list_known_tables(host_folders)
            join_table(guest_window, mirror, encode_invitation(table.invitation))
            host_reader.read_to("Seat 2: Bruno, Ready")
            click_slowly(host_window, mirror.find_in_lobby("start", is_owner=True))
            store = StoredMatchReader(homes[0], homes[0] / "data" / NETWORK_FOLDER)
            wait_for(store.load_record)
            reference = ReferenceTable(app)
            people = (
                WindowPeople(host_window, store, reference, PLAYER_KINDS),
                WindowPeople(guest_window, store, reference, PLAYER_KINDS),
            )
            play_deal(people, TRICKS_BEFORE_KILL)
            guest_window.kill()
            start_to_menu(guest_window, "Continue")
            click_slowly(guest_window, mirror.find_continue())
            play_deal(people, 8)
            wait_for(lambda: store.load_match().results)  # type: ignore[union-attr]
            assert host_window.is_running and guest_window.is_running
            store.close()
        finally:
            end_hosted_tables(host_folders)
