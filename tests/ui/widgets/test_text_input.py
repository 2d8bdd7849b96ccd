"""Text that people type, paste and put into files never crashes the program, and invalid names are refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame_gui import UI_TEXT_ENTRY_CHANGED
from pygame_gui.elements import UIButton, UILabel

from game.core.sanitizer import sanitize_line, sanitize_typed_text
from game.match.setup import PERSON_KIND, PlayerInfo
from game.session.penalties import MAX_MESSAGE_CHARACTERS, is_valid_message
from game.storage.json_documents import JsonDocument
from tests.fakes import make_folders
from tests.session_driver import confirm_ready
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_test_app
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS
from ui.app.match_launcher import start_match
from ui.app.settings import Settings, load_settings
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.table.overlays.chat import ChatOverlay
from ui.widgets.text_input import TextInput

PASTE_KEY_EVENT = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_CTRL, unicode="v")


@pytest.fixture(scope="module")
def menu_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppDriver]:
    """Yield a window with the menu."""
    with open_test_app(tmp_path_factory.mktemp("home")) as app:
        app.context.scenes.replace(MainMenuScene(app.context))
        yield app


def type_text(entry: TextInput, text: str) -> None:
    """Send text to the widget as the keyboard does."""
    entry.process_event(pygame.event.Event(pygame.TEXTINPUT, text=text))


@pytest.mark.parametrize("name", ["pygame-gui.Cancel", "pygame-gui.{name}", "..", "a.b.c", "<b>Anna</b>", "%{name}"])
def test_name_is_never_used_as_a_translation_key(menu_app: AppDriver, name: str) -> None:
    """Check this because pygame-gui shows the translation of a text that it takes for a key."""
    entry: Any = TextInput(name, pygame.Rect(0, 0, 200, 40), menu_app.context.ui_manager, max_length=24)
    assert entry.get_text() == name
    entry.kill()


@pytest.mark.slow
@given(ANY_TEXT)
def test_any_text_on_a_widget_is_drawn(menu_app: AppDriver, text: str) -> None:
    manager = menu_app.context.ui_manager
    made: list[Any] = [
        UIButton(pygame.Rect(0, 0, 200, 40), text, manager), UILabel(pygame.Rect(0, 50, 200, 40), text, manager),
        TextInput(text, pygame.Rect(0, 100, 200, 40), manager, max_length=24),
    ]  # fmt: skip
    menu_app.advance_frame()
    for widget in made:
        widget.set_text(text[::-1])
    menu_app.advance_frame()
    for widget in made:
        widget.kill()


EDITING_KEYS = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END]


@pytest.mark.slow
@given(
    st.lists(st.one_of(ANY_TEXT, st.sampled_from(EDITING_KEYS), st.sampled_from(PROBLEM_CHARACTERS)), max_size=12),
    ANY_TEXT,
)
def test_typed_and_pasted_text_keeps_only_visible_characters(
    menu_app: AppDriver, edits: list[Any], pasted: str
) -> None:
    entry: Any = TextInput("", pygame.Rect(0, 0, 200, 40), menu_app.context.ui_manager, max_length=24)
    entry.focus()
    for deed in edits:
        if isinstance(deed, int):
            entry.process_event(pygame.event.Event(pygame.KEYDOWN, key=deed, mod=0, unicode=""))
        else:
            type_text(entry, deed)
    with patch("ui.widgets.text_input.clipboard_paste", return_value=pasted):
        entry.process_event(PASTE_KEY_EVENT)
    menu_app.advance_frame()
    text = entry.get_text()
    assert sanitize_typed_text(text) == text and len(text) <= 24
    assert 0 <= entry.edit_position <= len(text)
    entry.kill()


def test_pasted_text_replaces_the_selection(menu_app: AppDriver) -> None:
    entry: Any = TextInput("Anna Rossi", pygame.Rect(0, 0, 200, 40), menu_app.context.ui_manager, max_length=12)
    entry.focus()
    entry.select_range = [5, 10]
    with patch("ui.widgets.text_input.clipboard_paste", return_value="Bi\u200ban\nchi long"):
        entry.process_event(PASTE_KEY_EVENT)
    assert entry.get_text() == "Anna Bian ch"
    entry.kill()


@pytest.mark.parametrize(
    ("typed", "text"),
    [("a\u00a0b", "a b"), ("\u200bA\tB", "A B"), ("محمد", "محمد"), ("王小明", "王小明"), ("e\u0301", "e\u0301")],
    ids=ascii,
)
def test_typed_text_keeps_what_is_visible(menu_app: AppDriver, typed: str, text: str) -> None:
    entry: Any = TextInput("", pygame.Rect(0, 0, 200, 40), menu_app.context.ui_manager, max_length=12)
    entry.focus()
    type_text(entry, typed)
    assert entry.get_text() == text
    entry.kill()


def test_paste_is_told_to_the_scene(menu_app: AppDriver) -> None:
    entry: Any = TextInput("", pygame.Rect(0, 0, 200, 40), menu_app.context.ui_manager, max_length=12)
    entry.focus()
    pygame.event.clear()
    with patch("ui.widgets.text_input.clipboard_paste", return_value="Anna"):
        assert entry.process_event(PASTE_KEY_EVENT)
    changes = [event.text for event in pygame.event.get(UI_TEXT_ENTRY_CHANGED) if event.ui_element is entry]
    assert changes == ["Anna"]
    entry.kill()


@pytest.mark.slow
@pytest.mark.parametrize("character", PROBLEM_CHARACTERS, ids=ascii)
def test_settings_with_unusual_name_open_the_program(tmp_path: Path, character: str) -> None:
    folders = make_folders(tmp_path)
    folders.prepare()
    coded = ascii(character)[1:-1].replace("\\x", "\\u00") if ord(character) < 0x10000 else character
    (folders.config / "settings.json").write_text(f'{{"name": "{coded}"}}', "utf-8")
    loaded, _damage = load_settings(folders)
    assert loaded.name == "" and loaded.display_name == "You"
    with open_test_app(tmp_path, settings=make_settings(name=character)) as app:
        scene = NewMatchScene(app.context)
        app.context.scenes.replace(scene)
        app.advance_until(lambda: not scene.is_busy)
        assert forms.find_error(scene.form) == ""


def test_name_in_the_settings_is_cleaned() -> None:
    assert Settings(name=" Zoe\u0308\u202e ").name == "Zoë"
    assert Settings(name="\u200b").name == ""


def test_stored_form_with_invalid_names_is_repaired(tmp_path: Path) -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("Bru\u202eno\u200b", PERSON_KIND))
    assert forms.repair_form(form, "Anna").players[1].name == "Bruno"
    nothing = forms.repair_form(forms.with_player(form, 1, PlayerInfo("\u200b", PERSON_KIND)), "Anna")
    assert forms.find_error(nothing) == "Enter a name for seat 2."


def test_new_match_takes_names_as_they_look() -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("  Zoe\u0308 \u200b", PERSON_KIND))
    agreed = forms.make_match_setup(form)
    assert not isinstance(agreed, str)
    assert agreed.players[1].name == "Zoë"


def test_settings_report_an_empty_name(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(name="Anna")) as app:
        scene = SettingsScene(app.context)
        app.context.scenes.replace(scene)
        app.advance_frame()
        scene.set_name("  ")
        app.advance_frame()
        assert app.context.settings.name == "Anna"
        assert "Enter a name. Your name is still Anna." in app.list_line_texts()
        scene.set_name("Zoë")
        assert not any("Enter a name" in line for line in app.list_line_texts()) and app.context.settings.name == "Zoë"


@given(ANY_TEXT)
def test_chat_text_is_clean_or_refused(text: str) -> None:
    assert is_valid_message(text) == (
        text.isprintable() and len(text) <= MAX_MESSAGE_CHARACTERS and sanitize_line(text, 200) != ""
    )


def test_chat_text_in_any_script_is_shown(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        form = forms.with_rule(forms.with_game(forms.make_default_form("محمد"), "spades"), "talk", "free")
        agreed = forms.make_match_setup(forms.with_only_people(form))
        assert not isinstance(agreed, str)
        start_match(app.context, agreed)
        app.advance_to_hand_over()
        confirm_ready(app.table_scene.session)
        app.context.scenes.push(ChatOverlay(app.context, app.table_scene, get_session(app.table_scene).chat, 0))
        for text in ("שלום 王小明 😀", " a \u034f  b ", "e" + "\u0301" * 150):
            assert get_session(app.table_scene).chat.say(text, 0) is None
            app.advance_until(lambda: not app.table_scene.session.is_saving)
        app.advance_frame()
        assert [message.text for message in get_session(app.table_scene).chat.messages][:2] == ["שלום 王小明 😀", "a b"]
        assert get_session(app.table_scene).chat.say("\u3164", 0) is not None


def test_stored_form_with_invalid_text_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new_match.json"
    path.write_text('{"game": "\\u0000", "preset": "\\ud800", "seats": 2, "players": []}')
    loaded, notice = JsonDocument(path, forms.NewMatchForm, forms.make_default_form("Anna")).read()
    assert forms.repair_form(loaded, "Anna") == forms.make_default_form("Anna")
    assert notice is None or notice.text.isprintable()
