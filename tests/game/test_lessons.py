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

from game.engine.actions import Action, Deal
from game.engine.cards import HIDDEN, Card, cards
from game.engine.events import TrickTaken
from game.engine.tricks import Taken, Trick, Tricks, deal_round
from game.fairness import shuffled
from game.i18n import LANGUAGES, set_language
from game.lessons.book import Learnt, LessonBook
from game.lessons.course import Lost, Stand, answered, begin, lessons, read, resumed, why_wrong
from game.lessons.wording import answer_to, words_of
from game.match import Match
from game.rules import GAMES
from game.rules.chiamata.facts import Called, Caller, Speaks
from game.rules.facts import (
    Beats,
    Choices,
    Held,
    Last,
    Leads,
    May,
    Scored,
    Shown,
    StillOut,
    Stock,
    Took,
    Trump,
    Winning,
    Would,
)
from game.rules.lesson import LEARNER, Fact, Lights, Seen, acts, answers, lit, one_by_one
from game.rules.muscio.declaring import lie_of
from game.rules.muscio.lesson import AtPlay, by_fives
from game.rules.spades.lesson import Asked, Broken, Made
from game.rules.spades.lesson import Speaks as Bids
from game.store.lessons import FILE, keep_lesson, load_lessons, offer_lessons, rename_lessons
from tests.fakes import folders_in
from tests.game.rules.test_spades import ending, match_with
from tests.helpers import chiamata, conceivable, deal, fresh, play, read_action

replace = msgspec.structs.replace
EVERY = pytest.mark.parametrize("game", lessons())


def names(stand: Stand) -> tuple[str, ...]:
    return ("You", *stand.lesson.others)


def right(stand: Stand) -> tuple[Action, ...]:
    """The right answers that the rules allow here."""
    actions = (read_action(stand.match, f"{LEARNER} {phrase}") for phrase in stand.step.asks)
    return tuple(action for action in actions if stand.match.why_not(action) is None)


@lru_cache(maxsize=8)
def stands(game: str) -> tuple[Stand, ...]:
    """Every step of a lesson, on every way that leads through it."""

    def on(stand: Stand) -> Iterator[Stand]:
        yield stand
        if not stand.is_last:
            following = [answered(stand, action) for action in right(stand)] if stand.step.asks else [read(stand)]
            for one in following:
                yield from on(one)

    return tuple(on(begin(game)))


def every_try(game: str) -> tuple[Action, ...]:
    """All that somebody might try with the cards of the lesson."""
    pack = {*begin(game).match.pack, None}
    return tuple(one for one in conceivable(game, LEARNER) if getattr(one, "card", None) in pack)


def at(stand: Stand) -> str:
    return f"step {stand.number + 1}: {stand.step.text}"


def test_every_game_has_a_guided_first_deal() -> None:
    assert set(lessons()) == set(GAMES)


@EVERY
def test_right_answers_lead_to_the_end(game: str) -> None:
    for stand in stands(game):
        assert stand.match.phase is not None
        if stand.step.asks:
            assert right(stand), at(stand)
            assert stand.match.to_act == LEARNER, at(stand)
    ends = [stand for stand in stands(game) if stand.is_last]
    assert ends
    assert all(stand.match.phase and stand.match.phase.result is not None for stand in ends)


@EVERY
def test_the_rules_say_that_every_statement_is_true(game: str) -> None:
    for stand in stands(game):
        for name, fact in stand.step.facts.items():
            assert fact.holds(stand.seen), f"{at(stand)}: {name}"


@pytest.mark.slow
@EVERY
def test_every_other_answer_gets_a_reason_and_changes_nothing(game: str) -> None:
    for stand in stands(game):
        for action in every_try(game):
            wrong = why_wrong(stand, action)
            if action in right(stand):
                assert wrong is None
                continue
            assert wrong is not None
            with pytest.raises(ValueError, match=r"\w"):
                answered(stand, action)
            if stand.step.asks and action in stand.match.legal():
                assert wrong.words, f"{at(stand)}: {action}"
            assert answer_to(stand, action, wrong, names(stand), GAMES[game].deck)


