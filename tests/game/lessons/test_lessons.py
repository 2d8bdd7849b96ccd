"""The guided first deals: each is driven to its end, each wrong answer is tried, and the rules say what is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from string import Formatter
from typing import Final

import msgspec
import pytest

from game.core.actions import Action, Deal
from game.core.cards import HIDDEN_CARD, Card, parse_cards
from game.core.events import TrickTaken
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase, deal_hands
from game.lessons import LESSONS
from game.lessons.chiamata_facts import CalledCardFact, CallerFact, LastCallFact
from game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    HandSizeFact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    LegalActionsFact,
    PlayableCardsFact,
    StockSizeFact,
    TrumpFact,
    UnseenCardsFact,
    VisibleCardFact,
    WinningCardFact,
)
from game.lessons.lesson import (
    LEARNER_SEAT,
    Fact,
    Highlights,
    LearnerKnowledge,
    build_pack_by_single_cards,
    highlight,
    map_actions_to_answer,
    split_actions,
)
from game.lessons.muscio import ParticipantsFact, build_pack_by_packets
from game.lessons.progress import (
    LessonProgress,
    LessonProgressList,
    open_lesson_progress,
)
from game.lessons.runner import (
    LessonChangedError,
    LessonState,
    answer_step,
    find_wrong_answer,
    finish_reading_step,
    resume_lesson,
    start_lesson,
)
from game.lessons.spades import BiddingTurnFact as Bids
from game.lessons.spades import BidFact, BidMadeFact, SpadesBrokenFact
from game.lessons.text import format_step_text, format_wrong_answer
from game.match.match import Match
from game.rules import GAMES
from game.rules.muscio.declarations import lay_out_cards
from game.shuffling.shuffle import shuffle_pack
from game.text.gettext import LANGUAGE_NAMES, set_language
from tests.fakes import make_folders
from tests.game.rules.spades.test_spades import make_last_tricks, replace_phase_fields
from tests.helpers import deal_chiamata, deal_match, list_conceivable_actions, make_match, parse_seat_action, play

replace = msgspec.structs.replace
for_each_lesson = pytest.mark.parametrize("game", LESSONS)


def get_names(state: LessonState) -> tuple[str, ...]:
    return ("You", *state.lesson.other_names)


def list_right_answers(state: LessonState) -> tuple[Action, ...]:
    """The right answers that the rules allow here."""
    actions = (parse_seat_action(state.match, f"{LEARNER_SEAT} {phrase}") for phrase in state.step.expected_actions)
    return tuple(action for action in actions if state.match.illegal_reason(action) is None)


@lru_cache(maxsize=8)
def list_lesson_states(game: str) -> tuple[LessonState, ...]:
    """Every step of a lesson, on every way that leads through it."""

    def iter_following_states(stand: LessonState) -> Iterator[LessonState]:
        yield stand
        if not stand.is_last:
            following = (
                [answer_step(stand, action) for action in list_right_answers(stand)]
                if stand.step.expected_actions
                else [finish_reading_step(stand)]
            )
            for next_state in following:
                yield from iter_following_states(next_state)

    return tuple(iter_following_states(start_lesson(game)))


def list_possible_actions(game: str) -> tuple[Action, ...]:
    """All that somebody might try with the cards of the lesson."""
    pack = {*start_lesson(game).match.pack, None}
    return tuple(
        action for action in list_conceivable_actions(game, LEARNER_SEAT) if getattr(action, "card", None) in pack
    )


def describe_state(state: LessonState) -> str:
    return f"step {state.step_index + 1}: {state.step.text}"


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(GAMES)


@for_each_lesson
def test_right_answers_lead_to_the_end(game: str) -> None:
    for stand in list_lesson_states(game):
        assert stand.match.phase is not None
        if stand.step.expected_actions:
            assert list_right_answers(stand), describe_state(stand)
            assert stand.match.turn == LEARNER_SEAT, describe_state(stand)
    ends = [stand for stand in list_lesson_states(game) if stand.is_last]
    assert ends
    assert all(stand.match.phase and stand.match.phase.result is not None for stand in ends)


@for_each_lesson
def test_every_fact_in_a_lesson_is_true_by_the_rules(game: str) -> None:
    for stand in list_lesson_states(game):
        for name, fact in stand.step.facts.items():
            assert fact.is_true(stand.knowledge), f"{describe_state(stand)}: {name}"


@pytest.mark.slow
@for_each_lesson
def test_every_wrong_answer_gets_a_reason_and_changes_nothing(game: str) -> None:
    for stand in list_lesson_states(game):
        for action in list_possible_actions(game):
            wrong = find_wrong_answer(stand, action)
            if action in list_right_answers(stand):
                assert wrong is None
                continue
            assert wrong is not None
            with pytest.raises(ValueError, match=r"\w"):
                answer_step(stand, action)
            if stand.step.expected_actions and action in stand.match.legal_actions():
                assert wrong.message, f"{describe_state(stand)}: {action}"
            assert format_wrong_answer(stand, action, wrong, get_names(stand), GAMES[game].deck)


@for_each_lesson
def test_every_written_answer_is_possible(game: str) -> None:
    """No answer for a card that is not in the hand."""
    for stand in list_lesson_states(game):
        for phrase in stand.step.wrong_answers:
            if phrase:
                action = parse_seat_action(stand.match, f"{LEARNER_SEAT} {phrase}")
                assert phrase not in stand.step.expected_actions, describe_state(stand)
                reason = stand.match.illegal_reason(action)
                assert reason is None or reason.code not in ("not_in_hand", "not_now"), (
                    f"{describe_state(stand)}: {phrase}"
                )


@for_each_lesson
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_text_is_filled_with_numbers_and_cards_from_the_rules(game: str, language: str) -> None:
    set_language(language)
    for stand in list_lesson_states(game):
        step_text = format_step_text(stand, GAMES[game].deck)
        assert step_text
        assert "{" not in step_text
        places = {place for _text, place, _form, _how in Formatter().parse(stand.step.text) if place}
        assert places <= set(stand.step.facts), describe_state(stand)
        digits = [letter for letter in stand.step.text if letter.isdecimal() and f"F{letter}" not in stand.step.text]
        assert not digits, describe_state(stand)


@for_each_lesson
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_sentence_starts_with_a_capital(game: str, language: str) -> None:
    """A card's name with its article does not, so no sentence begins with one."""
    set_language(language)
    for stand in list_lesson_states(game):
        tried = [(action, find_wrong_answer(stand, action)) for action in stand.match.legal_actions()]
        answers = [
            format_wrong_answer(stand, action, wrong, get_names(stand), GAMES[game].deck)
            for action, wrong in tried
            if wrong
        ]
        for step_text in (format_step_text(stand, GAMES[game].deck), *answers):
            begins = [sentence for sentence in re.split(r"(?<=[.!?]) ", step_text) if sentence]
            assert all(not sentence[0].islower() for sentence in begins), step_text


