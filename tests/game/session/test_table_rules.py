"""Clock, votes, penalties and chat of a match (docs/rules.md, "Table discipline"), sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.core.actions import Action, LeaveMatch, Play, Timeout, VoteToEnd
from game.core.messages import Reason
from game.core.options import change_options
from game.core.phase import DealResult
from game.match.match import Match
from game.match.observation import observe
from game.match.record import decode_playable_record, encode_record
from game.rules import GAMES
from game.session.penalties import (
    CHAT_PHRASES,
    MAX_CLOCK_RESTARTS_PER_TURN,
    MAX_MESSAGE_CHARACTERS,
    build_match_ending,
    can_computer_players_chat,
    can_restart_clock,
    chat_refusal_reason,
    decide_computer_votes,
    find_penalized_seats,
    is_ahead,
    is_behind,
    is_valid_message,
    is_vote_to_end_offered,
    message_refusal_reason,
    penalty_reason,
    penalty_seconds,
)
from game.storage.matches import MatchEnding
from game.storage.profiles import Penalty
from game.text.gettext import _, set_language
from game.text.messages import format_reason
from tests.fakes import talkative
from tests.helpers import PLAYER_NAMES, TableSetup, iter_tables, make_match, make_record, play_random_actions
from tests.rows import check_rows
from tests.session_driver import TURN_LIMIT_S, SessionDriver, is_card_play

PRESET_TABLES: Final = [table for table in iter_tables() if not table.changes]
FREE_TEXT: Final = "I hold the ace of trumps."


def iter_matches(game: str, **options: Any) -> Iterator[Match]:
    """Yield every state of two deals with the game's usual number of seats."""
    seats = GAMES[game].seat_counts[:2][-1]
    return (
        moment.match for moment in play_random_actions(make_match(game, seats=seats, **options), f"rules {game}", 2)
    )


def get_code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def play_to_end(match: Match, *actions: Action) -> Match:
    """Return the match after these actions, played to its end."""
    for action in actions:
        match = match.apply(action).match
    for moment in play_random_actions(match, "over", 500):
        match = moment.match
    assert match.is_over
    return match


# -- without a clock there is no discipline -----------------------------------------------------------


@check_rows("game", GAMES)
def test_without_turn_clock_leaving_has_no_penalty(game: str) -> None:
    for seconds, who in ((0, ()), (TURN_LIMIT_S, (1,))):
        match = play_to_end(next(iter_matches(game, turn_seconds=seconds)), LeaveMatch(1))
        assert find_penalized_seats(match) == who
        assert (penalty_reason(match, 1) is None) == (not who)


@check_rows("game", GAMES)
def test_without_turn_clock_no_vote_is_offered_but_records_may_have_votes(game: str) -> None:
    for match in iter_matches(game):
        assert not any(is_vote_to_end_offered(match, seat) for seat in range(match.seats))
        if match.illegal_reason(VoteToEnd(0)) is None:
            voted = match.apply(VoteToEnd(0)).match
            assert decide_computer_votes(voted, tuple(range(1, match.seats))) == ()


@check_rows("table", PRESET_TABLES)
def test_record_with_votes_and_leaving_but_no_turn_clock_is_replayed(table: TableSetup) -> None:
    moments = list(play_random_actions(table.create_match(), "record", 1))[:6]
    record = make_record(moments[0].match_before, moments, table.preset).with_action(LeaveMatch(0))
    for seat in range(moments[-1].match.votes_to_end_needed):
        record = record.with_action(VoteToEnd(seat))
    match = decode_playable_record(encode_record(record)).replay()
    assert match.is_aborted and match.departed_seats == (0,) and find_penalized_seats(match) == ()


def test_leaving_costs_nothing_without_turn_clock() -> None:
    for seconds, minutes, cost in ((0, 60, 0), (TURN_LIMIT_S, 60, 60), (TURN_LIMIT_S, 0, 0), (TURN_LIMIT_S, 45, 45)):
        match = make_match(turn_seconds=seconds, bar_minutes=minutes)
        assert match.options.penalty_minutes == cost and penalty_seconds(match) == cost * 60


