"""Table discipline at a table: the turn clock, leaving, votes, talk (seed 004; rules.md, "Table discipline")."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.discipline import MESSAGE_LENGTH, MESSAGES_KEPT, Message, agreeing, barred
from game.engine.actions import Leave, Play, Timeout, Unlock
from game.engine.cards import HIDDEN
from game.engine.events import Left, TimedOut, Unlocked
from game.match import Match
from game.record import dump, read, results
from game.rules import GAMES
from game.store.files import StorageError
from game.store.reading import SavedMatch, note_digest
from tests.fakes import Clock, StorageByHand, folders_in
from tests.game.test_table import House
from tests.helpers import NAMES, fresh, playout

TURN = 30
HOUR = 3600.0


class Room(House):
    """A house whose program can be ended and begun again. ``wall`` is the system's clock, the journal's.

    The table's own clock begins anywhere whenever the program begins.
    """

    def __init__(
        self, home: Path, kinds: str = "you club", *, wall: Clock | None = None, saved: SavedMatch | None = None,
        storage: StorageByHand | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.home, self.wall = home, wall or Clock(1_700_000_000.0)
        storage = storage or StorageByHand(folders_in(home), self.wall)
        people = tuple((NAMES[seat], "#a3361f") for seat, kind in enumerate(kinds.split()) if kind == "you")
        if saved is None:
            storage.journal().sit_down(people)
        super().__init__(home, kinds, saved=saved, storage=storage, **options)

    def frame(self, seconds: float = 1.0, *, idle: bool = True) -> None:
        self.wall.go(seconds)
        super().frame(seconds, idle=idle)

    def again(self, away: float = 0.0) -> Room:
        """The same match after the program was away for so long. What waits to be saved is lost, as by a kill."""
        self.storage.waiting.clear()
        self.table.close()
        self.storage.close()
        self.wall.go(away)
        storage = StorageByHand(folders_in(self.home), self.wall)
        return Room(self.home, wall=self.wall, saved=storage.journal().load(1), storage=storage)

    def turn(self) -> None:
        """On to a person's turn, just shown; all is saved."""
        self.until(lambda: self._shown() or self.table.over)
        self.frame(0.0)

    def _shown(self) -> bool:
        if self.table.cover is not None:
            self.table.ready()
        if self.table.between_deals and not self.table.saving:
            self.table.next_deal()
        return self.table.your_turn and self.table._turn.running

    def to(self, wanted: Callable[[Match], bool], seed: int = 1) -> None:
        """People act at random until the match is so and a person is on turn."""
        rng = Random(seed)
        for _turn in range(500):
            self.turn()
            if self.table.over or wanted(self.match):
                return
            self.play(rng)
        raise AssertionError("it never came")

    def end(self, most: int = 3000) -> None:
        """The computer plays the match to its end; the clock of nobody runs."""
        for _frame in range(most):
            if self.table.over and not self.table.saving:
                return
            if self.table.between_deals and not self.table.saving:
                self.table.next_deal()
            self.frame()
        raise AssertionError("it never ended")

    def play_out(self, seed: int = 1) -> None:
        """To the end of the match, people acting at random."""
        rng = Random(seed)
        while not self.table.over:
            self.turn()
            if not self.table.over:
                self.play(rng)
        while self.table.saving:
            self.frame()

    @property
    def match(self) -> Match:
        return self.table._match

    @property
    def acted(self) -> list[str]:
        return [str(action) for deal in self.record.deals for action in deal.actions]

    @property
    def bars(self) -> dict[str, float]:
        """Who may not sit down, for how many more seconds."""
        people = tuple((name, "#a3361f") for name in NAMES)
        return {bar.name: bar.seconds for bar in self.storage.journal().sit_down(people)}

    @property
    def left(self) -> float:
        seconds = self.table.seconds_left
        assert seconds is not None
        return seconds