@for_each_lesson
def test_lesson_is_resumed_at_any_step(game: str) -> None:
    for stand in list_lesson_states(game):
        again = resume_lesson(game, stand.answers)
        assert (again.match, again.events, again.answers) == (stand.match, stand.events, stand.answers)
        assert format_step_text(again, GAMES[game].deck) == format_step_text(stand, GAMES[game].deck)
        assert not again.transitions


@for_each_lesson
def test_unknown_stored_answers_raise_an_error(game: str) -> None:
    for odd in (("play Ad",), ("",) * 1000, ("leave",)):
        with pytest.raises(LessonChangedError):
            resume_lesson(game, odd)


@for_each_lesson
def test_highlighted_cards_are_visible(game: str) -> None:
    for stand in list_lesson_states(game):
        board = stand.knowledge.phase.board()
        open_ = {card for hand in board.hands for card in hand} | {card for _seat, card in board.trick}
        lights = stand.step.highlights
        assert set(lights.cards) <= (open_ | {board.turned_card}) - {HIDDEN_CARD}, describe_state(stand)
        assert all(0 <= seat < stand.match.seats for seat in lights.seats)
        assert not lights.has_spare_hand or board.spare_card_count, describe_state(stand)


def iter_twin_states(state: LessonState) -> Iterator[LessonState]:
    """The same step with two cards changed that the learner has not seen: of other hands, while cards are played."""
    phase = state.match.phase
    if not isinstance(phase, TrickPhase):
        return
    shown = state.knowledge.phase.board().hands
    others = [seat for seat in range(1, state.match.seats) if phase.hands[seat] and HIDDEN_CARD in shown[seat]]
    for card, two in pairwise(others):
        hands = list(phase.hands)
        own_card, other_card = hands[card][0], hands[two][-1]
        hands[card] = (other_card, *hands[card][1:])
        hands[two] = (*hands[two][:-1], own_card)
        twin = replace(phase, hands=tuple(hands))
        yield replace(state, match=replace(state.match, phase=twin))