def test_without_turn_clock_no_vote_is_offered_and_leaving_is_immediate(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=0)
    driver.advance_to_shown_turn()
    assert driver.session.penalties.can_leave(LeaveMatch, 0) and not driver.session.penalties.can_leave(VoteToEnd, 0)
    under = SessionDriver(tmp_path / "clock", "you you", turn_seconds=TURN_LIMIT_S)
    under.advance_to_shown_turn()
    assert under.session.penalties.can_leave(LeaveMatch, 0) and under.session.penalties.can_leave(VoteToEnd, 0)


# -- penalties ----------------------------------------------------------------------------------------


def test_blocked_player_is_told_the_reason() -> None:
    left = play_to_end(next(iter_matches("muscio", turn_seconds=TURN_LIMIT_S)), LeaveMatch(1))
    assert format_reason(penalty_reason(left, 1) or Reason(""), PLAYER_NAMES) == "Bruno left the match before it ended"
    late = next(
        moment
        for moment in iter_matches("muscio", turn_seconds=TURN_LIMIT_S)
        if moment.turn is not None and not is_card_play(moment)
    )
    assert late.turn is not None
    ended = late.apply(LeaveMatch(0)).match.apply(Timeout(late.turn)).match
    assert format_reason(penalty_reason(ended, late.turn) or Reason(""), PLAYER_NAMES).endswith(
        "ran out of time before play began"
    )
    assert set(find_penalized_seats(ended)) == {0, late.turn}
    assert [get_code(penalty_reason(ended, seat)) for seat in range(4) if seat not in (0, late.turn)] == [None] * (
        4 - len(find_penalized_seats(ended))
    )


def test_finished_match_lists_penalties_with_reason_and_duration() -> None:
    late = next(
        item
        for item in iter_matches("muscio", turn_seconds=TURN_LIMIT_S)
        if item.turn is not None and not is_card_play(item)
    )
    seat = late.turn
    assert seat is not None
    gone, other = (item for item in range(3) if item != seat)
    ended = late.apply(LeaveMatch(gone)).match.apply(Timeout(seat)).match
    verdicts = {Penalty(seat, "barred_clock"), Penalty(gone, "barred_left")}
    ending_data = build_match_ending(ended, (seat, gone, other))
    assert (set(ending_data.penalties), ending_data.penalty_seconds) == (verdicts, 3600)
    assert build_match_ending(ended, (other,)) == MatchEnding((), 3600), "the computer's seats are not judged"
    free = msgspec.structs.replace(ended, options=change_options(ended.options, {"bar_minutes": 0}))
    assert build_match_ending(free, (seat, gone, other)) == MatchEnding((), 0)


# -- votes --------------------------------------------------------------------------------------------


@check_rows("game", GAMES)
def test_vote_is_offered_once_per_match_even_between_deals(game: str) -> None:
    between = 0
    for match in iter_matches(game, turn_seconds=TURN_LIMIT_S, exit_votes=6):
        if match.is_over:
            assert not any(is_vote_to_end_offered(match, seat) for seat in range(match.seats))
            continue
        between += match.needs_deal
        assert all(is_vote_to_end_offered(match, seat) for seat in range(match.seats))
        voted = match.apply(VoteToEnd(1)).match
        assert [is_vote_to_end_offered(voted, seat) for seat in range(match.seats)] == [
            seat != 1 and not voted.is_over for seat in range(match.seats)
        ]
    assert between
    assert not is_vote_to_end_offered(
        make_match(game, seats=GAMES[game].seat_counts[0], turn_seconds=TURN_LIMIT_S), 0
    ), "before the first deal"


def test_votes_between_deals_end_match_and_are_replayed() -> None:
    moments = list(
        play_random_actions(make_match("spades", seats=3, turn_seconds=TURN_LIMIT_S, exit_votes=2), "between", 1)
    )
    assert moments[-1].match.needs_deal
    record = make_record(moments[0].match_before, moments).with_action(VoteToEnd(0)).with_action(VoteToEnd(2))
    match = decode_playable_record(encode_record(record)).replay()
    assert match.is_aborted and match.is_over and match.standing.winners == () and find_penalized_seats(match) == ()
    assert len(match.results) == 1, "the deal that was scored stays scored"


