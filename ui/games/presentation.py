"""How the window shows a game: its numbers and announcements in words, and what its phases put on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.cards import Card, DeckStyle
from game.core.events import DealVoided, Event, PlayerPassed
from game.core.phase import DealResult
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules import GAMES
from game.text.formatting import format_change, join_with_and
from game.text.gettext import _, ngettext, pgettext
from game.text.messages import format_reason
from ui.table.action_panel import ActionPanel, SeatMarks
from ui.table.context import TableContext
from ui.table.hud.banner import Banner
from ui.table.layout.hand_order import ALTERNATING_SUITS
from ui.table.result.model import SideResult


class Announcement(NamedTuple):
    """A seat's last word, as a chip beside its plate; ``is_out``: it does not take part any more."""

    text: str
    is_out: bool = False


class GamePresentation:
    """The plain presentation: points, scores, cards to play. Games override what differs.

    One value serves all matches of a game; it keeps no state.
    """

    event_sounds: Mapping[type[Event], str] = {}
    """What the game's own events sound like."""
    is_hand_sorted = False
    """Whether its hands are held by suits."""

    def get_suit_order(self, deck: DeckStyle) -> str:
        """In which order the viewer sees the suits of his hand, colours in turn; empty: as the rules hand it out."""
        return ALTERNATING_SUITS if self.is_hand_sorted and deck == "french" else ""

    # -- figures

    def describe_goal(self, observation: Observation) -> str:
        """What ends the match, in a few words; empty if there is nothing to say."""
        return ""

    def describe_standing(self, observation: Observation, seat: int) -> str:
        """Where a seat stands in the match and in the deal, as its plate says it."""
        return format_points(observation.totals[seat])

    def is_counting_aloud(self, observation: Observation) -> bool:
        """Whether the card points that were taken are shown during the play."""
        return False

    def is_good_change(self, change: int) -> bool:
        """Whether a change of score is good for its seat."""
        return change > 0

    def format_pad_entry(self, result: DealResult, seat: int) -> str:
        """What a scored deal did for a seat, as the score pad has it."""
        return format_change(result.scores[seat])

    def list_pad_legend(self, observation: Observation) -> tuple[str, ...]:
        """What an entry of the score pad means, part by part."""
        return (_("+1: what the deal changed"), _("–: a deal that did not count"))

    # -- how a deal ended

    def find_deal_winners(self, observation: Observation) -> tuple[int, ...]:
        """The seats that won the deal."""
        if observation.result is None or observation.result.state != "scored":
            return ()
        win_shares = GAMES[observation.game_id].tally_deal(observation.result, observation.sides).wins
        return tuple(seat for seat, share in enumerate(win_shares) if share > 0)

    def format_headline(self, observation: Observation, names: tuple[str, ...], your_seat: int | None = None) -> str:
        """Who won the deal, in a line; ``your_seat``: the seat that is spoken to."""
        winners = self.find_deal_winners(observation)
        if observation.result is None or observation.result.state != "scored":
            return _("The deal does not count")
        if not winners:
            return _("Nobody wins the deal")
        if winners == (your_seat,):
            return _("You win the deal")
        text = ngettext("{names} wins the deal", "{names} win the deal", len(winners))
        return text.format(names=join_with_and([names[seat] for seat in winners]))

    def make_banner(
        self,
        event: Event,
        observation: Observation,
        result: DealResult | None,
        names: tuple[str, ...],
        your_seat: int | None = None,
    ) -> Banner | None:
        """What is shown large while an event is. ``observation``: of the state before it; ``result``: how the deal has
        ended with it; ``your_seat``: the seat that is spoken to.

        It is made of what everybody may know.
        """
        if not isinstance(event, DealVoided) or result is None or not result.reasons:
            return None
        text = format_reason(result.reasons[0], names)
        return Banner(_("The deal is void"), capitalize_first(text), ())

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        """What each side has at the end of the deal."""
        result, winners = observation.result, self.find_deal_winners(observation)
        if result is None or result.state != "scored":
            return ()
        return tuple(
            SideResult(side, "", format_points(sum(result.points[seat] for seat in side)), set(side) <= set(winners))
            for side in observation.sides
        )

    # -- what is said

    def find_sitting_out_seats(self, observation: Observation) -> frozenset[int]:
        """The seats that sit this deal out."""
        return frozenset()

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        """What each seat has said before the play, for as long as that stands at its plate."""
        return {}

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        """What a seat says while an event is shown: the seat and its words. ``deck``: whose names the cards go by."""
        return (event.seat, pgettext("said", "Pass")) if isinstance(event, PlayerPassed) else None

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        """What is played for in this deal, in a few lines, as far as it is known yet."""
        return ()

    def find_called_card(self, observation: Observation) -> Card | None:
        """A card that the whole deal turns on, to be shown beside the contract."""
        return None

    def describe_secret(self, observation: Observation, deck: DeckStyle) -> str:
        """What the viewer knows of his own part and nobody else does, for his plate; empty: nothing."""
        return ""

    def find_idle_seats(self, observation: Observation) -> frozenset[int]:
        """The seats that have nothing more to do before the next auction, or the next deal."""
        return self.find_sitting_out_seats(observation)

    def get_spare_hand_label(self) -> str:
        """What the hand is called that lies on the table and belongs to nobody."""
        return ""

    # -- what lies on the table

    def make_panel(self, table: TableContext) -> ActionPanel:
        """The panel of the viewer's turn in the phase that is shown."""
        return ActionPanel(table)

    def make_seat_marks(self, table: TableContext) -> SeatMarks:
        """What a person may mark at the plates."""
        return SeatMarks(table)


def format_points(count: int) -> str:
    """A score in words."""
    return ngettext("{count} point", "{count} points", count).format(count=count)
