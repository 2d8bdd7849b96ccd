"""The presentation of Muscio."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.core.actions import Swap
from game.core.cards import parse_cards
from game.core.events import CardPlayed, Event
from game.core.messages import N_
from game.match.observation import Observation
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import (
    GattaShown,
)
from game.rules.muscio.scoring import HAND_SIZE
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase
from game.text.games.muscio import MuscioWords
from game.text.gettext import _
from ui.games.muscio import moves as moves
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel
from ui.table.animation.playback import EventStep
from ui.table.hud.banner import Banner
from ui.table.question_panel import ChoicePanel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class MuscioPresentation(MuscioWords, GamePresentation):
    """A presentation with a panel for each decision before the play."""

    tile_cards = parse_cards("Ac Kd 7s")
    about = N_("First down to 0 wins")
    first_notices = {GattaShown: "gatta"}

    def get_hand_size(self, observation: Observation) -> int:
        return HAND_SIZE

    def find_first_notice(self, event: Event, observation: Observation) -> str | None:
        if isinstance(event, CardPlayed):
            return "face_down" if event.is_face_down else None
        return super().find_first_notice(event, observation)

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        event = step.event
        if not isinstance(event, GattaShown):
            return super().make_banner(step, names, your_seat)
        your_text = _("{points} points come off your score. The deal is over.")
        text = your_text if event.seat == your_seat else _("{points} points off for {name}. The deal is over.")
        text = text.format(name=names[event.seat], points=event.points)
        return Banner(_("Gatta!"), text, (event.seat,), True, event.cards)

    def make_panel(self, table: TableScene) -> ActionPanel:
        phase = table.observation.phase
        if isinstance(phase, ExchangePhase):
            return ChoicePanel(table, partial(Swap, phase.turn))
        asks = isinstance(phase, (HandDealingPhase, DeclarationPhase, ForfeitPhase))
        return ChoicePanel(table) if asks else ActionPanel(table)
