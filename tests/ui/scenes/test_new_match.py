"""The new match: the form as a value, and its scene."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.levels import DEFAULT_COMPUTER_LEVEL, list_levels
from game.ai.personas import PERSONAS
from game.core.messages import InputError
from game.core.options import iter_sample_options, list_option_specs
from game.match.assistance import AssistanceOptions, read_assistance
from game.match.house_rules import make_preset_rule_set
from game.match.record import decode_record, encode_record
from game.match.setup import LEVELS, PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.text.gettext import LANGUAGE_NAMES, use_language
from game.text.player_names import PLAYER_KIND_LABELS
from tests.fakes import add_profile
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.text_recorder import list_all_texts, record_texts
from ui.app import launch
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.app.settings import Language, Settings
from ui.graphics import theme
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import LAST_CHOICES_FILE, open_last_choices
from ui.scenes.new_match.more_options import MoreOptionsSheet
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
        for seats in GAMES[game].get_seat_counts(preset):
            agreed = forms.make_match_setup(
                forms.with_seats(forms.with_rules(make_form(game), make_preset_rule_set(game, preset)), seats)
            )
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
    ("", "Enter a name for seat 2."),
    ("   ", "Enter a name for seat 2."),
    ("Anna", "Two players are named Anna. Change one of the names."),
    (" aNNA ", "Two players are named aNNA. Change one of the names."),
    ("x" * 25, "The name at seat 2 is longer than 24 characters."),
    ("\u200b", "The name at seat 2 cannot be shown. Enter another one."),
    ("An\u00adna", "Two players are named Anna. Change one of the names."),
    ("\uff21nna", "Two players are named \uff21nna. Change one of the names."),
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
    assert forms.repair_form(stranger, "Anna").players[1].kind == DEFAULT_COMPUTER_LEVEL


def test_every_level_has_a_label_in_order_of_strength() -> None:
    assert tuple(PLAYER_KIND_LABELS) == (PERSON_KIND, *LEVELS)
    assert all(DEFAULT_COMPUTER_LEVEL in list_levels(game) for game in GAMES)
    assert len(set(PLAYER_KIND_LABELS.values())) == len(PLAYER_KIND_LABELS)


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
    assert all(forms.describe_persona(player, "spades") for player in form.players[1:])
    assert forms.describe_persona(PlayerInfo(" Bruno ", "club"), "spades").lower() == PERSONAS["Bruno"].description
    assert (
        forms.describe_persona(PlayerInfo("Bruno", PERSON_KIND), "spades")
        == forms.describe_persona(PlayerInfo("Zoe", "club"), "spades")
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


def show_form(app: AppDriver, form: NewMatchForm) -> None:
    """Show a form on the page."""
    while not isinstance(app.context.scenes.top, NewMatchScene):
        app.context.scenes.pop()
    get_new_match_scene(app).set_form(form)
    app.advance_frame()


def show_sheet(app: AppDriver, form: NewMatchForm) -> MoreOptionsSheet:
    """Show a form with the sheet of all options over the page."""
    show_form(app, form)
    app.click_button("more-options")
    return app.expect_scene(MoreOptionsSheet)


def click_widget(app: AppDriver, widget_id: str) -> None:
    """Click a tile, whose handler is called in the next frame."""
    app.click(app.get_widget(widget_id).get_abs_rect().center)
    app.advance_frame()


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


@for_each_game
def test_every_relevant_rule_is_on_the_sheet(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        form = forms.with_rule(forms.with_seats(make_form(game), seats), "turn_seconds", 60)
        sheet = show_sheet(app, form)
        for rule in forms.get_chosen_rule_set(sheet.form).option_specs:
            assert (find_widget(app, rule.name) is not None) == rule.is_relevant_at(seats), rule.name


@for_each_game
def test_no_section_of_the_sheet_scrolls_in_the_usual_window(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        form = forms.with_rule(forms.with_seats(make_form(game), seats), "turn_seconds", 60)
        sheet = show_sheet(app, form)
        for rule in forms.list_relevant_rules(sheet.form):
            assert find_widget(app, rule.name) is not None, rule.name
            assert not any(area.max_offset for area in sheet.scroll_areas.values()), (rule.name, seats)


@pytest.mark.slow
@for_each_game
def test_every_rule_is_changed_by_keys_and_reaches_match_setup(app: AppDriver, game: str) -> None:
    for seats in GAMES[game].seat_counts:
        form = forms.with_rule(forms.with_seats(make_form(game), seats), "turn_seconds", 60)
        sheet = show_sheet(app, form)
        for rule in forms.list_relevant_rules(sheet.form):
            before = forms.get_current_rule_set(sheet.form).get_value(rule.name)
            assert find_widget(app, rule.name) is not None, rule.name
            sheet.focus.focus_widget(find_widget(app, rule.name))
            for key in (pygame.K_RIGHT, pygame.K_LEFT):
                if forms.get_current_rule_set(sheet.form).get_value(rule.name) == before:
                    app.press_key(key)
                    app.advance_frame()
            after = forms.get_current_rule_set(sheet.form).get_value(rule.name)
            assert after != before and after == find_widget(app, rule.name).value, rule.name
        app.click_button("done")
        assert get_new_match_scene(app).form == sheet.form


def test_page_has_seven_kinds_of_controls_and_the_way_to_friends(app: AppDriver) -> None:
    show_form(app, forms.make_default_form("Anna"))
    whole_ids = ("more-options", "with-friends")
    kinds = {widget_id.partition("-")[0] if "-" in widget_id and widget_id not in whole_ids else widget_id
             for widget_id in app.widget_ids}  # fmt: skip
    assert kinds == {"game", "seats", "seat", "rules", "back", "more-options", "play", "with-friends"}


def test_penalty_and_votes_are_offered_only_with_a_turn_timer(app: AppDriver) -> None:
    sheet = show_sheet(app, forms.make_default_form("Anna"))
    assert find_widget(app, "bar_minutes") is None and find_widget(app, "exit_votes") is None
    clock = app.get_widget("turn-seconds")
    assert isinstance(clock, Stepper) and clock.value_text == "off"
    sheet.focus.focus_widget(clock)
    app.press_key(pygame.K_RIGHT)
    assert clock.value_text == "30"
    app.advance_frame()
    assert find_widget(app, "bar_minutes") is not None and find_widget(app, "exit_votes") is not None


def test_widgets_show_the_form(app: AppDriver) -> None:
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Anna"), 4), "teams", False)
    form = forms.with_rule(form, "turn_seconds", 45)
    show_form(app, form)
    seats = app.get_widget("seats")
    assert isinstance(seats, SegmentedControl) and seats.value == 4
    show_sheet(app, form)
    teams, clock = find_widget(app, "teams"), find_widget(app, "turn_seconds")
    assert isinstance(teams, Switch) and teams.value is False
    assert isinstance(clock, Stepper) and clock.value == 45


def test_game_tile_chooses_the_game(app: AppDriver) -> None:
    for game in reversed(list(GAMES)):
        click_widget(app, f"game-{game}")
        assert get_new_match_scene(app).form.game == game
        assert [name for name in GAMES if app.get_widget(f"game-{name}").is_selected] == [game]


def test_sides_are_marked_only_where_partners_are_public(app: AppDriver) -> None:
    show_form(app, forms.with_seats(forms.make_default_form("Anna"), 4))
    sides = [app.get_widget(f"seat-{seat}").value_text.partition(", ")[2] for seat in range(4)]
    assert sides == ["your side", "the other side"] * 2
    for form in (forms.make_default_form("Anna"), make_form("chiamata"), make_form("muscio")):
        show_form(app, form)
        assert all("side" not in app.get_widget(f"seat-{seat}").value_text for seat in range(form.seats))


def test_empty_name_disables_play_until_it_is_corrected(app: AppDriver) -> None:
    click_widget(app, "seat-1")
    app.get_widget("name-1").set_text("")
    app.press_key(pygame.K_BACKSPACE)
    app.context.scenes.top.focus.focus_widget(app.get_widget("name-1"))
    app.press_key(pygame.K_DELETE)
    app.post_event(pygame.TEXTINPUT, text="Z")
    app.press_key(pygame.K_BACKSPACE)
    app.advance_frame()
    assert "Enter a name for seat 2." in app.list_line_texts()
    app.click_button("done")
    assert not app.get_button("play").is_enabled and "code-error" not in app.widget_ids
    assert "Enter a name for seat 2." in list_all_texts(app)
    click_widget(app, "seat-1")
    app.context.scenes.top.focus.focus_widget(app.get_widget("name-1"))
    app.post_event(pygame.TEXTINPUT, text="Zoe")
    app.advance_frame()
    app.click_button("done")
    assert app.get_button("play").is_enabled and get_new_match_scene(app).form.players[1].name == "Zoe"


def test_seat_dialog_changes_level_by_keys_and_says_what_it_means(app: AppDriver) -> None:
    click_widget(app, "seat-1")
    assert forms.describe_kind("club") in app.list_line_texts()
    assert forms.describe_persona(PlayerInfo("Bruno", "club"), "spades") not in app.list_line_texts()  # no bids here
    app.context.scenes.top.focus.focus_widget(app.get_widget("kind-1"))
    for kind in (*forms.list_player_kinds("briscola")[4:], *forms.list_player_kinds("briscola")[:4]):
        app.press_key(pygame.K_SPACE)
        app.advance_frame()
        assert get_new_match_scene_below(app).form.players[1].kind == kind
    app.press_key(pygame.K_ESCAPE)
    assert get_new_match_scene(app).form.players[1].kind == DEFAULT_COMPUTER_LEVEL


def test_seat_dialog_shows_the_character_in_a_game_with_bids(app: AppDriver) -> None:
    show_form(app, forms.with_game(forms.make_default_form("Anna"), "spades"))
    click_widget(app, "seat-1")
    assert forms.describe_persona(PlayerInfo("Bruno", "club"), "spades") in app.list_line_texts()


def get_new_match_scene_below(app: AppDriver) -> NewMatchScene:
    return next(scene for scene in app.context.scenes if isinstance(scene, NewMatchScene))


def test_typed_name_reaches_the_form_and_survives_resizing(app: AppDriver) -> None:
    click_widget(app, "seat-1")
    app.context.scenes.top.focus.focus_widget(app.get_widget("name-1"))
    app.post_event(pygame.TEXTINPUT, text="Zoe")
    app.advance_frame()
    assert get_new_match_scene_below(app).form.players[1].name == "Zoe"
    app.resize((1600, 900))
    app.post_event(pygame.TEXTINPUT, text="y")
    app.advance_frame()
    assert get_new_match_scene_below(app).form.players[1].name == "Zoey"


def test_resizing_keeps_all_choices(app: AppDriver) -> None:
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Bea"), 4), "teams", False)
    form = forms.with_player(form, 2, PlayerInfo("", PERSON_KIND))
    show_form(app, form)
    for size in ((960, 540), (1920, 1080), (1280, 720)):
        app.resize(size)
        assert get_new_match_scene(app).form == form
        assert app.get_widget("seat-0").name == "Bea"
        assert not app.get_button("play").is_enabled


def test_play_starts_the_match_and_choices_are_stored(app: AppDriver) -> None:
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


def test_choices_are_stored_for_each_game(app: AppDriver) -> None:
    app.replace_routes(start_match=lambda _setup: None)
    wanted = {}
    for game in GAMES:
        wanted[game] = forms.with_seats(make_form(game), GAMES[game].seat_counts[-1])
        show_form(app, wanted[game])
        app.click_button("play")
        app.advance_frame()
    choices, _notice = open_last_choices(app.context.folders).read()
    assert choices.game == list(GAMES)[-1]
    assert {game: choices.get_form(game, app.context) for game in GAMES} == wanted


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
    scene.set_form(forms.with_player(scene.form, 1, PlayerInfo("Bruno", PERSON_KIND)))
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert scene.form.players[1].kind == PERSON_KIND


def test_quick_choices_and_reset_to_rule_set_work(app: AppDriver) -> None:
    sheet = show_sheet(app, forms.make_default_form("Anna"))
    app.click_button("only-people")
    app.advance_frame()
    assert {player.kind for player in sheet.form.players} == {PERSON_KIND}
    app.click_button("against-computer")
    app.advance_frame()
    assert [player.kind == PERSON_KIND for player in sheet.form.players[:2]] == [True, False]
    assert "reset-rules" not in app.widget_ids
    sheet.focus.focus_widget(app.get_widget("deals-to-win"))
    app.press_key(pygame.K_END)
    app.advance_frame()
    assert sheet.form.changes == {"deals_to_win": 7}
    sheet.focus.focus_widget(app.get_button("reset-rules"))
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert sheet.form.changes == {} == get_new_match_scene_below(app).form.changes
    assert app.get_widget("deals-to-win").value == 2


def test_rule_set_is_chosen_in_a_menu(app: AppDriver) -> None:
    show_form(app, make_form("chiamata"))
    click_widget(app, "rules")
    app.click_button("preset-2")
    app.advance_frame()
    assert get_new_match_scene(app).form.preset == list(GAMES["chiamata"].presets)[1]
    click_widget(app, "rules")
    app.click_button("all-rules")
    assert isinstance(app.context.scenes.top, MoreOptionsSheet)


def test_presets_of_spades_are_options_of_the_page(app: AppDriver) -> None:
    show_form(app, forms.with_seats(make_form("spades"), 3))
    assert [app.get_widget(f"preset-{preset}").is_selected for preset in GAMES["spades"].presets] == [True, False]
    click_widget(app, "preset-partners")
    form = get_new_match_scene(app).form
    assert (form.preset, form.seats) == ("partners", 4)
    assert app.get_widget("preset-partners").is_selected
    assert [app.get_widget(f"seat-{seat}").value_text.partition(", ")[2] for seat in (0, 1)] == [
        "your side", "the other side"
    ]  # fmt: skip
    for game in ("briscola", "chiamata", "muscio"):
        show_form(app, make_form(game))
        assert not any(widget_id.startswith("preset-") for widget_id in app.widget_ids)


def test_preset_that_was_played_last_is_kept(app: AppDriver) -> None:
    app.replace_routes(start_match=lambda _setup: None)
    show_form(app, make_form("spades"))
    click_widget(app, "preset-partners")
    app.click_button("play")
    app.advance_frame()
    app.context.scenes.push(NewMatchScene(app.context))
    app.advance_frame()
    app.advance_frame()
    assert get_new_match_scene(app).form.preset == "partners"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_presets_are_beside_or_above_the_line_of_the_rules(tmp_path: Path, scale: float) -> None:
    with open_test_app(tmp_path, settings=make_settings(scale=scale)) as app:
        app.context.scenes.push(NewMatchScene(app.context))
        show_form(app, make_form("spades"))
        ids = ("preset-individual", "preset-partners", "rules")
        individual, partners, rules = (app.get_widget(widget_id).get_abs_rect() for widget_id in ids)
        assert individual.right < partners.left
        assert partners.right < rules.left if scale == 1.0 else partners.bottom < rules.top


def test_change_of_rules_opens_the_sheet_if_there_is_one_rule_set(app: AppDriver) -> None:
    show_form(app, make_form("briscola"))
    click_widget(app, "rules")
    assert isinstance(app.context.scenes.top, MoreOptionsSheet)


def test_explanation_is_shown_while_its_mark_has_the_focus(app: AppDriver) -> None:
    sheet = show_sheet(app, forms.make_default_form("Anna"))
    app.repaint()
    before = app.surface.copy()
    sheet.focus.focus_widget(app.get_widget("info-undo"))
    app.repaint()
    mark_rect = app.get_widget("info-undo").get_abs_rect()
    below = pygame.Rect(mark_rect.left, mark_rect.bottom + 20, 100, 40)
    assert app.surface.subsurface(below).get_buffer().raw != before.subsurface(below).get_buffer().raw


def test_explanation_follows_its_control_in_the_tab_order(app: AppDriver) -> None:
    show_sheet(app, forms.make_default_form("Anna"))
    for widget_id in ("deals-to-win", "undo", "word", "code"):
        assert app.widget_ids.index(f"info-{widget_id}") == app.widget_ids.index(widget_id) + 1


def test_escape_goes_back(app: AppDriver) -> None:
    app.context.scenes.push(NewMatchScene(app.context))
    app.press_key(pygame.K_ESCAPE)
    assert len(app.context.scenes) == 1


def test_wrong_deal_code_is_reported_at_its_input(app: AppDriver) -> None:
    sheet = show_sheet(app, forms.make_default_form("Anna"))
    sheet.focus.focus_widget(app.get_widget("code"))
    app.post_event(pygame.TEXTINPUT, text="B-WRONG")
    app.advance_frame()
    words = forms.find_code_error(sheet.form)
    (said,) = [widget for widget in app.list_widgets() if isinstance(widget, LineLabel) and widget.text == words]
    field, fault = app.get_widget("code").get_abs_rect(), said.get_abs_rect()
    assert words and 0 <= fault.top - field.bottom <= field.height and fault.right == field.right
    assert sheet.scroll_areas["deal"].viewport.contains(fault) and not app.get_button("done").is_enabled
    labels = [widget for widget in app.list_widgets() if isinstance(widget, LineLabel) and widget.text]
    (reason,) = [label.get_abs_rect() for label in labels if label.text == "Check the deal code."]
    assert reason.centery == app.get_button("done").get_abs_rect().centery
    app.press_key(pygame.K_ESCAPE)
    assert not app.get_button("play").is_enabled
    focus = app.context.scenes.top.focus
    focus.focus_widget(app.get_widget("code-error"))
    assert focus.description is not None and focus.description.text == forms.find_error(sheet.form)
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    for _letter in "B-WRONG":
        app.press_key(pygame.K_BACKSPACE)
    app.advance_frame()
    assert words not in app.list_line_texts()
    app.press_key(pygame.K_ESCAPE)
    assert app.get_button("play").is_enabled


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize(
    ("size", "scale"),
    [((960, 540), 0.75), ((960, 540), 1.0), ((960, 540), 2.0), ((1280, 720), 2.0), ((1920, 1080), 2.0)],
)
def test_row_of_an_error_shows_all_its_words_in_their_usual_size(
    tmp_path: Path, language: Language, size: tuple[int, int], scale: float
) -> None:
    name = "Bartolomea Dall'Aquila f"
    settings = make_settings(scale=scale, language=language)
    with use_language(language), open_test_app(tmp_path, size=size, settings=settings) as app:
        app.context.scenes.push(NewMatchScene(app.context))
        line_height = theme.load_font("sans", app.context.px(theme.BODY_TEXT_SIZE)).size("")[1]
        for changes in ({"code": "B4-0A7K-2M9Q"}, {"code": "X"}, {"players": (PlayerInfo(name, PERSON_KIND),) * 6}):
            form = replace(forms.make_default_form("Anna"), **changes)
            with record_texts() as ink:
                show_form(app, form)
                scroll_area = app.expect_scene(NewMatchScene).scroll_areas["match"]
                error = forms.find_error(form)
                row = next(widget for widget in app.list_widgets() if getattr(widget, "text", "") == error)
                scroll_area.reveal(row)
                app.advance_frame()
            texts = {text: image for image, text in ink.pictures.values() if text in row.text and text != name}
            lines = {text: image for text, image in texts.items() if " " in text or text.endswith(".")}
            heights = [image.get_height() for image in lines.values()]
            assert " ".join(lines) == row.text
            assert set(heights) == {line_height} and sum(heights) <= row.rect.height
            assert scroll_area.viewport.contains(row.get_abs_rect())
            assert row.rect.height >= 0.95 * app.get_widget("rules").rect.height  # the ring of the focus is beside it


def test_error_of_the_code_is_in_view_when_the_sheet_closes(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(scale=2.0)) as app:
        app.context.scenes.push(NewMatchScene(app.context))
        sheet = show_sheet(app, forms.make_default_form("Anna"))
        sheet.focus.focus_widget(app.get_widget("code"))
        app.post_event(pygame.TEXTINPUT, text="B-WRONG")
        app.advance_frame()
        app.press_key(pygame.K_ESCAPE)
        page = app.expect_scene(NewMatchScene)
        assert not app.get_button("play").is_enabled
        assert page.scroll_areas["match"].viewport.contains(app.get_widget("code-error").get_abs_rect())


def test_second_person_has_the_name_of_a_profile(app: AppDriver) -> None:
    add_profile(app.storage.get_repository(), "Zoe", "#a3361f", 7)
    app.context.reload_profiles()
    app.advance_frame()
    click_widget(app, "seat-1")
    app.context.scenes.top.focus.focus_widget(app.get_widget("kind-1"))
    app.press_key(pygame.K_HOME)
    app.advance_frame()
    assert get_new_match_scene_below(app).form.players[1] == PlayerInfo("Zoe", PERSON_KIND)
    assert app.get_widget("name-1").get_text() == "Zoe"
