"""Order of the viewer's hand: sorted by the settings, or arranged by the person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.core.cards import Card, DeckStyle, Hand
from game.match.hand_order import CardOrder, get_suit_order
from game.rules import Game
from ui.app.settings import Settings
from ui.games.presentation import GamePresentation
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import CardPose

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class HandArrangement:
    """The arrangement of the viewer's hand.

    It is valid until the deal ends or the person changes the sorting.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._applied_sorting = self._wanted_sorting
        self._dealt: Hand = ()

    @property
    def _wanted_sorting(self) -> tuple[str, bool]:
        settings = self.table.context.settings
        return settings.hand_order, settings.strongest_first

    @property
    def card_order(self) -> CardOrder:
        """The order of the cards in the viewer's hand."""
        table = self.table
        settings, session = table.context.settings, table.session
        hand_order = session.notes.hand
        return make_card_order(table.presentation, table.deck, settings, session.info.game, hand_order, self._dealt)

    def update(self) -> None:
        """Discard the person's arrangement if the sorting in the settings has changed.

        Called once per frame.
        """
        if self._applied_sorting != self._wanted_sorting:
            self._applied_sorting = self._wanted_sorting
            self.table.session.arrange_hand(())
        self._dealt = self.table.session.view.dealt if self._applied_sorting[0] == "dealt" else ()

    def drop_card(self, card: Card, point: tuple[int, int]) -> None:
        """Move a card of the hand to the place where it was dropped, a point in pixels."""
        hand = self.table.hand
        if card in hand:
            new_hand = move_card(hand, compute_card_poses(self.table.board, self.table.layout), card, point)
            if new_hand != hand:
                self.table.session.arrange_hand(new_hand)


def make_card_order(
    presentation: GamePresentation,
    deck: DeckStyle,
    settings: Settings,
    game: Game,
    arranged_cards: Hand = (),
    dealt: Hand = (),
) -> CardOrder:
    """Return the order of the cards in a hand, as the settings say.

    ``arranged_cards``: the cards in the order that the person chose; they come first. ``dealt``: the cards in the order
    of the deal, which the rules of some games change.
    """
    if settings.hand_order == "dealt":
        return CardOrder(arranged_cards=(*arranged_cards, *(card for card in dealt if card not in arranged_cards)))
    suits = presentation.get_suit_order(deck) or get_suit_order(deck)
    return CardOrder(suits, game.ranking, settings.hand_order, settings.strongest_first, arranged_cards)


def move_card(hand: Hand, poses: Mapping[str, CardPose], card: Card, point: tuple[int, int]) -> Hand:
    """Return the hand with ``card`` moved beside the card nearest to a point.

    The card goes to the side of the point.
    """
    other_cards = [other_card for other_card in hand if other_card is not card]
    if not other_cards:
        return hand

    def compute_distance(other_card: Card) -> float:
        pose = poses[other_card.name]
        return (pose.x - point[0]) ** 2 + (pose.y - point[1]) ** 2

    nearest_card = min(other_cards, key=compute_distance)
    index = other_cards.index(nearest_card) + (point[0] > poses[nearest_card.name].x)
    return (*other_cards[:index], card, *other_cards[index:])
