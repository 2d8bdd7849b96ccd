"""Every reason and every event has a sentence in the language of the user."""

from __future__ import annotations

import ast
import string
from typing import Any

import pytest

from game.core import events
from game.core.cards import parse_cards
from game.core.messages import InputError, Reason
from game.core.phase import Operator, ScoreLine
from game.rules import GAMES
from game.rules.briscola.events import HandShown, SignMade
from game.text import gettext, messages
from game.text.card_names import InflectedName, NounForms
from game.text.errors import ERROR_MESSAGES, PLACE_MESSAGES
from game.text.gettext import _
from game.text.host_faults import describe_host_fault
from game.text.messages import build_message_catalog, format_event, format_reason, format_score_term
from game.text.player_names import abbreviate_name
from tests.helpers import PLAYER_NAMES, list_conceivable_actions, make_match, play_random_actions
from tests.rows import check_rows
from tests.source import files, nodes


def test_code_without_a_text_is_named() -> None:
    for code in ("unheard_of", "line_points"):
        with pytest.raises(InputError) as refused:
            format_reason(Reason(code), PLAYER_NAMES)
        assert refused.value.reason == Reason("no_text", {"name": repr(code)})


def find_reason_codes() -> set[str]:
    """Return each code that is written as ``Reason("code", …)`` in game/."""
    codes: set[str] = set()
    for path in files("game"):
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and node.args:
                codes |= list_texts(node.args[0])
    return codes


def list_texts(node: ast.expr) -> set[str]:
    """Return the possible texts of an expression; those composed at run time occur in the playouts."""
    if isinstance(node, ast.IfExp):
        return list_texts(node.body) | list_texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@pytest.mark.slow
def test_every_reason_code_has_a_message() -> None:
    codes = find_reason_codes()
    assert {"not_in_hand", "signs_first_trick", "sixty_all", "nobody_over_60"} <= codes
    worded_codes = {*build_message_catalog(), *ERROR_MESSAGES, *PLACE_MESSAGES}
    assert codes <= worded_codes, codes - worded_codes


@pytest.mark.slow
def test_every_message_belongs_to_a_reason_or_event() -> None:
    kinds = {kind.__name__ for kind in events.Event.__subclasses__()}
    hidden = {
        "TrickTakenEmpty",
        "TrickTakenPlain",
        "CardDrawnHidden",
        "CardDrawnTurned",
        "SignMadeHidden",
        "MatchEndedOpen",
        "ShuffleCommittedByCode",
    }
    assert set(messages.COMMON_MESSAGES) <= find_reason_codes()
    assert set(messages.EVENT_MESSAGES) <= kinds | hidden


def list_fields(code: str) -> set[str]:
    """Return the names of the values in the message of a code."""
    return {name for _text, name, _spec, _how in string.Formatter().parse(build_message_catalog()[code]) if name}


@check_rows("table", [
    {"seats": 4, "trump_exchange": "seven"}, {"seats": 3, "trump_exchange": "two"}, {"seats": 6, "signals": "off"},
    {"game": "spades", "seats": 3}, {"game": "chiamata", "preset": "online", "seats": 5},
    {"game": "chiamata", "seats": 5, "in_hand": False, "forced_call": True}, {"game": "muscio", "seats": 4},
    {"game": "muscio", "seats": 3, "hand_dealing": True},
])  # fmt: skip
def test_every_refusal_is_formatted_with_all_values(table: dict[str, Any]) -> None:
    refusals = dict[str, Reason]()
    for moment in list(play_random_actions(make_match(**table), "refused", prefers_new_verbs=True))[::3]:
        for seat in {0, moment.match.turn or 0}:
            for action in list_conceivable_actions(moment.match.game_id, seat):
                reason = moment.match.illegal_reason(action)
                if reason is not None:
                    refusals.setdefault(reason.code, reason)
    for code, reason in refusals.items():
        fields = list_fields(code)
        assert fields == set(reason.values), code
        assert None not in reason.values.values() and format_reason(reason, PLAYER_NAMES)


@check_rows("game", GAMES)
def test_every_score_line_is_formatted_with_all_values(game: str) -> None:
    formatted_codes = set[str]()
    for seed in range(40):
        for moment in play_random_actions(make_match(game, seats=GAMES[game].seat_counts[:3][-1]), f"lines {seed}"):
            result = moment.match.phase.result if moment.match.phase is not None else None
            for reason in result.reasons if result is not None else ():
                assert list_fields(reason.code) <= set(reason.values), reason.code
                assert format_reason(reason, PLAYER_NAMES)
                formatted_codes.add(reason.code)
    assert formatted_codes


