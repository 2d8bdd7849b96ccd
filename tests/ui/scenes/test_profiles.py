"""Profiles: avatars, which tables show, renaming and removal."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.personas import PERSONAS
from game.match.setup import PERSON_KIND, PlayerInfo
from game.session.avatars import (
    AVATAR_COLORS,
    PORTRAIT_COUNT,
    Avatar,
    choose_portraits,
    choose_profile_colors,
    choose_ring_colors,
    filter_human_avatars,
    get_avatar,
    make_avatar_map,
)
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from game.text.player_names import PEOPLE_PORTRAITS
from tests.fakes import PROFILE_ID_PREFIX, FakeTextLog, add_profile, make_folders, make_match_setup
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import record_texts
from ui.app.narrator import Narrator
from ui.app.settings import Settings, load_settings
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.lessons.menu import LessonsMenuScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.person_form import make_guest_name
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LAST_CHOICES_FILE, LastChoices, open_last_choices, rename_in_last_choices
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.statistics.scene import StatisticsScene
from ui.services.error_log import LOG_FILE

PLAYER_NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio")


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(name="Anna")


def open_profiles(app: AppDriver) -> ProfilesScene:
    return app.show_over(ProfilesScene(app.context))


def test_next_match_proposes_new_name_and_keeps_other_players(app: AppDriver) -> None:
    """Check that a computer player with the old name stays."""
    rename_in_last_choices(app.context.folders, "Anna", "Bea")
    assert not (app.context.folders.config / LAST_CHOICES_FILE).exists()
    form = forms.with_seats(forms.make_default_form("anna"), 3)
    form = forms.with_player(form, 1, PlayerInfo("Anna", "club"))
    form = forms.with_player(form, 2, PlayerInfo("Zoe", PERSON_KIND))
    choices = LastChoices(game=form.game, forms={form.game: form})
    open_last_choices(app.context.folders).update(lambda _default: choices)
    add_profile(app.storage.get_repository(), "Anna", AVATAR_COLORS[2], 7)
    page = open_profiles(app)
    rename_to(app, "Bea")
    assert app.context.scenes.top is page and app.context.settings.name == "Bea"
    assert [profile.name for profile in app.context.profiles] == ["Bea"]
    assert get_avatar(app.context.avatars, "Bea").portrait_number == 7
    scene = app.show_over(NewMatchScene(app.context))
    app.advance_until(lambda: not scene.is_busy)
    assert [player.name for player in scene.form.players[:3]] == ["Bea", *(player.name for player in form.players[1:3])]


def test_unknown_portrait_is_ignored_and_an_unknown_color_too() -> None:
    for portrait in (-1, 0, PORTRAIT_COUNT + 1):
        assert make_avatar_map([Profile("id of Anna", "Anna", AVATAR_COLORS[0], None, 0.0, portrait)]) == {}
    for color in ("red", "#zzz", ""):
        assert make_avatar_map([Profile("id of Anna", "Anna", color, None, 0.0, 3)]) == {"anna": Avatar(3)}


def test_renaming_that_did_not_reach_the_settings_is_completed_at_next_start(tmp_path: Path) -> None:
    for name in ("Anna", "Bea"):
        with open_test_app(tmp_path, settings=load_settings(make_folders(tmp_path))[0]) as app:
            if name == "Anna":
                app.context.apply_settings(make_settings(name="Anna"))
            show_main_menu(app)
            own = app.context.own_profile
            assert own.name == app.context.settings.name == name and len(app.context.profiles) == 1
            app.storage.call(MatchRepository.rename_profile, own.id, "Bea")
    assert load_settings(make_folders(tmp_path))[0].name == "Bea"


def test_run_with_other_settings_stores_only_whose_they_are(tmp_path: Path) -> None:
    """Run like the autoplay command, whose speed is valid only for that run."""
    with open_test_app(tmp_path, settings=make_settings(speed=0.0, name="Anna")) as app:
        show_main_menu(app)
        own = app.context.own_profile
    stored = load_settings(make_folders(tmp_path))[0]
    assert (stored.speed, stored.name, stored.profile) == (Settings().speed, "Anna", own.id)


def test_id_of_a_profile_is_shown_and_said_nowhere(app: AppDriver) -> None:
    paper = FakeTextLog()
    app.context.services.append(Narrator(app.context, paper))
    for name in ("Anna", "Zoe"):
        add_profile(app.storage.get_repository(), name, AVATAR_COLORS[0], 3)
    removed_id = add_profile(app.storage.get_repository(), "Carla")
    app.context.reload_profiles()
    app.advance_frame()
    app.storage.call(MatchRepository.remove_profile, removed_id)
    app.storage.call(MatchRepository.block_profile, app.context.profiles[1].id, 60)
    shown = list[str]()
    for make_scene in (ProfilesScene, StatisticsScene, NewMatchScene, DailyDealScene, LessonsMenuScene):
        with record_texts() as recorder:
            app.show_over(make_scene(app.context))
            shown += [str(getattr(widget, "text", "")) for widget in app.list_widgets()]
            shown += [text for _image, text in recorder.pictures.values()]
    app.context.router.start_match(make_match_setup("you you", names=("Anna", "Zoe")))
    app.context.report(
        app.storage.call(MatchRepository.rename_profile, removed_id, "Dino").exception() or StorageError()
    )
    app.context.report(
        app.storage.call(MatchRepository.remove_profile, app.context.profiles[1].id).exception() or StorageError()
    )
    app.advance_frame()
    assert any("Zoe" in text for text in shown) and "was deleted" in repr(paper.lines)
    log = app.context.folders.log / LOG_FILE
    said = repr((shown, paper.lines, app.list_line_texts(), log.read_text() if log.exists() else ""))
    assert PROFILE_ID_PREFIX not in said


# -- the table


avatar_dictionaries = st.dictionaries(st.sampled_from([name.casefold() for name in PLAYER_NAMES]),
                        st.builds(Avatar, st.integers(1, PORTRAIT_COUNT), st.sampled_from(AVATAR_COLORS)))  # fmt: skip


@given(avatar_dictionaries, st.permutations(PLAYER_NAMES), st.integers(2, 6))
def test_everybody_keeps_their_portrait_and_colors_at_a_table_differ(
    chosen: dict[str, Avatar], names: list[str], seats: int
) -> None:
    seated = names[:seats]
    faces, colors = (
        choose_portraits(seated, chosen),
        choose_ring_colors([(seat,) for seat in range(seats)], seated, chosen),
    )
    assert len(set(colors.values())) == seats
    assert faces == [choose_portraits((name,), chosen)[0] for name in seated]
    for seat, name in enumerate(seated):
        look, earlier = get_avatar(chosen, name), [get_avatar(chosen, avatar) for avatar in seated[:seat]]
        if look.portrait_number and all(avatar.color != look.color for avatar in earlier):
            assert colors[seat] == look.color


@given(avatar_dictionaries)
def test_partners_share_a_ring_color(chosen: dict[str, Avatar]) -> None:
    for names in permutations(PLAYER_NAMES[:4], 4):
        ring = choose_ring_colors([(0, 2), (1, 3)], names, chosen)
        assert ring[0] == ring[2] != ring[1] == ring[3]


# -- a portrait is kept


def show_main_menu(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)


@check_rows("name", ["Ada", "Anna", "Carla", "Zoe"])
def test_person_without_a_name_keeps_the_portrait_under_the_first_one(tmp_path: Path, name: str) -> None:
    with open_test_app(tmp_path / name, settings=make_settings(name="")) as app:
        show_main_menu(app)
        portrait = choose_portraits(("You",), app.context.avatars)[0]
        assert portrait in PEOPLE_PORTRAITS and app.context.own_profile.avatar_number == portrait
        app.context.apply_settings(make_settings(name=name, profile=""))
        assert choose_portraits((name,), app.context.avatars)[0] == portrait, "before the profile is stored"
        for own_name in (name, "Annina"):
            assert make_guest_name(app.context, own_name).avatar_number == portrait
        show_main_menu(app)
        assert app.context.own_profile.name == name and app.context.own_profile.avatar_number == portrait
        assert choose_portraits(("You",), app.context.avatars)[0] == portrait, "in the matches before"


def test_renamed_person_has_the_same_portrait_in_old_and_new_matches(app: AppDriver) -> None:
    show_main_menu(app)
    portrait = app.context.own_profile.avatar_number
    for new_name in ("Bea", "Carla", "Bruno"):
        app.storage.call(MatchRepository.rename_profile, app.context.own_profile.id, new_name)
        show_main_menu(app)
        for name in ("Anna", new_name):
            avatars = filter_human_avatars([PlayerInfo(name, PERSON_KIND)], app.context.avatars)
            assert choose_portraits((name,), avatars) == [portrait]


def test_two_people_never_look_alike_and_the_first_keeps_the_portrait() -> None:
    people = [PlayerInfo(name, PERSON_KIND) for name in PLAYER_NAMES]
    for portrait in range(1, PORTRAIT_COUNT + 1):
        avatars = make_avatar_map([Profile("id", name, "", None, 0.0, portrait) for name in PLAYER_NAMES])
        faces = choose_portraits(PLAYER_NAMES, filter_human_avatars(people, avatars))
        assert faces[0] == portrait and len(set(faces)) == len(faces)


@given(st.permutations(PLAYER_NAMES), st.integers(0, 6), st.integers(2, 6))
def test_people_without_a_portrait_get_different_ones_that_no_computer_player_has(
    names: list[str], people: int, seats: int
) -> None:
    """Seat people and computer players in all mixtures; some have a profile, whose owner may have a persona's name."""
    avatars = make_avatar_map([Profile("id", name, "", None, 0.0, 1 + index) for index, name in enumerate(names[:2])])
    players = [PlayerInfo(name, PERSON_KIND if seat < people else "club") for seat, name in enumerate(names[:seats])]
    faces = choose_portraits(names[:seats], filter_human_avatars(players, avatars))
    new_faces = faces[2 : min(people, seats)]
    assert set(new_faces) <= set(PEOPLE_PORTRAITS) and len(set(new_faces)) == len(new_faces)
    for player, face in zip(players, faces, strict=True):
        if player.is_person and player.name in names[:2]:
            assert face == get_avatar(avatars, player.name).portrait_number
        elif not player.is_person and player.name in PERSONAS:
            assert face == PERSONAS[player.name].portrait_number


