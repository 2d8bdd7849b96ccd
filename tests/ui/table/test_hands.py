"""The viewer's hand is in the order that he wants; places, digits and arrows go by what is seen."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pygame
import pytest

from game.engine.cards import HIDDEN, Card, cards
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, record_at
from tests.ui.table.test_table_scene import drag, middle, played, your_turn
from ui.matches import resume
from ui.settings import HAND_ORDERS, HandOrder
from ui.table.layout import layout
from ui.table.order import Order, as_seen
from ui.table.scene import TableScene

HAND = cards("7d Kh Ad 2s 3h")
RANKING = GAMES["briscola"].draw_ranking


@pytest.mark.parametrize("order, seen", [
    (Order(), "7d Kh Ad 2s 3h"),
    (Order("dhsc", RANKING, "suit"), "Ad 7d 3h Kh 2s"),
    (Order("dhsc", RANKING, "suit", strongest_first=False), "7d Ad Kh 3h 2s"),
    (Order("dhsc", RANKING, "strength"), "Ad 3h Kh 7d 2s"),
    (Order("dhsc", RANKING, "strength", strongest_first=False), "2s 7d Kh 3h Ad"),
    (Order("dhsc", RANKING, "suit", own=cards("2s Ad")), "2s Ad 7d 3h Kh"),
])  # fmt: skip
def test_a_hand_is_seen_in_the_order_wanted(order: Order, seen: str) -> None:
    assert as_seen(HAND, order) == cards(seen)


@pytest.mark.parametrize("by", HAND_ORDERS)
def test_an_order_loses_no_card_and_leaves_hidden_hands_alone(by: HandOrder) -> None:
    order = Order("dhsc", RANKING, by, own=cards("2s Kc"))
    for hand in permutations(HAND):
        assert sorted(map(str, as_seen(hand, order))) == sorted(map(str, hand))
    assert as_seen((HIDDEN,) * 3, order) == (HIDDEN,) * 3


def from_left(scene: TableScene) -> tuple[Card, ...]:
    """The hand as it lies on the screen."""
    poses = layout(scene.board, scene.spot)
    return tuple(sorted(scene.hand, key=lambda card: poses[card.name].x))


def sort_by(app: AppByHand, **changes: object) -> None:
    app.stage.apply(msgspec.structs.replace(app.stage.settings, **changes))
    app.step()


def points(scene: TableScene, card: Card) -> tuple[int, int]:
    x, y = middle(scene, card)
    return round(x), round(y)


def test_digits_and_arrows_follow_what_is_seen(app: AppByHand) -> None:
    scene = your_turn(app)
    sort_by(app, hand_order="strength", strongest_first=False)
    ranks = [RANKING.index(card.rank) for card in scene.hand]
    assert ranks == sorted(ranks, reverse=True)
    assert from_left(scene) == scene.hand
    app.key(pygame.K_RIGHT)
    found = scene.looking.named
    assert found is not None and found.card is scene.hand[0]
    last = scene.hand[2]
    app.key(pygame.K_3)
    assert played(scene) == [last]


def test_a_card_dragged_among_the_others_takes_its_place_there(app: AppByHand) -> None:
    scene = your_turn(app)
    one, two, three = scene.hand
    x, y = points(scene, three)
    drag(app, points(scene, one), (x + 10, y + 5))
    assert scene.hand == from_left(scene) == (two, three, one)
    drag(app, points(scene, three), (points(scene, two)[0] - 10, y))
    assert scene.hand == (three, two, one)
    assert played(scene) == []
    app.key(pygame.K_1)
    assert played(scene) == [three]


def test_a_drawn_card_comes_behind_the_arranged_ones(app: AppByHand) -> None:
    scene = your_turn(app)
    one, two, three = scene.hand
    drag(app, points(scene, one), (points(scene, three)[0] + 10, points(scene, three)[1]))
    app.key(pygame.K_1)
    app.steps(lambda: not scene.table.saving and not scene.skip() and len(scene.hand) == 3 and two not in scene.hand)
    assert scene.hand[:2] == (three, one)


def test_another_order_in_the_settings_takes_the_place_of_an_arrangement(app: AppByHand) -> None:
    scene = your_turn(app)
    one, _two, three = scene.hand
    drag(app, points(scene, one), (points(scene, three)[0] + 10, points(scene, three)[1]))
    assert scene.table.arranged
    sort_by(app, hand_order="strength")
    assert not scene.table.arranged
    assert [card.rank for card in scene.hand] == sorted([card.rank for card in scene.hand], key=RANKING.index)


def test_an_arrangement_is_there_again_after_the_table_was_left(app: AppByHand) -> None:
    scene = your_turn(app)
    one, _two, three = scene.hand
    drag(app, points(scene, one), (points(scene, three)[0] + 10, points(scene, three)[1]))
    wanted, match_id = scene.hand, scene.table.match_id
    while app.stage.scenes:
        app.stage.scenes.pop().leave()
    assert match_id is not None
    resume(app.stage, app.storage.journal().load(match_id))
    app.step()
    assert app.table.hand == wanted


@pytest.mark.slow
@pytest.mark.parametrize("game, kinds", [
    ("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club club"),
    ("muscio", "you club club"),
])  # fmt: skip
def test_as_dealt_the_cards_of_every_game_are_seen_in_the_order_in_which_they_came(
    app: AppByHand, game: str, kinds: str
) -> None:
    scene = at_table(app, seating(kinds, game=game))
    sort_by(app, hand_order="dealt")
    app.steps(lambda: not scene.skip() and scene.table.your_turn and not scene.beats)
    pack = record_at(scene).deals[-1].pack
    assert scene.hand == from_left(scene) == tuple(sorted(scene.hand, key=pack.index))
    assert set(scene.hand) == set(scene.board.hands[0])
    if game != "briscola":
        assert scene.hand != scene.board.hands[0], "the rules hand it out sorted"
    sort_by(app, hand_order="suit")
    assert [card.suit for card in scene.hand] == sorted((card.suit for card in scene.hand), key=suits_in(scene).index)


def suits_in(scene: TableScene) -> str:
    return scene.spot.order.suits
