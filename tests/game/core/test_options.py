"""Options are declared once, and everything else is read from the declaration."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest

from game.core.messages import InputError
from game.core.options import (
    COMMON_OPTION_NAMES,
    OptionSet,
    OptionSpec,
    change_options,
    declare_option,
    find_changed_options,
    format_option_value,
    iter_sample_options,
    list_option_specs,
    parse_option_value,
)
from game.rules import GAMES
from game.rules.briscola.options import BriscolaOptions
from game.text.errors import describe_error
from tests.helpers import iter_tables
from tests.rows import check_rows

RULES_OF_ALL_GAMES = [
    (name, rule) for name, game in GAMES.items() for rule in list_option_specs(type(next(iter(game.presets.values()))))
]


def get_rule(name: str) -> OptionSpec:
    return next(rule for _game, rule in RULES_OF_ALL_GAMES if rule.name == name)


@check_rows(("game", "declaration"), RULES_OF_ALL_GAMES)
def test_every_rule_has_words_kind_and_default(game: str, declaration: OptionSpec) -> None:
    assert declaration.label
    assert declaration.label != declaration.name
    assert declaration.help.endswith(".")
    if declaration.values:
        assert declaration.default in declaration.values
        assert set(declaration.value_labels) <= set(declaration.values)
        named = declaration.is_switch or all(isinstance(value, int) for value in declaration.values)
        assert named or set(declaration.value_labels) >= {
            allowed_value for allowed_value in declaration.values if isinstance(allowed_value, str)
        }
    else:
        assert declaration.min_value < declaration.max_value
        assert declaration.min_value <= int(declaration.default) <= declaration.max_value
        assert all(
            declaration.min_value <= allowed_value <= declaration.max_value
            for allowed_value in declaration.proposed_values
        )
    assert set(declaration.relevant_seat_counts) <= set(GAMES[game].seat_counts)


def test_option_fields_are_described_by_their_declaration() -> None:
    class Sample(OptionSet, frozen=True, kw_only=True):
        loud: Annotated[bool, declare_option("Loud", "Whether it is.")] = True
        colour: Annotated[
            Literal["red", 7], declare_option("Colour", "Which.", names={"red": "as wine"}, seats=(3, 5))
        ] = "red"
        many: Annotated[int, declare_option("Many", "How many.", ge=2, le=9, proposed=(3, 4))] = 5
        plain: Annotated[bool, declare_option("", "")] = False

    loud, colour, many, plain = list_option_specs(Sample)
    assert loud == OptionSpec("loud", "Loud", "Whether it is.", True, (False, True), 0, 0, (), {}, ())
    assert colour == OptionSpec("colour", "Colour", "Which.", "red", ("red", 7), 0, 0, (), {"red": "as wine"}, (3, 5))
    assert many == OptionSpec("many", "Many", "How many.", 5, (), 2, 9, (3, 4), {}, ())
    assert plain == OptionSpec("plain", "plain", "", False, (False, True), 0, 0, (), {}, ())
    assert [rule.is_switch for rule in (loud, colour, many)] == [True, False, False]


def test_briscola_classic_has_documented_defaults() -> None:
    options = GAMES["briscola"].presets["classic"]
    assert isinstance(options, BriscolaOptions)
    assert (options.deals_to_win, options.teams, options.deal_winner) == (2, True, "most_points")
    assert (options.signals, options.show_partner_hand) == ("after_first_trick", False)
    assert (options.three_player_two, options.trump_exchange) == ("h", "off")
    assert (options.turn_seconds, options.bar_minutes, options.exit_votes) == (0, 60, 3)


def test_table_rules_are_in_every_game_and_come_last() -> None:
    assert {"turn_seconds", "bar_minutes", "exit_votes", "talk"} == COMMON_OPTION_NAMES
    for game in GAMES.values():
        for base in game.presets.values():
            assert {rule.name for rule in list_option_specs(type(base))[-4:]} == COMMON_OPTION_NAMES
            assert (base.bar_minutes, base.exit_votes) == (60, 3)


def test_samples_are_preset_and_every_single_deviation() -> None:
    for game in GAMES.values():
        for base in game.presets.values():
            first, *others = iter_sample_options(base)
            assert first == base
            assert len(set(map(repr, others))) == len(others)
            assert all(len(find_changed_options(item, base)) == 1 for item in others)
            for item in list_option_specs(type(base)):
                seen = {getattr(options, item.name) for options in (first, *others)}
                assert seen >= set(item.values or (item.min_value, item.max_value))


def test_adapt_applies_listed_deviations() -> None:
    for table in iter_tables():
        base = GAMES[table.game].presets[table.preset]
        assert change_options(base, find_changed_options(table.options, base)) == table.options


def test_numbers_to_choose_from_are_shown_in_order() -> None:
    assert get_rule("target").shown_values == (200, 250, 300, 500)
    assert get_rule("match_target").shown_values == ("off", 5, 7, 11)


def test_rule_matters_only_at_its_seat_counts() -> None:
    assert [seats for seats in range(2, 7) if get_rule("teams").is_relevant_at(seats)] == [4]
    assert [seats for seats in range(2, 7) if get_rule("three_player_two").is_relevant_at(seats)] == [3]
    assert all(get_rule("deals_to_win").is_relevant_at(seats) for seats in range(2, 7))


@check_rows(("name", "text", "value"), [
    ("teams", "true", True), ("teams", "off", False), ("teams", "on", True), ("teams", "False", False),
    ("teams", "false", False),
    ("trump_exchange", "off", "off"), ("trump_exchange", "seven", "seven"), ("deals_to_win", "7", 7),
    ("turn_seconds", "0090", 90), ("turn_seconds", "9999", 9999),
    ("turn_seconds", "12345678", 12345678),
])  # fmt: skip
def test_typed_values_are_parsed(name: str, text: str, value: object) -> None:
    parsed = parse_option_value(get_rule(name), text)
    assert parsed == value
    assert type(parsed) is type(value)


@check_rows(("name", "text"), [
    ("teams", "1"), ("teams", ""), ("trump_exchange", "Seven"), ("deals_to_win", "4"), ("turn_seconds", "-1"),
    ("turn_seconds", "1.5"), ("turn_seconds", "٣"), ("turn_seconds", "9" * 5000), ("turn_seconds", ""),
])  # fmt: skip
def test_unknown_typed_values_are_refused(name: str, text: str) -> None:
    with pytest.raises(InputError, match=f"^option {name}: must be "):
        parse_option_value(get_rule(name), text)


@check_rows(("name", "value", "words"), [
    ("teams", 1, "option teams: must be one of false, true, not 1"),
    ("trump_exchange", "six", 'option trump_exchange: must be one of "off", "seven", "two", not "six"'),
    ("deals_to_win", True, "option deals_to_win: must be one of 1, 2, 3, 5, 7, not true"),
    ("bar_minutes", 1441, "option bar_minutes: must be a whole number from 0 to 1440, not 1441"),
    ("exit_votes", 0, "option exit_votes: must be a whole number from 1 to 6, not 0"),
    ("exit_votes", True, "option exit_votes: must be a whole number from 1 to 6, not true"),
    ("exit_votes", [2], "option exit_votes: must be a whole number from 1 to 6, not [2]"),
    ("talk", "x" * 50, f'option talk: must be one of "free", "phrases", "none", not "{"x" * 39}…'),
])  # fmt: skip
def test_out_of_range_value_error_names_rule_and_allowed_values(name: str, value: object, words: str) -> None:
    with pytest.raises(InputError) as refusal:
        change_options(BriscolaOptions(), {name: value})
    assert describe_error(refusal.value) == words


def test_unknown_option_error_lists_known_options() -> None:
    with pytest.raises(InputError) as refusal:
        change_options(BriscolaOptions(), {"n" * 50: 1})
    known = ", ".join(rule.name for rule in list_option_specs(BriscolaOptions))
    assert describe_error(refusal.value) == f"option {'n' * 40}: unknown in this game; known options: {known}"


def test_error_repeats_typed_text_unchanged() -> None:
    with pytest.raises(InputError, match=r"^option teams: must be one of false, true, not maybe$"):
        parse_option_value(get_rule("teams"), "maybe")
    with pytest.raises(InputError, match=r"from 0 to 3600, not 123456789$"):
        parse_option_value(get_rule("turn_seconds"), "123456789")


def test_error_shows_value_as_in_record_and_shortens_long_values() -> None:
    assert [format_option_value(value) for value in (True, 7, "two", ["a"] * 9)] == [
        "true",
        "7",
        '"two"',
        str(["a"] * 6)[:-1] + ", ...]",
    ]
    assert (format_option_value("x" * 38), format_option_value("x" * 39)) == (f'"{"x" * 38}"', f'"{"x" * 39}…')


def test_typed_number_out_of_range_is_refused_by_adapt() -> None:
    base = BriscolaOptions()
    with pytest.raises(InputError, match=r"from 0 to 3600, not 9999$"):
        change_options(base, {"turn_seconds": parse_option_value(get_rule("turn_seconds"), "9999")})


def test_only_chiamata_online_preset_has_turn_clock_and_free_chat() -> None:
    for game in GAMES.values():
        for name, base in game.presets.items():
            online = (game.id, name) == ("chiamata", "online")
            assert (base.turn_seconds, base.talk) == ((90, "free") if online else (0, "phrases"))
    assert get_rule("turn_seconds").max_value == 3600
    assert get_rule("talk").values == ("free", "phrases", "none")
