"""Computer players remark on their bids and declarations, from what everyone has seen and at random."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai.game_ai_info import RemarkSet
from game.ai.levels import AI_INFO, get_ai_info
from game.ai.personas import PERSONAS, Persona
from game.core.actions import Action, Deal
from game.core.cards import HIDDEN_CARD, Card
from game.core.events import CardPlayed, Event, PlayerPassed
from game.match.match import Match
from game.match.record import encode_record
from game.rules.chiamata.events import CalledCardNamed, CallMade, SoloCalled
from game.rules.muscio.events import BlindeTaken, DealForfeited, PlayDeclared, PlayerStood
from game.rules.spades.events import BidMade
from game.session import chat
from game.session.penalties import MAX_STORED_MESSAGES, is_valid_message
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.fakes import FakeClock, FakeStorageThread, make_folders, talkative
from tests.helpers import PLAYER_NAMES, PlayoutMoment, make_record
from tests.rows import check_rows
from tests.scripted_worker import ScriptedWorker
from tests.session_driver import SessionDriver

EXAMPLE_CARD = Card("7d")
CHAT_EVENTS_BY_GAME: dict[str, tuple[Event, ...]] = {
    "chiamata": (
        CallMade(1, "K", None),
        CallMade(1, "2", 70),
        SoloCalled(1),
        PlayerPassed(1),
        CalledCardNamed(1, EXAMPLE_CARD),
    ),
    "spades": (BidMade(1, 0), BidMade(1, 1), BidMade(1, 3), BidMade(1, 8)),
    "muscio": (PlayDeclared(1), PlayerPassed(1), BlindeTaken(1, (HIDDEN_CARD,) * 5), DealForfeited(1), PlayerStood(1)),
}
"""All kinds of bids and declarations, by game."""
GAMES_AND_EVENTS = [(game, event) for game, events in CHAT_EVENTS_BY_GAME.items() for event in events]
SEAT_COUNTS = {"chiamata": 5, "spades": 4, "muscio": 4}
CHATTY_PERSONA = Persona(name="Chatty", boldness=0.5, talkativeness=0.7)


def make_computer_kinds(seats: int) -> str:
    return " ".join(["random"] * seats)


def play_scripted_table(
    home: Path, fresh: Match, pack: tuple[Card, ...], actions: Sequence[Action], seed: int = 1
) -> SessionDriver:
    """Play a match of computer players with this pack and these actions."""
    storage, script = FakeStorageThread(make_folders(home), FakeClock()), ScriptedWorker(actions)
    step = fresh.apply(Deal(pack))
    record = make_record(fresh, [PlayoutMoment(Deal(pack), fresh, step.match, step.events)])
    match_id = storage.get_repository().create_match(record, ("random",) * fresh.seats, seed, {})
    saved = storage.get_repository().load_match(match_id)
    house = SessionDriver(home, saved=saved, storage=storage, worker=script, characters=lambda _name: CHATTY_PERSONA)
    house.advance_until(lambda: not script.scripted_actions and not house.session.is_saving)
    house.advance_frame()
    return house


def iter_common_actions(first: Match, second: Match, rng: Random) -> list[Action]:
    """Return random actions up to the play of the cards that are legal in both deals."""
    done: list[Action] = []
    while first.turn is not None and first.phase is not None and not first.phase.is_card_play:
        action = rng.choice(
            [shared_action for shared_action in first.legal_actions() if shared_action in second.legal_actions()]
        )
        done.append(action)
        first, second = first.apply(action).match, second.apply(action).match
    return done


# -- remarks -----------------------------------------------------------------------------------------


def list_remarks(game: str, event: Event) -> RemarkSet:
    lines = get_ai_info(game).find_remarks(event)
    assert lines is not None
    return lines


def test_every_remark_is_a_valid_short_message() -> None:
    for lines in (list_remarks(game, event) for game, event in GAMES_AND_EVENTS):
        assert len(set(lines.anybody)) >= 2
        for line in (*lines.anybody, *lines.bold, *lines.careful):
            assert is_valid_message(line) and len(line) <= 32


def test_remarks_exist_for_every_bid_and_declaration_only() -> None:
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
        remarks = {chat.choose_remark(game, [event], character, Random(seed)) for seed in range(200)}
        assert remarks == {*lines.anybody, *own}


def test_remark_frequency_equals_talkativeness() -> None:
    for share in (0.0, 0.3, 1.0):
        persona = Persona(name="", talkativeness=share)
        spoke = sum(
            chat.choose_remark("muscio", [PlayerPassed(1)], persona, Random(seed)) is not None for seed in range(1000)
        )
        assert spoke == pytest.approx(1000 * share, abs=50)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_deals_with_equal_public_events_get_same_remarks(tmp_path: Path, game: str) -> None:
    talks = []
    for seed in range(6):
        fresh = SessionDriver(
            tmp_path / f"{seed}", make_computer_kinds(SEAT_COUNTS[game]), game=game, seed=seed
        ).session.host.match
        first_pack, other = (shuffle_pack(fresh.pack, derive_random(seed, "twins", index)) for index in range(2))
        actions = iter_common_actions(fresh.apply(Deal(first_pack)).match, fresh.apply(Deal(other)).match, Random(seed))
        houses = [
            play_scripted_table(tmp_path / f"{seed} {index}", fresh, pack, actions, seed)
            for index, pack in enumerate((first_pack, other))
        ]
        assert houses[0].record.deals[0].actions == houses[1].record.deals[0].actions == tuple(actions)
        assert houses[0].record.deals[0].pack != houses[1].record.deals[0].pack
        assert houses[0].session.chat.messages == houses[1].session.chat.messages
        talks.append(houses[0].session.chat.messages)
    assert sum(map(len, talks)) > 6
    assert len(set(talks)) > 1


# -- in a session ------------------------------------------------------------------------------------


def start_auction(home: Path, **options: Any) -> SessionDriver:
    """Return a chiamata auction on the turn of its person, after some of four computer players that always remark."""
    driver = SessionDriver(home, "you club club club club", game="chiamata", seed=5, characters=talkative, **options)
    driver.advance_to_shown_turn()
    return driver


def test_same_seed_gives_same_remarks(tmp_path: Path) -> None:
    talks = []
    for number, seed in enumerate((3, 3, 4)):
        house = SessionDriver(tmp_path / f"{number}", make_computer_kinds(5), game="chiamata", seed=seed)
        house.play_deal_at_random()
        talks.append(house.session.chat.messages)
    assert talks[0] == talks[1] != talks[2]


@pytest.mark.slow
def test_personas_are_found_by_name_and_unknown_names_stay_silent(tmp_path: Path) -> None:
    speakers: set[str] = set()
    for seed in range(4):
        house = SessionDriver(tmp_path / f"{seed}", make_computer_kinds(5), game="chiamata", seed=seed)
        house.play_deal_at_random()
        speakers |= {PLAYER_NAMES[message.seat] for message in house.session.chat.messages}
    assert speakers and speakers <= set(PERSONAS)
    house = SessionDriver(
        tmp_path / "nobody", make_computer_kinds(5), game="chiamata", seed=0, names=("P", "Q", "R", "S", "T")
    )
    house.play_deal_at_random()
    assert not house.session.chat.messages


@pytest.mark.slow
def test_computer_never_remarks_for_a_person(tmp_path: Path) -> None:
    driver = start_auction(tmp_path)
    driver.leave_match()
    driver.let_computer_finish()
    assert driver.session.chat.messages and 0 not in {message.seat for message in driver.session.chat.messages}
    assert 0 in driver.match.departed_seats


def test_remarks_are_no_actions_and_not_in_record(tmp_path: Path) -> None:
    driver = start_auction(tmp_path)
    assert driver.session.chat.messages
    assert not any(
        message.text in encode_record(driver.stored_record).decode() for message in driver.session.chat.messages
    )
    assert driver.stored_record.replay() == driver.match
    assert driver.restart_program().session.chat.messages == driver.session.chat.messages


def test_remark_follows_its_saved_bid_and_is_made_once(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path, make_computer_kinds(5), game="chiamata", characters=talkative)
    house.advance_until(lambda: bool(house.record.deals) and bool(house.stored_record.deals[-1].actions))
    assert not house.session.chat.messages and house.action_count == 0
    house.storage.failure_message = "The disk is full."
    house.advance_frame()
    house.advance_frame()
    assert house.action_count == len(house.session.chat.messages) == 1
    house.advance_until(lambda: bool(house.session.error), max_frames=5)
    assert house.action_count == 1, "the next bid cannot be saved"
    house.storage.failure_message = ""
    house.session.retry()
    house.advance_until(lambda: len(house.session.chat.messages) == 4)
    assert [message.seat for message in house.session.chat.messages] == [
        action.seat for action in house.stored_record.deals[0].actions[:4]
    ]


def test_remarks_replace_only_oldest_messages(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path, make_computer_kinds(5), game="chiamata", characters=talkative)
    house.advance_until(lambda: len(house.session.chat.messages) == 1)
    notes = [{"seat": 0, "text": str(number)} for number in range(MAX_STORED_MESSAGES)]
    house.storage.get_repository().store_note(1, "chat", notes, restarts_turn_clock=False)
    house = house.restart_program()
    house.advance_until(lambda: not house.session.chat.messages[-1].text.isdecimal())
    assert len(house.session.chat.messages) == MAX_STORED_MESSAGES and house.session.chat.messages[0].text == "1"
