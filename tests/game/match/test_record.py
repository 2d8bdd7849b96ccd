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
    PACK_TEXT,
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


# -- other files -----------------------------------------------------------------------------------


@check_rows("data", [
    b"", b"{", b"null", b"[]", b"7", b'"text"', b"{}", b"\x00\x01\x02", b"\xff\xfe{\x00}\x00", b"[" * 100_000,
    b'{"format": "tavoloverde-record", "version": 1, "x": ' + b'{"a":' * 50_000, b'{"format": "other", "version": 1}',
    b'{"format": ["tavoloverde-record"], "version": 1}', '{"format": "tavoloverde-record"}'.encode("utf-16"),
    b'{"format": "tavoloverde-record", "version": 1, "x": NaN}',
    b'{"format": "tavoloverde-record", "version": Infinity}',
    b'{"format": "tavoloverde-record", "version": ' + b"9" * 5000 + b"}",
    b'{"format": "tavoloverde-record", "version": 1, "x": "\\ud800"}',
    b'{"format": "tavoloverde-record", "version": 1, "seats": ["\xe8"]}',
])  # fmt: skip
def test_invalid_data_is_refused_in_one_line(data: bytes) -> None:
    text = get_error(data)
    assert text
    assert "\n" not in text
    assert len(text) < 300


@check_rows("version", [2, 3, 10**30])
def test_newer_version_is_refused(version: int) -> None:
    text = get_error(make_document(version=version))
    assert text.startswith(f"the match file has version {version}")


@check_rows("version", [0, -1, 1.0, True, "1", None, [1]])
def test_version_is_an_integer_from_1(version: Any) -> None:
    assert get_error(make_document(version=version)) == "version: must be a whole number, 1 or more"


# -- the header ------------------------------------------------------------------------------------


