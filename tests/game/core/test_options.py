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
    list_option_specs,
    parse_option_value,
)
from game.rules import GAMES
from game.rules.briscola.options import BriscolaOptions
from game.text.errors import describe_error
from tests.rows import check_rows
from tests.sample_options import iter_sample_options

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
        if not declaration.is_switch and not all(isinstance(value, int) for value in declaration.values):
            assert set(declaration.value_labels) >= {value for value in declaration.values if isinstance(value, str)}
    else:
        assert declaration.min_value < declaration.max_value
        for value in (int(declaration.default), *declaration.proposed_values):
            assert declaration.min_value <= value <= declaration.max_value
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
            for item in others:
                changes = find_changed_options(item, base)
                assert len(changes) == 1 and change_options(base, changes) == item
            for spec in list_option_specs(type(base)):
                seen = {getattr(options, spec.name) for options in (first, *others)}
                assert seen >= set(spec.values or (spec.min_value, spec.max_value))


def test_numbers_to_choose_from_are_shown_in_order_and_rules_at_their_seat_counts() -> None:
    assert get_rule("target").shown_values == (200, 250, 300, 500)
    assert get_rule("match_target").shown_values == ("off", 5, 7, 11)
    for name, seat_counts in (("teams", [4]), ("three_player_two", [3]), ("deals_to_win", [2, 3, 4, 5, 6])):
        assert [seats for seats in range(2, 7) if get_rule(name).is_relevant_at(seats)] == seat_counts


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
    ("teams", "1"), ("teams", ""), ("teams", "maybe"), ("trump_exchange", "Seven"), ("deals_to_win", "4"),
    ("turn_seconds", "-1"), ("turn_seconds", "1.5"), ("turn_seconds", "٣"), ("turn_seconds", ""),
    ("turn_seconds", "123456789"), ("turn_seconds", "9" * 5000),
])  # fmt: skip
def test_unknown_typed_values_are_refused_and_repeated_unchanged(name: str, text: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_option_value(get_rule(name), text)
    line = describe_error(refusal.value)
    assert line.startswith(f"option {name}: must be ") and line.endswith(f", not {text}")


@check_rows(("changes", "words"), [
    ({"teams": 1}, "option teams: must be one of false, true, not 1"),
    ({"trump_exchange": "six"}, 'option trump_exchange: must be one of "off", "seven", "two", not "six"'),
    ({"deals_to_win": True}, "option deals_to_win: must be one of 1, 2, 3, 5, 7, not true"),
    ({"bar_minutes": 1441}, "option bar_minutes: must be a whole number from 0 to 1440, not 1441"),
    ({"exit_votes": 0}, "option exit_votes: must be a whole number from 1 to 6, not 0"),
    ({"turn_seconds": 9999}, "option turn_seconds: must be a whole number from 0 to 3600, not 9999"),
    ({"talk": "x" * 50}, f'option talk: must be one of "free", "phrases", "none", not "{"x" * 39}…'),
    ({"n" * 50: 1}, f"option {'n' * 40}: unknown in this game; known options: "
                    f"{', '.join(rule.name for rule in list_option_specs(BriscolaOptions))}"),
])  # fmt: skip
def test_wrong_option_error_names_option_and_what_is_allowed(changes: dict[str, object], words: str) -> None:
    with pytest.raises(InputError) as refusal:
        change_options(BriscolaOptions(), changes)
    assert describe_error(refusal.value) == words


def test_error_shows_value_as_in_record_and_shortens_long_values() -> None:
    values = (True, 7, "two", "x" * 38, "x" * 39, ["a"] * 9)
    texts = ["true", "7", '"two"', f'"{"x" * 38}"', f'"{"x" * 39}…', str(["a"] * 6)[:-1] + ", ...]"]
    assert [format_option_value(value) for value in values] == texts


def test_only_chiamata_online_preset_has_turn_clock_and_free_chat() -> None:
    for game in GAMES.values():
        for name, base in game.presets.items():
            online = (game.id, name) == ("chiamata", "online")
            assert (base.turn_seconds, base.talk) == ((90, "free") if online else (0, "phrases"))
    assert get_rule("turn_seconds").max_value == 3600
    assert get_rule("talk").values == ("free", "phrases", "none")
