"""Every reason and every event has its sentence, in the language of the table."""

from __future__ import annotations

import ast
import string
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game import i18n, words
from game.engine import events
from game.engine.actions import Play
from game.engine.cards import cards
from game.engine.phases import Reason
from game.i18n import _
from game.rules import GAMES
from game.rules.briscola.events import HandShown, Signed
from game.words import catalogue, refusal, say, tell
from tests.helpers import NAMES, conceivable, deal, fresh, playout
from tests.pairs import PAIRED

GAME = Path(words.__file__).parent


def codes_in_the_source() -> set[str]:
    """Every code that is written as ``Reason("code", …)`` in game/."""
    found: set[str] = set()
    for path in GAME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Reason"
                and node.args
            ):
                found |= texts(node.args[0])
    return found


def texts(node: ast.expr) -> set[str]:
    """The texts that an expression may be; those put together at run time are met in the playouts."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@pytest.mark.slow
def test_every_reason_has_words() -> None:
    codes = codes_in_the_source()
    assert {"not_in_hand", "signs_first_trick", "sixty_all", "nobody_over_60"} <= codes
    assert codes <= set(catalogue()), codes - set(catalogue())


@pytest.mark.slow
def test_no_words_without_a_reason_or_an_event() -> None:
    kinds = {kind.__name__ for kind in events.Event.__subclasses__()}
    hidden = {"TrickTakenPlain", "DrewHidden", "DrewTurned", "SignedHidden", "MatchEndedOpen", "SealedByCode"}
    assert set(words.COMMON) <= codes_in_the_source()
    assert set(words.EVENTS) <= kinds | hidden


@pytest.mark.parametrize("table", [
    {"seats": 4, "trump_exchange": "seven"}, {"seats": 3, "trump_exchange": "two"}, {"seats": 6, "signals": "off"},
    {"game": "spades", "seats": 3}, {"game": "chiamata", "preset": "online", "seats": 5},
    {"game": "chiamata", "seats": 5, "in_hand": False, "forced_call": True}, {"game": "muscio", "seats": 4},
    {"game": "muscio", "seats": 3, "hand_dealing": True},
], ids=str)  # fmt: skip
def test_whatever_is_refused_is_refused_in_words_with_all_their_values(table: dict[str, Any]) -> None:
    refusals = dict[str, Reason]()
    for moment in list(playout(fresh(**table), "refused", curious=True))[::3]:
        for seat in {0, moment.match.to_act or 0}:
            for action in conceivable(moment.match.name, seat):
                reason = moment.match.why_not(action)
                if reason is not None:
                    refusals.setdefault(reason.code, reason)
    for code, reason in refusals.items():
        fields = {name for _text, name, _spec, _how in string.Formatter().parse(catalogue()[code]) if name}
        assert fields == set(reason.values), code
        assert None not in reason.values.values() and say(reason, NAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_result_has_words_with_all_their_values(game: str) -> None:
    told = set[str]()
    for seed in range(40):
        for moment in playout(fresh(game, seats=GAMES[game].seats[:3][-1]), f"lines {seed}"):
            result = moment.match.phase.result if moment.match.phase is not None else None
            for reason in result.why if result is not None else ():
                fields = {
                    name for _text, name, _spec, _how in string.Formatter().parse(catalogue()[reason.code]) if name
                }
                assert fields <= set(reason.values), reason.code
                assert say(reason, NAMES)
                told.add(reason.code)
    assert told


@pytest.mark.parametrize("kind", events.Event.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_of_its_own_fields(kind: type[events.Event]) -> None:
    variants = [code for code in catalogue() if code.startswith(kind.__name__)]
    assert kind.__name__ in variants
    for code in variants:
        fields = {name for _text, name, _spec, _how in string.Formatter().parse(catalogue()[code]) if name}
        assert fields <= set(kind.__struct_fields__) or code != kind.__name__


@pytest.mark.slow
def test_every_event_of_every_table_is_told_to_everyone() -> None:
    for table in PAIRED:
        for moment in playout(table.match(), str(table), 3, curious=True):
            for event in moment.events:
                for seat in (0, 1, None):
                    text = tell(event.seen_by(seat), NAMES[: table.seats])
                    assert text
                    assert "{" not in text
                    assert "Card(" not in text
                    assert text.isprintable()


def test_sentences() -> None:
    def told(event: events.Event) -> str:
        return tell(event, NAMES[:2])

    ad, kd = cards("Ad Kd")
    assert told(events.Dealt(0, (cards("Ad 2d"), cards("Kd")))) == "Anna deals: Anna Ad 2d, Bruno Kd"
    assert told(events.DealerDrawn((), 1)) == "Bruno drew the highest card and deals first"
    assert told(events.TrickTaken(1, (0, 1), (kd, ad), 15)) == "Bruno takes Kd Ad: 15 points"
    assert told(events.Drew(0, ad, False)) == "Anna draws Ad"
    assert told(events.Drew(0, ad, False).seen_by(1)) == "Anna draws a card"
    assert told(events.Drew(0, ad, True).seen_by(1)) == "Anna draws the turned card, Ad"
    assert told(Signed(0, "tre", ())) == "Anna makes a sign: tre"
    assert told(Signed(0, "tre", ()).seen_by(1)) == "Anna makes a sign"
    assert told(HandShown(0, (ad,), (1,))) == "Anna shows Ad to Bruno"
    shown = events.Annulled((1, 0), (cards("Ad 2d"), cards("Kd")))
    assert tell(shown, NAMES[:5]).endswith("Bruno and Anna show Ad 2d and Kd")
    assert told(events.Annulled((1,), (cards("Ad 2d"),))).endswith("Bruno show Ad 2d")
    assert told(events.Scored((1, 0), (70, 50))) == "the deal is scored: Anna 1, Bruno 0"
    assert told(events.MatchEnded((2, 0), (0,))) == "the match is won by Anna"
    assert told(events.MatchEnded((2, 0), ())) == "the match ends without a result"
    assert told(events.Unlocked(1, 1, 2)) == "Bruno votes to unlock the exit: 1 of 2 votes"


def test_refusals() -> None:
    match = deal("Ad 2s Kh")
    action = Play(0, cards("2s")[0])
    reason = match.why_not(action)
    assert reason is not None
    assert refusal(action, reason, NAMES) == "Anna may not play 2s: it is Bruno's turn"
    assert refusal(Play(9, cards("2s")[0]), Reason("no_such_seat", {"last": 1}), NAMES[:2]).startswith("seat 9 may not")
    assert say(Reason("side_points", {"seats": (0, 2), "points": 61}), NAMES) == "Anna and Carla: 61 points"


def test_names_with_braces_stay_names() -> None:
    assert tell(events.Left(0), ["{seat}", "{0}"]) == "{seat} leaves the match"


def test_a_language_without_a_catalogue_stays_english() -> None:
    i18n.set_language("xx")
    assert say(Reason("deal_over"), NAMES) == "the deal is over"
    assert i18n.ngettext("one card", "many cards", 2) == "many cards"
    assert _("") == ""


def test_an_event_is_plain_data() -> None:
    assert msgspec.structs.asdict(events.Left(1)) == {"seat": 1}
