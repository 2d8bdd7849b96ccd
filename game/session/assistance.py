"""Undo, hints, checks of plays and claims in a hosted match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final, NamedTuple

from game.ai.client import AIClient, get_findings
from game.analysis.model import Finding
from game.core.actions import Action
from game.match.assistance import AssistanceOptions
from game.match.claims import Claim, find_claim
from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.record import Record
from game.match.undo_and_hints import (
    UndoPoint,
    is_free_choice,
    rewind_record,
    undo_refusal_reason,
)
from game.session.match_store import MatchStore
from game.session.messages import HintMessage, PlayCheck
from game.session.moment import Moment
from game.session.stored_findings import TOLD_FINDINGS_KEY, encode_findings
from game.storage.matches import MatchRepository
from game.workers.worker_process import WorkerFuture

ASSISTED_FLAG: Final = "assisted"
"""The key of the flag for undo or hints used, among the notes of a match and at the top level of a record."""
NO_HINT: Final = HintMessage(is_pending=False, estimates=None)
NO_CHECK: Final = PlayCheck()
CHECK_WAIT_S: Final = 1.5
"""The seconds for which a computer player waits for the check of the person's choice, at most."""


class ActiveClaim(NamedTuple):
    """A claim that is being played out; ``action_count``: of the deal before it."""

    seat: int
    claim: Claim
    action_count: int


class _ChoiceCheck(NamedTuple):
    """A request to judge all choices that the only person has in ``match``, from what they know.

    ``request``: makes the request, for the choices that are always judged and one more; ``extra_action``: that one.
    """

    match: Match
    request: Callable[[Action | None], WorkerFuture]
    future: WorkerFuture
    extra_action: Action | None = None