def make_match_with_totals(game: str, seats: int, totals: tuple[int, ...], **options: Any) -> Match:
    match = make_match(game, seats=seats, **options)
    score = DealResult(state="scored", scores=totals, points=(0,) * seats, reasons=())
    return Match(game_id=game, options=match.options, seats=seats, first_dealer=0, results=(score,))


def test_leader_is_ahead_only_if_another_seat_is_behind() -> None:
    match = make_match_with_totals("chiamata", 5, (2, 1, 2, -3, -2), match_deals=10)
    assert [is_ahead(observe(match, None), seat) for seat in range(5)] == [True, False, True, False, False]
    assert [is_behind(observe(match, None), seat) for seat in range(5)] == [False, False, False, True, False]
    level = make_match_with_totals("chiamata", 5, (0,) * 5, match_deals=10)
    assert not any(side(observe(level, None), seat) for seat in range(5) for side in (is_ahead, is_behind))


def test_muscio_counts_down_so_lowest_score_is_ahead() -> None:
    match = make_match_with_totals("muscio", 4, (-10, 5, 0, -10))
    assert match.standing.totals == (20, 35, 30, 20)
    assert [is_ahead(observe(match, None), seat) for seat in range(4)] == [True, False, False, True]
    assert [is_behind(observe(match, None), seat) for seat in range(4)] == [False, True, False, False]


def test_leading_computer_votes_no() -> None:
    match = make_match_with_totals("chiamata", 5, (4, 1, -1, -2, -2), match_deals=10, turn_seconds=TURN_LIMIT_S)
    assert decide_computer_votes(match, (0, 1, 2, 3)) == (), "nobody has asked"
    asked_match = Match(
        game_id=match.game_id,
        options=match.options,
        seats=5,
        first_dealer=0,
        results=match.results,
        votes_to_end=(4, 1),
    )
    assert decide_computer_votes(asked_match, (0, 1, 2, 3)) == (2, 3)


# -- the clock ----------------------------------------------------------------------------------------


@check_rows("game", GAMES)
def test_chat_and_leave_request_restart_turn_clock_during_card_play_only(game: str) -> None:
    plays = declares = 0
    for match in iter_matches(game, turn_seconds=TURN_LIMIT_S):
        playing = match.is_deal_in_progress and is_card_play(match)
        plays, declares = plays + playing, declares + (match.is_deal_in_progress and not playing)
        for seat in range(match.seats):
            for restarts in range(MAX_CLOCK_RESTARTS_PER_TURN + 2):
                expected = playing and seat == match.turn and restarts < 3
                assert can_restart_clock(match, seat, restarts) == expected
    assert plays and (declares or game == "briscola")


def test_nothing_restarts_a_missing_or_expired_turn_clock() -> None:
    match = next(moment for moment in iter_matches("briscola", turn_seconds=TURN_LIMIT_S) if moment.turn is not None)
    assert match.turn is not None and can_restart_clock(match, match.turn, 0)
    assert not can_restart_clock(match.apply(Timeout(match.turn)).match, match.turn, 0)
    calm = next(moment for moment in iter_matches("briscola") if moment.turn is not None)
    assert not can_restart_clock(calm, calm.turn or 0, 0)


