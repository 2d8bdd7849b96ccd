"""rules.md, "Table discipline", sentence by sentence: what a match and its options make of clock, votes, bars, talk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.discipline import (
    MESSAGE_LENGTH,
    PHRASES,
    RESTARTS,
    agreeing,
    bar_seconds,
    barred,
    ending,
    is_ahead,
    is_behind,
    is_sayable,
    may_remark,
    offers_vote,
    restarts_clock,
    why_barred,
    why_not_said,
    why_silent,
)
from game.engine.actions import Action, Leave, Play, Timeout, Unlock
from game.engine.options import adapt
from game.engine.phases import DealResult, Reason
from game.i18n import _, set_language
from game.match import Match
from game.record import dump, read
from game.rules import GAMES
from game.store.journal import Ending
from game.store.profiles import Verdict
from game.view import look
from game.words import say
from tests.fakes import talkative
from tests.helpers import NAMES, Table, fresh, playout, recorded, tables
from tests.room import TURN, Room, in_play

PRESETS: Final = [table for table in tables() if not table.changes]
FREE: Final = "I hold the ace of trumps."


def matches(game: str, **options: Any) -> Iterator[Match]:
    """Every moment of two deals at the game's usual number of seats."""
    seats = GAMES[game].seats[:2][-1]
    return (moment.match for moment in playout(fresh(game, seats=seats, **options), f"rules {game}", 2))


def code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def over(match: Match, *actions: Action) -> Match:
    """The match after these actions, then played to its end."""
    for action in actions:
        match = match.apply(action).match
    for moment in playout(match, "over", 500):
        match = moment.match
    assert match.over
    return match


# -- without a clock there is no discipline -----------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_without_a_clock_who_leaves_is_not_barred(game: str) -> None:
    for seconds, who in ((0, ()), (TURN, (1,))):
        match = over(next(matches(game, turn_seconds=seconds)), Leave(1))
        assert barred(match) == who
        assert (why_barred(match, 1) is None) == (not who)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_clock_no_vote_is_offered_and_no_computer_votes_but_a_record_may(game: str) -> None:
    for match in matches(game):
        assert not any(offers_vote(match, seat) for seat in range(match.seats))
        if match.why_not(Unlock(0)) is None:
            voted = match.apply(Unlock(0)).match
            assert agreeing(voted, tuple(range(1, match.seats))) == ()


@pytest.mark.parametrize("table", PRESETS, ids=str)
def test_a_record_with_votes_and_leaving_without_a_clock_is_read_and_replayed(table: Table) -> None:
    moments = list(playout(table.match(), "record", 1))[:6]
    record = recorded(moments[0].before, moments, table.preset).acted(Leave(0))
    for seat in range(moments[-1].match.votes_needed):
        record = record.acted(Unlock(seat))
    match = read(dump(record)).replay()
    assert match.aborted and match.left == (0,) and barred(match) == ()


def test_what_leaving_costs_is_nothing_without_a_clock() -> None:
    for seconds, minutes, cost in ((0, 60, 0), (TURN, 60, 60), (TURN, 0, 0), (TURN, 45, 45)):
        match = fresh(turn_seconds=seconds, bar_minutes=minutes)
        assert match.options.leaving_costs == cost and bar_seconds(match) == cost * 60


def test_without_a_clock_the_table_offers_no_vote_and_leaving_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=0)
    room.turn()
    assert room.table.may_leave(Leave, 0) and not room.table.may_leave(Unlock, 0)
    under = Room(tmp_path / "clock", "you you", turn_seconds=TURN)
    under.turn()
    assert under.table.may_leave(Leave, 0) and under.table.may_leave(Unlock, 0)


def test_without_a_clock_a_person_who_left_may_sit_down_again_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=0, deals_to_win=1)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.play_out()
    assert room.match.left == (seat,) and not room.bars


# -- the bar ------------------------------------------------------------------------------------------


def test_whoever_is_barred_is_told_why() -> None:
    left = over(next(matches("muscio", turn_seconds=TURN)), Leave(1))
    assert say(why_barred(left, 1) or Reason(""), NAMES) == "Bruno left the match before its end"
    late = next(one for one in matches("muscio", turn_seconds=TURN) if one.to_act is not None and not in_play(one))
    assert late.to_act is not None
    ended = late.apply(Leave(0)).match.apply(Timeout(late.to_act)).match
    assert say(why_barred(ended, late.to_act) or Reason(""), NAMES).endswith("ran out before the play")
    assert set(barred(ended)) == {0, late.to_act}
    assert [code(why_barred(ended, seat)) for seat in range(4) if seat not in (0, late.to_act)] == [None] * (
        4 - len(barred(ended))
    )