def test_no_persona_has_a_portrait_of_people() -> None:
    assert not {persona.portrait_number for persona in PERSONAS.values()} & set(PEOPLE_PORTRAITS)
    assert set(PEOPLE_PORTRAITS) <= set(range(1, PORTRAIT_COUNT + 1))


@pytest.mark.parametrize("kinds", ["you you", "you you club club"])
def test_new_people_look_at_the_table_as_in_the_form_and_after_the_match(app: AppDriver, kinds: str) -> None:
    show_main_menu(app)
    setup = make_match_setup(kinds, names=("Anna", "Carla", "Bruno", "Dino"))

    def choose() -> list[int]:
        avatars = filter_human_avatars(setup.players, app.context.avatars)
        return choose_portraits([player.name for player in setup.players], avatars)

    before = choose()
    scene = open_table(app, setup)
    assert choose_portraits(scene.session.info.names, scene.avatars) == before
    show_main_menu(app)
    assert {"anna", "carla"} <= set(app.context.avatars) and choose() == before


def test_profiles_without_a_chosen_color_get_different_ones() -> None:
    names = ["You", "Anna", "Bea", "Carlo"]
    colors = choose_profile_colors(names, {"bea": Avatar(3, AVATAR_COLORS[0])})
    assert colors[2] == AVATAR_COLORS[0] and len(set(colors)) == len(names)
    many = choose_profile_colors([f"Player {number}" for number in range(9)], {})
    assert set(many) == set(AVATAR_COLORS)


def test_person_without_a_name_chooses_one_and_renames_nothing(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(name="")) as app:
        open_profiles(app)
        run_settling_frames(app)
        app.click_button("profile-menu-You")
        first_text = app.get_button_text("choose-name")
        assert app.get_button_text("rename-You") == first_text
        app.click_button("rename-You")
        assert app.get_button_text("confirm") == "Save"


def rename_to(app: AppDriver, name: str) -> None:
    """Enter another name for Anna in the list of profiles."""
    app.click_menu_entry("profile-menu-Anna", "rename-Anna")
    app.type_text(name)
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    run_settling_frames(app)
