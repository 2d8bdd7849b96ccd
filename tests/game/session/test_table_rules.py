"""Clock, votes, penalties and chat of a match (docs/rules.md, "Table discipline"), sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from game.core.actions import LeaveMatch, Play, Timeout, VoteToEnd
from game.core.messages import Reason
from game.core.phase import DealResult
from game.match.match import Match
from game.match.observation import observe
from game.match.table_discipline import (
    MatchEnding,
    Penalty,
    build_match_ending,
    can_restart_clock,
    decide_computer_votes,
    is_ahead,
    is_behind,
    is_vote_to_end_offered,
    penalty_reason,
)
from game.rules import GAMES
from game.session.turn_clock import identify_turn, read_restart_count
from game.text.chat import (
    CHAT_PHRASES,
    MAX_MESSAGE_CHARACTERS,
    chat_refusal_reason,
    is_valid_message,
    message_refusal_reason,
)
from game.text.gettext import _, use_language
from tests.helpers import iter_tables, make_match, make_record, play, play_random_actions
from tests.rows import check_rows
from tests.session_driver import TURN_LIMIT_S, is_card_play

PRESET_TABLES: Final = [table for table in iter_tables() if not table.changes]
FREE_TEXT: Final = "I hold the ace of trumps."
CLOCK: Final[dict[str, Any]] = {"turn_seconds": TURN_LIMIT_S}


def iter_matches(game: str, **options: Any) -> Iterator[Match]:
    """Yield every state of two deals with the game's usual number of seats."""
    seats = GAMES[game].seat_counts[:2][-1]
    return (
        moment.match for moment in play_random_actions(make_match(game, seats=seats, **options), f"rules {game}", 2)
    )


def get_code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def start_declarations(**options: Any) -> Match:
    """Return a deal of Muscio of three seats in which seat 1 is to declare."""
    return next(match for match in iter_matches("muscio", **options) if match.turn == 1 and not is_card_play(match))


# -- penalties ----------------------------------------------------------------------------------------


@check_rows(("options", "texts", "penalties", "minutes"), [
    (CLOCK, "0 leave, 1 timeout", {0: "barred_left", 1: "barred_clock"}, 60),
    (CLOCK | {"bar_minutes": 45}, "2 leave, 1 timeout", {2: "barred_left", 1: "barred_clock"}, 45),
    (CLOCK | {"bar_minutes": 0}, "0 leave, 1 timeout", {0: "barred_left", 1: "barred_clock"}, 0),
    (CLOCK, "1 leave", {1: "barred_left"}, 60),
    (CLOCK, "", {}, 60),
    (CLOCK | {"exit_votes": 2}, "0 leave, 1 unlock, 2 unlock", {}, 60),
    ({}, "1 leave", {}, 0),
])  # fmt: skip
def test_people_who_left_or_missed_a_declaration_are_blocked_after_the_match(
    options: dict[str, Any], texts: str, penalties: dict[int, str], minutes: int
) -> None:
    match = play(start_declarations(**options), *filter(None, texts.split(", ")))
    if not match.is_over:
        *_moments, last = play_random_actions(match, "over", 500)
        match = last.match
    reasons = {seat: reason for seat in range(match.seats) if (reason := penalty_reason(match, seat)) is not None}
    assert reasons == {seat: Reason(code, {"seat": seat}) for seat, code in penalties.items()}
    for people in ((2, 1, 0), (2,)):
        blocked = tuple(Penalty(seat, penalties[seat]) for seat in people if seat in penalties and minutes)
        assert build_match_ending(match, people) == MatchEnding(blocked, minutes * 60)


def test_forced_card_has_no_penalty() -> None:
    match = play(next(iter_matches("briscola", **CLOCK)), "1 timeout")
    card = next(action for action in match.legal_actions() if isinstance(action, Play))
    *_moments, last = play_random_actions(match.apply(card).match, "over", 500)
    assert last.match.is_over and build_match_ending(last.match, range(last.match.seats)).penalties == ()


# -- votes --------------------------------------------------------------------------------------------


@check_rows("game", GAMES)
def test_vote_is_offered_once_per_match_even_between_deals_but_not_without_turn_clock(game: str) -> None:
    states = set()
    for match in (make_match(game, seats=GAMES[game].seat_counts[0], **CLOCK), *iter_matches(game, **CLOCK)):
        states.add((match.phase is None, match.needs_deal, match.is_over))
        is_open = match.phase is not None and not match.is_over
        assert {is_vote_to_end_offered(match, seat) for seat in range(match.seats)} == {is_open}
        if is_open:
            voted = match.apply(VoteToEnd(1)).match
            offers = [is_vote_to_end_offered(voted, seat) for seat in range(match.seats)]
            assert offers == [seat != 1 and not voted.is_over for seat in range(match.seats)]
    assert states >= {(True, True, False), (False, False, False), (False, True, False)}
    for match in iter_matches(game):
        assert not any(is_vote_to_end_offered(match, seat) for seat in range(match.seats))
        if not match.is_over:
            assert decide_computer_votes(match.apply(VoteToEnd(0)).match, tuple(range(1, match.seats))) == ()


