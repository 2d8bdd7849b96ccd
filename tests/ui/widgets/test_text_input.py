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
from game.text.chat import MAX_MESSAGE_CHARACTERS, is_valid_message
from tests.fakes import make_folders
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_test_app
from tests.ui.table_driver import start_match_at_turn
from tests.unusual_text import ANY_TEXT, PROBLEM_CHARACTERS
from ui.app.settings import Settings, load_settings
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.settings.scene import SettingsScene
from ui.table.overlays.chat import ChatOverlay
from ui.widgets.text_input import TextInput

EDITING_KEYS = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END]
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


@check_rows("name", ["pygame-gui.Cancel", "pygame-gui.{name}", "..", "a.b.c", "<b>Anna</b>", "%{name}"])
def test_name_is_never_used_as_a_translation_key(menu_app: AppDriver, name: str) -> None:
    """Check this because pygame-gui shows the translation of a text that it takes for a key."""
    entry = make_entry(menu_app, name)
    assert entry.get_text() == name
    entry.kill()


@pytest.mark.slow
@given(ANY_TEXT)
def test_any_text_on_a_widget_is_drawn(menu_app: AppDriver, text: str) -> None:
    manager = menu_app.context.ui_manager
    made: list[Any] = [
        UIButton(pygame.Rect(0, 0, 200, 40), text, manager), UILabel(pygame.Rect(0, 50, 200, 40), text, manager),
        TextInput(text, pygame.Rect(0, 100, 200, 40), menu_app.context.place, max_length=24),
    ]  # fmt: skip
    menu_app.advance_frame()
    for widget in made:
        widget.set_text(text[::-1])
    menu_app.advance_frame()
    for widget in made:
        widget.kill()


@pytest.mark.slow
@given(
    st.lists(st.one_of(ANY_TEXT, st.sampled_from(EDITING_KEYS), st.sampled_from(PROBLEM_CHARACTERS)), max_size=12),
    ANY_TEXT,
)
def test_typed_and_pasted_text_keeps_only_visible_characters(
    menu_app: AppDriver, edits: list[Any], pasted: str
) -> None:
    entry = make_entry(menu_app)
    for deed in edits:
        if isinstance(deed, int):
            entry.process_event(pygame.event.Event(pygame.KEYDOWN, key=deed, mod=0, unicode=""))
        else:
            type_text(entry, deed)
    paste(entry, pasted)
    menu_app.advance_frame()
    text = entry.get_text()
    assert sanitize_typed_text(text) == text and len(text) <= 24
    assert 0 <= entry.edit_position <= len(text)
    entry.kill()


def test_pasted_text_replaces_the_selection_and_is_told_to_the_scene(menu_app: AppDriver) -> None:
    entry = make_entry(menu_app, "Anna Rossi", 12)
    entry.select_range = [5, 10]
    pygame.event.clear()
    paste(entry, "Bi\u200ban\nchi long")
    assert entry.get_text() == "Anna Bian ch"
    changes = [event.text for event in pygame.event.get(UI_TEXT_ENTRY_CHANGED) if event.ui_element is entry]
    assert changes == ["Anna Bian ch"]
    entry.kill()


@check_rows(
    ("typed", "text"),
    [("a\u00a0b", "a b"), ("\u200bA\tB", "A B"), ("محمد", "محمد"), ("王小明", "王小明"), ("e\u0301", "e\u0301")],
)
def test_typed_text_keeps_what_is_visible(menu_app: AppDriver, typed: str, text: str) -> None:
    entry = make_entry(menu_app)
    type_text(entry, typed)
    assert entry.get_text() == text
    entry.kill()


def test_names_are_taken_as_they_look(tmp_path: Path) -> None:
    """Check names in the settings, in a stored form and in a new match."""
    assert Settings(name=" Zoe\u0308\u202e ").name == "Zoë"
    folders = make_folders(tmp_path)
    for character in PROBLEM_CHARACTERS:
        coded = ascii(character)[1:-1].replace("\\x", "\\u00") if ord(character) < 0x10000 else character
        (folders.config / "settings.json").write_text(f'{{"name": "{coded}"}}', "utf-8")
        loaded, _damage = load_settings(folders)
        assert loaded.name == "" and loaded.display_name == "You"
    form = forms.make_default_form("Anna")
    for name, repaired in (("Bru\u202eno\u200b", "Bruno"), ("\u200b", "")):
        changed = forms.with_player(form, 1, PlayerInfo(name, PERSON_KIND))
        assert forms.repair_form(changed, "Anna").players[1].name == repaired
    agreed = forms.make_match_setup(forms.with_player(form, 1, PlayerInfo("  Zoe\u0308 \u200b", PERSON_KIND)))
    assert not isinstance(agreed, str) and agreed.players[1].name == "Zoë"


def test_settings_report_an_empty_name(app: AppDriver) -> None:
    app.context.apply_settings(make_settings(name="Anna"))
    scene = app.show_over(SettingsScene(app.context))
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


def test_chat_text_in_any_script_is_shown(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you you", game="spades", talk="free")
    session = get_session(scene)
    app.context.scenes.push(ChatOverlay(scene, 0))
    for text in ("שלום 王小明 😀", " a \u034f  b ", "e" + "\u0301" * 150):
        assert session.say(text, 0) is None
        app.advance_until(lambda: not scene.session.is_saving)
    app.advance_frame()
    assert [message.text for message in session.chat_messages][:2] == ["שלום 王小明 😀", "a b"]
    assert session.say("\u3164", 0) is not None


def make_entry(app: AppDriver, text: str = "", max_length: int = 24) -> Any:
    """Return an input with the focus."""
    entry: Any = TextInput(text, pygame.Rect(0, 0, 200, 40), app.context.place, max_length=max_length)
    entry.focus()
    return entry


def paste(entry: Any, text: str) -> None:
    with patch("ui.widgets.text_input.clipboard_paste", return_value=text):
        assert entry.process_event(PASTE_KEY_EVENT)
