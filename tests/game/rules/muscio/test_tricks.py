"""Tricks of three and more participants, and the score (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from game.cli.replay import build_summary
from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, make_hidden_cards, parse_cards
from game.core.events import CardPlayed, PlayerPassed, TrickTaken
from game.core.options import list_option_specs
from game.core.phase import DealResult
from game.match.match import Match
from game.match.observation import observe
from game.match.record import decode_playable_record, encode_record, replay_deal_results
from game.rules import GAMES
from game.rules.game import sum_scores
from game.rules.muscio.events import BlindeTaken, FaceDownCardsShown, GattaShown, PlayDeclared
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import compute_standing, score_tricks
from game.rules.muscio.statistics_entries import list_stat_entries
from game.rules.muscio.trick_play import MuscioTrickPhase
from game.rules.statistics_entries import StatEntry
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result, make_deal_results
from tests.helpers import (
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    make_record,
    play,
    play_random_actions,
    stack_pack,
)

# -- three or more ---------------------------------------------------------------------------------


def deal_three_participants(*hands: str, turned: str = "2c", **table: Any) -> Match:
    """Return a deal that everyone plays and in which the dealer leaves the turned card."""
    match = deal_muscio(turned, *hands, **table)
    return apply_phrases(match, *["in"] * len(hands), "keep")


def test_everyone_must_play_trump_in_first_two_tricks() -> None:
    match = deal_three_participants("Ac Kd 3c Ks 2d", "7c 5c 4s 3d 6d", "Kc Jd Qs 6s 7h")
    assert list_legal_phrases(match) == ["play Ac", "play 3c"]
    assert get_refusal_code(match, "0 play Kd") == "trump_tricks"
    match = play(match, "0 play 3c")
    assert list_legal_phrases(match) == ["play 7c", "play 5c"]
    match = play(match, "1 play 5c", "2 play Kc")
    assert match.turn == 2
    assert list_legal_phrases(match) == ["play Jd", "play 7h", "play Qs", "play 6s"], "none left: any card"
    match = play(match, "2 play Qs")
    assert list_legal_phrases(match) == ["play Ac"]
    match = play(match, "0 play Ac")
    assert list_legal_phrases(match) == ["play 7c"]


def test_player_without_trump_plays_face_down_and_never_wins() -> None:
    match = deal_three_participants("Ah Kh Qh 3d 3s", "7c 5d 4s Jh 6d", "Ks Jd Qs 6s 7h")
    match = play(match, "0 play Ah")
    events = get_last_events(match, "1 play 7c")
    assert events == (CardPlayed(1, parse_cards("7c")[0]),)
    match = play(match, "1 play 7c")
    step = match.apply(match.legal_actions()[0])
    taken = next(event for event in step.events if isinstance(event, TrickTaken))
    assert taken.winner == 1
    assert taken.face_down_seats == (0, 2)
    assert [card.name for card in taken.seen_by(None).cards] == ["??", "7c", "??"]
    assert [card.name for card in taken.seen_by(0).cards] == ["Ah", "7c", "??"]


def test_leader_wins_when_nobody_plays_trump() -> None:
    match = deal_three_participants("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    match = play(match, "0 play 2h", "1 play Ah", "2 play Kh")
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.phase.completed_tricks[0].winner == 0
    assert match.turn == 0


def test_face_down_cards_are_visible_to_their_player_only_until_scoring() -> None:
    match = deal_three_participants("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    events = get_last_events(match, "0 play 2h")
    assert events == (CardPlayed(0, parse_cards("2h")[0], True),)
    assert events[0].seen_by(1) == CardPlayed(0, HIDDEN_CARD, True)
    assert events[0].seen_by(0) == events[0]
    match = play(match, "0 play 2h", "1 play Ah")
    trick = [observe(match, seat).board.trick for seat in (0, 1, 2, None)]
    assert [[card.name for _seat, card in visible_card] for visible_card in trick] == [
        ["2h", "??"],
        ["??", "Ah"],
        ["??"] * 2,
        ["??"] * 2,
    ]
    assert observe(match, 2).board.face_down_seats == (0, 1)
    match = play(match, "2 play Kh")
    assert observe(match, 2).board.last_trick == ((0, HIDDEN_CARD), (1, HIDDEN_CARD), (2, parse_cards("Kh")[0]))
    assert observe(match, 2).board.last_trick_face_down_seats == (0, 1, 2)
    match = play(match, "0 play 3s", "1 play 5d", "2 play 7h")
    for texts in (("0 play Kd", "1 play 6d", "2 play Jd"), ("0 play Qd", "1 play 4s", "2 play Qs")):
        match = play(match, *texts)
    seen = observe(match, 1).phase
    assert isinstance(seen, MuscioTrickPhase)
    assert [card.name for card in seen.completed_tricks[0].trick.cards] == ["??", "Ah", "??"]
    events = get_last_events(match, "0 play 3d", "1 play Jh", "2 play 6s")
    shown = next(event for event in events if isinstance(event, FaceDownCardsShown))
    assert shown == FaceDownCardsShown((0, 1, 2, 0, 1, 2), parse_cards("2h Ah Kh 3s 5d 7h"))
    assert shown.seen_by(1) == shown


def test_from_third_trick_follow_suit_then_trump_then_any_card() -> None:
    match = deal_three_participants("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h", turned="2c")
    match = play(match, "0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc")
    assert list_legal_phrases(match) == ["play 7h", "play 6s", "play Qc"], "the leader plays what he likes"
    match = play(match, "2 play 6s")
    assert get_refusal_code(match, "0 play Kd") == "follow"
    assert list_legal_phrases(match) == ["play Ks"]
    match = play(match, "0 play Ks")
    assert list_legal_phrases(match) == ["play 4s"]
    match = play(match, "1 play 4s", "0 play 2d", "1 play 3d")
    assert get_refusal_code(match, "2 play 7h") == "must_trump"
    assert list_legal_phrases(match) == ["play Qc"]
    match = play(match, "2 play Qc")
    assert match.turn == 2, "a trump takes it"
    match = play(match, "2 play 7h")
    assert list_legal_phrases(match) == ["play Kd"], "neither suit nor trump: any card"


def test_first_participant_after_dealer_leads_and_passed_players_do_not_play() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, dealer=0), "pass", "in", "in", "in", "keep")
    assert match.turn == 2
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.phase.trick.seats == (2, 3, 0)
    while match.is_deal_in_progress:
        match = match.apply(match.legal_actions()[0]).match
    assert get_deal_result(match).scores[1] == 0
    assert sum(get_deal_result(match).points) == 5
    assert observe(match, 1).board.hands[1] == parse_cards("6d 5d 4h 3h 2h")
    assert observe(match, 2).board.hands[1] == make_hidden_cards(5)


# -- score -----------------------------------------------------------------------------------------


def test_example_13_three_two_zero_and_passed() -> None:
    outcome = score_tricks((0, 1, 2), (3, 2, 0, 0))
    assert outcome.scores == (-3, -2, 5, 0)
    assert compute_standing(MuscioOptions(), sum_scores(4, (outcome,))).totals == (27, 28, 35, 30)


def test_example_17_players_at_zero_or_less_share_points_of_others() -> None:
    result = compute_standing(MuscioOptions(), sum_scores(3, make_deal_results((-31, -18, 10))))
    assert (result.totals, result.is_over, result.winners) == ((-1, 12, 40), True, (0,))
    assert result.payout == tuple(map(Fraction, (52, 0, 0)))
    two = compute_standing(MuscioOptions(), sum_scores(4, make_deal_results((-30, -32, -5, -20))))
    assert (two.totals, two.winners) == ((0, -2, 25, 10), (0, 1))
    assert two.payout == (Fraction(35, 2), Fraction(35, 2), Fraction(0), Fraction(0))
    three_ = compute_standing(MuscioOptions(), sum_scores(4, make_deal_results((-30, -32, -33, 5))))
    assert three_.payout == (Fraction(35, 3), Fraction(35, 3), Fraction(35, 3), Fraction(0))


def test_match_continues_while_all_are_above_zero() -> None:
    on = compute_standing(MuscioOptions(), sum_scores(3, make_deal_results((-29, 40, 0))))
    assert (on.is_over, on.winners, on.payout) == (False, (), None)


def test_gatta_or_single_participant_can_end_the_match() -> None:
    match = deal_muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7d")
    match = apply_phrases(match, "in", "in", "pass", "in")
    pack = stack_pack(match, "")
    while not match.is_over:
        if match.needs_deal:
            match = match.apply(Deal(pack)).match
        match = play(match, f"{match.turn} {'in' if match.turn == 3 else 'pass'}")
    assert match.standing.winners == (3,)
    assert match.standing.totals[3] == 0
    assert get_deal_result(match).scores == (0, 0, 0, -5)


def test_payout_is_in_record_summary() -> None:
    moments = list(play_random_actions(make_match(game="muscio", seats=4), "payout", 400))
    match = moments[-1].match
    assert match.is_over
    assert observe(match, 0).payout == match.standing.payout
    record = decode_playable_record(encode_record(make_record(moments[0].match_before, moments)))
    played, deals = replay_deal_results(record)
    summary_document = json.loads(json.dumps(build_summary(record, played, deals)))
    winners = summary_document["winners"]
    left = sum(total for total in summary_document["totals"] if total > 0)
    share = Fraction(left, len(winners))
    expected: Any = int(share) if share.denominator == 1 else float(share)
    assert [summary_document["payout"][seat] for seat in winners] == [expected] * len(winners)
    assert summary_document["totals"] == [
        30 + sum(deal["scores"][seat] for deal in summary_document["deals"]) for seat in range(4)
    ]


def test_statistics_give_declaration_of_each_seat_and_shown_gatta() -> None:
    events = (
        PlayerPassed(2),
        PlayDeclared(3),
        BlindeTaken(0, parse_cards("Ad Kd")),
        PlayDeclared(1),
        GattaShown(3, parse_cards("Ah"), 5),
    )
    result = DealResult(state="scored", scores=(5, 0, -2, -5), points=(0,) * 4, reasons=())
    assert list_stat_entries(events, result) == (
        (StatEntry("declared", "blinde", 0.0, -5.0),), (StatEntry("declared", "play", 0.0, 0.0),),
        (StatEntry("declared", "pass", 1.0, 2.0),),
        (StatEntry("declared", "play", 1.0, 5.0), StatEntry("shown", "gatta", 1.0, 5.0)),
    )  # fmt: skip


def test_every_deal_result_has_reasons() -> None:
    codes = set()
    for seed in range(40):
        for moment in play_random_actions(make_match(game="muscio", seats=4), f"why {seed}", 2):
            if moment.match.phase is not None and moment.match.phase.result is not None:
                codes |= {reason.code for reason in moment.match.phase.result.reasons}
    assert {"line_tricks", "line_no_trick", "line_passers", "alone", "forfeit"} <= codes


def test_options_have_documented_values() -> None:
    own = [rule.name for rule in list_option_specs(MuscioOptions)][:1]
    assert own == ["hand_dealing"]
    assert GAMES["muscio"].presets["gattorna"] == MuscioOptions()
