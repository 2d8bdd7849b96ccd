"""Phases of Briscola for two to six seats (source 002; docs/rules.md, "Briscola").

The game has one phase, `BriscolaTrickPhase`, until the deal is over. Six seats, the exchange and the partners' view of
each other's cards are not in the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Self, get_args

from game.core.actions import Action, Swap
from game.core.cards import Card, Rank, Suit, get_card, make_hidden_cards, remove_card
from game.core.events import CardDrawn, Event, TurnedCardSwapped, mask_hands
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import Board, DealResult, PhaseStep
from game.core.trick_taking import TrickPhase, order_seats_from, replace
from game.rules.briscola.actions import Sign, SignName
from game.rules.briscola.events import HandShown, SignMade
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.scoring import find_decisive_trick, find_winning_side
from game.rules.briscola_family import CARD_POINTS, RANKING, build_side_point_lines

HAND_SIZE: Final = 3
SIGNS: Final[tuple[SignName, ...]] = get_args(SignName)
EXCHANGE_RANKS: Final[Mapping[str, Rank]] = {"seven": "7", "two": "2"}


def get_sides(options: Options, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together.

    Four seats are two pairs in turn if the house rule ``teams`` is on, six seats are two teams of three; otherwise each
    seat is a side. ``options``: those of Briscola.
    """
    assert isinstance(options, BriscolaOptions)
    return _make_sides(seats, seats == 6 or (seats == 4 and options.teams))


@lru_cache(maxsize=16)
def _make_sides(seats: int, has_teams: bool) -> tuple[tuple[int, ...], ...]:
    if has_teams:
        return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
    return tuple((seat,) for seat in range(seats))


@lru_cache(maxsize=64)
def _find_partners(sides: tuple[tuple[int, ...], ...], seat: int) -> tuple[int, ...]:
    return tuple(partner for side in sides if seat in side for partner in side if partner != seat)


@lru_cache(maxsize=16)
def list_sign_actions(seat: int) -> tuple[Sign, ...]:
    """Return the actions for all signs of ``seat``, legal or not."""
    return tuple(Sign(seat, sign) for sign in SIGNS)


class BriscolaTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """The play of three-card hands with a stock to draw from; its last card is the turned card.

    ``signs``: the signs so far, the oldest first, as (number of completed tricks, seat, sign); the sign is None where
    it is hidden. ``exchange``: the seat that exchanged the turned card, and the card it took; None before that.
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    card_points: ClassVar[Mapping[Rank, int]] = CARD_POINTS

    options: BriscolaOptions
    trump: Suit
    turned_card: Card
    stock: tuple[Card, ...]
    signs: tuple[tuple[int, int, SignName | None], ...] = ()
    exchange: tuple[int, Card] | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return get_sides(self.options, self.seats)

    @property
    def cards_to_draw(self) -> int:
        return len(self.stock)

    @property
    def chat_refusal_reason(self) -> Reason | None:
        """The reason against talk during the first trick (source 002); None before its first card, and after it."""
        is_first_trick = bool(self.trick.cards) and not self.completed_tricks
        return Reason("signs_first_trick") if is_first_trick else None

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of the side of ``seat``; () without partners."""
        return _find_partners(self.sides, seat)

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        signs = ((seat, None if sign is None else Sign(seat, sign)) for _tricks, seat, sign in self.signs)
        exchanges = () if self.exchange is None else ((self.exchange[0], Swap(self.exchange[0])),)
        return (*exchanges, *signs)

    def other_actions(self) -> tuple[tuple[tuple[Action, ...], Reason | None], ...]:
        seat = self.trick.next_seat
        return (list_sign_actions(seat), self._illegal_sign_reason(seat)), (
            (Swap(seat),),
            self._illegal_swap_reason(seat),
        )

    def _illegal_sign_reason(self, seat: int) -> Reason | None:
        if self.options.signals == "off":
            return Reason("signs_off")
        if not self.partners(seat):
            return Reason("signs_no_partner")
        if not self.completed_tricks:
            return Reason("signs_first_trick")
        if self.signs and self.signs[-1][:2] == (len(self.completed_tricks), seat):
            return Reason("signs_one_a_turn")
        return None

    def _illegal_swap_reason(self, seat: int) -> Reason | None:
        if self.options.trump_exchange == "off":
            return Reason("swap_off")
        if not self.stock:
            return Reason("swap_stock_gone")
        exchange_card = self.exchange_card
        if exchange_card not in self.hands[seat]:
            return Reason("swap_not_held", {"card": exchange_card})
        if not any(completed.winner == seat for completed in self.completed_tricks):
            return Reason("swap_no_trick")
        return None

    @property
    def exchange_card(self) -> Card:
        return get_card(EXCHANGE_RANKS[self.options.trump_exchange], self.trump)

    def apply_unchecked(self, action: Action) -> PhaseStep:
        if isinstance(action, Sign):
            signs = (*self.signs, (len(self.completed_tricks), action.seat, action.sign))
            event = SignMade(action.seat, action.sign, self.partners(action.seat))
            return PhaseStep(replace(self, signs=signs), (event,))
        if isinstance(action, Swap):
            return self._apply_swap(action.seat)
        return super().apply_unchecked(action)

    def _apply_swap(self, seat: int) -> PhaseStep:
        exchange_card = self.exchange_card
        hands = list(self.hands)
        hands[seat] = (*remove_card(hands[seat], exchange_card), self.turned_card)
        next_phase = replace(
            self,
            hands=tuple(hands),
            turned_card=exchange_card,
            stock=(*self.stock[:-1], exchange_card),
            exchange=(seat, self.turned_card),
        )
        return PhaseStep(next_phase, (TurnedCardSwapped(seat, exchange_card, self.turned_card),))

    def prepare_next_trick(self) -> PhaseStep:
        if not self.stock:
            return PhaseStep(self, ())
        hands, events = list(self.hands), list[Event]()
        order = order_seats_from(tuple(range(self.seats)), self.completed_tricks[-1].winner)
        for seat, drawn_card in zip(order, self.stock, strict=False):
            hands[seat] = (*hands[seat], drawn_card)
            events.append(CardDrawn(seat, drawn_card, drawn_card is self.turned_card))
        next_phase = replace(self, hands=tuple(hands), stock=self.stock[self.seats :])
        return PhaseStep(next_phase, (*events, *next_phase._show_partner_hands()))

    def _show_partner_hands(self) -> tuple[Event, ...]:
        if self.stock or not self.options.show_partner_hand:
            return ()
        hand_events = (HandShown(seat, self.hands[seat], self.partners(seat)) for seat in range(self.seats))
        return tuple(event for event in hand_events if event.to)

    def score_deal(self) -> PhaseStep:
        points = self.count_points()
        side_points = {side: sum(points[seat] for seat in side) for side in self.sides}
        winning_side, reasons = find_winning_side(side_points, self.options)
        scores = tuple(int(winning_side is not None and seat in winning_side) for seat in range(self.seats))
        point_lines = tuple(line for side in self.sides for line in build_side_point_lines(self.completed_tricks, side))
        decisive_tricks = (
            find_decisive_trick(self.options, self.completed_tricks, side_points, winning_side)
            if winning_side is not None
            else ()
        )
        deal_result = DealResult(
            state="scored", scores=scores, points=points, reasons=(*point_lines, *decisive_tricks, *reasons)
        )
        return self.end_deal(deal_result)

    def seen_by(self, seat: int | None) -> Self:
        partners = () if seat is None else self.partners(seat)
        open_seats = partners if self.options.show_partner_hand and not self.stock else ()
        knowing_seats = {seat, *partners}
        return replace(
            self,
            hands=mask_hands(self.hands, seat, open_seats),
            stock=(*make_hidden_cards(len(self.stock) - 1), self.turned_card) if self.stock else (),
            signs=tuple(
                (trick_number, signer, sign if signer in knowing_seats else None)
                for trick_number, signer, sign in self.signs
            ),
        )

    def board(self) -> Board:
        stock_size = len(self.stock)
        return replace(super().board(), stock_size=stock_size, turned_card=self.turned_card if stock_size else None)
