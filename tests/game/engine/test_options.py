"""design.md, idea 6: house rules are declared once; everything else is read from the declaration."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest

from game.engine.options import (
    DISCIPLINE,
    Declared,
    OptionError,
    Rule,
    adapt,
    declared,
    deviations,
    parse_value,
    rule,
    samples,
    shown,
)
from game.rules import GAMES
from game.rules.briscola.options import BriscolaOptions
from tests.helpers import tables

RULES = [(name, one) for name, game in GAMES.items() for one in declared(type(next(iter(game.presets.values()))))]


def of(name: str) -> Rule:
    return next(one for _game, one in RULES if one.name == name)


@pytest.mark.parametrize(("game", "declaration"), RULES, ids=[f"{game}-{one.name}" for game, one in RULES])
def test_every_rule_has_words_a_kind_and_a_default(game: str, declaration: Rule) -> None:
    assert declaration.label
    assert declaration.label != declaration.name
    assert declaration.help.endswith(".")
    if declaration.values:
        assert declaration.default in declaration.values
        assert set(declaration.names) <= set(declaration.values)
        named = declaration.is_switch or all(isinstance(value, int) for value in declaration.values)
        assert named or set(declaration.names) >= {one for one in declaration.values if isinstance(one, str)}
    else:
        assert declaration.low < declaration.high
        assert declaration.low <= int(declaration.default) <= declaration.high
        assert all(declaration.low <= one <= declaration.high for one in declaration.proposed)
    assert set(declaration.seats) <= set(GAMES[game].seats)


def test_what_is_declared_of_a_rule_is_what_a_screen_reads_of_it() -> None:
    class Sample(Declared, frozen=True, kw_only=True):
        loud: Annotated[bool, rule("Loud", "Whether it is.")] = True
        colour: Annotated[Literal["red", 7], rule("Colour", "Which.", names={"red": "as wine"}, seats=(3, 5))] = "red"
        many: Annotated[int, rule("Many", "How many.", ge=2, le=9, proposed=(3, 4))] = 5
        plain: Annotated[bool, rule("", "")] = False

    loud, colour, many, plain = declared(Sample)
    assert loud == Rule("loud", "Loud", "Whether it is.", True, (False, True), 0, 0, (), {}, ())
    assert colour == Rule("colour", "Colour", "Which.", "red", ("red", 7), 0, 0, (), {"red": "as wine"}, (3, 5))
    assert many == Rule("many", "Many", "How many.", 5, (), 2, 9, (3, 4), {}, ())
    assert plain == Rule("plain", "plain", "", False, (False, True), 0, 0, (), {}, ())
    assert [one.is_switch for one in (loud, colour, many)] == [True, False, False]


def test_defaults_of_briscola_classic() -> None:
    options = GAMES["briscola"].presets["classic"]
    assert isinstance(options, BriscolaOptions)
    assert (options.deals_to_win, options.teams, options.deal_winner) == (2, True, "most_points")
    assert (options.signals, options.show_partner_hand) == ("after_first_trick", False)
    assert (options.three_player_two, options.trump_exchange) == ("h", "off")
    assert (options.turn_seconds, options.bar_minutes, options.exit_votes) == (0, 60, 3)


def test_discipline_is_part_of_every_game_and_comes_last() -> None:
    assert {"turn_seconds", "bar_minutes", "exit_votes", "talk"} == DISCIPLINE
    for game in GAMES.values():
        for base in game.presets.values():
            assert {one.name for one in declared(type(base))[-4:]} == DISCIPLINE
            assert (base.bar_minutes, base.exit_votes) == (60, 3)


def test_samples_are_the_preset_and_every_single_deviation() -> None:
    for game in GAMES.values():
        for base in game.presets.values():
            first, *others = samples(base)
            assert first == base
            assert len(set(map(repr, others))) == len(others)
            assert all(len(deviations(one, base)) == 1 for one in others)
            for one in declared(type(base)):
                seen = {getattr(options, one.name) for options in (first, *others)}
                assert seen >= set(one.values or (one.low, one.high))


def test_adapt_takes_what_deviations_tells() -> None:
    for table in tables():
        base = GAMES[table.game].presets[table.preset]
        assert adapt(base, deviations(table.options, base)) == table.options


def test_a_rule_matters_at_its_seat_counts() -> None:
    assert [seats for seats in range(2, 7) if of("teams").matters_at(seats)] == [4]
    assert [seats for seats in range(2, 7) if of("three_player_two").matters_at(seats)] == [3]
    assert all(of("deals_to_win").matters_at(seats) for seats in range(2, 7))


@pytest.mark.parametrize(("name", "text", "value"), [
    ("teams", "true", True), ("teams", "off", False), ("teams", "on", True), ("teams", "False", False),
    ("teams", "false", False),
    ("trump_exchange", "off", "off"), ("trump_exchange", "seven", "seven"), ("deals_to_win", "7", 7),
    ("turn_seconds", "0090", 90), ("turn_seconds", "9999", 9999),
    ("turn_seconds", "12345678", 12345678),
])  # fmt: skip
def test_values_typed_on_the_command_line(name: str, text: str, value: object) -> None:
    found = parse_value(of(name), text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("name", "text"), [
    ("teams", "1"), ("teams", ""), ("trump_exchange", "Seven"), ("deals_to_win", "4"), ("turn_seconds", "-1"),
    ("turn_seconds", "1.5"), ("turn_seconds", "٣"), ("turn_seconds", "9" * 5000), ("turn_seconds", ""),
])  # fmt: skip
def test_values_that_a_rule_does_not_have(name: str, text: str) -> None:
    with pytest.raises(OptionError, match=f"option {name}: must be "):
        parse_value(of(name), text)


@pytest.mark.parametrize(("name", "value", "words"), [
    ("teams", 1, "option teams: must be one of false, true, not 1"),
    ("trump_exchange", "six", 'option trump_exchange: must be one of "off", "seven", "two", not "six"'),
    ("deals_to_win", True, "option deals_to_win: must be one of 1, 2, 3, 5, 7, not true"),
    ("bar_minutes", 1441, "option bar_minutes: must be a whole number from 0 to 1440, not 1441"),
    ("exit_votes", 0, "option exit_votes: must be a whole number from 1 to 6, not 0"),
    ("exit_votes", True, "option exit_votes: must be a whole number from 1 to 6, not true"),
    ("exit_votes", [2], "option exit_votes: must be a whole number from 1 to 6, not [2]"),
    ("talk", "x" * 50, f'option talk: must be one of "free", "phrases", "none", not "{"x" * 39}…'),
])  # fmt: skip
def test_a_value_out_of_range_is_refused_by_name_with_what_there_is(name: str, value: object, words: str) -> None:
    with pytest.raises(OptionError) as refusal:
        adapt(BriscolaOptions(), {name: value})
    assert str(refusal.value) == words


def test_an_option_that_a_game_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(OptionError) as refusal:
        adapt(BriscolaOptions(), {"n" * 50: 1})
    known = ", ".join(one.name for one in declared(BriscolaOptions))
    assert str(refusal.value) == f"option {'n' * 40}: this game has no such option; it has {known}"


def test_what_was_typed_is_repeated_as_it_was_typed() -> None:
    with pytest.raises(OptionError, match=r"option teams: must be one of false, true, not maybe$"):
        parse_value(of("teams"), "maybe")
    with pytest.raises(OptionError, match=r"from 0 to 3600, not 123456789$"):
        parse_value(of("turn_seconds"), "123456789")


def test_a_value_is_shown_as_the_record_writes_it_and_a_long_one_is_cut() -> None:
    assert [shown(one) for one in (True, 7, "two", ["a"] * 9)] == ["true", "7", '"two"', str(["a"] * 6)[:-1] + ", ...]"]
    assert (shown("x" * 38), shown("x" * 39)) == (f'"{"x" * 38}"', f'"{"x" * 39}…')


def test_a_typed_number_out_of_range_is_refused_by_adapt() -> None:
    base = BriscolaOptions()
    with pytest.raises(OptionError, match="from 0 to 3600, not 9999"):
        adapt(base, {"turn_seconds": parse_value(of("turn_seconds"), "9999")})


def test_only_the_online_preset_of_chiamata_has_a_clock_and_free_talk() -> None:
    for game in GAMES.values():
        for name, base in game.presets.items():
            online = (game.name, name) == ("chiamata", "online")
            assert (base.turn_seconds, base.talk) == ((90, "free") if online else (0, "phrases"))
    assert of("turn_seconds").high == 3600
    assert of("talk").values == ("free", "phrases", "none")