@check_rows(("changes", "text"), [
    ({"game": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"game": 7}, "game: must be text, not a whole number"),
    ({"preset": "briscola/classic"}, "preset: 'briscola/classic' is not one of classic"),
    ({"preset": ["classic"]}, "preset: must be text or nothing, not a list"),
    ({"seats": []}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not 0"),
    ({"seats": ["Anna"]}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not 1"),
    ({"seats": list("ABCDEFG")}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not 7"),
    ({"seats": ["Anna", 7]}, "seats[1]: must be text, not a whole number"),
    ({"seats": {"0": "Anna"}}, "seats: must be a list, not a group of values"),
    ({"seats": ["Anna", " "]}, "seats[1]: a name has 1 to 80 printable characters"),
    ({"seats": ["An\nna", "B"]}, "seats[0]: a name has 1 to 80 printable characters"),
    ({"seats": ["Anna", "B" * 81]}, "seats[1]: a name has 1 to 80 printable characters"),
    ({"first_dealer": 2}, "first_dealer: must be from 0 to 1, not 2"),
    ({"first_dealer": -1}, "first_dealer: must be from 0 to 1, not -1"),
    ({"first_dealer": 10**30}, f"first_dealer: must be from 0 to 1, not {10**30}"),
    ({"first_dealer": 0.0}, "first_dealer: must be a whole number, not a number"),
    ({"first_dealer": True}, "first_dealer: must be a whole number, not true or false"),
    ({"first_dealer": "0"}, "first_dealer: must be a whole number, not text"),
    ({"first_dealer": None}, "first_dealer: must be a whole number, not nothing"),
    ({"deals": {}}, "deals: must be a list, not a group of values"),
    ({"options": []}, "options: must be a group of values, not a list"),
    ({"options": None}, "options: must be a group of values, not nothing"),
])  # fmt: skip
def test_invalid_header_field_is_named(changes: dict[str, Any], text: str) -> None:
    assert get_error(make_document(**changes)).startswith(text)


@check_rows("key", ["game", "seats", "first_dealer"])
def test_missing_key_is_named(key: str) -> None:
    document = make_document()
    del document[key]
    assert get_error(document) == f"{key}: missing value"


NUMBER_RANGE_ERROR = "must be a whole number from 0 to 3600"


@check_rows(("name", "value", "text"), [
    ("stakes", 1, "unknown in this game; known options: deals_to_win, teams"),
    ("solo", True, "unknown in this game"),
    ("deals_to_win", 4, "must be one of 1, 2, 3, 5, 7, not 4"),
    ("deals_to_win", 2.0, "must be one of 1, 2, 3, 5, 7, not 2.0"),
    ("deals_to_win", "2", 'must be one of 1, 2, 3, 5, 7, not "2"'),
    ("deals_to_win", True, "must be one of 1, 2, 3, 5, 7, not true"),
    ("deals_to_win", 10**40, "must be one of 1, 2, 3, 5, 7, not 1000"),
    ("teams", 1, "must be one of false, true, not 1"),
    ("teams", "true", 'must be one of false, true, not "true"'),
    ("teams", None, "must be one of false, true, not None"),
    ("signals", "on", 'must be one of "after_first_trick", "off", not "on"'),
    ("signals", False, 'must be one of "after_first_trick", "off", not false'),
    ("signals", ["off"], 'must be one of "after_first_trick", "off", not [\'off\']'),
    ("trump_exchange", {"a": 1}, 'must be one of "off", "seven", "two", not {'),
    ("three_player_two", "x", 'must be one of "d", "h", "s", "c", not "x"'),
    ("turn_seconds", -1, f"{NUMBER_RANGE_ERROR}, not -1"),
    ("turn_seconds", 3601, f"{NUMBER_RANGE_ERROR}, not 3601"),
    ("turn_seconds", 90.0, f"{NUMBER_RANGE_ERROR}, not 90.0"),
    ("turn_seconds", "90", f'{NUMBER_RANGE_ERROR}, not "90"'),
    ("turn_seconds", True, f"{NUMBER_RANGE_ERROR}, not true"),
    ("turn_seconds", 10**30, f"{NUMBER_RANGE_ERROR}, not 1000"),
    ("exit_votes", 0, "must be a whole number from 1 to 6, not 0"),
])  # fmt: skip
def test_unknown_options_and_out_of_range_values_are_named(name: str, value: Any, text: str) -> None:
    line = get_error(make_document(options={name: value}))
    assert line.startswith(f"option {name}: {text}")
    assert len(line) < 240, "the longest names all the options that there are"


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


@check_rows(("deal", "text"), [
    (make_deal_entry(PACK_TEXT.removesuffix(" Kc")), "deal 1, action 0: Kc is missing from the pack"),
    (make_deal_entry(""), "deal 1, action 0: Ad is missing from the pack"),
    (make_deal_entry(PACK_TEXT + " Kc"), "deal 1, action 0: the pack has Kc twice"),
    (make_deal_entry(PACK_TEXT.replace("Kc", "Qc")), "deal 1, action 0: the pack has Qc twice"),
    (make_deal_entry(PACK_TEXT.replace("Kc", "8c")),
     "deal 1, action 0: 8c does not belong in this pack"),
    (make_deal_entry(PACK_TEXT.replace("Kc", "XX")), "deal 1, action 0: the pack: 'XX' is not a card"),
    (make_deal_entry(PACK_TEXT.replace("Kc", "kc")), "deal 1, action 0: the pack: 'kc' is not a card"),
    (make_deal_entry(PACK_TEXT.replace("Kc", "??")), "deal 1, action 0: the pack: '??' is not a card"),
    (make_deal_entry(dealer=1), "deal 1, action 0: the dealer must be 0, not 1"),
    (make_deal_entry(dealer=-1), "deal 1, action 0: the dealer must be 0, not -1"),
    (make_deal_entry(dealer=10**30), "deal 1, action 0: the dealer must be 0, not 1000"),
    (make_deal_entry(dealer=0.5), "deal 1, action 0: dealer: must be a whole number, not a number"),
    (make_deal_entry(dealer=True), "deal 1, action 0: dealer: must be a whole number, not true or false"),
    ({"pack": PACK_TEXT, "actions": []}, "deal 1, action 0: dealer: missing value"),
    ({"dealer": 0, "actions": []}, "deal 1, action 0: pack: missing value"),
    ({"dealer": 0, "pack": PACK_TEXT}, "deal 1, action 0: actions: missing value"),
    (make_deal_entry(actions="1 play Ad"), "deal 1, action 0: actions: must be a list, not text"),
    ({"dealer": 0, "pack": [PACK_TEXT], "actions": []}, "deal 1, action 0: pack: must be text, not a list"),
    (7, "deal 1, action 0: must be a group of values, not a whole number"),
    (None, "deal 1, action 0: must be a group of values, not nothing"),
    ([], "deal 1, action 0: must be a group of values, not a list"),
])  # fmt: skip
def test_invalid_deal_is_reported_as_action_0(deal: Any, text: str) -> None:
    assert get_error(make_deals_document(deal)).startswith(text)


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


def test_illegal_action_error_has_place_seat_and_reason() -> None:
    actions = ("1 play Ad", "0 play 2d", "1 play 3d", "1 play 5d")
    assert get_error(make_document(*actions)) == "deal 1, action 4: Bruno may not play 5d: it is Anna's turn"
    assert get_error(make_document("1 play 2d")) == "deal 1, action 1: Bruno may not play 2d: 2d is not in your hand"
    assert get_error(make_document("1 sign asso")).startswith(
        "deal 1, action 1: Bruno may not sign asso: you have no partner"
    )
    assert (
        get_error(make_document("1 swap")) == "deal 1, action 1: Bruno may not swap: the exchange is off at this table"
    )
    assert (
        get_error(make_document("1 timeout")) == "deal 1, action 1: Bruno may not timeout: this table has no turn timer"
    )
    assert get_error(make_document("7 leave")) == "deal 1, action 1: seat 7 may not leave: seats run from 0 to 1"
    assert (
        get_error(make_document("0 leave", "0 leave"))
        == "deal 1, action 2: Anna may not leave: this seat has already left the match"
    )


def test_exchange_names_no_card() -> None:
    document = make_document("1 play Ad", "0 play 2d", "1 swap 7d", options={"trump_exchange": "seven"})
    assert get_error(document).startswith("deal 1, action 3: Bruno may not swap 7d: ")


@check_rows("text", [
    "", " ", "1", "play Ad", "1 play", "1 play ad", "1 play AD", "1 play Ad ", " 1 play Ad", "1  play Ad", "1 play  Ad",
    "1\tplay\tAd", "01 play Ad", "+1 play Ad", "-1 play Ad", "1.0 play Ad", "1e0 play Ad", "١ play Ad", "² play Ad",
    "one play Ad", "1 Play Ad", "1 draw", "1 pass", "1 call K", "1 bid 4", "1 name d", "1 play Ad 2d", "1 leave now",
    "1 timeout Ad", "1 sign", "1 sign ASSO", "1 sign sette", "1 sign asso tre", "1 swap null", "1 swap None", "1 swap ",
    "1 play ??", "1 play null", "1 play 10d", "1 play Ad\n", "9999999999999999999999 play Ad", "1 play A\u0000d", "1 ",
])  # fmt: skip
def test_action_text_has_one_valid_spelling(text: str) -> None:
    assert get_error(make_document("1 play Ad", text)).startswith("deal 1, action 2: ")


@check_rows("value", [7, None, True, ["1 play Ad"], {"seat": 1}, 1.5])
def test_action_that_is_no_text_is_reported_with_place(value: Any) -> None:
    document = make_document()
    document["deals"][0]["actions"] = ["1 play Ad", value]
    assert get_error(document).startswith("deal 1, action 2: ")


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
    assert get_error(make_document("0 unlock", "1 unlock", "1 play Ad")).endswith("the match is over")
    forced = make_document("1 timeout", "0 play 2d", options={"turn_seconds": 90})
    assert get_error(forced).startswith("deal 1, action 2: Anna may not play 2d: Bruno ran out of time")


def test_record_must_start_with_a_deal() -> None:
    record = encode_and_decode(make_document(deals=[]))
    action, step = next(record.with_deal(0, make_match().pack).iter_steps())
    assert isinstance(action, Deal)
    assert step.match.is_deal_in_progress
