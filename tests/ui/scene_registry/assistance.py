"""Scenes of the assistance: hints over cards and on buttons, claims, an undo."""

from __future__ import annotations

from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import observe
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_session, open_table
from tests.ui.match_driver import play_until, resume_match_with, run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.table.scene import TableScene


def show_hints(app: AppDriver) -> ViewNames:
    """Show a hint for each kind of choice."""
    wanted = {
        "auction": make_match_setup("you club club club club", game="chiamata"),
        "bids": make_match_setup("you club club club", game="spades"),
        "few-cards": make_match_setup("you club", game="briscola"),
        "declaring": make_match_setup("you club club club", game="muscio"),
    }
    for name, seats in wanted.items():
        app.player_worker.is_paused = False
        open_table(app, seats)
        play_until(app, lambda table: table.session.is_your_turn)
        request_hint(app, app.table_scene)
        yield f"hint-{name}"
        if name in ("auction", "bids"):
            play_until(app, is_card_play, prefers_other_actions=True)
            request_hint(app, app.table_scene)
            yield f"hint-cards-after-{name}"
    app.player_worker.is_paused = True
    app.table_scene.assistance.close()
    app.table_scene.assistance.toggle_hint()
    yield "hint-thinking"


def is_card_play(table: TableScene) -> bool:
    """Return whether the person is on turn to play a card."""
    phase = table.observation.phase
    return table.session.is_your_turn and phase is not None and phase.is_card_play


def show_sign_hint(app: AppDriver) -> ViewNames:
    """Show a hint to make a sign before the card."""
    open_table(app, make_match_setup("you club club club", game="briscola"))
    play_until(app, lambda table: table.session.is_your_turn and bool(table.offered_actions))
    request_hint(app, app.table_scene)
    yield "hint-sign"


def show_hint_over_two_rows(app: AppDriver) -> ViewNames:
    """Show a hint over a hand of twenty-six cards in two rows."""
    open_table(app, make_match_setup("you club", game="spades"))
    play_until(app, is_card_play, prefers_other_actions=True)
    request_hint(app, app.table_scene)
    yield "hint-two-rows"


def show_claims(app: AppDriver) -> ViewNames:
    """Show the offer of a claim and its reasons, and the table before it and after an undo."""
    wanted = (("claim_all", "chiamata", 5), ("claim_drawing", "spades", 3), ("claim_none", "spades", 2))
    for code, game, seats in wanted:

        def has_claim(match: Match, code: str = code) -> bool:
            claim = find_claim(observe(match, 0)) if match.turn == 0 else None
            return claim is not None and claim.reason.code == code

        table = resume_match_with(app, game, seats, has_claim)
        yield f"{code.replace('_', '-')}-table"
        table.assistance.offer_claim()
        yield code.replace("_", "-")
        app.context.scenes.pop()
    app.player_worker.is_paused = False
    app.table_scene.assistance.undo()
    yield "taken-back"


def request_hint(app: AppDriver, table: TableScene) -> None:
    """Request a hint and wait for it."""
    table.assistance.toggle_hint()
    if app.context.scenes.top is not table:
        app.click_button("confirm")
    app.advance_until(lambda: get_session(table).hint.estimates is not None)
    run_settling_frames(app)


def show_help(app: AppDriver) -> ViewNames:
    """Show all pictures of the assistance."""
    for show in (show_hints, show_sign_hint, show_hint_over_two_rows, show_claims):
        app.player_worker.is_paused = False
        yield from show(app)
