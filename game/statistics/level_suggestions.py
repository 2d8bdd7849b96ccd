"""The level that suits a person in a game, by the last matches against computer players of one level.

An equal of the opponents wins each match with the probability that its sides have by luck alone. Somebody who wins
clearly more is offered the next level, somebody who wins clearly less an easier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from game.ai.levels import list_offered_levels
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.statistics.played_matches import is_counted
from game.statistics.statistics import WinRate, estimate_win_rate
from game.storage.archive import Archive, MatchListEntry

MATCHES_CONSIDERED: Final = 10
"""The number of the last matches at a level that count."""
MAX_LUCK_PROBABILITY: Final = 0.1
"""The greatest probability that an equal has such a result, with which a level is suggested."""
MAX_COUNT_S: Final = 1.0
"""The time for counting matches that were not counted yet, in seconds."""


class LevelMatch(NamedTuple):
    """A decided match of a person against computer players of one level.

    ``won``: the share of the win, 0 to 1; ``sides``: how many sides could win it.
    """

    level: str
    won: float
    sides: int


class LevelSuggestion(NamedTuple):
    """A level for the next match, after ``won`` of ``played`` matches at the level before.

    ``is_harder``: whether it is above that level.
    """

    level: str
    played_level: str
    won: float
    played: int
    is_harder: bool


def list_level_matches(entries: Iterable[MatchListEntry], profile_id: str, game_id: str) -> tuple[LevelMatch, ...]:
    """Return the matches of a game that a person decided alone against one level, the latest first.

    Assisted matches tell nothing about a person, and side lines, imported or networked matches nothing about a level.
    """
    matches = list[tuple[float, LevelMatch]]()
    for entry in entries:
        tally = entry.tally
        if entry.game_id != game_id or entry.flags or not is_counted(entry) or tally is None or not tally.winners:
            continue
        levels = {kind for kind in entry.player_kinds if kind != PERSON_KIND}
        if len(levels) != 1 or entry.player_kinds.count(PERSON_KIND) != 1 or profile_id not in entry.seat_profiles:
            continue
        won = tally.get_win_share(entry.seat_profiles.index(profile_id))
        matches.append((entry.updated_at, LevelMatch(levels.pop(), won, tally.sides)))
    return tuple(match for _time, match in sorted(matches, key=lambda timed: timed[0], reverse=True))


def suggest_level(game_id: str, matches: Sequence[LevelMatch]) -> LevelSuggestion | None:
    """Return the level for the next match, None if that of the last one suits. ``matches``: the latest first."""
    levels = list_offered_levels(game_id)
    if not matches or matches[0].level not in levels:
        return None
    level = matches[0].level
    played = [match for match in matches if match.level == level][:MATCHES_CONSIDERED]
    won, probabilities = sum(match.won for match in played), compute_win_count_probabilities(played)
    step = 0
    if sum(probabilities[ceil(won) :]) <= MAX_LUCK_PROBABILITY:
        step = 1
    elif sum(probabilities[: floor(won) + 1]) <= MAX_LUCK_PROBABILITY:
        step = -1
    index = levels.index(level) + step
    return (
        LevelSuggestion(levels[index], level, won, len(played), step > 0) if step and 0 <= index < len(levels) else None
    )


def suggest_new_level(game_id: str, matches: Sequence[LevelMatch]) -> LevelSuggestion | None:
    """Return the suggestion to which the latest of ``matches`` has led, None if it was made before that match."""
    suggestion, earlier = suggest_level(game_id, matches), suggest_level(game_id, matches[1:])
    is_repeated = earlier is not None and suggestion is not None and earlier.level == suggestion.level
    return None if is_repeated else suggestion


def find_new_suggestion(archive: Archive, profile_id: str, game_id: str) -> LevelSuggestion | None:
    """Return the level that the last match of a person suggests, see `suggest_new_level`."""
    archive.update_tallies(MAX_COUNT_S)
    return suggest_new_level(game_id, list_level_matches(archive.list_entries(), profile_id, game_id))


class LevelOutlook(NamedTuple):
    """The level that suits a person now, and how many wins in a row lead to the next one; "" and 0 without it.

    ``win_rates``: of the matches at each level.
    """

    level: str
    next_level: str = ""
    win_count: int = 0
    win_rates: tuple[tuple[str, WinRate], ...] = ()


def find_outlook(archive: Archive, profile_id: str, game_id: str) -> LevelOutlook | None:
    """Return the outlook of a person in a game, None if no match tells it."""
    return make_outlook(game_id, list_level_matches(archive.list_entries(), profile_id, game_id))


def make_outlook(game_id: str, matches: Sequence[LevelMatch]) -> LevelOutlook | None:
    """Return the outlook after ``matches``, the latest first."""
    if not matches:
        return None
    won = {level: [match.won for match in matches if match.level == level] for level in list_offered_levels(game_id)}
    win_rates = tuple((level, estimate_win_rate(len(shares), sum(shares))) for level, shares in won.items() if shares)
    suggestion, last = suggest_level(game_id, matches), matches[0]
    if suggestion is not None:
        return LevelOutlook(suggestion.level, win_rates=win_rates)
    for count in range(1, MATCHES_CONSIDERED + 1):
        later = suggest_level(game_id, [last._replace(won=1.0)] * count + list(matches))
        if later is not None and later.is_harder:
            return LevelOutlook(last.level, later.level, count, win_rates)
    return LevelOutlook(last.level, win_rates=win_rates)


def list_fitting_levels(archive: Archive, profile_id: str) -> dict[str, str]:
    """Return the level that suits a person now, by game; games that tell nothing are left out."""
    entries, levels = archive.list_entries(), dict[str, str]()
    for game in GAMES:
        matches = list_level_matches(entries, profile_id, game)
        suggestion = suggest_level(game, matches)
        if matches:
            levels[game] = matches[0].level if suggestion is None else suggestion.level
    return levels


def compute_win_count_probabilities(matches: Sequence[LevelMatch]) -> tuple[float, ...]:
    """Return how probable each number of wins is for an equal of the opponents, from none to all of ``matches``."""
    probabilities = [1.0]
    for match in matches:
        win_probability = 1 / match.sides
        lost = [probability * (1 - win_probability) for probability in probabilities]
        won = [probability * win_probability for probability in probabilities]
        probabilities = [more + less for more, less in zip([*lost, 0.0], [0.0, *won], strict=True)]
    return tuple(probabilities)
