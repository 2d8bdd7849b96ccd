"""An action has one external form, its text; a text that is not an action is refused in one line."""

from __future__ import annotations

import pytest

from game.core.actions import LeaveMatch, Play, Swap, Timeout, VoteToEnd, map_actions_by_verb, parse_action
from game.core.cards import Card
from game.core.messages import InputError, Reason
from game.core.phase import IllegalActionError
from game.rules.chiamata.actions import Call
from game.rules.spades.actions import Bid
from game.text.errors import describe_error
from tests.rows import check_rows

VERBS = map_actions_by_verb(Bid, Call, Swap)


@check_rows(("action", "text"), [
    (Play(0, Card("Kd")), "0 play Kd"), (Bid(3, 12), "3 bid 12"), (Call(4, "2"), "4 call 2"),
    (Call(4, "2", 62), "4 call 2 62"), (Swap(1), "1 swap"), (Swap(1, Card("5h")), "1 swap 5h"),
    (LeaveMatch(12), "12 leave"),
])  # fmt: skip
def test_formatted_action_is_parsed_back(action: Play, text: str) -> None:
    assert str(action) == text
    assert parse_action(text, VERBS) == action
    assert action.text_without_seat == text.partition(" ")[2]


def test_every_game_has_the_documented_verbs() -> None:
    assert map_actions_by_verb() == {"play": Play, "timeout": Timeout, "leave": LeaveMatch, "unlock": VoteToEnd}
    assert map_actions_by_verb(Bid) == {**map_actions_by_verb(), "bid": Bid}


@check_rows(("text", "words"), [
    ("", "'' is not an action (seat, verb, arguments)"),
    ("play", "'play' is not an action (seat, verb, arguments)"),
    ("x play Kd", "'x play Kd' is not an action (seat, verb, arguments)"),
    ("٣ leave", "'٣ leave' is not an action (seat, verb, arguments)"),
    ("123 leave", "'123 leave' is not an action (seat, verb, arguments)"),
    (["0 leave"] * 60, f"{str(['0 leave'] * 6)[:-1]}, ...] is not an action (seat, verb, arguments)"),
    ("x" * 61, f"'{'x' * 60}' is not an action (seat, verb, arguments)"),
    (" 0 leave", "' 0 leave' is not an action (seat, verb, arguments)"),
    ("0\tleave", "'0\\tleave' is not an action (seat, verb, arguments)"),
    ("0 fold", "'fold' is not a verb of this game; its verbs are bid, call, leave, play, swap, timeout, unlock"),
    ("0 play Kd Kd", "'0 play Kd Kd' has too many words for play"),
    ("0 bid", "'0 bid' is not an action: Object missing required field `tricks`"),
    ("0 play ??", "'0 play ??' is not an action: '??' is not a card - at `$.card`"),
    ("0 play 8x", "'0 play 8x' is not an action: '8x' is not a card - at `$.card`"),
    ("0 bid 1e1", "'0 bid 1e1' must be written as '0 bid 10'"),
])  # fmt: skip
def test_invalid_action_text_is_refused_in_one_line(text: object, words: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_action(text, VERBS)
    assert describe_error(refusal.value) == words


def test_parse_error_names_input_and_reason() -> None:
    refusal = IllegalActionError(Bid(1, 14), Reason("bid_out_of_range", {"least": 1, "most": 13}))
    assert (refusal.action, refusal.reason.values["most"]) == (Bid(1, 14), 13)
    assert str(refusal) == "seat 1 may not bid 14: bid from 1 to 13"
