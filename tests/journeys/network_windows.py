"""A table over the network between real windows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.fakes import make_folders
from tests.journeys.main_menu import start_to_menu
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import ProgramScreen
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices

SEATS: Final = 5
"""Five seats, three of them of the computer: a deal of eight tricks."""


def make_home(home: Path, name: str) -> Path:
    """Store in ``home`` that a person last played with five seats, and return it."""
    form = forms.with_seats(forms.make_default_form(name), SEATS)
    open_last_choices(make_folders(home)).update(lambda _old: LastChoices(game=form.game, forms={form.game: form}))
    return home


def open_friends(window: ProgramScreen) -> NarrationReader:
    """Start the program, and go by keys to the page with the ways to play with others."""
    reader = start_to_menu(window)
    reader.tab_to("With friends")
    reader.press_keys("Return")
    reader.read_to("With friends")
    return reader


def host_table(window: ProgramScreen) -> NarrationReader:
    """Open a table by keys, from the menu to the lobby."""
    reader = open_friends(window)
    reader.tab_to("Open a table")
    reader.press_keys("Return")
    reader.read_to("Host a table")
    reader.tab_to("Open table")
    reader.press_keys("Return")
    reader.read_to("Enter: Start match")
    return reader