def make_match_with_totals(game: str, totals: tuple[int, ...], votes: tuple[int, ...] = (), **options: Any) -> Match:
    match = make_match(game, seats=len(totals), **options)
    score = DealResult(state="scored", scores=totals, points=(0,) * match.seats, reasons=())
    return Match(
        game_id=game, options=match.options, seats=match.seats, first_dealer=0, results=(score,), votes_to_end=votes
    )


@check_rows(("game", "scores", "ahead", "behind"), [
    ("chiamata", (2, 1, 2, -3, -2), [0, 2], [3]),
    ("chiamata", (0, 0, 0, 0, 0), [], []),
    ("briscola", (0, 1), [1], [0]),
    ("spades", (10, 11, 12), [2], [0]),
    ("muscio", (-10, 5, 0, -10), [0, 3], [1]),
])  # fmt: skip
def test_best_total_is_ahead_and_worst_behind_unless_all_are_equal(
    game: str, scores: tuple[int, ...], ahead: list[int], behind: list[int]
) -> None:
    view = observe(make_match_with_totals(game, scores), None)
    assert [seat for seat in range(view.seats) if is_ahead(view, seat)] == ahead
    assert [seat for seat in range(view.seats) if is_behind(view, seat)] == behind


@check_rows(("votes", "answers"), [((), ()), ((4, 1), (2, 3))])
def test_computers_that_are_not_ahead_join_a_vote(votes: tuple[int, ...], answers: tuple[int, ...]) -> None:
    match = make_match_with_totals("chiamata", (4, 1, -1, -2, -2), votes, match_deals=10, **CLOCK)
    assert decide_computer_votes(match, (0, 1, 2, 3)) == answers


# -- the clock ----------------------------------------------------------------------------------------


@check_rows("game", GAMES)
def test_chat_and_leave_request_restart_turn_clock_during_card_play_only(game: str) -> None:
    plays = declares = 0
    for match in iter_matches(game, **CLOCK):
        playing = match.is_deal_in_progress and is_card_play(match)
        plays, declares = plays + playing, declares + (match.is_deal_in_progress and not playing)
        for seat in range(match.seats):
            for restarts in range(5):
                expected = playing and seat == match.turn and restarts < 3
                assert can_restart_clock(match, seat, restarts) == expected
        if match.turn is not None:
            assert not can_restart_clock(match.apply(Timeout(match.turn)).match, match.turn, 0)
    assert plays and (declares or game == "briscola")
    assert not any(can_restart_clock(match, match.turn or 0, 0) for match in iter_matches(game))


def test_restarts_belong_to_one_turn() -> None:
    match = make_match(seats=3)
    record = make_record(match, list(play_random_actions(match, "restarts"))[:4])
    stored_notes = ([1, 3, 2], [1, 2, 2], [2, 3, 2], [1, 3], [1, 3, True], None)
    assert [read_restart_count(stored, record) for stored in stored_notes] == [2, 0, 0, 0, 0, 0]
    assert read_restart_count([1, 3, 2], record.with_action(LeaveMatch(0)).with_action(VoteToEnd(1))) == 2
    assert identify_turn(make_record(match, [])) == (0, 0)


# -- chat ---------------------------------------------------------------------------------------------


@check_rows(
    ("talk", "free", "phrase"),
    [("free", None, None), ("phrases", "talk_phrases", None), ("none", "talk_off", "talk_off")],
)
@check_rows("game", ["chiamata", "spades", "muscio"])
def test_chat_is_free_limited_to_phrases_or_off(talk: str, free: str | None, phrase: str | None, game: str) -> None:
    seats = GAMES[game].proposed_seat_count
    for match in (make_match(game, seats=seats, talk=talk), *iter_matches(game, talk=talk)):
        assert get_code(message_refusal_reason(match, FREE_TEXT)) == free
        assert {get_code(message_refusal_reason(match, text)) for text in CHAT_PHRASES} == {phrase}
        assert message_refusal_reason(match, "two\nlines") == Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})


def test_phrases_are_valid_and_recognized_in_players_language() -> None:
    assert len(set(CHAT_PHRASES)) == len(CHAT_PHRASES) == 6 and all(map(is_valid_message, CHAT_PHRASES))
    match = next(iter_matches("spades"))
    with use_language("it"):
        sorry = _("Sorry!")
        codes = [
            get_code(message_refusal_reason(match, text)) for text in (sorry, "  Well   played!\u200b ", f"{sorry}!")
        ]
    assert sorry != "Sorry!" and codes == [None, None, "talk_phrases"]


@check_rows("seats", GAMES["briscola"].seat_counts)
@check_rows("talk", ["free", "phrases"])
def test_briscola_allows_no_chat_from_first_card_until_first_trick_is_taken(seats: int, talk: str) -> None:
    start = make_match(seats=seats, talk=talk, exit_votes=1)
    for moment in play_random_actions(start, "silence", 2):
        match = moment.match
        assert match.phase is not None
        first = match.is_deal_in_progress and bool(match.phase.board().trick) and not match.phase.board().last_trick
        assert get_code(message_refusal_reason(match, CHAT_PHRASES[0])) == ("signs_first_trick" if first else None)
        assert (chat_refusal_reason(match) is None) == (not first)
        if first:
            assert chat_refusal_reason(match.apply(VoteToEnd(0)).match) is None, "a match that is over has no secrets"
