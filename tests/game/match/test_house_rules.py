"""Stored house rules: a default set for each game, named sets, and the file for their export."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.messages import InputError
from game.core.sanitizer import name_key, sanitize_line
from game.match.house_rules import (
    MAX_RULE_SET_NAME_CHARACTERS,
    MAX_RULES_FILE_BYTES,
    RULES_FILE_FORMAT,
    Addition,
    HouseRules,
    RuleSet,
    change_rule,
    decode_rule_set,
    encode_rule_set,
    make_preset_rule_set,
    replace,
)
from game.rules import GAMES
from game.text.errors import describe_error
from tests.rows import check_rows


@st.composite
def rule_sets_strategy(draw: st.DrawFn) -> RuleSet:
    """Draw any valid rules with any valid name."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    preset = draw(st.sampled_from(sorted(game.presets)))
    changes = {}
    for rule in make_preset_rule_set(game.id, preset).option_specs:
        if draw(st.booleans()):
            values = st.sampled_from(rule.values) if rule.values else st.integers(rule.min_value, rule.max_value)
            changes[rule.name] = draw(values)
    name = sanitize_line(draw(st.text(max_size=MAX_RULE_SET_NAME_CHARACTERS)), MAX_RULE_SET_NAME_CHARACTERS)
    return RuleSet(game=game.id, preset=preset, changes=changes, name=name or "Bar Sport")


def get_error_line(data: bytes) -> str:
    with pytest.raises(InputError) as refusal:
        decode_rule_set(data)
    return describe_error(refusal.value)


def make_rules_file(**changes: Any) -> bytes:
    document = {"format": RULES_FILE_FORMAT, "version": 1, "name": "Bar Sport", "game": "chiamata", "preset": "online"}
    return json.dumps({**document, "options": {}, **changes}).encode()


@given(rule_sets_strategy())
def test_exported_rules_are_imported_unchanged(rules: RuleSet) -> None:
    data = encode_rule_set(rules)
    assert decode_rule_set(data) == rules and len(data) < MAX_RULES_FILE_BYTES
    assert data.decode() == json.dumps(json.loads(data), indent=1, ensure_ascii=False) + "\n"
    whole = replace(rules, changes=msgspec.structs.asdict(rules.options))
    assert whole.options == rules.options and whole.changes.items() <= rules.changes.items(), "no deviation, no change"


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_rules_or_one_error_line(data: bytes) -> None:
    assert "\n" not in get_error_line(data)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=9), children, max_size=3),
)


@given(JSON_VALUES)
def test_any_value_of_any_key_is_rules_or_one_error_line(value: Any) -> None:
    for key in ("format", "version", "name", "game", "preset", "options"):
        try:
            rules = decode_rule_set(make_rules_file(**{key: value}), default_name="Bar")
        except InputError as error:
            assert "\n" not in describe_error(error)
        else:
            assert decode_rule_set(encode_rule_set(rules)) == rules


# -- the book


@check_rows("game", GAMES)
def test_proposed_preset_is_used_without_stored_rules(game: str) -> None:
    assert HouseRules().get_default_rule_set(game).options == next(iter(GAMES[game].presets.values()))
    assert HouseRules().list_offered_rule_sets(game) == tuple(
        make_preset_rule_set(game, preset) for preset in GAMES[game].presets
    )


@given(rule_sets_strategy(), rule_sets_strategy())
def test_one_default_rule_set_is_stored_per_game(first: RuleSet, second: RuleSet) -> None:
    book = HouseRules().with_default_rule_set(first).with_default_rule_set(second)
    assert book.get_default_rule_set(second.game).options == second.options
    if first.game != second.game:
        assert book.get_default_rule_set(first.game).options == first.options
    assert len({rule_set.game for rule_set in book.house}) == len(book.house)
    for rules in (first, second):
        book = book.with_default_rule_set(make_preset_rule_set(rules.game))
    assert book.house == ()


@given(rule_sets_strategy())
def test_changing_rules_one_by_one_gives_same_rules(rules: RuleSet) -> None:
    step = make_preset_rule_set(rules.game, rules.preset)
    for name, value in rules.changes.items():
        step = change_rule(step, name, value)
    assert step == replace(rules, name="")


@pytest.mark.slow
@given(st.lists(rule_sets_strategy(), max_size=6))
def test_rule_set_names_are_unique_and_import_replaces_nothing(sets: list[RuleSet]) -> None:
    book = HouseRules()
    for rule_set in sets:
        before = book.tables
        named = book.rename_to_unused(rule_set)
        book = book.with_named_rule_set(named)
        assert set(range(len(before))) == {index for index, old in enumerate(before) if old in book.tables}
        assert named in book.tables and named.options == rule_set.options
        assert book.with_named_rule_set(named) == book
    for rule_set in book.tables:
        book = book.without_named_rule_set(rule_set)
    assert book.tables == ()


def test_base_of_a_set_has_its_name_or_the_fewest_changes() -> None:
    preset = make_preset_rule_set("chiamata", "online")
    named = replace(change_rule(preset, "solo", not preset.get_value("solo")), name="Bar Sport")
    book, clock = HouseRules().with_named_rule_set(named), change_rule(preset, "turn_seconds", 60)
    assert book.find_base(preset) == preset and book.find_base(replace(named, name="")) == named
    assert book.find_base(clock) == preset
    assert book.find_base(replace(clock, name="BAR SPORT")) == named
    assert book.find_base(change_rule(named, "turn_seconds", 60)) == named
    other_preset = make_preset_rule_set("chiamata")
    assert book.find_base(change_rule(other_preset, "turn_seconds", 60)) == other_preset


def test_saving_a_set_again_replaces_it() -> None:
    rules = replace(make_preset_rule_set("chiamata"), name="Bar Sport")
    other = change_rule(replace(rules, name="BAR SPORT"), "solo", True)
    book = HouseRules().with_named_rule_set(rules).with_named_rule_set(other)
    assert book.tables == (other,)
    assert book.rename_to_unused(rules).name == "Bar Sport 2"
    assert book.rename_to_unused(other) == other
    longest = replace(rules, name="B" * MAX_RULE_SET_NAME_CHARACTERS)
    other_rules = change_rule(longest, "solo", True)
    numbered = HouseRules().with_named_rule_set(longest).rename_to_unused(other_rules)
    assert numbered.name == "B" * (MAX_RULE_SET_NAME_CHARACTERS - 2) + " 2"


@pytest.mark.slow
def test_hundreds_of_sets_with_one_name_are_all_kept() -> None:
    name, book = "x" * MAX_RULE_SET_NAME_CHARACTERS, HouseRules()
    for seconds in range(5, 235):
        rules = change_rule(replace(make_preset_rule_set("chiamata"), name=name), "turn_seconds", seconds)
        book = Addition(rules)(book)
    assert len({name_key(rule_set.name) for rule_set in book.tables}) == len(book.tables) == 230
    assert book.tables[-1].name == f"{name[:-4]} 230"


@check_rows("instead_of_first, names", [(True, ["Bar Sport"]), (False, ["Bar Sport", "Bar Sport 2"])])
def test_adding_a_set_replaces_only_the_requested_set(instead_of_first: bool, names: list[str]) -> None:
    first = replace(make_preset_rule_set("chiamata"), name="Bar Sport")
    addition = Addition(change_rule(first, "solo", True), instead_of=first if instead_of_first else None)
    book = addition(HouseRules().with_named_rule_set(first))
    assert [rule_set.name for rule_set in book.tables] == names and addition.named == book.tables[-1]
