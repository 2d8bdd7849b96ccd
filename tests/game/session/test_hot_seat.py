"""The hand-over of a screen: whose observation is shown at each moment of a deal, and what is replayed to whom."""

from __future__ import annotations

import msgspec

from game.core.cards import HIDDEN_CARD
from game.core.events import DealScored, PlayerLeft
from game.match.observation import Transition, observe
from game.session.hot_seat import HotSeat, ViewTransitions
from tests.helpers import PlayoutMoment, make_match, play_random_actions
from tests.rows import check_rows

replace = msgspec.structs.replace


def make_view_transitions(moment: PlayoutMoment) -> ViewTransitions:
    """Return an action as both people and a spectator saw it."""
    return {
        viewer: Transition(
            observe(moment.match_before, viewer),
            observe(moment.match, viewer),
            tuple(event.seen_by(viewer) for event in moment.events),
        )
        for viewer in (0, 1, None)
    }


DEAL = tuple(map(make_view_transitions, play_random_actions(make_match("briscola"), "hot seat")))
"""The dealing of the cards, all actions of a deal, and the result with the last of them."""


def make_hot_seat(viewer: int) -> tuple[HotSeat, list[Transition]]:
    """Return the hot seat of two people, of whom ``viewer`` is at the screen, and the transitions that it shows."""
    shown: list[Transition] = []
    hot_seat = HotSeat((0, 1), shown)
    hot_seat.wait_for(viewer)
    hot_seat.confirm_ready()
    return hot_seat, shown


@check_rows("viewer", [0, 1])
def test_behind_a_result_is_what_nobody_in_particular_sees(viewer: int) -> None:
    hot_seat, shown = make_hot_seat(viewer)
    last = DEAL[-1]
    assert isinstance(last[None].events[-1], DealScored) and last[viewer].after != last[None].after
    hot_seat.record_transition(last)
    assert shown == [replace(last[viewer], after=last[None].after)]
    assert (hot_seat.viewer, hot_seat.awaited_seat) == (None, None)


@check_rows("viewer", [0, 1])
def test_cards_are_dealt_before_nobody_in_particular(viewer: int) -> None:
    hot_seat, shown = make_hot_seat(viewer)
    hot_seat.record_transition(DEAL[0])
    assert shown == [DEAL[0][None]]
    assert (hot_seat.viewer, hot_seat.awaited_seat) == (None, None)


def test_each_person_is_shown_once_what_happened_while_they_were_away() -> None:
    hot_seat, shown = make_hot_seat(0)
    hot_seat.record_transition(DEAL[1])
    hot_seat.wait_for(1)
    hot_seat.record_transition(DEAL[2])
    hot_seat.confirm_ready()
    hot_seat.record_transition(DEAL[3])
    hot_seat.wait_for(0)
    hot_seat.confirm_ready()
    hot_seat.wait_for(1)
    hot_seat.confirm_ready()
    missed_by_1, missed_by_0 = (
        [replace(DEAL[index][seat], is_replayed=True) for index in indexes]
        for seat, indexes in ((1, (1, 2)), (0, (2, 3)))
    )
    shown_at_once = [DEAL[1][see_until_turn(1, 0)], DEAL[2][None], DEAL[3][see_until_turn(3, 1)]]
    assert shown == [*shown_at_once[:2], *missed_by_1, shown_at_once[2], *missed_by_0]


def see_until_turn(index: int, viewer: int) -> int | None:
    """Return who sees an action of `DEAL` with ``viewer`` at the screen: nobody in particular before another turn."""
    return viewer if DEAL[index][viewer].after.turn in (viewer, None) else None


@check_rows("viewer", [0, 1])
def test_hand_is_covered_as_soon_as_another_person_is_on_turn(viewer: int) -> None:
    for transitions in DEAL[1:-1]:
        hot_seat, shown = make_hot_seat(viewer)
        hot_seat.record_transition(transitions)
        is_viewer_on_turn = transitions[viewer].after.turn == viewer
        assert shown == [transitions[viewer if is_viewer_on_turn else None]]
        assert is_viewer_on_turn or set(shown[0].after.board.hands[viewer]) <= {HIDDEN_CARD}


@check_rows("viewer", [0, 1])
def test_hand_stays_open_on_the_turn_of_a_person_who_has_left(viewer: int) -> None:
    for transitions in DEAL[1:-1]:
        hot_seat, shown = make_hot_seat(viewer)
        left = {
            seat: replace(transition, after=replace(transition.after, departed_seats=(1 - viewer,)))
            for seat, transition in transitions.items()
        }
        hot_seat.record_transition(left)
        assert shown == [left[viewer]]


@check_rows("forgotten", [DEAL[0], DEAL[-1]])
def test_nothing_of_an_earlier_deal_is_replayed(forgotten: ViewTransitions) -> None:
    hot_seat, shown = make_hot_seat(0)
    for transitions in (DEAL[1], forgotten):
        hot_seat.record_transition(transitions)
    shown.clear()
    hot_seat.wait_for(1)
    hot_seat.confirm_ready()
    assert shown == []


def test_person_at_the_screen_is_not_asked_for_again() -> None:
    hot_seat, shown = make_hot_seat(0)
    hot_seat.wait_for(0)
    assert (hot_seat.viewer, hot_seat.awaited_seat, shown) == (0, None, [])
    hot_seat.wait_for(1)
    assert (hot_seat.viewer, hot_seat.awaited_seat) == (None, 1)


@check_rows("leaver", [0, 1])
def test_only_the_person_who_leaves_is_no_longer_asked_for_or_shown(leaver: int) -> None:
    left = {viewer: replace(view, events=(PlayerLeft(leaver),)) for viewer, view in DEAL[1].items()}
    hot_seat, shown = make_hot_seat(0)
    hot_seat.record_transition(left)
    assert shown == [left[None if leaver == 0 else 0]]
    assert (hot_seat.viewer, hot_seat.awaited_seat) == (None if leaver == 0 else 0, None)
    hot_seat, shown = make_hot_seat(0)
    hot_seat.wait_for(1)
    hot_seat.record_transition(left)
    assert shown == [left[None]]
    assert (hot_seat.viewer, hot_seat.awaited_seat) == (None, None if leaver == 1 else 1)