def test_nobody_is_barred_before_the_match_is_over() -> None:
    for match in matches("chiamata", turn_seconds=TURN):
        if not match.over:
            assert barred(match.apply(Leave(2)).match) == ()


def test_what_is_kept_of_a_match_says_who_is_barred_for_what_and_how_long() -> None:
    late = next(one for one in matches("muscio", turn_seconds=TURN) if one.to_act is not None and not in_play(one))
    seat = late.to_act
    assert seat is not None
    gone, other = (one for one in range(3) if one != seat)
    ended = late.apply(Leave(gone)).match.apply(Timeout(seat)).match
    verdicts = {Verdict(NAMES[seat], "barred_clock"), Verdict(NAMES[gone], "barred_left")}
    kept = ending(ended, NAMES, (seat, gone, other))
    assert (set(kept.barred), kept.seconds) == (verdicts, 3600)
    assert ending(ended, NAMES, (other,)) == Ending((), 3600), "the computer's seats are not judged"
    free = msgspec.structs.replace(ended, options=adapt(ended.options, {"bar_minutes": 0}))
    assert ending(free, NAMES, (seat, gone, other)) == Ending((), 0)


# -- votes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_vote_is_offered_once_in_a_match_at_any_moment_between_deals_too(game: str) -> None:
    between = 0
    for match in matches(game, turn_seconds=TURN, exit_votes=6):
        if match.over:
            assert not any(offers_vote(match, seat) for seat in range(match.seats))
            continue
        between += match.awaits_deal
        assert all(offers_vote(match, seat) for seat in range(match.seats))
        voted = match.apply(Unlock(1)).match
        assert [offers_vote(voted, seat) for seat in range(match.seats)] == [
            seat != 1 and not voted.over for seat in range(match.seats)
        ]
    assert between
    assert not offers_vote(fresh(game, seats=GAMES[game].seats[0], turn_seconds=TURN), 0), "before the first deal"


def test_votes_between_deals_unlock_the_exit_and_replay() -> None:
    moments = list(playout(fresh("spades", seats=3, turn_seconds=TURN, exit_votes=2), "between", 1))
    assert moments[-1].match.awaits_deal
    record = recorded(moments[0].before, moments).acted(Unlock(0)).acted(Unlock(2))
    match = read(dump(record)).replay()
    assert match.aborted and match.over and match.standing.winners == () and barred(match) == ()
    assert len(match.results) == 1, "the deal that was scored stays scored"


def standing_at(game: str, seats: int, totals: tuple[int, ...], **options: Any) -> Match:
    match = fresh(game, seats=seats, **options)
    score = DealResult(state="scored", scores=totals, points=(0,) * seats, why=())
    return Match(name=game, options=match.options, seats=seats, first_dealer=0, results=(score,))


def test_ahead_is_who_stands_at_the_top_with_somebody_below() -> None:
    match = standing_at("chiamata", 5, (2, 1, 2, -3, -2), match_deals=10)
    assert [is_ahead(look(match, None), seat) for seat in range(5)] == [True, False, True, False, False]
    assert [is_behind(look(match, None), seat) for seat in range(5)] == [False, False, False, True, False]
    level = standing_at("chiamata", 5, (0,) * 5, match_deals=10)
    assert not any(side(look(level, None), seat) for seat in range(5) for side in (is_ahead, is_behind))


def test_muscio_counts_down_so_that_the_lowest_is_ahead() -> None:
    match = standing_at("muscio", 4, (-10, 5, 0, -10))
    assert match.standing.totals == (20, 35, 30, 20)
    assert [is_ahead(look(match, None), seat) for seat in range(4)] == [True, False, False, True]
    assert [is_behind(look(match, None), seat) for seat in range(4)] == [False, True, False, False]


