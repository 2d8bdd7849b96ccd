"""The base of how the window shows a game: its figures, announcements and panels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.core.cards import Card, parse_cards
from game.core.events import DealVoided, Event
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules import GAMES
from game.text.games.game_words import GameWords
from game.text.gettext import _
from game.text.messages import format_reason
from ui.table.action_panel import ActionPanel, SeatMarks
from ui.table.animation.playback import EventStep
from ui.table.hud.banner import Banner

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class GamePresentation(GameWords):
    """The plain presentation with points, scores and cards to play; games override what differs.

    A single instance serves all matches of a game, so it keeps no state.
    """

    event_sounds: Mapping[type[Event], str] = {}
    """The names of the sounds of the game's own events."""
    tile_cards: tuple[Card, ...] = parse_cards("Kc Ah 3d")
    """The cards on the tile of the game, from the left."""
    first_notices: Mapping[type[Event], str] = {}
    """The words of `FIRST_NOTICES` that explain an event when a person first sees it."""

    def get_hand_size(self, observation: Observation) -> int:
        """Return the number of cards of the largest hand of a deal."""
        pack = GAMES[observation.game_id].make_pack(observation.options, observation.seats)
        return -(-len(pack) // observation.seats)

    def find_first_notice(self, event: Event, observation: Observation) -> str | None:
        """Return the word of `FIRST_NOTICES` for an event that the viewer sees, None if it needs no explanation.

        ``observation``: that of the viewer before the event.
        """
        return self.first_notices.get(type(event))

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        """Return what is shown large during an event, or None.

        ``your_seat``: the seat of the reader, or None. The banner contains only public information.
        """
        if not isinstance(step.event, DealVoided) or step.result is None or not step.result.reasons:
            return None
        text = format_reason(step.result.reasons[0], names)
        return Banner(_("The deal is passed out"), capitalize_first(text), ())

    # -- the table

    def make_panel(self, table: TableScene) -> ActionPanel:
        """Return the panel for the viewer's turn in the phase that is shown."""
        return ActionPanel(table)

    def make_seat_marks(self, table: TableScene) -> SeatMarks:
        """Return the marks that a person may put on plates."""
        return SeatMarks(table)
