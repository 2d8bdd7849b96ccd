"""A choice is judged only by what its seat could know, and a difference within the noise costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.advice import MIN_TIME_LIMIT
from game.ai.chiamata.players import CHIAMATA_AI
from game.ai.chiamata.search_model import CARD_POINT_VALUE_MATCH_POINTS
from game.ai.estimates import ExplainedEstimate
from game.analysis.judge import (
    RecordedChoice,
    build_analysis,
    find_choices,
    judge_choice,
    judge_options,
    make_options,
)
from game.analysis.model import (
    ChoiceJudgment,
    ChoiceLocation,
    Finding,
    JudgedOption,
    MatchAnalysis,
    compute_accuracy,
    find_costliest,
    list_judgments,
    summarize_accuracies,
)
from game.core.actions import Play
from game.core.cards import Card
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.match.observation import observe
from game.match.record import Record
from game.rules import GAMES
from game.shuffling.shuffle import derive_random
from game.trainer.model import find_task_kind
from tests.game.analysis.computer_matches import play_match
from tests.helpers import (
    PlayoutMoment,
    deal_chiamata,
    make_match,
    make_record,
    parse_seat_action,
    play,
    play_random_actions,
)
from tests.lanes import choose_sample, long_test
from tests.twin_deals import make_twin_moments


def analyse_record(record: Record, *seats: int) -> MatchAnalysis:
    turns = find_choices(record, seats)
    return build_analysis(record, seats, [(turn, judge_choice(turn, 0)) for turn in turns])


def judge_action(match: Match, text: str) -> ChoiceJudgment:
    """Return the judgment of this action by the seat on turn."""
    assert match.turn is not None
    action = parse_seat_action(match, text)
    trick = len(match.phase.completed_tricks) + 1 if isinstance(match.phase, TrickPhase) else 0
    judgement = judge_choice(
        RecordedChoice(location=ChoiceLocation(1, 1, trick), observation=observe(match, match.turn), action=action), 0
    )
    assert judgement.judgment is not None
    return judgement.judgment


# -- knowledge of the seat --------------------------------------------------------------------------


def play_to_end_of_deal(moments: list[PlayoutMoment], rng: Random) -> Record:
    record, match = make_record(moments[0].match_before, moments), moments[-1].match
    while match.is_deal_in_progress:
        plays = [action for action in match.legal_actions() if isinstance(action, Play)]
        action = rng.choice(plays or match.legal_actions())
        record, match = record.with_action(action), match.apply(action).match
    return record


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_twin_deals_are_judged_equally_while_indistinguishable(game: str) -> None:
    seats = GAMES[game].proposed_seat_count
    rng, judged_count = derive_random(1, "analysis", game), 0
    for seed in range(2):
        moments = list(play_random_actions(make_match(game, seats=seats), f"analysis {seed}", 1))
        seat = seed % seats
        twins = make_twin_moments(moments, seat, len(moments) * 2 // 5, rng)
        records = [play_to_end_of_deal(some_moments[: len(twins)], rng) for some_moments in (moments, twins)]
        assert records[0].deals[0].pack != records[1].deals[0].pack
        own_findings, twin_findings = (
            [
                judge_choice(choice, 0, MIN_TIME_LIMIT)
                for choice in find_choices(record, (seat,))
                if choice.location.action < len(twins)
            ]
            for record in records
        )
        assert own_findings == twin_findings
        judged_count += len(list_judgments(own_findings))
    assert judged_count >= 2


# -- judged choices ---------------------------------------------------------------------------------


def test_deal_in_progress_is_not_judged() -> None:
    record = play_match("muscio", ["club"] * 4, deal_count=2)
    assert {choice.location.deal for choice in find_choices(record, (0, 1))} == {1, 2}
    open_ = record.without_last_action()
    assert open_.replay().is_deal_in_progress
    assert {choice.location.deal for choice in find_choices(open_, (0, 1))} == {1}
    assert len(analyse_record(open_, 0).deal_results) == 1
    first = play_match("muscio", ["club"] * 4, deal_count=1).without_last_action()
    assert find_choices(first, (0, 1, 2, 3)) == ()
    assert analyse_record(first, 0).deal_results == ()


def test_forced_actions_and_actions_for_departed_players_are_not_judged() -> None:
    start = make_match("briscola", seats=2, turn_seconds=60)
    record = make_record(start, list(play_random_actions(start, "clock", 1))[:1])
    while (match := record.replay()).is_deal_in_progress:
        text = {3: f"{match.turn} timeout", 10: "0 leave"}.get(
            len(record.deals[0].actions), str(match.legal_actions()[0])
        )
        record = record.with_action(parse_seat_action(match, text))
    judged = {(choice.location.action, choice.observation.seat) for choice in find_choices(record, (0, 1))}
    places = {(number, action.seat) for number, action in enumerate(record.deals[0].actions, 1)}
    assert places - judged == {
        (number, seat) for number, seat in places if number in (4, 5, 11) or (number > 11 and seat == 0)
    }


@pytest.mark.slow
def test_single_legal_action_is_not_judged_but_stays_in_curve() -> None:
    """Check also that the same seed gives the same findings for any set of judged seats."""
    record = play_match("muscio", ["club"] * 4, deal_count=3)
    analysis = analyse_record(record, 0, 1, 2, 3)
    last = [finding for finding in analysis.findings if finding.location.trick == 5]
    assert last and all(finding.judgment is None and finding.win_probability is not None for finding in last)
    assert analyse_record(record, 0).get_findings(0) == analysis.get_findings(0)


@pytest.mark.slow
def test_bid_outside_masters_candidates_is_judged() -> None:
    match = make_match("spades", seats=4)
    match = next(iter(play_random_actions(match, "bids", 1))).match
    assert match.turn is not None
    judged = judge_action(match, f"{match.turn} bid 11")
    assert judged.chosen_option.loss > 10
    bid, known = judged.chosen_action, observe(match, match.turn)
    usual = judge_options(known, 0, MIN_TIME_LIMIT, 1, 1)
    judgment = judge_options(known, 0, MIN_TIME_LIMIT, 1, 1, bid)[bid].judgment
    assert bid not in usual and judgment is not None and judgment.chosen_option.loss > 10
    assert {finding.action for finding in usual.values()} == {*usual}, "each choice as if it was made"
    auction = deal_chiamata("4s 5s 6s 7s 4c 5c 6c 7c", annul_poor_hand="off")
    high = play(auction, "0 call 2")
    for seat in (1, 2, 3):
        high = play(high, f"{seat} pass")
    absurd = judge_action(high, f"{high.turn} call 2 115")
    assert absurd.chosen_option.loss > absurd.max_loss
    assert absurd.counted_loss == absurd.max_loss


def test_choice_in_chiamata_costs_match_points_and_no_card_points() -> None:
    """Check that twenty card points, which only break ties, are not told as two match points."""
    advice = [
        ExplainedEstimate(
            action=Play(0, Card(card)), value=win + CARD_POINT_VALUE_MATCH_POINTS * points, standard_error=0.1,
            expected_points=points, win_probability=0.5 + win / 4, reasons=(),
        )
        for card, win, points in (("As", 1.0, 80.0), ("2s", 1.0, 60.0), ("3s", -0.5, 55.0))
    ]  # fmt: skip
    assert [option.loss for option in make_options(advice, CHIAMATA_AI)] == pytest.approx([0.0, 0.0, 1.5])


@long_test
@pytest.mark.parametrize(("game", "seats"), choose_sample([("briscola", 2), ("spades", 4)], 2))
def test_course_of_a_match_falls_at_each_mistake_by_its_loss(game: str, seats: int) -> None:
    analysis = analyse_record(play_match(game, ["random", *["club"] * (seats - 1)]), 0)
    unit = 100 if game == "briscola" else 1
    losses = list[float]()
    for finding in analysis.findings:
        if finding.expected is not None and finding.judgment is not None:
            losses.append(finding.judgment.chosen_option.loss)
            fall = unit * (finding.expected.before - finding.expected.after)
            assert fall == pytest.approx(losses[-1], abs=1e-6)
    assert 0.0 in losses and max(losses) > 0


@pytest.mark.slow
def test_wasted_trick_has_a_loss_and_best_action_has_none() -> None:
    record = play_match("briscola", ["random", "expert"])
    analysis = analyse_record(record, 0, 1)
    careless, careful = (compute_accuracy(analysis.get_findings(seat)) for seat in (0, 1))
    assert careless is not None and careful is not None and careless < careful - 0.1
    for judgment in list_judgments(analysis.findings):
        assert judgment.best_option.loss == 0 and judgment.chosen_option.loss >= 0
    tasks = analysis.get_retry_tasks(0)
    assert [task.observation.seat for task in tasks] == [0, 0, 0]
    places = tuple((task.finding.location.deal, task.finding.location.action) for task in tasks)
    figures = summarize_accuracies(analysis, find_task_kind).seats[0]
    cost = sum(task.finding.judgment.counted_loss for task in tasks if task.finding.judgment is not None)
    assert figures.tasks == places and dict(figures.costs) == {"out": pytest.approx(cost, abs=1e-4)}


# -- the figures -----------------------------------------------------------------------------------

losses_strategy = st.lists(st.floats(0, 50), min_size=1, max_size=5).map(lambda loss_list: [0.0, *loss_list])


def make_finding(seat: int, number: int, losses: Sequence[float], chosen_index: int) -> Finding:
    """Return the judgment of a choice between cards with these losses."""
    options = tuple(
        JudgedOption(action=Play(seat, Card(name)), loss=loss, win_probability=None, reasons=())
        for name, loss in zip(("Ad", "2d", "3d", "4d", "5d", "6d"), losses, strict=False)
    )
    judgment = ChoiceJudgment(chosen_action=options[chosen_index].action, options=options, max_loss=10.0)
    return Finding(location=ChoiceLocation(1, number, 1), seat=seat, judgment=judgment)


@st.composite
def findings_strategy(draw: st.DrawFn) -> list[Finding]:
    choices = draw(st.lists(losses_strategy, min_size=1, max_size=6))
    return [
        make_finding(0, number, losses, draw(st.integers(0, len(losses) - 1)))
        for number, losses in enumerate(choices, 1)
    ]


@given(findings_strategy())
def test_accuracy_is_a_share_and_costliest_choices_are_sorted(findings: list[Finding]) -> None:
    share, costly = (
        compute_accuracy(findings),
        [judgment for judgment in list_judgments(findings) if judgment.counted_loss],
    )
    assert share is None or 0 <= share <= 1 + 1e-9
    assert costly or share in (None, 1)
    worst = [finding.judgment.chosen_option.loss for finding in find_costliest(findings) if finding.judgment]
    assert worst == sorted(worst, reverse=True) and all(worst)
    assert len(worst) == min(3, len(costly))


def test_retry_tasks_are_choices_of_the_judged_seats() -> None:
    match = make_match()
    moments = list(play_random_actions(match, "retry"))[:2]
    judged = []
    for seat in (0, 1):
        finding = make_finding(seat, seat + 1, (0.0, 5.0), 1)
        assert finding.judgment is not None
        view, action = observe(moments[-1].match, seat), finding.judgment.chosen_action
        judged.append((RecordedChoice(location=finding.location, observation=view, action=action), finding))
    analysis = build_analysis(make_record(match, moments), (0,), judged)
    assert [task.finding.seat for task in analysis.retry_tasks] == [0]
