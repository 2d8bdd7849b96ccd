"""Settings take effect when they are changed, and are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.lessons.progress import LessonProgress, open_lesson_progress, store_lesson_progress
from game.match.setup import MatchSetup
from game.session.avatars import choose_portraits, get_avatar
from game.session.match_info import make_rematch_setup
from game.storage.files import Folders, StorageNotice
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.fakes import add_profile, make_folders
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from ui.app.app import save_placement
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.app.settings import Settings, WindowPlacement, load_settings, save_settings
from ui.input.key_bindings import FIXED_KEYS, REMAPPABLE_SHORTCUTS, explain_key_refusal
from ui.input.key_map import ALL_SHORTCUTS, DEFAULT_KEY_MAP, GLOBAL_SHORTCUTS, SHORTCUT_GROUPS, TYPE_CARD_NAME
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.settings.scene import SettingsScene, to_setting_widget_id
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return Settings(name="Anna")


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return SettingsScene


def focus_and_press(app: AppDriver, name: str, *keys: int) -> None:
    app.show_setting(to_setting_widget_id(name))
    app.press_on(to_setting_widget_id(name), *keys)


def load_stored_settings(app: AppDriver) -> Settings:
    """Return the settings that the next start of the program reads."""
    settings, damage = load_settings(app.context.folders)
    assert damage == ""
    return settings


# -- persons without a name


@pytest.fixture
def unnamed_app(tmp_path: Path) -> Iterator[AppDriver]:
    """Yield the settings for a person without a name who has begun a lesson."""
    with open_test_app(tmp_path, settings=Settings(language="en")) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        app.advance_frame()
        store_progress(app)
        app.context.scenes.push(SettingsScene(app.context))
        app.advance_frame()
        yield app


def replace_name(app: AppDriver, text: str) -> None:
    """Enter another name over the old one, character by character."""
    app.context.scenes.top.focus.focus_widget(app.get_widget("name"))
    app.get_widget("name").set_text("")
    app.type_text(text)


def store_progress(app: AppDriver) -> None:
    progress = LessonProgress(profile=app.context.own_profile.id, game="muscio", answers=("a",))
    store_lesson_progress(app.context.folders, progress)


def load_progress(app: AppDriver) -> tuple[str, ...]:
    stored, _notice = open_lesson_progress(app.context.folders).read()
    return stored.find_progress(app.context.own_profile.id, "muscio").answers


@pytest.mark.slow
def test_profiles_know_the_new_name(unnamed_app: AppDriver) -> None:
    add_profile(unnamed_app.storage.get_repository(), "You", "#a3361f", 7)
    replace_name(unnamed_app, "Anna")
    assert unnamed_app.context.settings.display_name == "Anna"
    assert unnamed_app.context.own_profile.name == "", "nobody is called A"
    unnamed_app.click_button("tab-profiles")
    unnamed_app.advance_frame()
    assert unnamed_app.expect_scene(ProfilesScene)
    assert [profile.name for profile in unnamed_app.context.profiles] == ["Anna"] and load_progress(unnamed_app)
    assert get_avatar(unnamed_app.context.avatars, "Anna").portrait_number == 7


def test_person_without_name_is_called_in_the_language_of_the_settings(unnamed_app: AppDriver) -> None:
    scene, context = unnamed_app.expect_scene(SettingsScene), unnamed_app.context
    portraits = [choose_portraits((context.settings.display_name, "Bruno"))]
    for language, called in (("it", "Tu"), ("en", "You"), ("fr", "Vous")):
        scene.set_setting("language", language)
        unnamed_app.advance_frame()
        entry = unnamed_app.get_widget("name")
        assert (entry.get_text(), entry.hint, context.settings.display_name) == ("", called, called)
        assert context.settings.name == ""
        portraits.append(choose_portraits((context.settings.display_name, "Bruno")))
    unnamed_app.click_button("back")
    unnamed_app.advance_frame()
    assert load_progress(unnamed_app) and context.own_profile.display_name == "Vous"
    assert portraits == portraits[:1] * 4


def test_person_without_name_is_recognized_in_system_language(tmp_path: Path) -> None:
    for language, called in (("en", "You"), ("it", "Tu")):
        with use_language(language), open_test_app(tmp_path) as app:
            app.context.scenes.push(MainMenuScene(app.context))
            app.advance_frame()
            if language == "en":
                store_progress(app)
            assert load_progress(app) and app.context.own_profile.display_name == called


# -- values that this version does not know


def write_file(home: Path, text: str) -> Folders:
    """Write a settings file below ``home`` and return the folders."""
    folders = make_folders(home)
    (folders.config / "settings.json").write_text(text, "utf-8")
    return folders


@check_rows(("field", "value"), [
    ("deck", '"siciliane"'),
    ("volume", "120"),
    ("speed", '"quick"'),
    ("pace", "1e999"),
    ("sound", "null"),
    ("window", '{"size": [0, 0]}'),
    ("name", '"' + "x" * 30 + '"'),
])  # fmt: skip
def test_unknown_value_is_reported_and_other_values_are_kept(tmp_path: Path, field: str, value: str) -> None:
    folders = write_file(tmp_path, f'{{"{field}": {value}, "back": "notte", "felt": "blue", "language": "it"}}')
    loaded, notice = load_settings(folders)
    assert loaded == Settings(back="notte", felt="blue", language="it")
    assert f"{field} {value}" in notice and "settings.json" in notice and "sconosciuti" in notice
    assert [file.name for file in folders.config.glob("settings*")] == ["settings.json"]


def test_unknown_value_stays_in_file_until_its_field_changes(tmp_path: Path) -> None:
    folders = write_file(tmp_path, '{"deck": "siciliane", "new": [1], "volume": 20}')
    loaded, _notice = load_settings(folders)
    assert save_settings(folders, msgspec.structs.replace(loaded, felt="wine")) is None
    save_placement(folders, WindowPlacement(size=(1500, 900)))
    values = msgspec.json.decode((folders.config / "settings.json").read_bytes())
    assert (values["deck"], values["new"], values["volume"], values["felt"]) == ("siciliane", [1], 20, "wine")
    assert values["window"]["size"] == [1500, 900]
    save_settings(folders, msgspec.structs.replace(loaded, deck="trevisane"))
    save_settings(folders, loaded)
    values = msgspec.json.decode((folders.config / "settings.json").read_bytes())
    assert (values["deck"], values["new"]) == ("napoletane", [1])
    assert load_settings(folders) == (loaded, "")


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"deck": "french"', "[" * 5000], ids=range(4))
def test_file_that_is_no_json_object_is_set_aside(tmp_path: Path, text: str) -> None:
    folders = write_file(tmp_path, text)
    loaded, notice = load_settings(folders)
    assert loaded == Settings() and "settings.json.damaged-" in notice
    assert [file.read_text("utf-8") for file in folders.config.glob("settings.json*")] == [text]


@pytest.mark.slow
def test_too_deeply_nested_value_is_handled(tmp_path: Path) -> None:
    for depth in range(900, 1100, 25):
        folders = write_file(tmp_path, f'{{"deck": {"[" * depth + "]" * depth}}}')
        loaded, notice = load_settings(folders)
        assert loaded == Settings() and notice
        save_settings(folders, msgspec.structs.replace(loaded, felt="wine"))
        assert load_settings(folders)[0].felt == "wine"


# -- writes


@pytest.fixture
def volume_writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the volume of each write of the settings."""
    written: list[int] = []

    def save(folders: Folders, settings: Settings) -> StorageNotice | None:
        written.append(settings.volume)
        return save_settings(folders, settings)

    monkeypatch.setattr("ui.app.context.save_settings", save)
    return written