@pytest.mark.parametrize("game", ["chiamata", "spades", "muscio"])
@pytest.mark.parametrize("deed", ["talk", "vote"])
def test_chat_and_votes_do_not_stop_turn_clock_in_auction(tmp_path: Path, game: str, deed: str) -> None:
    kinds = "you you club club club" if game == "chiamata" else "you you club"
    driver = SessionDriver(tmp_path, kinds, game=game, turn_seconds=TURN_LIMIT_S, exit_votes=6, talk="free")
    driver.play_until(lambda match: match.is_deal_in_progress and not is_card_play(match))
    seat = driver.seat
    for _second in range(4):
        driver.advance_frame(5.0)
        left = driver.turn_seconds_left
        if deed == "talk":
            assert driver.session.chat.say("Momento.") is None
        else:
            driver.session.act(VoteToEnd(seat))
        for _frame in range(12):
            driver.advance_frame(0.0)
        assert driver.turn_seconds_left == left and driver.match.turn == seat
    assert driver.turn_seconds_left == TURN_LIMIT_S - 20.0
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.action_texts[-1] == str(Timeout(seat))


def test_chat_restarts_turn_clock_three_times_per_turn_at_most(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", game="spades", turn_seconds=TURN_LIMIT_S, talk="free")
    driver.play_until(is_card_play)
    for turn in range(2):
        for time in range(5):
            before = driver.turn_seconds_left
            driver.advance_frame(10.0)
            assert driver.session.chat.say(f"{turn} {time}") is None
            driver.advance_frame(0.0)
            driver.advance_frame(0.0)
            assert driver.turn_seconds_left == (TURN_LIMIT_S if time < 3 else before - 10.0)
        driver.play_random_action(Random(turn))
        driver.advance_to_shown_turn()


def test_chat_and_votes_share_the_restart_limit(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", game="spades", turn_seconds=TURN_LIMIT_S, talk="free", exit_votes=2)
    driver.play_until(is_card_play)
    seat = driver.seat
    for time, deed in enumerate(("talk", "vote", "talk", "talk")):
        driver.advance_frame(10.0)
        assert (driver.session.chat.say("Momento.") if deed == "talk" else driver.session.act(VoteToEnd(seat))) is None
        driver.advance_frame(0.0)
        driver.advance_frame(0.0)
        assert driver.turn_seconds_left == (TURN_LIMIT_S if time < 3 else TURN_LIMIT_S - 10.0)


# -- chat ---------------------------------------------------------------------------------------------


@check_rows("game", GAMES)
def test_chat_is_free_limited_to_phrases_or_off(game: str) -> None:
    refused = {"free": (None, None), "phrases": ("talk_phrases", None), "none": ("talk_off", "talk_off")}
    for talk, (free, phrase) in refused.items():
        for match in iter_matches(game, talk=talk):
            if match.phase is not None and match.phase.chat_refusal_reason is None:
                assert get_code(message_refusal_reason(match, FREE_TEXT)) == free
                assert {get_code(message_refusal_reason(match, chat_phrase)) for chat_phrase in CHAT_PHRASES} == {
                    phrase
                }


def test_phrases_are_recognized_in_players_language() -> None:
    match = next(iter_matches("spades"))
    set_language("it")
    sorry = _("Sorry!")
    assert sorry != "Sorry!"
    assert (
        message_refusal_reason(match, sorry) is None
        and message_refusal_reason(match, "  Well   played!\u200b ") is None
    )
    assert get_code(message_refusal_reason(match, f"{sorry}!")) == "talk_phrases"


def test_phrases_mention_no_cards_and_are_valid_messages() -> None:
    assert len(set(CHAT_PHRASES)) == len(CHAT_PHRASES) == 6 and all(map(is_valid_message, CHAT_PHRASES))


def test_invalid_message_is_refused_before_other_reasons() -> None:
    for talk in ("free", "phrases", "none"):
        match = next(iter_matches("spades", talk=talk))
        assert message_refusal_reason(match, "two\nlines") == Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})


@check_rows("seats", GAMES["briscola"].seat_counts)
@check_rows("talk", ["free", "phrases"])
def test_briscola_allows_no_chat_from_first_card_until_first_trick_is_taken(seats: int, talk: str) -> None:
    for moment in play_random_actions(make_match(seats=seats, talk=talk), "silence", 2):
        match = moment.match
        assert match.phase is not None
        first = match.is_deal_in_progress and bool(match.phase.board().trick) and not match.phase.board().last_trick
        assert get_code(message_refusal_reason(match, CHAT_PHRASES[0])) == ("signs_first_trick" if first else None)
        assert can_computer_players_chat(match) == (not first)
    unlocked = make_match(seats=seats, talk=talk, exit_votes=1)
    ended = next(iter(play_random_actions(unlocked, "ended", 1))).match.apply(VoteToEnd(0)).match
    assert ended.is_over and chat_refusal_reason(ended) is None, "and when the match is over one may talk about it"


