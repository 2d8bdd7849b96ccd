"""The table: a match is played here. Clicks and keys become actions; what happened becomes pictures."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.engine.actions import Action, Play
from game.engine.cards import HIDDEN, Card
from game.engine.events import Event
from game.engine.phases import Board, Over
from game.i18n import _
from game.table import Table
from game.text import capital
from game.words import say
from ui import timings
from ui.doors import Part, Topic
from ui.looks import Looks, looks_at, portraits
from ui.notice import message
from ui.scene import Scene, Stage
from ui.shortcuts import LOG
from ui.table import hud
from ui.table.aid import Aid
from ui.table.banner import banner
from ui.table.controls import Controls
from ui.table.cover import ready_button
from ui.table.desk import spoken_to
from ui.table.drawn import Drawn
from ui.table.face import Face
from ui.table.forced import LastCard
from ui.table.glance import Glance
from ui.table.hands import Hands
from ui.table.hearing import Hearing
from ui.table.hold import Hold, card_at
from ui.table.layout import grounds, layout, lying_places
from ui.table.looking import Looking
from ui.table.motion import Motion
from ui.table.notices import barred_lines, said_of
from ui.table.openings import Openings
from ui.table.order import as_seen
from ui.table.pace import answer_seconds, on_button
from ui.table.panel import Panel
from ui.table.picture import paint, paint_cover, paint_public
from ui.table.places import Spot, largest_scale, spot
from ui.table.pose import Pose
from ui.table.result import Result
from ui.table.showing import Beat, Showing
from ui.table.telling import Telling
from ui.widgets.button import Button

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
        self.last_card = LastCard(self)
        self.looking = Looking(self)
        self.openings = Openings(self)
        self.controls = Controls(self)
        self.panel = Panel(self)
        self.telling = Telling(self)
        self.marks = face.marks(self)
        self.aid = Aid(self)
        self.offered: tuple[Action, ...] = ()
        self.message = ""
        self.message_left = 0.0
        self.playing_on = False
        self.motion = Motion(self)
        self.hearing = Hearing(self)
        self.glance = Glance(self)
        self.drawn = Drawn(self)
        self._covered_for: int | None = None
        self._result_shown = False
        self._bottom = 0

    # -- where things are

    @property
    def size(self) -> tuple[int, int]:
        """The part of the window that the table has, from its upper left corner."""
        return self.stage.size

    @property
    def scale(self) -> float:
        """The factor on its text and buttons, as far as there is room."""
        return self.stage.settings.scale

    @property
    def largest_scale(self) -> float:
        return largest_scale(self.size, self.view.seats) if hasattr(self, "view") else 1.0

    @property
    def topic(self) -> Topic:
        phase = self.view.phase
        part: Part = ""
        if phase is not None:
            part = "score" if isinstance(phase, Over) else "play" if phase.in_play else "speak"
        return Topic(self.table.game.name, self.table.again.rules, part)

    @property
    def busy(self) -> bool:
        shown = self.message_left > 0 or self.hearing.said_left > 0
        waits = self.table.saving or self.last_card.waits
        return self.others_play or waits or self.aid.busy or self.hold.moving or shown

    @property
    def ready(self) -> bool:
        return self.covered or self.drawn.ready  # the cover never waits: what it hides would stand there meanwhile

    @property
    def rest(self) -> float:
        left = self.table.seconds_left
        clock = inf if left is None else left % 1.0 + 0.001
        return min(self.looking.rest, self.controls.rest, self.table.answers_in, clock)

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
    def story(self) -> tuple[Event, ...]:
        happened = self.table.story
        return happened[: max(0, len(happened) - len(self.beats))]

    @property
    def certain(self) -> bool:
        return self.aid.claim is not None

    @property
    def covered(self) -> bool:
        return self.table.cover is not None and not self.beats

    @property
    def spot(self) -> Spot:
        """The table as this window sees it: the viewer at the bottom, else who is waited for."""
        near = self.table.viewer if self.table.viewer is not None else self.table.cover
        self._bottom = self._bottom if near is None else near
        clockwise = self.table.game.clockwise
        return spot(self.size, self.view.seats, self._bottom, clockwise, self.scale, self.hands.order)

    @property
    def hand(self) -> tuple[Card, ...]:
        seat = self.table.viewer
        held = () if seat is None else self.board.hands[seat]
        return () if HIDDEN in held else as_seen(held, self.spot.order)

    @property
    def looks(self) -> Looks:
        return looks_at(self.table.players, self.stage.looks)

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        return (*grounds(self.spot), self.spot.room) if self.offered else grounds(self.spot)

    @property
    def rather_free(self) -> tuple[pygame.Rect, ...]:
        return lying_places(self.spot)

    def card_at(self, point: tuple[int, int]) -> Card | None:
        return card_at(self.hand, layout(self.board, self.spot), point)

    @property
    def sprites(self) -> dict[str, Pose]:
        return self.motion.sprites

    # -- time

    def update(self, seconds: float) -> None:
        if self.table.deserted and not self.table.saving and not self.table.over:
            self._desert()
            return
        speed = self.stage.settings.speed
        patience = self.stage.settings.pace / speed if speed else 0.0
        self.table.pace = answer_seconds(self.view) * patience / self.motion.haste(self.view)
        self.table.talks = self.stage.settings.table_talk
        for happening in self.table.update(idle=not self.beats):
            self.message_left = 0.0
            self.showing.add(happening)
            if happening.back:
                self.aid.taken_back()
            self.hold.let_go()
        if self.table.given_up:
            self.stage.doors.menu()
            return
        if self.ready:
            self.showing.play(seconds * speed if speed else AT_ONCE, self.motion.length, self.begin_beat)
        else:
            self.drawn.wait(seconds)
        self.message_left = max(0.0, self.message_left - seconds)
        self.hold.lift(self._lifted(), seconds)
        self.hands.update()
        self.looking.update()
        self.hearing.update(seconds)
        self.telling.chosen()
        if not self.beats:
            self.settle()
        self.last_card.update(seconds)
        self.aid.update(self._lifted())
        self.controls.update()
        self.controls.show_on(self.may_play_on)

    def run_under(self, seconds: float) -> None:
        self.update(seconds)

    def begin_beat(self, beat: Beat) -> None:
        self.telling.begins(beat)
        self.hearing.begins(beat.event)
        said = said_of(beat.event, self.table.names, spoken_to(self.table))
        if said:
            self.say(said)

    def settle(self) -> None:
        """Nothing moves: show the match as it is."""
        if not self.table.saving:
            self.hold.dropped = None
        self.view = self.table.view
        self.showing.board = self.view.board
        self.hearing.settled()
        self.aid.settled()
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
        for line in barred_lines(self.table):
            self.stage.notify(f"{line}.")
        self.stage.doors.menu()
        self.stage.doors.finish()

    def _end_deal(self) -> None:
        """The deal or the match is over: on to its result."""
        if not (self.table.between_deals or self.table.over):
            self._result_shown = False
        elif self._uncovered and not self._result_shown and not self.table.saving:
            self._result_shown = True
            self.hearing.hush()
            self.stage.push(Result(self.stage, self, self.face))

    @property
    def _uncovered(self) -> bool:
        """Whether no other scene lies over this one."""
        return self.stage.scene is self

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
        return not self.beats and self.table.cover is None and self._uncovered

    # -- what the person does

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in LOG.keys and not self.covered:
            self.openings.log()
        else:
            self.controls.handle(event)

    def skip(self) -> bool:
        moved = self.showing.skip(self.telling.begins)
        if moved:
            self.settle()
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
        return bool(self.beats) or self.table.claimed or (turn is not None and turn not in self.table.persons)

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
            self.tell(say(reason, self.table.names, self.deck))

    def undo(self) -> None:
        self.aid.undo()

    def refresh(self) -> None:
        self.stage.rebuild()

    def tell(self, words: str) -> None:
        self.say(words)
        self.telling.answered(self.message)

    def say(self, words: str) -> None:
        self.message, self.message_left = capital(words), timings.MESSAGE_SHOWN

    # -- widgets

    def build(self) -> None:
        controls = self.controls
        controls.menu = controls.last = controls.score = controls.on = None
        if self.covered:
            self._build_cover()
            return
        self.drawn.prepare()
        last = _("Last trick") if self.table.aids.memory == "off" else _("Tricks")
        named = (("score", _("Score")), ("last-trick", last), ("menu", _("Menu")))
        made = [self._button(*one, where) for one, where in zip(named, self.spot.buttons, strict=True)]
        controls.score, controls.last, controls.menu = made
        self.focus.arrange()
        controls.on = self._button("play-on", _("Play on"), on_button(self.spot))
        controls.show_on(self.may_play_on)
        self.aid.build()
        if self.offered:
            self.panel.build()
        self.marks.build()

    def _build_cover(self) -> None:
        self.drawn.prepare()
        self._button("ready", _("Ready"), ready_button(self.spot), "#primary")

    def _button(self, widget_id: str, words: str, rect: pygame.Rect, style: str | None = None) -> UIButton:
        button = Button(rect, words, self.stage.manager, object_id=style)
        self.focus.add(button, widget_id)
        return button

    # -- pictures

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_table(surface)

    def draw_table(self, surface: pygame.Surface, *, cards: bool = True) -> None:
        if self.covered and self.table.cover is not None:
            paint_cover(surface, self.stage, self.face, self.glance.public, self.table.names[self.table.cover])
        else:
            (paint if cards else paint_public)(surface, self.stage, self.face, self.glance.picture)

    def draw_over(self, surface: pygame.Surface) -> None:
        moment = self.motion.moment(self.beat) if self.beat is not None else None
        if moment is not None:
            people = portraits(self.table.names, self.looks)
            banner(surface, self.stage, self.glance.spot, moment, people, self.showing.elapsed)
        self.aid.draw(surface)
        self.looking.draw(surface)
        if self.table.fault:
            words = self.table.fault + "\n" + _("Click, or press a key, to try again.")
            message(surface, self.stage, words)
        elif self.message_left > 0:
            hud.message(surface, self.glance.spot, self.message)
        elif self.aid.speaks:
            hud.message(surface, self.glance.spot, self.aid.words(self.glance.spot))

    def leave(self) -> None:
        self.table.close()
