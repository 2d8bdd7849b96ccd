"""The table: a match is played here. Clicks and keys become actions; what happened becomes pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil, inf
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.discipline import WARNING_SECONDS
from game.engine.actions import Action, Play
from game.engine.cards import Card
from game.engine.events import (
    DealerDrawn,
    Dealt,
    Drew,
    Event,
    Left,
    Played,
    Swapped,
    TimedOut,
    TrickTaken,
    Turned,
    Unlocked,
)
from game.engine.phases import Board
from game.i18n import _
from game.table import Table
from game.view import View
from game.words import say
from ui import timings
from ui.backdrop import table_top
from ui.looks import portraits
from ui.notice import message
from ui.scene import Scene, Stage
from ui.shortcuts import LOG
from ui.table import hud
from ui.table.animation import Animation, movers, started_at, still
from ui.table.banner import banner
from ui.table.choreography import animate
from ui.table.controls import Controls
from ui.table.face import Face
from ui.table.forced import LastCard, last_card
from ui.table.hands import Hands
from ui.table.hold import Hold, card_at
from ui.table.last_trick import draw_last_trick
from ui.table.layout import TWO_ROWS, Pose, Spot, as_seen, largest_scale, layout, spot, trick_key
from ui.table.log import Log
from ui.table.looking import Looking
from ui.table.outcome import Moment
from ui.table.pace import answer_seconds, beside_button, is_without, on_button
from ui.table.pad import Pad
from ui.table.panel import Panel
from ui.table.pause import Pause
from ui.table.picture import Bubble, Picture, Prompt, drawing, paint, paint_cover, paint_public, taking
from ui.table.result import Result
from ui.table.showing import Beat, Showing
from ui.table.telling import Telling, fresh
from ui.widgets.button import Button

SOUNDS: Final[Mapping[type[Event], str]] = {
    Dealt: "deal", Turned: "flip", Played: "play", TrickTaken: "take", Drew: "draw", Swapped: "slide",
}  # fmt: skip
"""What an event sounds like."""
MOST_HELD: Final = 1.0
"""So many seconds the cards wait at most until they are drawn that move first."""
AT_ONCE: Final = 1e9
"""So many seconds at once: nothing is seen to move."""


class TableScene(Scene):
    """The scene of one `Table`. ``sprites`` is what it draws: the layout of the view once nothing moves."""

    def __init__(self, stage: Stage, table: Table, face: Face) -> None:
        super().__init__(stage)
        self.deck = "french" if stage.settings.deck == "french" else table.game.deck
        self.table = table
        self.face = face
        self.view = table.view
        self.showing = Showing(self.view.board)
        self.hold = Hold()
        self.hands = Hands(self)
        self.last_card = LastCard()
        self.looking = Looking(self)
        self.controls = Controls(self)
        self.panel = Panel(self)
        self.telling = Telling(self)
        self.marks = face.marks(self)
        self.offered: tuple[Action, ...] = ()
        self.message = ""
        self.message_left = 0.0
        self.show_last = False
        self.playing_on = False
        self.heard = table.chat
        self.said_left = 0.0
        self._covered_for: int | None = None
        self._result_shown = False
        self._asked = False
        self._second = -1
        self._bottom = 0
        self._prepared: tuple[object, tuple[int, int]] | None = None
        self._held = 0.0

    # -- where things are

    @property
    def largest_scale(self) -> float:
        return largest_scale(self.stage.size, self.view.seats) if hasattr(self, "view") else 1.0

    @property
    def busy(self) -> bool:
        shown = self.message_left > 0 or self.said_left > 0
        waits = self.table.saving or self.last_card.waits
        return self.others_play or waits or self.hold.moving or shown

    @property
    def ready(self) -> bool:
        return not self.stage.settings.speed or not self.stage.art.late or self._held >= MOST_HELD

    @property
    def rest(self) -> float:
        left = self.table.seconds_left
        return min(self.looking.rest, self.controls.rest, inf if left is None else left % 1.0 + 0.001)

    @property
    def beats(self) -> deque[Beat]:
        """What is still to be shown."""
        return self.showing.beats

    @property
    def beat(self) -> Beat | None:
        """What is being shown."""
        return self.showing.beat

    @property
    def board(self) -> Board:
        return self.showing.board

    @property
    def covered(self) -> bool:
        return self.table.cover is not None and not self.beats

    @property
    def spot(self) -> Spot:
        """The table as this window sees it: the viewer at the bottom, else who is waited for."""
        near = self.table.viewer if self.table.viewer is not None else self.table.cover
        self._bottom = self._bottom if near is None else near
        clockwise, scale = self.table.game.clockwise, self.stage.settings.scale
        return spot(self.stage.size, self.view.seats, self._bottom, clockwise, scale, self.hands.order)

    @property
    def hand(self) -> tuple[Card, ...]:
        seat = self.table.viewer
        return as_seen(self.board.hands[seat], self.spot.order) if seat is not None else ()

    def card_at(self, point: tuple[int, int]) -> Card | None:
        return card_at(self.hand, layout(self.board, self.spot), point)

    @property
    def sprites(self) -> dict[str, Pose]:
        """Every card picture with its pose, at this moment."""
        beat = self.beat
        poses: dict[str, Pose | None] = dict(layout(beat.after if beat else self.board, self.spot))
        if beat:
            poses.update(self._animation(beat).at(self.showing.elapsed * self._pace(beat)))
        else:
            poses.update(self.hold.poses(poses))
        return {key: pose for key, pose in poses.items() if pose is not None}

    def _animation(self, beat: Beat) -> Animation:
        shown = animate(beat.event, beat.before, beat.after, self.spot)
        if self.hold.dropped is not None and isinstance(beat.event, Played):
            card, (x, y) = self.hold.dropped
            shown = started_at(shown, card.name, x, y)
        return still(shown) if self.stage.settings.reduced_motion else shown

    def _length(self, beat: Beat) -> float:
        """Seconds that a beat takes."""
        shown = timings.MOMENT_SHOWN if self._moment(beat) is not None else 0.0
        return max(self._animation(beat).length, shown) / self._pace(beat)

    def _moment(self, beat: Beat) -> Moment | None:
        """What is shown large while a beat is."""
        return self.face.moment(beat.event, beat.view, beat.result, self.table.names)

    def _pace(self, beat: Beat) -> float:
        """How briskly a beat is shown: what is shown again is, and what others do without the people at the table."""
        return max(self._haste(beat.view), timings.LATE if beat.late else 1.0)

    def _haste(self, view: View) -> float:
        """So many times quicker than usual it goes now."""
        if self.playing_on:
            return timings.PLAY_ON
        return timings.WITHOUT if is_without(self.face, view, self.table.persons) else 1.0

    # -- time

    def update(self, seconds: float) -> None:
        if self.table.deserted and not self.table.saving and not self.table.over:
            self._desert()
            return
        speed = self.stage.settings.speed
        patience = self.stage.settings.pace / speed if speed else 0.0
        self.table.pace = answer_seconds(self.view) * patience / self._haste(self.view)
        for happening in self.table.update(idle=not self.beats):
            self.message_left = 0.0
            self.telling.heard(happening)
            self.showing.add(happening)
            self.show_last = self.show_last and not any(isinstance(one, Played) for one in happening.events)
            self.hold.let_go()
        length = seconds * speed if speed else AT_ONCE
        if not self.ready:
            self._held += seconds
            length = 0.0
        self.showing.play(length, self._length, self._begins)
        self.message_left = max(0.0, self.message_left - seconds)
        self.hold.lift(self._lifted(), seconds)
        self.hands.update()
        self.looking.update()
        self._hear(seconds)
        self.telling.chosen()
        self.telling.looked_back(open_=self.show_last)
        if not self.beats:
            self._settle()
        self._play_last(seconds)
        self.controls.update()
        self.controls.show_on(self.may_play_on)

    def _play_last(self, seconds: float) -> None:
        """The last card falls by itself, where the person at the screen wants that."""
        wanted = self.stage.settings.plays_last and self.table.your_turn and not self.table.fault
        free = wanted and self.at_rest and not self.hold.dragging
        play = self.last_card.update(last_card(self.view) if free else None, seconds, self.table.pace)
        if play is not None:
            self.act(play)

    def run_under(self, seconds: float) -> None:
        self.update(seconds)

    def _begins(self, event: Event) -> None:
        names = self.table.names
        sound = "trump" if self._trumped(event) else {**SOUNDS, **self.face.sounds}.get(type(event))
        if sound is not None:
            self.stage.sounds.play(sound)
        if isinstance(event, TimedOut):
            self._say(_("The clock of {name} ran out.").format(name=names[event.seat]))
        elif isinstance(event, Left):
            self._say(_("{name} has left; the computer plays on.").format(name=names[event.seat]))
        elif isinstance(event, Unlocked):
            words = _("{name} votes to end the match: {votes} of {needed}.")
            self._say(words.format(name=names[event.seat], votes=event.votes, needed=event.needed))

    def _trumped(self, event: Event) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        if not isinstance(event, TrickTaken):
            return False
        won, trump = event.cards[event.seats.index(event.winner)], self.board.trump
        return trump is not None and won.suit == trump != event.cards[0].suit

    def _settle(self) -> None:
        """Nothing moves: show the match as it is."""
        if not self.table.saving:
            self.hold.dropped = None
        self.view = self.table.view
        self.showing.board = self.view.board
        if self.table.your_turn and not self._asked and len(self.table.players) > len(self.table.persons):
            self.stage.sounds.play("turn")
        self._asked = self.table.your_turn
        waiting = self.table.your_turn or self.table.cover is not None or self.table.fault
        self.playing_on = self.playing_on and not (waiting or self.table.between_deals or self.table.over)
        choices = self.view.choices if self.table.your_turn else ()
        offered = tuple(action for action in choices if not isinstance(action, Play))
        covered = self.table.cover
        if covered != self._covered_for or offered != self.offered or self.marks.due != bool(self.marks.buttons):
            self._covered_for = covered
            self.offered = offered
            self.panel = self.face.panel(self)
            self.hold.selected = -1
            if self._uncovered:
                self.stage.rebuild()
        self.telling.settled(shown=self._uncovered)
        self._end_deal()

    def _desert(self) -> None:
        """Nobody is left to see it: the match is played to its end at once, unseen."""
        names, minutes = self.table.names, self.view.options.leaving_costs
        for _seat, why in self.table.barred:
            words = _("{why}, and may not sit down at any table for {minutes} minutes")
            line = words.format(why=say(why, names), minutes=minutes)
            self.stage.notify(line[:1].upper() + line[1:] + ".")
        self.stage.doors.menu()
        self.stage.doors.finish()

    def _end_deal(self) -> None:
        """The deal or the match is over: on to its result."""
        if not (self.table.between_deals or self.table.over):
            self._result_shown = False
        elif self._uncovered and not self._result_shown and not self.table.saving:
            self._result_shown, self.said_left = True, 0.0
            self.stage.push(Result(self.stage, self, self.face))

    @property
    def _uncovered(self) -> bool:
        """Whether no other scene lies over this one."""
        return self.stage.scene is self

    def _hear(self, seconds: float) -> None:
        """What was said since the last frame, and the clock's last seconds."""
        self.said_left = max(0.0, self.said_left - seconds)
        if self.table.chat != self.heard:
            self.telling.spoken(fresh(self.heard, self.table.chat))
            self.heard, self.said_left = self.table.chat, timings.MESSAGE_SHOWN
        left = self.table.seconds_left
        second = -1 if left is None or self.beats else int(left)
        if second != self._second and 0 <= second < WARNING_SECONDS:
            self.stage.sounds.play("warning")
        self._second = second

    def _lifted(self) -> str | None:
        """The card that the keys or the pointer are on."""
        if not self.at_rest:
            return None
        if 0 <= self.hold.selected < len(self.hand) and not self.focus.shown:
            return self.hand[self.hold.selected].name
        card = self.card_at(pygame.mouse.get_pos()) if pygame.mouse.get_focused() else None
        return card.name if card else None

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        return not self.beats and self.table.cover is None and self._uncovered and not self.show_last

    # -- what the person does

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in LOG.keys and not self.covered:
            self.stage.push(Log(self.stage, self))
        else:
            self.controls.handle(event)

    def skip(self) -> bool:
        moved = self.showing.skip()
        if moved:
            self._settle()
        return moved

    def uncover(self) -> None:
        self.table.ready()
        self.update(0.0)

    def play_on(self) -> bool:
        """Let the others play quickly until a person has something to do or to see. Whether there is anything."""
        self.playing_on = self.others_play
        return self.playing_on

    @property
    def others_play(self) -> bool:
        """Whether something is shown, or a computer player is on turn."""
        turn = self.view.to_act
        return bool(self.beats) or (turn is not None and turn not in self.table.persons)

    @property
    def may_play_on(self) -> bool:
        """Whether the button for it is there: not where nobody at the screen has a turn to come to."""
        return self.others_play and not self.playing_on and self.table.viewer is not None

    def act(self, action: Action) -> None:
        reason = self.table.act(action)
        if reason is None:
            self.hold.selected = -1
        else:
            self.hold.dropped = None
            self._say(say(reason, self.table.names, self.deck))
            self.telling.answered(self.message)

    def refresh(self) -> None:
        self.stage.rebuild()

    def pause(self) -> None:
        self.stage.push(Pause(self.stage, self))

    def open_pad(self) -> None:
        self.stage.push(Pad(self.stage, self, self.face))

    def _say(self, words: str) -> None:
        self.message, self.message_left = words[:1].upper() + words[1:], timings.MESSAGE_SHOWN

    # -- widgets

    def build(self) -> None:
        controls = self.controls
        controls.menu = controls.last = controls.score = controls.on = None
        if self.covered:
            self._build_cover()
            return
        self._prepare_art()
        words = (_("Score"), _("Last trick"), _("Menu"))
        made = [self._button(*one) for one in zip(words, self.spot.buttons, strict=True)]
        controls.score, controls.last, controls.menu = made
        self.focus.arrange()
        controls.on = self._button(_("Play on"), on_button(self.spot))
        controls.show_on(self.may_play_on)
        if self.offered:
            self.panel.build()
        self.marks.build()

    def _prepare_art(self) -> None:
        """Have the cards drawn that this deal will show, once for a size of the window."""
        place = self.spot
        key = (self.stage.art, place.size)
        if key != self._prepared:
            self._prepared, self._held = key, 0.0
            widths = (
                place.hand_width, place.hand_width * TWO_ROWS, place.trick_width, place.stock_width, place.other_width,
                place.pile_width,
            )  # fmt: skip
            self.stage.art.prepare(self.table.pack, [round(width) for width in widths], self._ground(place))

    def _ground(self, place: Spot) -> list[Callable[[], object]]:
        """What paints the large pictures under the cards."""
        stage, art = self.stage, self.stage.art
        faces = zip(portraits(self.table.names, self.stage.looks), range(self.view.seats), strict=True)
        sizes = [(number, hud.face_of(place, seat).width) for number, seat in faces]
        top = partial(table_top, stage.size, stage.settings.felt, tuple(place.ring))
        return [top, *(partial(art.portrait, number, size) for number, size in sizes)]

    def _build_cover(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        rect = pygame.Rect(0, 0, px(300), px(56))
        rect.center = (wide // 2, high // 2 + px(70))
        self._button(_("Ready"), rect, "#primary")

    def _button(self, words: str, rect: pygame.Rect, style: str | None = None) -> UIButton:
        button = Button(rect, words, self.stage.manager, object_id=style)
        self.focus.add(button, words)
        return button

    # -- pictures

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_table(surface)

    def draw_table(self, surface: pygame.Surface, *, cards: bool = True) -> None:
        if self.covered and self.table.cover is not None:
            paint_cover(surface, self.stage, self.table.names[self.table.cover])
        else:
            (paint if cards else paint_public)(surface, self.stage, self.face, self.picture())

    @property
    def _beside(self) -> Spot:
        """The table with the lines to the person where the button leaves them room."""
        return beside_button(self.spot) if self.may_play_on else self.spot

    def picture(self) -> Picture:
        """What is to be seen now."""
        return Picture(
            title=_(self.table.game.title), names=self.table.names, view=self.view,
            spot=self._beside,
            sprites=self.sprites, dimmed=self._dimmed(), lit=self._lit(), winning=self._winning(),
            bubbles=self._bubbles(), prompt=self._prompt(),
            panel=self.panel if self.offered and not self.beats else None,
        )  # fmt: skip

    def _dimmed(self) -> frozenset[str]:
        """The cards of the hand that may not be played now."""
        phase = self.view.phase
        if self.beats or not self.table.your_turn or phase is None or not phase.in_play:
            return frozenset()
        return frozenset(card.name for card, _reason in self.view.refused)

    def _winning(self) -> str | None:
        """The key of the card that takes the trick as it lies."""
        beat = self.beat
        board = beat.before if beat is not None and isinstance(beat.event, TrickTaken) else self.board
        seat = hud.winning(board, self.view.phase)
        return next((trick_key(one, card, False) for one, card in board.trick if one == seat), None)

    def _lit(self) -> frozenset[str]:
        """With reduced motion: the cards that would travel now."""
        beat = self.beat
        return movers(self._animation(beat)) if beat and self.stage.settings.reduced_motion else frozenset()

    def _bubbles(self) -> tuple[Bubble, ...]:
        """What is called or signed now, and what was said last; of one seat the call, what it says to it waits."""
        spoken = self.face.spoken(self.beat.event, self.deck) if self.beat is not None else None
        calls = () if spoken is None else (Bubble(*spoken),)
        said = self.table.chat[-1] if self.said_left > 0 and self.table.chat else None
        if said is None or (spoken is not None and spoken[0] == said.seat):
            return calls
        return (Bubble(said.seat, said.text), *calls)

    def _prompt(self) -> Prompt | None:
        """What is to be done, or who is waited for; nothing where a message stands in its place."""
        if self.message_left > 0:
            return None
        names, beat, turn = self.table.names, self.beat, self.view.to_act
        if beat is not None and isinstance(beat.event, DealerDrawn):
            rest = self._length(beat) - self.showing.elapsed
            return drawing(names[beat.event.dealer] if rest < timings.DEALER_SHOWN * 0.75 else "")
        if beat is not None:
            taken = isinstance(beat.event, TrickTaken) and self.showing.elapsed < timings.TRICK_SHOWN
            return taking(names[beat.event.winner]) if taken and isinstance(beat.event, TrickTaken) else None
        if turn is None:
            return None
        stands = hud.stands(self.view, names)
        stands = f"  ·  {stands}" if stands else ""
        if self.table.your_turn:
            words = _("Your turn") if len(self.table.persons) < 2 else _("{name}, it is your turn")
            left = self.table.seconds_left
            clock = f"  ·  {ceil(left)} s" if left is not None else ""
            return Prompt(words.format(name=names[turn]) + stands + clock, True)
        if turn in self.table.persons:
            return None
        return Prompt(_("{name} is thinking…").format(name=names[turn]) + stands, False)

    def draw_over(self, surface: pygame.Surface) -> None:
        moment = self._moment(self.beat) if self.beat is not None else None
        if moment is not None:
            banner(surface, self.stage, moment, self.table.names, self.showing.elapsed)
        if self.show_last and self.table.cover is None:
            draw_last_trick(surface, self.stage, self.board, self.table.names, self.spot)
        self.looking.draw(surface)
        if self.table.fault:
            words = self.table.fault + "\n" + _("Click, or press a key, to try again.")
            message(surface, self.stage, words)
        elif self.message_left > 0:
            hud.message(surface, self._beside, self.message)

    def leave(self) -> None:
        self.table.close()
