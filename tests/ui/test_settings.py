"""Settings: each takes effect as it is changed, and is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.i18n import speaking
from game.lessons.book import Learnt
from game.seating import Seating
from game.store.files import Folders, Notice
from game.store.lessons import keep_lesson, load_lessons
from tests.fakes import folders_in
from tests.ui.stage import AppByHand, opened
from ui import form as forms
from ui.app import save_placement
from ui.looks import look_of, portraits
from ui.scene import Scene, Stage
from ui.scenes.menu import Menu
from ui.scenes.people import People
from ui.scenes.settings import SettingsScene, setting_id
from ui.settings import PACES, SCALES, SPEEDS, Placement, Settings, load_settings, save_settings
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return Settings(name="Anna")


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return SettingsScene


def press_on(app: AppByHand, name: str, *keys: int) -> None:
    app.stage.scene.focus.go(app.widget(setting_id(name)))
    for key in keys:
        app.key(key)
    app.step()


def kept(app: AppByHand) -> Settings:
    """What the next start of the program will read."""
    settings, damage = load_settings(app.stage.folders)
    assert damage == ""
    return settings


@pytest.mark.slow
@pytest.mark.parametrize("name, key, value", [
    ("speed", pygame.K_RIGHT, 2.0),
    ("speed", pygame.K_HOME, 0.0),
    ("pace", pygame.K_RIGHT, 2.0),
    ("sound", pygame.K_SPACE, False),
    ("volume", pygame.K_LEFT, 60),
    ("table_talk", pygame.K_SPACE, False),
    ("full_screen", pygame.K_RETURN, True),
    ("scale", pygame.K_RIGHT, 1.25),
    ("scale", pygame.K_END, SCALES[-1]),
])  # fmt: skip
def test_a_setting_changed_by_keys_holds_at_once_and_is_kept(app: AppByHand, name: str, key: int, value: Any) -> None:
    press_on(app, name, key)
    assert getattr(app.stage.settings, name) == value
    assert kept(app) == app.stage.settings


def test_the_widgets_show_the_settings(app: AppByHand) -> None:
    for name in ("speed", "deck", "full_screen", "scale", "sound", "volume"):
        assert app.widget(setting_id(name)).value == getattr(app.stage.settings, name)


def test_every_speed_has_a_word() -> None:
    from ui.scenes.settings import PACE_WORDS, SPEED_WORDS

    assert set(SPEED_WORDS) == set(SPEEDS) and set(PACE_WORDS) == set(PACES)


def test_the_name_is_kept_but_never_an_empty_one(app: AppByHand) -> None:
    press_on(app, "name")
    app.post(pygame.TEXTINPUT, text="Zoe")
    app.step()
    assert app.stage.settings.name == "Zoe"
    for _letter in "Zoe":
        app.key(pygame.K_BACKSPACE)
    app.step()
    assert app.stage.settings.name == "Z"
    assert kept(app).name == "Z"


def test_a_larger_scale_makes_larger_widgets_and_keeps_the_place(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    before = app.button("back").rect.height
    press_on(app, "scale", pygame.K_END)
    assert app.button("back").rect.height == 2 * before
    assert focus.widget is app.widget("scale")


@pytest.mark.parametrize("way", ["Esc", "Back"])
def test_back_returns_to_what_was_below(app: AppByHand, way: str) -> None:
    app.stage.push(SettingsScene(app.stage))
    if way == "Esc":
        app.key(pygame.K_ESCAPE)
    else:
        app.press("back")
        app.step()
    assert len(app.stage.scenes) == 1


# -- who has given no name


@pytest.fixture
def nameless(tmp_path: Path) -> Iterator[AppByHand]:
    """Somebody without a name has begun a lesson, and looks at the settings."""
    with opened(tmp_path, settings=Settings(language="en")) as app:
        app.stage.push(Menu(app.stage))
        app.step()
        keep_lesson(app.stage.folders, Learnt(name="You", game="muscio", answers=("a",)))
        app.stage.push(SettingsScene(app.stage))
        app.step()
        yield app


def type_over(app: AppByHand, text: str) -> None:
    """Type another name over the one that stands there, sign by sign."""
    app.stage.scene.focus.go(app.widget("name"))
    app.widget("name").set_text("")
    for sign in text:
        app.post(pygame.TEXTINPUT, text=sign)


def learnt(app: AppByHand, name: str) -> tuple[str, ...]:
    return load_lessons(app.stage.folders)[0].of(name, "muscio").answers


def test_what_was_learnt_without_a_name_is_there_under_the_first_one_that_is_given(nameless: AppByHand) -> None:
    type_over(nameless, "Anna")
    assert nameless.stage.settings.called == "Anna"
    assert learnt(nameless, "You"), "nobody is called A"
    nameless.press("back")
    nameless.step()
    assert learnt(nameless, "Anna") and not learnt(nameless, "You")


@pytest.mark.slow
def test_the_people_know_the_name_that_was_just_given(nameless: AppByHand) -> None:
    nameless.storage.put_profile("You", "#a3361f", 7)
    type_over(nameless, "Anna")
    nameless.press("people")
    nameless.step()
    assert nameless.shows(People).names == ("Anna",)
    assert look_of(nameless.stage.looks, "Anna").portrait == 7


def test_what_was_learnt_without_a_name_is_there_in_another_language(nameless: AppByHand) -> None:
    scene = nameless.stage.scene
    assert isinstance(scene, SettingsScene)
    press_on(nameless, "language", pygame.K_END)
    nameless.press("back")
    nameless.step()
    assert nameless.stage.settings.called == "Vous"
    assert learnt(nameless, "Vous") and not learnt(nameless, "You")


def test_who_was_without_a_name_is_known_at_the_next_start_by_the_systems_language(tmp_path: Path) -> None:
    for language, called in (("en", "You"), ("it", "Tu")):
        with speaking(language), opened(tmp_path) as app:
            app.stage.push(Menu(app.stage))
            app.step()
            if language == "en":
                keep_lesson(app.stage.folders, Learnt(name="You", game="muscio", answers=("a",)))
            assert learnt(app, called)


# -- values that this version does not know


def write_file(home: Path, text: str) -> Path:
    """Put a settings file below ``home``; gives its path."""
    path = folders_in(home).config / "settings.json"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(("field", "value"), [
    ("deck", '"siciliane"'),
    ("volume", "120"),
    ("speed", '"quick"'),
    ("pace", "1e999"),
    ("sound", "null"),
    ("window", '{"size": [0, 0]}'),
    ("name", '"' + "x" * 30 + '"'),
])  # fmt: skip
def test_unknown_value_is_named_and_the_rest_is_kept(tmp_path: Path, field: str, value: str) -> None:
    path = write_file(tmp_path, f'{{"{field}": {value}, "back": "notte", "felt": "blue"}}')
    found, notice = load_settings(folders_in(tmp_path))
    assert found == Settings(back="notte", felt="blue")
    assert f"{field} {value}" in notice and "settings.json" in notice
    assert [file.name for file in path.parent.glob("settings*")] == ["settings.json"]


def test_unknown_value_is_named_in_the_language_of_the_settings(tmp_path: Path) -> None:
    write_file(tmp_path, '{"deck": "siciliane", "felt": 3, "language": "it"}')
    found, notice = load_settings(folders_in(tmp_path))
    assert found == Settings(language="it")
    assert 'deck "siciliane", felt 3' in notice and "questa versione" in notice


def test_unknown_value_stays_in_the_file_until_its_field_is_changed(tmp_path: Path) -> None:
    path, folders = write_file(tmp_path, '{"deck": "siciliane", "new": [1], "volume": 20}'), folders_in(tmp_path)
    found, _notice = load_settings(folders)
    assert save_settings(folders, msgspec.structs.replace(found, felt="wine")) is None
    save_placement(folders, Placement(size=(1500, 900)))
    values = msgspec.json.decode(path.read_bytes())
    assert (values["deck"], values["new"], values["volume"], values["felt"]) == ("siciliane", [1], 20, "wine")
    assert values["window"]["size"] == [1500, 900]
    save_settings(folders, msgspec.structs.replace(found, deck="trevisane"))
    save_settings(folders, found)
    values = msgspec.json.decode(path.read_bytes())
    assert (values["deck"], values["new"]) == ("napoletane", [1])
    assert load_settings(folders) == (found, "")


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"deck": "french"', "[" * 5000])
def test_file_that_is_no_json_object_is_set_aside(tmp_path: Path, text: str) -> None:
    path = write_file(tmp_path, text)
    found, notice = load_settings(folders_in(tmp_path))
    assert found == Settings() and "settings.json.damaged-" in notice
    assert [file.read_text("utf-8") for file in path.parent.glob("settings.json*")] == [text]


@pytest.mark.slow
def test_value_nested_too_deeply_is_no_crash(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    for depth in range(900, 1100, 5):
        write_file(tmp_path, f'{{"deck": {"[" * depth + "]" * depth}}}')
        found, notice = load_settings(folders)
        assert found == Settings() and notice
        save_settings(folders, msgspec.structs.replace(found, felt="wine"))
        assert load_settings(folders)[0].felt == "wine"


# -- what is written when


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The volume in each of the settings that are written."""
    written: list[int] = []

    def save(folders: Folders, settings: Settings) -> Notice | None:
        written.append(settings.volume)
        return save_settings(folders, settings)

    monkeypatch.setattr("ui.scene.save_settings", save)
    return written