@check_rows("game", ["chiamata", "spades", "muscio"])
def test_other_games_allow_chat_in_first_trick(game: str) -> None:
    assert all(chat_refusal_reason(match) is None for match in iter_matches(game))


def test_chat_is_allowed_before_first_deal() -> None:
    assert message_refusal_reason(make_match(), CHAT_PHRASES[0]) is None


def test_refused_chat_gives_a_reason_and_costs_no_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.play_random_action(Random(1))
    driver.advance_to_shown_turn()
    driver.advance_frame(5.0)
    left, words = driver.turn_seconds_left, set[str]()
    for text in (FREE_TEXT, CHAT_PHRASES[0]):
        reason = driver.session.chat.say(text)
        assert reason is not None
        words.add(format_reason(reason, PLAYER_NAMES))
    driver.advance_frame(0.0)
    assert driver.turn_seconds_left == left and not driver.session.chat.messages
    assert words == {"no chat and no signs during the first trick"}
    while not driver.session.host.match.phase.completed_tricks:  # type: ignore[union-attr]
        driver.play_random_action(Random(1))
        driver.advance_to_shown_turn()
    reason = driver.session.chat.say(FREE_TEXT)
    assert (
        reason is not None
        and format_reason(reason, PLAYER_NAMES) == "only ready-made phrases are allowed at this table"
    )
    assert driver.session.chat.say(CHAT_PHRASES[0]) is None


@pytest.mark.parametrize(("talk", "spoke"), [("free", True), ("phrases", True), ("none", False)])
def test_computers_do_not_chat_where_chat_is_off(tmp_path: Path, talk: str, spoke: bool) -> None:
    driver = SessionDriver(tmp_path, "you club club club club", game="chiamata", talk=talk, characters=talkative)
    driver.play_until(lambda match: match.phase is not None and match.phase.is_card_play)
    assert bool(driver.session.chat.messages) == spoke


def test_forced_card_has_no_penalty() -> None:
    match = next(moment for moment in iter_matches("briscola", turn_seconds=TURN_LIMIT_S) if moment.turn is not None)
    assert match.turn is not None
    late = match.apply(Timeout(match.turn)).match
    assert late.auto_play_seat == match.turn
    card = next(moment for moment in late.legal_actions() if isinstance(moment, Play))
    assert find_penalized_seats(play_to_end(late, card)) == ()


# -- restarts of the program --------------------------------------------------------------------------


def test_restart_of_program_keeps_count_of_turn_clock_restarts(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", game="spades", turn_seconds=TURN_LIMIT_S, talk="free")
    driver.play_until(is_card_play)
    for time in range(MAX_CLOCK_RESTARTS_PER_TURN + 2):
        driver.advance_frame(10.0)
        before = driver.turn_seconds_left
        assert driver.session.chat.say("Momento.") is None
        driver.advance_frame(0.0)
        driver.advance_frame(0.0)
        driver = driver.restart_program()
        driver.advance_to_shown_turn()
        assert (driver.turn_seconds_left > before) == (time < MAX_CLOCK_RESTARTS_PER_TURN)


def test_vote_out_of_turn_gives_no_time_even_after_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S, exit_votes=2)
    driver.advance_to_shown_turn()
    turn = driver.match.turn
    assert turn is not None
    driver.advance_frame(20.0)
    assert driver.session.act(VoteToEnd(1 - turn)) is None
    driver.advance_frame(0.0)
    back = driver.restart_program()
    back.advance_to_shown_turn()
    assert back.match.turn == turn and back.turn_seconds_left <= TURN_LIMIT_S - 20.0