def drag_volume_slider(app: AppDriver) -> pygame.Rect:
    """Press the slider in its middle and drag it to the left in many steps, without a release."""
    slider: Any = app.show_setting("volume")
    app.context.scenes.top.focus.focus_widget(slider)
    app.advance_frame()
    rect = pygame.Rect(slider.get_abs_rect())
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1, touch=False)
    for x in range(rect.centerx, rect.left, -2):
        app.post_event(pygame.MOUSEMOTION, pos=(x, rect.centery), rel=(-2, 0), buttons=(1, 0, 0), touch=False)
    return rect


def test_volume_drag_is_applied_at_once_and_stored_on_release(app: AppDriver, volume_writes: list[int]) -> None:
    rect = drag_volume_slider(app)
    assert app.context.audio.settings.volume == app.context.settings.volume == 0
    assert volume_writes == []
    app.post_event(pygame.MOUSEBUTTONUP, pos=rect.midleft, button=1, touch=False)
    app.advance_frame()
    assert volume_writes == [0] and load_stored_settings(app).volume == 0


def test_volume_still_dragged_is_stored_when_the_page_is_left(app: AppDriver, volume_writes: list[int]) -> None:
    drag_volume_slider(app)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.advance_frame()
    assert volume_writes == [0] and load_stored_settings(app).volume == 0


def test_each_key_on_the_volume_slider_stores_once(app: AppDriver, volume_writes: list[int]) -> None:
    focus_and_press(app, "volume", pygame.K_LEFT, pygame.K_LEFT)
    assert volume_writes == [60, 50]
    app.context.scenes.pop()
    assert volume_writes == [60, 50]


