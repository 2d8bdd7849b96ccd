"""House rules: the defaults of new matches, named rule sets, and their export and import."""

from __future__ import annotations

import sys
from itertools import product
from operator import methodcaller
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.options import COMMON_OPTION_NAMES
from game.match.assistance import ASSISTANCE_OPTION_NAMES
from game.match.house_rules import HouseRules, RuleSet, change_rule, encode_rule_set, make_preset_rule_set, replace
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.storage.rule_sets import export_rule_set, open_house_rules
from game.text.gettext import LANGUAGE_NAMES, use_language
from game.text.messages import format_preset_name
from tests.helpers import PLAYER_NAMES, make_record, play_random_actions
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.lobby_guest import StillClient, make_lobby
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.scenes.house_rules.scene import SECTION_TITLES, HouseRulesScene, RulesSection
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.page import to_widget_id
from ui.widgets.label import LineLabel, TextLabel

BAR_RULES = replace(change_rule(make_preset_rule_set("briscola"), "deals_to_win", 5), name="Bar Sport")
OWN_RULES = change_rule(make_preset_rule_set("briscola"), "count_aloud", True)
HOUSE_RULES_DIALOGS = tuple(f"ui.scenes.house_rules.scene.build_{kind}_command" for kind in ("open", "save"))
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
    app.get_widget("line").set_text(text)
    app.advance_frame()
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)


def list_own_rule_names(game: str) -> list[str]:
    """Return the names of the rules that only this game has."""
    names = [rule.name for rule in make_preset_rule_set(game).option_specs]
    return [name for name in names if name not in COMMON_OPTION_NAMES | ASSISTANCE_OPTION_NAMES]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_each_section_fits_one_page(tmp_path: Path, language: str) -> None:
    with use_language(language), open_test_app(tmp_path, settings=make_settings(language=language)) as app:
        for game, section in product(GAMES, SECTION_TITLES):
            save_rules(app, default=change_rule(make_preset_rule_set(game), "turn_seconds", 60))
            scene = open_rules_scene(app, game, section)
            assert all(area.max_offset == 0 for area in scene.scroll_areas.values()), (game, section)


@pytest.mark.slow
@for_each_game
def test_every_rule_is_changed_stored_and_used_in_new_matches(app: AppDriver, game: str) -> None:
    scene = open_rules_scene(app, game)
    for rule in scene.rule_set.option_specs:
        scene.show_section("rules" if rule.name in list_own_rule_names(game) else "aids")
        app.advance_frame()
        widget: Any = app.get_widget(to_widget_id(rule.name))
        before = scene.rule_set.get_value(rule.name)
        scene.focus.focus_widget(widget)
        for key in (pygame.K_RIGHT, pygame.K_LEFT):
            if scene.rule_set.get_value(rule.name) == before:
                app.press_key(key)
                app.advance_frame()
        assert scene.rule_set.changes[rule.name] == widget.value != before
        assert rule.name in scene.marked_names
        texts = [widget.text for widget in app.list_widgets() if isinstance(widget, LineLabel)]
        assert texts.count("For new matches. Rules with a dot are changed.") == 1
    rules = load_stored_rules(app).get_default_rule_set(game)
    assert len(rules.changes) == len(rules.option_specs)
    app.replace_routes(start_match=(started := list[MatchSetup]()).append)
    form = app.show_over(NewMatchScene(app.context))
    form.set_form(forms.with_game(form.form, game, app.context.house_rules))
    app.advance_frame()
    app.click_button("play")
    assert started[0].options == rules.options


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


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible there")
def test_dropped_rules_without_visible_name_get_a_name(app: AppDriver, tmp_path: Path) -> None:
    open_rules_scene(app)
    for signs, rules in (("\u200b", BAR_RULES), ("\u200b\u200b", OWN_RULES)):
        path = tmp_path / f"{signs}.tvrules"
        path.write_bytes(encode_rule_set(replace(rules, name="")))
        drop_file(app, path)
    assert [rule_set.name for rule_set in load_stored_rules(app).tables] == ["Classic", "Classic 2"]


# -- one name everywhere


