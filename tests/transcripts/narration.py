"""A deal as a listener hears it: everything that the program narrates, and what the people at the screen do.

A person plays at random and never passes; a line with ">" is what they do. They accept the first claim. Once they pause
the match, choose a card with the arrow keys, look at the last trick and try a card that may not be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

import pygame

from game.core.actions import Action, Play
from game.rules import GAMES
from game.text.gettext import use_language
from tests.fakes import FakeTextLog, make_match_setup
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import FRAME_S, AppDriver, make_settings, open_table, open_test_app
from ui.app.narrator import Narrator
from ui.table.overlays.claim import ClaimOverlay
from ui.table.result.overlay import ResultOverlay

NARRATED_TABLES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "briscola": {"player_kinds": "you you random", "turn_seconds": 90},
        "chiamata": {"player_kinds": "you random random random random"},
        "spades": {"player_kinds": "you random you random", "game": "spades", "turn_seconds": 90},
        "muscio": {"player_kinds": "you you random random"},
    }
)
"""The table of each game, as for `make_match_setup`; a game that is missing has one person at its usual table."""
PAUSE_SECONDS: Final = 85.0
"""The seconds of thought before the pause, with a turn clock of 90 seconds."""
SECOND_DIGIT_SECONDS: Final = 1.0
"""Longer than the table waits for another key that would name the card."""
CARD_KEYS: Final = (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0)


def format_narration(game: str, language: str) -> str:
    """Return the narration of a deal in a language."""
    settings = make_settings(speed=0.0, language=language)
    with use_language(language), TemporaryDirectory() as home, open_test_app(Path(home), settings=settings) as app:
        listener = Listener(app)
        open_table(app, make_match_setup(**{"game": game, **get_table(game)}))
        listener.play_deal()
        return "\n".join(listener.lines) + "\n"


def get_table(game: str) -> Mapping[str, Any]:
    """Return the arguments of `make_match_setup` for the table of a game."""
    others = " random" * (GAMES[game].proposed_seat_count - 1)
    return NARRATED_TABLES.get(game, {"player_kinds": f"you{others}"})


class Listener:
    """The people at the screen, who follow the match by its narration only."""

    def __init__(self, app: AppDriver) -> None:
        self.lines: list[str] = []
        self._app = app
        self._rng = Random(4)
        self._text_log = FakeTextLog()
        self._has_paused = self._has_been_refused = False
        app.skips_painting = True
        app.context.services.append(Narrator(app.context, self._text_log))

    def play_deal(self) -> None:
        """Play to the result of the deal, whose details are opened."""
        app, table = self._app, self._app.table_scene
        while not isinstance(app.context.scenes.top, ResultOverlay):
            is_asked = isinstance(app.context.scenes.top, ClaimOverlay) or get_awaited_seat(table.session) is not None
            if is_asked:
                self._press(pygame.K_RETURN)
            elif table.session.is_your_turn and not table.playback.pending_steps:
                self._take_turn()
            self._advance()
        self._advance()
        self._note("details")
        app.click_button("details")
        self._advance()

    def _take_turn(self) -> None:
        table = self._app.table_scene
        self._advance()
        if table.observation.board.trick:
            self._try_other_keys()
        if table.assistance.available_claim is not None:
            self._press(pygame.K_w)
        else:
            legal_actions = table.observation.legal_actions
            self._act(self._rng.choice([action for action in legal_actions if action.verb != "pass"] or legal_actions))

    def _try_other_keys(self) -> None:
        """Pause, select a card, look at the last trick and try a card that may not be played, once each."""
        table = self._app.table_scene
        if table.observation.board.last_trick and not self._has_paused:
            self._has_paused = True
            self._advance(PAUSE_SECONDS)
            for key in (pygame.K_ESCAPE, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_RIGHT, pygame.K_l, pygame.K_ESCAPE):
                self._press(key)
        illegal_cards = [card for card, _reason in table.observation.illegal_cards if card in table.hand[:10]]
        if illegal_cards and not self._has_been_refused:
            self._has_been_refused = True
            self._press(CARD_KEYS[table.hand.index(illegal_cards[0])])
            self._advance(SECOND_DIGIT_SECONDS)

    def _act(self, action: Action) -> None:
        table = self._app.table_scene
        if isinstance(action, Play) and table.hand.index(action.card) < len(CARD_KEYS):
            self._press(CARD_KEYS[table.hand.index(action.card)])
            if table.session.is_your_turn and action in table.observation.legal_actions:
                self._advance(SECOND_DIGIT_SECONDS)
        else:
            self._note(action.text_without_seat)
            table.act(action)

    def _press(self, key: int) -> None:
        self._note(pygame.key.name(key))
        self._app.press_key(key)
        self._advance()

    def _advance(self, seconds: float = FRAME_S) -> None:
        self._app.advance_frame(seconds)
        self.lines += self._text_log.take_lines()

    def _note(self, deed: str) -> None:
        self.lines += [*self._text_log.take_lines(), f"> {deed}"]
