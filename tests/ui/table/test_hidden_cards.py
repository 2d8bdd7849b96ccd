"""Only cards that the person at the screen may see are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

import pygame
import pytest

from game.core.cards import HIDDEN_CARD, Card
from tests.fakes import make_match_setup
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import (
    AppDriver,
    get_record,
    get_session,
    open_table,
)
from tests.ui.table_driver import (
    act_at_random,
    is_result_shown,
    list_own_cards,
    list_public_cards,
)
from ui.graphics.card_images import CardImages


@contextmanager
def record_drawn_cards() -> Iterator[list[Card]]:
    """Return a context manager that gives its block a list, which gets every card whose face is drawn."""
    faces: list[Card] = []
    asked = CardImages.get_card

    def record_card(images: CardImages, drawn_card: Card, width: int) -> pygame.Surface:
        if drawn_card is not HIDDEN_CARD:
            faces.append(drawn_card)
        return asked(images, drawn_card, width)

    def record_posed_card(
        images: CardImages, drawn_card: Card, width: int, _angle: float, _open: float
    ) -> pygame.Surface:
        return record_card(images, drawn_card, width)

    with (
        patch.object(CardImages, "get_card", record_card),
        patch.object(CardImages, "get_posed_card", record_posed_card),
        patch.object(CardImages, "get_dimmed_card", record_card),
    ):
        yield faces


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you you", "you you you club", "you club you novice", "you " * 6])
def test_hidden_cards_of_others_are_never_drawn(app: AppDriver, kinds: str) -> None:
    rng = Random(kinds)
    scene = open_table(app, make_match_setup(kinds))
    covers, record = 0, None
    before, now = set[Card](), set[Card]()
    while not is_result_shown(app):
        if get_awaited_seat(scene.session) is not None:
            covers += 1
        act_at_random(scene, rng)
        with record_drawn_cards() as faces:
            app.advance_frame(rng.choice([1 / 60, 0.2, 0.6]))
        if get_record(scene) is not record:
            record, now = get_record(scene), list_public_cards(get_session(scene))
        if scene.current_step is None or type(scene.current_step.event).__name__ != "DealerDrawn":
            allowed = now | before | list_own_cards(scene)
            assert set(faces) <= allowed, (
                scene.session.observation.seat,
                scene.current_step and scene.current_step.event,
            )
        before = now
    assert covers > 3
