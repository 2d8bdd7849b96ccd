"""Act at the table as a person does, and look up which cards were played and which are held."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame

from game.core.actions import Play
from game.core.cards import Card
from game.core.events import CardDrawn, CardPlayed
from game.session.local import LocalSession
from tests.fakes import make_match_setup
from tests.session_driver import confirm_ready, get_awaited_seat
from tests.ui.app_driver import AppDriver, get_full_match, get_full_record, get_record, get_session, open_table
from tests.ui.match_driver import PLAYING_FRAME_S
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.layout.cards import compute_card_poses
from ui.table.overlays.pause import PauseOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene


def act_at_random(scene: TableScene, rng: Random) -> None:
    """Confirm the person that the hand-over screen asks for, or take a random action for the person on turn.

    Do nothing if no person can act.
    """
    if get_awaited_seat(scene.session) is not None:
        confirm_ready(scene.session)
        scene.settle()
    elif scene.session.is_your_turn and not scene.playback.pending_steps:
        scene.act(rng.choice(scene.session.observation.legal_actions))


def is_result_shown(app: AppDriver) -> bool:
    return isinstance(app.context.scenes.top, ResultOverlay)


def start_match_at_turn(app: AppDriver, kinds: str = "you club", **options: Any) -> TableScene:
    """Return a table at a person's turn with nothing in motion."""
    scene = open_table(app, make_match_setup(kinds, **options))
    advance_to_turn(app)
    return scene


def advance_to_turn(app: AppDriver) -> None:
    """Skip animations until a person can act. Raise AssertionError if none can after 5,000 frames."""
    scene = app.table_scene

    def is_turn() -> bool:
        scene.skip_animations()
        if get_awaited_seat(scene.session) is not None:
            confirm_ready(scene.session)
        return scene.session.is_your_turn and not scene.playback.pending_steps

    app.advance_frame()
    app.advance_until(is_turn, seconds=PLAYING_FRAME_S)
    app.advance_frame()


def open_pause(app: AppDriver) -> PauseOverlay:
    app.press_key(pygame.K_ESCAPE)
    return app.expect_scene(PauseOverlay)


def request_match(app: AppDriver, kinds: str) -> None:
    """Ask for a match as the pages do, which is refused to people who are blocked."""
    app.context.scenes.push(MainMenuScene(app.context))
    app.advance_frame()
    app.context.router.start_match(make_match_setup(kinds))
    app.advance_frame()
    app.advance_frame()


def get_card_center(scene: TableScene, card: Card) -> tuple[int, int]:
    pose = compute_card_poses(scene.board, scene.layout)[card.name]
    return round(pose.x), round(pose.y)


def list_played_cards(scene: TableScene) -> list[Card]:
    """Return the cards that the person has played, by the record."""
    actions = get_record(scene).deals[-1].actions
    return [action.card for action in actions if isinstance(action, Play) and action.seat == 0]


def list_own_cards(scene: TableScene) -> set[Card]:
    """Return the cards of the person at the screen, by the complete match."""
    table = get_session(scene)
    seat, phase = table.observation.seat, get_full_match(table).phase
    return set() if seat is None or phase is None else set(phase.board().hands[seat])


def drag(app: AppDriver, start: tuple[int, int], end: tuple[int, int]) -> None:
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    app.post_event(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0), touch=False)
    app.post_event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False)


def list_public_cards(table: LocalSession) -> set[Card]:
    """Return the cards of this deal that everyone has seen."""
    cards: set[Card] = set()
    for _action, step in get_full_record(table).iter_steps():
        if step.match.phase is None or not get_full_record(table).deals[-1].actions:
            cards = set()
        for event in step.events:
            cards |= (
                {event.card}
                if isinstance(event, CardPlayed) or (isinstance(event, CardDrawn) and event.is_turned_card)
                else set()
            )
        board = step.match.phase.board() if step.match.phase else None
        cards |= {board.turned_card} if board and board.turned_card else set()
    return cards
