"""The state of a table follows from the facts of its session and its playback."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.table.state import TableState, compute_table_state


@given(
    has_pending_steps=st.booleans(),
    error=st.sampled_from(["", "The disk is full."]),
    awaited_seat=st.sampled_from([None, 0, 1]),
    is_deal_over=st.booleans(),
    is_your_turn=st.booleans(),
)
def test_state_is_the_first_that_is_true(
    *, has_pending_steps: bool, error: str, awaited_seat: int | None, is_deal_over: bool, is_your_turn: bool
) -> None:
    is_true_by_state = {
        TableState.ANIMATING: has_pending_steps,
        TableState.ERROR: bool(error),
        TableState.HAND_OVER: awaited_seat is not None,
        TableState.DEAL_OVER: is_deal_over,
        TableState.YOUR_TURN: is_your_turn,
        TableState.WAITING: True,
    }
    state = compute_table_state(
        has_pending_steps=has_pending_steps, error=error, awaited_seat=awaited_seat, is_deal_over=is_deal_over,
        is_your_turn=is_your_turn,
    )  # fmt: skip
    assert state is next(state for state, is_true in is_true_by_state.items() if is_true)
