"""Forms are narrated: the focused control, how it is changed, and its new value."""

from __future__ import annotations

import pygame
import pytest

from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver
from ui.app.scene import Scene
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.widgets.text_input import TextInput


def focus_and_read(app: AppDriver, narration_log: FakeTextLog, widget_id: str) -> list[str]:
    """Return the narration when a widget gets the focus."""
    narration_log.take_lines()
    app.context.scenes.top.focus.focus_widget(app.get_widget(widget_id))
    app.advance_frame()
    return narration_log.take_lines()


def press_and_read(app: AppDriver, narration_log: FakeTextLog, key: int) -> list[str]:
    app.press_key(key)
    app.advance_frame()
    return narration_log.take_lines()


def test_each_widget_is_narrated_with_value_and_keys(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.show_over(SettingsScene(app.context))
    app.show_setting("speed")
    assert focus_and_read(app, narration_log, "speed") == [
        "Card speed: Normal.",
        "Choice 2 of 4: Left and Right change it.",
    ]
    assert press_and_read(app, narration_log, pygame.K_RIGHT) == ["Card speed: Fast."]
    assert focus_and_read(app, narration_log, "sound") == ["Sound: off.", "Switch: Space changes it."]
    assert press_and_read(app, narration_log, pygame.K_SPACE) == ["Sound: on."]
    assert focus_and_read(app, narration_log, "volume") == [
        "Volume: 70.",
        "Slider from 0 to 100: Left and Right change it.",
    ]
    assert press_and_read(app, narration_log, pygame.K_LEFT) == ["Volume: 60."]
    app.show_setting("name")
    assert focus_and_read(app, narration_log, "name") == ["Your name: empty.", "Text field: typing replaces the text."]
    assert focus_and_read(app, narration_log, "back") == ["Back.", "Button: Enter presses it."]
    app.show_over(HouseRulesScene(app.context, "chiamata"))
    assert focus_and_read(app, narration_log, "info-match-deals")[0].startswith("Deals in a match: The match ends")


def click_and_read(app: AppDriver, narration_log: FakeTextLog, widget_id: str) -> list[str]:
    """Return the narration when a widget is clicked."""
    narration_log.take_lines()
    app.click_widget(widget_id)
    return narration_log.take_lines()


def test_click_into_a_text_field_is_narrated_as_tab_into_it(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.show_over(SettingsScene(app.context))
    app.show_setting("name")
    by_tab = focus_and_read(app, narration_log, "name")
    focus_and_read(app, narration_log, "back")
    assert click_and_read(app, narration_log, "name") == by_tab
    app.post_event(pygame.TEXTINPUT, text="A")
    assert narration_log.take_lines() == ["Your name: A."]
    focus_and_read(app, narration_log, "back")
    assert click_and_read(app, narration_log, "name") == ["Your name: A.", "Text field: typing adds to the text."]


@pytest.mark.parametrize("page", [HelpScene, JoinTableScene], ids=lambda page: page.__name__)
def test_every_text_field_is_narrated_when_it_is_clicked(
    app: AppDriver, narration_log: FakeTextLog, page: type[Scene]
) -> None:
    app.show_over(page(app.context))
    focus = app.context.scenes.top.focus
    fields = [focus.get_widget_id(widget) for widget in focus.widgets if isinstance(widget, TextInput)]
    for field_id in fields:
        lines = click_and_read(app, narration_log, field_id)
        assert len(lines) == 2 and lines[1].startswith("Text field:"), field_id
    assert fields


def test_match_is_set_up_by_narration_alone(app: AppDriver, narration_log: FakeTextLog) -> None:
    app.show_over(NewMatchScene(app.context))
    assert focus_and_read(app, narration_log, "game-briscola")[0] == "Briscola: 2 to 6 players, chosen."
    assert focus_and_read(app, narration_log, "game-muscio")[0] == "Muscio: 3 to 6 players."
    press_and_read(app, narration_log, pygame.K_RETURN)
    app.advance_frame()
    assert app.get_widget("game-muscio").is_selected
    assert focus_and_read(app, narration_log, "seat-1")[0] == "Bruno: Strong."
    assert focus_and_read(app, narration_log, "rules")[0] == "Rules: Gattorna, first to reach 0 points."
    assert focus_and_read(app, narration_log, "play") == ["Play.", "Button: Enter presses it."]
    focus_and_read(app, narration_log, "seat-1")
    press_and_read(app, narration_log, pygame.K_RETURN)
    app.advance_frame()
    assert focus_and_read(app, narration_log, "kind-1")[0] == "Player at seat 2: Strong."
    assert focus_and_read(app, narration_log, "name-1")[0] == "Name at seat 2: Bruno."
