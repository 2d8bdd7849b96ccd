"""record.md, clause by clause: reading, writing, refusing, taking back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.engine.actions import Deal
from game.match import Match
from game.record import DealRecord, Record, RecordError, dump, load, read, results, story
from tests.helpers import Moment, fresh, playout, recorded

PACK = " ".join(str(card) for card in fresh().pack)
"""Sorted: seat 1 (forehand of dealer 0) holds Ad 3d 5d, seat 0 2d 4d 6d, the 7d is turned."""


def written(*actions: str, **changes: Any) -> dict[str, Any]:
    """A record of two seats with one deal; ``changes`` to its top level."""
    whole: dict[str, Any] = {
        "format": "tavoloverde-record", "version": 1, "game": "briscola", "preset": "classic", "options": {},
        "seats": ["Anna", "Bruno"], "first_dealer": 0, "deals": [{"dealer": 0, "pack": PACK, "actions": list(actions)}],
    }  # fmt: skip
    return whole | changes


def fault(whole: Any) -> str:
    """The one line that refuses it."""
    data = whole if isinstance(whole, bytes) else json.dumps(whole).encode()
    with pytest.raises(RecordError) as caught:
        read(data)
    return str(caught.value)


def reread(whole: Any) -> Record:
    return read(json.dumps(whole).encode())


def match_record(deals: int = 9, seed: object = 1, **table: Any) -> tuple[Record, list[Moment]]:
    match = fresh(**table)
    moments = list(playout(match, seed, deals, curious=True))
    return recorded(match, moments), moments


# -- round trip ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [{}, {"seats": 4}, {"seats": 3, "three_player_two": "c", "turn_seconds": 90}])
def test_what_is_written_is_read_again(table: dict[str, Any]) -> None:
    record, moments = match_record(**table)
    assert read(dump(record)) == record
    assert read(dump(record)).replay() == moments[-1].match
    assert dump(read(dump(record))) == dump(record)


def test_a_record_is_utf8_json_with_the_documented_keys() -> None:
    record, _moments = match_record(seats=3, three_player_two="c")
    whole = json.loads(dump(record))
    assert list(whole) == ["format", "version", "game", "preset", "options", "seats", "first_dealer", "deals"]
    assert whole["options"] == {"three_player_two": "c"}
    assert list(whole["deals"][0]) == ["dealer", "pack", "actions"]
    assert whole["preset"] == "classic"


def test_names_keep_their_letters() -> None:
    names = ["Zoë", "Çağla 🂡"]
    record = reread(written(seats=names))
    assert record.names == tuple(names)
    assert "Zoë" in dump(record).decode("utf-8")
    assert read(dump(record)) == record


def test_unknown_keys_are_kept_at_the_top_and_in_a_deal() -> None:
    whole = written("1 play Ad", players=["you", "club"], fairness={"seed": [1, 2.5, None, True]}, chat=[])
    whole["deals"][0]["clock"] = {"1": 12.5}
    record = reread(whole)
    assert record.extra == {key: whole[key] for key in ("players", "fairness", "chat")}
    again = json.loads(dump(record))
    assert again == whole
    assert json.loads(dump(record.acted(record.deals[0].actions[0]).undo())) == whole


def test_repeating_the_presets_value_does_no_harm() -> None:
    assert reread(written(options={"deals_to_win": 2, "teams": True})) == reread(written())


def test_options_are_true_false_numbers_and_names() -> None:
    options = {"teams": False, "trump_exchange": "off", "signals": "off", "deals_to_win": 7, "exit_votes": 1}
    record = reread(written(options=options))
    assert json.loads(dump(record))["options"] == {k: v for k, v in options.items() if k != "trump_exchange"}


def test_a_match_may_stop_anywhere() -> None:
    record, moments = match_record(deals=3)
    for at, moment in reversed(list(enumerate(moments))):
        part = recorded(fresh(), moments[: at + 1])
        assert read(dump(part)).replay() == moment.match
    empty = reread(written(deals=[]))
    assert empty.replay() == empty.start() == fresh()
    assert record.replay().over


def test_preset_options_and_deals_may_be_left_out() -> None:
    whole = written()
    for key in ("preset", "options", "deals"):
        del whole[key]
    assert reread(whole).preset == "classic"


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_undo_from_any_point_is_the_replay_of_the_shortened_list(seats: int) -> None:
    record, moments = match_record(seats=seats, trump_exchange="two", deals=2)
    for moment in reversed(moments):
        assert record.replay() == moment.match
        record = record.undo()
    assert record.deals == ()
    assert record.replay() == fresh(seats=seats, trump_exchange="two")
    assert record.undo() == record


def test_story_and_results_tell_what_the_match_told() -> None:
    record, moments = match_record()
    assert list(story(record)) == [(moment.action, moment.events) for moment in moments]
    match, deals = results(record)
    assert match == moments[-1].match
    assert deals == match.results


@pytest.mark.slow
def test_the_open_deal_is_not_shown() -> None:
    record, moments = match_record(deals=9, deals_to_win=3)
    for at in range(len(moments)):
        part = recorded(fresh(deals_to_win=3), moments[: at + 1])
        match, closed = moments[at].match, part.without_open_deal()
        assert len(closed.deals) == len(match.results)
        assert closed == (part.without_open_deal() if match.deal_open else part)
        if match.deal_open:
            assert closed.deals == part.deals[:-1]
    assert record.without_open_deal() == record


def test_what_the_twin_of_an_open_deal_changes_is_not_in_the_export() -> None:
    first = reread(written("1 play Ad"))
    pack = first.deals[0].pack
    twin = Record(
        game="briscola", preset="classic", options=first.options, names=first.names, first_dealer=0,
        deals=(DealRecord(0, (*pack[:10], *reversed(pack[10:])), first.deals[0].actions, {"seed": 7}),),
    )  # fmt: skip
    assert dump(first.without_open_deal()) == dump(twin.without_open_deal())


# -- what is no record -----------------------------------------------------------------------------


@pytest.mark.parametrize("data", [
    b"", b"{", b"null", b"[]", b"7", b'"text"', b"{}", b"\x00\x01\x02", b"\xff\xfe{\x00}\x00", b"[" * 100_000,
    b'{"format": "tavoloverde-record", "version": 1, "x": ' + b'{"a":' * 50_000, b'{"format": "other", "version": 1}',
    b'{"format": ["tavoloverde-record"], "version": 1}', '{"format": "tavoloverde-record"}'.encode("utf-16"),
    b'{"format": "tavoloverde-record", "version": 1, "x": NaN}',
    b'{"format": "tavoloverde-record", "version": Infinity}',
    b'{"format": "tavoloverde-record", "version": ' + b"9" * 5000 + b"}",
    b'{"format": "tavoloverde-record", "version": 1, "x": "\\ud800"}',
    b'{"format": "tavoloverde-record", "version": 1, "seats": ["\xe8"]}',
])  # fmt: skip
def test_garbage_is_refused_in_one_line(data: bytes) -> None:
    text = fault(data)
    assert text
    assert "\n" not in text
    assert len(text) < 300


@pytest.mark.parametrize("version", [2, 3, 10**30])
def test_a_newer_version_is_refused(version: int) -> None:
    text = fault(written(version=version))
    assert text.startswith(f"this record is of version {version}")


@pytest.mark.parametrize("version", [0, -1, 1.0, True, "1", None, [1]])
def test_a_version_is_a_whole_number_from_1(version: Any) -> None:
    assert fault(written(version=version)) == "version: must be a whole number from 1"


# -- the header ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "text"), [
    ({"game": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"game": 7}, "game: it must be a text, not a whole number"),
    ({"preset": "briscola/classic"}, "preset: 'briscola/classic' is not one of classic"),
    ({"preset": ["classic"]}, "preset: it must be a text or nothing, not a list"),
    ({"seats": []}, "seats: Briscola is played by 2, 3, 4, 5, 6, not by 0"),
    ({"seats": ["Anna"]}, "seats: Briscola is played by 2, 3, 4, 5, 6, not by 1"),
    ({"seats": list("ABCDEFG")}, "seats: Briscola is played by 2, 3, 4, 5, 6, not by 7"),
    ({"seats": ["Anna", 7]}, "seats[1]: it must be a text, not a whole number"),
    ({"seats": {"0": "Anna"}}, "seats: it must be a list, not a group of values"),
    ({"seats": ["Anna", " "]}, "seats[1]: a name is 1 to 80 printable characters"),
    ({"seats": ["An\nna", "B"]}, "seats[0]: a name is 1 to 80 printable characters"),
    ({"seats": ["Anna", "B" * 81]}, "seats[1]: a name is 1 to 80 printable characters"),
    ({"first_dealer": 2}, "first_dealer: must be from 0 to 1, not 2"),
    ({"first_dealer": -1}, "first_dealer: must be from 0 to 1, not -1"),
    ({"first_dealer": 10**30}, f"first_dealer: must be from 0 to 1, not {10**30}"),
    ({"first_dealer": 0.0}, "first_dealer: it must be a whole number, not a number"),
    ({"first_dealer": True}, "first_dealer: it must be a whole number, not true or false"),
    ({"first_dealer": "0"}, "first_dealer: it must be a whole number, not a text"),
    ({"first_dealer": None}, "first_dealer: it must be a whole number, not nothing"),
    ({"deals": {}}, "deals: it must be a list, not a group of values"),
    ({"options": []}, "options: it must be a group of values, not a list"),
    ({"options": None}, "options: it must be a group of values, not nothing"),
])  # fmt: skip
def test_a_faulty_header_is_named(changes: dict[str, Any], text: str) -> None:
    assert fault(written(**changes)).startswith(text)


@pytest.mark.parametrize("key", ["game", "seats", "first_dealer"])
def test_a_missing_key_is_named(key: str) -> None:
    whole = written()
    del whole[key]
    assert fault(whole) == f"{key}: it is missing"


NUMBER = "must be a whole number from 0 to 3600"


@pytest.mark.parametrize(("name", "value", "text"), [
    ("stakes", 1, "this game has no such option; it has deals_to_win, teams"),
    ("solo", True, "this game has no such option"),
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
    ("turn_seconds", -1, f"{NUMBER}, not -1"),
    ("turn_seconds", 3601, f"{NUMBER}, not 3601"),
    ("turn_seconds", 90.0, f"{NUMBER}, not 90.0"),
    ("turn_seconds", "90", f'{NUMBER}, not "90"'),
    ("turn_seconds", True, f"{NUMBER}, not true"),
    ("turn_seconds", 10**30, f"{NUMBER}, not 1000"),
    ("exit_votes", 0, "must be a whole number from 1 to 6, not 0"),
])  # fmt: skip
def test_unknown_options_and_values_out_of_range_are_named(name: str, value: Any, text: str) -> None:
    line = fault(written(options={name: value}))
    assert line.startswith(f"option {name}: {text}")
    assert len(line) < 240, "the longest names all the options that there are"


def test_a_fault_stays_short_and_on_one_line_whatever_it_quotes() -> None:
    long = "x" * 5000
    nested = json.loads("[" * 400 + "]" * 400)
    for whole in (
        written(options={"teams": long}), written(options={"teams": nested}), written(options={long: 1}),
        written(game=long), written(preset=long), written(long), written(f"1 {long}"), written(f"1 play {long}"),
        written(nested), written(deals=[{"dealer": 0, "pack": long, "actions": []}]), written(deals=[nested]),
        written("1 play\nAd"), written("1\tplay Ad"),
    ):  # fmt: skip
        text = fault(whole)
        assert len(text) < 320, text
        assert text.isprintable()


# -- deals -----------------------------------------------------------------------------------------


def deals(*some: Any) -> dict[str, Any]:
    return written(deals=list(some))


def entry(pack: str = PACK, dealer: Any = 0, actions: Any = ()) -> dict[str, Any]:
    return {"dealer": dealer, "pack": pack, "actions": list(actions) if isinstance(actions, tuple) else actions}


@pytest.mark.parametrize(("one", "text"), [
    (entry(PACK.removesuffix(" Kc")), "deal 1, action 0: the pack lacks Kc"),
    (entry(""), "deal 1, action 0: the pack lacks Ad"),
    (entry(PACK + " Kc"), "deal 1, action 0: the pack holds Kc twice"),
    (entry(PACK.replace("Kc", "Qc")), "deal 1, action 0: the pack holds Qc twice"),
    (entry(PACK.replace("Kc", "8c")), "deal 1, action 0: the pack holds 8c, which is not played with here"),
    (entry(PACK.replace("Kc", "XX")), "deal 1, action 0: the pack: 'XX' is not a card"),
    (entry(PACK.replace("Kc", "kc")), "deal 1, action 0: the pack: 'kc' is not a card"),
    (entry(PACK.replace("Kc", "??")), "deal 1, action 0: the pack: '??' is not a card"),
    (entry(dealer=1), "deal 1, action 0: the dealer must be 0, not 1"),
    (entry(dealer=-1), "deal 1, action 0: the dealer must be 0, not -1"),
    (entry(dealer=10**30), "deal 1, action 0: the dealer must be 0, not 1000"),
    (entry(dealer=0.5), "deal 1, action 0: dealer: it must be a whole number, not a number"),
    (entry(dealer=True), "deal 1, action 0: dealer: it must be a whole number, not true or false"),
    ({"pack": PACK, "actions": []}, "deal 1, action 0: dealer: it is missing"),
    ({"dealer": 0, "actions": []}, "deal 1, action 0: pack: it is missing"),
    ({"dealer": 0, "pack": PACK}, "deal 1, action 0: actions: it is missing"),
    (entry(actions="1 play Ad"), "deal 1, action 0: actions: it must be a list, not a text"),
    ({"dealer": 0, "pack": [PACK], "actions": []}, "deal 1, action 0: pack: it must be a text, not a list"),
    (7, "deal 1, action 0: it must be a group of values, not a whole number"),
    (None, "deal 1, action 0: it must be a group of values, not nothing"),
    ([], "deal 1, action 0: it must be a group of values, not a list"),
])  # fmt: skip
def test_a_faulty_deal_is_action_0(one: Any, text: str) -> None:
    assert fault(deals(one)).startswith(text)


def test_another_deal_before_the_last_is_over() -> None:
    assert fault(deals(entry(), entry(dealer=1))) == "deal 2, action 0: the deal before it is not over"


def whole_match(**table: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(dump(match_record(**table)[0]))
    return whole


def test_the_dealer_is_the_one_that_follows() -> None:
    whole = whole_match()
    assert [one["dealer"] for one in whole["deals"]][:2] == [0, 1]
    whole["deals"][1]["dealer"] = 0
    assert fault(whole) == "deal 2, action 0: the dealer must be 1, not 0"


def test_no_deal_after_the_match_is_over() -> None:
    whole = whole_match(deals_to_win=1)
    count = len(whole["deals"])
    whole["deals"].append(entry(dealer=count % 2))
    assert fault(whole) == f"deal {count + 1}, action 0: the match is over"


def test_no_action_after_the_deal_or_the_match_is_over() -> None:
    whole = whole_match(deals_to_win=2)
    first, last = whole["deals"][0]["actions"], whole["deals"][-1]["actions"]
    last.append("0 play Ad")
    assert fault(whole) == f"deal {len(whole['deals'])}, action {len(last)}: Anna may not play Ad: the match is over"
    first.append("1 play Ad")
    assert fault(whole) == f"deal 1, action {len(first)}: Bruno may not play Ad: the deal is over"


# -- actions ---------------------------------------------------------------------------------------


def test_an_illegal_action_is_named_with_its_place_its_seat_and_the_reason() -> None:
    actions = ("1 play Ad", "0 play 2d", "1 play 3d", "1 play 5d")
    assert fault(written(*actions)) == "deal 1, action 4: Bruno may not play 5d: it is Anna's turn"
    assert fault(written("1 play 2d")) == "deal 1, action 1: Bruno may not play 2d: the 2d is not in hand"
    assert fault(written("1 sign asso")).startswith("deal 1, action 1: Bruno may not sign asso: there is no partner")
    assert fault(written("1 swap")) == "deal 1, action 1: Bruno may not swap: this table plays without the exchange"
    assert fault(written("1 timeout")) == "deal 1, action 1: Bruno may not timeout: this table plays without a clock"
    assert fault(written("7 leave")) == "deal 1, action 1: seat 7 may not leave: the seats are 0 to 1"
    assert fault(written("0 leave", "0 leave")) == "deal 1, action 2: Anna may not leave: a player leaves only once"


def test_an_exchange_names_no_card() -> None:
    whole = written("1 play Ad", "0 play 2d", "1 swap 7d", options={"trump_exchange": "seven"})
    assert fault(whole).startswith("deal 1, action 3: Bruno may not swap 7d: ")


@pytest.mark.parametrize("text", [
    "", " ", "1", "play Ad", "1 play", "1 play ad", "1 play AD", "1 play Ad ", " 1 play Ad", "1  play Ad", "1 play  Ad",
    "1\tplay\tAd", "01 play Ad", "+1 play Ad", "-1 play Ad", "1.0 play Ad", "1e0 play Ad", "١ play Ad", "² play Ad",
    "one play Ad", "1 Play Ad", "1 draw", "1 pass", "1 call K", "1 bid 4", "1 name d", "1 play Ad 2d", "1 leave now",
    "1 timeout Ad", "1 sign", "1 sign ASSO", "1 sign sette", "1 sign asso tre", "1 swap null", "1 swap None", "1 swap ",
    "1 play ??", "1 play null", "1 play 10d", "1 play Ad\n", "9999999999999999999999 play Ad", "1 play A\u0000d", "1 ",
])  # fmt: skip
def test_an_action_is_written_one_way_only(text: str) -> None:
    assert fault(written("1 play Ad", text)).startswith("deal 1, action 2: ")


@pytest.mark.parametrize("value", [7, None, True, ["1 play Ad"], {"seat": 1}, 1.5])
def test_an_action_that_is_no_text_has_its_place(value: Any) -> None:
    whole = written()
    whole["deals"][0]["actions"] = ["1 play Ad", value]
    assert fault(whole).startswith("deal 1, action 2: ")


def test_load_reads_the_words_and_leaves_the_play_to_replay() -> None:
    record = load(json.dumps(written("1 play 2d")).encode())
    with pytest.raises(RecordError, match="the 2d is not in hand"):
        record.replay()


# -- discipline ------------------------------------------------------------------------------------


def state(*actions: str, **changes: Any) -> tuple[Match, str]:
    match, ended = results(reread(written(*actions, **changes)))
    return match, ended[-1].state


def test_discipline_verbs_are_replayed() -> None:
    match, how = state("0 leave", "1 timeout", "1 play Ad", "0 unlock", options={"turn_seconds": 90})
    assert (match.left, match.votes, how) == ((0,), (0,), "unfinished")
    assert not match.over
    match, how = state("0 unlock", "1 play Ad", "1 unlock")
    assert match.over
    assert match.standing.winners == ()
    assert how == "unfinished"
    assert fault(written("0 unlock", "1 unlock", "1 play Ad")).endswith("the match is over")
    forced = written("1 timeout", "0 play 2d", options={"turn_seconds": 90})
    assert fault(forced).startswith("deal 1, action 2: Anna may not play 2d: the clock of Bruno ran out")


def test_record_starts_with_a_deal() -> None:
    record = reread(written(deals=[]))
    action, step = next(record.dealt(0, fresh().pack).steps())
    assert isinstance(action, Deal)
    assert step.match.deal_open
