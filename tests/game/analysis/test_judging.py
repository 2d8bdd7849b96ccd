"""Every choice is judged by what its seat could know, and by nothing else; what is within the noise costs nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.players import MINDS
from game.analysis.judging import Choice, choices, gathered, judge
from game.analysis.values import (
    Finding,
    Judgement,
    MatchAnalysis,
    Option,
    Place,
    accuracy,
    costliest,
    figures,
    judgements,
)
from game.engine.actions import Play
from game.engine.cards import Card
from game.engine.tricks import Tricks
from game.fairness import stream
from game.match import Match
from game.record import Record
from game.rules import GAMES
from game.view import look
from tests.game.analysis.matches import played
from tests.game.rules.chiamata_tables import ALL_OUT
from tests.helpers import Moment, chiamata, fresh, play, playout, read_action, recorded
from tests.twins import twins_of


def whole(record: Record, *seats: int) -> MatchAnalysis:
    turns = choices(record, seats)
    return gathered(record, seats, [(turn, judge(turn, 0)) for turn in turns])


def at(match: Match, text: str) -> Judgement:
    """How the seat on turn is judged if it does this."""
    assert match.to_act is not None
    action = read_action(match, text)
    trick = len(match.phase.done) + 1 if isinstance(match.phase, Tricks) else 0
    found = judge(Choice(place=Place(1, 1, trick), view=look(match, match.to_act), action=action), 0)
    assert found.judgement is not None
    return found.judgement


# -- only what could be known ----------------------------------------------------------------------


def finished(moments: list[Moment], rng: Random) -> Record:
    """The deal played on to its end, by chance, from where it stands."""
    match, ended = moments[-1].match, list(moments)
    while match.deal_open:
        action = rng.choice([one for one in match.legal() if isinstance(one, Play)] or match.legal())
        step = match.apply(action)
        ended.append(Moment(action, match, *step))
        match = step.match
    return recorded(moments[0].before, ended)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_twin_deals_are_judged_alike_up_to_where_they_can_be_told_apart(game: str) -> None:
    seats = GAMES[game].proposed_seats
    rng, judged = stream(1, "analysis", game), 0
    for seed in range(3):
        moments = list(playout(fresh(game, seats=seats), f"analysis {seed}", 1))
        last, seat = len(moments) * 2 // 5, seed % seats
        twins = twins_of(moments, seat, last, rng)
        ours, theirs = finished(moments[: len(twins)], rng), finished(twins, rng)
        assert ours.deals[0].pack != theirs.deals[0].pack
        known = len(twins) - 1
        mine, other = (
            [judge(one, 0) for one in choices(record, (seat,)) if one.place.action <= known]
            for record in (ours, theirs)
        )
        assert mine == other
        judged += len(judgements(mine))
    assert judged >= 3


@pytest.mark.slow
def test_the_same_seed_gives_the_same_analysis_whoever_else_is_judged() -> None:
    record = played("muscio", ["novice", "club", "club", "club"], deals=2)
    assert whole(record, 0) == whole(record, 0)
    assert whole(record, 0).of(0) == whole(record, 0, 1).of(0)


def test_a_suspicion_is_shared_out_among_those_who_may_be_the_partner() -> None:
    match = chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", annul_poor_hand="off"
    )
    match = play(match, "0 call J", *ALL_OUT, "0 name d", "0 play Ad", "1 play 4s")

    def suspects(seat_match: Match) -> tuple[float, ...]:
        assert seat_match.to_act is not None
        return MINDS["chiamata"].suspects(look(seat_match, seat_match.to_act), Random(1))

    assert suspects(match) == ()  # it is the partner, and knows
    after = play(match, "2 play 4d")
    found = suspects(after)
    assert sum(found) == pytest.approx(1, abs=0.001)
    assert found[3] == 0
    assert suspects(play(match, "2 play Jd")) == ()


# -- what is judged --------------------------------------------------------------------------------


def test_a_deal_that_is_being_played_is_not_judged() -> None:
    record = played("muscio", ["club"] * 4, deals=2)
    assert {one.place.deal for one in choices(record, (0, 1))} == {1, 2}
    open_ = record.undo()
    assert open_.replay().deal_open
    assert {one.place.deal for one in choices(open_, (0, 1))} == {1}
    assert len(whole(open_, 0).deals) == 1
    first = played("muscio", ["club"] * 4, deals=1).undo()
    assert choices(first, (0, 1, 2, 3)) == ()
    assert whole(first, 0).deals == ()


def test_what_the_clock_chose_and_what_was_done_for_who_left_is_nobodys_choice() -> None:
    start = fresh("briscola", seats=2, turn_seconds=60)
    moment = next(iter(playout(start, "clock", 1)))
    record, match = recorded(start, [moment]), moment.match
    while match.deal_open:
        done = len(record.deals[0].actions)
        if done == 3:
            match, record = acted(match, record, f"{match.to_act} timeout")
        elif done == 10:
            match, record = acted(match, record, "0 leave")
        match, record = acted(match, record, str(match.legal()[0]))
    turns = {(one.place.action, one.view.seat) for one in choices(record, (0, 1))}
    whose = {(number, action.seat): action for number, action in enumerate(record.deals[0].actions, 1)}
    skipped = whose.keys() - turns
    assert skipped == {place for place in whose if place[0] in (4, 5, 11) or (place[0] > 11 and place[1] == 0)}


def acted(match: Match, record: Record, text: str) -> tuple[Match, Record]:
    action = read_action(match, text)
    return match.apply(action).match, record.acted(action)


@pytest.mark.slow
def test_a_choice_without_another_is_not_judged_but_the_curve_goes_on() -> None:
    found = whole(played("muscio", ["club"] * 4, deals=3), 0, 1, 2, 3)
    last = [one for one in found.findings if one.place.trick == 5]
    assert last
    assert all(one.judgement is None and one.chance is not None for one in last)


@pytest.mark.slow
def test_a_bid_that_no_master_thinks_of_is_judged_too() -> None:
    match = fresh("spades", seats=4)
    match = next(iter(playout(match, "bids", 1))).match
    assert match.to_act is not None
    judged = at(match, f"{match.to_act} bid 11")
    assert judged.made.loss > 10
    auction = chiamata("4s 5s 6s 7s 4c 5c 6c 7c", annul_poor_hand="off")
    high = play(auction, "0 call 2")
    for seat in (1, 2, 3):
        high = play(high, f"{seat} pass")
    absurd = at(high, f"{high.to_act} call 2 115")
    assert absurd.made.loss > absurd.stake
    assert absurd.lost == absurd.stake


@pytest.mark.slow
def test_a_trick_thrown_away_costs_and_the_best_costs_nothing() -> None:
    record = played("briscola", ["random", "expert"])
    found = whole(record, 0, 1)
    careless, careful = (accuracy(found.of(seat)) for seat in (0, 1))
    assert careless is not None
    assert careful is not None
    assert careless < careful - 0.1
    for one in judgements(found.findings):
        assert one.best.loss == 0
        assert one.made.loss >= 0
    again = found.tasks_of(0)
    assert len(again) == 3
    assert [task.view.seat for task in again] == [0, 0, 0]
    kept = figures(found).seats[0]
    assert kept.tasks == tuple((task.finding.place.deal, task.finding.place.action) for task in again)


# -- the figures -----------------------------------------------------------------------------------

losses = st.lists(st.floats(0, 50), min_size=1, max_size=5).map(lambda some: [0.0, *some])


@st.composite
def findings(draw: st.DrawFn) -> list[Finding]:
    made = []
    for number in range(draw(st.integers(1, 6))):
        options = tuple(
            Option(action=Play(0, Card(name)), loss=loss, win=None, why=())
            for name, loss in zip(("Ad", "2d", "3d", "4d", "5d", "6d"), draw(losses), strict=False)
        )
        chosen = draw(st.sampled_from(options))
        judged = Judgement(chosen=chosen.action, options=options, stake=10.0)
        made.append(Finding(place=Place(1, number + 1, 1), seat=0, judgement=judged))
    return made


@pytest.mark.slow
@given(findings())
def test_accuracy_is_a_share_and_whole_only_where_nothing_was_lost(some: list[Finding]) -> None:
    share = accuracy(some)
    assert share is None or 0 <= share <= 1 + 1e-9
    if not any(one.lost for one in judgements(some)):
        assert share in (None, 1)
    if share is not None and share < 1 - 1e-9:
        assert costliest(some)


@given(findings())
def test_the_costliest_come_in_order_and_none_of_them_was_as_good(some: list[Finding]) -> None:
    worst = [one.judgement.made.loss for one in costliest(some) if one.judgement is not None]
    assert worst == sorted(worst, reverse=True)
    assert all(worst)
    assert len(worst) == min(3, sum(bool(one.lost) for one in judgements(some)))
