"""Commitments to shuffles: sealed before the first card, revealed after the deal, and never before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from game.core.actions import Deal
from game.core.cards import format_cards
from game.core.events import CardsDealt, DealerDrawn, ShuffleCommitted
from game.match.record import Record, decode_playable_record, encode_record
from game.session.match_info import make_rematch_setup
from game.shuffling.commitments import VerificationResult, list_late_seats, reveal_secrets, verify_record
from game.shuffling.deal_codes import encode_deal
from game.shuffling.shuffle import HashRandom, ShuffleContext, commit_shuffle, derive_shuffle_key, shuffle_pack
from game.statistics.daily_deals import get_daily_deal
from game.text.errors import describe_problem
from tests.fakes import make_match_setup
from tests.game.shuffling import independent_verifier
from tests.helpers import make_match, make_record, play_random_actions
from tests.joint_records import (
    MASTER_SEED,
    SEATS_AND_PLAYERS_BY_GAME,
    make_dealt_record,
    make_joint_record,
    make_revealed_record,
    make_words,
)
from tests.rows import check_rows
from tests.session_driver import SessionDriver


def verify_with_changed_value(record: Record, place: str, value: object) -> VerificationResult:
    """Return the result for the record with another value at ``place``.

    ``place``: such as ``1.seal`` of the first deal, ``1.`` for all of its data, or ``word`` of the match.
    """
    document = json.loads(encode_record(record))
    deal, _dot, name = place.rpartition(".")
    inside = document["deals"][int(deal) - 1] if deal else document
    if name:
        inside.setdefault("fairness", {})[name] = value
    else:
        inside["fairness"] = value
    return verify_record(decode_playable_record(json.dumps(document).encode()))


# -- proofs ----------------------------------------------------------------------------------------


@check_rows("game", SEATS_AND_PLAYERS_BY_GAME)
@check_rows("word", ["", "zio Piero"])
def test_match_is_verified_by_program_and_by_independent_verifier(game: str, word: str) -> None:
    record = make_revealed_record(game, word=word)
    assert verify_record(record) == VerificationResult(verified_deal_count=len(record.deals))
    assert verify_record(decode_playable_record(encode_record(record))) == verify_record(record)
    assert independent_verifier.are_all_deals_verified(encode_record(record))


def format_problem(result: VerificationResult) -> str:
    assert result.problem is not None
    return describe_problem(result.problem)


@check_rows("game", SEATS_AND_PLAYERS_BY_GAME)
def test_pack_with_two_swapped_cards_is_detected_by_both_verifiers(game: str) -> None:
    record = make_revealed_record(
        game, finished_deal_count=1, manipulate_pack=lambda pack: (pack[1], pack[0], *pack[2:])
    )
    assert format_problem(verify_record(record)) == "deal 1: the pack doesn't match its seed"
    assert not independent_verifier.are_all_deals_verified(encode_record(record))


FAULTY_SEAL = "the seal doesn't match the seed, salt and shuffle text"


@check_rows(("place", "value", "problem"), [
    ("2.seal", None, f"deal 2: {FAULTY_SEAL}"), ("2.seed", None, f"deal 2: {FAULTY_SEAL}"),
    ("2.salt", None, f"deal 2: {FAULTY_SEAL}"), ("word", "zio Pino", f"deal 1: {FAULTY_SEAL}"),
    ("2.key", "0" * 25, "deal 2: the pack doesn't match its deal code"),
    ("2.seal", "", "deal 2: the pack wasn't sealed"),
    ("2.seed", "", "deal 2: the seed and salt haven't been revealed"),
    *(("word", word, "the fairness data of the match is damaged")
      for word in ("a\nb", " a", "x" * 41, "\u202e", 5, None)),
])  # fmt: skip
def test_changed_value_is_detected_with_its_deal(place: str, value: object, problem: str) -> None:
    """Change the first character of a value that is not given."""
    record = make_revealed_record(word="zio Piero")
    if value is None and place != "word":
        old_value = record.deals[1].extra["fairness"][place[2:]]
        value = ("0" if old_value[0] != "0" else "1") + old_value[1:]
    assert format_problem(verify_with_changed_value(record, place, value)) == problem


def test_match_without_seals_is_not_verified() -> None:
    record = make_record(make_match(), list(play_random_actions(make_match(), 1, 1)))
    assert format_problem(verify_record(record)) == "deal 1: the pack wasn't sealed"


HOSTILE_VALUES: Final[tuple[Any, ...]] = (
    None, 1, True, [], "x", {"seal": []}, {"seal": 7}, {"seal": "A" * 64}, {"seal": "0" * 63},
    {"seal": "0" * 64 + "\n"},
    {"seed": None}, {"salt": {"a": 1}}, {"key": "0" * 26}, {"key": "g" * 25}, {"key": -1}, {"seal": "é" * 64},
)  # fmt: skip


@check_rows("value", HOSTILE_VALUES)
def test_damaged_fairness_data_is_one_line(value: object) -> None:
    places = {"1.": "deal 1: the fairness data is damaged", "": "the fairness data of the match is damaged"}
    record = make_revealed_record(finished_deal_count=1)
    for place, problem in places.items():
        if place or not isinstance(value, dict):
            assert format_problem(verify_with_changed_value(record, place, value)) == problem
    assert format_problem(verify_with_changed_value(record, "draw", value or 1)) == places[""]


# -- in a session ----------------------------------------------------------------------------------


def test_commitment_is_on_disk_before_first_card_is_dealt(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.advance_to_person()
    events = [event for transition in driver.transitions for event in transition.events]
    assert [type(event) for event in events[:3]] == [DealerDrawn, ShuffleCommitted, CardsDealt]
    shown = events[1]
    assert isinstance(shown, ShuffleCommitted) and driver.session.view.events[0] == shown
    assert driver.stored_record.deals[0].extra["fairness"] == {"seal": shown.seal}
    driver.continue_match()
    assert driver.session.view.events[0] == shown
    driver.play_deal_at_random()
    assert driver.session.host.export_record().deals[0].extra["fairness"]["seal"] == shown.seal


def list_secrets(record: Record, master: int, number: int) -> tuple[str, ...]:
    """Return the secrets of a deal in progress in every notation."""
    context = ShuffleContext(record.game_id, number, record.extra.get("fairness", {}).get("word", ""))
    secret, pack = commit_shuffle(context, master), record.deals[number - 1].pack
    key = derive_shuffle_key(context, secret.seed)
    return (str(master), f"{master:x}", secret.seed, secret.salt, key, format_cards(pack), *(
        format_cards(pack[start : start + 5]) for start in range(0, len(pack), 5)))  # fmt: skip


@pytest.mark.parametrize("game", ["briscola", pytest.param("spades", marks=pytest.mark.slow)])
def test_secret_of_open_deal_is_in_no_output(game: str, tmp_path: Path) -> None:
    """Check all outputs during the deal for what determines the pack, and during the next one."""
    driver = SessionDriver(tmp_path, SEATS_AND_PLAYERS_BY_GAME[game][1], game=game, seed=MASTER_SEED)
    looks = 0
    driver.advance_to_shown_turn()
    while len(driver.record.deals) < 3 and not driver.observation.is_over:
        number, session = len(driver.record.deals), driver.session
        output = encode_record(session.host.export_record()).decode()
        rematch_setup = make_rematch_setup(session.info, driver.observation)
        for value in (session.get_proof(number), session.view.events[:1], session.chat_messages, rematch_setup):
            output += repr(value)
        assert not [secret for secret in list_secrets(driver.record, MASTER_SEED, number) if secret in output]
        assert session.get_proof(number).is_in_progress
        driver.play_turn(looks)
        looks += 1
    assert looks > 5


def test_stored_record_reveals_same_secrets_as_session(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.play_deal_at_random()
    driver.session.start_next_deal()
    driver.advance_to_person()
    exported = driver.load_match().exportable_record
    assert exported == driver.session.host.export_record() and len(exported.deals) == 1
    assert verify_record(exported) == VerificationResult(verified_deal_count=1, is_dealer_draw_verified=True)
    draw = {**exported.extra["fairness"]["draw"], "salt": "0" * 64}
    problem = format_problem(verify_with_changed_value(exported, "draw", draw))
    assert problem.startswith("the draw for the first dealer: the seal doesn't match")


def test_deal_in_progress_stays_sealed_after_verified_deals() -> None:
    sealed, revealed = (make("spades", 2, open_deal_count=1) for make in (make_dealt_record, make_revealed_record))
    record = msgspec.structs.replace(revealed, deals=(*revealed.deals[:2], sealed.deals[2]))
    assert verify_record(record) == VerificationResult(verified_deal_count=2, has_deal_in_progress=True)
    assert verify_record(revealed) == VerificationResult(verified_deal_count=3), "a deal that was given up is public"


def test_resumed_record_keeps_revealed_secrets() -> None:
    record = make_revealed_record(finished_deal_count=2)
    assert reveal_secrets(record, MASTER_SEED + 1) == record


# -- version 2 of the seal -------------------------------------------------------------------------


@check_rows("game", SEATS_AND_PLAYERS_BY_GAME)
@check_rows("late_seat", [None, 1])
def test_joint_match_is_verified_by_program_and_by_independent_verifier(game: str, late_seat: int | None) -> None:
    record = make_joint_record(game, late_seat=late_seat)
    expected = VerificationResult(verified_deal_count=len(record.deals), is_dealer_draw_verified=True)
    assert verify_record(record) == expected
    assert verify_record(decode_playable_record(encode_record(record))) == expected
    assert independent_verifier.are_all_deals_verified(encode_record(record))
    assert list_late_seats(record) == (set() if late_seat is None else {late_seat})


def test_faults_of_a_joint_match_are_named_with_their_deal() -> None:
    record = make_joint_record()
    words = record.deals[1].extra["fairness"]["rounds"][0]
    for place, value, problem in (
        ("2.rounds", [], "deal 2: the words for the shuffle are missing"),
        ("2.rounds", [[{**words[0], "word": "0" * 64}, *words[1:]]], "deal 2: a player's word doesn't match its seal"),
        ("2.rounds", [words[1:]], "deal 2: the pack doesn't match its seed"),
        ("2.rounds", [words, words], "deal 2: the words for the shuffle weren't collected properly"),
        ("2.rounds", "x", "deal 2: the fairness data is damaged"),
        ("2.seed", "0" * 64, f"deal 2: {FAULTY_SEAL}"),
        ("2.", {"key": "0" * 25}, "deal 2: the pack wasn't sealed"),  # tables over the network have no deal code
        ("match", "0" * 32, f"deal 1: {FAULTY_SEAL}"),
    ):
        assert format_problem(verify_with_changed_value(record, place, value)) == problem


def verify_with_other_actions(document: dict[str, Any], number: int) -> str:
    """Return the problem of a document in which the deal with this number, the last one, has other actions."""
    document["deals"][number - 1]["actions"] = []
    match = decode_playable_record(json.dumps(document).encode()).replay()
    document["deals"][number - 1]["actions"] = [str(moment.action) for moment in play_random_actions(match, 1, 0)]
    return format_problem(verify_record(decode_playable_record(json.dumps(document).encode())))


def test_seat_that_was_late_may_not_contribute_to_later_deals() -> None:
    record = make_joint_record(late_seat=1)
    document = json.loads(encode_record(record))
    fairness = document["deals"][1]["fairness"]
    context = ShuffleContext("briscola", 2, match_uid=document["fairness"]["match"])
    rounds = make_words(context, fairness["seal"], (0, 1, 2))
    key = derive_shuffle_key(context, fairness["seed"], rounds[-1])
    document["deals"][1]["pack"] = format_cards(shuffle_pack(make_match(seats=3).pack, HashRandom(key)))
    fairness["rounds"] = msgspec.to_builtins(rounds)
    assert verify_with_other_actions(document, 2) == "deal 2: the words for the shuffle weren't collected properly"


def test_other_dealer_than_the_drawn_one_is_detected() -> None:
    document = json.loads(encode_record(make_joint_record(deal_count=1)))
    document["first_dealer"] = document["deals"][0]["dealer"] = (document["first_dealer"] + 1) % 3
    assert verify_with_other_actions(document, 1) == "deal 1: the first dealer didn't draw the highest card"


@check_rows("game", SEATS_AND_PLAYERS_BY_GAME)
def test_random_card_after_a_timeout_follows_from_the_key(game: str) -> None:
    """Replace each random card by another legal one, with the play after it."""
    record = make_joint_record(game, deal_count=3, has_timeouts=True)
    assert verify_record(record).problem is None
    match, number, place, tried = record.create_match(), 0, 0, 0
    for action, step in record.iter_steps():
        number, place = (number + 1, 0) if isinstance(action, Deal) else (number, place + 1)
        others = [other for other in match.legal_actions() if other != action]
        if match.auto_play_seat is not None and others:
            deals = record.deals[: number - 1]
            deal = msgspec.structs.replace(
                record.deals[number - 1], actions=(*record.deals[number - 1].actions[: place - 1], others[0])
            )
            changed = msgspec.structs.replace(record, deals=(*deals, deal))
            played = changed.replay()
            for moment in play_random_actions(played, 1, 0):
                assert not isinstance(moment.action, Deal)
                changed = changed.with_action(moment.action)
            fault = f"deal {number}: action {place}: the random card doesn't match the seed"
            assert format_problem(verify_record(changed)) == fault
            tried += 1
        match = step.match
    assert tried


# -- deal codes ------------------------------------------------------------------------------------


def test_deal_code_is_given_after_the_deal_only(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    deal = get_daily_deal("2026-11-22", "briscola")
    code = encode_deal(deal)
    driver.start_match(
        msgspec.structs.replace(make_match_setup("you club"), first_dealer=deal.dealer, shuffle_key=deal.key), 99
    )
    driver.continue_match(2)
    driver.advance_to_person()
    assert deal.key not in encode_record(driver.session.host.export_record()).decode()
    assert driver.session.get_proof(1).deal_code == "" and driver.session.view.events[0] == ShuffleCommitted(1)
    driver.play_deal_at_random()
    assert driver.session.get_proof(1).deal_code == code
    assert verify_record(driver.session.host.export_record()) == VerificationResult(coded_deal_count=1)
    driver.session.start_next_deal()
    driver.advance_to_person()
    assert driver.session.get_proof(2).commitment.seal, "only the first deal comes from the code"
