"""The state of a table follows from the facts of its session and its playback."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.rows import check_rows
from ui.table.state import TableState, compute_table_state

NO_FACTS: dict[str, Any] = {
    "has_pending_steps": False,
    "error": "",
    "awaited_seat": None,
    "is_deal_over": False,
    "is_your_turn": False,
}


@check_rows(
    ("facts", "state"),
    [
        ({}, TableState.WAITING),
        ({"is_your_turn": True}, TableState.YOUR_TURN),
        ({"is_deal_over": True}, TableState.DEAL_OVER),
        ({"awaited_seat": 0}, TableState.HAND_OVER),
        ({"error": "The disk is full."}, TableState.ERROR),
        ({"has_pending_steps": True}, TableState.ANIMATING),
        ({"error": "The disk is full.", "awaited_seat": 0}, TableState.ERROR),
        ({"error": "The disk is full.", "is_your_turn": True}, TableState.ERROR),
        ({"awaited_seat": 1, "has_pending_steps": True}, TableState.ANIMATING),
        ({"is_your_turn": True, "has_pending_steps": True}, TableState.ANIMATING),
        ({"is_deal_over": True, "has_pending_steps": True}, TableState.ANIMATING),
    ],
)
def test_state_of_facts(facts: dict[str, Any], state: TableState) -> None:
    assert compute_table_state(**NO_FACTS | facts) is state


@given(
    has_pending_steps=st.booleans(),
    error=st.sampled_from(["", "The disk is full."]),
    awaited_seat=st.sampled_from([None, 0, 1]),
    is_deal_over=st.booleans(),
    is_your_turn=st.booleans(),
)
def test_every_combination_of_facts_has_one_state_that_is_true(
    *, has_pending_steps: bool, error: str, awaited_seat: int | None, is_deal_over: bool, is_your_turn: bool
) -> None:
    conditions = {
        TableState.ANIMATING: has_pending_steps,
        TableState.ERROR: bool(error),
        TableState.HAND_OVER: awaited_seat is not None,
        TableState.DEAL_OVER: is_deal_over,
        TableState.YOUR_TURN: is_your_turn,
        TableState.WAITING: not (is_your_turn or is_deal_over or error or has_pending_steps),
    }
    state = compute_table_state(
        has_pending_steps=has_pending_steps,
        error=error,
        awaited_seat=awaited_seat,
        is_deal_over=is_deal_over,
        is_your_turn=is_your_turn,
    )
    assert conditions[state]
    assert state is TableState.ANIMATING or not has_pending_steps
    assert state is not TableState.YOUR_TURN or awaited_seat is None
