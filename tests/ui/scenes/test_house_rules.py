"""House rules: the defaults of new matches, named rule sets, and their export and import."""

from __future__ import annotations

import sys
from itertools import product
from operator import methodcaller
from pathlib import Path

import pygame
import pytest

from game.exchange.rule_files import export_rule_set
from game.match.house_rules import HouseRules, RuleSet, change_rule, encode_rule_set, make_preset_rule_set, replace
from game.rules import GAMES
from game.storage.rule_sets import open_house_rules
from game.text.gettext import LANGUAGE_NAMES, use_language
from game.text.messages import format_preset_name
from game.text.rule_sets import format_rule_set
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
from ui.scenes.house_rules.scene import SECTION_TITLES, HouseRulesScene, RulesSection
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene

BAR_RULES = replace(change_rule(make_preset_rule_set("briscola"), "deals_to_win", 5), name="Bar Sport")
OWN_RULES = change_rule(make_preset_rule_set("briscola"), "count_aloud", True)
HOUSE_RULES_DIALOGS = (
    "ui.scenes.import_page.build_open_command",
    "ui.scenes.dialogs.prompts.build_save_command",
)
"""The functions that find the programs of the file windows."""
for_each_game = pytest.mark.parametrize("game", GAMES)


def open_rules_scene(app: AppDriver, game: str = "briscola", section: RulesSection = "rules") -> HouseRulesScene:
    return app.show_over(HouseRulesScene(app.context, game, section))


def load_stored_rules(app: AppDriver) -> HouseRules:
    """Return the stored house rules, which must equal those in memory."""
    book, notice = open_house_rules(app.context.folders).read()
    assert notice is None and book == app.context.house_rules
    return book


def submit_text(app: AppDriver, text: str) -> None:
    """Enter a line into the prompt and press Enter."""
    app.type_text(text)
    app.advance_frame()
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    run_settling_frames(app)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_each_section_fits_one_page(tmp_path: Path, language: str) -> None:
    with use_language(language), open_test_app(tmp_path, settings=make_settings(language=language)) as app:
        for game, section in product(GAMES, SECTION_TITLES):
            save_rules(app, default=change_rule(make_preset_rule_set(game), "turn_seconds", 60))
            scene = open_rules_scene(app, game, section)
            assert all(area.max_offset == 0 for area in scene.scroll_areas.values()), (game, section)


def test_two_quick_changes_are_both_stored(app: AppDriver) -> None:
    scene = open_rules_scene(app)
    app.storage.is_paused = True
    scene.set_rule("count_aloud", True)
    scene.set_rule("deals_to_win", 5)
    app.advance_frame()
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert load_stored_rules(app).get_default_rule_set("briscola").changes == {"count_aloud": True, "deals_to_win": 5}


# -- named rule sets


def list_offered_rule_sets(app: AppDriver) -> list[str]:
    """Open the menu of rule sets of a new match and return its entries."""
    app.press_on("rules", pygame.K_RETURN)
    return [
        app.get_button_text(widget_id)
        for widget_id in app.widget_ids
        if widget_id.startswith("preset-") and widget_id[-1].isdigit()
    ]


def drop_file(app: AppDriver, path: Path) -> None:
    app.post_event(pygame.DROPFILE, file=str(path))
    run_settling_frames(app)


@pytest.mark.parametrize("way", ["import", "keep-rules"])
def test_rules_of_another_window_keep_their_name(app: AppDriver, tmp_path: Path, way: str) -> None:
    """Check rules of the same name, which this window has not read: they are not those that a person replaces."""
    scene = open_rules_scene(app, section="saved")
    scene.set_rule("deals_to_win", 5)
    app.advance_frame()
    path, others = export_rule_set(BAR_RULES, tmp_path / "bar"), replace(OWN_RULES, name="Bar Sport")
    open_house_rules(app.context.folders).update(lambda book: book.with_named_rule_set(others))
    app.click_button(way)
    submit_text(app, str(path) if way == "import" else "Bar Sport")
    app.advance_frame()
    assert load_stored_rules(app).tables == (others, replace(BAR_RULES, name="Bar Sport 2"))
    assert "Bar Sport 2" in repr((app.toast_text, *app.context.notices)) or way == "keep-rules"


# -- another window


