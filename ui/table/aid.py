"""What helps a person on his turn: the buttons and keys for undo, hint and claim, and the hint over his choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, Protocol

import pygame
from pygame_gui.elements import UIButton

from game.ai.weighed import Weighed
from game.claim import Claim, claim_of
from game.engine.actions import Action, Play
from game.engine.cards import Card
from game.engine.phases import Reason
from game.i18n import _
from game.view import View
from game.words import say
from ui.shortcuts import CLAIM, HINT, UNDO
from ui.table import hud
from ui.table.claim import ClaimOffer
from ui.table.desk import Desk
from ui.table.fans import hand_poses
from ui.table.hint import Bar, Place, bars, on_button, on_cards, paint_bar, sentences, told
from ui.table.hold import Hold
from ui.table.pace import beside_button
from ui.table.pace import on_button as right_end
from ui.table.panel import Panel
from ui.table.places import Spot
from ui.table.pose import Pose
from ui.table.telling import Telling
from ui.widgets.button import Button


class Aided(Desk, Protocol):
    """The table's scene, as far as a person is helped at it."""

    hold: Hold
    panel: Panel
    telling: Telling

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right."""
        ...

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        ...

    def skip(self) -> bool:
        """Jump to the end of all that moves."""
        ...

    def tell(self, words: str) -> None:
        """A line to the person at the screen."""
        ...


class Offered(NamedTuple):
    """What of it is there now."""

    undo: bool
    hint: bool
    claim: bool


NOTHING: Final = Offered(undo=False, hint=False, claim=False)


class Aid:
    """One of a scene. ``claim``: what the viewer can claim now, None if nothing."""

    def __init__(self, scene: Aided) -> None:
        self.scene = scene
        self.claim: Claim | None = None
        self.buttons: dict[str, UIButton] = {}
        self._seen: View | None = None
        self._told: tuple[Weighed, ...] | None = None
        self._card: str | None = None

    # -- what there is

    @property
    def offered(self) -> Offered:
        """What may be asked for at this moment."""
        table = self.scene.table
        if not self.scene.at_rest or table.fault:
            return NOTHING
        undo = table.why_not_undo is None
        if not table.your_turn:
            return Offered(undo=undo and table.viewer is not None, hint=False, claim=False)
        return Offered(undo=undo, hint=table.why_no_hint is None and self.claim is None, claim=self.claim is not None)

    @property
    def busy(self) -> bool:
        """Whether a hint is thought about."""
        return self.scene.table.hinting

    def settled(self) -> None:
        """Nothing moves: what can be claimed follows from what is seen."""
        table = self.scene.table
        view = self.scene.view if table.your_turn and table.may_claim else None
        if view != self._seen:
            self._seen = view
            self.claim = claim_of(view) if view is not None else None

    def update(self, card: str | None) -> None:
        """A frame. ``card``: the one that the pointer or the keys are on."""
        offered, self._card = self.offered, card
        for name, button in self.buttons.items():
            shown = bool(getattr(offered, name)) and not (name == "undo" and self._crowded)
            if bool(button.visible) != shown:
                if shown:
                    button.show()
                else:
                    button.hide()
        hint = self.scene.table.hint
        if hint is not None and hint != self._told:
            names, deck = self.scene.table.names, self.scene.deck
            self.scene.telling.say(*told(hint, self.scene.panel.words, names, deck))
        self._told = hint

    # -- the buttons

    def build(self) -> None:
        """Make the buttons at both ends of the line over the hand."""
        spot = self.scene.spot
        right, left = right_end(spot), right_end(spot)
        left.left = spot.prompt.left
        words = {"undo": (_("Undo"), left), "hint": (_("Hint"), right), "claim": (_("Finish…"), right)}
        self.buttons = {}
        for name, (label, where) in words.items():
            button = Button(where, label, self.scene.stage.manager)
            self.scene.focus.add(button, name)
            self.buttons[name] = button
        self.update(None)

    @property
    def _crowded(self) -> bool:
        """Whether the line over the hand has no room for a button at its left end."""
        return beside_button(self.scene.spot).prompt.left == self.scene.spot.prompt.left

    @property
    def beside(self) -> bool:
        """Whether a button stands beside the line over the hand."""
        return any(button.visible for button in self.buttons.values())

    def pressed(self, button: UIButton) -> bool:
        """A button was pressed. Whether it is one of these."""
        name = next((name for name, one in self.buttons.items() if one is button), "")
        if name:
            {"undo": self.undo, "hint": self.hint, "claim": self.offer}[name]()
        return bool(name)

    def key(self, key: int) -> bool:
        """A key was pressed. Whether it means one of these."""
        if key in UNDO.keys:
            self.undo()
        elif key in HINT.keys:
            self.hint()
        elif key in CLAIM.keys and self.claim is not None:
            self.offer()
        else:
            return False
        return True

    def close(self) -> bool:
        """The hint is not wanted any more. Whether there was one, or one was thought about."""
        table = self.scene.table
        was = table.hinting or table.hint is not None
        if was:
            table.forget_hint()
        return was

    # -- what they do

    def undo(self) -> None:
        """Take back the last choice, or say why not."""
        self.scene.skip()
        self._answer(self.scene.table.undo())

    def taken_back(self) -> None:
        """It was: say so."""
        self.scene.tell(_("Your last choice is taken back, and all that followed."))

    def hint(self) -> None:
        """Ask for a hint, or put away the one that is there; or say why there is none."""
        if not self.close():
            self._answer(self.scene.table.ask_hint())

    def offer(self) -> None:
        """Show why the rest is certain, and offer to finish."""
        if self.claim is not None and self.scene.at_rest:
            self.scene.table.forget_hint()
            self.scene.stage.push(ClaimOffer(self.scene.stage, self.scene, self.claim))

    def _answer(self, reason: Reason | None) -> None:
        if reason is not None:
            self.scene.tell(say(reason, self.scene.table.names, self.scene.deck))

    # -- the hint

    def _meant(self, card: Card) -> Action | None:
        """What a card of the hand stands for now."""
        seat = self.scene.table.viewer
        if seat is None:
            return None
        return (self.scene.panel.card(card) if self.scene.offered else None) or Play(seat, card)

    @property
    def speaks(self) -> bool:
        """Whether there is a hint to be read, or one is thought about."""
        table = self.scene.table
        return table.hinting or (table.hint is not None and self.scene.at_rest)

    def words(self, spot: Spot) -> str:
        """What the hint says, of the card that the pointer or the keys are on, else of the best: as many reasons as
        there is room for in the line over the hand."""
        table, hint = self.scene.table, self.scene.table.hint
        if table.hinting or hint is None:
            return _("Thinking about a hint… Esc puts it off.")
        if not hint:
            return _("Nobody can tell here.")
        looked = next((one for one in self.scene.hand if one.name == self._card), None)
        action = self._meant(looked) if looked is not None else None
        chosen = next((one for one in hint if one.action == action), hint[0])
        called, names = self.scene.panel.words(chosen.action), table.names
        said = sentences(chosen, called, names, self.scene.deck)
        return next((one for one in said if hud.has_room(spot, one)), said[-1])

    def draw(self, surface: pygame.Surface) -> None:
        """The bars over the cards and on the buttons."""
        hint = self.scene.table.hint
        if hint and self.scene.at_rest:
            for place, bar in self.places(bars(hint)):
                paint_bar(surface, self.scene.spot, place, bar)

    def places(self, of: Mapping[Action, Bar]) -> Iterator[tuple[Place, Bar]]:
        """Each bar and where it is."""
        spot, hand = self.scene.spot, self.scene.hand
        for card, place in on_cards(self.poses(spot, hand), spot).items():
            action = self._meant(card)
            if action is not None and action in of:
                yield place, of[action]
        for action, bar in of.items():
            button = self.scene.panel.button_of(action)
            if button is not None and button.visible:
                yield on_button(button, spot), bar

    def poses(self, spot: Spot, hand: tuple[Card, ...]) -> list[tuple[Card, Pose]]:
        held = self.scene.board.hands[spot.bottom]
        poses = dict(zip(held, hand_poses(spot, spot.bottom, held), strict=True))
        return [(card, poses[card]) for card in hand if card in poses]