@EVERY
def test_every_answer_that_is_written_down_can_be_given(game: str) -> None:
    """No answer for a card that is not in the hand."""
    for stand in stands(game):
        for phrase in stand.step.wrong:
            if phrase:
                action = read_action(stand.match, f"{LEARNER} {phrase}")
                assert phrase not in stand.step.asks, at(stand)
                reason = stand.match.why_not(action)
                assert reason is None or reason.code not in ("not_in_hand", "not_now"), f"{at(stand)}: {phrase}"


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_gets_its_numbers_and_cards_from_the_rules(game: str, language: str) -> None:
    set_language(language)
    for stand in stands(game):
        said = words_of(stand, GAMES[game].deck)
        assert said
        assert "{" not in said
        places = {place for _text, place, _form, _how in Formatter().parse(stand.step.text) if place}
        assert places <= set(stand.step.facts), at(stand)
        digits = [letter for letter in stand.step.text if letter.isdecimal() and f"F{letter}" not in stand.step.text]
        assert not digits, at(stand)


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_begins_with_a_capital(game: str, language: str) -> None:
    """A card's name with its article does not, so no sentence begins with one."""
    set_language(language)
    for stand in stands(game):
        tried = [(action, why_wrong(stand, action)) for action in stand.match.legal()]
        answers = [answer_to(stand, action, wrong, names(stand), GAMES[game].deck) for action, wrong in tried if wrong]
        for said in (words_of(stand, GAMES[game].deck), *answers):
            begins = [one for one in re.split(r"(?<=[.!?]) ", said) if one]
            assert all(not one[0].islower() for one in begins), said


@EVERY
def test_one_may_leave_at_any_step_and_go_on_there(game: str) -> None:
    for stand in stands(game):
        again = resumed(game, stand.answers)
        assert (again.match, again.story, again.answers) == (stand.match, stand.story, stand.answers)
        assert words_of(again, GAMES[game].deck) == words_of(stand, GAMES[game].deck)
        assert not again.led


@EVERY
def test_a_way_that_the_lesson_does_not_have_is_lost(game: str) -> None:
    for odd in (("play Ad",), ("",) * 1000, ("leave",)):
        with pytest.raises(Lost):
            resumed(game, odd)


@EVERY
def test_what_is_lit_can_be_seen(game: str) -> None:
    for stand in stands(game):
        board = stand.seen.phase.board()
        open_ = {card for hand in board.hands for card in hand} | {card for _seat, card in board.trick}
        lights = stand.step.lights
        assert set(lights.cards) <= (open_ | {board.turned}) - {HIDDEN}, at(stand)
        assert all(0 <= seat < stand.match.seats for seat in lights.seats)
        assert not lights.spare or board.spare, at(stand)


def twins(stand: Stand) -> Iterator[Stand]:
    """The same step with two cards changed that the learner has not seen: of other hands, while cards are played."""
    phase = stand.match.phase
    if not isinstance(phase, Tricks):
        return
    shown = stand.seen.phase.board().hands
    others = [seat for seat in range(1, stand.match.seats) if phase.hands[seat] and HIDDEN in shown[seat]]
    for one, two in pairwise(others):
        hands = list(phase.hands)
        mine, theirs = hands[one][0], hands[two][-1]
        hands[one] = (theirs, *hands[one][1:])
        hands[two] = (*hands[two][:-1], mine)
        twin = replace(phase, hands=tuple(hands))
        yield replace(stand, match=replace(stand.match, phase=twin))


@EVERY
def test_no_step_tells_what_the_learner_cannot_know(game: str) -> None:
    for stand in stands(game):
        for twin in twins(stand):
            assert words_of(twin, GAMES[game].deck) == words_of(stand, GAMES[game].deck), at(stand)
            for name, fact in stand.step.facts.items():
                assert fact.holds(twin.seen), f"{at(stand)}: {name}"


