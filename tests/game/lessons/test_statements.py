"""The statements of the lessons are true by the rules, and the texts get the values of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Final

import msgspec
import pytest

from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD
from game.core.events import TrickTaken
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase
from game.lessons import LESSONS
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import LessonState
from game.lessons.text import format_step_text
from game.match.match import Match
from game.shuffling.shuffle import shuffle_pack
from tests.game.lessons import (
    briscola_statements,
    chiamata_statements,
    muscio_statements,
    spades_partners_statements,
    spades_statements,
)
from tests.game.lessons.chiamata_statements import CalledCardFact, CallerFact, LastCallFact
from tests.game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    Fact,
    HandSizeFact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    LearnerKnowledge,
    LegalActionsFact,
    PlayableCardsFact,
    StockSizeFact,
    TrumpFact,
    UnseenCardsFact,
    VisibleCardFact,
    WinningCardFact,
    get_learner_knowledge,
    list_false_statements,
)
from tests.game.lessons.lesson_states import describe_state, for_each_lesson, get_deck, list_lesson_states
from tests.game.lessons.muscio_statements import ParticipantsFact
from tests.game.lessons.spades_statements import BiddingTurnFact, BidFact, BidMadeFact, SpadesBrokenFact
from tests.game.rules.spades.test_spades import make_last_tricks, replace_phase_fields
from tests.helpers import deal_chiamata, deal_match, make_match, play

STATEMENTS: Final[Mapping[str, Mapping[str, Mapping[str, Fact]]]] = {
    "briscola": briscola_statements.STATEMENTS,
    "chiamata": chiamata_statements.STATEMENTS,
    "spades": spades_statements.STATEMENTS,
    "spades-partners": spades_partners_statements.STATEMENTS,
    "muscio": muscio_statements.STATEMENTS,
}

replace = msgspec.structs.replace


def get_statements(state: LessonState) -> Mapping[str, Fact]:
    lesson_id = next(key for key, lesson in LESSONS.items() if lesson is state.lesson)
    return list(STATEMENTS[lesson_id].values())[state.step_index]


@for_each_lesson
def test_statements_are_written_for_each_step_in_order(game: str) -> None:
    for step, first_words in zip(LESSONS[game].steps, STATEMENTS[game], strict=True):
        assert (step.trick_text or step.text).startswith(first_words)


@for_each_lesson
def test_every_statement_and_value_of_a_lesson_is_true_by_the_rules(game: str) -> None:
    for state in list_lesson_states(game):
        knowledge = get_learner_knowledge(state)
        assert list_false_statements(knowledge, state.values, get_statements(state)) == [], describe_state(state)


@for_each_lesson
def test_wrong_value_and_value_without_statement_are_found(game: str) -> None:
    for state in list_lesson_states(game):
        knowledge, statements = get_learner_knowledge(state), get_statements(state)
        for name in state.values:
            other_statements = {key: fact for key, fact in statements.items() if key != name}
            assert list_false_statements(knowledge, {**state.values, name: "?"}, statements) == [name]
            assert list_false_statements(knowledge, state.values, other_statements) == [name]


def iter_twin_states(state: LessonState) -> Iterator[LessonState]:
    """Yield the same step with two unseen cards of other hands exchanged, while cards are played."""
    phase = state.match.phase
    if not isinstance(phase, TrickPhase):
        return
    shown = get_learner_knowledge(state).phase.board().hands
    others = [seat for seat in range(1, state.match.seats) if phase.hands[seat] and HIDDEN_CARD in shown[seat]]
    for card, two in pairwise(others):
        hands = list(phase.hands)
        own_card, other_card = hands[card][0], hands[two][-1]
        hands[card] = (other_card, *hands[card][1:])
        hands[two] = (*hands[two][:-1], own_card)
        twin = replace(phase, hands=tuple(hands))
        yield replace(state, match=replace(state.match, phase=twin))


@for_each_lesson
def test_texts_and_statements_are_equal_in_twin_deals(game: str) -> None:
    for state in list_lesson_states(game):
        for twin in iter_twin_states(state):
            assert format_step_text(twin, get_deck(game)) == format_step_text(state, get_deck(game))
            knowledge = get_learner_knowledge(twin)
            assert list_false_statements(knowledge, twin.values, get_statements(twin)) == [], describe_state(twin)


def test_trick_with_other_points_makes_the_value_of_the_text_wrong() -> None:
    state = next(
        state
        for state in list_lesson_states("briscola")
        if get_statements(state).get("points") == LastTrickWinnerFact(1)
    )
    trick = next(event for event in state.events if isinstance(event, TrickTaken))
    richer_trick = replace(trick, points=21)
    events = tuple(richer_trick if event is trick else event for event in state.events)
    knowledge = get_learner_knowledge(replace(state, events=events))
    assert state.values["points"] == 4
    assert list_false_statements(knowledge, state.values, get_statements(state)) == ["points"]


def list_facts(game: str, kind: type[Fact]) -> list[tuple[LearnerKnowledge, Fact]]:
    """Return the facts of a kind that a lesson states, each with what the learner knows there."""
    facts = [
        (get_learner_knowledge(state), fact)
        for state in list_lesson_states(game)
        for fact in get_statements(state).values()
    ]
    return [(knowledge, fact) for knowledge, fact in facts if isinstance(fact, kind)]


def make_learner_knowledge(match: Match) -> LearnerKnowledge:
    """Return what the learner knows of a deal whose events they have missed."""
    assert match.phase is not None
    return LearnerKnowledge(match.phase.seen_by(LEARNER_SEAT), ())


FALSE_FACTS: Final = [
    ("briscola", LastTrickWinnerFact, {"seat": 5}),
    ("spades", CurrentWinnerFact, {"seat": 5}),
    ("spades", PlayableCardsFact, {"card_notations": "Ad"}),
    ("briscola", VisibleCardFact, {"card_notation": "2c"}),
    ("briscola", TrumpFact, {"suit": "c"}),
    ("briscola", StockSizeFact, {"count": 99}),
    ("spades", HandSizeFact, {"count": 99}),
    ("spades", LeaderFact, {"seat": 5}),
    ("spades", WinningCardFact, {"card_notation": "LJ"}),
    ("spades", HighestUnplayedFact, {"card_notation": "LJ"}),
    ("muscio", LegalActionsFact, {"action_texts": "pass"}),
    ("chiamata", CallerFact, {"seat": 4}),
    ("chiamata", CalledCardFact, {"partner": 2}),
    ("chiamata", CalledCardFact, {"card_notation": "Ad"}),
    ("chiamata", LastCallFact, {"last_rank": "6"}),
]


@pytest.mark.parametrize(("game", "kind", "other"), FALSE_FACTS, ids=lambda item: getattr(item, "__name__", str(item)))
def test_false_fact_does_not_hold(game: str, kind: type[Fact], other: dict[str, object]) -> None:
    facts = list_facts(game, kind)
    assert facts
    for seen, fact in facts:
        assert not replace(fact, **other).is_true(seen), fact


@for_each_lesson
def test_no_fact_about_card_play_holds_before_first_card(game: str) -> None:
    """Check states in which others are on turn and in which nothing is dealt."""
    knowledge = get_learner_knowledge(list_lesson_states(game)[0])
    hand = knowledge.phase.board().hands[LEARNER_SEAT]
    hand_text = " ".join(card.name for card in hand)
    assert not LastTrickWinnerFact(LEARNER_SEAT).is_true(knowledge) and not DealScoreFact(LEARNER_SEAT).is_true(
        knowledge
    )
    phase = knowledge.phase
    if isinstance(phase, TrickPhase):
        assert not LastToPlayFact().is_true(knowledge) and not CurrentWinnerFact(phase.trick.next_seat).is_true(
            knowledge
        )
    else:
        assert not any(
            fact.is_true(knowledge)
            for fact in (LeaderFact(phase.turn or 0), LastToPlayFact(), PlayableCardsFact(hand_text))
        )


def test_playable_cards_fact_holds_only_on_turn() -> None:
    match = deal_match("Ad 2s Kh 3d 4s Qh", dealer=1)
    seen = make_learner_knowledge(match)
    assert (
        PlayableCardsFact("Ad Kh 4s").is_true(seen)
        and LeaderFact(LEARNER_SEAT).is_true(seen)
        and not LastToPlayFact().is_true(seen)
    )
    assert not PlayableCardsFact("Ad Kh").is_true(seen) and not LeaderFact(1).is_true(seen)
    after = make_learner_knowledge(play(match, "0 play Ad"))
    assert (
        not PlayableCardsFact("Kh 4s").is_true(after)
        and not LegalActionsFact("play Kh").is_true(after)
        and not LastToPlayFact().is_true(after)
    )
    assert not LeaderFact(LEARNER_SEAT).is_true(after) and not LeaderFact(1).is_true(after), "a card lies in the trick"
    assert CurrentWinnerFact(LEARNER_SEAT).is_true(after) and CurrentWinnerFact(LEARNER_SEAT).get_value(after) == 11
    other = make_learner_knowledge(play(deal_match("Ad 2s Kh 3d 4s Qh", dealer=0), "1 play Ad"))
    assert (
        LastToPlayFact().is_true(other)
        and CurrentWinnerFact(1).is_true(other)
        and not CurrentWinnerFact(LEARNER_SEAT).is_true(other)
    )
    assert not LeaderFact(LEARNER_SEAT).is_true(other) and not LeaderFact(1).is_true(other)


def test_last_call_fact_holds_on_turn_and_caller_fact_after_the_auction() -> None:
    begun = deal_chiamata()
    for match, holds in ((begun, True), (play(begun, "0 call K"), False)):
        seen = make_learner_knowledge(match)
        assert (LastCallFact(None).is_true(seen), LastCallFact("K").is_true(seen)) == (holds, False)
        assert not CallerFact(LEARNER_SEAT).is_true(seen) and not CalledCardFact("Kd", None).is_true(seen)
    second = make_learner_knowledge(play(deal_chiamata(dealer=3), "4 call K"))
    assert LastCallFact("K").is_true(second) and not LastCallFact(None).is_true(second)
    named = make_learner_knowledge(play(begun, "0 call K", "1 pass", "2 pass", "3 pass", "4 pass"))
    assert (
        CallerFact(LEARNER_SEAT).is_true(named)
        and not LastCallFact("K").is_true(named)
        and not CallerFact(1).is_true(named)
    )


def test_no_bid_is_made_and_spades_are_unbroken_during_bidding() -> None:
    bidding = make_learner_knowledge(deal_match(game="spades", seats=3, dealer=2))
    assert BiddingTurnFact().is_true(bidding) and not any(SpadesBrokenFact(so).is_true(bidding) for so in (True, False))
    assert not any(
        fact.is_true(bidding)
        for fact in (BidMadeFact(LEARNER_SEAT), BidMadeFact(LEARNER_SEAT, is_made=False), BidFact(1))
    )
    assert not BiddingTurnFact().is_true(make_learner_knowledge(deal_match(game="spades", seats=3, dealer=0))), (
        "another one bids"
    )
    played = make_learner_knowledge(make_last_tricks("Kd 2h", "3d 4h", "5h 6c"))
    assert not BiddingTurnFact().is_true(played) and BidFact(1).is_true(played) and BidFact(1).get_value(played) == 1
    assert SpadesBrokenFact(is_broken=False).is_true(played) and not SpadesBrokenFact(is_broken=True).is_true(played)
    assert BidMadeFact(LEARNER_SEAT, is_made=False).is_true(played) and not BidMadeFact(LEARNER_SEAT).is_true(played)


def test_participants_fact_holds_once_all_have_declared() -> None:
    match = make_match("muscio", seats=3, dealer=2)
    match = match.apply(Deal(shuffle_pack(match.pack, Random(1)))).match
    assert not ParticipantsFact((0, 1, 2)).is_true(make_learner_knowledge(match)) and not ParticipantsFact(()).is_true(
        make_learner_knowledge(match)
    )
    for seats, words in (((0, 1), ("in", "in", "pass")), ((0, 1, 2), ("in", "in", "in"))):
        declared_match = play(match, *(f"{seat} {word}" for seat, word in enumerate(words)))
        assert ParticipantsFact(seats).is_true(make_learner_knowledge(declared_match)) and not ParticipantsFact(
            (0,)
        ).is_true(make_learner_knowledge(declared_match))


def test_trick_without_points_is_described() -> None:
    seen = make_learner_knowledge(play(deal_match("4d 2s Kh 3d 4s Qh", dealer=0), "1 play 4d"))
    assert CurrentWinnerFact(1).get_value(seen) == 0


def test_winning_card_fact_depends_on_cards_on_the_table() -> None:
    """Check with hearts led, spades as trump, and a spade, two hearts and a diamond in the learner's hand."""
    match = make_last_tricks("2s 3h 9h 2d", "8h 5c 6c 4c", "7h 5d 6d 4d")
    seen = make_learner_knowledge(play(replace_phase_fields(match, trick=Trick((1, 2, 0))), "1 play 8h", "2 play 7h"))
    takes = {name: WinningCardFact(name).is_true(seen) for name in ("2s", "3h", "9h", "2d", "Qh")}
    assert takes == {"2s": True, "3h": False, "9h": True, "2d": False, "Qh": False}
    assert [WinningCardFact(name, is_negated=True).is_true(seen) for name in ("2s", "3h", "2d", "Qh")] == [
        False,
        True,
        True,
        False,
    ]
    led = make_learner_knowledge(match)
    assert (
        WinningCardFact("2d").is_true(led)
        and WinningCardFact("2s").is_true(led)
        and not WinningCardFact("2d", is_negated=True).is_true(led)
    )


