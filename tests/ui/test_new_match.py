"""New match: the form as a value, and the scene that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.characters import CHARACTERS
from game.ai.levels import levels_for
from game.aids import Aids, aids_of
from game.engine.options import DISCIPLINE, declared, samples
from game.house_rules import RulesError, preset_rules
from game.i18n import speaking
from game.record import dump, load
from game.rules import GAMES
from game.seating import LEVELS, PERSON, Player, Seating
from tests.ui.stage import AppByHand
from ui import form as forms
from ui import front
from ui.form import Form
from ui.page import to_widget_id
from ui.scene import Scene, Stage
from ui.scenes.chosen_last import FILE
from ui.scenes.new_match import NewMatch
from ui.settings import Settings
from ui.widgets.choice import Choice
from ui.widgets.controls import Stepper, Switch
from ui.widgets.words import Line

replace = msgspec.structs.replace
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def form_of(game: str, **changes: Any) -> Form:
    return replace(forms.with_game(forms.first_form("Anna"), game), **changes)


# -- the form


def test_at_first_the_person_sits_against_the_computer() -> None:
    agreed = forms.seating(forms.first_form("Anna"))
    assert isinstance(agreed, Seating)
    assert agreed.players[0] == Player("Anna", PERSON)
    assert all(one.kind in levels_for(agreed.game) for one in agreed.players[1:])


@EVERY_GAME
def test_every_game_preset_and_seat_count_makes_a_seating_at_once(game: str) -> None:
    for preset in GAMES[game].presets:
        for seats in GAMES[game].seats:
            agreed = forms.seating(forms.with_seats(forms.with_rules(form_of(game), preset_rules(game, preset)), seats))
            assert isinstance(agreed, Seating)
            assert (agreed.game, agreed.preset, len(agreed.players)) == (game, preset, seats)
            assert agreed.options == GAMES[game].presets[preset]


@EVERY_GAME
def test_every_declared_value_reaches_the_seating(game: str) -> None:
    form = form_of(game)
    for wanted in samples(forms.rules_chosen(form).options):
        changed = form
        for rule in declared(type(wanted)):
            changed = forms.with_rule(changed, rule.name, getattr(wanted, rule.name))
        agreed = forms.seating(changed)
        assert isinstance(agreed, Seating) and agreed.options == wanted
        assert len(changed.changes) <= 1


def test_a_rule_put_back_to_the_preset_is_no_change() -> None:
    form = forms.with_rule(forms.first_form("Anna"), "deals_to_win", 5)
    assert form.changes == {"deals_to_win": 5}
    assert forms.with_rule(form, "deals_to_win", 2).changes == {}
    assert forms.without_changes(form).changes == {}


def test_a_value_that_the_rule_does_not_have_is_refused() -> None:
    with pytest.raises(RulesError):
        forms.with_rule(forms.first_form("Anna"), "deals_to_win", 4)


@pytest.mark.parametrize("wanted", tuple(samples(Aids())))
def test_what_is_agreed_to_help_people_reaches_the_seating_and_its_record(wanted: Aids) -> None:
    form = forms.first_form("Anna")
    for rule in declared(Aids):
        form = forms.with_rule(form, rule.name, getattr(wanted, rule.name))
    agreed = forms.seating(form)
    assert isinstance(agreed, Seating) and agreed.aids == wanted == aids_of(load(dump(agreed.record(0))).extra)
    assert agreed.options == GAMES[form.game].presets[form.preset]
    assert len(form.changes) <= 1


def test_names_survive_fewer_seats_and_more_again() -> None:
    form = forms.with_seats(forms.first_form("Anna"), 5)
    form = forms.with_player(form, 4, Player("Zoe", PERSON))
    assert forms.with_seats(forms.with_seats(form, 2), 5) == form


@EVERY_GAME
def test_another_game_keeps_who_plays_as_far_as_it_has_such_players(game: str) -> None:
    form = form_of(game)
    assert form.seats in GAMES[game].seats
    assert {one.kind for one in form.players} <= set(forms.kinds_for(game))
    assert [one.name for one in form.players] == [one.name for one in forms.first_form("Anna").players]


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
def test_an_invalid_name_gives_one_line(name: str, words: str) -> None:
    form = forms.with_player(forms.first_form("Anna"), 1, Player(name, PERSON))
    assert forms.seating(form) == forms.fault(form) == words


def test_who_does_not_sit_needs_no_name() -> None:
    form = forms.with_player(forms.first_form("Anna"), 3, Player("", PERSON))
    assert forms.fault(forms.with_seats(form, 2)) == ""


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=6))
def test_the_quick_choices_never_double_a_name(name: str, others: list[str]) -> None:
    form = forms.first_form("Anna")
    for seat, other in enumerate(others):
        form = forms.with_player(form, seat, Player(other, PERSON))
    form = forms.against_computer(forms.with_seats(form, 6), name)
    assert form.players[0] == Player(name, PERSON)
    assert all(one.kind != PERSON for one in form.players[1:])
    names = [one.name.strip().casefold() for one in form.players]
    assert len(set(names)) == len(names)
    assert {one.kind for one in forms.only_people(form).players} == {PERSON}


def test_a_form_of_an_earlier_day_is_mended() -> None:
    good = forms.with_seats(forms.first_form("Bea"), 4)
    assert forms.mended(good, "Anna") == forms.mended(replace(good, preset="old"), "Anna") == good
    first = forms.first_form("Anna")
    for bad in (replace(good, game="poker"), replace(good, seats=9), replace(good, players=good.players[:2])):
        assert forms.mended(bad, "Anna") == first
    assert forms.mended(replace(good, changes={"teams": "maybe"}), "Anna").changes == {}
    stranger = forms.with_player(good, 1, Player("Gigi", "grandmaster"))
    assert forms.mended(stranger, "Anna").players[1].kind == forms.OPPONENT


def test_there_are_words_for_every_level_in_rising_strength() -> None:
    assert tuple(forms.KINDS) == (PERSON, *LEVELS)
    assert all(forms.OPPONENT in levels_for(game) for game in GAMES)
    assert len(set(forms.KINDS.values())) == len(forms.KINDS)


def test_a_level_that_the_game_lacks_becomes_the_next_below(monkeypatch: pytest.MonkeyPatch) -> None:
    form = forms.with_player(forms.first_form("Anna"), 1, Player("Bruno", "master"))
    for levels, found in ((("random", "novice", "club", "expert"), "expert"), (("random", "novice"), "novice"),
                          (LEVELS, "master")):  # fmt: skip
        monkeypatch.setattr(forms, "levels_for", lambda _game, levels=levels: levels)
        assert forms.with_game(form, "spades").players[1].kind == found


def test_who_has_given_no_name_is_called_in_the_language_of_the_day() -> None:
    nameless, named = Settings(), Settings(name="Anna")
    kept = forms.to_remember(forms.first_form(nameless.called), nameless)
    for language, called in (("en", "You"), ("it", "Tu"), ("fr", "Vous")):
        with speaking(language):
            assert forms.mended(kept, nameless.called).players[0] == Player(called, PERSON)
    assert forms.to_remember(forms.first_form("Anna"), named).players[0].name == "Anna"


def test_the_computer_is_called_after_characters_unless_a_person_names_it() -> None:
    assert set(forms.COMPANY) <= set(CHARACTERS) and set(front.NAMES) <= set(CHARACTERS)
    form = forms.first_form("Anna")
    assert all(forms.about(one) for one in form.players[1:])
    assert forms.about(Player(" Bruno ", "club")) == CHARACTERS["Bruno"].about
    assert forms.about(Player("Bruno", PERSON)) == forms.about(Player("Zoe", "club")) == ""


# -- the scene


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return NewMatch


def scene_of(app: AppByHand) -> NewMatch:
    scene = app.stage.scene
    assert isinstance(scene, NewMatch)
    return scene


def widget_of(app: AppByHand, rule: str) -> Any:
    """The widget of a rule, None if it is not shown."""
    return scene_of(app).focus.find(to_widget_id(rule))


def show(app: AppByHand, form: Form) -> None:
    scene_of(app).form = form
    scene_of(app).discipline_shown = True
    app.stage.rebuild()
    app.step()


@EVERY_GAME
def test_every_declared_option_that_matters_is_in_the_form(app: AppByHand, game: str) -> None:
    for seats in GAMES[game].seats:
        show(app, forms.with_seats(form_of(game), seats))
        for rule in forms.rules_chosen(scene_of(app).form).declared:
            widget = widget_of(app, rule.name)
            assert (widget is not None) == rule.matters_at(seats), rule.name


@pytest.mark.slow
@EVERY_GAME
def test_every_option_is_changed_by_keys_and_reaches_the_seating(app: AppByHand, game: str) -> None:
    for seats in GAMES[game].seats:
        show(app, forms.with_seats(form_of(game), seats))
        for rule in forms.rules_of(scene_of(app).form):
            before = forms.rules_now(scene_of(app).form).value(rule.name)
            widget = widget_of(app, rule.name)
            scene_of(app).focus.go(widget)
            for key in (pygame.K_RIGHT, pygame.K_LEFT):
                if forms.rules_now(scene_of(app).form).value(rule.name) == before:
                    app.key(key)
                    app.step()
            after = forms.rules_now(scene_of(app).form).value(rule.name)
            assert after != before and after == widget.value, rule.name


def test_table_discipline_is_folded_away_at_first(app: AppByHand) -> None:
    assert all(widget_of(app, name) is None for name in DISCIPLINE)
    scene_of(app).focus.go(widget_of(app, "discipline"))
    app.key(pygame.K_SPACE)
    app.step()
    assert all(widget_of(app, name) is not None for name in DISCIPLINE)


def test_the_widgets_show_the_form(app: AppByHand) -> None:
    form = forms.with_rule(forms.with_seats(forms.first_form("Anna"), 4), "teams", False)
    show(app, forms.with_rule(form, "turn_seconds", 45))
    teams, seats, clock = (widget_of(app, name) for name in ("teams", "seats", "turn_seconds"))
    assert isinstance(teams, Switch) and teams.value is False
    assert isinstance(seats, Choice) and seats.value == 4
    assert isinstance(clock, Stepper) and clock.value == 45


def test_an_invalid_name_is_said_and_play_is_closed_until_it_is_mended(app: AppByHand) -> None:
    scene_of(app).set_name(1, "")
    assert not app.button("play").is_enabled
    assert forms.fault(scene_of(app).form) == "Seat 2 has no name."
    scene_of(app).set_name(1, "Zoe")
    assert app.button("play").is_enabled and forms.fault(scene_of(app).form) == ""


def lines(app: AppByHand) -> list[str]:
    """What is said about characters, from the first seat on."""
    return [words for words in app.lines() if words in {one.about for one in CHARACTERS.values()}]


def test_the_line_on_a_character_follows_the_name_and_who_plays(app: AppByHand) -> None:
    show(app, forms.with_seats(forms.first_form("Anna"), 3))
    assert lines(app) == [CHARACTERS["Bruno"].about, CHARACTERS["Carla"].about]
    scene_of(app).set_name(2, "Zoe")
    assert lines(app) == [CHARACTERS["Bruno"].about]
    scene_of(app).set_name(2, "Gina")
    assert lines(app) == [CHARACTERS["Bruno"].about, CHARACTERS["Gina"].about]
    scene_of(app).set_kind(1, PERSON)
    app.step()
    assert lines(app) == [CHARACTERS["Gina"].about]
    scene_of(app).set_kind(0, "club")
    scene_of(app).set_name(0, "Zio Gino")
    app.step()
    assert lines(app) == [CHARACTERS["Zio Gino"].about, CHARACTERS["Gina"].about]


def test_another_kind_at_a_seat_leaves_the_focus_there(app: AppByHand) -> None:
    scene_of(app).focus.go(widget_of(app, "kind-1"))
    for _step in range(2 * len(forms.kinds_for("briscola"))):
        app.key(pygame.K_SPACE)
        app.step()
        assert scene_of(app).focus.widget is widget_of(app, "kind-1")
    assert scene_of(app).form.players[1].kind == forms.OPPONENT


def test_typed_names_reach_the_form(app: AppByHand) -> None:
    scene_of(app).focus.go(widget_of(app, "name-1"))
    app.post(pygame.TEXTINPUT, text="Zoe")
    app.step()
    assert scene_of(app).form.players[1].name == "Zoe"
    app.resize((1600, 900))
    app.post(pygame.TEXTINPUT, text="y")
    app.step()
    assert scene_of(app).form.players[1].name == "Zoey"


def test_resizing_keeps_all_choices(app: AppByHand) -> None:
    form = forms.with_rule(forms.with_seats(forms.first_form("Bea"), 4), "teams", False)
    show(app, form)
    scene_of(app).set_name(2, "")
    kept = scene_of(app).form
    for size in ((960, 540), (1920, 1080), (1280, 720)):
        app.resize(size)
        assert scene_of(app).form == kept
        assert widget_of(app, "name-0").get_text() == "Bea"
        assert widget_of(app, "name-2").get_text() == ""
        assert not app.button("play").is_enabled


def test_play_begins_the_match_and_the_choices_are_remembered(app: AppByHand, monkeypatch: Any) -> None:
    begun: list[Seating] = []
    app.replace_doors(begin=begun.append)
    form = forms.with_rule(forms.with_seats(forms.first_form("Bea"), 3), "three_player_two", "c")
    show(app, form)
    app.press("play")
    app.step()
    assert begun == [forms.seating(form)]
    again = NewMatch(app.stage)
    app.stage.push(again)
    app.step()
    assert again.form == forms.without_changes(form)


def test_a_damaged_memory_is_set_aside_with_a_notice(app: AppByHand) -> None:
    (app.stage.folders.config / FILE).write_text('{"game": 7}')
    scene = NewMatch(app.stage)
    app.stage.push(scene)
    app.step()
    assert scene.form == forms.first_form(app.stage.settings.called)
    assert app.toasts.words.count(FILE) or any(FILE in one for one in app.stage.notices)


def test_what_was_changed_meanwhile_is_not_undone_by_the_memory(app: AppByHand) -> None:
    app.storage.holding = True
    scene = NewMatch(app.stage)
    app.stage.push(scene)
    scene.set_kind(1, PERSON)
    app.storage.let()
    app.step()
    assert scene.form.players[1].kind == PERSON


def test_the_quick_choices_and_the_way_back_to_the_preset(app: AppByHand) -> None:
    app.press("only-people")
    app.step()
    assert {one.kind for one in scene_of(app).form.players} == {PERSON}
    app.press("against-computer")
    app.step()
    assert [one.kind == PERSON for one in scene_of(app).form.players[:2]] == [True, False]
    assert not app.button("reset-rules").is_enabled
    scene_of(app).set_rule("deals_to_win", 7)
    scene_of(app).focus.go(app.button("reset-rules"))
    app.key(pygame.K_RETURN)
    app.step()
    assert scene_of(app).form.changes == {}
    assert widget_of(app, "deals_to_win").value == 2


def test_esc_goes_back(app: AppByHand) -> None:
    app.stage.push(NewMatch(app.stage))
    app.key(pygame.K_ESCAPE)
    assert len(app.stage.scenes) == 1


def test_a_wrong_deal_code_is_said_at_its_field(app: AppByHand) -> None:
    scene = scene_of(app)
    scene.set_code("B-WRONG")
    words = forms.code_fault(scene.form)
    (said,) = [one for one in app.widgets() if isinstance(one, Line) and one.words == words]
    assert words and not app.button("play").is_enabled
    field, fault = widget_of(app, "code").get_abs_rect(), said.get_abs_rect()
    assert 0 <= fault.top - field.bottom <= field.height and fault.left == field.left
    assert scene.scrolls["match"].window.contains(fault)
    scene.set_code("")
    assert words not in app.lines() and app.button("play").is_enabled


def test_the_second_person_has_the_name_of_a_profile(app: AppByHand) -> None:
    app.storage.put_profile("Zoe", "#a3361f", 7)
    app.stage.meet()
    app.step()
    scene_of(app).set_kind(1, PERSON)
    app.step()
    assert scene_of(app).form.players[1].name == "Zoe"
