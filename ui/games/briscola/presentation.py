"""The presentation of Briscola."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.cards import DeckStyle
from game.core.events import Event
from game.match.observation import Observation
from game.rules.briscola.events import SignMade
from game.rules.briscola.game import SIGN_NAMES
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola_family import CARD_POINTS
from game.text.gettext import _, ngettext
from ui.games.briscola import moves as moves
from ui.games.briscola.signs import SignPanel
from ui.games.presentation import GamePresentation, format_points
from ui.table.action_panel import ActionPanel
from ui.table.context import TableContext
from ui.table.result.model import SideResult, find_counting_cards, list_completed_tricks


class BriscolaPresentation(GamePresentation):
    """A presentation with deals won, points only if counted aloud, and buttons for signs and the trump exchange."""

    event_sounds: Mapping[type[Event], str] = {SignMade: "sign"}

    def describe_goal(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, BriscolaOptions)
        deals = options.deals_to_win
        return ngettext("{count} deal wins", "{count} deals win", deals).format(count=deals)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        deals_won = observation.totals[seat]
        text = ngettext("{count} deal won", "{count} deals won", deals_won).format(count=deals_won)
        if not self.is_counting_aloud(observation):
            return text
        side_seats = next(seats for seats in observation.sides if seat in seats)
        return f"{text}\n{format_points(sum(observation.points[seats] for seats in side_seats))}"

    def is_counting_aloud(self, observation: Observation) -> bool:
        options = observation.options
        assert isinstance(options, BriscolaOptions)
        return options.count_aloud

    def list_pad_legend(self, observation: Observation) -> tuple[str, ...]:
        return _("+1: the deal was won"), _("0: it was not")

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

    def make_panel(self, table: TableContext) -> ActionPanel:
        return SignPanel(table)
