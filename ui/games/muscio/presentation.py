"""The presentation of Muscio."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.core.actions import Pass, Swap
from game.core.cards import parse_cards
from game.core.events import CardsDealt
from game.match.observation import Observation
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, Misdeal, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import (
    GattaShown,
)
from game.rules.muscio.scoring import FORFEIT_POINTS, HAND_SIZE, NO_TRICK_POINTS
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase
from game.text.card_names import format_card_name
from game.text.games.muscio import MuscioWords
from game.text.gettext import _
from ui.games.muscio import moves as moves
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel
from ui.table.animation.playback import EventStep
from ui.table.choice_panel import ChoicePanel
from ui.table.hud.banner import Banner
from ui.table.question_panel import ChoiceOption

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class MuscioPresentation(MuscioWords, GamePresentation):
    """A presentation with a panel for each decision before the play."""

    tile_cards = parse_cards("Ac Kd 7s")
    first_notices = {CardsDealt: "blinde", GattaShown: "gatta"}

    def get_hand_size(self, observation: Observation) -> int:
        return HAND_SIZE

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        event = step.event
        if not isinstance(event, GattaShown):
            return super().make_banner(step, names, your_seat)
        your_text = _("{points} points come off your score. The deal is over.")
        text = your_text if event.seat == your_seat else _("{name}: {points} points off the score. The deal is over.")
        text = text.format(name=names[event.seat], points=event.points)
        return Banner(_("Gatta!"), text, (event.seat,), True, event.cards)

    def make_panel(self, table: TableScene) -> ActionPanel:
        return make_panel(table)


def make_panel(table: TableScene) -> ActionPanel:
    """Return the panel with the question of this phase, or one without widgets if cards are played."""
    phase, names = table.observation.phase, table.session.info.names
    if isinstance(phase, HandDealingPhase):
        seat = phase.turn
        hint = _("Rule of this match: the blinde comes before your own cards. If you forget it, the next player deals.")
        misdeal_option = ChoiceOption("misdeal", Misdeal(seat), _("To me"))
        lay_option = ChoiceOption("lay", LayBlinde(seat), _("To the blinde"))
        return ChoicePanel(table, _("Deal the next five cards"), hint, (misdeal_option, lay_option))
    if isinstance(phase, DeclarationPhase):
        seat = phase.turn
        cost_hint = _("Each trick takes 1 point off; taking none adds {count}. If you pass, your score stays the same.")
        blinde_hint = _("The blinde is a spare hand: five hidden cards to play instead of yours.")
        for declaration in phase.declarations:
            if isinstance(declaration, TakeBlinde):
                text = _("{name} took the blinde, the hidden spare hand.")
                blinde_hint = text.format(name=names[declaration.seat])
        hint = f"{cost_hint.format(count=NO_TRICK_POINTS)} {blinde_hint}"
        pass_option = ChoiceOption("pass", Pass(seat), _("Pass"))
        blinde_option = ChoiceOption("blinde", TakeBlinde(seat), _("Take the blinde"))
        play_option = ChoiceOption("play", PlayDeal(seat), _("Play"))
        return ChoicePanel(table, _("Will you play this deal?"), hint, (pass_option, blinde_option, play_option))
    if isinstance(phase, ExchangePhase):
        keep_option = ChoiceOption("keep", KeepTurnedCard(phase.turn), _("Keep my cards"))
        return ChoicePanel(
            table,
            _("Take the turned trump?"),
            _("To take it, click the card to give in exchange."),
            (keep_option,),
            make_card_action=partial(Swap, phase.turn),
        )
    if isinstance(phase, ForfeitPhase):
        seat = phase.turn
        forfeit_option = ChoiceOption("forfeit", Forfeit(seat), _("Forfeit"))
        stand_option = ChoiceOption("stand", Stand(seat), _("Stay in"))
        text = _(
            "If you stay, each trick takes 1 off your score; taking none adds {none}. If you forfeit, your score "
            "stays and {count} come off the other player's."
        )
        hint = text.format(none=NO_TRICK_POINTS, count=FORFEIT_POINTS)
        turned_card, dealer = phase.trick_phase.taken_turned_card, phase.trick_phase.dealer
        if turned_card is not None and dealer != seat:
            taken = _("{name} took {card:the} that was turned up.")
            card = format_card_name(turned_card, table.deck)
            hint = f"{taken.format(name=names[dealer], card=card)} {hint}"
        return ChoicePanel(table, _("Only two players are left. Stay in?"), hint, (forfeit_option, stand_option))
    return ActionPanel(table)
