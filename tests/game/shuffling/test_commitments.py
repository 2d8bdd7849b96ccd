"""Commitments to shuffles: sealed before the first card, revealed after the deal, and never before."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.ai.client import AIClient
from game.core.actions import Deal
from game.core.cards import format_cards
from game.core.events import CardsDealt, DealerDrawn, ShuffleCommitted
from game.match.record import Record, decode_playable_record, encode_record
from game.match.setup import MatchSetup
from game.session.local import LocalSession
from game.session.match_info import make_rematch_setup
from game.shuffling.commitments import (
    VerificationResult,
    list_late_seats,
    reveal_secrets,
    verify_record,
)
from game.shuffling.daily_deal import get_daily_deal
from game.shuffling.deal_codes import decode_deal, encode_deal
from game.shuffling.shuffle import (
    HashRandom,
    ShuffleContext,
    commit_shuffle,
    derive_shuffle_key,
    shuffle_pack,
)
from game.text.errors import describe_problem
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders, make_match_setup
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

    ``place``: such as ``1.seal`` of the first deal, or ``word`` of all.
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
    assert format_problem(verify_record(record)) == "deal 1: the pack does not match its seed"
    assert not independent_verifier.are_all_deals_verified(encode_record(record))


def test_every_changed_value_is_detected_with_its_deal() -> None:
    record = make_revealed_record(word="zio Piero")
    fairness_data = json.loads(encode_record(record))["deals"][1]["fairness"]
    turned = {name: ("0" if value[0] != "0" else "1") + value[1:] for name, value in fairness_data.items()}
    for name in ("seal", "seed", "salt"):
        result = verify_with_changed_value(record, f"2.{name}", turned[name])
        assert format_problem(result) == "deal 2: the seal does not match the seed, salt and shuffle text"
    assert format_problem(verify_with_changed_value(record, "word", "zio Pino")).startswith(
        "deal 1: the seal does not match"
    )
    assert (
        format_problem(verify_with_changed_value(record, "2.key", "0" * 25))
        == "deal 2: the pack does not match its deal code"
    )
    assert format_problem(verify_with_changed_value(record, "2.seal", "")) == "deal 2: the pack was not sealed"
    assert (
        format_problem(verify_with_changed_value(record, "2.seed", ""))
        == "deal 2: the seed and salt have not been revealed"
    )
    assert (
        format_problem(verify_record(make_record(make_match(), list(play_random_actions(make_match(), 1, 1)))))
        == "deal 1: the pack was not sealed"
    )


HOSTILE_VALUES: Final[tuple[Any, ...]] = (
    None, 1, True, [], "x", {"seal": []}, {"seal": 7}, {"seal": "A" * 64}, {"seal": "0" * 63},
    {"seal": "0" * 64 + "\n"},
    {"seed": None}, {"salt": {"a": 1}}, {"key": "0" * 26}, {"key": "g" * 25}, {"key": -1}, {"seal": "é" * 64},
)  # fmt: skip


@check_rows("value", HOSTILE_VALUES)
def test_damaged_fairness_data_is_one_line_in_verifier_and_ignored_in_replay(value: object) -> None:
    record = make_revealed_record(finished_deal_count=2)
    assert format_problem(verify_with_changed_value(record, "1.", value)) == "deal 1: the fairness data is damaged"
    if not isinstance(value, dict):
        assert (
            format_problem(verify_with_changed_value(record, "", value)) == "the fairness data of the match is damaged"
        )
    assert (
        format_problem(verify_with_changed_value(record, "draw", value or 1))
        == "the fairness data of the match is damaged"
    )


@check_rows("word", ["a\nb", " a", "x" * 41, "\u202e", 5, None])
def test_shuffle_word_is_one_clean_line(word: object) -> None:
    assert (
        format_problem(verify_with_changed_value(make_revealed_record(finished_deal_count=1), "word", word))
        == "the fairness data of the match is damaged"
    )


def test_dealer_draw_is_verified(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path, "you club club")
    house.play_deal_at_random()
    record = house.session.host.export_record()
    assert verify_record(record) == VerificationResult(verified_deal_count=1, is_dealer_draw_verified=True)
    document = json.loads(encode_record(record))
    draw = document["fairness"]["draw"]
    document["fairness"]["draw"] = draw | {"seed": draw["salt"], "salt": draw["seed"]}
    result = verify_record(decode_playable_record(json.dumps(document).encode()))
    assert format_problem(result).startswith("the draw for the first deal: the seal does not match")
    house.storage.close()


# -- in a session ----------------------------------------------------------------------------------


def test_commitment_is_on_disk_before_first_card_is_dealt(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    house.advance_to_person()
    events = [event for happening in house.transitions for event in happening.events]
    kinds = [type(event) for event in events]
    assert kinds[:3] == [DealerDrawn, ShuffleCommitted, CardsDealt]
    shown = next(event for event in events if isinstance(event, ShuffleCommitted))
    assert house.stored_record.deals[0].extra["fairness"] == {"seal": shown.seal}
    assert house.session.events[0] == shown
    again = LocalSession.resume(house.load_match(), storage=house.storage, ai_client=house.ai_client, clock=house.clock)
    assert again.events[0] == shown
    house.play_deal_at_random()
    assert house.session.host.export_record().deals[0].extra["fairness"]["seal"] == shown.seal
    house.storage.close()


def test_same_seed_gives_same_match_and_other_word_gives_another(tmp_path: Path) -> None:
    def list_packs(name: str, seed: int, word: str = "") -> list[str]:
        clock = FakeClock()
        storage = FakeStorageThread(make_folders(tmp_path / name), clock)
        agreed = msgspec.structs.replace(make_match_setup("you club"), shuffle_word=word)
        ai_client = AIClient(FakeWorker(), 0)
        table = LocalSession.start(agreed, seed, storage=storage, ai_client=ai_client, clock=clock)
        for _frame in range(4):
            table.update(is_idle=True)
        storage.close()
        return [format_cards(deal.pack) for deal in table.host.record.deals]

    first = list_packs("a", 1)
    assert first and first == list_packs("b", 1)
    assert len({*first, *list_packs("c", 2), *list_packs("d", 1, "buona")}) == 3


def list_secrets(record: Record, master: int, number: int) -> tuple[str, ...]:
    """Return the secrets of a deal in progress in every notation."""
    context = ShuffleContext(record.game_id, number, record.extra.get("fairness", {}).get("word", ""))
    secret, pack = commit_shuffle(context, master), record.deals[number - 1].pack
    key = derive_shuffle_key(context, secret.seed)
    return (str(master), f"{master:x}", secret.seed, secret.salt, key, format_cards(pack), *(
        format_cards(pack[start : start + 5]) for start in range(0, len(pack), 5)))  # fmt: skip


@pytest.mark.parametrize("game", SEATS_AND_PLAYERS_BY_GAME)
def test_secret_of_open_deal_is_in_no_output(game: str, tmp_path: Path) -> None:
    """Check all outputs during the deal for what determines the pack, and during the next one."""
    house = SessionDriver(tmp_path, SEATS_AND_PLAYERS_BY_GAME[game][1], game=game, seed=MASTER_SEED)
    rng = Random(game)
    looks = 0
    while len(house.record.deals) < 3 and not house.observation.is_over:
        house.advance_frame()
        if house.session.course.is_between_deals:
            house.session.course.start_next_deal()
        if house.session.is_your_turn:
            house.play_random_action(rng)
        if house.session.host.match.is_deal_in_progress and looks % 5 == 0:
            number = len(house.record.deals)
            output = encode_record(house.session.host.export_record()).decode()
            seen = (
                house.session.course.get_proof(number),
                house.session.events[:1],
                house.session.chat.messages,
                make_rematch_setup(house.session.info, house.observation),
            )
            output += " ".join(map(repr, seen))
            revealed_secrets = [
                secret for secret in list_secrets(house.record, MASTER_SEED, number) if secret in output
            ]
            assert not revealed_secrets, revealed_secrets
            assert house.session.course.get_proof(number).is_in_progress
        looks += 1
    assert looks > 20
    house.storage.close()


def test_only_commitments_differ_in_twin_deals(tmp_path: Path) -> None:
    """Compare exports during the first deal of two matches that differ only in packs."""
    exports = []
    for seed in (1, 2):
        house = SessionDriver(tmp_path / str(seed), "you club")
        agreed = msgspec.structs.replace(make_match_setup("you club"), first_dealer=0)
        house.session = LocalSession.start(
            agreed, seed, storage=house.storage, ai_client=house.ai_client, clock=house.clock
        )
        house.advance_to_person()
        exports.append(encode_record(house.session.host.export_record()))
        house.storage.close()
    assert exports[0] == exports[1]


def test_stored_record_reveals_same_secrets_as_session(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    house.play_deal_at_random()
    house.session.course.start_next_deal()
    house.advance_to_person()
    assert house.load_match().exportable_record == house.session.host.export_record()
    assert len(house.load_match().exportable_record.deals) == 1
    assert verify_record(house.load_match().exportable_record) == VerificationResult(
        verified_deal_count=1, is_dealer_draw_verified=True
    )
    house.storage.close()


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


def test_each_word_changes_the_key() -> None:
    context = ShuffleContext("briscola", 1, match_uid="0" * 32)
    words = make_words(context, "a" * 64, (0, 1))[0]
    keys = {
        derive_shuffle_key(context, "c" * 64, words),
        derive_shuffle_key(context, "c" * 64, (words[0], msgspec.structs.replace(words[1], word="d" * 64))),
        derive_shuffle_key(context, "c" * 64, words[:1]),
        derive_shuffle_key(msgspec.structs.replace(context, deal_number=2), "c" * 64, words),
        derive_shuffle_key(msgspec.structs.replace(context, match_uid="1" * 32), "c" * 64, words),
    }
    assert len(keys) == 5


def verify_with_changed_fairness(record: Record, number: int, **fairness: object) -> str:
    """Return the fault of the record with other fairness data of a deal."""
    document = json.loads(encode_record(record))
    document["deals"][number - 1]["fairness"].update(fairness)
    return verify_document(document)


def verify_document(document: dict[str, Any]) -> str:
    return format_problem(verify_record(decode_playable_record(json.dumps(document).encode())))


def test_faults_of_a_joint_match_are_named_with_their_deal() -> None:
    record = make_joint_record()
    words = record.deals[1].extra["fairness"]["rounds"][0]
    changed_word = {**words[0], "word": "0" * 64}
    for rounds, fault in (
        ([], "the players' words are missing"),
        ([[changed_word, *words[1:]]], "a player's word does not match its seal"),
        ([words[1:]], "the pack does not match its seed"),
        ([words, words], "the players' words were not collected by the rules"),
        ("x", "the fairness data is damaged"),
    ):
        assert verify_with_changed_fairness(record, 2, rounds=rounds) == f"deal 2: {fault}"
    assert verify_with_changed_fairness(record, 2, seed="0" * 64).startswith("deal 2: the seal does not match")
    document = json.loads(encode_record(record))
    document["deals"][1]["fairness"] = {"key": "0" * 25}
    assert verify_document(document) == "deal 2: the pack was not sealed", "there is no deal code at such a table"
    document = json.loads(encode_record(record))
    document["fairness"]["match"] = "0" * 32
    assert verify_document(document).startswith("deal 1: the seal does not match")


def play_on(document: dict[str, Any], number: int) -> None:
    """Give a deal of the document, the last one, other actions up to its end."""
    document["deals"][number - 1]["actions"] = []
    match = decode_playable_record(json.dumps(document).encode()).replay()
    document["deals"][number - 1]["actions"] = [str(moment.action) for moment in play_random_actions(match, 1, 0)]


def test_seat_that_was_late_may_not_contribute_to_later_deals() -> None:
    record = make_joint_record(late_seat=1)
    document = json.loads(encode_record(record))
    fairness = document["deals"][1]["fairness"]
    context = ShuffleContext("briscola", 2, match_uid=document["fairness"]["match"])
    rounds = make_words(context, fairness["seal"], (0, 1, 2))
    key = derive_shuffle_key(context, fairness["seed"], rounds[-1])
    document["deals"][1]["pack"] = format_cards(shuffle_pack(make_match(seats=3).pack, HashRandom(key)))
    fairness["rounds"] = msgspec.to_builtins(rounds)
    play_on(document, 2)
    assert verify_document(document) == "deal 2: the players' words were not collected by the rules"


def test_other_dealer_than_the_drawn_one_is_detected() -> None:
    document = json.loads(encode_record(make_joint_record(deal_count=1)))
    document["first_dealer"] = document["deals"][0]["dealer"] = (document["first_dealer"] + 1) % 3
    play_on(document, 1)
    assert verify_document(document) == "deal 1: the first dealer did not draw the highest card"


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
            fault = f"deal {number}: action {place}: the random card does not match the seed"
            assert format_problem(verify_record(changed)) == fault
            tried += 1
        match = step.match
    assert tried


# -- deal codes ------------------------------------------------------------------------------------


def start_from_deal_code(code: str, kinds: str = "you club") -> MatchSetup:
    deal = decode_deal(code)
    agreed = make_match_setup(kinds)
    return msgspec.structs.replace(
        agreed,
        game_id=deal.game_id,
        preset=deal.preset,
        options=deal.options,
        first_dealer=deal.dealer,
        shuffle_key=deal.key,
    )


@pytest.mark.parametrize("game", SEATS_AND_PLAYERS_BY_GAME)
def test_deal_code_starts_same_deal_in_another_installation(game: str, tmp_path: Path) -> None:
    house = SessionDriver(tmp_path / "one", SEATS_AND_PLAYERS_BY_GAME[game][1], game=game)
    house.play_deal_at_random()
    proof = house.session.course.get_proof(1)
    assert not proof.problem
    other = SessionDriver(tmp_path / "two")
    other.session = LocalSession.start(
        start_from_deal_code(proof.deal_code, SEATS_AND_PLAYERS_BY_GAME[game][1]),
        99,
        storage=other.storage,
        ai_client=other.ai_client,
        clock=other.clock,
    )
    other.advance_until(lambda: bool(other.record.deals))
    for driver in (house, other):
        driver.storage.close()
    assert other.record.deals[0].pack == house.record.deals[0].pack
    assert other.record.deals[0].dealer == house.record.deals[0].dealer
    assert other.record.options == house.record.options


def test_deal_code_is_given_after_the_deal_only(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    code = make_daily_code()
    house.session = LocalSession.start(
        start_from_deal_code(code), 5, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.session.close()
    house.session = LocalSession.resume(
        house.storage.get_repository().load_match(2),
        storage=house.storage,
        ai_client=house.ai_client,
        clock=house.clock,
    )
    house.advance_to_person()
    assert decode_deal(code).key not in encode_record(house.session.host.export_record()).decode()
    assert house.session.course.get_proof(1).deal_code == ""
    assert house.session.events[0] == ShuffleCommitted(1)
    house.play_deal_at_random()
    assert house.session.course.get_proof(1).deal_code == code
    assert verify_record(house.session.host.export_record()) == VerificationResult(coded_deal_count=1)
    house.session.course.start_next_deal()
    house.advance_to_person()
    assert house.session.course.get_proof(2).commitment.seal, "only the first deal comes from the code"
    house.storage.close()


def make_daily_code() -> str:
    return encode_deal(get_daily_deal("2026-11-22", "briscola"))