def test_who_is_ahead_votes_no() -> None:
    match = standing_at("chiamata", 5, (4, 1, -1, -2, -2), match_deals=10, turn_seconds=TURN)
    assert agreeing(match, (0, 1, 2, 3)) == (), "nobody has asked"
    asked = Match(name=match.name, options=match.options, seats=5, first_dealer=0, results=match.results, votes=(4, 1))
    assert agreeing(asked, (0, 1, 2, 3)) == (2, 3)


# -- the clock ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_talk_and_asking_to_leave_restart_the_clock_of_who_is_on_turn_in_play_alone(game: str) -> None:
    plays = declares = 0
    for match in matches(game, turn_seconds=TURN):
        playing = match.deal_open and in_play(match)
        plays, declares = plays + playing, declares + (match.deal_open and not playing)
        for seat in range(match.seats):
            for restarts in range(RESTARTS + 2):
                expected = playing and seat == match.to_act and restarts < 3
                assert restarts_clock(match, seat, restarts) == expected
    assert plays and (declares or game == "briscola")


def test_without_a_clock_or_once_it_has_run_out_nothing_restarts_it() -> None:
    match = next(one for one in matches("briscola", turn_seconds=TURN) if one.to_act is not None)
    assert match.to_act is not None and restarts_clock(match, match.to_act, 0)
    assert not restarts_clock(match.apply(Timeout(match.to_act)).match, match.to_act, 0)
    calm = next(one for one in matches("briscola") if one.to_act is not None)
    assert not restarts_clock(calm, calm.to_act or 0, 0)


@pytest.mark.parametrize("game", ["chiamata", "spades", "muscio"])
@pytest.mark.parametrize("deed", ["talk", "vote"])
def test_in_an_auction_neither_talk_nor_a_vote_stops_the_clock(tmp_path: Path, game: str, deed: str) -> None:
    kinds = "you you club club club" if game == "chiamata" else "you you club"
    room = Room(tmp_path, kinds, game=game, turn_seconds=TURN, exit_votes=6, talk="free")
    room.to(lambda match: match.deal_open and not in_play(match))
    seat = room.table.viewer
    assert seat is not None
    for _second in range(4):
        room.frame(5.0)
        left = room.left
        if deed == "talk":
            assert room.table.say("Momento.") is None
        else:
            room.table.act(Unlock(seat))
        for _frame in range(12):
            room.frame(0.0)
        assert room.left == left and room.match.to_act == seat
    assert room.left == TURN - 20.0
    room.frame(TURN)
    room.until(lambda: room.table.over)
    assert room.acted[-1] == str(Timeout(seat))


