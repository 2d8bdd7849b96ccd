"""What is to be seen of the table at this moment: its picture, put together from what the scene shows."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Protocol

from game.engine.events import DealerDrawn, Sealed, TrickTaken
from game.i18n import _
from game.table import Table
from ui import timings
from ui.table import hud
from ui.table.aid import Aid
from ui.table.desk import Desk, spoken_to
from ui.table.face import Face
from ui.table.hearing import Hearing
from ui.table.layout import layout, trick_key
from ui.table.motion import Motion
from ui.table.pace import beside_button
from ui.table.panel import Panel
from ui.table.picture import Bubble, Picture, Prompt, drawing, sealing, taking
from ui.table.places import Spot
from ui.table.pose import Pose
from ui.table.showing import Showing


class Glanced(Desk, Protocol):
    """The table's scene, as far as its picture is made of it."""

    face: Face
    showing: Showing
    motion: Motion
    hearing: Hearing
    panel: Panel
    aid: Aid
    message_left: float

    @property
    def sprites(self) -> Mapping[str, Pose]:
        """Every card picture, as it is drawn now."""
        ...

    @property
    def may_play_on(self) -> bool:
        """Whether the button that plays on is there."""
        ...


def titled(table: Table) -> str:
    """What is played; of a match in which a person had help, that too."""
    title = _(table.game.title)
    return _("{game} · assisted").format(game=title) if table.assisted else title


class Glance:
    """The one place where a scene becomes a `Picture`; it keeps nothing."""

    def __init__(self, scene: Glanced) -> None:
        self.scene = scene

    @property
    def spot(self) -> Spot:
        """The table; where the button stands that plays on, with less room for the lines to the person."""
        scene = self.scene
        return beside_button(scene.spot) if scene.may_play_on or scene.aid.beside else scene.spot

    @property
    def picture(self) -> Picture:
        """What is to be seen now."""
        scene = self.scene
        return Picture(
            title=titled(scene.table), names=scene.table.names, looks=scene.looks, view=scene.view,
            spot=self.spot,
            sprites=scene.sprites, dimmed=self._dimmed(), lit=scene.motion.lit, winning=self._winning(),
            bubbles=self._bubbles(), prompt=self._prompt(),
            panel=scene.panel if scene.offered and scene.showing.beat is None else None,
        )  # fmt: skip

    @property
    def public(self) -> Picture:
        """What is to be seen while somebody is asked to the screen: the table's view then is nobody's."""
        scene = self.scene
        view = scene.table.view
        wins = hud.winning(view.board, view.phase)
        said = scene.hearing.said
        return Picture(
            title=titled(scene.table), names=scene.table.names, looks=scene.looks, view=view, spot=scene.spot,
            sprites=layout(view.board, scene.spot), dimmed=frozenset(), lit=frozenset(),
            winning=next((trick_key(one, card, False) for one, card in view.board.trick if one == wins), None),
            bubbles=() if said is None else (Bubble(said.seat, said.text),), prompt=None, panel=None,
        )  # fmt: skip

    def _dimmed(self) -> frozenset[str]:
        """The cards of the hand that may not be played now."""
        scene, phase = self.scene, self.scene.view.phase
        if scene.showing.beat is not None or not scene.table.your_turn or phase is None or not phase.in_play:
            return frozenset()
        return frozenset(card.name for card, _reason in scene.view.refused)

    def _winning(self) -> str | None:
        """The key of the card that takes the trick as it lies."""
        beat = self.scene.showing.beat
        board = beat.before if beat is not None and isinstance(beat.event, TrickTaken) else self.scene.board
        seat = hud.winning(board, self.scene.view.phase)
        return next((trick_key(one, card, False) for one, card in board.trick if one == seat), None)

    def _bubbles(self) -> tuple[Bubble, ...]:
        """What is called or signed now, and what was said last; of one seat the call, what it says to it waits."""
        scene, beat, said = self.scene, self.scene.showing.beat, self.scene.hearing.said
        spoken = scene.face.spoken(beat.event, scene.deck) if beat is not None else None
        calls = () if spoken is None else (Bubble(*spoken),)
        if said is None or (spoken is not None and spoken[0] == said.seat):
            return calls
        return (Bubble(said.seat, said.text), *calls)

    def _prompt(self) -> Prompt | None:
        """What is to be done, or who is waited for; nothing where a message stands in its place."""
        if self.scene.message_left > 0 or self.scene.aid.speaks:
            return None
        return self._of_the_turn() if self.scene.showing.beat is None else self._of_the_beat()

    def _of_the_beat(self) -> Prompt | None:
        scene, beat = self.scene, self.scene.showing.beat
        assert beat is not None
        names, you, elapsed = scene.table.names, spoken_to(scene.table), scene.showing.elapsed
        if isinstance(beat.event, DealerDrawn):
            rest = scene.motion.length(beat) - elapsed
            known, dealer = rest < timings.DEALER_SHOWN * 0.75, beat.event.dealer
            return drawing(names[dealer] if known else "", yours=dealer == you)
        if isinstance(beat.event, Sealed):
            return sealing(beat.event.seal)
        if isinstance(beat.event, TrickTaken) and elapsed < timings.TRICK_SHOWN:
            return taking(names[beat.event.winner], yours=beat.event.winner == you)
        return None

    def _of_the_turn(self) -> Prompt | None:
        table, turn, names = self.scene.table, self.scene.view.to_act, self.scene.table.names
        if turn is None:
            return None
        stands = hud.stands(self.scene.view, names)
        stands = f"  ·  {stands}" if stands else ""
        if table.your_turn:
            words = _("Your turn") if len(table.persons) < 2 else _("{name}, it is your turn")
            left = table.seconds_left
            clock = f"  ·  {ceil(left)} s" if left is not None else ""
            return Prompt(words.format(name=names[turn]) + stands + clock, True)
        if turn in table.persons:
            return None
        return Prompt(_("{name} is thinking…").format(name=names[turn]) + stands, False)
