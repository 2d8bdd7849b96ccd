"""Messages of a host in another process arrive as they were, and any other form is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.core.actions import Play
from game.core.cards import Card
from game.match.observation import observe
from game.rules import GAMES
from game.session.messages import Command, MatchStatus, TakeAction
from game.session.wire import WireError, from_plain, to_plain
from tests.helpers import make_match, play_random_actions
from tests.rows import check_rows

PLAY = to_plain(Play(0, Card("Ad")))
make_command: Any = Command
"""The same class for arguments of wrong types."""


@check_rows("game", GAMES)
def test_observations_and_events_arrive_as_they_were(game: str) -> None:
    for moment in [*play_random_actions(make_match(game, seats=GAMES[game].proposed_seat_count), "wire")][::4]:
        told = (observe(moment.match, 0), *moment.events)
        assert from_plain(msgspec.msgpack.decode(msgspec.msgpack.encode(to_plain(told))), tuple) == told


@check_rows("plain", [
    b"", {}, [], [[]], [9], [0, []], [1], [1, "Xd"], [2, 1], [2, 1, 0], [3, 1], [0, b"x"], ["os", 1], ["Command"],
    PLAY[:-1], [*PLAY, 0], [PLAY[0], "0", PLAY[2]], [PLAY[0], 0.5, PLAY[2]], [PLAY[0], 0, "Ad"],
    to_plain(make_command(1, 0, 0, MatchStatus())), to_plain(make_command(1, 0.5, 0, TakeAction(Play(0, Card("Ad"))))),
])  # fmt: skip
def test_form_that_is_never_written_is_refused(plain: Any) -> None:
    with pytest.raises(WireError, match="not a message"):
        from_plain(plain, object)


def test_value_of_another_kind_or_without_a_form_is_refused() -> None:
    for convert in (lambda: to_plain({1}), lambda: from_plain(to_plain(MatchStatus()), Command)):
        with pytest.raises(WireError):
            convert()