def test_in_play_talk_restarts_the_clock_three_times_a_turn_and_no_more(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", game="spades", turn_seconds=TURN, talk="free")
    room.to(in_play)
    for turn in range(2):
        for time in range(5):
            before = room.left
            room.frame(10.0)
            assert room.table.say(f"{turn} {time}") is None
            room.frame(0.0)
            room.frame(0.0)
            assert room.left == (TURN if time < 3 else before - 10.0)
        room.play(Random(turn))
        room.turn()


def test_talk_and_a_vote_count_together(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", game="spades", turn_seconds=TURN, talk="free", exit_votes=2)
    room.to(in_play)
    seat = room.table.viewer
    assert seat is not None
    for time, deed in enumerate(("talk", "vote", "talk", "talk")):
        room.frame(10.0)
        assert (room.table.say("Momento.") if deed == "talk" else room.table.act(Unlock(seat))) is None
        room.frame(0.0)
        room.frame(0.0)
        assert room.left == (TURN if time < 3 else TURN - 10.0)


# -- talk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_talk_is_free_or_held_to_the_phrases_or_none_at_all(game: str) -> None:
    refused = {"free": (None, None), "phrases": ("talk_phrases", None), "none": ("talk_off", "talk_off")}
    for talk, (free, phrase) in refused.items():
        for match in matches(game, talk=talk):
            if match.phase is not None and match.phase.why_silent is None:
                assert code(why_not_said(match, FREE)) == free
                assert {code(why_not_said(match, one)) for one in PHRASES} == {phrase}


def test_the_phrases_are_known_in_the_player_s_language() -> None:
    match = next(matches("spades"))
    set_language("it")
    sorry = _("Sorry!")
    assert sorry != "Sorry!"
    assert why_not_said(match, sorry) is None and why_not_said(match, " Sorry! ") is None
    assert code(why_not_said(match, f"{sorry}!")) == "talk_phrases"


def test_the_phrases_tell_nothing_of_cards_and_can_be_said() -> None:
    assert len(set(PHRASES)) == len(PHRASES) == 6 and all(map(is_sayable, PHRASES))


def test_a_message_that_is_none_is_refused_before_all_else() -> None:
    for talk in ("free", "phrases", "none"):
        match = next(matches("spades", talk=talk))
        assert why_not_said(match, "two\nlines") == Reason("not_sayable", {"most": MESSAGE_LENGTH})


@pytest.mark.parametrize("seats", GAMES["briscola"].seats)
@pytest.mark.parametrize("talk", ["free", "phrases"])
def test_in_briscola_nobody_talks_during_the_first_trick(seats: int, talk: str) -> None:
    for moment in playout(fresh(seats=seats, talk=talk), "silence", 2):
        match = moment.match
        assert match.phase is not None
        first = match.deal_open and not any(match.phase.points()) and len(match.phase.board().last) == 0
        assert code(why_not_said(match, PHRASES[0])) == ("signs_first_trick" if first else None)
        assert may_remark(match) == (not first)
    unlocked = fresh(seats=seats, talk=talk, exit_votes=1)
    ended = next(iter(playout(unlocked, "ended", 1))).match.apply(Unlock(0)).match
    assert ended.over and why_silent(ended) is None, "and when the match is over one may talk about it"


@pytest.mark.parametrize("game", ["chiamata", "spades", "muscio"])
def test_elsewhere_there_is_no_silence(game: str) -> None:
    assert all(why_silent(match) is None for match in matches(game))


def test_a_phrase_is_known_however_it_was_typed() -> None:
    match = next(matches("spades"))
    assert why_not_said(match, "  Well   played!\u200b ") is None


def test_before_the_first_deal_people_may_greet_each_other() -> None:
    assert why_not_said(fresh(), PHRASES[0]) is None


def test_at_the_table_talk_is_refused_in_words_and_costs_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.turn()
    room.frame(5.0)
    left, words = room.left, set[str]()
    for text in (FREE, PHRASES[0]):
        reason = room.table.say(text)
        assert reason is not None
        words.add(say(reason, NAMES))
    room.frame(0.0)
    assert room.left == left and not room.table.chat
    assert words == {"no talking and no signs during the first trick"}
    while not room.table.match.phase.done:  # type: ignore[union-attr]
        room.play(Random(1))
        room.turn()
    reason = room.table.say(FREE)
    assert reason is not None and say(reason, NAMES) == "only the offered phrases are said at this table"
    assert room.table.say(PHRASES[0]) is None


@pytest.mark.parametrize(("talk", "spoke"), [("free", True), ("phrases", True), ("none", False)])
def test_where_nobody_talks_the_computer_keeps_silent_too(
    tmp_path: Path, talk: str, spoke: bool
) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", talk=talk, characters=talkative)
    room.to(lambda match: match.phase is not None and match.phase.in_play)
    assert bool(room.table.chat) == spoke


def test_a_card_played_by_the_clock_is_no_reason_for_a_bar() -> None:
    match = next(one for one in matches("briscola", turn_seconds=TURN) if one.to_act is not None)
    assert match.to_act is not None
    late = match.apply(Timeout(match.to_act)).match
    assert late.forced == match.to_act
    card = next(one for one in late.legal() if isinstance(one, Play))
    assert barred(over(late, card)) == ()


# -- what a restart of the program changes -------------------------------------------------------------


def test_a_restart_of_the_program_forgets_no_restart_of_the_clock(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", game="spades", turn_seconds=TURN, talk="free")
    room.to(in_play)
    for time in range(RESTARTS + 2):
        room.frame(10.0)
        before = room.left
        assert room.table.say("Momento.") is None
        room.frame(0.0)
        room.frame(0.0)
        room = room.again()
        room.turn()
        assert (room.left > before) == (time < RESTARTS)


def test_who_votes_while_another_is_on_turn_gives_him_no_time_over_a_restart_either(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN, exit_votes=2)
    room.turn()
    turn = room.match.to_act
    assert turn is not None
    room.frame(20.0)
    assert room.table.act(Unlock(1 - turn)) is None
    room.frame(0.0)
    back = room.again()
    back.turn()
    assert back.match.to_act == turn and back.left <= TURN - 20.0