@for_each_lesson
def test_lesson_texts_are_equal_in_twin_deals(game: str) -> None:
    for stand in list_lesson_states(game):
        for twin in iter_twin_states(stand):
            assert format_step_text(twin, GAMES[game].deck) == format_step_text(stand, GAMES[game].deck), (
                describe_state(stand)
            )
            for name, fact in stand.step.facts.items():
                assert fact.is_true(twin.knowledge), f"{describe_state(stand)}: {name}"


def test_points_in_texts_equal_points_by_the_rules() -> None:
    """A step of Briscola whose trick is worth something else says something else."""
    stand = next(
        item for item in list_lesson_states("briscola") if item.step.facts.get("points") == LastTrickWinnerFact(1)
    )
    trick = next(event for event in stand.events if isinstance(event, TrickTaken))
    richer = replace(trick, points=21)
    changed_state = replace(stand, events=tuple(richer if item is trick else item for item in stand.events))
    assert "for 4 points" in format_step_text(stand, "italian")
    assert "for 21 points" in format_step_text(changed_state, "italian")


# -- what is kept


def test_finished_lesson_stays_finished() -> None:
    book = LessonProgressList().with_progress(LessonProgress(profile="Anna", game="muscio", answers=("",), done=True))
    book = book.with_progress(LessonProgress(profile="Anna", game="muscio", answers=("", "in")))
    assert book.find_progress("Anna", "muscio") == LessonProgress(
        profile="Anna", game="muscio", answers=("", "in"), done=True
    )
    assert book.find_progress("Bruno", "muscio") == LessonProgress(profile="Bruno", game="muscio")
    assert len(book.learnt) == 1


def test_lessons_are_offered_once_to_each_person() -> None:
    book = LessonProgressList().with_offer("Anna").with_offer("Anna")
    assert book.offered == ("Anna",)
    assert book.has_been_offered("Anna")
    assert not book.has_been_offered("Bruno")
    assert book.with_progress(LessonProgress(profile="Bruno", game="spades")).has_been_offered("Bruno")


