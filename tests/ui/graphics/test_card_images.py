"""Card images are drawn in the background, and do not move if the person wants no motion."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pygame
import pytest

from game.core.cards import HIDDEN_CARD, ITALIAN_PACK, Card
from game.match.setup import MatchSetup, PlayerInfo
from tests.helpers import make_match
from tests.ui.app_driver import make_settings, open_table, open_test_app
from ui.graphics.card_images import CardImages
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.animation.tween import (
    Animation,
    CardMove,
    find_moving_keys,
    remove_motion,
)
from ui.table.hud.seats import compute_portrait_size
from ui.table.image_preloader import preload_images
from ui.table.layout.pose import CardPose


@pytest.fixture(autouse=True)
def card_drawer() -> None:
    """Rasterize the drawings of the cards, which these tests are about."""


def make_two_player_setup() -> MatchSetup:
    return MatchSetup(
        "briscola", "classic", make_match().options, (PlayerInfo("Anna", "you"), PlayerInfo("Bruno", "random"))
    )


def test_no_card_is_rasterized_before_the_first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_test_app(tmp_path) as app:
        asked: list[tuple[str, list[int]]] = []

        def record_request(images: CardImages, _cards: object, widths: Iterable[int], _jobs: object) -> None:
            asked.append((images.deck, list(widths)))

        monkeypatch.setattr(CardImages, "prepare", record_request)
        monkeypatch.setattr(CardImages, "is_busy", True)
        app.context.scenes.push(MainMenuScene(app.context))
        app.advance_frame()
        assert {deck for deck, _widths in asked} == {images.deck for images in app.context.card_images.values()}
        cards = (HIDDEN_CARD, *ITALIAN_PACK)
        assert not any(
            images.is_ready(card, width)
            for images in app.context.card_images.values()
            for deck, widths in asked
            for card in cards
            for width in widths
            if deck == images.deck
        )


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("openness", [0.25, 0.9])
def test_card_in_a_quarter_turn_has_the_size_of_one_beside_it(tmp_path: Path, angle: float, openness: float) -> None:
    """Quarter turns are scaled in another way than other angles, also while the card turns over."""
    with open_test_app(tmp_path) as app:
        images = app.context.card_images["italian"]
        size, size_beside = (
            images.get_posed_card(Card("Ad"), 60, turn, openness).get_size() for turn in (angle, angle + 0.5)
        )
    assert size_beside == pytest.approx(size, abs=4)


def test_reduced_motion_moves_no_card() -> None:
    before, after = CardPose(Card("Ad"), 0.0, 0.0, 50.0), CardPose(Card("Ad"), 100.0, 0.0, 50.0)
    flight = Animation(
        (
            CardMove("a", before, after, 2.0, delay=1.0),
            CardMove("b", before, after, 2.0, delay=1.0, is_removed_at_end=True),
        )
    )
    quiet = remove_motion(flight)
    assert quiet.duration == flight.duration
    for seconds in (0.0, 0.5, 1.5, 2.9):
        assert quiet.compute_poses(seconds) == {"a": after, "b": before}
    assert quiet.compute_poses(3.0) == {"a": after, "b": None}
    assert find_moving_keys(flight) == {"a", "b"}


def test_reduced_motion_shows_only_final_card_poses(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=1.0, reduced_motion=True)) as app:
        scene = open_table(app, make_two_player_setup())
        places: set[tuple[float, float]] = set()
        for _frame in range(200):
            app.advance_frame()
            places |= {(pose.x, pose.y) for pose in scene.card_poses.values()}
            if scene.session.is_your_turn and not scene.playback.pending_steps:
                break
        assert 0 < len(places) < 40, "a travelling card would be at a new place in every frame"


def get_pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def test_prepared_card_has_the_pixels_of_one_rasterized_at_once(tmp_path: Path) -> None:
    with open_test_app(tmp_path):
        images = CardImages("napoletane")
        images.prepare([Card("Ad")], [60])
        images.wait()
        for card in (Card("Ad"), HIDDEN_CARD):
            assert images.is_ready(card, 60)
            assert get_pixels(images.get_card(card, 60)) == get_pixels(CardImages("napoletane").get_card(card, 60))


def test_cards_of_the_table_before_stay_prepared_and_older_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.graphics.card_images.MAX_EARLIER_IMAGES", 2)
    with open_test_app(tmp_path):
        images, widths = CardImages("napoletane"), (40, 50, 60)
        for width in widths:
            images.prepare([Card("Ad")], [width])
            images.wait()
        assert [images.is_ready(Card("Ad"), width) for width in widths] == [False, True, True]


@pytest.mark.slow
def test_image_thread_needs_no_display(tmp_path: Path) -> None:
    """Check this because the main thread can open the window again, in another mode, while images are drawn."""
    with open_test_app(tmp_path) as app:
        scene = open_table(app, make_two_player_setup())
        size, place, art = app.context.size, scene.layout, CardImages("napoletane")
        face = compute_portrait_size(place, 0)
        expected = get_pixels(CardImages("napoletane").get_portrait(3, face))
        app.wait_for_card_images()
        app.context.card_images = {"italian": art, "french": art}
        pygame.display.quit()
        try:
            preload_images(app.context, place, [Card("Ad")], [3, 3])
            art.wait()
        finally:
            pygame.display.set_mode(size)
        assert not art.has_urgent_work and art.is_ready(Card("Ad"), round(place.hand_card_width))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pygame.image.load_sized_svg", lambda *_: pytest.fail("drawn in the loop"))
            assert get_pixels(art.get_portrait(3, face)) == expected
