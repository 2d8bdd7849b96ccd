"""Muscio as rules.md and seed 003 have it, clause by clause: the turned trump taken, and two at play."""

from __future__ import annotations

from game.engine.cards import HIDDEN, Card, cards, hidden
from game.engine.events import Played, Swapped, TrickTaken
from game.engine.phases import Reason
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.rules.muscio.score import by_forfeit
from game.view import look
from game.words import tell
from tests import twins
from tests.game.rules.muscio_tables import FOUR, muscio, result, say
from tests.helpers import NAMES, fresh, happened, legal, play, playout, refused

# -- exchange --------------------------------------------------------------------------------------


def test_the_dealer_may_take_the_turned_trump_for_one_of_his_cards() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    assert isinstance(match.phase, Exchange)
    assert match.to_act == 3
    assert legal(match) == ["keep", "swap 6s", "swap 5s", "swap 4s", "swap Ac", "swap Kc"]
    match = play(match, "3 swap 4s")
    assert isinstance(match.phase, MuscioTricks)
    assert set(match.phase.hands[3]) == set(cards("6s 5s Ac Kc 2c"))
    assert match.phase.trump == "c", "the trump suit stays"


def test_the_card_that_the_dealer_gives_is_put_away_face_down_and_nobody_else_sees_it() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    before, events = look(match, 0).board, happened(match, "3 swap 4s")
    assert events == (Swapped(3, Card("4s"), Card("2c"), face_down=True),)
    assert events[0].seen_by(3) == events[0]
    for seat in (0, 1, 2, None):
        assert events[0].seen_by(seat) == Swapped(3, HIDDEN, Card("2c"), face_down=True)
    match = play(match, "3 swap 4s")
    for seat in (0, 1, 2, 3, None):
        view = look(match, seat)
        assert isinstance(view.phase, MuscioTricks)
        assert view.phase.given == (cards("4s") if seat == 3 else hidden(1))
        assert (view.board.turned, view.board.trump) == (None, "c"), "nothing lies face up any more"
        assert view.board.stock == before.stock - 1 == 14
    while match.deal_open:
        match = match.apply(match.legal()[0]).match
    for seat in (0, 1, 2, None):
        assert Card("4s") not in set(twins.walk(look(match, seat))), "nor when the deal is scored"


def test_the_exchange_in_words() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    (event,) = happened(match, "3 swap 4s")
    assert tell(event.seen_by(0), NAMES) == "Dino takes the turned card, 2c"
    assert tell(event.seen_by(3), NAMES) == "Dino takes the turned card, 2c, and puts 4s away face down"


def test_a_record_names_the_card_given_as_ever() -> None:
    moments = [moment for seed in range(30) for moment in playout(fresh(game="muscio", seats=4), f"given {seed}", 1)]
    swaps = [moment for moment in moments if moment.action.__class__.__name__ == "Swap"]
    assert swaps and all(str(moment.action).split()[1] == "swap" and len(str(moment.action)) == 9 for moment in swaps)


def test_what_is_no_exchange() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    assert refused(match, "3 swap") == "swap_what"
    assert refused(match, "3 swap Ad") == "not_in_hand"
    assert refused(match, "3 swap 2c") == "not_in_hand"
    assert refused(match, "3 play Ac") == "exchange_first"
    assert refused(match, "3 lay") == "hand_dealing_off"
    assert refused(match, "0 play Ad") == "not_your_turn"
    kept = play(match, "3 keep").phase
    assert isinstance(kept, MuscioTricks)
    assert kept.hands[3] == cards("6s 5s 4s Ac Kc")


def test_no_exchange_for_a_dealer_who_passed_or_took_the_blinde() -> None:
    match = muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s")
    assert isinstance(say(match, "in", "in", "in", "pass").phase, MuscioTricks)
    assert isinstance(say(match, "in", "in", "in", "blinde").phase, MuscioTricks)


# -- two participants ------------------------------------------------------------------------------


def test_two_may_forfeit_forehand_of_the_two_first() -> None:
    match = say(muscio("2c", *FOUR, dealer=1), "pass", "in", "in", "pass")
    assert isinstance(match.phase, Standing)
    assert match.to_act == 3
    assert legal(match) == ["stand", "forfeit"]
    assert refused(match, "3 play Ac") == "stand_first"
    assert refused(match, "3 lay") == "hand_dealing_off"
    match = play(match, "3 stand")
    assert match.to_act == 0
    match = play(match, "0 stand")
    assert isinstance(match.phase, MuscioTricks)
    assert match.to_act == 3


