"""A match of every game by mouse alone, until it is left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.actions import Action, Pass, Play, Swap
from game.core.options import OptionValue
from game.match.observation import observe
from game.rules import GAMES
from tests.journeys.window_people import (
    WindowPeople,
    click_until,
    find_button_positions,
    open_window_and_reference,
    start_to_menu,
    store_last_choices,
)

pytestmark = pytest.mark.window
SHORT_MATCH_RULES: dict[str, dict[str, OptionValue]] = {"briscola": {"deals_to_win": 1}, "chiamata": {"match_deals": 1}}
"""The rules with which a match is over after a scored deal; a match of another game is left in its second deal."""


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
    click_until(window, point, person.store.load_record)
    person.players = ("you", *["club"] * (len(person.record.names) - 1))
    person.wait_for_turn()


def choose_shown_action(person: WindowPeople) -> None:
    """Click a card that can be played or exchanged; without one, an action of the panel, and a pass last."""
    actions = observe(person.match, 0).legal_actions
    choices: list[Action] = [action for action in actions if isinstance(action, (Play, Swap))]
    if not choices:
        choices = [action for action in person.find_panel_points() if action in actions]
        choices.sort(key=lambda action: not isinstance(action, Pass))
    person.play_action(choices[-1])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_match_is_started_played_and_left_by_mouse_alone(
    window_person: WindowPeople, tmp_path: Path, game: str
) -> None:
    person, window = window_person, window_person.window
    store_last_choices(window.home, game, GAMES[game].seat_counts[-1], **SHORT_MATCH_RULES.get(game, {}))
    click_game(person, game, tmp_path)
    is_left = game not in SHORT_MATCH_RULES
    while not person.wait_for_turn().is_over and not (is_left and len(person.record.deals) == 2):
        if person.match.is_deal_in_progress:
            choose_shown_action(person)
        else:
            person.go_to_next_deal()
    assert person.match.is_over != is_left
    if is_left:
        person.save_and_quit()
    assert window.is_running
