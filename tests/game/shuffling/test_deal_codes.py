"""Deal codes start the same deal elsewhere, and a wrong code is one clear line (docs/fairness.md, "Deal codes")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.core.options import OptionValue, change_options, find_changed_options, list_option_specs
from game.rules import GAMES, Game, register_game
from game.shuffling.deal_codes import (
    CHECK_LETTER_COUNT,
    CODE_ALPHABET,
    MAX_CODE_LETTERS,
    DealCodeError,
    DealSpec,
    decode_deal,
    encode_deal,
)
from game.statistics.daily_deals import get_daily_deal
from game.text.errors import describe_error
from tests.rows import check_rows
from tests.sample_options import iter_sample_options
from tests.toy_game import TOY, register_temporarily

SHUFFLE_KEYS = some.integers(0, 2**100 - 1).map(lambda number: f"{number:025x}")


@some.composite
def deals_strategy(draw: some.DrawFn) -> DealSpec:
    """Draw any deal of any game with any options."""
    game = GAMES[draw(some.sampled_from(list(GAMES)))]
    preset = draw(some.sampled_from(list(game.presets)))
    changes, rules = {}, some.sampled_from(list_option_specs(type(game.presets[preset])))
    for rule in draw(some.lists(rules, unique_by=lambda option_rule: option_rule.name)):
        values = some.sampled_from(rule.values) if rule.values else some.integers(rule.min_value, rule.max_value)
        changes[rule.name] = draw(values)
    seats = draw(some.sampled_from(game.get_seat_counts(preset)))
    return DealSpec(
        game_id=game.id, preset=preset, options=change_options(game.presets[preset], changes), seats=seats,
        dealer=draw(some.integers(0, seats - 1)), key=draw(SHUFFLE_KEYS),
    )  # fmt: skip


def make_plain_deal(game: str = "briscola") -> DealSpec:
    return get_daily_deal("2026-11-22", game)


def make_deal(game: str, preset: str, seats: int, **changes: Any) -> DealSpec:
    options = change_options(GAMES[game].presets[preset], changes)
    return DealSpec(
        game_id=game, preset=preset, options=options, seats=seats, dealer=1, key="0123456789abcdef012345678"
    )


def get_error(code: str) -> str:
    with pytest.raises(DealCodeError) as caught:
        decode_deal(code)
    line = describe_error(caught.value)
    assert line and "\n" not in line
    return line


@given(deals_strategy())
def test_deal_code_is_decoded_to_its_deal(deal: DealSpec) -> None:
    code = encode_deal(deal)
    assert decode_deal(code) == deal
    assert len(code) <= MAX_CODE_LETTERS


def test_every_house_rule_value_has_a_code_and_none_is_short() -> None:
    for game in GAMES.values():
        assert len(encode_deal(make_plain_deal(game.id)).replace("-", "")) == 28
        for preset, base in game.presets.items():
            changes = [find_changed_options(options, base) for options in iter_sample_options(base)]
            codes = {encode_deal(make_deal(game.id, preset, game.seat_counts[0], **change)) for change in changes}
            assert len(codes) == len(changes)


@check_rows(("preset", "seats", "changes", "code"), [
    ("individual", 3, {}, "S3-0G04-HMAS-W9NF-6YY0-938N-KR2B-FJ"),
    ("individual", 3, {"nil": True, "bags": True}, "S3-0RY9-004H-MASW-9NF6-YY09-38NK-R4XA-P"),
    ("individual", 3, {"turn_seconds": 60, "talk": "free", "exit_votes": 1},
     "S3-0S83-S72G-004H-MASW-9NF6-YY09-38NK-RBYV-1"),
    ("individual", 3, {"target": 300, "bar_minutes": 10}, "S3-0R36-0500-4HMA-SW9N-F6YY-0938-NKRE-YV3"),
    ("partners", 4, {}, "S4-4G04-HMAS-W9NF-6YY0-938N-KRDB-16"),
    ("partners", 4, {"loss_limit": -200}, "S4-4VC0-4HMA-SW9N-F6YY-0938-NKR5-XXZ"),
    ("partners", 4, {"blind_nil": True, "bag_limit": 5, "nil_points": 200, "exit_votes": 1},
     "S4-4SRN-APP8-04HM-ASW9-NF6Y-Y093-8NKR-R5JJ"),
    ("individual", 4, {"teams": True, "loss_limit": -200}, "S4-0TEV-004H-MASW-9NF6-YY09-38NK-R9FY-X"),
])  # fmt: skip
def test_code_from_before_options_were_added_keeps_its_deal(
    preset: str, seats: int, changes: dict[str, OptionValue], code: str
) -> None:
    deal = make_deal("spades", preset, seats, **changes)
    assert encode_deal(deal) == code
    assert decode_deal(code) == deal


def test_code_of_partners_for_three_players_is_refused() -> None:
    assert get_error(encode_deal(make_deal("spades", "partners", 3)))


def test_case_spaces_and_confusable_letters_of_a_code_do_not_matter() -> None:
    code = encode_deal(make_plain_deal())
    for written in (code.lower(), code.replace("-", ""), f"  {code} ", code.replace("-", " - "), misread_digits(code)):
        assert decode_deal(written) == make_plain_deal()


def misread_digits(code: str) -> str:
    return code[:2] + code[2:].replace("0", "O").replace("1", "l")


def iter_typing_mistakes(code: str) -> Iterator[str]:
    """Yield the code with a wrong letter, with two exchanged places, with a letter left out, and with one added."""
    for index in range(2, len(code)):
        if code[index] == "-":
            continue
        yield from (code[:index] + other + code[index + 1 :] for other in CODE_ALPHABET if other != code[index])
        yield code[:index] + code[index + 1 :]
        if index + 1 < len(code) and code[index + 1] not in ("-", code[index]):
            yield code[:index] + code[index + 1] + code[index] + code[index + 2 :]


def test_typing_mistake_is_refused_in_one_line() -> None:
    for wrong in iter_typing_mistakes(encode_deal(make_plain_deal())):
        get_error(wrong)


@check_rows(
    ("code", "place"),
    [
        ("", "letter 1"), ("X2", "letter 1"), ("B9", "letter 2"), ("B", "letter 2"), ("B²", "letter 2"),
        ("B2-U", "'U' in U"), ("B2-00!0", "'!' in 00!0"), ("B2-0000-0é", "'É' in 0É"), ("B2", "too short"),
        ("B2-0000", "too short"),
        ("B" * 10_000, "too long"), (encode_deal(make_plain_deal()) + "0", "letter 29"), ("B2-" + "Z" * 60, "wrong"),
    ],
)  # fmt: skip
def test_wrong_code_error_gives_the_place(code: str, place: str) -> None:
    assert place in get_error(code)


@given(some.text(max_size=60))
def test_any_typed_text_is_a_deal_or_one_error_line(text: str) -> None:
    try:
        deal = decode_deal(text)
    except DealCodeError as error:
        assert describe_error(error) and "\n" not in describe_error(error)
    else:
        assert decode_deal(encode_deal(deal)) == deal


def test_alphabet_and_checksum_of_codes_never_change() -> None:
    assert {name: encode_deal(make_plain_deal(name))[0] for name in GAMES} == {
        "briscola": "B", "chiamata": "C", "spades": "S", "muscio": "M",
    }  # fmt: skip
    assert CHECK_LETTER_COUNT * 5 == 20


FICTIONAL_GAME = msgspec.structs.replace(TOY, id="scopa", code_letter="P")
"""A game whose code has another letter than Spades although its name begins with the same one."""


@check_rows("game", [TOY, FICTIONAL_GAME])
def test_deal_codes_of_registered_game_are_decoded(game: Game) -> None:
    with register_temporarily(game):
        for seats in game.seat_counts:
            deal = make_deal(game.id, "plain", seats)
            assert decode_deal(encode_deal(deal)) == deal
        assert decode_deal(encode_deal(make_plain_deal("spades"))) == make_plain_deal("spades")


@check_rows(
    ("changes", "complaint"),
    [
        ({"code_letter": "S"}, "scopa: code_letter S is taken by spades"),
        ({"id": "spades"}, "spades: name is taken"),
        ({"code_letter": ""}, "one letter from A to Z"), ({"code_letter": "s"}, "one letter from A to Z"),
        ({"code_letter": "SC"}, "one letter from A to Z"), ({"code_letter": "È"}, "one letter from A to Z"),
    ],
)  # fmt: skip
def test_game_with_taken_name_or_code_letter_is_not_registered(changes: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        register_game(msgspec.structs.replace(FICTIONAL_GAME, **changes))
    assert "scopa" not in GAMES