def test_rules_that_are_dropped_together_are_all_added(app: AppDriver, tmp_path: Path) -> None:
    open_rules_scene(app)
    for number in (1, 2, 3):
        path = export_rule_set(replace(BAR_RULES, name=f"Bar {number}"), tmp_path / f"bar {number}")
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    run_settling_frames(app)
    assert [rule_set.name for rule_set in load_stored_rules(app).tables] == ["Bar 1", "Bar 2", "Bar 3"]


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible there")
def test_dropped_rules_without_visible_name_get_a_name(app: AppDriver, tmp_path: Path) -> None:
    open_rules_scene(app)
    for signs, rules in (("\u200b", BAR_RULES), ("\u200b\u200b", OWN_RULES)):
        path = tmp_path / f"{signs}.tvrules"
        path.write_bytes(encode_rule_set(replace(rules, name="")))
        drop_file(app, path)
    assert [rule_set.name for rule_set in load_stored_rules(app).tables] == ["Classic", "Classic 2"]


@check_rows(("game", "preset"), [("briscola", "classic"), ("chiamata", "online"), ("spades", "partners")])
def test_rules_are_called_by_their_content(game: str, preset: str) -> None:
    """Check a preset, a saved set, and each of them with changes, which are the default or not."""
    plain, plain_name = make_preset_rule_set(game, preset), format_preset_name(preset)
    saved = change_rule(change_rule(plain, "turn_seconds", 60), "hints", False)
    book = HouseRules().with_named_rule_set(replace(saved, name="Bar Sport"))
    for rule_set, name in (
        (plain, plain_name),
        (saved, "Bar Sport"),
        (change_rule(plain, "undo", False), f"{plain_name}, 1 rule changed"),
        (change_rule(saved, "turn_seconds", 30), "Bar Sport, 1 rule changed"),
    ):
        assert format_rule_set(rule_set, book) == name
        assert format_rule_set(rule_set, book.with_default_rule_set(rule_set)) == name


@check_rows("game", GAMES)
def test_no_menu_offers_the_same_rules_twice(app: AppDriver, game: str) -> None:
    """Check default rules that are also saved, twice, and a preset that is saved."""
    changed = change_rule(make_preset_rule_set(game), "turn_seconds", 60)
    book = HouseRules().with_default_rule_set(changed)
    for rule_set in (replace(changed, name="Bar Sport"), replace(changed, name="Circolo")):
        book = book.with_named_rule_set(rule_set)
    book = book.with_named_rule_set(replace(make_preset_rule_set(game), name="Aurora"))
    app.context.save_house_rules(lambda _old: book)
    app.advance_frame()
    scene = app.show_over(NewMatchScene(app.context))
    scene.set_form(forms.with_game(scene.form, game, app.context.house_rules))
    app.advance_frame()
    names = list_offered_rule_sets(app)
    assert names[:2] == ["Bar Sport", "Aurora"] and len(names) == len(GAMES[game].presets) + 1
    assert [app.get_widget(f"preset-{number + 1}").symbol for number in range(len(names))].count("check") == 1


def test_rules_chosen_in_the_file_window_are_imported(
    app: AppDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the button of the file window is there only if the system has a program for it."""
    paths = [export_rule_set(rules, tmp_path / rules.name) for rules in (BAR_RULES, replace(OWN_RULES, name="Club"))]
    scene = open_rules_scene(app, section="saved")
    for command in (None, [sys.executable, "-c", f"print({str(paths[0])!r}); print({str(paths[1])!r})"]):
        for function in HOUSE_RULES_DIALOGS:
            monkeypatch.setattr(function, lambda *_args, command=command, **_more: command)
        for button in ("export", "import"):
            while app.context.scenes.top is not scene:
                app.context.scenes.pop()
            app.click_button(button)
            app.advance_frame()
            assert ("choose-file" in app.widget_ids) == (command is not None) and "line" in app.widget_ids
    app.click_button("choose-file")
    app.advance_until(lambda: app.context.scenes.top is scene and len(app.context.house_rules.tables) == 2)
    assert [rule_set.name for rule_set in load_stored_rules(app).tables] == ["Bar Sport", "Club"]


def save_rules(app: AppDriver, *named: RuleSet, default: RuleSet | None = None) -> None:
    """Store named rule sets and default rules."""
    for rule_set in named:
        app.context.save_house_rules(methodcaller("with_named_rule_set", rule_set))
    if default is not None:
        app.context.save_house_rules(lambda book: book.with_default_rule_set(default))
    app.advance_frame()