def test_damaged_file_is_set_aside_and_reported(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    open_lesson_progress(folders).path.write_text('{"learnt": [{"profile": 7}]}')
    book, notice = open_lesson_progress(folders).read()
    assert book == LessonProgressList()
    assert notice is not None and "lessons.json" in notice.text


# -- how a lesson is written, and the facts that it states


def test_highlights_are_parsed_from_cards_and_seats() -> None:
    assert highlight("2h BJ", 1, 3, has_corner=True) == Highlights(parse_cards("2h BJ"), (1, 3), True, False)
    assert highlight(has_spare_hand=True) == Highlights((), (), False, True)
    assert highlight("", 2) == Highlights((), (2,), False, False)


def test_actions_are_separated_by_commas_and_may_share_one_answer() -> None:
    assert split_actions("play Ad, 1 pass ,, 2 swap 5h,") == ("play Ad", "1 pass", "2 swap 5h")
    assert map_actions_to_answer("play Ad, pass", "No.") == {"play Ad": "No.", "pass": "No."}


@pytest.mark.parametrize("dealer", range(3))
def test_lesson_pack_deals_the_intended_hands(dealer: int) -> None:
    hands = tuple(map(parse_cards, ("Ad 2d 3d", "4h 5h 6h", "7s Js Qs")))
    pack = build_pack_by_single_cards(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer, "Kc Ac")
    assert deal_hands(pack, 3, dealer, 3) == hands
    assert pack[9:] == parse_cards("Kc Ac")
    assert build_pack_by_single_cards(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer) == pack[:9]
    with pytest.raises(ValueError, match="zip"):
        build_pack_by_single_cards(("Ad 2d", "4h"), 0)


@pytest.mark.parametrize("dealer", range(3))
def test_muscio_lesson_deals_packets_of_five_and_blinde_before_dealers_hand(dealer: int) -> None:
    hands = ("2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h", "2s 3s 4s 5s 6s")
    pack = build_pack_by_packets(hands, "2c 3c 4c 5c 6c", dealer, "Kc")
    lie = lay_out_cards(pack, 3, dealer)
    assert tuple({*hand} for hand in lie.hands) == tuple({*parse_cards(hand)} for hand in hands)
    assert (lie.blinde, lie.turned_card) == (parse_cards("2c 3c 4c 5c 6c"), Card("Kc"))
    assert len(pack) == len({*pack}) == 40


def iter_facts(game: str, kind: type[Fact]) -> list[tuple[LearnerKnowledge, Fact]]:
    """Where a lesson states facts of a kind."""
    facts = [(stand.knowledge, fact) for stand in list_lesson_states(game) for fact in stand.step.facts.values()]
    return [(seen, fact) for seen, fact in facts if isinstance(fact, kind)]


def make_learner_knowledge(match: Match) -> LearnerKnowledge:
    """What the learner knows of a deal whose story he has missed."""
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
    facts = iter_facts(game, kind)
    assert facts
    for seen, fact in facts:
        assert not replace(fact, **other).is_true(seen), fact


@for_each_lesson
def test_no_fact_about_card_play_holds_before_first_card(game: str) -> None:
    """Neither while others are on turn nor before anything was dealt."""
    first = next(stand for stand in list_lesson_states(game) if stand.match.phase is not None)
    hand = first.knowledge.phase.board().hands[LEARNER_SEAT]
    hand_text = " ".join(card.name for card in hand)
    assert not LastTrickWinnerFact(LEARNER_SEAT).is_true(first.knowledge) and not DealScoreFact(LEARNER_SEAT).is_true(
        first.knowledge
    )
    phase = first.knowledge.phase
    if isinstance(phase, TrickPhase):
        assert not LastToPlayFact().is_true(first.knowledge) and not CurrentWinnerFact(phase.trick.next_seat).is_true(
            first.knowledge
        )
    else:
        assert not any(
            fact.is_true(first.knowledge)
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
    assert Bids().is_true(bidding) and not any(SpadesBrokenFact(so).is_true(bidding) for so in (True, False))
    assert not any(
        fact.is_true(bidding)
        for fact in (BidMadeFact(LEARNER_SEAT), BidMadeFact(LEARNER_SEAT, is_made=False), BidFact(1))
    )
    assert not Bids().is_true(make_learner_knowledge(deal_match(game="spades", seats=3, dealer=0))), "another one bids"
    played = make_learner_knowledge(make_last_tricks("Kd 2h", "3d 4h", "5h 6c"))
    assert not Bids().is_true(played) and BidFact(1).is_true(played) and BidFact(1).get_value(played) == 1
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
    """Hearts are led, spades are trump; the learner holds a spade, two hearts and a diamond."""
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
