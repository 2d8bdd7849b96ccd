"""By keyboard and narration alone: a match of every game from the form on, and the way from a lesson on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from game.core.actions import Play
from game.match.observation import observe
from game.rules import GAMES
from tests.game.analysis.computer_matches import store_wins_before_last_card
from tests.journeys.narration_reader import (
    PLACE_PATTERN,
    NarrationReader,
    list_choice_keys,
    list_playable_cards,
)
from tests.journeys.program_screen import StoredMatchReader, open_screen, write_settings
from tests.lanes import choose_sample, long_test, needs_nightly_lane

pytestmark = pytest.mark.window
SHORTEST_MATCH_OPTION = {
    "briscola": "Deals to win: 1",
    "chiamata": "Deals in a match: 1",
    "spades": "Points to win: 200",
}
"""The option that makes a match short, with its least value; other games have no such option."""
GAMES_WITH_SECTIONS = ("chiamata", "spades")
"""The games with two sections of options, of which the rules are the first."""
ONE_DEAL_GAMES = ("briscola", "chiamata")
"""The games of which a match can be over after a deal."""


def fill_in_form(reader: NarrationReader, game: str) -> None:
    """Fill in the form with this game, the most players (with the fewest cards) and the shortest match. Start it."""
    rules = GAMES[game]
    if not reader.tab_to(f"{rules.title}: ").endswith(", chosen."):
        reader.press_keys("Return")
        reader.read_until(lambda line: line.startswith(f"{rules.title}: ") and line.endswith(", chosen."))
    seat_counts = rules.seat_counts
    if len(seat_counts) > 1 and rules.proposed_seat_count != seat_counts[-1]:
        assert reader.tab_to("Players: ") == f"Players: {rules.proposed_seat_count}."
        reader.press_keys("End")
        reader.read_to(f"Players: {seat_counts[-1]}.")
    if game in SHORTEST_MATCH_OPTION:
        reader.tab_to("More options.")
        reader.press_keys("Return")
        reader.read_to("Enter: Done")
        label = SHORTEST_MATCH_OPTION[game].partition(": ")[0]
        if game in GAMES_WITH_SECTIONS:
            reader.tab_to("Section: ")
            reader.press_keys("Home")
            reader.read_to("Section: ")
        if reader.tab_to(label) != SHORTEST_MATCH_OPTION[game] + ".":
            reader.press_keys("Home")
            reader.read_to(SHORTEST_MATCH_OPTION[game])
        reader.tab_to("Done.")
        reader.press_keys("Return")
        reader.read_to("Enter: Play")
        reader.read_to("Button: ")  # the focus is on More options again
    reader.tab_to("Play.")
    reader.press_keys("Return")


def play_match(reader: NarrationReader, eye: StoredMatchReader, max_deals: int | None = None) -> None:
    """Take every turn to the end of the match: the last playable card, else the last choice with a key.

    With ``max_deals`` stop at the first turn of a later deal.
    """
    while True:
        line = reader.read_to("Your hand: ", "Enter: Next deal", "Enter: Deal again", "Enter: Play again")
        if line.startswith("Enter: Play again"):
            return
        match = eye.load_match()
        assert match is not None
        if line.startswith("Enter: "):
            reader.press_keys("Return")
        elif max_deals is not None and len(match.results) >= max_deals:
            return
        elif any(isinstance(action, Play) for action in observe(match, 0).legal_actions):
            reader.play_card(list_playable_cards(line)[-1][1])
        else:
            reader.press_keys(list_choice_keys(reader.read_to("Choices: "))[-1])


@pytest.fixture(name="eye")
def _eye(tmp_path: Path) -> Iterator[StoredMatchReader]:
    """Yield the reader of the matches of a program in ``home``."""
    (tmp_path / "home" / "data").mkdir(parents=True)
    with closing(StoredMatchReader(tmp_path / "home")) as eye:
        yield eye


@contextmanager
def start_program(tmp_path: Path, **settings: object) -> Iterator[NarrationReader]:
    """Return a context manager that starts the program in ``home``, without animations, and gives its narration.

    ``settings``: further ones.
    """
    home, narration_path = tmp_path / "home", tmp_path / "said.txt"
    with open_screen(home) as window:
        narration_path.unlink(missing_ok=True)
        write_settings(home, speed=0.0, **settings)
        window.start(f"--narrate={narration_path}")
        yield NarrationReader(window, narration_path)


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 4, 2))
def test_match_is_started_and_played_by_keyboard_alone(tmp_path: Path, eye: StoredMatchReader, game: str) -> None:
    with start_program(tmp_path) as reader:
        reader.read_to("Enter: Start lesson: Briscola")
        reader.tab_to("Play.")
        reader.press_keys("Return")
        reader.read_to("Enter: Play")
        fill_in_form(reader, game)
        play_match(reader, eye, max_deals=None if game in ONE_DEAL_GAMES else 1)
        match = eye.load_match()
        assert match is not None and match.game.id == game and match.results
        assert match.is_over == (game in ONE_DEAL_GAMES)


def take_lesson(reader: NarrationReader) -> None:
    """Go through a lesson to its end: play a card that the text of the step names, else one after the other."""
    while True:
        lines = reader.read_until(lambda line: line.startswith(("Enter: Next", "Enter: Finish", "Your hand: ")))
        if lines[-1].startswith("Enter: "):
            reader.press_keys("Return")
            if lines[-1].startswith("Enter: Finish"):
                return
            continue
        step_text = "".join(lines).rpartition(": step ")[2]
        cards = [card for _key, card in list_playable_cards(lines[-1])]
        for card in sorted(cards, key=lambda card: f"the {card}" not in step_text):
            reader.play_card(card)
            if reader.read_until(lambda line: not PLACE_PATTERN.match(line))[-1].startswith("You play "):
                break


@long_test
@needs_nightly_lane
def test_first_lesson_leads_to_a_match_its_analysis_and_the_next_level(tmp_path: Path, eye: StoredMatchReader) -> None:
    def get_latest_kinds() -> tuple[str, ...]:
        return max(eye.journal.archive.list_entries(), key=lambda entry: entry.id).player_kinds

    with start_program(tmp_path, name="Anna") as reader:
        reader.read_to("Enter: Start lesson: Briscola")
        reader.press_keys("Return")
        take_lesson(reader)
        assert reader.read_to("Play with ").endswith("at Beginner level.")
        reader.read_to("Enter: Play a match")
        reader.press_keys("Return")
        reader.read_to("Your hand: ")
        assert get_latest_kinds() == ("you", "beginner")
        reader.read_to("New here? ")
        reader.press_keys("Escape")
        reader.read_to("Pause.")
        reader.tab_to("Save and leave")
        reader.press_keys("Return")
        reader.read_to("Enter: Continue with deal 1")
    store_wins_before_last_card(eye.journal)
    with start_program(tmp_path, name="Anna") as reader:
        reader.read_to("Enter: Continue with deal 1")
        reader.press_keys("Return")
        reader.play_card(list_playable_cards(reader.read_to("Your hand: "))[-1][1])
        reader.read_to("Enter: Play again")
        reader.tab_to("Analyze.")
        reader.press_keys("Return")
        reader.read_to("Anna: accuracy ")
        reader.read_to("Enter: Retry all")
        reader.press_keys("Return")
        reader.read_to("Find a better card than the one played (")
        reader.press_keys("1")
        reader.read_to("Enter: Next", "Enter: Done", "Enter: Try again")
        reader.press_keys("Escape", "Escape")
        reader.read_to("Analysis")
        reader.press_keys("Escape")
        reader.read_to("Enter: Play again")
        reader.read_to("Button: ")  # the focus is on Analyze again
        reader.tab_to("Play at Casual")
        reader.press_keys("Return")
        reader.read_to("Your hand: ")
        assert get_latest_kinds() == ("you", "novice")
