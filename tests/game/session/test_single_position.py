"""A session of one position: what the seat saw and its choices; no other seat acts."""

from __future__ import annotations

import pytest

from game.core.actions import Play
from game.core.cards import Card
from game.core.messages import Reason
from game.core.trick_taking import TrickPhase
from game.match.observation import observe
from game.session.match_info import find_active_seat, list_human_seats, make_rematch_setup
from game.session.session import Session
from game.session.single_position import SinglePosition
from tests.fakes import FakeClock
from tests.helpers import PLAYER_NAMES, deal_match, list_conceivable_actions, play


def make_position() -> SinglePosition:
    match = deal_match(game="spades", seats=4)
    while not isinstance(match.phase, TrickPhase):
        match = play(match, f"{match.turn} bid 3")
    match = play(match, str(match.legal_actions()[0]))
    assert match.turn is not None
    return SinglePosition(observe(match, match.turn), PLAYER_NAMES[:4])


def test_solo_session_has_one_person() -> None:
    table = Session(make_position(), FakeClock())
    info, observation = table.info, table.observation
    seat = find_active_seat(info, observation, table.hot_seat)
    assert list_human_seats(info, observation) == (observation.seat,) == (seat,) == info.seats
    assert table.is_your_turn
    assert table.update(is_idle=True) == []
    assert make_rematch_setup(info, observation).players == info.players
    assert seat is not None and set(observation.board.hands[seat]) <= set(info.pack)
    assert not table.is_match and not table.can_claim and table.hot_seat is None and not table.chat_messages
    assert table.undo() == Reason("undo_off") and table.request_hint() == Reason("hints_off")
    table.mark_seat(0, "partner")
    assert table.notes.marks == ((0, "partner"),)
    table.mark_seat(0, "")
    assert not table.notes.marks
    table.arrange_hand((Card("Ad"),))
    assert table.notes.hand == (Card("Ad"),)


def test_solo_session_accepts_one_action_and_refuses_everything_else_with_a_reason() -> None:
    position = make_position()
    table = Session(position, FakeClock())
    (seat,) = table.info.seats
    refused = dict(table.observation.illegal_cards)
    for action in list_conceivable_actions("spades", seat):
        why = table.act(action)
        assert (why is None) == (action in table.observation.legal_actions), action
        if isinstance(action, Play) and action.card in refused:
            assert why == refused[action.card]
        if why is None:
            assert position.chosen_action == action
            assert not table.is_your_turn
            assert table.act(action) is not None
            position.reset()
        assert table.is_your_turn


def test_solo_session_needs_an_observation_on_turn() -> None:
    match = deal_match(game="spades", seats=4)
    assert match.turn is not None
    with pytest.raises(ValueError, match="nothing to choose"):
        SinglePosition(observe(match, (match.turn + 1) % 4), PLAYER_NAMES[:4])
