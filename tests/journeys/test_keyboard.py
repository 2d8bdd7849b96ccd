"""A match of every game by keyboard alone: from the menu and the form of the new match to its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.actions import Play
from game.match.observation import observe
from game.rules import GAMES
from tests.journeys.narration_reader import NarrationReader, list_choice_keys, list_playable_cards
from tests.journeys.program_screen import SCREEN_SIZE, StoredMatchReader, open_screen, skip_without_screen_tools

pytestmark = pytest.mark.window
SHORTEST_MATCH_OPTION = {
    "briscola": "Deals to win: 1",
    "chiamata": "Deals in a match: 1",
    "spades": "Points to win: 200",
}
"""The option that makes a match short, with its least value; other games have no such option."""


@pytest.fixture(autouse=True)
def _tools() -> None:
    skip_without_screen_tools()


def fill_in_form(reader: NarrationReader, game: str) -> None:
    """Fill in the form with this game, the fewest players and the shortest match, and start it."""
    rules = GAMES[game]
    if not reader.tab_to(f"{rules.title}: ").endswith(", chosen."):
        reader.press_keys("Return")
        reader.read_until(lambda line: line.startswith(f"{rules.title}: ") and line.endswith(", chosen."))
    if len(rules.seat_counts) > 1 and rules.proposed_seat_count != rules.seat_counts[0]:
        assert reader.tab_to("Players: ") == f"Players: {rules.proposed_seat_count}."
        reader.press_keys("Home")
        reader.read_to(f"Players: {rules.seat_counts[0]}.")
    if game in SHORTEST_MATCH_OPTION:
        reader.tab_to("More options.")
        reader.press_keys("Return")
        reader.read_to("Enter: Done")
        label = SHORTEST_MATCH_OPTION[game].partition(": ")[0]
        if reader.tab_to(label) != SHORTEST_MATCH_OPTION[game] + ".":
            reader.press_keys("Home")
            reader.read_to(SHORTEST_MATCH_OPTION[game])
        reader.tab_to("Done.")
        reader.press_keys("Return")
        reader.read_to("Enter: Play")
        reader.read_to("Button: ")  # the focus is on More options again
    reader.tab_to("Play.")
    reader.press_keys("Return")


def play_match(reader: NarrationReader, eye: StoredMatchReader) -> None:
    """Take every turn to the end of the match: the last playable card, else the last choice with a key."""
    while True:
        line = reader.read_to("Your hand: ", "Enter: Next deal", "Enter: Play again")
        if line.startswith("Enter: Play again"):
            return
        match = eye.load_match()
        assert match is not None
        if line.startswith("Enter: "):
            reader.press_keys("Return")
        elif any(isinstance(action, Play) for action in observe(match, 0).legal_actions):
            reader.play_card(list_playable_cards(line)[-1][1])
        else:
            reader.press_keys(list_choice_keys(reader.read_to("Choices: "))[-1])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whole_match_by_keyboard_alone(tmp_path: Path, game: str) -> None:
    home, narration_path = tmp_path / "home", tmp_path / "said.txt"
    (home / "data").mkdir(parents=True)
    eye = StoredMatchReader(home)
    try:
        with open_screen(home) as window:
            kept = {"speed": 0.0, "pace": 0.0, "sound": False, "language": "en", "window": {"size": SCREEN_SIZE}}
            (home / "config" / "settings.json").write_text(json.dumps(kept))
            window.start(f"--narrate={narration_path}")
            reader = NarrationReader(window, narration_path)
            reader.read_to("Enter: New here? Learn")
            reader.tab_to("Play.")
            reader.press_keys("Return")
            reader.read_to("Enter: Play")
            fill_in_form(reader, game)
            play_match(reader, eye)
            match = eye.load_match()
            assert match is not None and match.is_over and match.game.id == game
    finally:
        eye.close()
