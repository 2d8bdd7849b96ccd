"""The drawn cards on the screen: drawn beside the loop, still when a person wants no motion."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pygame
import pytest

from game.engine.cards import HIDDEN, ITALIAN_PACK, Card
from game.seating import Player, Seating
from tests.helpers import fresh
from tests.ui.stage import at_table, opened, settings
from ui import theme
from ui.art import Art
from ui.backdrop import TOPS, paint_table_top, table_top
from ui.scenes.menu import Menu
from ui.settings import BACKS, DECKS, FRENCH_DECKS, Settings
from ui.table.animation import InTurn, Move, Together, Wait, movers, still
from ui.table.drawn import draw_ahead
from ui.table.hud import face_of
from ui.table.pose import Pose


def two_players() -> Seating:
    return Seating("briscola", "classic", fresh().options, (Player("Anna", "you"), Player("Bruno", "random")))


def test_no_card_is_rasterised_before_the_first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as app:
        asked: list[list[int]] = []
        monkeypatch.setattr(Art, "prepare", lambda _self, _cards, widths: asked.append(list(widths)))
        app.stage.push(Menu(app.stage))
        app.step()
        assert len(asked) == 1, "the fan is asked for beside the loop, once"
        cards = (HIDDEN, *ITALIAN_PACK)
        assert not any(app.stage.art.is_ready(card, width) for card in cards for width in asked[0])


def test_cards_that_were_prepared_are_there_without_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as app:
        art = app.stage.arts["italian"]
        art.prepare([Card("Ad")], [40])
        for _try in range(500):
            if art.is_ready(Card("Ad"), 40) and art.is_ready(HIDDEN, 40):
                break
            time.sleep(0.01)
        monkeypatch.setattr("pygame.image.load_sized_svg", lambda *_: pytest.fail("drawn in the loop"))
        assert art.card(Card("Ad"), 40).get_width() == 40


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("back", BACKS)
def test_every_deck_and_back_that_can_be_chosen_is_there(tmp_path: Path, deck: str, back: str) -> None:
    with opened(tmp_path):
        art = Art(deck, back)
        assert all(art.card(card, 20).get_width() == 20 for card in (HIDDEN, *ITALIAN_PACK))


@pytest.mark.parametrize("field", ["deck", "french_deck", "back", "felt"])
def test_a_deck_that_is_not_there_is_no_setting(field: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({field: "../../etc"}), type=Settings)


def test_french_cards_have_three_dresses() -> None:
    assert FRENCH_DECKS == ("french", "french4", "french_jumbo")


def test_with_reduced_motion_nothing_travels() -> None:
    here, there = Pose(Card("Ad"), 0.0, 0.0, 50.0), Pose(Card("Ad"), 100.0, 0.0, 50.0)
    flight = InTurn((Wait(1.0), Together((Move("a", here, there, 2.0), Move("b", here, there, 2.0, gone=True)))))
    quiet = still(flight)
    assert quiet.length == flight.length
    for seconds in (0.0, 0.5, 1.5, 2.9):
        assert quiet.at(seconds) == {"a": there, "b": here}
    assert quiet.at(3.0) == {"a": there, "b": None}
    assert movers(flight) == {"a", "b"}


def test_with_reduced_motion_the_table_shows_only_where_cards_lie(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(speed=1.0, reduced_motion=True)) as app:
        scene = at_table(app, two_players())
        places: set[tuple[float, float]] = set()
        for _frame in range(200):
            app.step()
            places |= {(pose.x, pose.y) for pose in scene.sprites.values()}
            if scene.table.your_turn and not scene.beats:
                break
        assert 0 < len(places) < 40, "a travelling card would be at a new place in every frame"


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def forget_tops() -> None:
    """Have other table tops take the places of those that are kept."""
    for number in range(TOPS):
        table_top((64, 36 + number), "green", (8, 8, 40, 20))


@pytest.mark.slow
def test_art_thread_needs_no_display(tmp_path: Path) -> None:
    """The main thread may open the window anew, in another mode, while the art thread draws."""
    with opened(tmp_path) as app:
        scene = at_table(app, two_players())
        size, place, art = app.stage.size, scene.spot, Art("napoletane")
        face = face_of(place, 0).width
        expected = pixels(table_top(size, "wine", tuple(place.ring))), pixels(Art("napoletane").portrait(3, face))
        forget_tops()
        app.drawn()
        app.stage.arts = {"italian": art, "french": art}
        app.stage.settings = settings(felt="wine")
        pygame.display.quit()
        try:
            draw_ahead(app.stage, place, [Card("Ad")], [3, 3])
            theme.lay("contrast")
            art.wait()
        finally:
            pygame.display.set_mode(size)
            theme.lay("green")
        assert not art.late and art.is_ready(Card("Ad"), round(place.hand_width))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pygame.image.load_sized_svg", lambda *_: pytest.fail("drawn in the loop"))
            patch.setattr("pygame.draw.aalines", lambda *_: pytest.fail("drawn in the loop"))
            top, portrait = table_top(size, "wine", tuple(place.ring)), art.portrait(3, face)
        assert (pixels(top), pixels(portrait)) == expected
        shown = pygame.display.get_surface()
        assert shown is not None
        assert (top.get_masks(), top.get_bitsize()) == (shown.get_masks(), shown.get_bitsize())


def test_table_top_is_the_same_whether_painted_ahead_or_when_shown(tmp_path: Path) -> None:
    with opened(tmp_path):
        for felt in theme.CLOTHS:
            look = (800, 500), felt, (100, 80, 600, 300)
            shown = pixels(table_top(*look))
            forget_tops()
            paint_table_top(*look)
            assert pixels(table_top(*look)) == shown