class Assistance:
    """The assistance of one hosted match: choices that can be undone, one hint at a time, a claim.

    ``options``: what the players agreed on. ``human_seats``: of the whole match. ``undo_points``: of this deal, the
    oldest first. ``is_assisted``: whether undo, a hint or a check was used. ``hint``: the state of the hint.
    ``checks_plays``: whether choices are checked that can be taken back; ``check``: what was found last.
    ``told_findings``: all that was told so far, which the analysis of the match repeats.
    """

    def __init__(
        self,
        options: AssistanceOptions,
        human_seats: tuple[int, ...],
        undo_points: tuple[UndoPoint, ...],
        store: MatchStore,
        ai_client: AIClient,
        *,
        is_assisted: bool = False,
        told_findings: tuple[Finding, ...] = (),
    ) -> None:
        self.options = options
        self.undo_points = undo_points
        self.is_assisted = is_assisted
        self.told_findings = told_findings
        self.hint = NO_HINT
        self.checks_plays = False
        self.check = NO_CHECK
        self.claim: ActiveClaim | None = None
        self._human_seats = human_seats
        self._store = store
        self._ai_client = ai_client
        self._hint_future: WorkerFuture | None = None
        self._next_check: _ChoiceCheck | None = None
        self._seen_match: Match | None = None
        self._awaited_check: tuple[_ChoiceCheck, Action] | None = None
        self._is_check_in_time = False

    # -- steps of the match

    def begin_deal(self) -> None:
        """Forget the choices of the deal before."""
        self.undo_points = ()
        self.discard_check()

    def note_action(self, match: Match, action: Action, event_count: int, action_count: int) -> None:
        """Keep a choice that can be undone: ``action`` in ``match``; the other arguments as in `UndoPoint`.

        The choice is checked if `prepare_check` has begun to judge it.
        """
        if action.seat in self._human_seats:
            self.discard_check()
        self._is_check_in_time = action.seat in self._human_seats
        is_claimed_play = self.claim is not None and action_count > self.claim.action_count
        if not is_claimed_play and is_free_choice(match, action, self._human_seats):
            self.undo_points = (*self.undo_points, UndoPoint(match, event_count, action_count))
            if self._next_check is not None and self._next_check.match is match:
                self._awaited_check, self._next_check = (self._next_check, action), None

    def end_step(self, match: Match) -> None:
        """Drop what the step to ``match`` has made useless: the hint, and after the deal the claim and the check."""
        if self.hint is not NO_HINT:
            self.discard_hint()
        if not match.is_deal_in_progress:
            self.claim = None
            self.discard_check()

    def save_undo(self, record: Record, on_saved: Callable[[Record, UndoPoint], None]) -> None:
        """Begin to save that the last choice is taken back; then call ``on_saved`` with the record before it."""
        undo_point = self.undo_points[-1]
        earlier_record = rewind_record(record, undo_point)

        def rewind(_done: object) -> None:
            self.undo_points, self.is_assisted, self.claim = self.undo_points[:-1], True, None
            self.discard_check()
            on_saved(earlier_record, undo_point)

        self._store.save(rewind, MatchRepository.truncate_match, earlier_record, {ASSISTED_FLAG: True})

    # -- hints

    def save_help_use(self, on_saved: Callable[[], None]) -> None:
        """Begin to save that the match is assisted; then call ``on_saved``, at once if it is saved already."""
        if self.is_assisted:
            on_saved()
            return

        def mark(_done: object) -> None:
            self.is_assisted = True
            on_saved()

        self._store.save(mark, MatchRepository.store_note, ASSISTED_FLAG, True, restarts_turn_clock=False)

    def request_hint(self, observation: Observation, rng: Random) -> None:
        """Ask the best computer player for estimates of the choices in ``observation``; drop an earlier hint.

        Raise ValueError if the seat has no legal action.
        """
        self.discard_hint()
        self._hint_future = self._ai_client.request_advice(observation, rng.getrandbits(63))
        self.hint = HintMessage(is_pending=True, estimates=None)

    def poll(self) -> None:
        """Take the hint that has arrived, () if the request failed. Never wait."""
        if self._hint_future is not None and self._hint_future.done():
            self.hint = HintMessage(is_pending=False, estimates=self._ai_client.get_advice(self._hint_future))
            self._hint_future = None

    def discard_hint(self) -> None:
        """Drop the hint, or the request for it."""
        if self._hint_future is not None:
            self._hint_future.cancel()
            self._hint_future = None
        self.hint = NO_HINT

    # -- checks of plays

    def enable_checks(self, *, is_enabled: bool) -> None:
        """Check the choices of the person from now on, or no more."""
        if not is_enabled:
            self.stop_checks()
        self.checks_plays = is_enabled

    def needs_answer_first(self, waiting_s: float) -> bool:
        """Return whether a computer player waits, so that the person can take a choice back before anybody acts.

        It waits for the check of the choice, at most `CHECK_WAIT_S`, and then for the person. ``waiting_s``: since the
        choice.
        """
        return self.check.is_in_time or (self._awaited_check is not None and waiting_s < CHECK_WAIT_S)

    def prepare_check(self, moment: Moment, make_rng: Callable[[], Random]) -> None:
        """Begin to judge the choices of the only person while they think, if the moment is new and can be undone.

        Claimed plays are no choices. ``make_rng`` is called once for a moment of the match.
        """
        match, deals = moment.match, moment.record.deals
        if not self.checks_plays or match is self._seen_match:
            return
        self._drop_next_check()
        self._seen_match, seat = match, match.turn
        if seat not in self._human_seats or match.auto_play_seat is not None or self.claim is not None:
            return
        undo_points = (UndoPoint(match, 0, 0),)
        refusal = undo_refusal_reason(match, self._human_seats, undo_points, is_allowed=self.options.undo)
        observation = observe(match, seat)
        if refusal is None and len(observation.legal_actions) > 1:
            place = len(deals), len(deals[-1].actions) + 1
            request = partial(self._ai_client.request_findings, observation, make_rng().getrandbits(63), *place)
            self._next_check = _ChoiceCheck(match, request, request(None))

    def stop_checks(self) -> None:
        """Drop what was found about the last choice and about the next one, or the requests for it.

        If it is still the same choice later, `prepare_check` judges it again.
        """
        self.discard_check()
        self._drop_next_check()
        self._seen_match = None

    def _drop_next_check(self) -> None:
        if self._next_check is not None:
            self._next_check.future.cancel()
            self._next_check = None

    def poll_check(self, *, can_save: bool) -> None:
        """Take the finding that has arrived. A clear mistake is told once it is saved with the use of help."""
        if self._awaited_check is None or not can_save:
            return
        check, action = self._awaited_check
        if not check.future.done():
            return
        findings, self._awaited_check = get_findings(check.future), None
        finding = findings.get(action)
        if findings and finding is None and check.extra_action is None:
            self._awaited_check = check._replace(future=check.request(action), extra_action=action), action
        if isinstance(finding, Finding) and finding.judgment is not None and finding.judgment.is_clear_mistake:
            self.told_findings, undo_points = (*self.told_findings, finding), self.undo_points
            check_message = PlayCheck(finding.judgment, self._is_check_in_time)

            def tell(_done: object) -> None:
                self.is_assisted = True
                if undo_points is self.undo_points:
                    self.check = check_message

            notes = {ASSISTED_FLAG: True, TOLD_FINDINGS_KEY: encode_findings(self.told_findings)}
            self._store.save(tell, MatchRepository.store_notes, notes, restarts_turn_clock=False)

    def discard_check(self) -> None:
        """Drop what was found about the last choice, or the request for it."""
        if self._awaited_check is not None:
            self._awaited_check[0].future.cancel()
            self._awaited_check = None
        self.check = NO_CHECK

    # -- claims

    def start_claim(self, observation: Observation, action_count: int) -> bool:
        """Play the cards of the seat of ``observation`` from now on as it claims. Return whether it can claim."""
        claim, seat = find_claim(observation), observation.seat
        if claim is None or seat is None:
            return False
        self.discard_hint()
        self.claim = ActiveClaim(seat, claim, action_count)
        return True
