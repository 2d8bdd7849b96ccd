"""By mouse alone: the first trick of a new player in two clicks, and a match of every game until it is left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.actions import Play
from game.core.options import OptionValue
from game.core.trick_taking import TrickPhase
from game.match.observation import observe
from game.rules import GAMES
from tests.fakes import make_folders
from tests.journeys.window_people import (
    WindowPeople,
    click_button_in_picture,
    find_button_positions,
    open_window_and_reference,
    start_to_menu,
    take_stable_screenshot,
)
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices

pytestmark = pytest.mark.window
SHORT_MATCH_RULES: dict[str, dict[str, OptionValue]] = {"briscola": {"deals_to_win": 1}, "chiamata": {"match_deals": 1}}
"""The rules with which a match is over after a deal; a match of another game is left in its second deal."""


@pytest.fixture
def window_person(tmp_path: Path) -> Iterator[WindowPeople]:
    """Yield a person at seat 0, against computer players, whose program has not been started."""
    with open_window_and_reference(tmp_path) as (window, store, reference):
        yield WindowPeople(window, store, reference, ())


def click_game(person: WindowPeople, game: str, tmp_path: Path) -> None:
    """Start the program and, with a click on the picture of the game, a match; wait for the first turn."""
    window = person.window
    start_to_menu(window)
    point = find_button_positions(window.home, tmp_path)[f"start-{game}"]
    click_button_in_picture(window, point, take_stable_screenshot(window), person.store.load_record)
    person.players = ("you", *["club"] * (len(person.record.names) - 1))
    person.wait_for_turn()


def choose_shown_action(person: WindowPeople) -> None:
    """Click a card that can be played, else an action of the panel."""
    actions = observe(person.match, 0).legal_actions
    plays = [action for action in actions if isinstance(action, Play)]
    person.play_action(plays[-1] if plays else next(filter(actions.__contains__, reversed(person.find_panel_points()))))


@pytest.mark.slow
def test_new_player_takes_part_in_a_trick_after_two_clicks(window_person: WindowPeople, tmp_path: Path) -> None:
    click_game(window_person, "briscola", tmp_path)
    window_person.play_action(observe(window_person.match, 0).legal_actions[0])
    window_person.wait_for_turn()
    phase = window_person.match.phase
    assert isinstance(phase, TrickPhase) and len(phase.completed_tricks) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_match_is_started_played_and_left_by_mouse_alone(
    window_person: WindowPeople, tmp_path: Path, game: str
) -> None:
    person, window = window_person, window_person.window
    form = forms.with_game(forms.make_default_form("Anna"), game)
    form = forms.replace_fields(form, changes=SHORT_MATCH_RULES.get(game, {}))
    open_last_choices(make_folders(window.home)).update(lambda _old: LastChoices(game=game, forms={game: form}))
    click_game(person, game, tmp_path)
    while not person.wait_for_turn().is_over and len(person.record.deals) < 2:
        if person.match.is_deal_in_progress:
            choose_shown_action(person)
        else:
            person.go_to_next_deal()
    if not person.match.is_over:
        assert game not in SHORT_MATCH_RULES
        person.save_and_quit()
    assert window.is_running
