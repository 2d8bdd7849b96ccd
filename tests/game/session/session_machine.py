"""A state machine of a match at one screen: people act, undo, claim, ask, talk, leave, vote and give up in any order.

Between the steps the disk fails or waits, and the program is killed and started again. `SessionMachine` compares what
the screen shows with what is on disk and with what the rules let the person see.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.messages import Reason
from game.match.observation import observe
from game.match.record import decode_playable_record, encode_record
from game.match.table_discipline import penalty_reason
from game.session.match_info import find_active_seat
from tests.session_driver import TURN_LIMIT_S, SessionDriver, confirm_ready, get_awaited_seat
from tests.stored_matches import is_beginning, make_memory_folder

DISK_FULL = "The disk is full."
TABLES = (
    ("briscola", "you club"), ("briscola", "you you club club"), ("chiamata", "you club random club club"),
    ("spades", "you club club club"), ("spades", "you you you club"), ("muscio", "you random club club"),
)  # fmt: skip
PICKS = st.integers(0, 39)


class SessionMachine(RuleBasedStateMachine):
    """A match whose program, disk and clock the machine controls."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 9), turn_seconds=st.sampled_from((0, TURN_LIMIT_S)))
    def start(self, table: tuple[str, str], seed: int, turn_seconds: int) -> None:
        """Start a match."""
        game, kinds = table
        self.home = make_memory_folder()
        self.driver = SessionDriver(
            self.home, kinds, game=game, seed=seed, turn_seconds=turn_seconds, exit_votes=1, talk="free"
        )
        self.text_numbers = count(1)
        self.is_given_up = False

    def teardown(self) -> None:
        """Let the disk work again, and check that the match is stored as it is shown."""
        try:
            self.repair_disk()
            self.check_ending()
        finally:
            self.driver.storage.close()
            shutil.rmtree(self.home)

    # -- what the machine knows

    @property
    def speaker(self) -> int | None:
        """The seat of the person at the screen, None if nobody is known to be there."""
        session = self.driver.session
        return find_active_seat(session.info, self.driver.observation, session.hot_seat)

    @property
    def is_disk_ready(self) -> bool:
        return not self.driver.storage.is_paused and not self.driver.storage.failure_message

    def list_texts(self) -> list[str]:
        """Return what people have said; a line of a computer player may be lost."""
        people = [seat for seat, player in enumerate(self.driver.session.info.players) if player.is_person]
        return [line.text for line in self.driver.session.chat_messages if line.seat in people]

    # -- time and the disk

    @rule(seconds=st.sampled_from((0.1, 1.0, 3.0, TURN_LIMIT_S + 1.0)), is_idle=st.booleans(), frames=st.integers(1, 8))
    def wait(self, seconds: float, is_idle: bool, frames: int) -> None:
        """Let frames pass; the screen may be busy with animations."""
        for _frame in range(frames):
            self.driver.advance_frame(seconds, is_screen_idle=is_idle)

    @precondition(lambda self: self.is_disk_ready)
    @rule(is_full=st.booleans())
    def stop_disk(self, is_full: bool) -> None:
        """Let the disk be full, or too slow to answer."""
        self.driver.storage.is_paused, self.driver.storage.failure_message = not is_full, DISK_FULL if is_full else ""

    @precondition(lambda self: not self.is_disk_ready)
    @rule()
    def repair_disk(self) -> None:
        """Let the disk work again; all that was accepted is saved then."""
        self.driver.storage.failure_message = ""
        self.driver.storage.finish_writes()
        self.driver.advance_frame(0.0)  # a failure is told before it can be tried again
        self.driver.session.retry()
        self.driver.advance_until(lambda: not self.driver.session.is_saving, seconds=0.1)

    @rule(closed_s=st.sampled_from((0.0, 5.0, -5.0)))
    def kill_and_resume(self, closed_s: float) -> None:
        """Kill the program and start it again: what was shown is there, and what waited for the disk may be lost."""
        shown, said = self.driver.record, self.list_texts()
        is_over, self.driver.storage.failure_message = self.driver.observation.is_over, ""
        if is_over or self.is_given_up or self.driver.session.status.match_id is None:
            return  # such a match is not offered
        event("killed while saving" if self.driver.session.is_saving else "killed")
        self.driver = self.driver.restart_program(closed_s)
        assert is_beginning(shown, self.driver.record)
        assert self.list_texts()[: len(said)] == said

    # -- what people do

    def ask(self, request: Callable[[], Reason | None]) -> Reason | None:
        """Make a request, and check that it changes nothing if it is refused. Return the reason."""
        before, reason = self.driver.record, request()
        event("refused" if reason else "accepted")
        assert reason is None or self.driver.record == before
        return reason

    @rule(turns=st.sampled_from((1, 5, 20, 60)), rng=st.integers(0, 2**32 - 1).map(Random))
    def play_on(self, turns: int, rng: Random) -> None:
        """Let people take their turns, a frame at a time; a legal action is accepted, unless the disk has failed."""
        driver = self.driver
        for _turn in range(turns):
            driver.advance_frame(1.0)
            if get_awaited_seat(driver.session) is not None:
                confirm_ready(driver.session)
            if driver.session.status.is_between_deals:
                driver.session.start_next_deal()
            if driver.session.is_your_turn:
                reason = self.ask(partial(driver.session.act, rng.choice(driver.observation.legal_actions)))
                may_refuse = bool(driver.session.error) or self.is_given_up or driver.match.auto_play_seat is not None
                assert reason is None or may_refuse

    @precondition(lambda self: self.driver.match.turn not in (None, self.driver.observation.seat))
    @rule(pick=PICKS)
    def play_for_another(self, pick: int) -> None:
        """Try a legal action of the seat on turn, which is not the viewer's: it is refused and changes nothing."""
        before, actions = self.driver.record, self.driver.match.legal_actions()
        action = actions[pick % len(actions)]
        assert self.driver.session.act(action) is not None and self.driver.record == before

    @rule()
    def undo(self) -> None:
        """Let the viewer take back their last choice."""
        self.ask(self.driver.session.undo)
        self.driver.advance_frame(0.1)

    @rule()
    def claim(self) -> None:
        """Let the viewer claim the rest."""
        self.ask(self.driver.session.claim)

    @rule()
    def ask_for_hint(self) -> None:
        """Let the viewer ask for a hint, which is of legal actions only."""
        self.ask(self.driver.session.request_hint)
        self.driver.advance_frame(0.1)
        hint = self.driver.session.hint.estimates
        if hint is not None and self.driver.session.is_your_turn:
            assert {estimate.action for estimate in hint} <= set(self.driver.observation.legal_actions)

    @precondition(lambda self: self.speaker is not None)
    @rule()
    def talk(self) -> None:
        """Let the person at the screen say something."""
        self.driver.session.say(f"text {next(self.text_numbers)}")

    @precondition(lambda self: self.speaker is not None)
    @rule(is_vote=st.booleans(), really=st.integers(0, 3))
    def leave_or_vote(self, is_vote: bool, really: int) -> None:
        """Let the person at the screen leave, or vote to end; seldom, because little can happen afterwards."""
        if really == 0 and self.speaker is not None:
            self.ask(partial(self.driver.session.act, VoteToEnd(self.speaker) if is_vote else LeaveMatch(self.speaker)))

    @rule(really=st.integers(0, 15))
    def give_up(self, really: int) -> None:
        """Give the match up; seldom, because nothing can happen afterwards."""
        if really == 0:
            event("given up")
            self.driver.session.give_up()
            self.is_given_up = True

    # -- what always holds

    @invariant()
    def screen_shows_only_what_is_stored(self) -> None:
        """Check that what the screen shows is on disk, and that the viewer sees what the rules let them see."""
        if not self.driver.storage.failure_message:
            stored, shown = self.driver.stored_record, self.driver.record
            assert is_beginning(shown, stored) or self.driver.session.is_saving
            if not self.driver.session.is_saving:
                assert stored == shown or not stored.deals
        observation = self.driver.observation
        if self.driver.session.hot_seat is None:
            assert observation == observe(self.driver.match, observation.seat)

    def check_ending(self) -> None:
        """Check that the disk has the match, once all writes are done, and that the right people are blocked."""
        driver = self.driver
        driver.advance_frame(0.0, is_screen_idle=False)
        assert driver.stored_record.replay() == driver.match
        if self.is_given_up:
            driver.advance_until(lambda: driver.session.status.is_given_up, seconds=0.1)
            assert driver.unfinished_count == 0
        elif driver.observation.is_over:
            players, match = driver.session.info.players, driver.match
            seats = [seat for seat, player in enumerate(players) if player.is_person and penalty_reason(match, seat)]
            assert driver.penalty_seconds.keys() == {players[seat].name for seat in seats}
            assert driver.unfinished_count == 0
            assert decode_playable_record(encode_record(driver.stored_record)).replay() == driver.match
        else:
            assert not driver.penalty_seconds and driver.unfinished_count == 1
