"""Muscio as rules.md and seed 003 have it, clause by clause: three and more at play, and the score."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from game.commands.replay import summary
from game.engine.actions import Deal
from game.engine.cards import HIDDEN, cards, hidden
from game.engine.events import Passed, Played, TrickTaken
from game.engine.options import declared
from game.engine.phases import DealResult
from game.match import Match
from game.record import dump, read, results
from game.rules import GAMES
from game.rules.game import sum_scores
from game.rules.muscio.events import BlindeTaken, Declared, Gatta, Uncovered
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.parts import parts
from game.rules.muscio.play import MuscioTricks
from game.rules.muscio.score import by_tricks, standing
from game.rules.parts import Part
from game.view import look
from tests.game.rules.muscio_tables import FOUR, after, muscio, result, say
from tests.helpers import fresh, happened, legal, play, playout, recorded, refused, stacked

# -- three or more ---------------------------------------------------------------------------------


def three(*hands: str, turned: str = "2c", **table: Any) -> Match:
    """Everyone plays, the dealer leaves the turned card."""
    match = muscio(turned, *hands, **table)
    return say(match, *["in"] * len(hands), "keep")


def test_in_tricks_1_and_2_everyone_must_play_a_trump() -> None:
    match = three("Ac Kd 3c Ks 2d", "7c 5c 4s 3d 6d", "Kc Jd Qs 6s 7h")
    assert legal(match) == ["play Ac", "play 3c"]
    assert refused(match, "0 play Kd") == "trump_tricks"
    match = play(match, "0 play 3c")
    assert legal(match) == ["play 7c", "play 5c"]
    match = play(match, "1 play 5c", "2 play Kc")
    assert match.to_act == 2
    assert legal(match) == ["play Jd", "play 7h", "play Qs", "play 6s"], "none left: any card"
    match = play(match, "2 play Qs")
    assert legal(match) == ["play Ac"]
    match = play(match, "0 play Ac")
    assert legal(match) == ["play 7c"]


def test_who_has_no_trump_plays_any_card_face_down_which_never_wins() -> None:
    match = three("Ah Kh Qh 3d 3s", "7c 5d 4s Jh 6d", "Ks Jd Qs 6s 7h")
    match = play(match, "0 play Ah")
    events = happened(match, "1 play 7c")
    assert events == (Played(1, cards("7c")[0]),)
    match = play(match, "1 play 7c")
    step = match.apply(match.legal()[0])
    taken = next(event for event in step.events if isinstance(event, TrickTaken))
    assert taken.winner == 1
    assert taken.face_down == (0, 2)
    assert [card.name for card in taken.seen_by(None).cards] == ["??", "7c", "??"]
    assert [card.name for card in taken.seen_by(0).cards] == ["Ah", "7c", "??"]


def test_nobody_plays_a_trump_the_leader_wins() -> None:
    match = three("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    match = play(match, "0 play 2h", "1 play Ah", "2 play Kh")
    assert isinstance(match.phase, MuscioTricks)
    assert match.phase.done[0].winner == 0
    assert match.to_act == 0


def test_face_down_cards_are_seen_by_their_player_alone_until_the_deal_is_scored() -> None:
    match = three("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    events = happened(match, "0 play 2h")
    assert events == (Played(0, cards("2h")[0], True),)
    assert events[0].seen_by(1) == Played(0, HIDDEN, True)
    assert events[0].seen_by(0) == events[0]
    match = play(match, "0 play 2h", "1 play Ah")
    trick = [look(match, seat).board.trick for seat in (0, 1, 2, None)]
    assert [[card.name for _seat, card in one] for one in trick] == [["2h", "??"], ["??", "Ah"], ["??"] * 2, ["??"] * 2]
    assert look(match, 2).board.face_down == (0, 1)
    match = play(match, "2 play Kh")
    assert look(match, 2).board.last == ((0, HIDDEN), (1, HIDDEN), (2, cards("Kh")[0]))
    assert look(match, 2).board.last_face_down == (0, 1, 2)
    match = play(match, "0 play 3s", "1 play 5d", "2 play 7h")
    for texts in (("0 play Kd", "1 play 6d", "2 play Jd"), ("0 play Qd", "1 play 4s", "2 play Qs")):
        match = play(match, *texts)
    seen = look(match, 1).phase
    assert isinstance(seen, MuscioTricks)
    assert [card.name for card in seen.done[0].trick.cards] == ["??", "Ah", "??"]
    events = happened(match, "0 play 3d", "1 play Jh", "2 play 6s")
    shown = next(event for event in events if isinstance(event, Uncovered))
    assert shown == Uncovered((0, 1, 2, 0, 1, 2), cards("2h Ah Kh 3s 5d 7h"))
    assert shown.seen_by(1) == shown


def test_from_the_third_trick_follow_suit_else_trump_else_any_card() -> None:
    match = three("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h", turned="2c")
    match = play(match, "0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc")
    assert legal(match) == ["play 7h", "play 6s", "play Qc"], "the leader plays what he likes"
    match = play(match, "2 play 6s")
    assert refused(match, "0 play Kd") == "follow"
    assert legal(match) == ["play Ks"]
    match = play(match, "0 play Ks")
    assert legal(match) == ["play 4s"]
    match = play(match, "1 play 4s", "0 play 2d", "1 play 3d")
    assert refused(match, "2 play 7h") == "must_trump"
    assert legal(match) == ["play Qc"]
    match = play(match, "2 play Qc")
    assert match.to_act == 2, "a trump takes it"
    match = play(match, "2 play 7h")
    assert legal(match) == ["play Kd"], "neither suit nor trump: any card"


def test_the_first_participant_after_the_dealer_leads_and_who_passed_plays_nothing() -> None:
    match = say(muscio("2c", *FOUR, dealer=0), "pass", "in", "in", "in", "keep")
    assert match.to_act == 2
    assert isinstance(match.phase, MuscioTricks)
    assert match.phase.trick.seats == (2, 3, 0)
    while match.deal_open:
        match = match.apply(match.legal()[0]).match
    assert result(match).scores[1] == 0
    assert sum(result(match).points) == 5
    assert look(match, 1).board.hands[1] == cards("6d 5d 4h 3h 2h")
    assert look(match, 2).board.hands[1] == hidden(5)


# -- score -----------------------------------------------------------------------------------------


def test_example_13_three_two_none_and_passed() -> None:
    outcome = by_tricks((0, 1, 2), (3, 2, 0, 0))
    assert outcome.scores == (-3, -2, 5, 0)
    assert standing(MuscioOptions(), sum_scores(4, (outcome,))).totals == (27, 28, 35, 30)


def test_example_17_all_at_nothing_or_less_share_what_the_others_have() -> None:
    one = standing(MuscioOptions(), sum_scores(3, after((-31, -18, 10))))
    assert (one.totals, one.over, one.winners) == ((-1, 12, 40), True, (0,))
    assert one.payout == tuple(map(Fraction, (52, 0, 0)))
    two = standing(MuscioOptions(), sum_scores(4, after((-30, -32, -5, -20))))
    assert (two.totals, two.winners) == ((0, -2, 25, 10), (0, 1))
    assert two.payout == (Fraction(35, 2), Fraction(35, 2), Fraction(0), Fraction(0))
    three_ = standing(MuscioOptions(), sum_scores(4, after((-30, -32, -33, 5))))
    assert three_.payout == (Fraction(35, 3), Fraction(35, 3), Fraction(35, 3), Fraction(0))


def test_the_match_goes_on_while_everyone_is_above_nothing() -> None:
    on = standing(MuscioOptions(), sum_scores(3, after((-29, 40, 0))))
    assert (on.over, on.winners, on.payout) == (False, (), None)


def test_a_gatta_or_a_deal_alone_may_end_the_match() -> None:
    match = muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7d")
    match = say(match, "in", "in", "pass", "in")
    pack = stacked(match, "")
    while not match.over:
        if match.awaits_deal:
            match = match.apply(Deal(pack)).match
        match = play(match, f"{match.to_act} {'in' if match.to_act == 3 else 'pass'}")
    assert match.standing.winners == (3,)
    assert match.standing.totals[3] == 0
    assert result(match).scores == (0, 0, 0, -5)


def test_the_payout_is_in_the_summary_as_record_md_has_it() -> None:
    moments = list(playout(fresh(game="muscio", seats=4), "payout", 400))
    match = moments[-1].match
    assert match.over
    assert look(match, 0).payout == match.standing.payout
    record = read(dump(recorded(moments[0].before, moments)))
    played, deals = results(record)
    whole = json.loads(json.dumps(summary(record, played, deals)))
    winners = whole["winners"]
    left = sum(total for total in whole["totals"] if total > 0)
    share = Fraction(left, len(winners))
    expected: Any = int(share) if share.denominator == 1 else float(share)
    assert [whole["payout"][seat] for seat in winners] == [expected] * len(winners)
    assert whole["totals"] == [30 + sum(deal["scores"][seat] for deal in whole["deals"]) for seat in range(4)]


def test_the_part_of_each_seat_is_what_it_declared_and_a_gatta_that_it_showed() -> None:
    said = (Passed(2), Declared(3), BlindeTaken(0, cards("Ad Kd")), Declared(1), Gatta(3, cards("Ah"), 5))
    result = DealResult(state="scored", scores=(5, 0, -2, -5), points=(0,) * 4, why=())
    assert parts(said, result) == (
        (Part("declared", "blinde", 0.0, -5.0),), (Part("declared", "play", 0.0, 0.0),),
        (Part("declared", "pass", 1.0, 2.0),),
        (Part("declared", "play", 1.0, 5.0), Part("shown", "gatta", 1.0, 5.0)),
    )  # fmt: skip


def test_every_deal_says_why() -> None:
    codes = set()
    for seed in range(40):
        for moment in playout(fresh(game="muscio", seats=4), f"why {seed}", 2):
            if moment.match.phase is not None and moment.match.phase.result is not None:
                codes |= {reason.code for reason in moment.match.phase.result.why}
    assert {"line_tricks", "line_no_trick", "line_passers", "alone", "forfeit"} <= codes


def test_the_options() -> None:
    own = [rule.name for rule in declared(MuscioOptions)][:1]
    assert own == ["hand_dealing"]
    assert GAMES["muscio"].presets["gattorna"] == MuscioOptions()
