"""The hand is in the order that the viewer wants, and places, digits and arrows follow what is visible."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pygame

from game.core.cards import HIDDEN_CARD, Card, parse_cards
from game.match.hand_order import CardOrder, HandSorting, sort_for_display
from game.rules import GAMES
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_session
from tests.ui.table_driver import drag, get_card_center, list_played_cards, start_match_at_turn
from ui.app.match_launcher import resume_match
from ui.app.settings import HAND_SORTINGS
from ui.table.layout.cards import compute_card_poses
from ui.table.scene import TableScene

EXAMPLE_HAND = parse_cards("7d Kh Ad 2s 3h")
DRAW_RANKING = GAMES["briscola"].ranking


@check_rows("order, seen", [
    (CardOrder(), "7d Kh Ad 2s 3h"),
    (CardOrder("dhsc", DRAW_RANKING, "suit"), "Ad 7d 3h Kh 2s"),
    (CardOrder("dhsc", DRAW_RANKING, "suit", is_strongest_first=False), "7d Ad Kh 3h 2s"),
    (CardOrder("dhsc", DRAW_RANKING, "strength"), "Ad 3h Kh 7d 2s"),
    (CardOrder("dhsc", DRAW_RANKING, "strength", is_strongest_first=False), "2s 7d Kh 3h Ad"),
    (CardOrder("dhsc", DRAW_RANKING, "suit", arranged_cards=parse_cards("2s Ad")), "2s Ad 7d 3h Kh"),
])  # fmt: skip
def test_hand_is_shown_in_the_chosen_order(order: CardOrder, seen: str) -> None:
    assert sort_for_display(EXAMPLE_HAND, order) == parse_cards(seen)


@check_rows("by", HAND_SORTINGS)
def test_hand_order_keeps_all_cards_and_hidden_hands(by: HandSorting) -> None:
    order = CardOrder("dhsc", DRAW_RANKING, by, arranged_cards=parse_cards("2s Kc"))
    for hand in permutations(EXAMPLE_HAND):
        assert sorted(map(str, sort_for_display(hand, order))) == sorted(map(str, hand))
    assert sort_for_display((HIDDEN_CARD,) * 3, order) == (HIDDEN_CARD,) * 3


def list_hand_from_left(scene: TableScene) -> tuple[Card, ...]:
    """Return the hand in its order on the screen."""
    poses = compute_card_poses(scene.board, scene.layout)
    return tuple(sorted(scene.hand, key=lambda card: poses[card.name].x))


def change_settings(app: AppDriver, **changes: object) -> None:
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))
    app.advance_frame()


def test_digits_and_arrows_follow_the_shown_order(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    change_settings(app, hand_order="strength", strongest_first=False)
    ranks = [DRAW_RANKING.index(card.rank) for card in scene.hand]
    assert ranks == sorted(ranks, reverse=True)
    assert list_hand_from_left(scene) == scene.hand
    app.press_key(pygame.K_RIGHT)
    named_card = scene.inspector.labeled_card
    assert named_card is not None and named_card.card is scene.hand[0]
    last = scene.hand[2]
    app.press_key(pygame.K_3)
    assert list_played_cards(scene) == [last]


def drag_to_the_end(app: AppDriver, scene: TableScene) -> tuple[Card, ...]:
    """Drag the first card of the hand beyond the last one, and return the hand as it was."""
    hand = scene.hand
    end_x, end_y = get_card_center(scene, hand[-1])
    drag(app, get_card_center(scene, hand[0]), (end_x + 10, end_y + 5))
    return hand


def test_card_dragged_within_hand_takes_its_new_place(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    first, second, third = drag_to_the_end(app, scene)
    assert scene.hand == list_hand_from_left(scene) == (second, third, first)
    (x, y), (left, _y) = get_card_center(scene, third), get_card_center(scene, second)
    drag(app, (x, y), (left - 10, y))
    assert scene.hand == (third, second, first) and list_played_cards(scene) == []
    app.press_key(pygame.K_1)
    app.advance_until(lambda: not scene.skip_animations() and len(scene.hand) == 3 and third not in scene.hand)
    assert list_played_cards(scene) == [third]
    assert scene.hand[:2] == (second, first), "the drawn card comes after the arranged ones"


def test_arrangement_is_restored_after_leaving_the_table_until_the_order_changes(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    drag_to_the_end(app, scene)
    wanted, match_id = scene.hand, get_session(scene).status.match_id
    app.context.scenes.close_all()
    assert match_id is not None
    resume_match(app.context, app.storage.get_repository().load_match(match_id))
    app.advance_frame()
    scene = app.table_scene
    assert scene.hand == wanted and scene.session.notes.hand
    change_settings(app, hand_order="strength")
    assert not scene.session.notes.hand
    assert [card.rank for card in scene.hand] == sorted([card.rank for card in scene.hand], key=DRAW_RANKING.index)
