"""How the person at the screen holds his hand: as the settings sort it, or as he has brought it to himself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.engine.cards import Card, Deck, Hand
from game.rules import Game
from ui.settings import Settings
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.layout import layout
from ui.table.order import Order, suits_of
from ui.table.pose import Pose


class Holder(Desk, Protocol):
    """The table's scene, as far as the viewer's hand goes."""

    face: Face

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right."""
        ...


class Hands:
    """An arrangement holds for its deal, and until the person has his hand sorted in another way."""

    def __init__(self, scene: Holder) -> None:
        self.scene = scene
        self._sorted = self._wanted
        self._dealt: Hand = ()

    @property
    def _wanted(self) -> tuple[str, bool]:
        settings = self.scene.stage.settings
        return settings.hand_order, settings.strongest_first

    @property
    def order(self) -> Order:
        """The order of the viewer's hand."""
        scene = self.scene
        settings, table = scene.stage.settings, scene.table
        return order_of(scene.face, scene.deck, settings, table.game, table.arranged, self._dealt)

    def update(self) -> None:
        """A frame: another order in the settings takes the place of the person's own."""
        if self._sorted != self._wanted:
            self._sorted = self._wanted
            self.scene.table.arrange(())
        self._dealt = self.scene.table.dealt if self._sorted[0] == "dealt" else ()

    def put(self, card: Card, point: tuple[int, int]) -> None:
        """A card of the hand was let go among the others."""
        hand = self.scene.hand
        if card in hand:
            put = moved(hand, layout(self.scene.board, self.scene.spot), card, point)
            if put != hand:
                self.scene.table.arrange(put)


def order_of(
    face: Face, deck: Deck, settings: Settings, game: Game, own: Hand = (), dealt: Hand = ()
) -> Order:  # fmt: skip
    """How hands of a game are sorted by the settings; ``own``: as the person has arranged them.

    ``dealt``: the cards in the order in which they came; the rules of some games hand them out sorted.
    """
    if settings.hand_order == "dealt":
        return Order(own=(*own, *(card for card in dealt if card not in own)))
    suits = face.suits(deck) or suits_of(deck)
    return Order(suits, game.draw_ranking, settings.hand_order, settings.strongest_first, own)


def moved(hand: Hand, poses: Mapping[str, Pose], card: Card, point: tuple[int, int]) -> Hand:
    """The hand with ``card`` before or behind the card that is nearest to a point."""
    others = [one for one in hand if one is not card]
    if not others:
        return hand

    def distance(one: Card) -> float:
        pose = poses[one.name]
        return (pose.x - point[0]) ** 2 + (pose.y - point[1]) ** 2

    near = min(others, key=distance)
    at = others.index(near) + (point[0] > poses[near.name].x)
    return (*others[:at], card, *others[at:])