def drag_volume(app: AppByHand) -> pygame.Rect:
    """Press the slider in its middle and drag it to the left in many steps, without letting go."""
    slider: Any = app.widget("volume")
    app.stage.scene.focus.go(slider)
    app.step()
    rect = pygame.Rect(slider.get_abs_rect())
    app.post(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1, touch=False)
    for x in range(rect.centerx, rect.left, -2):
        app.post(pygame.MOUSEMOTION, pos=(x, rect.centery), rel=(-2, 0), buttons=(1, 0, 0), touch=False)
    return rect


def test_drag_of_the_volume_is_heard_at_once_and_written_when_let_go(app: AppByHand, writes: list[int]) -> None:
    rect = drag_volume(app)
    assert app.stage.sounds.settings.volume == app.stage.settings.volume == 0
    assert writes == []
    app.post(pygame.MOUSEBUTTONUP, pos=rect.midleft, button=1, touch=False)
    app.step()
    assert writes == [0] and kept(app).volume == 0


def test_volume_that_is_still_dragged_is_written_when_the_page_is_left(app: AppByHand, writes: list[int]) -> None:
    drag_volume(app)
    app.stage.go(Menu(app.stage))
    app.step()
    assert writes == [0] and kept(app).volume == 0


def test_each_key_on_the_volume_writes_once(app: AppByHand, writes: list[int]) -> None:
    press_on(app, "volume", pygame.K_LEFT, pygame.K_LEFT)
    assert writes == [60, 50]
    app.stage.back()
    assert writes == [60, 50]


