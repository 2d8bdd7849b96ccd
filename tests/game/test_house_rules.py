"""House rules that are kept: one set a game for the house, others under names, and the file they travel in."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.options import samples
from game.house_rules import (
    FILE_LIMIT,
    FORMAT,
    NAME_LENGTH,
    Addition,
    RuleBook,
    RulesError,
    RuleSet,
    dump,
    load,
    preset_rules,
    replace,
    with_rule,
)
from game.rules import GAMES
from game.text import clean, reads_as

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rules that may be agreed on, under any name that may be given."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    preset = draw(st.sampled_from(sorted(game.presets)))
    changes = {}
    for rule in preset_rules(game.name, preset).declared:
        if draw(st.booleans()):
            values = st.sampled_from(rule.values) if rule.values else st.integers(rule.low, rule.high)
            changes[rule.name] = draw(values)
    name = clean(draw(st.text(max_size=NAME_LENGTH)), NAME_LENGTH) or "Bar Sport"
    return RuleSet(game=game.name, preset=preset, changes=changes, name=name)


def line_of(data: bytes) -> str:
    with pytest.raises(RulesError) as refusal:
        load(data)
    return str(refusal.value)


def file(**changes: Any) -> bytes:
    whole = {"format": FORMAT, "version": 1, "name": "Bar Sport", "game": "chiamata", "preset": "online", "options": {}}
    return json.dumps({**whole, **changes}).encode()


@given(rule_sets())
def test_what_is_exported_is_imported_as_it_was(rules: RuleSet) -> None:
    assert load(dump(rules)) == rules
    assert len(dump(rules)) < FILE_LIMIT


@EVERY_GAME
def test_every_deviation_of_every_preset_travels(game: str) -> None:
    for preset, base in GAMES[game].presets.items():
        for options in samples(base):
            rules = RuleSet(game=game, preset=preset, changes=msgspec.structs.asdict(options))
            assert load(dump(rules), otherwise="Bar").options == options
            assert len(rules.changes) <= 1


@pytest.mark.parametrize("data, words", [
    (b"", "it is cut short or is no JSON text"),
    (b'{"options": {"solo": ' + b"[" * 60_000, "it is nested too deeply"),
    (b"[]", "it must be a group of values, not a list"),
    (b"\xff\xfe", "it is cut short or is no JSON text"),
    (b" " * (FILE_LIMIT + 1), f"these are no house rules (the file is longer than {FILE_LIMIT} bytes)"),
    (file(format="tavoloverde-record"), f"these are no house rules (the format is not {FORMAT})"),
    (file(version=2), "these rules are of version 2; this program reads version 1"),
    (file(version="1"), "version: it must be a whole number, not a text"),
    (file(game="poker"), "game: 'poker' is not one of briscola, chiamata, spades, muscio"),
    (file(preset="old"), "preset: 'old' is not one of regolamento, online"),
    (file(options={"solo": "yes"}), 'option solo: must be one of false, true, not "yes"'),
    (file(options={"solo": [1] * 9}), "option solo: must be one of false, true, not [1, 1, 1, 1, 1, 1, ...]"),
    (file(options={"raise_step": 11}), "option raise_step: must be a whole number from 1 to 10, not 11"),
    (file(options={"__class__": 1}), "option __class__: this game has no such option; it has "),
    (file(options=[]), "options: it must be a group of values, not a list"),
    (file(name="x" * 33), "name: must be 1 to 32 printable characters"),
    (file(name="Bar\nSport"), "name: must be 1 to 32 printable characters"),
    (file(name="\u202eBar"), "name: must be 1 to 32 printable characters"),
    (file(name=7), "name: it must be a text, not a whole number"),
])  # fmt: skip
def test_a_faulty_file_is_one_line_naming_the_place(data: bytes, words: str) -> None:
    line = line_of(data)
    assert line.startswith(words) and "\n" not in line


@given(st.binary(max_size=300))
def test_no_bytes_whatever_do_more_than_a_line(data: bytes) -> None:
    assert "\n" not in line_of(data)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=9), one, max_size=3),
)


@given(VALUES)
def test_no_value_of_any_key_does_more_than_a_line(value: Any) -> None:
    for key in ("format", "version", "name", "game", "preset", "options"):
        try:
            rules = load(file(**{key: value}), otherwise="Bar")
        except RulesError as error:
            assert "\n" not in str(error)
        else:
            assert load(dump(rules)) == rules


def test_a_file_without_a_name_is_called_otherwise() -> None:
    assert load(file(name=""), otherwise="Circolo").name == "Circolo"


# -- the book


@EVERY_GAME
def test_a_house_that_has_said_nothing_plays_the_proposed_preset(game: str) -> None:
    assert RuleBook().house_of(game).options == next(iter(GAMES[game].presets.values()))
    assert RuleBook().offered(game) == tuple(preset_rules(game, preset) for preset in GAMES[game].presets)


@given(rule_sets(), rule_sets())
def test_the_house_has_one_set_a_game(first: RuleSet, second: RuleSet) -> None:
    book = RuleBook().with_house(first).with_house(second)
    assert book.house_of(second.game).options == second.options
    if first.game != second.game:
        assert book.house_of(first.game).options == first.options
    assert len({one.game for one in book.house}) == len(book.house)
    assert book.with_house(preset_rules(first.game)).with_house(preset_rules(second.game)).house == ()


@given(rule_sets())
def test_one_rule_after_another_leads_to_the_same_house(rules: RuleSet) -> None:
    step = preset_rules(rules.game, rules.preset)
    for name, value in rules.changes.items():
        step = with_rule(step, name, value)
    assert step == replace(rules, name="")


@pytest.mark.slow
@given(st.lists(rule_sets(), max_size=6))
def test_names_are_there_only_once_and_nothing_that_is_imported_replaces_anything(sets: list[RuleSet]) -> None:
    book = RuleBook()
    for one in sets:
        before = book.tables
        named = book.beside(one)
        book = book.with_table(named)
        assert set(range(len(before))) == {at for at, old in enumerate(before) if old in book.tables}
        assert named in book.tables and named.options == one.options
        assert book.with_table(named) == book
    for one in book.tables:
        book = book.without_table(one)
    assert book.tables == ()


def test_a_set_that_is_kept_again_takes_the_place_of_the_old_one() -> None:
    rules = replace(preset_rules("chiamata"), name="Bar Sport")
    other = with_rule(replace(rules, name="BAR SPORT"), "solo", True)
    book = RuleBook().with_table(rules).with_table(other)
    assert book.tables == (other,)
    assert book.beside(rules).name == "Bar Sport 2"
    assert book.beside(other) == other


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Bar Sport", "x" * NAME_LENGTH])
def test_hundreds_of_sets_of_one_name_are_all_kept(name: str) -> None:
    book = RuleBook()
    for seconds in range(5, 235):
        rules = with_rule(replace(preset_rules("chiamata"), name=name), "turn_seconds", seconds)
        book = Addition(rules)(book)
    assert len({reads_as(one.name) for one in book.tables}) == len(book.tables) == 230
    assert book.tables[-1].name == f"{name[: NAME_LENGTH - 4]} 230"


@pytest.mark.parametrize("instead_of_first, names", [(True, ["Bar Sport"]), (False, ["Bar Sport", "Bar Sport 2"])])
def test_an_addition_replaces_only_the_set_it_is_to_replace(instead_of_first: bool, names: list[str]) -> None:
    first = replace(preset_rules("chiamata"), name="Bar Sport")
    addition = Addition(with_rule(first, "solo", True), instead_of=first if instead_of_first else None)
    book = addition(RuleBook().with_table(first))
    assert [one.name for one in book.tables] == names and addition.named == book.tables[-1]


@given(st.lists(rule_sets(), max_size=4), st.lists(rule_sets(), max_size=4))
def test_the_book_is_kept_as_it_is(house: list[RuleSet], tables: list[RuleSet]) -> None:
    book = RuleBook()
    for one in house:
        book = book.with_house(one)
    for one in tables:
        book = book.with_table(one)
    assert msgspec.json.decode(msgspec.json.encode(book), type=RuleBook) == book
