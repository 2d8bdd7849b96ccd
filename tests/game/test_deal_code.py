"""docs/fairness.md, "Deal codes": a code starts the same deal elsewhere, a wrong one says in a line what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.daily import daily_deal
from game.deal_code import CHECK, LETTERS, LONGEST, CodedDeal, CodeError, code_of, coded
from game.engine.options import adapt, declared, samples
from game.rules import GAMES, Game, register_game
from tests.toy import TOY, registered

KEYS = some.integers(0, 2**100 - 1).map(lambda number: f"{number:025x}")


@some.composite
def deals(draw: some.DrawFn) -> CodedDeal:
    """Any deal of any game by any house rules."""
    game = GAMES[draw(some.sampled_from(list(GAMES)))]
    preset = draw(some.sampled_from(list(game.presets)))
    changes, rules = {}, some.sampled_from(declared(type(game.presets[preset])))
    for rule in draw(some.lists(rules, unique_by=lambda one: one.name)):
        values = some.sampled_from(rule.values) if rule.values else some.integers(rule.low, rule.high)
        changes[rule.name] = draw(values)
    seats = draw(some.sampled_from(game.seats))
    return CodedDeal(
        game=game.name, preset=preset, options=adapt(game.presets[preset], changes), seats=seats,
        dealer=draw(some.integers(0, seats - 1)), key=draw(KEYS),
    )  # fmt: skip


def plain(game: str = "briscola") -> CodedDeal:
    return daily_deal("2026-11-22", game)


def fault(code: str) -> str:
    with pytest.raises(CodeError) as caught:
        coded(code)
    line = str(caught.value)
    assert line and "\n" not in line
    return line


@given(deals())
def test_a_code_is_read_as_the_deal_that_it_was_made_of(deal: CodedDeal) -> None:
    code = code_of(deal)
    assert coded(code) == deal
    assert len(code) <= LONGEST


def test_every_single_house_rule_has_its_code() -> None:
    for game in GAMES.values():
        for preset, base in game.presets.items():
            codes = {
                code_of(
                    CodedDeal(game=game.name, preset=preset, options=one, seats=game.seats[0], dealer=0, key="0" * 25)
                )
                for one in samples(base)
            }
            assert len(codes) == len(list(samples(base)))


def test_a_plain_code_is_short() -> None:
    assert [len(code_of(plain(game)).replace("-", "")) for game in GAMES] == [28] * len(GAMES)


def test_how_a_code_is_written_does_not_matter() -> None:
    code = code_of(plain())
    for written in (code.lower(), code.replace("-", ""), f"  {code} ", code.replace("-", " - "), misread(code)):
        assert coded(written) == plain()


def misread(code: str) -> str:
    return code[:2] + code[2:].replace("0", "O").replace("1", "l")


def mistakes(code: str) -> Iterator[str]:
    """The code with one letter wrong, with two changed places, with one left out, with one too many."""
    for at in range(2, len(code)):
        if code[at] == "-":
            continue
        yield from (code[:at] + other + code[at + 1 :] for other in LETTERS if other != code[at])
        yield code[:at] + code[at + 1 :]
        if at + 1 < len(code) and code[at + 1] not in ("-", code[at]):
            yield code[:at] + code[at + 1] + code[at] + code[at + 2 :]


def test_a_mistake_in_typing_is_refused_in_a_line() -> None:
    for game in GAMES:
        for wrong in mistakes(code_of(plain(game))):
            fault(wrong)


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("", "letter 1"), ("X2", "letter 1"), ("B9", "letter 2"), ("B", "letter 2"), ("B²", "letter 2"),
        ("B2-U", "letter 3"), ("B2-00!0", "letter 5"), ("B2-00é", "letter 5"), ("B2", "too short"),
        ("B2-0000", "too short"),
        ("B" * 10_000, "so long"), (code_of(plain()) + "0", "letter 29"), ("B2-" + "Z" * 60, "wrong"),
    ],
)  # fmt: skip
def test_a_wrong_code_names_the_place(code: str, place: str) -> None:
    assert place in fault(code)


@given(some.text(max_size=60))
def test_whatever_is_typed_is_a_deal_or_a_line(text: str) -> None:
    try:
        deal = coded(text)
    except CodeError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert coded(code_of(deal)) == deal


@given(some.text(LETTERS, min_size=20, max_size=40))
def test_letters_at_random_are_no_code(text: str) -> None:
    fault(f"C5{text}")


def test_codes_keep_their_letters_and_their_check() -> None:
    assert {name: code_of(plain(name))[0] for name in GAMES} == {
        "briscola": "B", "chiamata": "C", "spades": "S", "muscio": "M",
    }  # fmt: skip
    assert CHECK * 5 == 20


SCOPA = msgspec.structs.replace(TOY, name="scopa", code_letter="P")
"""A game whose name begins like that of Spades."""


@pytest.mark.parametrize("game", [TOY, SCOPA])
def test_codes_of_a_registered_game_are_read_back(game: Game) -> None:
    with registered(game):
        for seats in game.seats:
            deal = CodedDeal(
                game=game.name, preset="plain", options=game.presets["plain"], seats=seats, dealer=seats - 1,
                key="0123456789abcdef012345678",
            )  # fmt: skip
            assert coded(code_of(deal)) == deal
        assert coded(code_of(plain("spades"))) == plain("spades")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"code_letter": "S"}, "scopa: code_letter S is taken by spades"),
        ({"name": "spades"}, "spades: name is taken"),
        ({"code_letter": ""}, "one letter from A to Z"), ({"code_letter": "s"}, "one letter from A to Z"),
        ({"code_letter": "SC"}, "one letter from A to Z"), ({"code_letter": "È"}, "one letter from A to Z"),
    ],
)  # fmt: skip
def test_a_game_with_a_taken_name_or_code_letter_is_not_registered(changes: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        register_game(msgspec.structs.replace(SCOPA, **changes))
    assert "scopa" not in GAMES
