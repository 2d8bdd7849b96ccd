"""The new match: the form as a value, and its scene."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.personas import PERSONAS
from game.core.options import list_option_specs
from game.match.assistance import AssistanceOptions
from game.match.house_rules import make_preset_rule_set
from game.match.setup import LEVELS, PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.sample_options import iter_sample_options
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import record_texts
from ui.app import launch
from ui.app.settings import Settings
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import LAST_CHOICES_FILE, open_last_choices
from ui.scenes.new_match.more_options import MoreOptionsSheet
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.page import to_widget_id
from ui.table.scene import TableScene
from ui.widgets.segmented import SegmentedControl

replace = msgspec.structs.replace
for_each_game = pytest.mark.parametrize("game", GAMES)


def make_form(game: str, **changes: Any) -> NewMatchForm:
    return replace(forms.with_game(forms.make_default_form("Anna"), game), **changes)


# -- the form


@check_rows("game", GAMES)
def test_every_game_preset_and_seat_count_gives_a_match_setup(game: str) -> None:
    for preset in GAMES[game].presets:
        for seats in GAMES[game].get_seat_counts(preset):
            form = forms.with_rules(make_form(game), make_preset_rule_set(game, preset))
            agreed = forms.make_match_setup(forms.with_seats(form, seats))
            assert isinstance(agreed, MatchSetup)
            assert (agreed.game_id, agreed.preset, len(agreed.players)) == (game, preset, seats)
            assert agreed.options == GAMES[game].presets[preset]


def test_rules_for_four_players_set_and_offer_four_seats() -> None:
    form = forms.with_seats(make_form("spades"), 3)
    form = forms.with_rules(form, make_preset_rule_set("spades", "partners"))
    assert form.seats == 4
    assert forms.list_seat_counts(form) == (4,)
    assert forms.list_public_sides(form) == ((0, 2), (1, 3))
    form = forms.with_rules(form, make_preset_rule_set("spades", "individual"))
    assert form.seats == 4
    assert forms.list_seat_counts(form) == (2, 3, 4, 5)


@check_rows("game", GAMES)
def test_every_rule_value_reaches_the_match_setup(game: str) -> None:
    form = make_form(game)
    options = forms.get_chosen_rule_set(form).options
    for wanted in (*iter_sample_options(options), *iter_sample_options(AssistanceOptions())):
        changed = form
        for rule in list_option_specs(type(wanted)):
            changed = forms.with_rule(changed, rule.name, getattr(wanted, rule.name))
        agreed = forms.make_match_setup(changed)
        assert isinstance(agreed, MatchSetup) and len(changed.changes) <= 1
        assert (agreed.options, agreed.assistance) in ((wanted, AssistanceOptions()), (options, wanted))


def test_players_beyond_the_seats_are_kept_and_need_no_name() -> None:
    form = forms.with_seats(forms.make_default_form("Anna"), 5)
    form = forms.with_player(form, 4, PlayerInfo("", PERSON_KIND))
    fewer = forms.with_seats(form, 2)
    assert forms.find_error(fewer) == "" != forms.find_error(form)
    assert forms.with_seats(fewer, 5) == form


@check_rows("game", GAMES)
def test_changed_game_keeps_players_it_supports(game: str) -> None:
    form = make_form(game)
    assert form.seats in GAMES[game].seat_counts
    assert {player.kind for player in form.players} <= set(forms.list_player_kinds(game))
    names = [player.name for player in forms.make_default_form("Anna").players]
    assert [player.name for player in form.players] == names


@pytest.mark.parametrize("name, words", [
    ("", "Enter a name for seat 2."),
    ("   ", "Enter a name for seat 2."),
    ("Anna", "Two players are named Anna. Change one of the names."),
    (" aNNA ", "Two players are named aNNA. Change one of the names."),
    ("x" * 25, "The name for seat 2 is longer than 24 characters."),
    ("\u200b", "The name for seat 2 can't be shown. Enter another one."),
    ("An\u00adna", "Two players are named Anna. Change one of the names."),
    ("\uff21nna", "Two players are named \uff21nna. Change one of the names."),
])  # fmt: skip
def test_invalid_name_gives_one_line(name: str, words: str) -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo(name, PERSON_KIND))
    assert forms.make_match_setup(form) == forms.find_error(form) == words


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=6))
def test_quick_choices_never_duplicate_a_name(name: str, other_names: list[str]) -> None:
    form = forms.make_default_form("Anna")
    for seat, only_computers in enumerate(other_names):
        form = forms.with_player(form, seat, PlayerInfo(only_computers, PERSON_KIND))
    form = forms.with_computer_opponents(forms.with_seats(form, 6), name)
    assert form.players[0] == PlayerInfo(name, PERSON_KIND)
    assert all(player.kind != PERSON_KIND for player in form.players[1:])
    names = [player.name.strip().casefold() for player in form.players]
    assert len(set(names)) == len(names)
    assert {player.kind for player in forms.with_only_people(form).players} == {PERSON_KIND}


def test_stored_form_of_earlier_version_is_repaired() -> None:
    good = forms.with_seats(forms.make_default_form("Bea"), 4)
    assert forms.repair_form(good, "Anna") == forms.repair_form(replace(good, preset="old"), "Anna") == good
    first = forms.make_default_form("Anna")
    for bad in (replace(good, game="poker"), replace(good, seats=9), replace(good, players=good.players[:2])):
        assert forms.repair_form(bad, "Anna") == first
    assert forms.repair_form(replace(good, changes={"teams": "maybe"}), "Anna").changes == {}
    stranger = forms.with_player(good, 1, PlayerInfo("Gigi", "grandmaster"))
    assert forms.repair_form(stranger, "Anna").players[1].kind == "beginner"


def test_level_missing_in_a_game_becomes_next_lower_level(monkeypatch: pytest.MonkeyPatch) -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("Bruno", "master"))
    for levels, expected in ((("random", "novice", "club", "expert"), "expert"), (("random", "novice"), "novice"),
                          (LEVELS, "master")):  # fmt: skip
        monkeypatch.setattr(forms, "list_offered_levels", lambda _game, levels=levels: levels)
        assert forms.with_game(form, "spades").players[1].kind == expected


def test_person_without_name_is_named_in_current_language() -> None:
    nameless, named = Settings(), Settings(name="Anna")
    stored = forms.prepare_for_storage(forms.make_default_form(nameless.display_name), nameless)
    for language, called in (("en", "You"), ("it", "Tu"), ("fr", "Vous")):
        with use_language(language):
            assert forms.repair_form(stored, nameless.display_name).players[0] == PlayerInfo(called, PERSON_KIND)
    assert forms.prepare_for_storage(forms.make_default_form("Anna"), named).players[0].name == "Anna"


def test_computers_have_persona_names_unless_renamed() -> None:
    assert set(forms.DEFAULT_OPPONENT_NAMES) <= set(PERSONAS) and set(launch.DEFAULT_SEAT_NAMES) <= set(PERSONAS)
    assert forms.split_description(PERSONAS["Bruno"]) == ("the baker", "Would rather bid than wait")
    for language in LANGUAGE_NAMES:
        with use_language(language):
            assert all(all(forms.split_description(persona)) for persona in PERSONAS.values()), language


def open_seat(app: AppDriver, seat: int, game: str = "briscola", seats: int = 4) -> SeatDialog:
    """Open the dialog of a seat of a new match."""
    show_form(app, forms.with_seats(forms.with_game(forms.make_default_form("Ada"), game), seats))
    app.press_on(f"seat-{seat}", pygame.K_RETURN)
    return app.expect_scene(SeatDialog)


def list_names(app: AppDriver) -> list[str]:
    """Return the names at the seats of the new match."""
    form = app.expect_scene(NewMatchScene).form
    return [player.name for player in form.players[: form.seats]]


@check_rows("seat, question", [
    (1, "Who sits on your right?"), (2, "Who is your partner?"), (3, "Who sits on your left?"),
])  # fmt: skip
def test_dialog_of_a_seat_asks_for_its_place(app: AppDriver, seat: int, question: str) -> None:
    assert open_seat(app, seat).question == question


def test_arrows_move_among_characters_and_enter_chooses(app: AppDriver) -> None:
    open_seat(app, 1)
    picker = app.get_widget("characters")
    app.context.scenes.top.focus.focus_widget(picker)
    app.press_key(pygame.K_DOWN)
    app.advance_frame()
    assert app.get_widget("characters").value == list(PERSONAS)[5]
    app.press_key(pygame.K_RETURN)
    assert list_names(app)[1] == list(PERSONAS)[5]


def test_second_click_on_a_character_chooses_with_the_level(app: AppDriver) -> None:
    dialog = open_seat(app, 1)
    dialog.find("levels").set_value("novice")
    dialog.level = "novice"
    for _click in range(2):
        picker = app.get_widget("characters")
        rect = picker.part_rects[list(PERSONAS).index("Elsa")].move(picker.get_abs_rect().topleft)
        app.click(rect.center)
        app.advance_frame()
    assert app.expect_scene(NewMatchScene).form.players[1] == PlayerInfo("Elsa", "novice")


def test_character_who_has_a_seat_swaps_with_the_other(app: AppDriver) -> None:
    dialog = open_seat(app, 1)
    before = list_names_of(dialog.form)
    dialog.name = before[3]
    app.click_button("choose")
    assert list_names(app) == [before[0], before[3], before[2], before[1]]


def test_cancel_changes_nothing_and_a_surprise_is_somebody_free(app: AppDriver) -> None:
    dialog = open_seat(app, 1)
    before = list_names_of(dialog.form)
    app.click_button("surprise")
    assert dialog.name not in before
    app.click_button("cancel")
    assert list_names(app) == before


def test_person_at_this_screen_has_a_name_field(app: AppDriver) -> None:
    open_seat(app, 1)
    app.click_button("person")
    app.advance_frame()
    app.press_on("name-1")
    app.type_text("Zoe")
    app.click_button("choose")
    assert app.expect_scene(NewMatchScene).form.players[1] == PlayerInfo("Zoe", PERSON_KIND)


def list_names_of(form: NewMatchForm) -> list[str]:
    """Return the names at the seats of a form."""
    return [player.name for player in form.players[: form.seats]]


@check_rows("people, name", [((), "Player 2"), (("Anna", "Zoe"), "Zoe"), (("Anna", "Bruno"), "Player 2")])
def test_second_person_and_computer_have_different_names(people: tuple[str, ...], name: str) -> None:
    form = forms.make_default_form("Anna")
    both = forms.with_kind(form, 1, PERSON_KIND, people)
    assert both.players[1] == PlayerInfo(name, PERSON_KIND)
    assert forms.with_kind(both, 1, "beginner", people) == form
    assert forms.with_only_people(form, people).players[1] == PlayerInfo(name, PERSON_KIND)
    assert forms.with_computer_opponents(both, "Anna", people).players == form.players


def test_typed_name_survives_change_of_player_kind() -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("Gigi", "club"))
    assert forms.with_kind(form, 1, PERSON_KIND, ("Anna", "Zoe")).players[1] == PlayerInfo("Gigi", PERSON_KIND)


@check_rows("called, names", [
    ("You", ["You", "Bruno", "Carla", "Dino"]), ("Bruno", ["Bruno", "Anna", "Carla", "Dino"]),
])  # fmt: skip
def test_command_line_match_uses_the_name_of_the_person(called: str, names: list[str]) -> None:
    args = Namespace(game="spades", preset=None, seats=4, players=None, deals=1, autoplay=False, code=None)
    agreed = launch.read_seating(args)
    assert [player.name for player in launch.rename_first_person(agreed, called).players] == names
    args.autoplay = True
    computers = launch.read_seating(args)
    assert launch.rename_first_person(computers, called) == computers


# -- the scene


def show_form(app: AppDriver, form: NewMatchForm) -> None:
    """Show a form on the page, which is opened if it is not there."""
    if not any(isinstance(scene, NewMatchScene) for scene in app.context.scenes):
        app.show_over(NewMatchScene(app.context))
    while not isinstance(app.context.scenes.top, NewMatchScene):
        app.context.scenes.pop()
    app.expect_scene(NewMatchScene).set_form(form)
    app.advance_frame()


def show_sheet(app: AppDriver, form: NewMatchForm) -> MoreOptionsSheet:
    """Show a form with the sheet of all options over the page."""
    show_form(app, form)
    app.click_button("more-options")
    return app.expect_scene(MoreOptionsSheet)


@for_each_game
@pytest.mark.parametrize("size", [(960, 540), (1366, 768)])
def test_rules_and_more_options_open_at_their_own_part(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path, size=size) as app:
        show_form(app, make_form(game))
        rule = forms.list_relevant_rules(make_form(game))[0].name
        for way, has_rules_first in (("more-options", False), ("rules", True)):
            app.click_widget(way)
            if "all-rules" in app.widget_ids:
                app.click_button("all-rules")
            app.expect_scene(MoreOptionsSheet)
            ids = [*app.widget_ids, to_widget_id(rule), "undo"]
            assert (ids.index(to_widget_id(rule)) < ids.index("undo")) == has_rules_first
            app.press_key(pygame.K_ESCAPE)


def find_widget(app: AppDriver, rule: str) -> Any:
    """Return the widget of a rule in the top scene, or None if it has none; show the section that has it."""
    focus = app.context.scenes.top.focus
    for _section in range(2):
        section, widget = focus.find("section"), focus.find(to_widget_id(rule))
        if widget is not None or section is None:
            return widget
        assert isinstance(section, SegmentedControl)
        focus.focus_widget(section)
        app.press_key(pygame.K_LEFT if section.value == "match" else pygame.K_RIGHT)
        app.advance_frame()
    return None


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 4, 1))
def test_each_rule_that_counts_has_a_control_which_keys_change(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        form = forms.with_seats(make_form(game), seats)
        rules = forms.get_chosen_rule_set(form).option_specs
        for name in {name for rule in rules for name in rule.needs}:
            form = forms.with_rule(form, name, 60 if name == "turn_seconds" else True)
        sheet = show_sheet(app, form)
        for rule in rules:
            assert (find_widget(app, rule.name) is not None) == rule.is_relevant_at(seats), rule.name
        for rule in sorted(forms.list_relevant_rules(sheet.form), key=lambda rule: not rule.needs):
            before = forms.get_current_rule_set(sheet.form).get_value(rule.name)
            sheet.focus.focus_widget(find_widget(app, rule.name))
            assert not any(area.max_offset for area in sheet.scroll_areas.values()), "no section scrolls"
            for key in (pygame.K_RIGHT, pygame.K_LEFT):
                if forms.get_current_rule_set(sheet.form).get_value(rule.name) == before:
                    app.press_key(key)
                    app.advance_frame()
            after = forms.get_current_rule_set(sheet.form).get_value(rule.name)
            assert after != before and after == find_widget(app, rule.name).value, rule.name
        app.click_button("done")
        assert app.expect_scene(NewMatchScene).form == sheet.form


def test_one_row_sets_the_level_of_all_computer_players_and_shows_none_where_they_differ(app: AppDriver) -> None:
    show_form(app, forms.with_seats(forms.make_default_form("Anna"), 4))
    scene = app.expect_scene(NewMatchScene)
    assert find_widget(app, "levels").value == forms.get_level(scene.form) == "beginner"
    app.context.scenes.top.focus.focus_widget(find_widget(app, "levels"))
    app.press_key(pygame.K_RIGHT)
    app.advance_frame()
    assert [player.kind for player in scene.form.players[:4]] == [PERSON_KIND, *["novice"] * 3]
    show_form(app, forms.with_kind(scene.form, 2, "master"))
    assert find_widget(app, "levels").value is None and forms.get_level(scene.form) == ""
    show_form(app, forms.with_only_people(scene.form))
    assert find_widget(app, "levels") is None


def test_each_game_begins_at_its_own_level(app: AppDriver) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    show_form(app, forms.with_level(make_form("spades"), "expert"))
    app.click_button("play")
    app.advance_frame()
    scene = app.show_over(NewMatchScene(app.context))
    assert forms.get_level(scene.form) == "expert"
    app.click_widget("game-muscio")
    assert forms.get_level(scene.form) == "beginner"
    app.click_widget("game-spades")
    assert forms.get_level(scene.form) == "expert"


def test_play_starts_the_match_and_choices_are_stored_for_each_game(app: AppDriver) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    wanted = {}
    for game in GAMES:
        rule_set = make_preset_rule_set(game, list(GAMES[game].presets)[-1])
        form = forms.with_rule(forms.with_rules(make_form(game), rule_set), "undo", False)
        show_form(app, form)
        app.click_button("play")
        app.advance_frame()
        assert started.pop() == forms.make_match_setup(form)
        wanted[game] = forms.without_changes(form)
        again = app.show_over(NewMatchScene(app.context))
        assert again.form == wanted[game]
    choices, _notice = open_last_choices(app.context.folders).read()
    assert {game: forms.without_changes(choices.get_form(game, app.context)) for game in GAMES} == wanted


def test_after_a_match_of_people_one_person_is_proposed_and_with_friends_the_same_people(app: AppDriver) -> None:
    app.replace_routes(start_match=lambda _setup: None)
    form = forms.with_only_people(make_form("spades"))
    show_form(app, form)
    app.click_button("play")
    app.advance_frame()
    proposed = app.show_over(NewMatchScene(app.context)).form
    assert (proposed.game, proposed.seats, forms.count_people(proposed)) == (form.game, form.seats, 1)
    assert app.show_over(NewMatchScene(app.context, is_of_people=True)).form.players == form.players


def test_first_match_of_several_people_is_of_two_and_computer_players_of_the_last_level(app: AppDriver) -> None:
    app.replace_routes(start_match=lambda _setup: None)
    show_form(app, forms.with_level(forms.with_game(make_form("spades"), "muscio"), "novice"))
    app.click_button("play")
    app.advance_frame()
    form = app.show_over(NewMatchScene(app.context, is_of_people=True)).form
    assert (form.game, form.seats) == ("muscio", 4)
    assert [player.kind for player in form.players[: form.seats]] == [PERSON_KIND, PERSON_KIND, "novice", "novice"]


def test_levels_of_five_players_are_read_in_full(tmp_path: Path) -> None:
    with use_language("it"), open_test_app(tmp_path, size=(1320, 720), settings=make_settings(name="Anna")) as app:
        show_form(app, forms.with_level(forms.with_game(make_form("briscola"), "chiamata"), "beginner"))
        run_settling_frames(app)
        with record_texts() as recorder:
            app.context.scenes.rebuild()
            app.repaint()
        assert "Principiante" not in recorder.cut_texts


def test_damaged_stored_choices_are_set_aside_with_a_notice(app: AppDriver) -> None:
    (app.context.folders.config / LAST_CHOICES_FILE).write_text('{"game": 7}')
    scene = app.show_over(NewMatchScene(app.context))
    assert scene.form == forms.make_default_form(app.context.settings.display_name)
    assert LAST_CHOICES_FILE in repr((app.toast_text, *app.context.notices))


def test_stored_choices_do_not_undo_changes_made_meanwhile(app: AppDriver) -> None:
    app.storage.is_paused = True
    scene = NewMatchScene(app.context)
    app.context.scenes.push(scene)
    scene.set_form(forms.with_player(scene.form, 1, PlayerInfo("Bruno", PERSON_KIND)))
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert scene.form.players[1].kind == PERSON_KIND


def test_error_of_the_code_is_in_view_when_the_sheet_closes(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(scale=2.0)) as app:
        app.context.scenes.push(NewMatchScene(app.context))
        show_sheet(app, forms.make_default_form("Anna"))
        app.press_on("code")
        app.type_text("B-WRONG")
        app.press_key(pygame.K_ESCAPE)
        viewport = app.expect_scene(NewMatchScene).scroll_areas["match"].viewport
        assert viewport.contains(app.get_widget("code-error").get_abs_rect())


def test_person_without_a_name_is_the_first_player_among_several_people(app: AppDriver) -> None:
    scene = app.show_over(NewMatchScene(app.context, is_of_people=True))
    app.advance_until(lambda: not scene.is_busy)
    assert app.context.settings.display_name == "You" and scene.form.seats == 2
    app.click_button("play")
    app.advance_until(lambda: app.context.scenes.top.__class__ is TableScene)
    session = get_session(app.table_scene)
    assert session.info.names == ("Player 1", "Player 2")
    profiles = app.storage.get_repository().list_profiles()
    assert sorted(profile.display_name for profile in profiles) == ["Player 2", "You"]
