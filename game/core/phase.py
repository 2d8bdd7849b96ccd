"""State of a deal: the parts that the phases of all games share.

A phase is a frozen value with only the fields that exist in it. ``illegal_reason`` is the one source of legality:
``legal_actions`` filters with it, ``apply`` refuses with it, the screen shows it on a greyed card. `Phase` checks the
turn; each phase implements ``illegal_reason_on_turn`` and ``candidate_actions``.
"""

from __future__ import annotations

from math import prod
from typing import ClassVar, Literal, Self, TypeAlias

import msgspec

from game.core.actions import Action, Deal
from game.core.cards import Card, Hands, Suit
from game.core.events import DealScored, Event, mask_hands
from game.core.messages import Reason, describe_in_words
from game.core.options import Options

Operator: TypeAlias = Literal["+", "-", "×"]


class ScoreLine(Reason, frozen=True, kw_only=True):
    """A line of a score: ``operator`` applies the product of ``factors`` to the sum so far and gives ``total``.

    ``seats``: the seats whose score it is. Successive lines of the same seats are one sum, from its first step to its
    last.
    """

    operator: Operator
    factors: tuple[int, ...]
    total: int
    seats: tuple[int, ...]


class DecisiveTrick(Reason, frozen=True, kw_only=True):
    """A trick that decided the deal. ``trick_index``: the number of tricks taken before it."""

    trick_index: int


class ScoreTerm(msgspec.Struct, frozen=True):
    """A line of a score before the sum is known: reason, operator and factors."""

    reason: Reason
    operator: Operator
    factors: tuple[int, ...]


def build_score_lines(seats: tuple[int, ...], *terms: ScoreTerm) -> tuple[ScoreLine, ...]:
    """Return the lines of the score of ``seats``, one for each term in this order.

    Each line has the sum so far, which starts at 0; a term adds, subtracts or multiplies.
    """
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
    """An action that the rules refuse; ``str(error)`` is the sentence of `game.text.errors.describe_error`."""

    def __init__(self, action: Action | Deal, reason: Reason) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return describe_in_words(self)


class PhaseStep(msgspec.Struct, frozen=True):
    """The result of an action: the next phase, and the events on the way to it."""

    phase: Phase
    events: tuple[Event, ...]


DealState = Literal["scored", "annulled", "void", "unfinished"]


class DealResult(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a deal.

    ``scores``: change of each seat's total; ``points``: card points or tricks taken by each seat; ``reasons``:
    explanation in lines, among them `ScoreLine` and `DecisiveTrick`; ``is_dealer_kept``: the next deal has the same
    dealer.
    """

    state: DealState
    scores: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
    is_dealer_kept: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a phase as they are on the table.

    ``trick``: (seat, card) in order of play; ``pile_sizes``: number of cards that each seat has taken; ``last_trick``:
    the trick taken last; ``stock_size``: cards left to draw, with the turned card; ``spare_card_count``: cards on the
    table that belong to no seat; ``face_down_seats`` and ``last_trick_face_down_seats``: seats whose card in the
    trick, in the last trick, is face down.
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
    """The state of a deal. Seats are 0 to ``seats`` - 1 in order of play; ``dealer`` is one of them."""

    is_card_play: ClassVar[bool] = False
    """Whether cards are played: then a timeout costs a random card, otherwise the match."""

    options: Options
    seats: int
    dealer: int

    @property
    def forehand(self) -> int:
        return (self.dealer + 1) % self.seats

    @property
    def turn(self) -> int | None:
        """The seat to act; None when no seat has a choice (before the deal, after its end)."""
        return None

    def can_act(self, seat: int) -> bool:
        """Return whether ``seat`` may act now.

        Only the seat to act may, except where a game lets another seat act too.
        """
        return seat == self.turn

    @property
    def result(self) -> DealResult | None:
        """The outcome of the deal; None while it goes on."""
        return None

    @property
    def chat_refusal_reason(self) -> Reason | None:
        """The reason why nobody may chat or make a sign now; None by default."""
        return None

    def count_points(self) -> tuple[int, ...]:
        """Return what each seat has taken so far, in the unit of `DealResult.points`; zeros by default."""
        return (0,) * self.seats

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        """Return what the seats have chosen in this deal besides cards, the oldest first, each with its seat.

        None is an action that the viewer of a masked phase may not know; () by default.
        """
        return ()

    def candidate_actions(self) -> tuple[Action, ...]:
        """Return all actions of the seat to act that may be legal in this phase; () by default.

        Every legal action is among them, and some may be illegal.
        """
        return ()

    def illegal_reason(self, action: Action) -> Reason | None:
        """Return why ``action`` is illegal now, or None if it is legal."""
        return self.illegal_reason_on_turn(action) if self.can_act(action.seat) else self._not_your_turn_reason()

    def _not_your_turn_reason(self) -> Reason:
        turn = self.turn
        return DEAL_OVER_REASON if turn is None else Reason("not_your_turn", {"seat": turn})

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        """Return the `illegal_reason` of an action of a seat that may act now.

        By default every action is illegal, because the deal is over.
        """
        return DEAL_OVER_REASON

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act; () if there is no seat to act."""
        return tuple([action for action in self.candidate_actions() if self.illegal_reason_on_turn(action) is None])

    def apply(self, action: Action) -> PhaseStep:
        """Return the phase after ``action``, and the events. Raise IllegalActionError if it is illegal."""
        reason = self.illegal_reason(action)
        if reason is not None:
            raise IllegalActionError(action, reason)
        return self.apply_unchecked(action)

    def apply_unchecked(self, action: Action) -> PhaseStep:
        """Return the phase after an action that is known to be legal, and the events.

        It is not checked: an illegal action gives any result or exception.
        """
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        """Return the phase without what ``seat`` may not know; None is a spectator."""
        raise NotImplementedError

    def board(self) -> Board:
        """Return the cards as they are on the table."""
        raise NotImplementedError


DEAL_OVER_REASON = Reason("deal_over")


class DealOverPhase(Phase, frozen=True, kw_only=True):
    """The end of a deal. ``shown_seats``: seats whose unplayed hands are visible to all."""

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


def end_deal(phase: Phase, deal_result: DealResult, *events: Event, shown_seats: tuple[int, ...] = ()) -> PhaseStep:
    """Return the end of the deal; all see the hands of ``shown_seats``."""
    final_phase = DealOverPhase(
        options=phase.options,
        seats=phase.seats,
        dealer=phase.dealer,
        deal_result=deal_result,
        final_board=phase.board(),
        shown_seats=shown_seats,
    )
    score_events = (DealScored(deal_result.scores, deal_result.points),) if deal_result.state == "scored" else ()
    return PhaseStep(final_phase, (*events, *score_events))