def test_the_texts_have_as_many_points_as_the_rules_count() -> None:
    """A step of Briscola whose trick is worth something else says something else."""
    stand = next(one for one in stands("briscola") if one.step.facts.get("points") == Took(1))
    trick = next(event for event in stand.story if isinstance(event, TrickTaken))
    richer = replace(trick, points=21)
    told = replace(stand, story=tuple(richer if one is trick else one for one in stand.story))
    assert "for 4 points" in words_of(stand, "italian")
    assert "for 21 points" in words_of(told, "italian")


# -- what is kept


def test_what_is_done_once_stays_done() -> None:
    book = LessonBook().kept(Learnt(name="Anna", game="muscio", answers=("",), done=True))
    book = book.kept(Learnt(name="anna", game="muscio", answers=("", "in")))
    assert book.of("ANNA", "muscio") == Learnt(name="anna", game="muscio", answers=("", "in"), done=True)
    assert book.of("Bruno", "muscio") == Learnt(name="Bruno", game="muscio")
    assert len(book.learnt) == 1


def test_the_lessons_are_offered_once_to_each() -> None:
    book = LessonBook().offered_to("Anna").offered_to("anna")
    assert book.offered == ("Anna",)
    assert book.was_offered("ANNA")
    assert not book.was_offered("Bruno")
    assert book.kept(Learnt(name="Bruno", game="spades")).was_offered("Bruno")