def test_two_changes_in_one_event_keep_the_full_screen(app: AppByHand) -> None:
    app.stage.apply(msgspec.structs.replace(app.stage.settings, full_screen=True))
    app.stage.apply(msgspec.structs.replace(app.stage.settings, volume=10))
    assert app.stage.full_screen_changed


@pytest.mark.slow
def test_a_person_without_a_name_is_offered_the_word_of_each_language_in_turn(nameless: AppByHand) -> None:
    scene = nameless.stage.scene
    assert isinstance(scene, SettingsScene)
    for language, called in (("it", "Tu"), ("fr", "Vous"), ("en", "You")):
        scene.set_setting("language", language)
        nameless.step()
        entry = nameless.widget("name")
        assert (entry.get_text(), entry.hint, nameless.stage.settings.called) == ("", called, called)
        assert nameless.stage.settings.name == ""


def test_a_person_without_a_name_keeps_the_portrait_in_every_language() -> None:
    faces = set[tuple[int, ...]]()
    for language in ("en", "it", "fr"):
        with speaking(language):
            faces.add(tuple(portraits((Settings().called, "Bruno"))))
    assert len(faces) == 1


def test_a_saved_match_of_another_language_is_that_of_the_person_without_a_name(nameless: AppByHand) -> None:
    journal = nameless.storage.journal()
    journal.put_profile("You", "#a3361f", 7)
    seating = forms.seating(forms.first_form("You"))
    assert isinstance(seating, Seating)
    number = journal.create(seating.record(0), tuple(player.kind for player in seating.players), 1, {})
    journal.release(number)
    scene = nameless.stage.scene
    assert isinstance(scene, SettingsScene)
    scene.set_setting("language", "it")
    nameless.press("back")
    nameless.stage.doors.menu()
    nameless.steps(lambda: bool(nameless.shows(Menu).note))
    assert "Tu, Bruno" in nameless.shows(Menu).note
    nameless.press("continue")
    nameless.steps(lambda: isinstance(nameless.stage.scene, TableScene))
    table = nameless.shows(TableScene).table
    assert table.names[0] == table.players[0].name == "Tu"
    assert portraits(table.names, nameless.stage.looks)[0] == 7
    assert [one.name for one in nameless.stage.profiles] == ["Tu"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_another_scale_keeps_its_own_choice_in_sight(tmp_path: Path, language: Any) -> None:
    with speaking(language), opened(tmp_path, settings=Settings(name="Anna", language=language)) as app:
        app.stage.push(SettingsScene(app.stage))
        app.step()
        scene = app.shows(SettingsScene)
        for scale in (2.0, 0.75, 1.0, 2.0):
            widget = app.widget("scale")
            scene.scrolls["settings"].reveal(widget)
            scene.set_setting("scale", scale)  # as a click does: no ring is shown
            app.step()
            window, choice = scene.scrolls["settings"].window, app.widget("scale").get_abs_rect()
            assert window.contains(choice), scale
