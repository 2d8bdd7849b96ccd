"""The drawn cards on the screen: drawn beside the loop, still when a person wants no motion."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from game.engine.cards import HIDDEN, ITALIAN_PACK, Card
from game.seating import Player, Seating
from tests.helpers import fresh
from tests.ui.stage import at_table, opened, settings
from ui.art import Art
from ui.scenes.menu import Menu
from ui.settings import BACKS, DECKS, FRENCH_DECKS, Settings
from ui.table.animation import InTurn, Move, Together, Wait, movers, still
from ui.table.layout import Pose


def two_players() -> Seating:
    return Seating("briscola", "classic", fresh().options, (Player("Anna", "you"), Player("Bruno", "random")))


def test_no_card_is_rasterised_before_the_first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as app:
        asked: list[list[int]] = []
        monkeypatch.setattr(Art, "prepare", lambda _self, _cards, widths: asked.append(list(widths)))
        app.stage.push(Menu(app.stage))
        app.step()
        assert not app.stage.art._flat and not app.stage.art._drawn
        assert len(asked) == 1, "the fan is asked for beside the loop, once"


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
