"""Scenes of Briscola chiamata: auction, naming, play, score sheet, table discipline."""

from __future__ import annotations

from collections.abc import Callable

from game.core.actions import Pass
from game.match.match import Match
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from tests.fakes import add_profile, block_person, make_match_setup
from tests.ui.app_driver import AppDriver, get_session, show_chat_message
from tests.ui.match_conditions import is_over_as
from tests.ui.match_driver import open_score_pad, resume_match_with
from tests.ui.scene_registry import ViewNames
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay

SEAT_COUNT = 5


def get_auction_of_seat_0(match: Match) -> AuctionPhase | None:
    """Return the auction if seat 0 is on turn, else None."""
    phase = match.phase
    return phase if isinstance(phase, AuctionPhase) and phase.turn == 0 else None


def is_rank_auction(match: Match) -> bool:
    phase = get_auction_of_seat_0(match)
    return phase is not None and phase.min_points is None and len(phase.calls) >= 3


def is_points_auction(match: Match) -> bool:
    """Return whether points are called and seat 0 can make a forced call."""
    phase = get_auction_of_seat_0(match)
    forced = any(isinstance(action, Call) and action.points and action.rank != "2" for action in match.legal_actions())
    return phase is not None and forced and phase.min_points not in (None, 120)


def is_naming(match: Match) -> bool:
    return isinstance(match.phase, NamingPhase) and match.turn == 0


def have_all_declared(match: Match) -> bool:
    phase = get_auction_of_seat_0(match)
    if phase is None or phase.min_points in (None, 120):
        return False
    seats = {call.seat for call in phase.calls}
    return len(seats) == SEAT_COUNT and any(isinstance(call, Pass) for call in phase.calls)


def show_auction(app: AppDriver) -> ViewNames:
    """Show the auction at its start, with ranks, with points, with all calls, and the naming."""
    resume_match_with(app, "chiamata", SEAT_COUNT, lambda match: get_auction_of_seat_0(match) is not None)
    yield "chiamata-first-call"
    for name, wanted in (("ranks", is_rank_auction), ("points", is_points_auction), ("all-calls", have_all_declared)):
        resume_match_with(app, "chiamata", SEAT_COUNT, wanted, preset="online", turn_seconds=0)
        yield f"chiamata-auction-{name}"
    resume_match_with(app, "chiamata", SEAT_COUNT, is_naming)
    yield "chiamata-naming"


def make_trick_condition(has_called_card: bool, max_tricks: int, min_tricks: int = 0) -> Callable[[Match], bool]:
    """Return a condition: seat 0 is on turn in a trick, after ``min_tricks`` to ``max_tricks`` tricks, inclusive.

    ``has_called_card``: whether a card must have been called.
    """

    def is_wanted(match: Match) -> bool:
        phase = match.phase
        if not isinstance(phase, ChiamataTrickPhase) or match.turn != 0 or not phase.trick.cards:
            return False
        return (phase.called_card is not None) == has_called_card and min_tricks <= len(
            phase.completed_tricks
        ) <= max_tricks

    return is_wanted


def is_partner_unknown(match: Match) -> bool:
    """Return whether seat 0 is on turn in the fourth or fifth trick and the partner is not revealed."""
    phase = match.phase
    return (
        make_trick_condition(True, 4, 3)(match)
        and isinstance(phase, ChiamataTrickPhase)
        and not phase.is_partner_revealed
    )


def holds_called_card(match: Match) -> bool:
    """Return whether `is_partner_unknown` and seat 0 has the called card."""
    phase = match.phase
    return is_partner_unknown(match) and isinstance(phase, ChiamataTrickPhase) and phase.called_card in phase.hands[0]


def show_play(app: AppDriver) -> ViewNames:
    """Show the play with a contract, marks on players, a blind first trick, and a solo."""
    resume_match_with(app, "chiamata", SEAT_COUNT, make_trick_condition(True, 4, 3))
    yield "chiamata-play"
    resume_match_with(app, "chiamata", SEAT_COUNT, holds_called_card)
    yield "chiamata-called-card-held"
    table = resume_match_with(app, "chiamata", SEAT_COUNT, is_partner_unknown)
    table.session.mark_seat(1, "foe")
    table.session.mark_seat(3, "friend")
    app.context.scenes.rebuild()
    yield "chiamata-suspicion"
    app.click_button(next(widget_id for widget_id in app.widget_ids if widget_id.startswith("mark-")))
    yield "chiamata-mark-menu"
    first_trick = make_trick_condition(False, 0)
    resume_match_with(app, "chiamata", SEAT_COUNT, first_trick, first_trick_blind=True, solo=False)
    yield "chiamata-blind-trick"
    resume_match_with(app, "chiamata", SEAT_COUNT, is_naming, first_trick_blind=True)
    yield "chiamata-blind-naming"
    resume_match_with(app, "chiamata", SEAT_COUNT, make_trick_condition(False, 4, 3), solo=True)
    yield "chiamata-solo"


def show_results(app: AppDriver) -> ViewNames:
    """Show the score sheet, deals without a score, the score pad, and the end of a match."""
    for name, state in (("result", "scored"), ("annulled", "annulled")):
        resume_match_with(app, "chiamata", SEAT_COUNT, is_over_as(state), annul_poor_hand="up_to_6")
        yield f"chiamata-{name}"
    app.click_button("details")
    yield "chiamata-annulled-details"
    resume_match_with(app, "chiamata", SEAT_COUNT, is_over_as("void"))
    yield "chiamata-void"
    open_score_pad(app, "chiamata", SEAT_COUNT, 7)
    yield "chiamata-pad"
    resume_match_with(app, "chiamata", SEAT_COUNT, lambda match: match.is_over, deals=60, match_deals=5)
    yield "chiamata-match-over"


def show_discipline(app: AppDriver) -> ViewNames:
    """Show the turn clock, chat, the pause, and a blocked person."""
    table = resume_match_with(app, "chiamata", SEAT_COUNT, make_trick_condition(True, 4, 3), preset="online")
    long_text = "A long line, to see what happens to what somebody says who does not know when to stop: " * 2
    for seat, text in ((1, "Good luck!"), (0, "Well played!"), (3, long_text)):
        show_chat_message(get_session(table), seat, text)
    yield "chiamata-clock-and-talk"
    app.context.scenes.push(ChatOverlay(table, 0))
    yield "chiamata-chat"
    app.context.scenes.pop()
    app.context.scenes.push(PauseOverlay(table))
    yield "chiamata-pause"
    app.context.scenes.pop()
    table.open_overlay(LogOverlay)
    yield "chiamata-log"
    people = make_match_setup("you club club club club", game="chiamata")
    journal, name = app.storage.get_repository(), people.players[0].name
    add_profile(journal, name)
    block_person(journal, name, 3000)
    app.context.router.start_match(people)
    yield "chiamata-barred"
