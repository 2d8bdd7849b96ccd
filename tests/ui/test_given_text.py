"""What people type, paste and put into files never ends the program; what is no name is said to be none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame_gui.elements import UIButton, UILabel

from game.discipline import MESSAGE_LENGTH, is_sayable
from game.seating import PERSON, Player
from game.store.jsonfile import load_json
from game.text import clean, typed
from tests.fakes import folders_in
from tests.game.test_text import ANY, NASTY
from tests.ui.stage import AppByHand, opened, settings
from ui import form as forms
from ui.matches import begin
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.settings import Settings, load_settings
from ui.table.chat import Chat
from ui.widgets.entry import Entry

PASTE = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_CTRL, unicode="v")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppByHand]:
    """A window with the menu in it."""
    with opened(tmp_path_factory.mktemp("home")) as app:
        app.stage.go(Menu(app.stage))
        yield app


def type_in(entry: Entry, text: str) -> None:
    """As the keyboard sends it."""
    entry.process_event(pygame.event.Event(pygame.TEXTINPUT, text=text))


@pytest.mark.parametrize("name", ["pygame-gui.Cancel", "pygame-gui.{name}", "..", "a.b.c", "<b>Anna</b>", "%{name}"])
def test_a_name_is_no_key_of_the_widgets_own_words(bare: AppByHand, name: str) -> None:
    """pygame-gui takes what a line begins with for a key of its translations, and would show the translation."""
    entry: Any = Entry(name, pygame.Rect(0, 0, 200, 40), bare.stage.manager, most=24)
    assert entry.get_text() == name
    entry.kill()


@pytest.mark.slow
@given(ANY)
def test_no_text_on_a_widget_stops_the_program(bare: AppByHand, text: str) -> None:
    manager = bare.stage.manager
    made: list[Any] = [
        UIButton(pygame.Rect(0, 0, 200, 40), text, manager), UILabel(pygame.Rect(0, 50, 200, 40), text, manager),
        Entry(text, pygame.Rect(0, 100, 200, 40), manager, most=24),
    ]  # fmt: skip
    bare.step()
    for one in made:
        one.set_text(text[::-1])
    bare.step()
    for one in made:
        one.kill()


KEYS = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END]


@pytest.mark.slow
@given(st.lists(st.one_of(ANY, st.sampled_from(KEYS), st.sampled_from(NASTY)), max_size=12), ANY)
def test_whatever_is_typed_and_pasted_the_line_holds_what_can_be_seen(
    bare: AppByHand, deeds: list[Any], pasted: str
) -> None:
    entry: Any = Entry("", pygame.Rect(0, 0, 200, 40), bare.stage.manager, most=24)
    entry.focus()
    for deed in deeds:
        if isinstance(deed, int):
            entry.process_event(pygame.event.Event(pygame.KEYDOWN, key=deed, mod=0, unicode=""))
        else:
            type_in(entry, deed)
    with patch("ui.widgets.entry.clipboard_paste", return_value=pasted):
        entry.process_event(PASTE)
    bare.step()
    text = entry.get_text()
    assert typed(text) == text and len(text) <= 24
    assert 0 <= entry.edit_position <= len(text)
    entry.kill()


def test_what_is_pasted_takes_the_place_of_what_is_selected(bare: AppByHand) -> None:
    entry: Any = Entry("Anna Rossi", pygame.Rect(0, 0, 200, 40), bare.stage.manager, most=12)
    entry.focus()
    entry.select_range = [5, 10]
    with patch("ui.widgets.entry.clipboard_paste", return_value="Bi\u200ban\nchi long"):
        entry.process_event(PASTE)
    assert entry.get_text() == "Anna Bian ch"
    entry.kill()


@pytest.mark.slow
@pytest.mark.parametrize("sign", NASTY, ids=ascii)
def test_a_settings_file_with_such_a_name_opens_the_program(tmp_path: Path, sign: str) -> None:
    folders = folders_in(tmp_path)
    folders.prepare()
    coded = ascii(sign)[1:-1].replace("\\x", "\\u00") if ord(sign) < 0x10000 else sign
    (folders.config / "settings.json").write_text(f'{{"name": "{coded}"}}', "utf-8")
    found, _damage = load_settings(folders)
    assert found.name == "" and found.called == "You"
    with opened(tmp_path, settings=settings(name=sign)) as app:
        app.stage.go(NewMatch(app.stage))
        app.steps(lambda: not app.stage.scene.busy)
        assert forms.fault(app.stage.scene.form) == ""  # type: ignore[attr-defined]


def test_a_name_in_the_settings_is_cleaned() -> None:
    assert Settings(name=" Zoe\u0308\u202e ").name == "Zoë"
    assert Settings(name="\u200b").name == ""


def test_an_earlier_form_with_such_names_is_mended(tmp_path: Path) -> None:
    form = forms.with_player(forms.first_form("Anna"), 1, Player("Bru\u202eno\u200b", PERSON))
    assert forms.mended(form, "Anna").players[1].name == "Bruno"
    nothing = forms.mended(forms.with_player(form, 1, Player("\u200b", PERSON)), "Anna")
    assert forms.fault(nothing) == "Seat 2 has no name."


def test_a_new_match_takes_names_as_they_read() -> None:
    form = forms.with_player(forms.first_form("Anna"), 1, Player("  Zoe\u0308 \u200b", PERSON))
    agreed = forms.seating(form)
    assert not isinstance(agreed, str)
    assert agreed.players[1].name == "Zoë"


def test_the_settings_say_that_nothing_is_no_name(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(name="Anna")) as app:
        scene = SettingsScene(app.stage)
        app.stage.go(scene)
        app.step()
        scene.set_name("  ")
        app.step()
        assert app.stage.settings.name == "Anna"
        assert "This is no name: you are still called Anna." in app.lines()
        scene.set_name("Zoë")
        assert not any("no name" in one for one in app.lines()) and app.stage.settings.name == "Zoë"


@given(ANY)
def test_what_is_said_at_the_table_is_clean_or_refused(text: str) -> None:
    assert is_sayable(text) == (text.isprintable() and len(text) <= MESSAGE_LENGTH and clean(text, 200) != "")


def test_talk_in_any_script_is_shown(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        form = forms.with_rule(forms.with_game(forms.first_form("محمد"), "spades"), "talk", "free")
        agreed = forms.seating(forms.only_people(form))
        assert not isinstance(agreed, str)
        begin(app.stage, agreed)
        app.to_cover()
        app.table.table.ready()
        app.stage.push(Chat(app.stage, app.table, 0))
        for text in ("שלום 王小明 😀", " a \u034f  b ", "e" + "\u0301" * 150):
            assert app.table.table.say(text, 0) is None
            app.steps(lambda: not app.table.table.saving)
        app.step()
        assert [one.text for one in app.table.table.chat][:2] == ["שלום 王小明 😀", "a b"]
        assert app.table.table.say("\u3164", 0) is not None


def test_a_file_of_a_form_with_text_that_is_none_is_no_end(tmp_path: Path) -> None:
    path = tmp_path / "new_match.json"
    path.write_text('{"game": "\\u0000", "preset": "\\ud800", "seats": 2, "players": []}')
    found, notice = load_json(path, forms.Form, forms.first_form("Anna"))
    assert forms.mended(found, "Anna") == forms.first_form("Anna")
    assert notice is None or notice.text.isprintable()
