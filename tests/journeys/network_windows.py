"""A table over the network between real windows."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from tests.fakes import make_folders
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import ProgramScreen
from tests.journeys.window_people import click_slowly, start_to_menu, take_stable_screenshot
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import KNOWN_TABLE, StillClient, make_lobby
from ui.app.scene import Scene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.friends import FriendsScene
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices
from ui.scenes.new_match.scene import NewMatchScene

PEOPLE: Final = ("Anna", "Bruno")
SEATS: Final = 5
"""Five seats, three of them of the computer: a deal of eight tricks."""


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
        names = [*PEOPLE, *[""] * (SEATS - len(PEOPLE))] if is_owner else PEOPLE[1:]
        client = StillClient(make_lobby(names), is_owner=is_owner)
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
