"""People: everybody chooses how he looks; the table shows it; profiles are renamed and removed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.characters import CHARACTERS
from game.rules import GAMES
from game.seating import PERSON, Player, Seating
from game.store.jsonfile import save_json
from game.store.profiles import Profile
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, opened, settings
from ui import form as forms
from ui.art import PORTRAITS
from ui.looks import COLOURS, Look, look_of, looks_of, portraits, rings
from ui.scene import Scene, Stage
from ui.scenes.chosen_last import FILE, rename_chosen
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.prompt import Prompt
from ui.settings import Settings

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")


@pytest.fixture
def app_settings() -> Settings:
    return settings(name="Anna")


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def people(app: AppByHand) -> People:
    return app.over(People(app.stage))


def press_on(app: AppByHand, widget_id: str, key: int) -> None:
    app.stage.scene.focus.go(app.widget(widget_id))
    app.key(key)
    app.step()


def test_one_chooses_a_portrait_and_a_colour_before_the_first_match(app: AppByHand) -> None:
    people(app)
    before = app.widget("portrait-Anna").value
    press_on(app, "portrait-Anna", pygame.K_RIGHT)
    press_on(app, "color-Anna", pygame.K_END)
    wanted = before % PORTRAITS + 1
    (kept,) = app.storage.journal().profiles()
    assert (kept.name, kept.portrait, kept.colour) == ("Anna", wanted, COLOURS[-1])
    assert look_of(app.stage.looks, "ANNA") == Look(wanted, COLOURS[-1])
    assert app.widget("portrait-Anna").value == wanted


def test_the_next_start_knows_what_was_chosen(tmp_path: Path) -> None:
    for time in range(2):
        with opened(tmp_path, settings=settings(name="Anna")) as app:
            app.stage.push(Menu(app.stage))
            app.step()
            app.step()
            assert look_of(app.stage.looks, "Anna") == (Look(7, COLOURS[2]) if time else Look())
            app.storage.put_profile("Anna", COLOURS[2], 7)


@pytest.mark.slow
def test_a_profile_is_renamed_and_so_is_the_player_of_the_settings(app: AppByHand) -> None:
    app.storage.put_profile("Anna", COLOURS[2], 7)
    scene = people(app)
    app.press("rename-Anna")
    app.widget("line").set_text("Bea")
    app.key(pygame.K_RETURN)
    app.step()
    app.step()
    app.step()
    assert app.stage.scene is scene and app.stage.settings.name == "Bea"
    assert scene.names == ("Bea",) and look_of(app.stage.looks, "Bea").portrait == 7


def test_the_next_new_match_proposes_the_new_name_and_leaves_the_others_theirs(app: AppByHand) -> None:
    """What was chosen last was kept under the old name; a computer player who happens to be called so stays."""
    form = forms.with_seats(forms.first_form("anna"), 3)
    form = forms.with_player(form, 1, Player("Anna", "club"))
    form = forms.with_player(form, 2, Player("Zoe", PERSON))
    save_json(app.stage.folders.config / FILE, form)
    app.storage.put_profile("Anna", COLOURS[2], 7)
    people(app)
    app.press("rename-Anna")
    app.widget("line").set_text("Bea")
    app.key(pygame.K_RETURN)
    for _frame in range(3):
        app.step()
    scene = NewMatch(app.stage)
    app.stage.push(scene)
    app.steps(lambda: not scene.busy)
    assert [one.name for one in scene.form.players[:3]] == ["Bea", *(one.name for one in form.players[1:3])]


def test_without_a_match_before_a_rename_leaves_no_file(app: AppByHand) -> None:
    rename_chosen(app.stage.folders, "Anna", "Bea")
    assert not (app.stage.folders.config / FILE).exists()


def test_a_name_that_is_taken_is_refused_in_the_prompt(app: AppByHand) -> None:
    for name in ("Anna", "Bea"):
        app.storage.put_profile(name, COLOURS[0])
    people(app)
    app.press("rename-Anna")
    app.widget("line").set_text("BEA")
    app.key(pygame.K_RETURN)
    app.step()
    app.step()
    prompt = app.stage.scene
    assert isinstance(prompt, Prompt) and "already" in " ".join(app.lines()) and app.stage.settings.name == "Anna"


def test_a_profile_is_removed_only_after_a_question_and_never_under_a_bar(app: AppByHand) -> None:
    app.storage.put_profile("Anna", COLOURS[0])
    app.storage.bar_profile("Anna", 60)
    people(app)
    for _time in range(2):
        app.press("remove-Anna")
        app.press("confirm")
        app.step()
        app.step()
        if _time == 0:
            assert [one.name for one in app.storage.journal().profiles()] == ["Anna"]
            assert "barred" in app.toasts.words
            app.clock.go(61)
    assert app.storage.journal().profiles() == ()


# -- the table


def test_a_computer_player_with_a_persons_name_looks_like_himself(app: AppByHand) -> None:
    """Bruno has a profile; the Bruno whom the computer plays is the baker all the same."""
    app.stage.looks = looks_of([Profile("Bruno", COLOURS[5], None, 0.0, 9), Profile("Anna", COLOURS[3], None, 0.0, 7)])
    for kinds, person in (("you club", False), ("you you", True)):
        scene = at_table(app, seating(kinds))
        assert scene.table.names == ("Anna", "Bruno")
        faces = portraits(scene.table.names, scene.looks)
        assert faces == [7, 9 if person else CHARACTERS["Bruno"].face]
        rings_shown = rings(((0,), (1,)), scene.table.names, scene.looks)
        assert rings_shown[0] == COLOURS[3] and (rings_shown[1] == COLOURS[5]) is person


looks = st.dictionaries(st.sampled_from([name.casefold() for name in NAMES]),
                        st.builds(Look, st.integers(1, PORTRAITS), st.sampled_from(COLOURS)))  # fmt: skip


@given(looks, st.permutations(NAMES), st.integers(2, 6))
def test_no_two_at_a_table_look_alike_and_the_first_has_what_he_chose(
    chosen: dict[str, Look], names: list[str], seats: int
) -> None:
    seated = names[:seats]
    faces, colours = portraits(seated, chosen), rings([(seat,) for seat in range(seats)], seated, chosen)
    assert len(set(faces)) == len(set(colours.values())) == seats
    for seat, name in enumerate(seated):
        look, earlier = look_of(chosen, name), [look_of(chosen, one) for one in seated[:seat]]
        if look.portrait and all(one.colour != look.colour for one in earlier):
            assert colours[seat] == look.colour


@given(looks)
def test_partners_share_a_ring(chosen: dict[str, Look]) -> None:
    for names in permutations(NAMES[:4], 4):
        ring = rings([(0, 2), (1, 3)], names, chosen)
        assert ring[0] == ring[2] != ring[1] == ring[3]


@pytest.mark.parametrize("colour, portrait", [("red", 3), (COLOURS[0], 0), (COLOURS[0], 99), ("#zzz", 1), ("", 1)])
def test_a_look_that_there_is_not_is_none(colour: str, portrait: int) -> None:
    assert looks_of([Profile("Anna", colour, None, 0.0, portrait)]) == {}


# -- who is proposed


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_players_proposed_suits_the_game(game: str) -> None:
    form = forms.with_game(forms.with_game(forms.first_form("Anna"), "chiamata"), game)
    assert form.seats == GAMES[game].proposed_seats in GAMES[game].seats
    assert isinstance(forms.seating(form), Seating)


def test_spades_proposes_four() -> None:
    assert GAMES["spades"].proposed_seats == 4
