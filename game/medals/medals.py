"""The medals: what each is for, and what of a person's matches and other results counts for it.

A match counts if it was played here to its end; imported matches and side lines do not (`is_counted`). An assisted
match only counts for medals that ask for no skill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from game.core.messages import N_
from game.core.phase import DealResult
from game.lessons import LESSONS
from game.match.setup import LEVELS, PERSON_KIND
from game.match.tallies import DealCount, MatchTally
from game.rules import GAMES
from game.rules.game import Sides
from game.storage.archive import MatchListEntry
from game.text.gettext import _
from game.text.player_names import format_player_kind

MedalKind: TypeAlias = Literal["winning", "learning", "deals", "company"]
FEW_POINTS: Final = 2
"""The most card points between 61 and 59."""


class MatchFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match of the person at ``seat``; ``results`` and ``sides``: as in `Match`."""

    entry: MatchListEntry
    seat: int
    tally: MatchTally
    results: tuple[DealResult, ...]
    sides: Sides


class Step(NamedTuple):
    """An event that counts once for a medal; ``date``: as in 2026-11-22; ``match``: the number of the match, or 0."""

    date: str
    match: int = 0


class PersonFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The events of a person that are spread over several matches, or happened outside them, the oldest first.

    ``lessons``: those that were finished, by game; ``games_won``: the first win in each game; ``daily_deals`` and
    ``daily_days``: the finished daily deals, and the first of each day; ``flawless_matches``: matches in whose analysis
    the person made no mistake.
    """

    lessons: Mapping[str, tuple[Step, ...]] = {}
    games_won: tuple[Step, ...] = ()
    daily_deals: tuple[Step, ...] = ()
    daily_days: tuple[Step, ...] = ()
    flawless_matches: tuple[Step, ...] = ()


def list_no_steps(_facts: PersonFacts) -> tuple[Step, ...]:
    """Return nothing, as for a medal that a single match gives."""
    return ()


def list_lessons(game_id: str, facts: PersonFacts) -> tuple[Step, ...]:
    """Return the finished lessons of a game."""
    return facts.lessons.get(game_id, ())


class Medal(msgspec.Struct, frozen=True):
    """A medal.

    ``name`` and ``purpose``: English, translated when shown, with ``{game}`` and ``{level}`` for ``game_id`` and
    ``level``; ``sign``: a number or mark, or the name of a symbol, or of an icon after a slash.

    ``is_earned_in``: whether a match gives it; ``needs_skill``: whether an assisted match does not. ``list_steps``:
    what counts for a medal that needs more than a match, ``goal``: how often.
    """

    id: str
    name: str
    purpose: str
    kind: MedalKind
    sign: str
    is_earned_in: Callable[[MatchFacts], bool] | None = None
    game_id: str = ""
    level: str = ""
    needs_skill: bool = True
    list_steps: Callable[[PersonFacts], tuple[Step, ...]] = list_no_steps
    goal: int = 1

    @property
    def name_text(self) -> str:
        """The name in the player's language."""
        return self._fill_in(self.name)

    @property
    def purpose_text(self) -> str:
        """The sentence that says what it is for, in the player's language."""
        return self._fill_in(self.purpose)

    def _fill_in(self, text: str) -> str:
        game = _(GAMES[self.game_id].title) if self.game_id else ""
        return _(text).format(game=game, level=format_player_kind(self.level))


# -- what a match gives


def has_won(facts: MatchFacts) -> bool:
    """Return whether the person won the match, alone or with others."""
    return facts.seat in facts.tally.winners


def has_won_at(level: str, facts: MatchFacts) -> bool:
    """Return whether the person won, and the weakest computer player had this level."""
    levels = [kind for kind in facts.entry.player_kinds if kind != PERSON_KIND]
    return has_won(facts) and bool(levels) and min(levels, key=LEVELS.index) == level


def has_come_back(facts: MatchFacts) -> bool:
    """Return whether the person won the match after another won its first deal."""
    game = GAMES[facts.entry.game_id]
    winners = next(filter(None, (game.find_deal_winners(result, facts.sides) for result in facts.results)), ())
    return has_won(facts) and bool(winners) and facts.seat not in winners


def _list_won_points(facts: MatchFacts) -> list[tuple[int, int]]:
    """Return, for each deal that the person's side won alone, its card points and the most of another side."""
    game, points = GAMES[facts.entry.game_id], list[tuple[int, int]]()
    for result in facts.results if game.card_points else ():
        winners = game.find_deal_winners(result, facts.sides)
        if facts.seat not in winners or game.is_win_shared(result, facts.sides):
            continue
        losers = tuple(seat for seat in range(len(result.points)) if seat not in winners)
        others = (losers,) if game.is_won_by_gain else [side for side in facts.sides if facts.seat not in side]
        best_other = max(sum(result.points[seat] for seat in side) for side in others)
        points.append((sum(result.points[seat] for seat in winners), best_other))
    return points


def has_all_points(facts: MatchFacts) -> bool:
    """Return whether the person's side took all card points of a deal."""
    all_points = 4 * sum(GAMES[facts.entry.game_id].card_points.values())
    return any(own == all_points for own, _other in _list_won_points(facts))


