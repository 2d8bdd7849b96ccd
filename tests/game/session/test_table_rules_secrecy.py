"""Messages of table discipline do not depend on hidden cards."""

from __future__ import annotations

from game.core.actions import LeaveMatch, Play, Timeout, VoteToEnd
from game.core.events import PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.rules import GAMES
from game.session.penalties import decide_computer_votes
from tests.helpers import make_match, play_random_actions
from tests.rows import check_rows
from tests.session_driver import TURN_LIMIT_S


@check_rows("game", list(GAMES))
def test_table_action_events_are_equal_for_all_observers(game: str) -> None:
    """Check that events of timeouts, leaving and votes, in every state of a deal, contain only seats and counts."""
    seats = GAMES[game].seat_counts[-1]
    for moment in play_random_actions(
        make_match(game, seats=seats, turn_seconds=TURN_LIMIT_S, exit_votes=2), f"{game} told"
    ):
        match = moment.match
        if match.turn is None:
            continue
        for action in (Timeout(match.turn), LeaveMatch(match.turn), VoteToEnd((match.turn + 1) % seats)):
            after, events = match.apply(action)
            for event in (item for item in events if isinstance(item, (PlayerTimedOut, PlayerLeft, VoteToEndCast))):
                assert all(event.seen_by(seat) == event for seat in (*range(seats), None))
                assert all(isinstance(value, int) for value in (getattr(event, f) for f in event.__struct_fields__))
            if after.auto_play_seat is not None:
                assert after.legal_actions(), "a card must be there to be played"
                assert all(isinstance(item, Play) for item in after.legal_actions())
            else:
                assert after.is_over == isinstance(action, Timeout)


@check_rows("game", list(GAMES))
def test_computer_votes_depend_on_scores_only(game: str) -> None:
    seats = GAMES[game].seat_counts[0]
    match = make_match(game, seats=seats, exit_votes=6, turn_seconds=TURN_LIMIT_S)
    for seed in range(4):
        for moment in play_random_actions(match, f"{game} {seed}"):
            if moment.match.turn is not None:
                asked_match = moment.match.apply(VoteToEnd(0)).match
                assert decide_computer_votes(asked_match, tuple(range(1, seats))) == tuple(range(1, seats))
