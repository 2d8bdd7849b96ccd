"""Records clause by clause (docs/record.md): reading, writing, refusals, undo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.core.actions import Deal
from game.match.match import Match
from game.match.record import (
    DealRecord,
    Record,
    RecordError,
    decode_playable_record,
    decode_record,
    encode_record,
    iter_actions_with_events,
    replay_deal_results,
)
from game.text.errors import describe_error
from tests.game.match.played_records import (
    make_deal_entry,
    make_document,
    play_random_record,
    play_whole_match,
)
from tests.helpers import make_match, make_record
from tests.rows import check_rows


def get_error(document: Any) -> str:
    """Return the line that refuses the document."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(RecordError) as caught:
        decode_playable_record(data)
    return describe_error(caught.value)


def encode_and_decode(document: Any) -> Record:
    return decode_playable_record(json.dumps(document).encode())


# -- round trip ------------------------------------------------------------------------------------


@check_rows("table", [{}, {"seats": 4}, {"seats": 3, "three_player_two": "c", "turn_seconds": 90}])
def test_encoded_record_is_decoded_unchanged(table: dict[str, Any]) -> None:
    record, moments = play_random_record(**table)
    assert decode_playable_record(encode_record(record)) == record
    assert decode_playable_record(encode_record(record)).replay() == moments[-1].match
    assert encode_record(decode_playable_record(encode_record(record))) == encode_record(record)


def test_record_is_utf8_json_with_documented_keys() -> None:
    record, _moments = play_random_record(seats=3, three_player_two="c")
    document = json.loads(encode_record(record))
    assert list(document) == ["format", "version", "game", "preset", "options", "seats", "first_dealer", "deals"]
    assert document["options"] == {"three_player_two": "c"}
    assert list(document["deals"][0]) == ["dealer", "pack", "actions"]
    assert document["preset"] == "classic"


def test_names_keep_their_letters() -> None:
    names = ["Zoë", "Çağla 🂡"]
    record = encode_and_decode(make_document(seats=names))
    assert record.names == tuple(names)
    assert "Zoë" in encode_record(record).decode("utf-8")
    assert decode_playable_record(encode_record(record)) == record


def test_unknown_keys_are_kept_at_top_level_and_in_deals() -> None:
    document = make_document("1 play Ad", players=["you", "club"], fairness={"seed": [1, 2.5, None, True]}, chat=[])
    document["deals"][0]["clock"] = {"1": 12.5}
    record = encode_and_decode(document)
    assert record.extra == {key: document[key] for key in ("players", "fairness", "chat")}
    again = json.loads(encode_record(record))
    assert again == document
    assert json.loads(encode_record(record.with_action(record.deals[0].actions[0]).without_last_action())) == document


def test_option_equal_to_preset_value_is_accepted() -> None:
    assert encode_and_decode(make_document(options={"deals_to_win": 2, "teams": True})) == encode_and_decode(
        make_document()
    )


def test_options_are_booleans_numbers_or_names() -> None:
    options = {"teams": False, "trump_exchange": "off", "signals": "off", "deals_to_win": 7, "exit_votes": 1}
    record = encode_and_decode(make_document(options=options))
    assert json.loads(encode_record(record))["options"] == {k: v for k, v in options.items() if k != "trump_exchange"}


def test_record_may_stop_after_any_action() -> None:
    record, moments = play_random_record(deals=3)
    for index, moment in reversed(list(enumerate(moments))):
        part = make_record(make_match(), moments[: index + 1])
        assert decode_playable_record(encode_record(part)).replay() == moment.match
    empty = encode_and_decode(make_document(deals=[]))
    assert empty.replay() == empty.create_match() == make_match()
    assert record.replay().is_over


def test_preset_options_and_deals_are_optional() -> None:
    document = make_document()
    for key in ("preset", "options", "deals"):
        del document[key]
    assert encode_and_decode(document).preset == "classic"


# -- undo ------------------------------------------------------------------------------------------


@check_rows("seats", [2, 4])
def test_undo_equals_replay_of_shortened_actions(seats: int) -> None:
    record, moments = play_random_record(seats=seats, trump_exchange="two", deals=2)
    for moment in reversed(moments):
        assert record.replay() == moment.match
        record = record.without_last_action()
    assert record.deals == ()
    assert record.replay() == make_match(seats=seats, trump_exchange="two")
    assert record.without_last_action() == record


def test_replayed_events_and_results_equal_those_of_the_match() -> None:
    record, moments = play_random_record()
    assert list(iter_actions_with_events(record)) == [(moment.action, moment.events) for moment in moments]
    match, deals = replay_deal_results(record)
    assert match == moments[-1].match
    assert deals == match.results


@pytest.mark.slow
def test_open_deal_is_removed_from_export() -> None:
    record, moments = play_random_record(deals=9, deals_to_win=3)
    for index in range(len(moments)):
        part = make_record(make_match(deals_to_win=3), moments[: index + 1])
        match, closed = moments[index].match, part.without_deal_in_progress()
        assert len(closed.deals) == len(match.results)
        assert closed == (part.without_deal_in_progress() if match.is_deal_in_progress else part)
        if match.is_deal_in_progress:
            assert closed.deals == part.deals[:-1]
    assert record.without_deal_in_progress() == record


