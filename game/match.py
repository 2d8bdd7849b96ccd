"""Deals in a row: who deals, what the deals add up to, when the match ends.

What a table's discipline adds to every game (a clock that ran out, a player who left, votes to unlock
the exit) is part of the match, so that a record replays it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from game.engine.cards import Card
from game.engine.events import Event, Left, MatchEnded, TimedOut, Unlocked
from game.engine.options import Options, adapt, shown
from game.engine.phases import DealResult, IllegalAction, Phase, Reason, Step
from game.house_rules import agreed
from game.i18n import _
from game.rules import GAMES, Game, Standing
from game.rules.game import ScoreSum, sum_scores

replace = msgspec.structs.replace

DISCIPLINE: Final = frozenset({Leave, Unlock, Timeout})
"""The actions that are the table's, the same in every game; all others are the phase's."""


class MatchStep(NamedTuple):
    """What an action leads to in a match."""

    match: Match
    events: tuple[Event, ...]


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match between two actions. ``name`` is the game's; ``results`` are the deals that ended.

    ``phase`` is the deal that is played or was played last, None before the first. ``forced``: the seat
    whose clock ran out and for whom a card must follow. ``aborted``: ended without a result, ``expired``: by
    the clock of that seat. ``added``: what the results add up to, None before the first.
    """

    name: str
    options: Options
    seats: int
    first_dealer: int
    results: tuple[DealResult, ...] = ()
    added: ScoreSum | None = None
    phase: Phase | None = None
    left: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    forced: int | None = None
    aborted: bool = False
    expired: int | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.name]

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are dealt, sorted."""
        return self.game.pack_for(self.options, self.seats)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win or lose together for the whole match."""
        return self.game.sides_for(self.options, self.seats)

    @property
    def deal_open(self) -> bool:
        """Whether a deal is being played."""
        return self.phase is not None and self.phase.result is None and not self.aborted

    @property
    def awaits_deal(self) -> bool:
        """Whether the next thing is a `Deal`."""
        return not self.over and not self.deal_open

    @property
    def dealer(self) -> int:
        """The dealer of the open deal, or of the next one."""
        if self.phase is None:
            return self.first_dealer
        if self.phase.result is None or self.phase.result.same_dealer:
            return self.phase.dealer
        return (self.phase.dealer + 1) % self.seats

    @property
    def standing(self) -> Standing:
        """Totals, and the winners once the match is over."""
        standing = self.game.standing(self.options, self._sum())
        return replace(standing, over=True, winners=(), payout=None) if self.aborted else standing

    def _sum(self) -> ScoreSum:
        return self.added if self.added is not None else sum_scores(self.seats, self.results)

    @property
    def over(self) -> bool:
        return self.aborted or (not self.deal_open and self.standing.over)

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, None between deals and at the end."""
        return self.phase.to_act if self.phase is not None and self.deal_open else None

    @property
    def votes_needed(self) -> int:
        return min(self.options.exit_votes, self.seats)

    def why_not(self, action: Action | Deal) -> Reason | None:
        """Why ``action`` is illegal now, or None."""
        if self.over:
            return Reason("match_over")
        if isinstance(action, Deal):
            return self._why_not_deal(action)
        if not 0 <= action.seat < self.seats:
            return Reason("no_such_seat", {"last": self.seats - 1})
        if self.phase is None:
            return Reason("not_dealt")
        if type(action) in DISCIPLINE:
            return self._why_not_disciplined(action)
        if self.forced is not None and not (isinstance(action, Play) and action.seat == self.forced):
            return Reason("forced_card", {"seat": self.forced})
        return self.phase.why_not(action)

    def _why_not_deal(self, deal: Deal) -> Reason | None:
        if self.deal_open:
            return Reason("deal_not_over")
        pack = self.pack
        wanted, given = set(pack), set(deal.pack)
        odd = [card for card in deal.pack if card not in wanted]
        if odd:
            return Reason("pack_has", {"card": odd[0]})
        if len(deal.pack) > len(given):
            return Reason("pack_twice", {"card": next(card for card in deal.pack if deal.pack.count(card) > 1)})
        lacks = [card for card in pack if card not in given]
        return Reason("pack_lacks", {"card": lacks[0]}) if lacks else None

    def _why_not_disciplined(self, action: Action) -> Reason | None:
        if isinstance(action, Leave):
            return Reason("left_already") if action.seat in self.left else None
        if isinstance(action, Unlock):
            return Reason("voted_already") if action.seat in self.votes else None
        if not self.options.turn_seconds:
            return Reason("no_clock")
        if self.to_act is None or self.phase is None:
            return Reason("deal_over")
        if not self.phase.awaits(action.seat):
            return Reason("not_your_turn", {"seat": self.to_act})
        return Reason("forced_card", {"seat": action.seat}) if self.forced is not None else None

    def legal(self) -> tuple[Action, ...]:
        """What the seat to act may do in the game (not leaving, voting or letting the clock run out)."""
        if not self.deal_open or self.phase is None:
            return ()
        legal = self.phase.legal()
        return legal if self.forced is None else tuple(one for one in legal if isinstance(one, Play))

    def apply(self, action: Action | Deal) -> MatchStep:
        """The match after ``action``, and what happened. IllegalAction if it is refused."""
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(action, reason)
        step = self._do(action)
        if not step.match.over:
            return step
        standing = step.match.standing
        return MatchStep(step.match, (*step.events, MatchEnded(standing.totals, standing.winners)))

    def _do(self, action: Action | Deal) -> MatchStep:
        if isinstance(action, Deal):
            return self._after(self.game.deal(self.options, self.seats, self.dealer, action.pack, self.results))
        assert self.phase is not None
        if type(action) in DISCIPLINE:
            return self._disciplined(action, self.phase)
        return self._after(self.phase.do(action))

    def _disciplined(self, action: Action, phase: Phase) -> MatchStep:
        if isinstance(action, Leave):
            return MatchStep(replace(self, left=(*self.left, action.seat)), (Left(action.seat),))
        if isinstance(action, Unlock):
            votes = (*self.votes, action.seat)
            after = replace(self, votes=votes, aborted=len(votes) >= self.votes_needed)
            return MatchStep(after, (Unlocked(action.seat, len(votes), self.votes_needed),))
        seat = action.seat
        after = replace(self, forced=seat) if phase.in_play else replace(self, aborted=True, expired=seat)
        return MatchStep(after, (TimedOut(seat),))

    def _after(self, step: Step) -> MatchStep:
        after, result = replace(self, phase=step.state, forced=None), step.state.result
        if result is not None:
            after = replace(after, results=(*self.results, result), added=self._sum().add(result))
        return MatchStep(after, step.events)

    def deal_result(self) -> DealResult:
        """How the latest deal stands: its result, or what was taken so far."""
        assert self.phase is not None
        if self.phase.result is not None:
            return self.phase.result
        nothing = (0,) * self.seats
        return DealResult(state="unfinished", scores=nothing, points=self.phase.points(), why=())


def check_setup(game: str, preset: str | None, options: Options, seats: int, first_dealer: int) -> None:
    """Raise ValueError, one line that names the field, if no match can begin so. ``preset``: None for any of them."""
    base = agreed(game, preset, {})[1]
    title, counts = _(GAMES[game].title), GAMES[game].seats
    if type(options) is not type(base):
        raise ValueError(_("options: must be those of {game}").format(game=title))
    adapt(base, msgspec.structs.asdict(options))
    if type(seats) is not int or seats not in counts:
        fault = _("seats: {game} is played by {counts}, not by {count}")
        raise ValueError(fault.format(game=title, counts=", ".join(map(str, counts)), count=shown(seats)))
    if type(first_dealer) is not int or not 0 <= first_dealer < seats:
        fault = _("first_dealer: must be from 0 to {last}, not {named}")
        raise ValueError(fault.format(last=seats - 1, named=repr(first_dealer)))


def new_match(name: str, options: Options, seats: int, first_dealer: int) -> Match:
    """Return a match before its first deal. ValueError as in `check_setup`."""
    check_setup(name, None, options, seats, first_dealer)
    return Match(name=name, options=options, seats=seats, first_dealer=first_dealer)
