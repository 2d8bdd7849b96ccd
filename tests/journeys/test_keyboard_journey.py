"""A whole match of every game by the keyboard alone: from the menu, through the form of the new match, to its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.actions import Play
from game.rules import GAMES
from game.view import look
from tests.journeys.reader import Reader, cards_in, keys_in
from tests.journeys.screen import SIZE, Eye, need_tools, screen

pytestmark = pytest.mark.window
SHORTEST = {"briscola": "Deals to win: 1", "chiamata": "Deals in a match: 1", "spades": "Points that win: 200"}
"""The rule that makes a match short, and its least value; a game that is not here has none to be told apart."""


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_tools()


def agree_on(reader: Reader, game: str) -> None:
    """Fill in the form: this game, as few players as may be, the shortest match; then play."""
    rules = GAMES[game]
    told, wanted = reader.tab_to("Game: "), f"Game: {rules.title}."
    while told != wanted:
        reader.press("Right")
        told = reader.to("Game: ")
    if len(rules.seats) > 1 and rules.proposed_seats != rules.seats[0]:
        assert reader.tab_to("Players: ") == f"Players: {rules.proposed_seats}."
        reader.press("Home")
        reader.to(f"Players: {rules.seats[0]}.")
    if game in SHORTEST:
        label = SHORTEST[game].partition(": ")[0]
        if reader.tab_to(label) != SHORTEST[game] + ".":
            reader.press("Home")
            reader.to(SHORTEST[game])
    reader.tab_to("Play.")
    reader.press("Return")


def play_match(reader: Reader, eye: Eye) -> None:
    """Take every turn until the match is over: the last card that may be played, else the last choice with a key."""
    while True:
        line = reader.to("Your hand: ", "Enter: Next deal", "Enter: Once more")
        if line.startswith("Enter: Once more"):
            return
        match = eye.match()
        assert match is not None
        if line.startswith("Enter: "):
            reader.press("Return")
        elif any(isinstance(one, Play) for one in look(match, 0).choices):
            reader.play(cards_in(line)[-1][1])
        else:
            reader.press(keys_in(reader.to("You may choose: "))[-1])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_the_keyboard_alone(tmp_path: Path, game: str) -> None:
    home, said = tmp_path / "home", tmp_path / "said.txt"
    (home / "data").mkdir(parents=True)
    eye = Eye(home)
    try:
        with screen(home) as window:
            kept = {"speed": 0.0, "pace": 0.0, "sound": False, "language": "en", "window": {"size": SIZE}}
            (home / "config" / "settings.json").write_text(json.dumps(kept))
            window.open(f"--narrate={said}")
            reader = Reader(window, said)
            reader.to("Enter: New here? Learn by playing")
            reader.tab_to("New match")
            reader.press("Return")
            reader.to("Enter: Play")
            agree_on(reader, game)
            play_match(reader, eye)
            match = eye.match()
            assert match is not None and match.over and match.game.name == game
    finally:
        eye.close()
