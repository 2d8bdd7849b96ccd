"""The words of Briscola."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.actions import Swap
from game.core.cards import DeckStyle
from game.core.events import Event
from game.core.messages import N_
from game.core.options import Options
from game.match.observation import Observation
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import SignMade
from game.rules.briscola.game import SIGN_NAMES
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola_family import CARD_POINTS
from game.text.games.game_words import GameWords
from game.text.games.question import ChoiceOption, Question
from game.text.gettext import _, ngettext
from game.text.results import SideResult, find_counting_cards, list_completed_tricks

SIGN_LABELS: Final = {
    "asso": N_("Ace"), "tre": N_("Three"), "re": N_("King"), "cavallo": N_("Knight"), "fante": N_("Jack"),
    "carico": N_("Ace or three"), "niente": N_("Nothing"),
}  # fmt: skip


class BriscolaWords(GameWords):
    """The words of a table with deals won, signs, and points only if they are counted aloud."""

    def is_own_sign(self, event: Event, seat: int | None) -> bool:
        return isinstance(event, SignMade) and event.seat == seat

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

    def format_headline(self, observation: Observation, names: tuple[str, ...], your_seat: int | None = None) -> str:
        headline, winners = super().format_headline(observation, names, your_seat), self.find_deal_winners(observation)
        if observation.result is None or len(observation.sides) < 3 or len(winners) != 1:
            return headline
        points = observation.result.points[winners[0]]
        return _("{headline} with the most points: {count}").format(headline=headline, count=points)

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        completed_tricks = list_completed_tricks(observation)
        return tuple(
            side_result._replace(cards=find_counting_cards(completed_tricks, side_result.seats, CARD_POINTS))
            for side_result in super().summarize_sides(observation)
        )

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, SignMade):
            return event.seat, _(SIGN_NAMES[event.sign]) if event.sign else _("gives a sign")
        return super().describe_speech(event, deck)

    def ask(self, observation: Observation, names: Sequence[str], deck: DeckStyle) -> Question:
        signs = [action for action in observation.legal_actions if isinstance(action, Sign)]
        options = [
            *(ChoiceOption(f"sign-{action.sign}", action, _(SIGN_LABELS[action.sign])) for action in signs),
            *(
                ChoiceOption("take-trump", action, _("Take the turned-up trump"))
                for action in observation.legal_actions
                if isinstance(action, Swap)
            ),
        ]
        if not signs:
            return Question(options=tuple(options))
        hint = ngettext(
            "Only your partner sees it, and it may be false.",
            "Only your partners see it, and it may be false.",
            count_partners(observation),
        )
        return Question(_("Which sign will you give?"), hint, tuple(options))


def count_partners(observation: Observation) -> int:
    """Return the number of partners of the viewer."""
    return len(observation.own_side) - 1