TALK: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say what they like."""


def in_play(match: Match) -> bool:
    return match.phase is not None and match.phase.in_play


def phase(*names: str) -> Callable[[Match], bool]:
    return lambda match: type(match.phase).__name__ in names


# -- the turn clock -----------------------------------------------------------------------------------

DECLARATIONS = [
    ("chiamata", "you club club club club", "Auction", {}),
    ("chiamata", "you you you you you", "Naming", {}),
    ("spades", "you club club", "Bidding", {}),
    ("muscio", "you club club club", "Declaring", {}),
    ("muscio", "you you you", "DealByHand", {"hand_dealing": True}),
    ("muscio", "you you you", "Exchange", {}),
    ("muscio", "you you you", "Standing", {}),
]


@pytest.mark.parametrize(("game", "kinds", "name", "options"), DECLARATIONS)
@pytest.mark.parametrize("minutes", [60, 0, 1440])
def test_a_clock_that_runs_out_before_the_play_ends_the_match_and_bars_that_person(
    tmp_path: Path, game: str, kinds: str, name: str, options: dict[str, Any], minutes: int
) -> None:
    room = Room(tmp_path, kinds, game=game, turn_seconds=TURN, bar_minutes=minutes, exit_votes=1, **options)
    room.to(phase(name))
    assert phase(name)(room.match), "the phase never came"
    seat = room.match.to_act
    assert seat is not None and not room.bars
    room.frame(TURN - 0.5)
    assert not room.table.over and room.left == pytest.approx(0.5)
    room.until(lambda: room.table.over)
    assert room.acted[-1] == str(Timeout(seat))
    assert room.match.standing.winners == () and room.table.view.over
    assert room.bars == ({NAMES[seat]: pytest.approx(minutes * 60, abs=1)} if minutes else {})
    assert not room.storage.journal().unfinished()
    assert results(room.saved)[1][-1].state == "unfinished"


PLAYED = [("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club"),
          ("muscio", "you you you")]  # fmt: skip


@pytest.mark.parametrize(("game", "kinds"), PLAYED)
def test_a_clock_that_runs_out_in_play_costs_a_random_legal_card_the_same_for_the_same_seed(
    tmp_path: Path, game: str, kinds: str
) -> None:
    told = []
    for name in ("one", "two"):
        room = Room(tmp_path / name, kinds, game=game, turn_seconds=TURN)
        room.to(lambda match: match.phase is not None and match.phase.in_play)
        seat, legal, count = room.match.to_act, room.match.legal(), room.actions
        assert seat is not None
        room.frame(TURN)
        room.until(lambda room=room, count=count: room.actions >= count + 2)  # type: ignore[misc]
        timeout, card = room.record.deals[-1].actions[count - room.actions :][:2]
        assert timeout == Timeout(seat)
        assert isinstance(card, Play) and card in legal
        assert not room.bars
        told.append(room.acted[: count + 2])
    assert told[0] == told[1]


def test_a_random_card_is_another_one_with_another_seed(tmp_path: Path) -> None:
    """Not always the first card of the hand."""
    places = set()
    for seed in range(12):
        room = Room(tmp_path / str(seed), seed=seed, turn_seconds=TURN)
        room.turn()
        legal, count = room.match.legal(), room.actions
        room.frame(TURN)
        room.until(lambda room=room, count=count: room.actions >= count + 2)  # type: ignore[misc]
        card = room.record.deals[-1].actions[count + 1]
        places.add(legal.index(card))
    assert places == {0, 1, 2}


def test_the_next_turn_has_the_whole_clock_again(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    for _round in range(3):
        count = room.actions
        room.frame(TURN)
        room.until(lambda count=count: room.actions > count + 1)  # type: ignore[misc]
        room.turn()
        assert room.left == TURN


def test_who_was_too_late_cannot_choose_the_card_any_more(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(TURN)
    room.until(lambda: room.match.forced is not None)
    for card in room.match.legal():
        reason = room.table.act(card)
        assert reason is not None and reason.code == "forced_card"


def test_a_forced_card_is_the_same_after_a_restart_in_between(tmp_path: Path) -> None:
    whole, room = (Room(tmp_path / name, turn_seconds=TURN) for name in ("whole", "cut"))
    for one in (whole, room):
        one.turn()
        one.frame(TURN)
        one.until(lambda one=one: one.match.forced is not None)  # type: ignore[misc]
    count = whole.actions
    whole.until(lambda: whole.actions > count)
    back = room.again(3.0)
    assert back.table.seconds_left is None
    back.until(lambda: back.actions > count)
    assert back.acted[: count + 1] == whole.acted[: count + 1]


@pytest.mark.parametrize(("game", "kinds"), [("briscola", "club club"), ("chiamata", "club " * 5)])
def test_a_computer_never_times_out(tmp_path: Path, game: str, kinds: str) -> None:
    room = Room(tmp_path, kinds, game=game, turn_seconds=1)
    room.mind.thinking = True
    for _frame in range(50):
        room.frame(10.0)
        assert room.table.seconds_left is None
    room.mind.thinking = False
    room.play_deal()
    assert not any("timeout" in one for one in room.acted)


def test_without_a_clock_nobody_is_ever_late(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=0)
    room.turn()
    count = room.actions
    room.frame(1e7)
    room.frame()
    assert room.table.seconds_left is None and room.actions == count
    assert room.again(1e7).table.seconds_left is None


def test_the_clock_begins_when_the_turn_is_shown(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club", turn_seconds=TURN)
    room.turn()
    room.play(Random(1))
    room.until(lambda: room.match.to_act == 0 and not room.table.saving)
    for _frame in range(100):
        room.frame(idle=False)
    assert not any("timeout" in one for one in room.acted)
    room.frame()
    assert room.left == TURN


def test_a_cover_that_nobody_answers_stops_no_clock(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.until(lambda: room.table.cover is not None)
    seat = room.table.cover
    assert room.left == TURN
    room.frame(TURN - 1.0)
    assert room.left == 1.0 and room.table.cover == seat
    room.until(lambda: room.match.to_act != seat)
    assert room.acted[:1] == [str(Timeout(seat or 0))]


def test_everyone_absent_the_match_plays_itself_by_chance(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=1)
    room.until(lambda: room.table.between_deals and not room.table.saving and room.actions > 0, most=2000)
    assert sum("timeout" in one for one in room.acted) == 40


def test_ready_gives_no_more_time(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.until(lambda: room.table.cover is not None)
    room.frame(10.0)
    room.table.ready()
    room.frame(0.0)
    assert room.left == TURN - 10.0


@pytest.mark.parametrize("deed", ["talk", "vote"])
def test_to_act_otherwise_in_play_restarts_the_clock(tmp_path: Path, deed: str) -> None:
    room = Room(tmp_path, "you you", **TALK, turn_seconds=TURN, exit_votes=2)
    room.to(in_play)
    seat = room.table.viewer
    assert seat is not None
    room.frame(TURN - 1.0)
    assert (room.table.say("Momento.") if deed == "talk" else room.table.act(Unlock(seat))) is None
    room.frame(0.0)
    room.frame(0.0)
    assert room.left == TURN and room.match.to_act == seat


def test_to_leave_hands_the_turn_to_the_computer_whatever_the_clock_says(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.turn()
    room.frame(TURN - 0.5)
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.until(lambda: room.match.to_act != seat)
    assert "timeout" not in " ".join(room.acted)


def test_who_is_not_on_turn_gives_the_other_no_more_time(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you club", **TALK, turn_seconds=TURN, exit_votes=4)
    room.turn()
    turn = room.table.viewer
    others = [seat for seat in range(3) if seat != turn]
    room.frame(10.0)
    assert room.table.say("Dai!", others[0]) is None
    room.frame(0.0)
    assert room.table.act(Unlock(others[0])) is None
    for _frame in range(4):  # the computer answers the vote
        room.frame(0.0)
    assert room.table.act(Leave(others[1])) is None
    for _frame in range(4):
        room.frame(0.0)
    assert len(room.match.votes) >= 2 and room.match.left == (others[1],)
    assert room.match.to_act == turn
    assert room.left == TURN - 10.0
    assert room.table.chat == (Message(others[0], "Dai!"),)


def test_while_an_action_is_being_saved_the_clock_takes_nothing_away(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(TURN - 0.5)
    room.storage.holding = True
    action = room.play(Random(1))
    for _frame in range(5):
        room.frame()
    room.storage.let()
    room.storage.holding = False
    room.frame()
    assert room.acted[-1] == str(action) and "timeout" not in " ".join(room.acted)


# -- the clock and the end of the program -------------------------------------------------------------


def test_the_clock_goes_on_while_the_program_is_not_there(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(5.0)
    spent = TURN - room.left
    back = room.again(12.0)
    back.turn()
    assert back.left <= TURN - spent - 12.0
    assert back.left == pytest.approx(TURN - spent - 12.0, abs=2.0)  # and what it took to show the turn


def test_ending_the_program_again_and_again_gains_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    count = room.actions
    for _time in range(6):
        room = room.again(5.5)
        room.frame(0.0)
    room.frame(0.0)
    assert room.acted[count] == str(Timeout(0))


def test_who_comes_back_too_late_to_an_auction_is_barred(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    back = room.again(10_000.0)
    back.until(lambda: back.table.over)
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=5)}


@pytest.mark.parametrize("back_by", [1.0, 3600.0, 1e6])
def test_a_system_clock_set_back_gives_no_more_than_the_whole_turn(tmp_path: Path, back_by: float) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(10.0)
    back = room.again(-back_by)
    back.turn()
    assert 0 < back.left <= TURN


def test_talk_out_of_turn_gains_nothing_by_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", **TALK, turn_seconds=TURN)
    room.turn()
    room.frame(20.0)
    spent = TURN - room.left
    assert room.table.say("Calma!", 1 - (room.table.viewer or 0)) is None
    room.frame(0.0)
    back = room.again()
    back.turn()
    assert back.left <= TURN - spent


# -- leaving ------------------------------------------------------------------------------------------


def test_the_computer_plays_on_at_once_for_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", turn_seconds=TURN)
    room.turn()
    count = room.actions
    assert room.table.act(Leave(0)) is None
    room.frame(0.1)
    assert room.table.persons == () and room.table.deserted
    assert room.mind.asked[-1].view.seat == 0 and room.mind.asked[-1].level == "club"
    room.until(lambda: room.actions >= count + 2)
    assert room.acted[count] == "0 leave" and room.record.deals[0].actions[count + 1].seat == 0
    assert Left(0) in [event for one in room.seen for event in one.events]


def test_a_seat_is_left_only_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=0)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.may_leave(Leave, seat)
    assert room.table.act(Leave(seat)) is None
    room.frame()
    reason = room.table.act(Leave(seat))
    assert reason is not None and reason.code == "left_already"
    assert room.table.speaker != seat and not room.table.may_leave(Leave, seat)


def test_the_bar_comes_when_the_match_is_over_and_not_before(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=3600, deals_to_win=1)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    rng = Random(1)
    while not room.table.over:
        assert not room.bars
        room.turn()
        if not room.table.over:
            room.play(rng)
            room.frame(0.0)
    assert room.bars == {NAMES[seat]: pytest.approx(HOUR, abs=1)}
    assert room.match.standing.winners or room.match.standing.totals


def test_when_all_have_left_the_computer_plays_the_match_to_its_end(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club", turn_seconds=TURN, deals_to_win=2)
    for _person in range(2):
        room.turn()
        seat = room.table.viewer
        assert seat is not None and room.table.act(Leave(seat)) is None
        room.frame()
        assert room.table.cover is None and room.table.viewer is None
    assert room.table.deserted
    room.end()
    assert room.bars == {"Anna": pytest.approx(HOUR, abs=1), "Bruno": pytest.approx(HOUR, abs=1)}
    assert max(room.match.standing.totals) == 2 and room.match.standing.winners
    assert room.saved == room.record


def test_the_match_of_who_left_is_played_on_after_a_restart_too(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN, deals_to_win=1)
    room.turn()
    assert room.table.act(Leave(0)) is None
    room.frame()
    back = room.again(100.0)
    assert back.table.deserted and not back.bars
    back.end()
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=1)}


def test_nobody_sees_the_hand_of_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club")
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.frame()
    for _frame in range(60):
        hands = room.table.view.board.hands
        assert all(card is HIDDEN for card in hands[seat])
        if room.table.cover is not None:
            room.table.ready()
        if room.table.your_turn:
            room.play(Random(1))
        room.frame()


def test_a_cover_does_not_wait_for_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club")
    room.until(lambda: room.table.cover is not None)
    seat = room.table.cover
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.frame()
    room.until(lambda: room.table.cover is not None)
    assert room.table.cover != seat


def test_a_player_who_left_with_the_clock_run_out_by_another_is_barred_with_him(tmp_path: Path) -> None:
    room = Room(tmp_path, "you " * 5, game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    first = room.table.viewer
    assert first is not None and room.table.act(Leave(first)) is None
    room.frame()
    room.to(phase("Auction", "Naming"))
    second = room.table.viewer
    assert second is not None and second != first
    room.frame(TURN)
    room.until(lambda: room.table.over)
    assert room.bars.keys() == {NAMES[first], NAMES[second]}
    assert barred(room.match) == (first, second)


# -- votes --------------------------------------------------------------------------------------------


def test_votes_that_unlock_the_exit_bar_nobody_not_even_who_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you", turn_seconds=TURN, exit_votes=3)
    room.turn()
    gone = room.table.viewer
    assert gone is not None and room.table.act(Leave(gone)) is None
    room.frame()
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Unlock(seat)) is None
    room.until(lambda: gone in room.match.votes)  # the computer in the empty seat votes as well
    other = next(one for one in room.table.persons if one != seat)
    assert not room.table.over
    assert room.table.act(Unlock(other)) is None
    room.until(lambda: room.table.over)
    assert room.match.aborted and room.match.standing.winners == () and not room.bars
    assert not room.storage.journal().unfinished()


def test_computers_that_are_not_ahead_agree_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN, exit_votes=3)
    room.turn()
    assert room.table.votes == (0, 3)
    assert room.table.act(Unlock(0)) is None
    room.until(lambda: room.table.over)
    assert [one for one in room.acted if "unlock" in one] == ["0 unlock", "1 unlock", "2 unlock"]
    told = [event for one in room.seen for event in one.events if isinstance(event, Unlocked)]
    assert [(event.votes, event.needed) for event in told] == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(("asked", "seats"), [(6, 2), (3, 2), (6, 3), (1, 2), (4, 4), (3, 6)])
def test_never_more_votes_are_needed_than_there_are_seats(asked: int, seats: int) -> None:
    assert fresh(seats=seats, exit_votes=asked).votes_needed == min(asked, seats)


def test_a_seat_votes_once_in_a_match(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you", exit_votes=3, deals_to_win=3)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Unlock(seat)) is None
    room.frame()
    reason = room.table.act(Unlock(seat))
    assert reason is not None and reason.code == "voted_already"
    room.play_deal()
    room.table.next_deal()
    room.turn()
    assert room.match.why_not(Unlock(seat)) is not None
    assert room.table.votes == (1, 3)
    assert room.again().table.votes == (1, 3)


def test_a_match_ended_by_votes_replays_to_the_same_result(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club", exit_votes=3, game="spades", turn_seconds=3600)
    room.play_deal()
    room.table.next_deal()
    room.turn()
    totals = room.match.standing.totals
    assert room.table.act(Unlock(0)) is None
    for _frame in range(6):
        room.frame()
    while not room.table.over:  # a computer that was ahead says no; the match goes on until it is not
        room.to(lambda match: False, seed=2)
    if room.acted[-1].endswith("unlock"):
        match, ended = results(read(dump(room.saved)))
        assert match == room.match
        assert match.over and match.standing.winners == ()
        assert ended[-1].state in ("unfinished", "scored")
        assert len(totals) == 3


@pytest.mark.parametrize("ending", ["votes", "clock"])
def test_the_record_of_a_match_without_a_result_says_so(tmp_path: Path, ending: str) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", exit_votes=3, turn_seconds=TURN)
    room.to(phase("Auction"))
    if ending == "votes":
        assert room.table.act(Unlock(0)) is None
    else:
        room.frame(TURN)
    room.until(lambda: room.table.over)
    match, ended = results(read(dump(room.saved)))
    assert match == room.match and match.over and match.standing.winners == ()
    assert [one.state for one in ended] == ["unfinished"] and ended[0].scores == (0,) * 5


# -- nothing told of hidden cards ---------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_what_discipline_tells_is_told_to_all_alike(game: str) -> None:
    """Clock, leaving and votes at every moment of a deal: their events hold seats and counts, nothing else."""
    seats = GAMES[game].seats[-1]
    for moment in playout(fresh(game, seats=seats, turn_seconds=TURN, exit_votes=2), f"{game} told"):
        match = moment.match
        if match.to_act is None:
            continue
        for action in (Timeout(match.to_act), Leave(match.to_act), Unlock((match.to_act + 1) % seats)):
            after, events = match.apply(action)
            for event in (one for one in events if isinstance(one, (TimedOut, Left, Unlocked))):
                assert all(event.seen_by(seat) == event for seat in (*range(seats), None))
                assert all(isinstance(value, int) for value in (getattr(event, f) for f in event.__struct_fields__))
            if after.forced is not None:
                assert after.legal(), "a card must be there to be played"
                assert all(isinstance(one, Play) for one in after.legal())
            else:
                assert after.over == isinstance(action, Timeout)


@pytest.mark.parametrize("game", list(GAMES))
def test_how_computers_vote_depends_on_the_score_alone(game: str) -> None:
    """The same score, any cards: the same votes."""
    seats = GAMES[game].seats[0]
    match = fresh(game, seats=seats, exit_votes=6, turn_seconds=TURN)
    for seed in range(4):
        for moment in playout(match, f"{game} {seed}"):
            if moment.match.to_act is not None:
                asked = moment.match.apply(Unlock(0)).match
                assert agreeing(asked, tuple(range(1, seats))) == tuple(range(1, seats))


# -- talk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [("Ciao ♠", "Ciao ♠"), ("  Ciao ", "Ciao"), ("x" * MESSAGE_LENGTH, "x" * MESSAGE_LENGTH),
     ("x" * (MESSAGE_LENGTH + 1), ""), ("", ""), ("   ", ""), ("two\nlines", ""), ("\ud800", ""),
     ("tab\tbed", "tab bed"), ("bell\a", "bell"), ("turn\u202eround", "turnround"), ("zero\u200bwidth", "zerowidth"),
     ("{name} %s <b>x</b>", "{name} %s <b>x</b>")],
)  # fmt: skip
def test_a_message_is_one_line_of_what_can_be_seen_in_it(tmp_path: Path, text: str, said: str) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    reason = room.table.say(text)
    assert (reason is None) == bool(said)
    if reason is not None:
        assert reason.code == "not_sayable"
    room.frame()
    assert room.table.chat == ((Message(0, said),) if said else ())


def test_talk_is_there_again_after_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", **TALK)
    room.turn()
    seat = room.table.viewer
    assert seat is not None
    for text in ("Buona fortuna!", "  Tocca a me?  ", "♥ \U0001f0a1"):
        assert room.table.say(text) is None
        room.frame()
    kept = tuple(Message(seat, text) for text in ("Buona fortuna!", "Tocca a me?", "♥ \U0001f0a1"))
    assert room.table.chat == kept
    back = room.again(60.0)
    assert back.table.chat == kept
    assert "chat" not in back.record.extra, "what is said at the table stays there"


def test_talk_never_stands_in_the_way_of_an_action_that_is_being_saved(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.storage.holding = True
    action = room.play(Random(1))
    reason = room.table.say("Ecco!")
    assert reason is not None and reason.code == "being_saved"
    room.storage.let()
    room.storage.holding = False
    room.frame()
    assert room.acted[-1] == str(action) and not room.table.chat
    assert room.table.say("Ecco!") is None
    room.frame()
    assert [one.text for one in room.table.chat] == ["Ecco!"]


def test_talk_that_cannot_be_saved_is_a_fault_and_then_said_once(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.storage.fault = "The disk is full."
    assert room.table.say("Ciao") is None
    room.frame()
    assert room.table.fault == "The disk is full." and not room.table.chat
    room.storage.fault = ""
    room.table.retry()
    room.frame()
    assert room.table.chat == (Message(0, "Ciao"),) and not room.table.fault


def test_only_people_at_the_table_talk(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", **TALK)
    room.turn()
    assert room.table.say("I am a person", 1) is not None
    assert room.table.act(Leave(0)) is None
    room.frame()
    assert room.table.speaker is None and room.table.say("Still here") is not None


def test_a_long_talk_keeps_its_latest_messages(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.table.chat = tuple(Message(0, str(number)) for number in range(MESSAGES_KEPT))
    assert room.table.say("last") is None
    room.frame()
    assert len(room.table.chat) == MESSAGES_KEPT and room.table.chat[-1].text == "last"
    assert room.again().table.chat == room.table.chat


DAMAGE = ["[", "null", "[1]", "3", '[{"seat": "x", "text": 1}]', '[[1, "a"]]', "{}", ""]


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("extra", DAMAGE)
def test_a_damaged_talk_does_no_harm_to_the_match(tmp_path: Path, extra: str, sealed: bool) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    assert room.table.say("Ciao") is None
    room.frame()
    digest = note_digest("chat", extra) if sealed else b""
    room.storage.journal()._db.execute("UPDATE notes SET value = ?, digest = ?", (extra, digest))
    back = room.again()
    assert not any(one.damaged for one in back.storage.journal().unfinished())
    assert not back.table.chat and back.record == room.record
    back.turn()
    assert back.table.say("Ci sono ancora") is None
    back.frame()
    assert [one.text for one in back.table.chat] == ["Ci sono ancora"]
    assert [one.text for one in back.again().table.chat] == ["Ci sono ancora"]


def test_damaged_messages_are_left_out_of_the_talk(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    odd = [{"seat": 7, "text": "who"}, {"seat": -1, "text": "who"}, {"seat": 0, "text": "two\nlines"},
           {"seat": 1, "text": "well"}]  # fmt: skip
    room.storage.journal().note(1, "chat", odd)
    assert room.again().table.chat == (Message(1, "well"),)


# -- the program is killed ----------------------------------------------------------------------------


def late(home: Path) -> Room:
    """A chiamata auction in which the clock of a person is about to run out."""
    room = Room(home, "you club club club club", game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    return room


def test_killed_before_the_timeout_was_saved_the_bar_comes_at_the_next_start(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.holding = True
    room.frame(TURN)
    assert room.table.saving and not room.table.over
    back = room.again(1.0)
    assert not back.bars
    back.until(lambda: back.table.over)
    assert back.bars.keys() == {"Anna"}


def test_killed_the_moment_the_timeout_is_saved_the_bar_is_there(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.frame(TURN)
    assert room.table.saving and not room.table.over, "the table has not even heard of it"
    room.table.close()
    room.storage.close()
    storage = StorageByHand(folders_in(tmp_path), room.wall)
    assert storage.journal().unfinished() == ()
    assert [bar.name for bar in storage.journal().sit_down((("Anna", "#a3361f"),))] == ["Anna"]


def test_the_action_the_end_and_the_bar_are_saved_together_or_not_at_all(tmp_path: Path) -> None:
    room = late(tmp_path)
    count = room.actions
    database = room.storage.journal()._db
    database.execute("CREATE TEMP TRIGGER no BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    room.frame(TURN)
    room.frame()
    assert room.table.fault and not room.table.over
    saved = room.saved
    assert sum(len(deal.actions) for deal in saved.deals) == count and len(room.storage.journal().unfinished()) == 1
    database.execute("DROP TRIGGER no")
    room.table.retry()
    room.frame()
    assert room.table.over and room.bars.keys() == {"Anna"} and not room.storage.journal().unfinished()


def test_a_match_that_was_over_but_never_finished_bars_when_it_is_opened_once(tmp_path: Path) -> None:
    """As a program would have left it that saves the last action apart from what follows."""
    room = late(tmp_path)
    match_id = 1
    room.storage.journal().add_action(match_id, len(room.record.deals), len(room.record.deals[-1].actions) + 1,
                                      Timeout(0))  # fmt: skip
    assert not room.bars and room.storage.journal().unfinished()
    back = room.again(5.0)
    back.frame()
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=2)}
    assert not back.storage.journal().unfinished()
    left = back.bars["Anna"]
    third = back.again(100.0)
    third.frame()
    assert third.bars["Anna"] <= HOUR and left


def test_a_bar_that_cannot_be_saved_is_no_bar_forgotten(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.fault = "The disk is full."
    room.frame(TURN)
    room.frame()
    assert room.table.fault
    room.storage.fault = ""
    room.table.retry()
    room.frame()
    assert room.table.over and room.bars.keys() == {"Anna"}


def test_who_never_sat_down_by_name_is_barred_all_the_same(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.journal()._db.execute("DELETE FROM profiles")
    room.frame(TURN)
    room.until(lambda: room.table.over)
    assert room.bars.keys() == {"Anna"}


def test_a_finished_match_stays_finished(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", deals_to_win=1)
    room.play_out()
    assert not room.storage.journal().unfinished() and not room.bars
    with pytest.raises(StorageError):
        room.storage.journal().add_action(1, 1, 1, Play(0, room.match.pack[0]))


# -- all of it at once --------------------------------------------------------------------------------

WILD = [(name, seed) for name in GAMES for seed in range(4)]


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "seed"), WILD)
def test_whatever_people_do_nothing_is_lost_and_the_right_ones_are_barred(tmp_path: Path, game: str, seed: int) -> None:
    """People play, talk, leave, vote, sleep; the disk is full now and then; the program is killed."""
    rng = Random(f"{game} {seed}")
    seats = 5 if game == "chiamata" else 4
    kinds = " ".join(["you", "you", *(rng.choice(["you", "club", "random"]) for _seat in range(seats - 2))])
    options: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    room = Room(tmp_path, kinds, game=game, seed=seed, turn_seconds=TURN, exit_votes=seats, talk="free", **options)
    texts = 0
    for _moment in range(1500):
        if room.table.over and not room.table.saving:
            break
        room.frame(rng.choice([0.1, 1.0, 2.0]), idle=rng.random() < 0.9)
        if room.table.between_deals and not room.table.saving:
            room.table.next_deal()
        dice, speaker = rng.random(), room.table.speaker
        if dice < 0.02 and not room.storage.holding:
            before, talk = room.record, room.table.chat
            room = room.again(rng.choice([0.0, 5.0, -5.0]))
            assert [deal.actions for deal in room.record.deals][: len(before.deals) - 1] == [
                deal.actions for deal in before.deals
            ][:-1], "what had happened is still there"
            assert room.actions >= sum(len(deal.actions) for deal in before.deals)
            assert room.table.chat[: len(talk)] == talk
        elif dice < 0.04:
            room.storage.fault = "The disk is full."
        elif dice < 0.1:
            room.storage.fault = ""
            room.table.retry()
        elif dice < 0.13:
            room.storage.holding = not room.storage.holding
            if not room.storage.holding:
                room.storage.let()
        elif dice < 0.15 and speaker is not None:
            texts += room.table.say(f"text {texts}") is None
        elif dice < 0.155 and speaker is not None:
            room.table.act(Leave(speaker))
        elif dice < 0.16 and speaker is not None:
            room.table.act(Unlock(speaker))
        elif dice < 0.17:
            room.frame(TURN)
        elif room.table.cover is not None:
            room.table.ready()
        elif room.table.your_turn:
            room.table.act(rng.choice(room.table.view.choices))
    room.storage.holding, room.storage.fault = False, ""
    room.storage.let()
    room.table.retry()
    while room.table.saving:
        room.frame(0.0, idle=False)
    assert room.saved.replay() == room.match
    if room.table.over:
        names = {NAMES[seat] for seat in barred(room.match) if room.table.players[seat].is_person}
        assert room.bars.keys() == names
        assert not room.storage.journal().unfinished()
        assert read(dump(room.saved)).replay() == room.match
    else:
        assert not room.bars and len(room.storage.journal().unfinished()) == 1