def test_example_14_forfeit_and_five_to_none() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "pass", "pass")
    first, second = say(match, "forfeit"), say(match, "stand", "forfeit")
    assert first.standing.totals == (30, 25, 30, 30)
    assert second.standing.totals == (25, 30, 30, 30)
    assert result(first).points == (0, 0, 0, 0)
    assert by_forfeit(4, 0, 1).scores == (0, -5, 0, 0)
    match = say(muscio("2c", "Ad Kd Qd Ah Kh", "6d 5d 4h 3h 2h", "", ""), "in", "in", "pass", "pass", "stand", "stand")
    for lead, reply in zip(["Ad", "Kd", "Ah", "Kh", "Qd"], ["6d", "5d", "4h", "3h", "2h"], strict=True):
        match = play(match, f"0 play {lead}", f"1 play {reply}")
    assert result(match).points == (5, 0, 0, 0)
    assert match.standing.totals == (25, 35, 30, 30)


def test_a_participant_with_the_blinde_may_not_forfeit_and_is_not_asked() -> None:
    match = say(muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s"), "blinde", "in", "pass", "pass")
    assert match.to_act == 1
    assert refused(match, "0 forfeit") == "not_your_turn"
    assert play(match, "1 forfeit").standing.totals == (25, 30, 30, 30)
    playing = play(match, "1 stand")
    assert isinstance(playing.phase, MuscioTricks)
    assert playing.to_act == 0
    other = say(muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s"), "in", "blinde", "pass", "pass")
    assert other.to_act == 0
    assert isinstance(play(other, "0 stand").phase, MuscioTricks)


def test_three_are_not_asked_whether_they_forfeit() -> None:
    assert isinstance(say(muscio("2c", *FOUR), "in", "in", "in", "pass").phase, MuscioTricks)


def test_example_16_in_tricks_1_and_2_the_leader_of_two_leads_his_highest_of_the_suit() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    assert legal(match) == ["play 2d", "play Ah", "play Ks"]
    assert refused(match, "0 play 4h") == "lead_highest"
    assert {str(card): reason.values["card"].name for card, reason in look(match, 0).refused} == {
        "4h": "Ah",
        "3s": "Ks",
    }
    assert isinstance(match.phase, MuscioTricks)
    hearts, spades = (Reason("lead_highest", {"card": card}) for card in cards("Ah Ks"))
    assert match.phase.refusals(0) == {Card("4h"): hearts, Card("3s"): spades}
    match = play(match, "0 play Ah")
    assert legal(match) == ["play 7h", "play 5h"], "the second plays any card of the suit"
    match = play(match, "1 play 5h")
    assert legal(match) == ["play 2d", "play 4h", "play Ks"], "the highest that he holds now"
    match = play(match, "0 play 2d", "1 play 3d")
    assert match.to_act == 1
    assert legal(match) == ["play 6d", "play 7h", "play 4s"]
    match = play(match, "1 play 7h")
    assert legal(match) == ["play 4h"]


def test_the_third_trick_of_two_is_led_freely() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    match = play(match, "0 play Ah", "1 play 5h", "0 play Ks", "1 play 4s")
    assert legal(match) == ["play 2d", "play 4h", "play 3s"]


def test_with_exactly_ah_4h_ks_the_leads_are_ah_and_ks() -> None:
    phase = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand").phase
    assert isinstance(phase, MuscioTricks)
    from game.engine.tricks import replace

    few = replace(phase, hands=(cards("Ah 4h Ks"), *phase.hands[1:]))
    assert [action.phrase for action in few.legal()] == ["play Ah", "play Ks"]


def test_two_follow_suit_or_trump_from_the_first_trick_and_nothing_falls_face_down() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7c 5c 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    match = play(match, "0 play Ah")
    assert legal(match) == ["play 7c", "play 5c"]
    assert refused(match, "1 play 3d") == "must_trump"
    events = happened(match, "1 play 5c")
    assert isinstance(events[0], Played)
    assert not events[0].face_down
    assert isinstance(events[1], TrickTaken)
    assert events[1].winner == 1
