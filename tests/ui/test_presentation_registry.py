"""The registry of presentations: a game registers its own or has the plain presentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.match.observation import Observation
from tests.fakes import make_match_setup
from tests.toy_game import TOY, register_temporarily
from tests.ui.app_driver import open_table, open_test_app
from tests.ui.text_recorder import record_texts
from ui.games import GamePresentation, get_presentation, register_presentation, unregister_presentation


class ToyPresentation(GamePresentation):
    """A presentation that names the tricks of the toy game."""

    def format_total(self, observation: Observation, seat: int) -> str:
        return f"toy tricks: {observation.totals[seat]}"


@contextmanager
def register_presentation_temporarily(presentation: GamePresentation) -> Iterator[None]:
    """Return a context manager that shows the toy game with this presentation."""
    register_presentation(TOY.id, presentation)
    try:
        yield
    finally:
        unregister_presentation(TOY.id)


def list_table_texts(home: Path) -> set[str]:
    """Return the texts on the table of a toy match."""
    with register_temporarily(), open_test_app(home) as app, record_texts() as recorder:
        open_table(app, make_match_setup("you random", game=TOY.id))
        app.advance_frame()
        return {drawn.text for drawn in recorder.list_texts(app)}


def test_registered_presentation_is_on_the_table(tmp_path: Path) -> None:
    with register_presentation_temporarily(ToyPresentation()):
        assert "toy tricks: 0" in list_table_texts(tmp_path)


def test_game_without_presentation_has_the_plain_one(tmp_path: Path) -> None:
    assert type(get_presentation(TOY.id)) is GamePresentation
    assert {"Deal 1", "0"} <= list_table_texts(tmp_path)


def test_second_presentation_of_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="chiamata"):
        register_presentation("chiamata", ToyPresentation())
    assert not isinstance(get_presentation("chiamata"), ToyPresentation)


def test_presentation_that_is_not_registered_cannot_be_removed() -> None:
    with pytest.raises(KeyError):
        unregister_presentation(TOY.id)
