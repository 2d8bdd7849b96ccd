"""Our rules: what the settings hold is what every new match starts from; tables keep their own; files come and go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.house_rules import RuleBook, RuleSet, dump, preset_rules, replace, with_rule
from game.rules import GAMES
from game.seating import Seating
from game.store.rules import FILE, change_rules, export_rules, load_rules
from tests.ui.stage import AppByHand
from ui import form as forms
from ui import theme
from ui.page import to_widget_id
from ui.scene import Scene, Stage
from ui.scenes.ask import Ask
from ui.scenes.house_rules import HouseRules
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.prompt import Prompt
from ui.scenes.settings import SettingsScene

BAR = replace(with_rule(preset_rules("briscola"), "deals_to_win", 5), name="Bar Sport")
OURS = with_rule(preset_rules("briscola"), "count_aloud", True)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def house(app: AppByHand, game: str = "briscola") -> HouseRules:
    scene = HouseRules(app.stage, game)
    scene.discipline_shown = True
    return app.over(scene)


def new_match(app: AppByHand) -> NewMatch:
    return app.over(NewMatch(app.stage))


def kept(app: AppByHand) -> RuleBook:
    """What the next start of the program will read; memory says the same."""
    book, notice = load_rules(app.stage.folders)
    assert notice is None and book == app.stage.rules
    return book


def type_in(app: AppByHand, text: str) -> None:
    """Type a line into the prompt and press Enter."""
    app.widget("line").set_text(text)
    app.step()
    app.key(pygame.K_RETURN)
    app.step()
    app.step()


@pytest.mark.slow
@EVERY_GAME
def test_every_rule_of_every_game_is_changed_there_marked_and_kept_and_each_new_match_starts_so(
    app: AppByHand, game: str
) -> None:
    scene = house(app, game)
    for rule in scene.rules.declared:
        widget: Any = app.widget(to_widget_id(rule.name))
        before = scene.rules.value(rule.name)
        scene.focus.go(widget)
        for key in (pygame.K_RIGHT, pygame.K_LEFT):
            if scene.rules.value(rule.name) == before:
                app.key(key)
                app.step()
        assert scene.rules.changes[rule.name] == widget.value != before
        assert scene.labels[rule.name].colour == theme.GOLD
    rules = kept(app).house_of(game)
    assert len(rules.changes) == len(rules.declared)
    app.replace_doors(begin=(begun := list[Seating]()).append)
    form = new_match(app)
    form.set_form(forms.with_game(form.form, game, app.stage.rules))
    app.step()
    app.press("play")
    assert begun[0].options == rules.options


def test_one_click_goes_back_to_the_preset(app: AppByHand) -> None:
    app.stage.agree(lambda book: book.with_house(OURS))
    app.step()
    scene = house(app)
    assert app.button("reset-rules").is_enabled
    app.press("reset-rules")
    app.step()
    assert scene.rules == preset_rules("briscola") and kept(app).house == ()
    assert not app.button("reset-rules").is_enabled
    assert all(label.colour == theme.CREAM for label in scene.labels.values())


def test_the_settings_lead_there(app: AppByHand) -> None:
    app.stage.push(SettingsScene(app.stage))
    app.step()
    app.press("house-rules")
    assert isinstance(app.stage.scene, HouseRules)


def test_what_cannot_be_kept_is_said_and_does_not_hold(app: AppByHand) -> None:
    scene = house(app)
    app.storage.fault = "the disk is full"
    scene.focus.go(app.widget("count-aloud"))
    app.key(pygame.K_SPACE)
    app.step()
    app.storage.fault = ""
    assert app.stage.rules == RuleBook() and app.widget("count-aloud").value is False
    assert "the disk is full" in (app.toasts.words, *app.stage.notices)


def test_two_changes_before_the_first_is_kept_are_both_kept(app: AppByHand) -> None:
    scene = house(app)
    app.storage.holding = True
    scene.set_rule("count_aloud", True)
    scene.set_rule("deals_to_win", 5)
    app.step()
    app.storage.let()
    app.step()
    assert kept(app).house_of("briscola").changes == {"count_aloud": True, "deals_to_win": 5}


def test_another_game_is_chosen_at_the_top(app: AppByHand) -> None:
    scene = house(app)
    scene.focus.go(app.widget("game"))
    app.key(pygame.K_RIGHT)
    app.step()
    assert scene.game == list(GAMES)[1]


# -- a table's own


def test_the_rules_of_a_match_are_kept_under_a_name_and_chosen_in_the_next(app: AppByHand) -> None:
    scene = new_match(app)
    assert not app.button("keep-rules").is_enabled
    scene.set_rule("deals_to_win", 5)
    scene.focus.go(app.button("keep-rules"))
    app.key(pygame.K_RETURN)
    type_in(app, "Bar Sport")
    assert kept(app).tables == (BAR,)
    assert scene.form.table == "Bar Sport" and scene.form.changes == {}
    app.stage.back()
    again = new_match(app)
    assert again.form.table == "" and again.form.agreed == {}
    choice: Any = app.widget("preset")
    assert choice.words == ("Classic", "Bar Sport")
    again.focus.go(choice)
    app.key(pygame.K_RIGHT)
    app.step()
    assert again.form.table == "Bar Sport" and app.widget("deals-to-win").value == 5


def test_our_rules_are_the_first_choice_and_the_preset_stays_one(app: AppByHand) -> None:
    app.stage.agree(lambda book: book.with_house(OURS))
    app.step()
    scene = new_match(app)
    choice: Any = app.widget("preset")
    assert (choice.words, choice.at) == (("Ours", "Classic"), 0)
    assert scene.labels["count_aloud"].colour == theme.GOLD  # not as the preset has it
    assert scene.labels["deals_to_win"].colour == theme.CREAM
    scene.set_rule("count_aloud", False)
    assert scene.labels["count_aloud"].colour == theme.GOLD
    app.press("reset-rules")
    app.step()
    assert app.widget("count-aloud").value is True


@pytest.mark.slow
def test_a_table_is_made_ours_exported_and_deleted(app: AppByHand, tmp_path: Path) -> None:
    app.stage.agree(lambda book: book.with_table(BAR))
    app.step()
    scene = house(app)
    app.press("make-ours-1")
    app.step()
    assert scene.rules == replace(BAR, name="") and kept(app).tables == (BAR,)
    app.press("export-1")
    type_in(app, str(tmp_path / "ours.tvrules"))
    assert app.stage.scene is scene and (tmp_path / "ours.tvrules").exists()
    app.press("delete-1")
    app.press("confirm")
    app.step()
    assert kept(app).tables == ()
    app.press("import")
    type_in(app, str(tmp_path / "ours.tvrules"))
    assert kept(app).tables == (BAR,) and app.stage.scene is scene


def test_an_import_that_fails_says_why_and_changes_nothing(app: AppByHand, tmp_path: Path) -> None:
    house(app)
    prompt = pressed(app, "import")
    type_in(app, str(tmp_path / "none"))
    assert app.shows(Prompt) is prompt and "no such file" in " ".join(app.lines())
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, HouseRules) and not (app.stage.folders.config / FILE).exists()


def pressed(app: AppByHand, widget_id: str) -> Any:
    app.press(widget_id)
    app.step()
    return app.stage.scene


@pytest.mark.slow
def test_rules_under_a_name_are_replaced_only_after_a_question(app: AppByHand) -> None:
    app.stage.agree(lambda book: book.with_table(BAR))
    scene = house(app)
    scene.set_rule("deals_to_win", 7)
    for answer, there in (("cancel", 5), ("confirm", 7)):
        app.press("keep-rules")
        type_in(app, "BAR  sport")
        app.shows(Ask)
        app.press(answer)
        app.step()
        (table,) = kept(app).tables
        assert table.changes == {"deals_to_win": there} and app.stage.scene is scene


def test_our_rules_are_lost_only_after_a_question(app: AppByHand) -> None:
    """Not where they have a name too, nor where they are what a preset says."""
    app.stage.agree(lambda book: book.with_table(BAR))
    app.step()
    scene = house(app)
    app.press("make-ours-1")
    app.step()
    assert scene.rules.changes == BAR.changes
    scene.set_rule("deals_to_win", 7)
    app.step()
    for answer, ours in (("cancel", 7), ("confirm", 5)):
        app.press("make-ours-1")
        app.press(answer)
        app.step()
        assert scene.rules.changes == {"deals_to_win": ours}


@pytest.mark.parametrize("name", ["", "   "])
def test_rules_are_kept_under_no_empty_name(app: AppByHand, name: str) -> None:
    house(app)
    prompt = pressed(app, "keep-rules")
    type_in(app, name)
    assert app.stage.scene is prompt and app.stage.rules == RuleBook()


def drop(app: AppByHand, path: Path) -> None:
    app.post(pygame.DROPFILE, file=str(path))
    app.step()
    app.step()


def test_a_file_that_is_dropped_on_a_new_match_is_kept_and_chosen(app: AppByHand, tmp_path: Path) -> None:
    path = export_rules(BAR, tmp_path / "bar")
    scene = new_match(app)
    drop(app, path)
    assert kept(app).tables == (BAR,) and scene.form.table == "Bar Sport"
    drop(app, path)
    assert kept(app).tables == (BAR,)


def test_a_file_that_is_dropped_on_our_rules_is_shown_there(app: AppByHand, tmp_path: Path) -> None:
    other: RuleSet = replace(preset_rules("spades"), name="Club")
    scene = house(app)
    drop(app, export_rules(other, tmp_path / "club"))
    assert kept(app).tables == (other,) and scene.game == "spades"


def test_any_other_file_that_is_dropped_is_one_line(app: AppByHand, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"\x89PNG")
    house(app)
    drop(app, tmp_path / "x.png")
    assert "x.png" in app.toasts.words and app.stage.rules == RuleBook()


# -- another window


def kept_elsewhere(app: AppByHand, rules: RuleSet) -> None:
    """Another window keeps rules of which this one has not heard."""
    change_rules(app.stage.folders, lambda book: book.with_table(rules))


def test_an_import_replaces_no_rules_of_another_window_and_says_the_name_it_got(app: AppByHand, tmp_path: Path) -> None:
    house(app)
    path = export_rules(BAR, tmp_path / "bar")
    kept_elsewhere(app, replace(OURS, name="Bar Sport"))
    app.press("import")
    type_in(app, str(path))
    app.step()
    assert kept(app).tables == (replace(OURS, name="Bar Sport"), replace(BAR, name="Bar Sport 2"))
    assert any(words.startswith("Bar Sport 2 (") for words in (app.toasts.words, *app.stage.notices))


def test_a_name_replaces_only_the_rules_that_were_asked_about(app: AppByHand) -> None:
    scene = house(app)
    scene.set_rule("deals_to_win", 5)
    app.step()
    kept_elsewhere(app, replace(OURS, name="Bar Sport"))
    app.press("keep-rules")
    type_in(app, "Bar Sport")
    app.step()
    assert kept(app).tables == (replace(OURS, name="Bar Sport"), replace(BAR, name="Bar Sport 2"))


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible there")
def test_dropped_files_without_a_visible_name_are_kept_under_a_name(app: AppByHand, tmp_path: Path) -> None:
    house(app)
    for signs, rules in (("\u200b", BAR), ("\u200b\u200b", OURS)):
        path = tmp_path / f"{signs}.tvrules"
        path.write_bytes(dump(replace(rules, name="")))
        app.post(pygame.DROPFILE, file=str(path))
        app.step()
        app.step()
    assert [one.name for one in kept(app).tables] == ["Classic", "Classic 2"]