def test_highest_card_fact_holds_when_nothing_higher_is_unplayed() -> None:
    match = make_last_tricks("Kh 3h Ks 7d", "8h 5c 6c 4c", "Jh 5d 6d 4d")
    taken = {card.name: CompletedTrick(Trick((0,), (card,)), 0, 1) for card in match.pack}
    rest = tuple(trick for name, trick in taken.items() if name not in ("Ah", "Qh", "As"))
    early = make_learner_knowledge(replace_phase_fields(match, completed_tricks=rest))
    assert not HighestUnplayedFact("Kh").is_true(early), "the ace of hearts is out"
    seen = make_learner_knowledge(replace_phase_fields(match, completed_tricks=(*rest, taken["Ah"])))
    assert HighestUnplayedFact("Kh").is_true(seen) and not HighestUnplayedFact("3h").is_true(seen), (
        "the queen of hearts is out"
    )
    assert not HighestUnplayedFact("Ks").is_true(seen), "the ace of spades is out"
    assert not HighestUnplayedFact("Qh").is_true(seen) and not HighestUnplayedFact("Ah").is_true(seen), (
        "the learner has neither"
    )
    assert UnseenCardsFact("h", "Qh").is_true(seen) and not UnseenCardsFact("h", "Ah").is_true(seen)
