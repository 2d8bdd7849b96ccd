"""The matches that a person has won, and those to win for the next level, in words."""

from __future__ import annotations

from typing import Final

from game.statistics.level_suggestions import LevelOutlook
from game.statistics.statistics import PlayerStatistics
from game.text.formatting import format_number
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_kind

ENOUGH_MATCHES: Final = 10
"""The number of matches from which a course tells something."""


def describe_wins(statistics: PlayerStatistics) -> tuple[str, str]:
    """Return a sentence on the matches won, and what equal luck would give, or what will be told."""
    won, count = statistics.matches.won, statistics.matches.total
    if not count:
        has_assisted = bool(statistics.assisted_matches.total)
        sentence = _("You haven't finished a match without help yet") if has_assisted else _("No finished matches yet")
        deals = statistics.deals.win_rate.total + statistics.assisted_deals.win_rate.total
        if deals and not has_assisted:
            text = ngettext(
                "{count} deal already counts: see “Tables”. A match counts here once somebody has won it.",
                "{count} deals already count: see “Tables”. A match counts here once somebody has won it.",
                deals,
            )
            return sentence, text.format(count=deals)
        return sentence, _("Here you'll see how many matches you win, and how many you'd win by luck alone.")
    text = ngettext("You won {won} of {count} match", "You won {won} of {count} matches", count)
    sentence = text.format(won=format_number(won, 1), count=format_number(count))
    expected = statistics.expected_win_rate
    expected_count = format_number(expected * count, 1)
    luck = _("By luck alone, you'd have won {won}.").format(won=expected_count)
    if count < ENOUGH_MATCHES:
        return sentence, _("{luck} Ten matches will tell you more.").format(luck=luck)
    if expected_count == format_number(won, 1):
        return sentence, _("By luck alone, you'd have won just as many.")
    if statistics.matches.low <= expected <= statistics.matches.high:
        return sentence, _("{luck} The difference could be luck.").format(luck=luck)
    return sentence, _("{luck} That's hardly luck.").format(luck=luck)


def format_way_up(outlook: LevelOutlook) -> str:
    """Return how many wins in a row lead to the next level, "" if none do."""
    if not outlook.win_count:
        return ""
    text = ngettext(
        "{count} more win, and {level} is worth a try", "{count} more wins, and {level} is worth a try",
        outlook.win_count,
    )  # fmt: skip
    return text.format(count=outlook.win_count, level=format_player_kind(outlook.next_level))
