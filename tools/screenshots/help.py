"""Help at the table: hints over cards and on buttons, the offer to finish a deal, a choice taken back."""

from __future__ import annotations

from game.claim import claim_of
from game.match import Match
from game.view import look
from tests.fakes import seating
from tests.ui.driving import forward, found, stand, still
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui.table.scene import TableScene


def hints(app: AppByHand) -> Shots:
    """One in every kind of choice."""
    wanted = {
        "auction": seating("you club club club club", game="chiamata"),
        "bids": seating("you club club club", game="spades"),
        "few-cards": seating("you club", game="briscola"),
        "declaring": seating("you club club club", game="muscio"),
    }
    for name, seats in wanted.items():
        app.mind.thinking = False
        at_table(app, seats)
        forward(app, lambda table: table.table.your_turn)
        ask(app, app.table)
        yield f"hint-{name}"
        if name in ("auction", "bids"):
            forward(app, in_play, eager=True)
            ask(app, app.table)
            yield f"hint-cards-after-{name}"
    app.mind.thinking = True
    app.table.aid.close()
    app.table.aid.hint()
    still(app)
    yield "hint-thinking"


def in_play(table: TableScene) -> bool:
    """Whether it is the person's turn to play a card."""
    phase = table.view.phase
    return table.table.your_turn and phase is not None and phase.in_play


def signs(app: AppByHand) -> Shots:
    """A sign that is due before the card."""
    at_table(app, seating("you club club club", game="briscola"))
    forward(app, lambda table: table.table.your_turn and bool(table.offered))
    ask(app, app.table)
    yield "hint-sign"


def two_rows(app: AppByHand) -> Shots:
    """Over a hand of twenty-six cards."""
    at_table(app, seating("you club", game="spades"))
    forward(app, in_play, eager=True)
    ask(app, app.table)
    yield "hint-two-rows"


def claims(app: AppByHand) -> Shots:
    """What is certain: the offer, its reasons, what stands on the table before it and after an undo."""
    wanted = (("claim_all", "chiamata", 5), ("claim_drawing", "spades", 3), ("claim_none", "spades", 2))
    for code, game, seats in wanted:

        def certain(match: Match, code: str = code) -> bool:
            claim = claim_of(look(match, 0)) if match.to_act == 0 else None
            return claim is not None and claim.why.code == code

        table = stand(app, found(game, seats, certain))
        still(app)
        yield f"{code.replace('_', '-')}-table"
        table.aid.offer()
        still(app)
        yield code.replace("_", "-")
        app.stage.back()
    app.mind.thinking = False
    app.table.undo()
    still(app)
    yield "taken-back"


def ask(app: AppByHand, table: TableScene) -> None:
    """Ask for a hint and wait for it."""
    table.aid.hint()
    app.steps(lambda: table.table.hint is not None)
    still(app)


def help_at_the_table(app: AppByHand) -> Shots:
    """All of it."""
    for part in (hints, signs, two_rows, claims):
        app.mind.thinking = False
        yield from part(app)
