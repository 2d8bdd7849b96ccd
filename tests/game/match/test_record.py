"""Records clause by clause (docs/record.md): reading, writing, refusals, undo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.match.record import (
    Record,
    RecordError,
    decode_playable_record,
    decode_record,
    encode_record,
    replay_deal_results,
)
from game.text.errors import describe_error
from tests.game.match.played_records import make_deal_entry, make_document, play_random_record, play_whole_match
from tests.helpers import make_match, make_record
from tests.rows import check_rows
from tests.stored_matches import play_record


def get_error(document: Any) -> str:
    """Return the line that refuses the document."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(RecordError) as caught:
        decode_playable_record(data)
    return describe_error(caught.value)


def encode_and_decode(document: Any) -> Record:
    return decode_playable_record(json.dumps(document).encode())


# -- round trip ------------------------------------------------------------------------------------


@check_rows("table", [{"deals_to_win": 3}, {"seats": 4, "trump_exchange": "two"},
                      {"seats": 3, "three_player_two": "c", "turn_seconds": 90}])  # fmt: skip
def test_record_of_any_moment_is_stored_replayed_exported_and_undone(table: dict[str, Any]) -> None:
    record, moments = play_random_record(deals=2, **table)
    steps = [(action, step.events) for action, step in record.iter_steps()]
    assert steps == [(moment.action, moment.events) for moment in moments]
    match = moments[-1].match
    assert replay_deal_results(record) == (match, match.results)
    before = make_record(moments[0].match_before, [])
    assert before.without_last_action() == before and before.replay() == moments[0].match_before
    for index, moment in enumerate(moments):
        part = make_record(moments[0].match_before, moments[: index + 1])
        if index % 7 in (0, 1) or moment is moments[-1]:
            decoded = decode_playable_record(encode_record(part))
            assert decoded == part and encode_record(decoded) == encode_record(part)
            assert decoded.replay() == moment.match
        assert part.without_last_action() == before
        open_count = int(moment.match.is_deal_in_progress)
        assert part.without_deal_in_progress().deals == part.deals[: len(part.deals) - open_count]
        before = part


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


def test_preset_options_and_deals_are_optional() -> None:
    document = make_document()
    for key in ("preset", "options", "deals"):
        del document[key]
    record = encode_and_decode(document)
    assert record.preset == "classic" and record.replay() == make_match()


# -- the header ------------------------------------------------------------------------------------


@check_rows("key", ["game", "seats", "first_dealer"])
def test_missing_key_is_named(key: str) -> None:
    document = make_document()
    del document[key]
    assert get_error(document) == f"{key}: missing value"


# -- deals -----------------------------------------------------------------------------------------


def test_deal_or_action_at_the_wrong_time_is_refused_with_its_place() -> None:
    document = make_document(deals=[make_deal_entry(), make_deal_entry(dealer=1)])
    assert get_error(document) == "deal 2, action 0: the next deal can't begin before this one is over"
    document = play_whole_match(deals_to_win=2)
    assert [deal["dealer"] for deal in document["deals"]][:2] == [0, 1]
    document["deals"][1]["dealer"] = 0
    assert get_error(document) == "deal 2, action 0: the dealer must be 1, not 0"
    document["deals"][1]["dealer"] = 1
    count, first, last = (len(document["deals"]), document["deals"][0]["actions"], document["deals"][-1]["actions"])
    document["deals"].append(make_deal_entry(dealer=count % 2))
    assert get_error(document) == f"deal {count + 1}, action 0: the match is over, so there's nothing left to play"
    last.append("0 play Ad")
    refusal = (
        f"deal {count}, action {len(last)}: Anna may not play Ad: the match is over, so there's nothing left to play"
    )
    assert get_error(document) == refusal
    first.append("1 play Ad")
    refusal = f"deal 1, action {len(first)}: Bruno may not play Ad: the deal is over, so there's nothing left to play"
    assert get_error(document) == refusal


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
    with pytest.raises(RecordError, match=r"may not play 2d: 2d isn't in your hand$"):
        record.replay()


def test_header_is_checked_when_the_record_is_made_and_not_with_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    record = decode_record(encode_record(play_record(3)))
    monkeypatch.setattr("game.match.record.check_setup", lambda *_values: pytest.fail("it was checked again"))
    longer = record.with_deal(0, record.deals[0].pack).with_action(record.deals[0].actions[0])
    assert longer.without_last_action().without_last_action() == record