def test_another_name_keeps_what_was_learnt(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    keep_lesson(folders, Learnt(name="Anna", game="spades", answers=("",)))
    offer_lessons(folders, "Anna")
    rename_lessons(folders, "Anna", "Annina")
    book, _notice = load_lessons(folders)
    assert book.of("Annina", "spades").answers == ("",)
    assert not book.was_offered("Anna")


def test_a_damaged_file_is_set_aside_and_named(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    (folders.data / FILE).write_text('{"learnt": [{"name": 7}]}')
    book, notice = load_lessons(folders)
    assert book == LessonBook()
    assert notice is not None and "lessons.json" in notice.text


# -- how a lesson is written, and the facts that it states


def test_what_is_lit_is_written_as_cards_and_seats() -> None:
    assert lit("2h BJ", 1, 3, corner=True) == Lights(cards("2h BJ"), (1, 3), True, False)
    assert lit(spare=True) == Lights((), (), False, True)
    assert lit("", 2) == Lights((), (2,), False, False)


def test_actions_stand_with_commas_between_and_may_have_one_answer() -> None:
    assert acts("play Ad, 1 pass ,, 2 swap 5h,") == ("play Ad", "1 pass", "2 swap 5h")
    assert answers("play Ad, pass", "No.") == {"play Ad": "No.", "pass": "No."}


@pytest.mark.parametrize("dealer", range(3))
def test_a_lesson_s_pack_deals_the_hands_that_it_was_written_for(dealer: int) -> None:
    hands = tuple(map(cards, ("Ad 2d 3d", "4h 5h 6h", "7s Js Qs")))
    pack = one_by_one(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer, "Kc Ac")
    assert deal_round(pack, 3, dealer, 3) == hands
    assert pack[9:] == cards("Kc Ac")
    assert one_by_one(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer) == pack[:9]
    with pytest.raises(ValueError, match="zip"):
        one_by_one(("Ad 2d", "4h"), 0)


@pytest.mark.parametrize("dealer", range(3))
def test_a_lesson_of_muscio_deals_fives_and_the_blinde_before_the_dealer_s_own(dealer: int) -> None:
    hands = ("2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h", "2s 3s 4s 5s 6s")
    pack = by_fives(hands, "2c 3c 4c 5c 6c", dealer, "Kc")
    lie = lie_of(pack, 3, dealer)
    assert tuple({*hand} for hand in lie.hands) == tuple({*cards(hand)} for hand in hands)
    assert (lie.blinde, lie.turned) == (cards("2c 3c 4c 5c 6c"), Card("Kc"))
    assert len(pack) == len({*pack}) == 40


def stated(game: str, kind: type[Fact]) -> list[tuple[Seen, Fact]]:
    """Where a lesson states facts of a kind."""
    found = [(stand.seen, fact) for stand in stands(game) for fact in stand.step.facts.values()]
    return [(seen, fact) for seen, fact in found if isinstance(fact, kind)]


def seen_of(match: Match) -> Seen:
    """What the learner knows of a deal whose story he has missed."""
    assert match.phase is not None
    return Seen(match.phase.seen_by(LEARNER), ())


FALSE: Final = [
    ("briscola", Took, {"seat": 5}), ("spades", Winning, {"seat": 5}), ("spades", May, {"names": "Ad"}),
    ("briscola", Shown, {"name": "2c"}), ("briscola", Trump, {"suit": "c"}), ("briscola", Stock, {"count": 99}),
    ("spades", Held, {"count": 99}), ("spades", Leads, {"seat": 5}), ("spades", Would, {"name": "LJ"}),
    ("spades", Beats, {"name": "LJ"}), ("muscio", Choices, {"phrases": "pass"}), ("chiamata", Caller, {"seat": 4}),
    ("chiamata", Called, {"partner": 2}), ("chiamata", Called, {"name": "Ad"}), ("chiamata", Speaks, {"last": "6"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "kind", "other"), FALSE, ids=lambda one: getattr(one, "__name__", str(one)))
def test_a_statement_that_is_not_true_does_not_hold(game: str, kind: type[Fact], other: dict[str, object]) -> None:
    found = stated(game, kind)
    assert found
    for seen, fact in found:
        assert not replace(fact, **other).holds(seen), fact


@EVERY
def test_no_statement_about_play_holds_before_the_first_card(game: str) -> None:
    """Neither while others are on turn nor before anything was dealt."""
    first = next(stand for stand in stands(game) if stand.match.phase is not None)
    hand = first.seen.phase.board().hands[LEARNER]
    mine = " ".join(card.name for card in hand)
    assert not Took(LEARNER).holds(first.seen) and not Scored(LEARNER).holds(first.seen)
    phase = first.seen.phase
    if isinstance(phase, Tricks):
        assert not Last().holds(first.seen) and not Winning(phase.trick.to_play).holds(first.seen)
    else:
        assert not any(fact.holds(first.seen) for fact in (Leads(phase.to_act or 0), Last(), May(mine)))


def test_who_is_not_on_turn_may_do_nothing_whatever_he_holds() -> None:
    match = deal("Ad 2s Kh 3d 4s Qh", dealer=1)
    seen = seen_of(match)
    assert May("Ad Kh 4s").holds(seen) and Leads(LEARNER).holds(seen) and not Last().holds(seen)
    assert not May("Ad Kh").holds(seen) and not Leads(1).holds(seen)
    after = seen_of(play(match, "0 play Ad"))
    assert not May("Kh 4s").holds(after) and not Choices("play Kh").holds(after) and not Last().holds(after)
    assert not Leads(LEARNER).holds(after) and not Leads(1).holds(after), "a card lies in the trick"
    assert Winning(LEARNER).holds(after) and Winning(LEARNER).value(after) == 11
    other = seen_of(play(deal("Ad 2s Kh 3d 4s Qh", dealer=0), "1 play Ad"))
    assert Last().holds(other) and Winning(1).holds(other) and not Winning(LEARNER).holds(other)
    assert not Leads(LEARNER).holds(other) and not Leads(1).holds(other)


def test_in_an_auction_one_speaks_after_the_call_before_and_nobody_is_the_caller_yet() -> None:
    begun = chiamata()
    for match, holds in ((begun, True), (play(begun, "0 call K"), False)):
        seen = seen_of(match)
        assert (Speaks(None).holds(seen), Speaks("K").holds(seen)) == (holds, False)
        assert not Caller(LEARNER).holds(seen) and not Called("Kd", None).holds(seen)
    second = seen_of(play(chiamata(dealer=3), "4 call K"))
    assert Speaks("K").holds(second) and not Speaks(None).holds(second)
    named = seen_of(play(begun, "0 call K", "1 pass", "2 pass", "3 pass", "4 pass"))
    assert Caller(LEARNER).holds(named) and not Speaks("K").holds(named) and not Caller(1).holds(named)


def test_while_tricks_are_bid_no_trick_is_made_and_nothing_is_broken() -> None:
    bidding = seen_of(deal(game="spades", seats=3, dealer=2))
    assert Bids().holds(bidding) and not any(Broken(so).holds(bidding) for so in (True, False))
    assert not any(fact.holds(bidding) for fact in (Made(LEARNER), Made(LEARNER, so=False), Asked(1)))
    assert not Bids().holds(seen_of(deal(game="spades", seats=3, dealer=0))), "another one bids"
    played = seen_of(ending("Kd 2h", "3d 4h", "5h 6c"))
    assert not Bids().holds(played) and Asked(1).holds(played) and Asked(1).value(played) == 1
    assert Broken(so=False).holds(played) and not Broken(so=True).holds(played)
    assert Made(LEARNER, so=False).holds(played) and not Made(LEARNER).holds(played)


def test_at_play_is_who_declared_so_once_all_have_declared() -> None:
    match = fresh("muscio", seats=3, dealer=2)
    match = match.apply(Deal(shuffled(match.pack, Random(1)))).match
    assert not AtPlay((0, 1, 2)).holds(seen_of(match)) and not AtPlay(()).holds(seen_of(match))
    for seats, words in (((0, 1), ("in", "in", "pass")), ((0, 1, 2), ("in", "in", "in"))):
        said = play(match, *(f"{seat} {word}" for seat, word in enumerate(words)))
        assert AtPlay(seats).holds(seen_of(said)) and not AtPlay((0,)).holds(seen_of(said))


def test_a_trick_without_points_is_worth_nothing_in_a_text() -> None:
    seen = seen_of(play(deal("4d 2s Kh 3d 4s Qh", dealer=0), "1 play 4d"))
    assert Winning(1).value(seen) == 0


def test_a_card_takes_the_trick_as_it_lies_or_does_not() -> None:
    """Hearts are led, spades are trump; the learner holds a spade, two hearts and a diamond."""
    match = ending("2s 3h 9h 2d", "8h 5c 6c 4c", "7h 5d 6d 4d")
    seen = seen_of(play(match_with(match, trick=Trick((1, 2, 0))), "1 play 8h", "2 play 7h"))
    takes = {name: Would(name).holds(seen) for name in ("2s", "3h", "9h", "2d", "Qh")}
    assert takes == {"2s": True, "3h": False, "9h": True, "2d": False, "Qh": False}
    assert [Would(name, not_it=True).holds(seen) for name in ("2s", "3h", "2d", "Qh")] == [False, True, True, False]
    led = seen_of(match)
    assert Would("2d").holds(led) and Would("2s").holds(led) and not Would("2d", not_it=True).holds(led)


def test_a_card_is_the_highest_where_nothing_higher_of_its_suit_is_out() -> None:
    match = ending("Kh 3h Ks 7d", "8h 5c 6c 4c", "Jh 5d 6d 4d")
    taken = {card.name: Taken(Trick((0,), (card,)), 0, 1) for card in match.pack}
    rest = tuple(trick for name, trick in taken.items() if name not in ("Ah", "Qh", "As"))
    assert not Beats("Kh").holds(seen_of(match_with(match, done=rest))), "the ace of hearts is out"
    seen = seen_of(match_with(match, done=(*rest, taken["Ah"])))
    assert Beats("Kh").holds(seen) and not Beats("3h").holds(seen), "the queen of hearts is out"
    assert not Beats("Ks").holds(seen), "the ace of spades is out"
    assert not Beats("Qh").holds(seen) and not Beats("Ah").holds(seen), "the learner has neither"
    assert StillOut("h", "Qh").holds(seen) and not StillOut("h", "Ah").holds(seen)