@check_rows("kind", [kind for kind in events.Event.__subclasses__() if kind is not events.UnknownEvent])
def test_every_event_message_uses_fields_of_its_event(kind: type[events.Event]) -> None:
    variants = [code for code in build_message_catalog() if code.startswith(kind.__name__)]
    assert variants
    for code in variants:
        fields = list_fields(code)
        assert fields <= {*kind.__struct_fields__, "plays"} or code != kind.__name__


def test_event_sentences() -> None:
    def format_for_table(event: events.Event) -> str:
        return format_event(event, PLAYER_NAMES[:2])

    (ad,) = parse_cards("Ad")
    assert format_for_table(events.CardDrawn(0, ad, False).seen_by(1)) == "Anna draws a card"
    assert format_for_table(events.CardDrawn(0, ad, True).seen_by(1)) == "Anna draws the turned card, Ad"
    assert format_for_table(SignMade(0, "tre", ()).seen_by(1)) == "Anna gives a sign"
    assert format_for_table(HandShown(0, (ad,), (1,))) == "Anna shows cards to Bruno: Ad"
    shown = events.DealAnnulled((1, 0), (parse_cards("Ad 2d"), parse_cards("Kd")), "up_to_6")
    assert format_event(shown, PLAYER_NAMES[:5]).endswith("because Bruno and Anna held 6 points or fewer: Ad 2d and Kd")
    single = events.DealAnnulled((1,), (parse_cards("Ad 2d"),), "four_twos")
    assert format_for_table(single).endswith("because Bruno held all four twos: Ad 2d")
    assert format_for_table(events.MatchEnded((2, 0), ())) == "the match ends without a result"
    assert format_event(events.PlayerLeft(0), ["{seat}", "{0}"]) == "{seat} leaves the match"


def test_language_without_catalog_falls_back_to_english() -> None:
    gettext.set_language("xx")
    assert format_reason(Reason("deal_over"), PLAYER_NAMES) == "the deal is over, so there's nothing left to play"
    assert gettext.ngettext("one card", "many cards", 2) == "many cards"


@check_rows("code", [*gettext.LANGUAGE_NAMES, "xx"])
def test_empty_text_stays_empty(code: str) -> None:
    with gettext.use_language(code):
        assert _("") == ""


def test_every_form_of_a_name_is_written_and_no_other() -> None:
    name = InflectedName(NounForms("ace", "the ace", "an ace", "of the ace"))
    assert f"{name}, {name:alone}, {name:the}, {name:a}, {name:of}" == "ace, ace, the ace, an ace, of the ace"
    with pytest.raises(ValueError, match="no form 'an' of a name"):
        format(name, "an")


@check_rows(
    ("name", "short_name"),
    [("Anna", "Anna"), ("Anna Maria Rossi", "Anna R."), ("Anna  Rossi", "Anna R."), ("", ""), (" ", " ")],
)
def test_name_of_several_words_is_abbreviated(name: str, short_name: str) -> None:
    assert abbreviate_name(name) == short_name


@check_rows(("number", "line"), [
    (None, "The host Bruno isn't playing fair. It didn't deal the cards as shuffled."),
    (2, "The host Bruno isn't playing fair. Deal 2: It didn't deal the cards as shuffled."),
])  # fmt: skip
def test_fault_of_a_host_is_told_with_its_deal(number: int | None, line: str) -> None:
    fault = Reason("host_fault", {"number": number, "fault": Reason("pack_not_of_seed")})
    assert describe_host_fault("Bruno", fault) == line


@check_rows(
    ("operator", "factors", "total", "text"),
    [
        ("+", (3, 10), 30, "3 × 10"),
        ("+", (5,), 35, "+ 5"),
        ("-", (5,), -2, "− 5"),
        ("×", (1,), 5, ""),
        ("×", (2,), 8, "× 2"),
        ("×", (-1,), -8, ""),
    ],
)
def test_score_term_says_what_a_line_does_to_the_sum(
    operator: Operator, factors: tuple[int, ...], total: int, text: str
) -> None:
    line = ScoreLine("total", operator=operator, factors=factors, total=total, seats=(0,))
    assert format_score_term(line) == text
    passed = ScoreLine("rung_passed", operator="-", factors=(5,), total=5, seats=(0,))
    assert format_reason(passed, PLAYER_NAMES) == "Anna: deducted for passing (− 5 = 5)"


@check_rows(("code", "suit"), [("suit_not_followed", "hearts"), ("follow", "cups")])
def test_suit_in_a_reason_is_named_for_the_deck_of_its_game(code: str, suit: str) -> None:
    assert format_reason(Reason(code, {"suit": "h"}), PLAYER_NAMES) == f"you must follow suit: {suit}"


def test_rank_in_a_reason_is_named_for_a_deck() -> None:
    reason = Reason("call_not_lower", {"rank": "K"})
    assert format_reason(reason, PLAYER_NAMES, "italian") == "call a card lower than the king"
    assert format_reason(reason, PLAYER_NAMES) == "call a card lower than K"
