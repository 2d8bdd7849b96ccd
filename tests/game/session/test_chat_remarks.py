"""Computer players remark on their bids and declarations, from what everyone has seen and at random."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai.game_ai_info import RemarkSet
from game.ai.levels import AI_INFO, get_ai_info
from game.ai.personas import PERSONAS, Persona
from game.chat import computer_chat
from game.chat.reply_texts import RESULT_LINES
from game.core.cards import HIDDEN_CARD, Card
from game.core.events import CardPlayed, DealScored, Event, MatchEnded, PlayerPassed
from game.rules.chiamata.events import CalledCardNamed, CallMade, SoloCalled
from game.rules.muscio.events import BlindeTaken, DealForfeited, PlayDeclared, PlayerStood
from game.rules.spades.events import BidMade
from game.text.chat import ChatMessage, is_valid_message
from tests.fakes import talkative
from tests.helpers import PLAYER_NAMES
from tests.rows import check_rows
from tests.session_driver import SessionDriver

EXAMPLE_CARD = Card("7d")
CHAT_EVENTS_BY_GAME: dict[str, tuple[Event, ...]] = {
    "chiamata": (CallMade(1, "K", None), CallMade(1, "2", 70), SoloCalled(1), PlayerPassed(1),
                 CalledCardNamed(1, EXAMPLE_CARD)),
    "spades": (BidMade(1, 0), BidMade(1, 1), BidMade(1, 3), BidMade(1, 8)),
    "muscio": (PlayDeclared(1), PlayerPassed(1), BlindeTaken(1, (HIDDEN_CARD,) * 5), DealForfeited(1), PlayerStood(1)),
}  # fmt: skip
"""All kinds of bids and declarations, by game."""
GAMES_AND_EVENTS = [(game, event) for game, events in CHAT_EVENTS_BY_GAME.items() for event in events]


# -- remarks -----------------------------------------------------------------------------------------


def list_remarks(game: str, event: Event) -> RemarkSet:
    lines = get_ai_info(game).find_remarks(event)
    assert lines is not None
    return lines


def test_every_remark_is_a_valid_short_message() -> None:
    """Check also that there are remarks for every bid and declaration, and for nothing else."""
    for lines in (list_remarks(game, event) for game, event in GAMES_AND_EVENTS):
        assert len(set(lines.anybody)) >= 2
        for line in (*lines.anybody, *lines.bold, *lines.careful):
            assert is_valid_message(line) and len(line) <= 32
    for game, events in CHAT_EVENTS_BY_GAME.items():
        assert len({list_remarks(game, event) for event in events}) == len(events)
    for game in (*AI_INFO, "scopa"):
        spoken = CHAT_EVENTS_BY_GAME.get(game, ())
        others = [event for events in CHAT_EVENTS_BY_GAME.values() for event in events if event not in spoken]
        assert not any(get_ai_info(game).find_remarks(event) for event in (CardPlayed(1, EXAMPLE_CARD), *others))


@check_rows(("game", "event"), GAMES_AND_EVENTS)
def test_remark_fits_event_and_persona(game: str, event: Event) -> None:
    lines = list_remarks(game, event)
    for boldness, own in ((0.0, ()), (1.0, lines.bold), (-1.0, lines.careful)):
        character = Persona(name="", boldness=boldness, talkativeness=1.0)
        remarks = {computer_chat.choose_remark(game, [event], character, Random(seed)) for seed in range(200)}
        assert remarks == {*lines.anybody, *own}


def test_remark_frequency_equals_talkativeness() -> None:
    for share in (0.0, 0.3, 1.0):
        persona = Persona(name="", talkativeness=share)
        spoke = sum(
            computer_chat.choose_remark("muscio", [PlayerPassed(1)], persona, Random(seed)) is not None
            for seed in range(1000)
        )
        assert spoke == pytest.approx(1000 * share, abs=50)


@check_rows(("events", "people", "has_won"), [
    ([MatchEnded((3, 1), (0,))], (0,), True), ([MatchEnded((3, 1), (0,))], (1,), False),
    ([DealScored((1, 0, 0), (70, 30, 20))], (1, 0), True), ([DealScored((1, 0, 0), (70, 30, 20))], (2,), False),
    ([DealScored((0, 0), (60, 60))], (0,), None), ([MatchEnded((3, 1), ())], (0,), None), ([], (0,), None),
    ([MatchEnded((3, 1), (0,))], (), None),
])  # fmt: skip
def test_a_person_is_congratulated_or_consoled_in_the_words_of_a_character(
    events: list[Event], people: tuple[int, ...], has_won: bool | None
) -> None:
    said = {
        computer_chat.choose_result_line("briscola", events, people, {5: character}, Random(1))
        for character in (talkative(name) for name in PERSONAS)
    }
    lines = [RESULT_LINES[name][0 if has_won else 1] for name in PERSONAS]
    assert said == ({None} if has_won is None else {ChatMessage(5, line) for line in lines})
    assert all(is_valid_message(line) and len(line) <= 32 for line in lines)


# -- in a session ------------------------------------------------------------------------------------


def start_auction(home: Path, **options: Any) -> SessionDriver:
    """Return a chiamata auction on the turn of its person, after some of four computer players that always remark."""
    driver = SessionDriver(home, "you club club club club", game="chiamata", seed=5, characters=talkative, **options)
    driver.advance_to_shown_turn()
    return driver


def test_same_seed_gives_same_remarks_of_those_who_have_a_persona(tmp_path: Path) -> None:
    talks = []
    for number, (seed, names) in enumerate(((3, PLAYER_NAMES), (3, PLAYER_NAMES), (4, PLAYER_NAMES), (3, "PQRST"))):
        driver = SessionDriver(tmp_path / str(number), "random " * 5, game="chiamata", seed=seed, names=names)
        driver.play_deal_at_random()
        talks.append(driver.session.chat_messages)
    assert talks[0] == talks[1] != talks[2] and talks[3] == ()
    assert {PLAYER_NAMES[message.seat or 0] for message in talks[0]} <= set(PERSONAS)


def test_computer_never_remarks_for_a_person(tmp_path: Path) -> None:
    driver = start_auction(tmp_path)
    driver.leave_match()
    driver.advance_until(lambda: driver.session.status.is_between_deals)
    assert driver.session.chat_messages and 0 not in {message.seat for message in driver.session.chat_messages}
    assert driver.match.departed_seats == (0,) and "0 pass" in driver.action_texts


def test_remark_follows_its_saved_bid_and_is_made_once(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "random " * 5, game="chiamata", characters=talkative)
    driver.advance_until(lambda: bool(driver.record.deals) and bool(driver.stored_record.deals[-1].actions))
    assert not driver.session.chat_messages and driver.action_count == 0
    driver.storage.failure_message = "The disk is full."
    driver.advance_frame()
    driver.advance_frame()
    assert driver.action_count == len(driver.session.chat_messages) == 1
    driver.advance_until(lambda: bool(driver.session.error), max_frames=5)
    assert driver.action_count == 1, "the next bid cannot be saved"
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_until(lambda: len(driver.session.chat_messages) == 4)
    assert [message.seat for message in driver.session.chat_messages] == [
        action.seat for action in driver.stored_record.deals[0].actions[:4]
    ]
