"""The phase is the state: what every phase of every game has in common.

A phase is a frozen value with only the fields that exist then. ``why_not`` is the one source of
legality: ``legal`` filters with it, ``apply`` refuses with it, the screen shows it on a greyed card.
Whose turn it is is asked here for all; a phase says ``illegal_reason_on_turn`` and what its ``candidate_actions`` are.
"""

from __future__ import annotations

from math import prod
from typing import ClassVar, Literal, Self, TypeAlias

import msgspec

from game.core.actions import Action, Deal
from game.core.cards import Card, Hands, Suit
from game.core.events import Event, mask_hands
from game.core.messages import Reason
from game.core.options import Options

Operator: TypeAlias = Literal["+", "-", "×"]


class ScoreLine(Reason, frozen=True, kw_only=True):
    """A line of a sum: ``factors``, multiplied, are added, taken off or multiplied by, and ``total`` comes of it.

    ``seats``: whose sum it is; lines of the same seats in a row are one sum, from its first step to its last.
    """

    operator: Operator
    factors: tuple[int, ...]
    total: int
    seats: tuple[int, ...]


class DecisiveTrick(Reason, frozen=True, kw_only=True):
    """A trick that the deal turned on. ``trick_index``: how many were taken before it."""

    trick_index: int


class ScoreTerm(msgspec.Struct, frozen=True):
    """A line of a sum before it is added up: its words, what it does, and the factors that it does it with."""

    reason: Reason
    operator: Operator
    factors: tuple[int, ...]


def build_score_lines(seats: tuple[int, ...], *terms: ScoreTerm) -> tuple[ScoreLine, ...]:
    """The sum of ``seats``, begun at nothing."""
    total = 0
    lines: list[ScoreLine] = []
    for term in terms:
        reason, operator, amount = term.reason, term.operator, prod(term.factors)
        total = total * amount if operator == "×" else total + amount if operator == "+" else total - amount
        lines.append(
            ScoreLine(reason.code, reason.values, operator=operator, factors=term.factors, total=total, seats=seats)
        )
    return tuple(lines)


class IllegalActionError(ValueError):
    """An action that the rules refuse."""

    def __init__(self, action: Action | Deal, reason: Reason, text: str = "") -> None:
        """``text``: the refusal in words, where somebody reads it."""
        super().__init__(text or f"{action}: {reason.code}")
        self.action = action
        self.reason = reason


class PhaseStep(msgspec.Struct, frozen=True):
    """What an action leads to: the next state and what happened on the way."""

    phase: Phase
    events: tuple[Event, ...]


DealState = Literal["scored", "annulled", "void", "unfinished"]


class DealResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a deal ended.

    ``scores``: what it changed for each seat; ``points``: card points or tricks taken by each seat;
    ``reasons``: how it came to that, line by line, the sums and the tricks it turned on among them;
    ``is_dealer_kept``: the next deal has the same dealer.
    """

    state: DealState
    scores: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
    is_dealer_kept: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Where the cards of a phase are, as a screen draws them.

    ``trick``: (seat, card) in order of play; ``pile_sizes``: number of cards each seat has taken; ``last_trick``: the
    trick taken last; ``stock_size``: cards left, the turned one included; ``spare_card_count``: cards on the table
    that belong to nobody; ``face_down_seats`` and ``last_trick_face_down_seats``: seats whose card in the trick, in the
    last one, lies face down.
    """

    hands: Hands
    trick: tuple[tuple[int, Card], ...] = ()
    pile_sizes: tuple[int, ...] = ()
    last_trick: tuple[tuple[int, Card], ...] = ()
    last_trick_winner: int | None = None
    stock_size: int = 0
    turned_card: Card | None = None
    trump: Suit | None = None
    spare_card_count: int = 0
    face_down_seats: tuple[int, ...] = ()
    last_trick_face_down_seats: tuple[int, ...] = ()


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """A state of a deal. ``dealer`` is a seat; seats are 0..``seats``-1 in order of play."""

    is_card_play: ClassVar[bool] = False
    """Whether a clock that runs out costs a card (in play) or the match (in an auction, a declaration)."""

    options: Options
    seats: int
    dealer: int

    @property
    def forehand(self) -> int:
        return (self.dealer + 1) % self.seats

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when nobody has a choice (before the deal, after the end)."""
        return None

    def can_act(self, seat: int) -> bool:
        """Whether ``seat`` may act now; the seat to act, but where a dealer who is no person deals without a word."""
        return seat == self.turn

    @property
    def result(self) -> DealResult | None:
        """How the deal ended; None while it goes on."""
        return None

    @property
    def chat_refusal_reason(self) -> Reason | None:
        """Why nobody at the table may talk or make a sign now. Here: people may."""
        return None

    def count_points(self) -> tuple[int, ...]:
        """What each seat has taken so far, in the unit of `DealResult.points`."""
        return (0,) * self.seats

    def candidate_actions(self) -> tuple[Action, ...]:
        """Every action of this phase that might be legal for the seat to act, each in the name of that seat."""
        return ()

    def illegal_reason(self, action: Action) -> Reason | None:
        """Why ``action`` is illegal now, or None if it is legal."""
        return self.illegal_reason_on_turn(action) if self.can_act(action.seat) else self._not_your_turn_reason()

    def _not_your_turn_reason(self) -> Reason:
        turn = self.turn
        return DEAL_OVER_REASON if turn is None else Reason("not_your_turn", {"seat": turn})

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        """`why_not` for an action of a seat that may act now."""
        return DEAL_OVER_REASON

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the seat to act: the candidates that `why_not` does not refuse."""
        return tuple([action for action in self.candidate_actions() if self.illegal_reason_on_turn(action) is None])

    def apply(self, action: Action) -> PhaseStep:
        """The state after ``action``, and what happened. IllegalAction if the rules refuse it."""
        reason = self.illegal_reason(action)
        if reason is not None:
            raise IllegalActionError(action, reason)
        return self.apply_unchecked(action)

    def apply_unchecked(self, action: Action) -> PhaseStep:
        """`apply` for an action that is known to be legal."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        """The phase with everything hidden that ``seat`` may not know."""
        raise NotImplementedError

    def board(self) -> Board:
        """Where the cards lie."""
        raise NotImplementedError


DEAL_OVER_REASON = Reason("deal_over")


class DealOverPhase(Phase, frozen=True, kw_only=True):
    """The deal is over. Of hands that were never played only those of the seats ``shown_seats`` lie open."""

    deal_result: DealResult
    final_board: Board
    shown_seats: tuple[int, ...] = ()

    @property
    def result(self) -> DealResult:
        return self.deal_result

    def count_points(self) -> tuple[int, ...]:
        return self.deal_result.points

    def seen_by(self, seat: int | None) -> Self:
        hands = mask_hands(self.final_board.hands, seat, self.shown_seats)
        return msgspec.structs.replace(self, final_board=msgspec.structs.replace(self.final_board, hands=hands))

    def board(self) -> Board:
        return self.final_board