def show_in_new_match(app: AppDriver, rule_set: RuleSet) -> str:
    """Open a new match with these rules, and return how they are called: a preset may be a choice of its own."""
    scene = app.show_over(NewMatchScene(app.context))
    scene.set_form(forms.with_game(scene.form, rule_set.game, app.context.house_rules))
    for rule in forms.get_current_rule_set(scene.form).find_differences(rule_set):
        scene.set_form(forms.with_rule(scene.form, rule, rule_set.get_value(rule)))
    app.advance_frame()
    tiles = [app.get_widget(widget_id) for widget_id in app.widget_ids if widget_id.startswith("preset-")]
    name: str = app.get_widget("rules").name
    if not app.get_widget("rules").detail:
        name = next(tile.name for tile in tiles if tile.is_selected)
    app.context.scenes.pop()
    return name


def show_in_lobby(app: AppDriver, rule_set: RuleSet) -> str:
    lobby = replace(make_lobby(["Anna", ""], game=rule_set.game, preset=rule_set.preset), changes=rule_set.changes)
    app.show_over(LobbyScene(app.context, StillClient(lobby, is_owner=True).as_client))
    title = GAMES[rule_set.game].title
    name = next(text for text in app.context.scenes.top.narration if title in text).split(" · ")[-1]
    app.context.scenes.pop()
    return name


def show_in_history(app: AppDriver, rule_set: RuleSet) -> str:
    """Store a match with these rules, and return what the history calls them."""
    seats = GAMES[rule_set.game].get_seat_counts(rule_set.preset)[0]
    players = tuple(PlayerInfo(name, PERSON_KIND) for name in PLAYER_NAMES[:seats])
    record = MatchSetup(
        rule_set.game, rule_set.preset, rule_set.options, players, assistance=rule_set.assistance
    ).create_record(0)
    played = make_record(record.create_match(), list(play_random_actions(record.create_match(), 1)), record.preset)
    repository = app.storage.get_repository()
    match_id = repository.create_match(replace(played, extra=record.extra), (PERSON_KIND,) * seats, 1, {})
    repository.finish_match(match_id)
    repository.release_match(match_id)
    app.context.router.open_history(lambda: None)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    title = f"{GAMES[rule_set.game].title} · "
    name = next(text for text in list_all_texts(app) if text.startswith(title)).removeprefix(title)
    app.context.scenes.pop()
    return name


def list_shown_names(app: AppDriver, default: RuleSet, rule_set: RuleSet) -> dict[str, str]:
    """Return how rules are called, by the place, if ``default`` is the default: where matches begin from that."""
    save_rules(app, default=default)
    names = {"new match": show_in_new_match(app, rule_set)}
    save_rules(app, default=rule_set)
    names |= {"lobby": show_in_lobby(app, rule_set), "history": show_in_history(app, rule_set)}
    open_rules_scene(app, rule_set.game, section="saved")
    texts = [" ".join(widget.lines) for widget in app.list_widgets() if isinstance(widget, TextLabel)]
    names["settings"] = texts[texts.index("Your rules") + 1]
    app.click_button("export")
    stem = Path(app.get_widget("line").get_text()).stem
    names["export"] = stem.removeprefix(f"{GAMES[rule_set.game].title}, ")
    app.context.scenes.pop()
    app.context.scenes.pop()
    return names


@pytest.mark.slow
@pytest.mark.parametrize("is_default", [True, False])
@pytest.mark.parametrize(("game", "preset"), [("briscola", "classic"), ("chiamata", "online"), ("spades", "partners")])
def test_rules_have_one_name_everywhere(app: AppDriver, game: str, preset: str, is_default: bool) -> None:
    """Check a preset, a saved set, and each of them with changes, which are the default or for one match."""
    plain = make_preset_rule_set(game, preset)
    plain_name = format_preset_name(preset)
    saved = change_rule(change_rule(plain, "turn_seconds", 60), "hints", False)
    save_rules(app, replace(saved, name="Bar Sport"))
    for default, rule_set, name in (
        (plain, plain, plain_name),
        (saved, saved, "Bar Sport"),
        (plain, change_rule(plain, "undo", False), f"{plain_name}, 1 rule changed"),
        (saved, change_rule(saved, "turn_seconds", 30), "Bar Sport, 1 rule changed"),
        (plain, saved, "Bar Sport"),
        (saved, plain, plain_name),
    ):
        shown_names = list_shown_names(app, rule_set if is_default else default, rule_set)
        assert shown_names == dict.fromkeys(shown_names, name)


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
