"""Messages of a host in another process arrive as they were, and any other form is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from game.core.actions import Play, VoteToEnd
from game.core.cards import Card
from game.core.events import Event, PlayerPassed, UnknownEvent
from game.core.messages import Reason
from game.core.phase import DealResult, ScoreLine
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.session.encoding import (
    REASON_VALUE_TYPES,
    MessageDecoder,
    MessageError,
    UnknownTypeError,
    encode_message,
    to_plain,
)
from game.session.messages import Command, HostMessage, MatchStatus, SeatView, SessionMessage, TakeAction
from tests.helpers import make_match, play_random_actions
from tests.rows import check_rows
from tests.toy_game import TOY, register_temporarily

COMMAND: dict[str, Any] = {"type": "command", "request": {"type": "act", "action": "0 play Ad"}}


def iter_views(game: str) -> Iterator[SeatView]:
    """Yield views of moments of a match whose last deals are over."""
    seats = GAMES[game].proposed_seat_count
    for moment in [*play_random_actions(make_match(game, seats=seats), "wire", 2)][::4]:
        for seat in (0, None):
            events = tuple(event.seen_by(seat) for event in moment.events)
            yield SeatView(seat, observe(moment.match, seat), events, moment.match.pack)


def check_views(game: str) -> None:
    decoders = MessageDecoder(GAMES[game]), MessageDecoder(GAMES[game], refuses_unknown=True)
    for view in iter_views(game):
        text = encode_message(view)
        assert all(decoder.decode(text, SeatView) == view for decoder in decoders)


@check_rows("game", GAMES)
def test_observations_and_events_arrive_as_they_were(game: str) -> None:
    check_views(game)


def test_game_that_is_registered_later_has_its_decoder() -> None:
    with register_temporarily():
        check_views(TOY.id)


def test_client_reads_fields_by_name() -> None:
    observation = observe(next(iter(play_random_actions(make_match("briscola", seats=2), "names"))).match, 1)
    plain = json.loads(encode_message(observation))
    assert plain["options"]["talk"] == "phrases"
    assert plain["legal_actions"] == [str(action) for action in observation.legal_actions]
    assert plain["phase"]["type"] == "BriscolaTrickPhase"
    assert plain["phase"]["hands"][0] == ["??"] * 3


@check_rows("reason", [
    Reason("plain"), Reason("not_in_hand", {"card": Card("Ad")}), Reason("side_points", {"seats": (0, 2), "points": 7}),
    Reason("problem_of_deal", {"number": 1, "fault": Reason("lead_highest", {"card": Card("Kd")})}),
    Reason("no_record", {"fault": "text"}), Reason("changes", {"scores": ((1, 2), (3, -4)), "kind": "A"}),
])  # fmt: skip
def test_values_of_reasons_have_their_declared_types(reason: Reason) -> None:
    assert MessageDecoder().decode(encode_message(reason), Reason) == reason


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_reason_that_is_no_number_or_text_is_declared(game: str) -> None:
    def list_values(value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, Reason):
            yield from value.values.items()
        if isinstance(value, msgspec.Struct):
            yield from list_values(tuple(getattr(value, name) for name in value.__struct_fields__))
        if isinstance(value, tuple):
            yield from (found for part in value for found in list_values(part))

    values = [found for view in iter_views(game) for found in list_values(view)]
    assert values
    assert {name for name, value in values if isinstance(value, (Card, Reason))} <= REASON_VALUE_TYPES.keys()


WRONG_PARTS: list[dict[str, Any]] = [
    {"seat": "0"}, {"seat": 0.5}, {"number": -1}, {"number": 1 << 54}, {"turn": [1]}, {"turn": [1, 2, 3]},
    {"request": None}, {"request": {}}, {"request": {"type": "act"}}, {"request": {"type": "status"}}, {"more": 1},
    {"request": {"type": "act", "action": ["0 play Ad"]}}, {"request": {"type": "act", "action": "0 play Xd"}},
    {"request": {"type": "act", "action": "0 bid 4"}}, {"request": {"type": "shown", "revision": 1, "is_shown": 1}},
    {"request": {"type": "ready", "more": 1}},
]  # fmt: skip


@check_rows("text", [
    "", "{", "[]", "null", "7", "[" * 5000, '{"type":' * 5000, "{}", '{"type": "undo"}', '{"type": ["command"]}',
    *(json.dumps(COMMAND | wrong_part) for wrong_part in WRONG_PARTS),
])  # fmt: skip
def test_text_that_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        MessageDecoder(GAMES["briscola"], refuses_unknown=True).decode(text, SessionMessage)


def test_fields_with_a_default_may_be_left_out() -> None:
    decoder = MessageDecoder(GAMES["briscola"], refuses_unknown=True)
    assert decoder.decode(json.dumps(COMMAND), SessionMessage) == Command(TakeAction(Play(0, Card("Ad"))))


def test_guest_ignores_unknown_fields_and_options_and_knows_unknown_events_and_messages() -> None:
    decoder = MessageDecoder(GAMES["briscola"])
    view = next(iter_views("briscola"))
    plain = to_plain(view)
    plain["more"] = plain["observation"]["more"] = {"type": "More"}
    plain["observation"]["options"]["more"] = True
    plain["events"].insert(0, {"type": "CardBlessed", "card": "Ad"})
    told = decoder.decode(json.dumps(plain), SeatView)
    assert told == msgspec.structs.replace(view, events=(UnknownEvent(), *view.events))
    with pytest.raises(UnknownTypeError):
        decoder.decode('{"type": "weather", "is_fine": true}', HostMessage)


@check_rows("value_type", [Observation, DealResult, MatchStatus, ScoreLine, Event])
def test_value_of_another_class_is_refused(value_type: type[msgspec.Struct]) -> None:
    with pytest.raises(MessageError):
        MessageDecoder(GAMES["spades"], refuses_unknown=True).decode(encode_message(VoteToEndMessage()), value_type)


class VoteToEndMessage(HostMessage, frozen=True, tag="vote"):
    """A message that no program sends."""

    seat: int = 0


def test_value_without_a_form_is_refused() -> None:
    for value in ({1}, b"bytes", object()):
        with pytest.raises(MessageError):
            to_plain((value,))


def test_derived_class_names_itself_and_a_base_class_does_not() -> None:
    assert to_plain(PlayerPassed(1)) == {"type": "PlayerPassed", "seat": 1}
    assert to_plain(VoteToEnd(1)) == "1 unlock"
    assert to_plain(Reason("code")) == {"code": "code", "values": {}}
