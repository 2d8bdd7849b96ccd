"""A match of Briscola, moving: deals, tricks, signs, the exchange, two people at one screen, results."""

from __future__ import annotations

import pygame

from game.engine.events import DealerDrawn, Dealt, Drew, Played, Swapped, TrickTaken
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import Signed
from tests.fakes import seating
from tests.ui.driving import forward, until_event
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui.games.briscola.signs import SignPanel
from ui.table.result import Result
from ui.table.scene import TableScene


def dealing(kinds: str, app: AppByHand) -> Shots:
    """From the draw for the dealer to the first cards in the piles."""
    seats = len(kinds.split())
    at_table(app, seating(kinds, count_aloud=True))
    for event, share in ((DealerDrawn, 0.7), (Dealt, 0.6)):
        until_event(app, event, share)
        yield f"table-{seats}-{event.__name__.lower()}"
    forward(app, lambda table: table.table.your_turn and bool(table.board.last) and len(table.board.trick) > 0)
    yield f"table-{seats}-your-turn"
    until_event(app, Played, 0.5)
    yield f"table-{seats}-card-flying"
    until_event(app, TrickTaken, 0.3)
    yield f"table-{seats}-trick-complete"
    until_event(app, Drew, 0.5)
    yield f"table-{seats}-drawing"


def on_demand(app: AppByHand) -> Shots:
    """What a person asks for at a table of four."""
    scene = at_table(app, seating("you club club club", show_partner_hand=True))
    forward(app, lambda table: table.table.your_turn and offers_a_sign(table))
    yield "table-sign-offered"
    app.press("signs")
    yield "table-signs-open"
    assert isinstance(scene.panel, SignPanel)
    app.press(next(one for one in app.ids if one.startswith("sign-")))
    until_event(app, Signed, 0.5)
    yield "table-sign-made"
    forward(app, lambda table: table.table.your_turn)
    app.key(pygame.K_l)
    yield "table-last-trick"
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_RIGHT)
    for _frame in range(30):
        app.step()
    yield "table-card-chosen"
    pose = scene.sprites[scene.hand[0].name]
    app.post(pygame.MOUSEBUTTONDOWN, pos=(round(pose.x), round(pose.y)), button=3, touch=False)
    yield "table-card-large"
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_ESCAPE)
    yield "pause"
    app.key(pygame.K_ESCAPE)
    app.mind.thinking = True
    app.key(pygame.K_1)
    app.steps(lambda: not scene.beats and bool(app.mind.open))
    app.key(pygame.K_1)
    yield "table-refused"
    app.mind.thinking = False
    forward(app, lambda table: table.view.phase is not None and table.board.stock == 0 and table.table.your_turn)
    yield "table-partners-show"


def exchange(app: AppByHand) -> Shots:
    """The exchange of the turned trump."""
    at_table(app, seating("you club", trump_exchange="seven"))
    until_event(app, Swapped, 0.4, eager=True)
    yield "table-exchange"


def hot_seat(app: AppByHand) -> Shots:
    """Two people at one screen, one clock."""
    at_table(app, seating("you club you club", turn_seconds=30))
    app.to_cover()
    yield "cover"
    app.press("ready")
    app.step()
    yield "table-after-the-cover"
    app.key(pygame.K_1)
    app.to_cover()
    yield "cover-trick"
    app.press("ready")
    app.steps(lambda: app.table.table.your_turn and not app.table.beats)
    app.storage.fault = "The match cannot be saved: the disk is full. Free some space and try again."
    app.key(pygame.K_1)
    app.step()
    yield "table-not-saved"
    app.storage.fault = ""


def results(kinds: str, app: AppByHand) -> Shots:
    """The end of a deal and of the match."""
    seats = len(kinds.split())
    at_table(app, seating(kinds))
    forward(app, lambda _table: isinstance(app.stage.scene, Result))
    yield f"result-{seats}"
    while not app.table.table.over:
        result = app.stage.scene
        assert isinstance(result, Result)
        result.go_on()
        forward(app, lambda _table: isinstance(app.stage.scene, Result))
    yield f"match-over-{seats}"


def offers_a_sign(table: TableScene) -> bool:
    return any(isinstance(action, Sign) for action in table.view.choices)
