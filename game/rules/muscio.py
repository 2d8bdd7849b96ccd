"""Muscio, three to six seats (seed 003; what it leaves open is ours, see `rules.md`).

``Deal (by hand) → Declaring → Exchange → Standing → Tricks → Over``. Who passed keeps his cards and plays none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from game.actions import Action, Blinde, Forfeit, In, Keep, Lay, Misdeal, Pass, Stand, Swap
from game.cards import ITALIAN_PACK, Card, Hand, Hands, Suit, hidden
from game.events import (
    BlindeTaken,
    Dealt,
    Declared,
    Event,
    Gatta,
    Misdealt,
    Passed,
    Turned,
    Voided,
    mask_hands,
)
from game.i18n import N_
from game.options import Options
from game.phases import Board, DealResult, Phase, Reason, Step
from game.rules.game import Game
from game.rules.muscio_options import MuscioOptions
from game.rules.muscio_play import (
    Exchange,
    MuscioTricks,
    Saying,
    covered,
    ended,
    late,
    players_of,
    standing_or,
    taker_of,
)
from game.rules.muscio_score import HAND_SIZE, RANKING, by_being_alone, by_gatte, gatta, standing
from game.tricks import Trick, replace, sorted_hand


class Lie(NamedTuple):
    """Where the cards lie after the deal, hands sorted."""

    hands: Hands
    blinde: Hand
    turned: Card
    rest: tuple[Card, ...]


def lie_of(pack: tuple[Card, ...], seats: int, dealer: int) -> Lie:
    """Five cards together to each from forehand, the blinde's five just before the dealer's, the turned card."""
    fives = [pack[at : at + HAND_SIZE] for at in range(0, HAND_SIZE * (seats + 1), HAND_SIZE)]
    blinde = fives.pop(seats - 1)
    forehand = (dealer + 1) % seats
    hands = tuple(sorted_hand(fives[(seat - forehand) % seats], RANKING) for seat in range(seats))
    at = HAND_SIZE * (seats + 1)
    return Lie(hands, blinde, pack[at], pack[at + 1 :])


def nothing(phase: Phase, why: Reason, *, annulled: bool = False) -> DealResult:
    """A deal that does not count."""
    zeros = (0,) * phase.seats
    return DealResult(state="annulled" if annulled else "void", scores=zeros, points=zeros, why=(why,))


class DealByHand(Phase, frozen=True, kw_only=True):
    """The dealer has the pack (``stock``) in his hand; nobody has seen a card.

    He lays the blinde before his own five (`Lay`) or not (`Misdeal`). Where forehand simply begins to declare,
    the cards were dealt by the computer.
    """

    options: MuscioOptions
    stock: tuple[Card, ...]

    @property
    def to_act(self) -> int:
        return self.dealer

    def awaits(self, seat: int) -> bool:
        return seat in (self.dealer, self.forehand)

    def candidates(self) -> tuple[Action, ...]:
        return (Lay(self.dealer), Misdeal(self.dealer))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if action.seat == self.dealer:
            return None if isinstance(action, (Lay, Misdeal)) else Reason("lay_first")
        if isinstance(action, (Lay, Misdeal)):
            return Reason("not_the_dealer", {"seat": self.dealer})
        return self._declaring().why_not(action)

    def do(self, action: Action) -> Step:
        if isinstance(action, Misdeal):
            why = Reason("misdeal", {"seat": self.dealer})
            return ended(self, nothing(self, why, annulled=True), Misdealt(self.dealer))
        after = self._declaring()
        dealt: tuple[Event, ...] = (Dealt(self.dealer, after.hands), Turned(after.turned))
        if isinstance(action, Lay):
            return Step(after, dealt)
        state, events = after.do(action)
        return Step(state, (*dealt, *events))

    def _declaring(self) -> Declaring:
        hands, blinde, turned, rest = lie_of(self.stock, self.seats, self.dealer)
        return Declaring(
            options=self.options, seats=self.seats, dealer=self.dealer,
            hands=hands, blinde=blinde, turned=turned, rest=rest,
        )  # fmt: skip

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, stock=hidden(len(self.stock)))

    def board(self) -> Board:
        return Board(hands=((),) * self.seats, piles=(0,) * self.seats, stock=len(self.stock))


class Declaring(Phase, frozen=True, kw_only=True):
    """Each in turn from forehand plays, passes or plays with the blinde.

    ``said``: what every seat said, the oldest first; ``aside``: the hand put away by who took the blinde.
    """

    options: MuscioOptions
    hands: Hands
    blinde: Hand
    turned: Card
    rest: tuple[Card, ...]
    aside: Hand = ()
    said: tuple[Saying, ...] = ()

    @property
    def to_act(self) -> int:
        return (self.forehand + len(self.said)) % self.seats

    @property
    def trump(self) -> Suit:
        return self.turned.suit

    def candidates(self) -> tuple[Action, ...]:
        seat = self.to_act
        return (In(seat), Pass(seat), Blinde(seat))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, Blinde):
            taker = taker_of(self.said)
            return None if taker is None else Reason("blinde_taken", {"seat": taker})
        return None if isinstance(action, (In, Pass)) else late(action, self.options) or Reason("declare_first")

    def do(self, action: Action) -> Step:
        assert isinstance(action, (In, Pass, Blinde))
        after, seat = replace(self, said=(*self.said, action)), action.seat
        event: Event = Passed(seat) if isinstance(action, Pass) else Declared(seat)
        if isinstance(action, Blinde):
            hands = list(self.hands)
            hands[seat] = sorted_hand(self.blinde, RANKING)
            event = BlindeTaken(seat, hands[seat])
            after = replace(after, hands=tuple(hands), blinde=(), aside=self.hands[seat])
        if len(after.said) < self.seats:
            return Step(after, (event,))
        state, events = after._declared()
        return Step(state, (event, *events))

    def _declared(self) -> Step:
        """Everyone has spoken: gatte first, then whatever so many participants do."""
        players = players_of(self.said)
        if not players:
            return ended(self, nothing(self, Reason("nobody_plays")), Voided())
        gatte = self._gatte(players)
        if gatte:
            shown = tuple(one.seat for one in gatte)
            return ended(self, by_gatte(self.seats, players, gatte), *gatte, shown=shown)
        if len(players) == 1:
            return ended(self, by_being_alone(self.seats, players[0]))
        tricks = MuscioTricks(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, trick=Trick(players),
            trump=self.trump, blinde=self.blinde, turned=self.turned, rest=self.rest, aside=self.aside, said=self.said,
        )  # fmt: skip
        if self.dealer in players and taker_of(self.said) != self.dealer:
            return Step(Exchange(options=self.options, seats=self.seats, dealer=self.dealer, tricks=tricks), ())
        return Step(standing_or(tricks), ())

    def _gatte(self, players: tuple[int, ...]) -> tuple[Gatta, ...]:
        taker = taker_of(self.said)
        with_turned = None if taker == self.dealer else self.dealer
        found = (
            gatta(seat, self.hands[seat], self.trump, self.turned if seat == with_turned else None) for seat in players
        )
        return tuple(one for one in found if one is not None)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat), **covered(self, seat))

    def board(self) -> Board:
        return Board(
            hands=self.hands, piles=(0,) * self.seats, stock=len(self.rest) + 1, turned=self.turned,
            trump=self.trump, blinde=len(self.blinde),
        )  # fmt: skip


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    """The cards dealt, forehand to speak; with `hand_dealing` the dealer has yet to lay them out."""
    assert isinstance(options, MuscioOptions)
    by_hand = DealByHand(options=options, seats=seats, dealer=dealer, stock=pack)
    return Step(by_hand, ()) if options.hand_dealing else by_hand.do(Lay(dealer))


WORDS: Final[Mapping[str, str]] = {
    "lay_first": N_("the cards must be dealt first: the blinde before one's own five"),
    "not_the_dealer": N_("{seat} deals"),
    "hand_dealing_off": N_("this table does not deal by hand"),
    "dealt_already": N_("the cards are dealt already"),
    "declare_first": N_("the declarations are on: play, pass or take the blinde"),
    "blinde_taken": N_("{seat} has taken the blinde"),
    "exchange_first": N_("the dealer has the turned trump to take or to leave first"),
    "swap_what": N_("the card given for the turned trump must be named"),
    "stand_first": N_("with two at play, who may forfeit must first say whether he does"),
    "trump_tricks": N_("in the first two tricks a trump must be played"),
    "lead_highest": N_("in the first two tricks of two, the highest card of the suit must be led: the {card}"),
    "follow": N_("{suit} are led and must be followed"),
    "must_trump": N_("who cannot follow must play a trump"),
    "nobody_plays": N_("everybody passed: the next seat deals"),
    "misdeal": N_("{seat} took his own five before the blinde was laid: the next seat deals"),
    "Declared": N_("{seat} plays"),
    "BlindeTaken": N_("{seat} plays with the blinde: {cards}"),
    "BlindeTakenHidden": N_("{seat} plays with the blinde"),
    "Gatta": N_("{seat} shows a gatta of {points}: {cards}"),
    "Kept": N_("{seat} leaves the turned trump"),
    "Forfeited": N_("{seat} forfeits"),
    "Stood": N_("{seat} stands"),
    "Misdealt": N_("{seat} deals wrongly: the blinde was not laid"),
    "PlayedFaceDown": N_("{seat} plays {card} face down"),
    "PlayedHidden": N_("{seat} plays a card face down"),
    "Uncovered": N_("the cards played face down are shown: {cards}, by {seats}"),
    "gatta_of_dealer": N_("{seat}: gatta of five trumps and the turned one, -{points}"),
    "gatta_of_trumps": N_("{seat}: gatta of trumps, -{points}"),
    "gatta_plain": N_("{seat}: gatta of another suit, -{points}"),
    "gatta_players": N_("{seats}: at play, +{points}"),
    "gatta_passers": N_("{seats}: passed, +{points}"),
    "alone": N_("{seat} alone plays: -{points}"),
    "forfeit": N_("{seat} forfeits and stays where he is; {seat_other}: -{points}"),
    "line_tricks": N_("{seat}: tricks {tricks}, {change}"),
    "line_no_trick": N_("{seat}: no trick, {change}"),
    "line_passers": N_("{seats}: passed, unchanged"),
    "line_changes": N_("in all: {scores}"),
}

MUSCIO: Final = Game(
    name="muscio",
    title=N_("Muscio"),
    seats=(3, 4, 5, 6),
    clockwise=True,
    presets={"gattorna": MuscioOptions()},
    actions=(In, Pass, Blinde, Swap, Keep, Forfeit, Stand, Lay, Misdeal),
    pack_for=lambda _options, _seats: ITALIAN_PACK,
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    standing=standing,
    draw_ranking=RANKING,
    words=WORDS,
    counts_down=True,
)
