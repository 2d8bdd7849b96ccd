"""The new match: the form as a value, and its scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.levels import list_levels
from game.ai.personas import PERSONAS
from game.core.messages import InputError
from game.core.options import COMMON_OPTION_NAMES, iter_sample_options, list_option_specs
from game.match.assistance import AssistanceOptions, read_assistance
from game.match.house_rules import make_preset_rule_set
from game.match.record import decode_record, encode_record
from game.match.setup import LEVELS, PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.shuffling.daily_deal import get_daily_deal
from game.shuffling.deal_codes import encode_deal
from game.text.gettext import use_language
from tests.fakes import add_profile
from tests.ui.app_driver import AppDriver
from ui.app import launch
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import LAST_CHOICES_FILE, NewMatchForm
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.page import to_widget_id
from ui.widgets.controls import Stepper, Switch
from ui.widgets.label import LineLabel
from ui.widgets.segmented import SegmentedControl

replace = msgspec.structs.replace
for_each_game = pytest.mark.parametrize("game", GAMES)


def make_form(game: str, **changes: Any) -> NewMatchForm:
    return replace(forms.with_game(forms.make_default_form("Anna"), game), **changes)


# -- the form


def test_person_plays_against_the_computer_by_default() -> None:
    agreed = forms.make_match_setup(forms.make_default_form("Anna"))
    assert isinstance(agreed, MatchSetup)
    assert agreed.players[0] == PlayerInfo("Anna", PERSON_KIND)
    assert all(player.kind in list_levels(agreed.game_id) for player in agreed.players[1:])


@for_each_game
def test_every_game_preset_and_seat_count_gives_a_match_setup(game: str) -> None:
    for preset in GAMES[game].presets:
        for seats in GAMES[game].seat_counts:
            agreed = forms.make_match_setup(
                forms.with_seats(forms.with_rules(make_form(game), make_preset_rule_set(game, preset)), seats)
            )
            assert isinstance(agreed, MatchSetup)
            assert (agreed.game_id, agreed.preset, len(agreed.players)) == (game, preset, seats)
            assert agreed.options == GAMES[game].presets[preset]


@for_each_game
def test_every_rule_value_reaches_the_match_setup(game: str) -> None:
    form = make_form(game)
    for wanted in iter_sample_options(forms.get_chosen_rule_set(form).options):
        changed = form
        for rule in list_option_specs(type(wanted)):
            changed = forms.with_rule(changed, rule.name, getattr(wanted, rule.name))
        agreed = forms.make_match_setup(changed)
        assert isinstance(agreed, MatchSetup) and agreed.options == wanted
        assert len(changed.changes) <= 1


def test_rule_reset_to_preset_is_no_change() -> None:
    form = forms.with_rule(forms.make_default_form("Anna"), "deals_to_win", 5)
    assert form.changes == {"deals_to_win": 5}
    assert forms.with_rule(form, "deals_to_win", 2).changes == {}
    assert forms.without_changes(form).changes == {}


def test_invalid_rule_value_is_refused() -> None:
    with pytest.raises(InputError):
        forms.with_rule(forms.make_default_form("Anna"), "deals_to_win", 4)


@pytest.mark.parametrize("wanted", tuple(iter_sample_options(AssistanceOptions())))
def test_assistance_options_reach_match_setup_and_record(wanted: AssistanceOptions) -> None:
    form = forms.make_default_form("Anna")
    for rule in list_option_specs(AssistanceOptions):
        form = forms.with_rule(form, rule.name, getattr(wanted, rule.name))
    agreed = forms.make_match_setup(form)
    assert isinstance(agreed, MatchSetup) and agreed.assistance == wanted == read_assistance(
        decode_record(encode_record(agreed.create_record(0))).extra
    )
    assert agreed.options == GAMES[form.game].presets[form.preset]
    assert len(form.changes) <= 1


def test_names_survive_fewer_and_more_seats() -> None:
    form = forms.with_seats(forms.make_default_form("Anna"), 5)
    form = forms.with_player(form, 4, PlayerInfo("Zoe", PERSON_KIND))
    assert forms.with_seats(forms.with_seats(form, 2), 5) == form


@for_each_game
def test_changed_game_keeps_players_it_supports(game: str) -> None:
    form = make_form(game)
    assert form.seats in GAMES[game].seat_counts
    assert {player.kind for player in form.players} <= set(forms.list_player_kinds(game))
    assert [player.name for player in form.players] == [
        player.name for player in forms.make_default_form("Anna").players
    ]


@pytest.mark.parametrize("name, words", [
    ("", "Seat 2 has no name."),
    ("   ", "Seat 2 has no name."),
    ("Anna", "Two seats are called Anna: every name may be there only once."),
    (" aNNA ", "Two seats are called aNNA: every name may be there only once."),
    ("x" * 25, "The name at seat 2 is longer than 24 letters."),
    ("\u200b", "The name at seat 2 has nothing in it that can be shown."),
    ("An\u00adna", "Two seats are called Anna: every name may be there only once."),
    ("\uff21nna", "Two seats are called \uff21nna: every name may be there only once."),
])  # fmt: skip
def test_invalid_name_gives_one_line(name: str, words: str) -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo(name, PERSON_KIND))
    assert forms.make_match_setup(form) == forms.find_error(form) == words


def test_absent_player_needs_no_name() -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 3, PlayerInfo("", PERSON_KIND))
    assert forms.find_error(forms.with_seats(form, 2)) == ""


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
    assert forms.repair_form(stranger, "Anna").players[1].kind == forms.DEFAULT_COMPUTER_LEVEL


def test_every_level_has_a_label_in_order_of_strength() -> None:
    assert tuple(forms.PLAYER_KIND_LABELS) == (PERSON_KIND, *LEVELS)
    assert all(forms.DEFAULT_COMPUTER_LEVEL in list_levels(game) for game in GAMES)
    assert len(set(forms.PLAYER_KIND_LABELS.values())) == len(forms.PLAYER_KIND_LABELS)


def test_level_missing_in_a_game_becomes_next_lower_level(monkeypatch: pytest.MonkeyPatch) -> None:
    form = forms.with_player(forms.make_default_form("Anna"), 1, PlayerInfo("Bruno", "master"))
    for levels, expected in ((("random", "novice", "club", "expert"), "expert"), (("random", "novice"), "novice"),
                          (LEVELS, "master")):  # fmt: skip
        monkeypatch.setattr(forms, "list_levels", lambda _game, levels=levels: levels)
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
    form = forms.make_default_form("Anna")
    assert all(forms.describe_persona(player) for player in form.players[1:])
    assert forms.describe_persona(PlayerInfo(" Bruno ", "club")) == PERSONAS["Bruno"].description
    assert (
        forms.describe_persona(PlayerInfo("Bruno", PERSON_KIND))
        == forms.describe_persona(PlayerInfo("Zoe", "club"))
        == ""
    )


# -- the scene


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return NewMatchScene


def get_new_match_scene(app: AppDriver) -> NewMatchScene:
    scene = app.context.scenes.top
    assert isinstance(scene, NewMatchScene)
    return scene


def get_widget(app: AppDriver, rule: str) -> Any:
    """Return the widget of a rule, or None if it is not shown."""
    return get_new_match_scene(app).focus.find(to_widget_id(rule))


def show_form(app: AppDriver, form: NewMatchForm) -> None:
    get_new_match_scene(app).form = form
    get_new_match_scene(app).is_discipline_shown = True
    app.context.scenes.rebuild()
    app.advance_frame()


@for_each_game
def test_every_relevant_rule_is_in_the_form(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        show_form(app, forms.with_seats(make_form(game), seats))
        for rule in forms.get_chosen_rule_set(get_new_match_scene(app).form).option_specs:
            widget = get_widget(app, rule.name)
            assert (widget is not None) == rule.is_relevant_at(seats), rule.name


@pytest.mark.slow
@for_each_game
def test_every_rule_is_changed_by_keys_and_reaches_match_setup(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        show_form(app, forms.with_seats(make_form(game), seats))
        for rule in forms.list_relevant_rules(get_new_match_scene(app).form):
            before = forms.get_current_rule_set(get_new_match_scene(app).form).get_value(rule.name)
            widget = get_widget(app, rule.name)
            get_new_match_scene(app).focus.focus_widget(widget)
            for key in (pygame.K_RIGHT, pygame.K_LEFT):
                if forms.get_current_rule_set(get_new_match_scene(app).form).get_value(rule.name) == before:
                    app.press_key(key)
                    app.advance_frame()
            after = forms.get_current_rule_set(get_new_match_scene(app).form).get_value(rule.name)
            assert after != before and after == widget.value, rule.name


def test_table_rules_are_collapsed_at_first(app: AppDriver) -> None:
    assert all(get_widget(app, name) is None for name in COMMON_OPTION_NAMES)
    get_new_match_scene(app).focus.focus_widget(get_widget(app, "discipline"))
    app.press_key(pygame.K_SPACE)
    app.advance_frame()
    assert all(get_widget(app, name) is not None for name in COMMON_OPTION_NAMES)


def test_widgets_show_the_form(app: AppDriver) -> None:
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Anna"), 4), "teams", False)
    show_form(app, forms.with_rule(form, "turn_seconds", 45))
    teams, seats, clock = (get_widget(app, name) for name in ("teams", "seats", "turn_seconds"))
    assert isinstance(teams, Switch) and teams.value is False
    assert isinstance(seats, SegmentedControl) and seats.value == 4
    assert isinstance(clock, Stepper) and clock.value == 45


def test_invalid_name_disables_play_until_it_is_corrected(app: AppDriver) -> None:
    get_new_match_scene(app).set_name(1, "")
    assert not app.get_button("play").is_enabled
    assert forms.find_error(get_new_match_scene(app).form) == "Seat 2 has no name."
    get_new_match_scene(app).set_name(1, "Zoe")
    assert app.get_button("play").is_enabled and forms.find_error(get_new_match_scene(app).form) == ""


def list_persona_lines(app: AppDriver) -> list[str]:
    """Return the lines about personas, by seat."""
    return [words for words in app.list_line_texts() if words in {persona.description for persona in PERSONAS.values()}]


def test_persona_line_follows_name_and_player_kind(app: AppDriver) -> None:
    show_form(app, forms.with_seats(forms.make_default_form("Anna"), 3))
    assert list_persona_lines(app) == [PERSONAS["Bruno"].description, PERSONAS["Carla"].description]
    get_new_match_scene(app).set_name(2, "Zoe")
    assert list_persona_lines(app) == [PERSONAS["Bruno"].description]
    get_new_match_scene(app).set_name(2, "Gina")
    assert list_persona_lines(app) == [PERSONAS["Bruno"].description, PERSONAS["Gina"].description]
    get_new_match_scene(app).set_kind(1, PERSON_KIND)
    app.advance_frame()
    assert list_persona_lines(app) == [PERSONAS["Gina"].description]
    get_new_match_scene(app).set_kind(0, "club")
    get_new_match_scene(app).set_name(0, "Zio Gino")
    app.advance_frame()
    assert list_persona_lines(app) == [PERSONAS["Zio Gino"].description, PERSONAS["Gina"].description]


def test_changed_player_kind_keeps_focus(app: AppDriver) -> None:
    get_new_match_scene(app).focus.focus_widget(get_widget(app, "kind-1"))
    for _step in range(2 * len(forms.list_player_kinds("briscola"))):
        app.press_key(pygame.K_SPACE)
        app.advance_frame()
        assert get_new_match_scene(app).focus.focused_widget is get_widget(app, "kind-1")
    assert get_new_match_scene(app).form.players[1].kind == forms.DEFAULT_COMPUTER_LEVEL


def test_typed_names_reach_the_form(app: AppDriver) -> None:
    get_new_match_scene(app).focus.focus_widget(get_widget(app, "name-1"))
    app.post_event(pygame.TEXTINPUT, text="Zoe")
    app.advance_frame()
    assert get_new_match_scene(app).form.players[1].name == "Zoe"
    app.resize((1600, 900))
    app.post_event(pygame.TEXTINPUT, text="y")
    app.advance_frame()
    assert get_new_match_scene(app).form.players[1].name == "Zoey"


def test_resizing_keeps_all_choices(app: AppDriver) -> None:
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Bea"), 4), "teams", False)
    show_form(app, form)
    get_new_match_scene(app).set_name(2, "")
    old_form = get_new_match_scene(app).form
    for size in ((960, 540), (1920, 1080), (1280, 720)):
        app.resize(size)
        assert get_new_match_scene(app).form == old_form
        assert get_widget(app, "name-0").get_text() == "Bea"
        assert get_widget(app, "name-2").get_text() == ""
        assert not app.get_button("play").is_enabled


def test_play_starts_the_match_and_choices_are_stored(app: AppDriver, monkeypatch: Any) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Bea"), 3), "three_player_two", "c")
    show_form(app, form)
    app.click_button("play")
    app.advance_frame()
    assert started == [forms.make_match_setup(form)]
    again = NewMatchScene(app.context)
    app.context.scenes.push(again)
    app.advance_frame()
    assert again.form == forms.without_changes(form)


def test_damaged_stored_choices_are_set_aside_with_a_notice(app: AppDriver) -> None:
    (app.context.folders.config / LAST_CHOICES_FILE).write_text('{"game": 7}')
    scene = NewMatchScene(app.context)
    app.context.scenes.push(scene)
    app.advance_frame()
    assert scene.form == forms.make_default_form(app.context.settings.display_name)
    assert app.toast_text.count(LAST_CHOICES_FILE) or any(LAST_CHOICES_FILE in notice for notice in app.context.notices)


def test_stored_choices_do_not_undo_changes_made_meanwhile(app: AppDriver) -> None:
    app.storage.is_paused = True
    scene = NewMatchScene(app.context)
    app.context.scenes.push(scene)
    scene.set_kind(1, PERSON_KIND)
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert scene.form.players[1].kind == PERSON_KIND


def test_quick_choices_and_reset_to_preset_work(app: AppDriver) -> None:
    app.click_button("only-people")
    app.advance_frame()
    assert {player.kind for player in get_new_match_scene(app).form.players} == {PERSON_KIND}
    app.click_button("against-computer")
    app.advance_frame()
    assert [player.kind == PERSON_KIND for player in get_new_match_scene(app).form.players[:2]] == [True, False]
    assert not app.get_button("reset-rules").is_enabled
    get_new_match_scene(app).set_rule("deals_to_win", 7)
    get_new_match_scene(app).focus.focus_widget(app.get_button("reset-rules"))
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert get_new_match_scene(app).form.changes == {}
    assert get_widget(app, "deals_to_win").value == 2


def test_escape_goes_back(app: AppDriver) -> None:
    app.context.scenes.push(NewMatchScene(app.context))
    app.press_key(pygame.K_ESCAPE)
    assert len(app.context.scenes) == 1


def test_wrong_deal_code_is_reported_at_its_input(app: AppDriver) -> None:
    scene = get_new_match_scene(app)
    scene.set_code("B-WRONG")
    words = forms.find_code_error(scene.form)
    (said,) = [widget for widget in app.list_widgets() if isinstance(widget, LineLabel) and widget.text == words]
    assert words and not app.get_button("play").is_enabled
    field, fault = get_widget(app, "code").get_abs_rect(), said.get_abs_rect()
    assert 0 <= fault.top - field.bottom <= field.height and fault.left == field.left
    assert scene.scroll_areas["match"].viewport.contains(fault)
    scene.set_code("")
    assert words not in app.list_line_texts() and app.get_button("play").is_enabled


def test_second_person_has_the_name_of_a_profile(app: AppDriver) -> None:
    add_profile(app.storage.get_repository(), "Zoe", "#a3361f", 7)
    app.context.reload_profiles()
    app.advance_frame()
    get_new_match_scene(app).set_kind(1, PERSON_KIND)
    app.advance_frame()
    assert get_new_match_scene(app).form.players[1].name == "Zoe"


def test_code_is_typed_on_while_it_brings_another_game(app: AppDriver) -> None:
    scene, entry = get_new_match_scene(app), get_widget(app, "code")
    other_game = next(game for game in GAMES if game != scene.form.game)
    code = encode_deal(get_daily_deal("2026-05-01", other_game))
    scene.focus.focus_widget(entry)
    app.post_event(pygame.TEXTINPUT, text=code)
    app.advance_frame()
    assert scene.form.game == other_game
    assert get_widget(app, "code") is entry and entry.is_focused
    assert scene.scroll_areas["match"].viewport.contains(entry.get_abs_rect())
    app.press_key(pygame.K_LEFT)
    app.post_event(pygame.TEXTINPUT, text="x")
    app.advance_frame()
    assert entry.get_text() == scene.form.code == f"{code[:-1]}x{code[-1]}"