def has_won_closely(facts: MatchFacts) -> bool:
    """Return whether the person's side won a deal by as few card points as 61 to 59."""
    return any(own - other <= FEW_POINTS for own, other in _list_won_points(facts))


def _count_part(facts: MatchFacts, key: str) -> DealCount:
    return facts.tally.seats[facts.seat].parts.get(key, DealCount())


def has_success(key: str, facts: MatchFacts) -> bool:
    """Return whether a deal was a success with this key of the game's statistics."""
    return _count_part(facts, key).won > 0


def has_shown_gatta(facts: MatchFacts) -> bool:
    """Return whether the person showed a gatta."""
    return _count_part(facts, "shown/gatta").deals > 0


def has_won_in_hand(facts: MatchFacts) -> bool:
    """Return whether the person called a card of their own hand and won; a solo has a medal of its own."""
    return _count_part(facts, "role/alone").won > _count_part(facts, "call/solo").won


def is_decided_with_people(count: int, facts: MatchFacts) -> bool:
    """Return whether ``count`` people or more played the match to a decision."""
    return bool(facts.tally.winners) and facts.entry.player_kinds.count(PERSON_KIND) >= count


# -- the medals

_WINNING: Final = (
    Medal("first-win", N_("First win"), N_("Win a match."), "winning", "1", has_won),
    *(
        Medal(
            f"win-{level}",
            N_("Win at {level}"),
            N_("Win a match in which every computer player is {level} or stronger."),
            "winning",
            str(number),
            partial(has_won_at, level),
            level=level,
        )
        for number, level in enumerate(LEVELS[2:], 2)
    ),
    Medal(
        "every-game",
        N_("Every game"),
        N_("Win a match in every game."),
        "winning",
        "cards",
        list_steps=lambda facts: facts.games_won,
        goal=len(GAMES),
    ),
)
_LEARNING: Final = (
    *(
        Medal(
            f"lesson-{game}",
            N_("{game} lesson"),
            N_("Finish the {game} lesson.") if count == 1 else N_("Finish all {game} lessons."),
            "learning",
            "learn",
            game_id=game,
            list_steps=partial(list_lessons, game),
            goal=count,
        )
        for game, count in Counter(lesson.game_id for lesson in LESSONS.values()).items()
    ),
    Medal("second-try", N_("Second try"), N_("Retry a mistake and find the better choice."), "learning", "retry"),
    Medal(
        "no-mistakes",
        N_("No mistakes"),
        N_("Play a match in which the analysis finds no mistakes."),
        "learning",
        "check",
        list_steps=lambda facts: facts.flawless_matches,
    ),
)
_DEALS: Final = tuple(
    Medal(medal_id, name, purpose, "deals", sign, is_earned_in)
    for medal_id, name, purpose, sign, is_earned_in in (
        ("all-points", N_("All 120 points"), N_("Take all 120 card points of a deal."), "/italian_h", has_all_points),
        ("nil", N_("Nil made"), N_("Bid nil and take no tricks."), "♠", partial(has_success, "bid/0")),
        ("solo", N_("Alone"), N_("Call solo and win the deal."), "flag", partial(has_success, "call/solo")),
        (
            "in-hand",
            N_("Called in mano"),
            N_("Call a card you hold and win the deal."),
            "shield",
            has_won_in_hand,
        ),
        ("gatta", N_("Gatta"), N_("Show a gatta, five cards of one suit."), "/italian_c", has_shown_gatta),
        (
            "secret-partner",
            N_("Secret partner"),
            N_("Win a deal as the secret partner."),
            "?",
            partial(has_success, "role/partner"),
        ),
    )
)
_COMPANY: Final = (
    Medal(
        "ten-daily-deals",
        N_("Ten daily deals"),
        N_("Play ten daily deals."),
        "company",
        "10",
        list_steps=lambda facts: facts.daily_deals,
        goal=10,
    ),
    Medal(
        "month-of-deals",
        N_("A month of deals"),
        N_("Play a daily deal on 30 different days."),
        "company",
        "calendar",
        list_steps=lambda facts: facts.daily_days,
        goal=30,
    ),
    Medal("comeback", N_("Comeback"), N_("Lose the first deal and win the match."), "company", "undo", has_come_back),
    Medal(
        "one-point",
        N_("By a whisker"),
        N_("Win a deal by at most two card points, such as 61 to 59."),
        "company",
        "/italian_s",
        has_won_closely,
    ),
    Medal(
        "friends",
        N_("With friends"),
        N_("Finish a match with another person, on this computer or over the network."),
        "company",
        "people",
        partial(is_decided_with_people, 2),
        needs_skill=False,
    ),
    Medal(
        "full-table",
        N_("Full table"),
        N_("Finish a match with four other people."),
        "company",
        "5",
        partial(is_decided_with_people, 5),
        needs_skill=False,
    ),
)
MEDALS: Final[Mapping[str, Medal]] = {medal.id: medal for medal in (*_WINNING, *_LEARNING, *_DEALS, *_COMPANY)}
"""The medals by their ids, in the order in which they are shown: six of each kind."""
