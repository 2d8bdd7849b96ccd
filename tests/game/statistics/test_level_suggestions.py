"""The level that suits a person is told by clear wins and losses, and by nothing else."""

from itertools import product

import pytest

from game.match.archived_match import ASSISTED_FLAG, IMPORTED_FLAG
from game.match.setup import PERSON_KIND
from game.match.tallies import DealCount, MatchTally, SeatTally
from game.statistics.level_suggestions import (
    LevelMatch,
    LevelOutlook,
    compute_win_count_probabilities,
    list_level_matches,
    make_outlook,
    suggest_level,
    suggest_new_level,
)
from game.storage.archive import MatchListEntry
from game.storage.profiles import SeatProfiles

WON, LOST = LevelMatch("novice", 1.0, 2), LevelMatch("novice", 0.0, 2)
SEAT = SeatTally(DealCount(1, 1, 1), {})


def make_entry(
    number: int,
    kinds: tuple[str, ...] = (PERSON_KIND, "novice"),
    profiles: SeatProfiles = ("anna", None),
    winners: tuple[int, ...] = (0,),
    flags: tuple[str, ...] = (),
) -> MatchListEntry:
    tally = MatchTally(deals=2, totals=(2, 0), winners=winners, over=True, sides=2, seats=(SEAT, SEAT))
    return MatchListEntry(
        id=number, game_id="briscola", names=("Anna", "Bruno"), player_kinds=kinds, started_at=number,
        updated_at=number, tally=tally, flags=frozenset(flags), seat_profiles=profiles,
    )  # fmt: skip


def get_suggested(matches: list[LevelMatch], game: str = "briscola") -> str | None:
    suggestion = suggest_level(game, matches)
    return suggestion and suggestion.level


@pytest.mark.parametrize("wins, level", [(10, "club"), (8, "club"), (7, None), (5, None), (3, None), (2, "beginner")])
def test_eight_wins_of_ten_lead_up_and_two_lead_down_between_two_sides(wins: int, level: str | None) -> None:
    suggestion = suggest_level("briscola", [WON] * wins + [LOST] * (10 - wins))
    assert (suggestion and suggestion.level) == level
    assert suggestion is None or (suggestion.played_level, suggestion.won, suggestion.played) == ("novice", wins, 10)


@pytest.mark.parametrize(
    "sides, wins, level", [(3, 5, None), (3, 6, "club"), (5, 4, None), (5, 5, "club"), (5, 0, None)]
)
def test_more_sides_ask_for_fewer_wins(sides: int, wins: int, level: str | None) -> None:
    matches = [LevelMatch("novice", float(index < wins), sides) for index in range(10)]
    assert get_suggested(matches, "chiamata") == level


@pytest.mark.parametrize("level, won", [("master", 1.0), ("beginner", 0.0), ("random", 1.0)])
def test_nothing_is_suggested_beyond_the_levels_that_the_window_offers(level: str, won: float) -> None:
    assert suggest_level("briscola", [LevelMatch(level, won, 2)] * 10) is None


def test_only_the_last_ten_matches_at_the_level_of_the_last_one_count() -> None:
    assert suggest_level("briscola", [LOST] * 5 + [WON] * 20) is None
    assert get_suggested([WON] * 10 + [LOST] * 20) == "club"
    assert suggest_level("briscola", [LevelMatch("club", 1.0, 2)] + [WON] * 10) is None
    assert suggest_level("briscola", []) is None


def test_an_equal_of_the_opponents_gets_each_suggestion_with_a_tenth_of_probability_at_most() -> None:
    for sides, count in product((2, 3, 4, 5), range(1, 11)):
        chances = compute_win_count_probabilities([LevelMatch("novice", 0.0, sides)] * count)
        assert sum(chances) == pytest.approx(1)
        suggested = {"club": 0.0, "beginner": 0.0, None: 0.0}
        for wins, chance in enumerate(chances):
            matches = [LevelMatch("novice", float(index < wins), sides) for index in range(count)]
            suggested[get_suggested(matches)] += chance
        assert max(suggested["club"], suggested["beginner"]) <= 0.1


def test_a_level_is_suggested_by_the_match_that_decides_it_and_not_after_the_next() -> None:
    assert suggest_new_level("briscola", [WON] * 3) is None
    latest = suggest_new_level("briscola", [WON] * 4)
    assert latest is not None and latest.level == "club"
    assert suggest_new_level("briscola", [WON] * 5) is None
    assert get_suggested([WON] * 5) == "club"


@pytest.mark.parametrize(
    "matches, outlook",
    [
        ([WON] * 3, LevelOutlook("novice", "club", 1)), ([LOST, WON], LevelOutlook("novice", "club", 5)),
        ([WON] * 4, LevelOutlook("club")), ([LevelMatch("master", 1.0, 2)] * 9, LevelOutlook("master")), ([], None),
    ],
)  # fmt: skip
def test_outlook_counts_the_wins_in_a_row_that_lead_to_the_next_level(
    matches: list[LevelMatch], outlook: LevelOutlook | None
) -> None:
    found = make_outlook("briscola", matches)
    assert (found and found[:3]) == (outlook and outlook[:3])


def test_outlook_has_the_wins_at_each_level() -> None:
    outlook = make_outlook("briscola", [WON, LOST, LevelMatch("club", 1.0, 2), WON])
    assert outlook is not None
    assert [(level, rate.won, rate.total) for level, rate in outlook.win_rates] == [("novice", 2, 3), ("club", 1, 1)]


def test_matches_that_tell_nothing_about_a_level_are_left_out() -> None:
    told = [make_entry(2, winners=(1,)), make_entry(5)]
    untold = [
        make_entry(1, flags=(ASSISTED_FLAG,)),
        make_entry(3, flags=(IMPORTED_FLAG,), profiles=()),
        make_entry(4, kinds=(PERSON_KIND, PERSON_KIND), profiles=("anna", "dora")),
        make_entry(6, winners=()),
        make_entry(7, profiles=("dora", None)),
    ]
    assert list_level_matches([*told, *untold], "anna", "briscola") == (WON, LOST)
    assert list_level_matches(told, "anna", "spades") == ()
