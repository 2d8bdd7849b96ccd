"""The contributions of people to a shuffle: nobody can choose a word that fits the others, and no round hangs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.shuffling.joint_shuffle import MAX_WORD_S, JointShuffle, WordError, find_round_fault, start_joint_shuffle
from game.shuffling.shuffle import SeatWord, ShuffleContext, compute_word_commitment

CONTEXT: Final = ShuffleContext("briscola", 3, match_uid="0" * 32)
SEAL: Final = "a" * 64
SEATS: Final = st.sets(st.integers(0, 4), min_size=1).map(lambda seats: tuple(sorted(seats)))


def make_word(seat: int, round_number: int) -> str:
    return f"{seat:x}{round_number:x}".ljust(64, "7")


def commit(state: JointShuffle, seat: int, now: float = 0.0) -> JointShuffle:
    word = make_word(seat, state.round_number)
    return state.commit(seat, compute_word_commitment(CONTEXT, SEAL, seat, word), now)


def open_word(state: JointShuffle, seat: int) -> JointShuffle:
    return state.open(seat, make_word(seat, state.round_number))


def start(*seats: int, now: float = 0.0) -> JointShuffle:
    return start_joint_shuffle(CONTEXT, SEAL, seats, now)


def commit_all(state: JointShuffle) -> JointShuffle:
    for word in state.words:
        state = commit(state, word.seat)
    return state


def list_late_seats(state: JointShuffle) -> list[int]:
    return [word.seat for words in state.void_rounds for word in words if not word.word]


def list_seats(state: JointShuffle) -> tuple[int, ...]:
    return tuple(word.seat for word in state.words)


# -- a round ---------------------------------------------------------------------------------------


def test_list_is_fixed_once_all_have_committed_and_complete_once_all_are_open() -> None:
    state, steps = start(2, 0), []
    for step, seat in ((commit, 2), (commit, 0), (open_word, 0), (open_word, 2)):
        state = step(state, seat)
        steps.append((state.is_list_fixed, state.is_complete))
    assert steps == [(False, False), (True, False), (True, False), (True, True)]
    assert list_seats(state) == (0, 2) and find_round_fault(CONTEXT, SEAL, state.rounds) == ""


def test_nothing_of_a_word_is_public_before_the_list_is_fixed() -> None:
    for state in (start(0, 1), commit(start(0, 1), 0)):
        assert state.public_rounds == ((SeatWord(0), SeatWord(1)),)
    listed = commit_all(start(0, 1))
    assert all(word.commitment and not word.word for word in listed.public_rounds[0])
    assert open_word(listed, 0).public_rounds == listed.public_rounds, "no word is shown before all are open"


def test_commitment_cannot_be_changed_or_copied_and_word_must_fit() -> None:
    state = commit(start(0, 1), 0)
    listed, copied = commit(state, 1), state.commit(1, state.words[0].commitment, 0.0)
    calls: tuple[Callable[[], object], ...] = (
        lambda: state.commit(0, "f" * 64, 0.0),
        lambda: listed.commit(0, "f" * 64, 0.0),
        lambda: listed.open(0, make_word(1, 1)),
        lambda: copied.open(1, make_word(0, 1)),
    )
    for call in calls:
        with pytest.raises(WordError):
            call()
    for unchanged in (commit(state, 0), open_word(state, 0), commit(state, 3)):
        assert unchanged == state
    assert listed.open(3, make_word(3, 1)) == listed


# -- time ------------------------------------------------------------------------------------------


def test_seat_that_does_not_commit_in_time_is_left_out_of_the_deal() -> None:
    state = commit(start(0, 1, 2), 1)
    assert state.expire(MAX_WORD_S - 0.1) == state
    state = state.expire(MAX_WORD_S)
    assert state.is_list_fixed and list_seats(state) == (1,) and not state.void_rounds
    assert commit(state, 0) == state, "too late"


def test_word_that_stays_closed_makes_the_round_void() -> None:
    state = open_word(commit_all(start(0, 1, 2)), 1)
    state = state.expire(MAX_WORD_S - 0.1)
    assert not state.void_rounds
    state = open_word(state, 2).expire(MAX_WORD_S)
    assert state.round_number == 2 and list_seats(state) == (1, 2)
    assert list_late_seats(state) == [0]
    assert not any(word.commitment for word in state.words), "new words"
    assert state.seal == SEAL
    for seat in (1, 2):
        state = commit(state, seat)
    for seat in (1, 2):
        state = open_word(state, seat)
    assert state.is_complete and find_round_fault(CONTEXT, SEAL, state.rounds) == ""


def test_opening_has_its_own_time() -> None:
    state = start(0, 1)
    state = commit(commit(state, 0, 8.0), 1, 9.0)
    assert state.expire(9.0 + MAX_WORD_S - 0.1) == state
    assert state.restart_time(50.0).expire(50.0 + MAX_WORD_S - 0.1).round_number == 1


def test_without_contributors_the_seed_alone_gives_the_key() -> None:
    assert start().is_complete and start().rounds == ((),)
    assert start(0, 1).expire(MAX_WORD_S).rounds == ((),)
    assert find_round_fault(CONTEXT, SEAL, ((),)) == ""
    closed = commit(start(0), 0).expire(MAX_WORD_S)
    assert closed.is_complete and len(closed.rounds) == 2


# -- any order -------------------------------------------------------------------------------------


@given(SEATS, st.data())
def test_every_shuffle_ends_and_each_seat_forces_at_most_one_round(seats: tuple[int, ...], data: st.DataObject) -> None:
    """Let each seat commit and open, vanish, or repeat itself in any order."""
    state, now = start(*seats), 0.0
    for _step in range(100):
        if state.is_complete:
            break
        now += data.draw(st.sampled_from((0.0, 0.0, 0.0, 4.0, 11.0)))
        before = state.expire(now)
        change, seat = data.draw(st.sampled_from((commit, open_word))), data.draw(st.sampled_from(seats))
        state = commit(before, seat, now) if change is commit else open_word(before, seat)
        assert state.seal == SEAL
        if change is open_word:
            assert [word.commitment for word in state.words] == [word.commitment for word in before.words]
    while not state.is_complete:
        now += MAX_WORD_S
        state = state.expire(now)
    assert find_round_fault(CONTEXT, SEAL, state.rounds) == ""
    assert len(state.void_rounds) <= len(seats)
    assert len(list_late_seats(state)) == len(set(list_late_seats(state)))


# -- the rules of finished rounds ------------------------------------------------------------------


def finish(*seats: int) -> tuple[SeatWord, ...]:
    state = commit_all(start(*seats))
    for seat in seats:
        state = open_word(state, seat)
    return state.words


def test_rounds_that_the_rules_do_not_allow_are_found() -> None:
    whole = finish(0, 1)
    closed = (SeatWord(0, whole[0].commitment), whole[1])
    other = SeatWord(0, whole[0].commitment, make_word(1, 1))
    for rounds, fault in (
        ((), "words_missing"),
        ((closed, (whole[1],)), ""),
        ((closed,), "rounds_not_allowed"),  # the last round has all words
        ((whole, whole), "rounds_not_allowed"),  # a full round counts
        ((closed, whole), "rounds_not_allowed"),  # a late seat comes back
        ((whole[::-1],), "rounds_not_allowed"),
        (((SeatWord(0),),), "rounds_not_allowed"),
        (((other,),), "word_does_not_fit"),
    ):
        assert find_round_fault(CONTEXT, SEAL, rounds) == fault
    assert find_round_fault(CONTEXT, "b" * 64, (whole,)) == "word_does_not_fit"
