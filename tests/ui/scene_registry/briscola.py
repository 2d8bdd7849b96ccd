"""Scenes of Briscola in motion: deals, tricks, signs, the exchange, two people at a screen, results."""

from __future__ import annotations

import pygame

from game.core.events import CardDrawn, CardPlayed, CardsDealt, DealerDrawn, TrickTaken, TurnedCardSwapped
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import SignMade
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until, play_until_event, run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.games.briscola.presentation import SignPanel
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene


def show_dealing(kinds: str, app: AppDriver) -> ViewNames:
    """Show a deal from the draw for the dealer to the first drawn cards."""
    seats = len(kinds.split())
    open_table(app, make_match_setup(kinds))
    for event, share in ((DealerDrawn, 0.7), (CardsDealt, 0.6)):
        play_until_event(app, event, share)
        yield f"table-{seats}-{event.__name__.lower()}"
    play_until(
        app, lambda table: table.session.is_your_turn and bool(table.board.last_trick) and len(table.board.trick) > 0
    )
    yield f"table-{seats}-your-turn"
    play_until_event(app, CardPlayed, 0.5)
    yield f"table-{seats}-card-flying"
    play_until_event(app, TrickTaken, 0.3)
    yield f"table-{seats}-trick-complete"
    play_until_event(app, CardDrawn, 0.5)
    yield f"table-{seats}-drawing"


def show_table_of_four(app: AppDriver) -> ViewNames:
    """Show what a person can open at a table of four: signs, tricks, a card, the pause."""
    scene = open_table(app, make_match_setup("you club club club", show_partner_hand=True))
    play_until(app, lambda table: table.session.is_your_turn and has_sign_choice(table))
    yield "table-sign-offered"
    app.click_button("signs")
    yield "table-signs-open"
    assert isinstance(scene.controls.panel, SignPanel)
    app.click_button(next(widget_id for widget_id in app.widget_ids if widget_id.startswith("sign-")))
    play_until_event(app, SignMade, 0.5)
    yield "table-sign-made"
    play_until(app, lambda table: table.session.is_your_turn)
    app.press_key(pygame.K_l)
    yield "table-last-trick"
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_RIGHT)
    for _frame in range(30):
        app.advance_frame()
    yield "table-card-chosen"
    pose = scene.card_poses[scene.hand[0].name]
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=(round(pose.x), round(pose.y)), button=3, touch=False)
    yield "table-card-large"
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_ESCAPE)
    yield "pause"
    app.press_key(pygame.K_ESCAPE)
    app.player_worker.is_paused = True
    app.press_key(pygame.K_1)
    app.advance_until(lambda: not scene.playback.pending_steps and bool(app.player_worker.open_tasks))
    app.press_key(pygame.K_1)
    yield "table-refused"
    app.player_worker.is_paused = False
    play_until(
        app,
        lambda table: (
            table.observation.phase is not None and table.board.stock_size == 0 and table.session.is_your_turn
        ),
    )
    yield "table-partners-show"


def show_exchange(app: AppDriver) -> ViewNames:
    """Show the exchange of the turned trump."""
    open_table(app, make_match_setup("you club", trump_exchange="seven"))
    play_until_event(app, TurnedCardSwapped, 0.4, prefers_other_actions=True)
    yield "table-exchange"


def show_hot_seat(app: AppDriver) -> ViewNames:
    """Show the hand-over between two people at a screen, with a turn clock and a failed write."""
    open_table(app, make_match_setup("you club you club", turn_seconds=30))
    app.advance_to_hand_over()
    yield "cover"
    app.click_button("ready")
    app.advance_frame()
    yield "table-after-the-cover"
    app.press_key(pygame.K_1)
    app.advance_to_hand_over()
    yield "cover-trick"
    app.click_button("ready")
    app.advance_until(lambda: app.table_scene.session.is_your_turn and not app.table_scene.playback.pending_steps)
    app.storage.failure_message = "The match cannot be saved: the disk is full. Free up some space and try again."
    app.press_key(pygame.K_1)
    app.advance_frame()
    yield "table-not-saved"
    app.storage.failure_message = ""


def show_results(kinds: str, app: AppDriver) -> ViewNames:
    """Show the result of a deal and of the match."""
    seats = len(kinds.split())
    open_table(app, make_match_setup(kinds))
    play_until(app, lambda _table: isinstance(app.context.scenes.top, ResultOverlay))
    yield f"result-{seats}"
    app.click_button("details")
    run_settling_frames(app)
    yield f"result-{seats}-details"
    while not app.table_scene.session.observation.is_over:
        result = app.context.scenes.top
        assert isinstance(result, ResultOverlay)
        result.go_on()
        play_until(app, lambda _table: isinstance(app.context.scenes.top, ResultOverlay))
    yield f"match-over-{seats}"
    app.click_menu_entry("more", "show-details")
    yield f"match-over-{seats}-details"


def has_sign_choice(table: TableScene) -> bool:
    return any(isinstance(action, Sign) for action in table.observation.legal_actions)