def test_export_is_equal_for_twins_of_open_deal() -> None:
    first = encode_and_decode(make_document("1 play Ad"))
    pack = first.deals[0].pack
    twin = Record(
        game_id="briscola", preset="classic", options=first.options, names=first.names, first_dealer=0,
        deals=(DealRecord(0, (*pack[:10], *reversed(pack[10:])), first.deals[0].actions, {"seed": 7}),),
    )  # fmt: skip
    assert encode_record(first.without_deal_in_progress()) == encode_record(twin.without_deal_in_progress())


# -- the header ------------------------------------------------------------------------------------


@check_rows("key", ["game", "seats", "first_dealer"])
def test_missing_key_is_named(key: str) -> None:
    document = make_document()
    del document[key]
    assert get_error(document) == f"{key}: missing value"


def test_error_is_short_and_on_one_line_for_any_value() -> None:
    long = "x" * 5000
    nested = json.loads("[" * 400 + "]" * 400)
    for document in (
        make_document(options={"teams": long}),
        make_document(options={"teams": nested}),
        make_document(options={long: 1}),
        make_document(game=long),
        make_document(preset=long),
        make_document(long),
        make_document(f"1 {long}"),
        make_document(f"1 play {long}"),
        make_document(nested),
        make_document(deals=[{"dealer": 0, "pack": long, "actions": []}]),
        make_document(deals=[nested]),
        make_document("1 play\nAd"),
        make_document("1\tplay Ad"),
    ):
        text = get_error(document)
        assert len(text) < 320, text
        assert text.isprintable()


# -- deals -----------------------------------------------------------------------------------------


def make_deals_document(*some: Any) -> dict[str, Any]:
    return make_document(deals=list(some))


def test_deal_before_end_of_last_deal_is_refused() -> None:
    assert (
        get_error(make_deals_document(make_deal_entry(), make_deal_entry(dealer=1)))
        == "deal 2, action 0: the previous deal is not over"
    )


def test_wrong_dealer_is_refused() -> None:
    document = play_whole_match()
    assert [deal["dealer"] for deal in document["deals"]][:2] == [0, 1]
    document["deals"][1]["dealer"] = 0
    assert get_error(document) == "deal 2, action 0: the dealer must be 1, not 0"


def test_deal_after_end_of_match_is_refused() -> None:
    document = play_whole_match(deals_to_win=1)
    count = len(document["deals"])
    document["deals"].append(make_deal_entry(dealer=count % 2))
    assert get_error(document) == f"deal {count + 1}, action 0: the match is over"


def test_action_after_end_of_deal_or_match_is_refused() -> None:
    document = play_whole_match(deals_to_win=2)
    first, last = document["deals"][0]["actions"], document["deals"][-1]["actions"]
    last.append("0 play Ad")
    assert (
        get_error(document)
        == f"deal {len(document['deals'])}, action {len(last)}: Anna may not play Ad: the match is over"
    )
    first.append("1 play Ad")
    assert get_error(document) == f"deal 1, action {len(first)}: Bruno may not play Ad: the deal is over"


# -- actions ---------------------------------------------------------------------------------------


@check_rows("text", [
    "", " ", "1", "play Ad", "1 play", "1 play ad", "1 play AD", "1 play Ad ", " 1 play Ad", "1  play Ad", "1 play  Ad",
    "1\tplay\tAd", "01 play Ad", "+1 play Ad", "-1 play Ad", "1.0 play Ad", "1e0 play Ad", "١ play Ad", "² play Ad",
    "one play Ad", "1 Play Ad", "1 draw", "1 pass", "1 call K", "1 bid 4", "1 name d", "1 play Ad 2d", "1 leave now",
    "1 timeout Ad", "1 sign", "1 sign ASSO", "1 sign sette", "1 sign asso tre", "1 swap null", "1 swap None", "1 swap ",
    "1 play ??", "1 play null", "1 play 10d", "1 play Ad\n", "9999999999999999999999 play Ad", "1 play A\u0000d", "1 ",
])  # fmt: skip
def test_action_text_has_one_valid_spelling(text: str) -> None:
    assert get_error(make_document("1 play Ad", text)).startswith("deal 1, action 2: ")


def test_decode_parses_and_replay_checks_legality() -> None:
    record = decode_record(json.dumps(make_document("1 play 2d")).encode())
    with pytest.raises(RecordError, match=r"may not play 2d: 2d is not in your hand$"):
        record.replay()


# -- discipline ------------------------------------------------------------------------------------


def replay_to_last_deal_state(*actions: str, **changes: Any) -> tuple[Match, str]:
    match, ended = replay_deal_results(encode_and_decode(make_document(*actions, **changes)))
    return match, ended[-1].state


def test_table_actions_are_replayed() -> None:
    match, how = replay_to_last_deal_state(
        "0 leave", "1 timeout", "1 play Ad", "0 unlock", options={"turn_seconds": 90}
    )
    assert (match.departed_seats, match.votes_to_end, how) == ((0,), (0,), "unfinished")
    assert not match.is_over
    match, how = replay_to_last_deal_state("0 unlock", "1 play Ad", "1 unlock")
    assert match.is_over
    assert match.standing.winners == ()
    assert how == "unfinished"


def test_record_must_start_with_a_deal() -> None:
    record = encode_and_decode(make_document(deals=[]))
    action, step = next(record.with_deal(0, make_match().pack).iter_steps())
    assert isinstance(action, Deal)
    assert step.match.is_deal_in_progress