def test_two_changes_in_one_event_keep_full_screen(app: AppDriver) -> None:
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, full_screen=True))
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, volume=10))
    assert app.context.has_full_screen_changed


def test_saved_match_of_unnamed_person_survives_change_of_language(unnamed_app: AppDriver) -> None:
    journal = unnamed_app.storage.get_repository()
    add_profile(journal, "You", "#a3361f", 7)
    seating = forms.make_match_setup(forms.make_default_form("You"))
    assert isinstance(seating, MatchSetup)
    number = journal.create_match(seating.create_record(0), tuple(player.kind for player in seating.players), 1, {})
    journal.release_match(number)
    scene = unnamed_app.context.scenes.top
    assert isinstance(scene, SettingsScene)
    scene.set_setting("language", "it")
    unnamed_app.click_button("back")
    unnamed_app.context.router.open_main_menu()
    unnamed_app.advance_until(lambda: bool(unnamed_app.expect_scene(MainMenuScene).continue_text))
    assert "Tu, Bruno" in unnamed_app.expect_scene(MainMenuScene).continue_text
    unnamed_app.click_button("continue")
    unnamed_app.advance_until(lambda: isinstance(unnamed_app.context.scenes.top, TableScene))
    table = unnamed_app.expect_scene(TableScene).session
    assert table.info.names[0] == make_rematch_setup(table.info, table.observation).players[0].name == "Tu"
    assert choose_portraits(table.info.names, unnamed_app.context.avatars)[0] == 7
    assert [profile.display_name for profile in unnamed_app.context.profiles] == ["Tu"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_changed_scale_keeps_its_control_under_the_pointer(tmp_path: Path, language: Any) -> None:
    with use_language(language), open_test_app(tmp_path, settings=Settings(name="Anna", language=language)) as app:
        scene = app.show_over(SettingsScene(app.context))
        pointer_y = app.show_setting("scale").get_abs_rect().centery
        for scale in (2.0, 0.75, 1.0, 1.5, 1.25, 2.0, 1.0):
            scene.set_setting("scale", scale)  # like a click, which shows no focus ring
            app.advance_frame()
            viewport, rect = scene.scroll_areas["settings"].viewport, app.get_widget("scale").get_abs_rect()
            assert viewport.contains(rect) and rect.top < pointer_y < rect.bottom, scale


# -- tabs


# -- corner indices


def test_cards_have_corner_indices_in_each_language_until_they_are_switched_off(app: AppDriver) -> None:
    def get_folder() -> str:
        return app.context.card_images["italian"].deck

    scene = app.expect_scene(SettingsScene)
    for language in LANGUAGE_NAMES:
        scene.set_setting("language", language)
        assert get_folder() == "napoletane_index"
    focus_and_press(app, "corner_indices", pygame.K_SPACE)
    assert get_folder() == "napoletane" and load_stored_settings(app).corner_indices is False


# -- shortcuts


def test_no_key_has_two_meanings_except_card_letters() -> None:
    letters = set(range(pygame.K_a, pygame.K_z + 1))
    for _title, group in SHORTCUT_GROUPS:
        for shortcut, other_shortcut in combinations(dict.fromkeys((*GLOBAL_SHORTCUTS, *group)), 2):
            assert set(shortcut.default_keys) & set(other_shortcut.default_keys) <= letters
    names = [shortcut.name for shortcut in REMAPPABLE_SHORTCUTS]
    assert {*names, ""} == {shortcut.name for shortcut in ALL_SHORTCUTS} and len(set(names)) == len(names)
    for shortcut in ALL_SHORTCUTS:
        has_free_key = bool(shortcut.default_keys) and not set(shortcut.default_keys) <= FIXED_KEYS
        assert bool(shortcut.name) == (has_free_key and shortcut is not TYPE_CARD_NAME)
        assert not any(explain_key_refusal(shortcut, key, DEFAULT_KEY_MAP)
                       for key in shortcut.default_keys if shortcut.name)  # fmt: skip


@check_rows("kept", [
    {"last_trick": "no such key"}, {"nothing": "F5"}, {"last_trick": ""}, {"last_trick": "Return"},
    {"last_trick": "K"}, {"list": "X"}, {"last_trick": "G"}, {"last_trick": "F5", "log": "F5"},
])  # fmt: skip
def test_invalid_stored_keys_fall_back_to_defaults(app: AppDriver, kept: dict[str, str]) -> None:
    app.context.apply_settings(make_settings(keys=kept))
    assert app.context.key_map == DEFAULT_KEY_MAP
