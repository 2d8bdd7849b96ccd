"""Briscola chiamata: the auction, the naming, the play, the score sheet, the table's discipline."""

from __future__ import annotations

from collections.abc import Callable

from game.discipline import Message
from game.engine.actions import Pass
from game.match import Match
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import ChiamataTricks, Naming
from tests.fakes import seating
from tests.ui.driving import found, stand, still
from tests.ui.stage import AppByHand, behind
from tests.ui.states import is_over_as
from tools.screenshots import Shots
from ui.table.chat import Chat
from ui.table.pad import Pad
from ui.table.pause import Pause

SEATS = 5


def asked(match: Match) -> Auction | None:
    """The auction, if seat 0 has the word."""
    phase = match.phase
    return phase if isinstance(phase, Auction) and phase.to_act == 0 else None


def among_ranks(match: Match) -> bool:
    phase = asked(match)
    return phase is not None and phase.least_points is None and len(phase.calls) >= 3


def among_points(match: Match) -> bool:
    """Points are called, and a forced call is open to seat 0."""
    phase = asked(match)
    forced = any(isinstance(one, Call) and one.points and one.rank != "2" for one in match.legal())
    return phase is not None and forced and phase.least_points not in (None, 120)


def all_have_spoken(match: Match) -> bool:
    phase = asked(match)
    if phase is None or phase.least_points in (None, 120):
        return False
    said = {one.seat for one in phase.calls}
    return len(said) == SEATS and any(isinstance(one, Pass) for one in phase.calls)


def auction(app: AppByHand) -> Shots:
    """What may be called, and what everybody has called."""
    stand(app, found("chiamata", SEATS, lambda match: asked(match) is not None))
    yield "chiamata-first-call"
    for name, wanted in (("ranks", among_ranks), ("points", among_points), ("all-calls", all_have_spoken)):
        stand(app, found("chiamata", SEATS, wanted, preset="online", turn_seconds=0))
        yield f"chiamata-auction-{name}"
    stand(app, found("chiamata", SEATS, lambda match: isinstance(match.phase, Naming) and match.to_act == 0))
    yield "chiamata-naming"


def tricks(called: bool, most: int, least: int = 0) -> Callable[[Match], bool]:
    """Whether seat 0 is to play after so many tricks; ``called``: whether a suit was named."""

    def wanted(match: Match) -> bool:
        phase = match.phase
        if not isinstance(phase, ChiamataTricks) or match.to_act != 0 or not phase.trick.cards:
            return False
        return (phase.called is not None) == called and least <= len(phase.done) <= most

    return wanted


def guessing(match: Match) -> bool:
    """Nobody knows yet who the partner is."""
    phase = match.phase
    return tricks(True, 4, 3)(match) and isinstance(phase, ChiamataTricks) and not phase.is_revealed


def holding(match: Match) -> bool:
    """Seat 0 is to play and has the called card."""
    phase = match.phase
    return guessing(match) and isinstance(phase, ChiamataTricks) and phase.called in phase.hands[0]


def play(app: AppByHand) -> Shots:
    """The contract and what a person suspects."""
    stand(app, found("chiamata", SEATS, tricks(True, 4, 3)))
    yield "chiamata-play"
    stand(app, found("chiamata", SEATS, holding))
    yield "chiamata-called-card-held"
    table = stand(app, found("chiamata", SEATS, guessing))
    table.table.mark(1, "partner")
    table.table.mark(3, "against")
    app.stage.rebuild()
    still(app)
    yield "chiamata-suspicion"
    blind = found("chiamata", SEATS, tricks(False, 0), first_trick_blind=True, solo=False)
    stand(app, blind)
    yield "chiamata-blind-trick"
    named = found(
        "chiamata", SEATS, lambda match: isinstance(match.phase, Naming) and match.to_act == 0, first_trick_blind=True
    )
    stand(app, named)
    yield "chiamata-blind-naming"
    stand(app, found("chiamata", SEATS, tricks(False, 4, 3), solo=True))
    yield "chiamata-solo"


def results(app: AppByHand) -> Shots:
    """The score sheet, deals that do not count, the pad, the end."""
    for name, state in (("result", "scored"), ("annulled", "annulled")):
        stand(app, found("chiamata", SEATS, is_over_as(state), annul_poor_hand="up_to_6"))
        yield f"chiamata-{name}"
    stand(app, found("chiamata", SEATS, is_over_as("void")))
    yield "chiamata-void"
    table = stand(app, found("chiamata", SEATS, lambda match: len(match.results) == 7 and match.deal_open, deals=8))
    app.stage.push(Pad(app.stage, table, table.face))
    still(app)
    yield "chiamata-pad"
    stand(app, found("chiamata", SEATS, lambda match: match.over, deals=60, match_deals=5))
    yield "chiamata-match-over"


def discipline(app: AppByHand) -> Shots:
    """The clock, talking, leaving, the bar."""
    table = stand(app, found("chiamata", SEATS, tricks(True, 4, 3), preset="online"))
    behind(table).chat = (
        Message(1, "Good luck!"), Message(0, "Well played!"),
        Message(3, "A long line, to see what happens to what somebody says who does not know when to stop: " * 2),
    )  # fmt: skip
    still(app)
    yield "chiamata-clock-and-talk"
    app.stage.push(Chat(app.stage, table, 0))
    still(app)
    yield "chiamata-chat"
    app.stage.back()
    app.stage.push(Pause(app.stage, table))
    still(app)
    yield "chiamata-pause"
    people = seating("you club club club club", game="chiamata")
    journal, name = app.storage.journal(), people.players[0].name
    journal.put_profile(name, "#a3361f")
    journal.bar_profile(name, 3000)
    app.stage.doors.begin(people)
    still(app)
    yield "chiamata-barred"
