"""Two windows at a table over the network: one hosts, one joins; they play a deal by mouse, and one is killed."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from game.core.actions import Play
from game.match.observation import observe
from game.network.invitation import encode_invitation
from game.network.known_tables import list_known_tables
from game.storage.files import Folders
from game.storage.network_files import NETWORK_FOLDER
from tests.fakes import make_folders
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import (
    SCREEN_SIZE,
    ProgramScreen,
    StoredMatchReader,
    open_screen,
    skip_without_screen_tools,
    wait_for,
    write_settings,
)
from tests.journeys.window_people import (
    ReferenceTable,
    WindowPeople,
    click_slowly,
    start_to_menu,
    take_stable_screenshot,
)
from tests.network.clients import end_hosted_tables
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.lobby_guest import KNOWN_TABLE, StillClient, make_lobby
from ui.app.scene import Scene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices
from ui.scenes.new_match.scene import NewMatchScene

pytestmark = [pytest.mark.window, pytest.mark.slow]

PEOPLE: Final = ("Anna", "Bruno")
SEATS: Final = 5
"""Five seats, three of them of the computer: a deal of eight tricks."""
PLAYER_KINDS: Final = ("you", "you", "club", "club", "club")
TRICKS_BEFORE_KILL: Final = 2


class Mirror(NamedTuple):
    """The same program without a display, for the places of its buttons."""

    app: AppDriver

    def find(self, scene: Scene, widget_id: str) -> tuple[int, int]:
        """Return the middle of a widget of a scene."""
        self.app.context.scenes.replace(scene)
        for _frame in range(4):
            self.app.advance_frame()
        center: tuple[int, int] = self.app.get_widget(widget_id).get_abs_rect().center
        return center

    def find_continue(self) -> tuple[int, int]:
        """Return the middle of the button that goes back to a table over the network."""
        scene = MainMenuScene(self.app.context)
        self.find(scene, "new-match")
        scene.network_tables = (KNOWN_TABLE,)
        scene.recompose("buttons")
        center: tuple[int, int] = self.app.get_widget("continue").get_abs_rect().center
        return center

    def find_in_lobby(self, widget_id: str, *, is_owner: bool) -> tuple[int, int]:
        lobby = make_lobby([*PEOPLE, *[""] * (SEATS - len(PEOPLE))])
        client = StillClient(lobby, is_owner=is_owner)
        if not is_owner:
            lobby = make_lobby([PEOPLE[1]])
            client = StillClient(lobby, is_owner=False)
        return self.find(LobbyScene(self.app.context, client.as_client), widget_id)


def make_home(folder: Path, name: str) -> Path:
    """Return a home with the settings of a person, who plays with five seats."""
    home = folder / name
    form = forms.with_seats(forms.make_default_form(name), SEATS)
    open_last_choices(make_folders(home)).update(lambda _old: LastChoices(game=form.game, forms={form.game: form}))
    return home


def host_table(window: ProgramScreen, mirror: Mirror) -> NarrationReader:
    """Open a table by mouse, from the menu to the lobby."""
    reader, context = start_to_menu(window), mirror.app.context
    click_slowly(window, mirror.find(MainMenuScene(context), "new-match"))
    reader.read_to("New match")
    click_slowly(window, mirror.find(NewMatchScene(context), "with-friends"))
    reader.read_to("Play with friends")
    click_slowly(window, mirror.find(FriendsScene(context), "host-table"))
    reader.read_to("Host a table")
    take_stable_screenshot(window)  # the form comes with the next frames
    click_slowly(window, mirror.find(HostTableScene(context), "open-table"))
    reader.read_to("Lobby")
    return reader


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
