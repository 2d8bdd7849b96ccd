"""The words of Briscola."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import DeckStyle
from game.core.events import Event
from game.core.options import Options
from game.match.observation import Observation
from game.rules.briscola.events import SignMade
from game.rules.briscola.game import SIGN_NAMES
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola_family import CARD_POINTS
from game.text.games.game_words import GameWords
from game.text.gettext import _, ngettext
from game.text.results import SideResult, find_counting_cards, list_completed_tricks


class BriscolaWords(GameWords):
    """The words of a table with deals won, signs, and points only if they are counted aloud."""

    def describe_goal(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, BriscolaOptions)
        return self.describe_match_length(options)

    def describe_match_length(self, options: Options) -> str:
        assert isinstance(options, BriscolaOptions)
        deals = options.deals_to_win
        return ngettext("first to win {count} deal", "first to win {count} deals", deals).format(count=deals)

    def describe_score(self, observation: Observation, seat: int) -> str:
        return self.describe_total(observation.totals[seat], self.format_total(observation, seat))

    def describe_total(self, total: float, figure: str) -> str:
        return ngettext("{count} deal", "{count} deals", round(total)).format(count=figure)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        deals_won = observation.totals[seat]
        return ngettext("{count} deal won", "{count} deals won", deals_won).format(count=deals_won)

    def describe_tricks(self, observation: Observation, side: Sequence[int], trick_count: int, points: int) -> str:
        text = super().describe_tricks(observation, side, trick_count, points)
        if not text or not self.is_counting_aloud(observation):
            return text
        return ngettext("{count} pt", "{count} pts", points).format(count=points)

    def is_counting_aloud(self, observation: Observation) -> bool:
        options = observation.options
        assert isinstance(options, BriscolaOptions)
        return options.count_aloud

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        completed_tricks = list_completed_tricks(observation)
        return tuple(
            side_result._replace(cards=find_counting_cards(completed_tricks, side_result.seats, CARD_POINTS))
            for side_result in super().summarize_sides(observation)
        )

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, SignMade):
            return event.seat, _(SIGN_NAMES[event.sign]) if event.sign else _("makes a sign")
        return super().describe_speech(event, deck)
