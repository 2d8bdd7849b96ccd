"""Matches: deals in a row, the dealer, the totals and the end.

A match includes the table discipline of every game (timeouts, players who leave, votes to end the match), so that a
record replays it. See docs/rules.md, "Table discipline".
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from game.core.actions import (
    Action,
    Deal,
    LeaveMatch,
    Play,
    Timeout,
    VoteToEnd,
    check_action_types,
    check_deal_types,
)
from game.core.arguments import format_argument
from game.core.cards import Card
from game.core.events import Event, MatchEnded, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.core.messages import InputError, Reason
from game.core.options import Options, change_options, format_option_value
from game.core.phase import DealResult, IllegalActionError, Phase, PhaseStep
from game.match.house_rules import resolve_options
from game.rules import GAMES, Game, Standing
from game.rules.game import ScoreSum, sum_scores

replace = msgspec.structs.replace

TABLE_ACTIONS: Final = frozenset({LeaveMatch, VoteToEnd, Timeout})
"""The actions of every game that the match handles; the phase handles all others."""


class MatchStep(NamedTuple):
    """The result of an action: the match after it, and its events."""

    match: Match
    events: tuple[Event, ...]


class FullTransition(NamedTuple):
    """An accepted action with nothing hidden: the match before and after it, and its events."""

    before: Match
    after: Match
    events: tuple[Event, ...]


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match between two actions.

    ``results``: outcomes of the finished deals; ``added``: their sum, None before the first; ``phase``: the current
    deal or the last one, None before the first; ``departed_seats``: seats whose player left; ``votes_to_end``: seats
    that voted to end the match; ``auto_play_seat``: the seat that ran out of time and for which a card must be played
    now; ``is_aborted``: the match ended without a result; ``timed_out_seat``: the seat whose timeout ended it.
    """

    game_id: str
    options: Options
    seats: int
    first_dealer: int
    results: tuple[DealResult, ...] = ()
    added: ScoreSum | None = None
    phase: Phase | None = None
    departed_seats: tuple[int, ...] = ()
    votes_to_end: tuple[int, ...] = ()
    auto_play_seat: int | None = None
    is_aborted: bool = False
    timed_out_seat: int | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.game_id]

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are dealt, sorted."""
        return self.game.make_pack(self.options, self.seats)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win or lose together in the whole match."""
        return self.game.get_sides(self.options, self.seats)

    @property
    def is_deal_in_progress(self) -> bool:
        """Whether a deal is being played."""
        return self.phase is not None and self.phase.result is None and not self.is_aborted

    @property
    def needs_deal(self) -> bool:
        """Whether the next action must be a `Deal`."""
        return not self.is_over and not self.is_deal_in_progress

    @property
    def dealer(self) -> int:
        """The dealer of the current deal, or of the next one."""
        if self.phase is None:
            return self.first_dealer
        if self.phase.result is None or self.phase.result.is_dealer_kept:
            return self.phase.dealer
        return (self.phase.dealer + 1) % self.seats

    @property
    def standing(self) -> Standing:
        """The totals, and the winners once the match is over."""
        standing = self.game.compute_standing(self.options, self._sum())
        return replace(standing, is_over=True, winners=(), payout=None) if self.is_aborted else standing

    def _sum(self) -> ScoreSum:
        return self.added if self.added is not None else sum_scores(self.seats, self.results)

    @property
    def is_over(self) -> bool:
        return self.is_aborted or (not self.is_deal_in_progress and self.standing.is_over)

    @property
    def turn(self) -> int | None:
        """The seat to act; None between deals and after the end."""
        return self.phase.turn if self.phase is not None and self.is_deal_in_progress else None

    @property
    def votes_to_end_needed(self) -> int:
        return min(self.options.exit_votes, self.seats)

    def illegal_reason(self, action: Action | Deal) -> Reason | None:
        """Return why ``action`` is illegal now, or None if it is legal.

        It may be the action of any seat, also one that does not exist. Raise TypeError if ``action`` is not exactly an
        action of a game, or if a field has a value of another type.
        """
        self._check_types(action)
        return self.illegal_reason_unchecked(action)

    def illegal_reason_unchecked(self, action: Action | Deal) -> Reason | None:
        """Return the `illegal_reason` of an action whose types are known to be right."""
        if self.is_over:
            return Reason("match_over")
        if isinstance(action, Deal):
            return self._illegal_deal_reason(action)
        if not 0 <= action.seat < self.seats:
            return Reason("no_such_seat", {"last": self.seats - 1})
        if self.phase is None:
            return Reason("not_dealt")
        if type(action) in TABLE_ACTIONS:
            return self._illegal_table_action_reason(action)
        if self.auto_play_seat is not None and not (isinstance(action, Play) and action.seat == self.auto_play_seat):
            return Reason("forced_card", {"seat": self.auto_play_seat})
        return self.phase.illegal_reason(action)

    def _check_types(self, action: Action | Deal) -> None:
        if type(action) is Deal:
            check_deal_types(action)
            return
        action_type = type(action)
        is_common = action_type is Play or action_type in TABLE_ACTIONS
        if not is_common and not any(action_type in game.actions for game in GAMES.values()):
            raise TypeError(f"an action of the game is needed, not {format_argument(action)}")
        assert isinstance(action, Action)
        check_action_types(action)

    def _illegal_deal_reason(self, deal: Deal) -> Reason | None:
        if self.is_deal_in_progress:
            return Reason("deal_not_over")
        pack = self.pack
        expected_cards, dealt_cards = set(pack), set(deal.pack)
        unknown_cards = [card for card in deal.pack if card not in expected_cards]
        if unknown_cards:
            return Reason("pack_has", {"card": unknown_cards[0]})
        if len(deal.pack) > len(dealt_cards):
            return Reason("pack_twice", {"card": next(card for card in deal.pack if deal.pack.count(card) > 1)})
        missing_cards = [card for card in pack if card not in dealt_cards]
        return Reason("pack_lacks", {"card": missing_cards[0]}) if missing_cards else None

    def _illegal_table_action_reason(self, action: Action) -> Reason | None:
        if isinstance(action, LeaveMatch):
            return Reason("left_already") if action.seat in self.departed_seats else None
        if isinstance(action, VoteToEnd):
            return Reason("voted_already") if action.seat in self.votes_to_end else None
        if not self.options.turn_seconds:
            return Reason("no_clock")
        if self.turn is None or self.phase is None:
            return Reason("deal_over")
        if not self.phase.can_act(action.seat):
            return Reason("not_your_turn", {"seat": self.turn})
        return Reason("forced_card", {"seat": action.seat}) if self.auto_play_seat is not None else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act; () if nobody is to act.

        Leaving, voting and timeouts, the `TABLE_ACTIONS`, are left out, and so is dealing.
        """
        if not self.is_deal_in_progress or self.phase is None:
            return ()
        actions = self.phase.legal_actions()
        return (
            actions if self.auto_play_seat is None else tuple(action for action in actions if isinstance(action, Play))
        )

    def apply(self, action: Action | Deal) -> MatchStep:
        """Return the match after ``action``, and the events.

        Raise IllegalActionError if it is illegal, TypeError as `illegal_reason`.
        """
        reason = self.illegal_reason(action)
        if reason is not None:
            raise IllegalActionError(action, reason)
        step = self._apply_unchecked(action)
        if not step.match.is_over:
            return step
        standing = step.match.standing
        return MatchStep(step.match, (*step.events, MatchEnded(standing.totals, standing.winners)))

    def _apply_unchecked(self, action: Action | Deal) -> MatchStep:
        if isinstance(action, Deal):
            return self._take_phase_step(
                self.game.deal(self.options, self.seats, self.dealer, action.pack, self.results)
            )
        assert self.phase is not None
        if type(action) in TABLE_ACTIONS:
            return self._apply_table_action(action, self.phase)
        return self._take_phase_step(self.phase.apply_unchecked(action))

    def _apply_table_action(self, action: Action, phase: Phase) -> MatchStep:
        if isinstance(action, LeaveMatch):
            return MatchStep(
                replace(self, departed_seats=(*self.departed_seats, action.seat)), (PlayerLeft(action.seat),)
            )
        if isinstance(action, VoteToEnd):
            votes = (*self.votes_to_end, action.seat)
            next_match = replace(self, votes_to_end=votes, is_aborted=len(votes) >= self.votes_to_end_needed)
            return MatchStep(next_match, (VoteToEndCast(action.seat, len(votes), self.votes_to_end_needed),))
        seat = action.seat
        next_match = (
            replace(self, auto_play_seat=seat)
            if phase.is_card_play
            else replace(self, is_aborted=True, timed_out_seat=seat)
        )
        return MatchStep(next_match, (PlayerTimedOut(seat),))

    def _take_phase_step(self, step: PhaseStep) -> MatchStep:
        after, result = replace(self, phase=step.phase, auto_play_seat=None), step.phase.result
        if result is not None:
            after = replace(after, results=(*self.results, result), added=self._sum().add(result))
        return MatchStep(after, step.events)

    def get_deal_result(self) -> DealResult:
        """Return the outcome of the last deal; "unfinished" with the points so far if it is not over.

        A deal must have begun.
        """
        assert self.phase is not None
        if self.phase.result is not None:
            return self.phase.result
        zeros = (0,) * self.seats
        return DealResult(state="unfinished", scores=zeros, points=self.phase.count_points(), reasons=())


def check_setup(game: str, preset: str | None, options: Options, seats: int, first_dealer: int) -> None:
    """Raise InputError, which names the field, if no match can start with these values.

    ``preset``: None for any preset of the game.
    """
    base = resolve_options(game, preset, {})[1]
    counts = GAMES[game].seat_counts if preset is None else GAMES[game].get_seat_counts(preset)
    if type(options) is not type(base):
        raise InputError("other_options", game=game)
    change_options(base, msgspec.structs.asdict(options))
    if type(seats) is not int or seats not in counts:
        count = format_option_value(seats)
        raise InputError("other_seat_count", game=game, counts=", ".join(map(str, counts)), count=count)
    if type(first_dealer) is not int or not 0 <= first_dealer < seats:
        raise InputError("other_first_dealer", last=seats - 1, named=format_argument(first_dealer))


def create_match(game_id: str, options: Options, seats: int, first_dealer: int, preset: str | None = None) -> Match:
    """Return a match before its first deal. ``preset``, and InputError, as in `check_setup`."""
    check_setup(game_id, preset, options, seats, first_dealer)
    return Match(game_id=game_id, options=options, seats=seats, first_dealer=first_dealer)
