"""The table: a match is played here. Clicks and keys become actions; what happened becomes pictures."""

from __future__ import annotations

from collections import deque
from math import ceil
from typing import Final

import msgspec
import pygame
import pygame_gui

from game.engine.actions import Action, Play
from game.engine.cards import HIDDEN, Card
from game.engine.events import Dealt, Drew, Event, Left, Played, Swapped, TimedOut, TrickTaken, Turned, Unlocked
from game.engine.phases import Board
from game.i18n import _
from game.rules.briscola.events import Signed
from game.store.reading import SavedMatch
from game.table import WARNING_SECONDS, Happening, Seating, Table
from game.view import View
from game.words import say
from ui import theme, timings
from ui.backdrop import backdrop
from ui.games import Panel, captions, panel_for
from ui.games.chiamata.marks import Marks
from ui.notice import message
from ui.scene import Scene, Stage
from ui.scenes.sitting import Sitting, people_of
from ui.table import hud
from ui.table.animation import Animation, movers, still
from ui.table.choreography import advance, animate
from ui.table.cover import draw_cover
from ui.table.hold import DRAG_FROM, Hold, card_at
from ui.table.last_trick import draw_last_trick
from ui.table.layout import RATIO, TWO_ROWS, Pose, Spot, corners, layout, own_slots, spot
from ui.table.pad import Pad
from ui.table.pause import Pause
from ui.table.result import Result

SOUNDS: Final[dict[type[Event], str]] = {
    Dealt: "deal", Turned: "flip", Played: "play", TrickTaken: "take", Drew: "draw", Swapped: "slide", Signed: "sign",
}  # fmt: skip
"""What an event sounds like."""


class Beat(msgspec.Struct, frozen=True):
    """One event to be shown: the boards before and after it, and the view that holds while it is shown."""

    event: Event
    before: Board
    after: Board
    view: View


def beats_of(happening: Happening) -> tuple[Beat, ...]:
    """The events of a happening with the boards between them."""
    beats, board, final = [], happening.before.board, happening.after.board
    for event in happening.events:
        following = advance(event, board, final)
        beats.append(Beat(event, board, following, happening.before))
        board = following
    return tuple(beats)


def start(stage: Stage, seating: Seating) -> None:
    """Begin a new match, unless somebody who wants to sit down is barred."""
    stage.push(sitting(stage, seating))


def sitting(stage: Stage, seating: Seating) -> Sitting:
    """The people of a new match sit down."""
    return Sitting(stage, people_of(seating.players), lambda: begin(stage, seating))


def begin(stage: Stage, seating: Seating) -> None:
    """Begin a new match and go to its table."""
    table = Table.begin(
        seating, stage.seeds.getrandbits(63), storage=stage.storage, thinker=stage.thinker, clock=stage.clock
    )
    stage.go(TableScene(stage, table))


def resume(stage: Stage, saved: SavedMatch) -> None:
    """Go on with a saved match, claimed by the caller, exactly where it stood, unless somebody of it is barred."""
    table = Table.resume(saved, storage=stage.storage, thinker=stage.thinker, clock=stage.clock)
    people = people_of(tuple(table.players[seat] for seat in table.persons))
    stage.push(Sitting(stage, people, lambda: stage.go(TableScene(stage, table)), table.close))


class TableScene(Scene):
    """The scene of one `Table`. ``sprites`` is what it draws: the layout of the view once nothing moves."""

    largest_scale = 1.15

    def __init__(self, stage: Stage, table: Table) -> None:
        super().__init__(stage)
        self.deck = "french" if stage.settings.deck == "french" else table.game.deck
        self.table = table
        self.view = table.view
        self.board = self.view.board
        self.beats: deque[Beat] = deque()
        self.elapsed = 0.0
        self.hold = Hold()
        self.message = ""
        self.message_left = 0.0
        self.show_last = False
        self.menu_button: pygame_gui.elements.UIButton | None = None
        self.last_button: pygame_gui.elements.UIButton | None = None
        self.score_button: pygame_gui.elements.UIButton | None = None
        self.panel = Panel(self)
        self.offered: tuple[Action, ...] = ()
        self.covered: int | None = None
        self.result_shown = False
        self.asked = False
        self.heard = table.chat
        self.said_left = 0.0
        self.second = -1
        self.marks = Marks(self)
        self._bottom = 0
        self._prepared: tuple[object, tuple[int, int]] | None = None

    # -- where things are

    @property
    def busy(self) -> bool:
        turn = self.view.to_act
        waits = turn is not None and turn not in self.table.persons
        shown = self.message_left > 0 or self.said_left > 0 or self.table.seconds_left is not None
        return bool(self.beats) or waits or self.table.saving or self.hold.moving or shown

    @property
    def spot(self) -> Spot:
        """The table as this window sees it: the viewer at the bottom, else who is waited for."""
        near = self.table.viewer if self.table.viewer is not None else self.table.cover
        self._bottom = self._bottom if near is None else near
        return spot(self.stage.size, self.view.seats, self._bottom, self.table.game.clockwise)

    @property
    def hand_top(self) -> float:
        """The upper edge of the viewer's hand, or of the place for it."""
        place = self.spot
        poses = [pose for _card, pose in own_slots(layout(self.board, place), self._hand())]
        one = Pose(HIDDEN, 0.0, place.place(place.bottom).hand[1], place.hand_width)
        return min(pose.y - pose.width * RATIO / 2 for pose in [*poses, one])

    @property
    def beat(self) -> Beat | None:
        """What is being shown."""
        return self.beats[0] if self.beats else None

    @property
    def sprites(self) -> dict[str, Pose]:
        """Every card picture with its pose, at this moment."""
        beat = self.beat
        board = beat.after if beat else self.board
        poses: dict[str, Pose | None] = dict(layout(board, self.spot))
        if beat:
            poses.update(self._animation(beat).at(self.elapsed))
        else:
            poses.update(self.hold.poses(poses))
        return {key: pose for key, pose in poses.items() if pose is not None}

    def _animation(self, beat: Beat) -> Animation:
        shown = animate(beat.event, beat.before, beat.after, self.spot)
        return still(shown) if self.stage.settings.reduced_motion else shown

    def _lit(self) -> frozenset[str]:
        """With reduced motion: the cards that would travel now."""
        beat = self.beat
        return movers(self._animation(beat)) if beat and self.stage.settings.reduced_motion else frozenset()

    # -- time

    def update(self, seconds: float) -> None:
        speed = self.stage.settings.speed if not self.table.deserted else 0.0
        self.table.pace = timings.COMPUTER_PACE / speed if speed else 0.0
        for happening in self.table.update(idle=not self.beats):
            self._show(happening)
        self._play(seconds * speed if speed else 1e9)
        self._fade(seconds)
        self._hear(seconds)
        if not self.beats:
            self._settle()

    def _show(self, happening: Happening) -> None:
        self.message_left = 0.0
        if not self.beats:
            self.elapsed = 0.0
        self.beats.extend(beats_of(happening))
        self.hold.let_go()

    def _play(self, seconds: float) -> None:
        """Go on with the pictures; an event that takes no time is passed over at once."""
        while self.beats:
            beat = self.beats[0]
            if self.elapsed == 0.0:
                self._begins(beat.event)
            length = self._animation(beat).length
            if self.elapsed + seconds < length:
                self.elapsed += seconds
                return
            seconds -= max(length - self.elapsed, 0.0)
            self._finish_beat()

    def _finish_beat(self) -> None:
        self.board = self.beats.popleft().after
        self.elapsed = 0.0

    def _begins(self, event: Event) -> None:
        names = self.table.names
        sound = "trump" if self._trumped(event) else SOUNDS.get(type(event))
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
        self.view = self.table.view
        self.board = self.view.board
        if self.table.your_turn and not self.asked and len(self.table.players) > len(self.table.persons):
            self.stage.sounds.play("turn")
        self.asked = self.table.your_turn
        choices = self.view.choices if self.table.your_turn else ()
        offered = tuple(action for action in choices if not isinstance(action, Play))
        covered = self.table.cover
        if covered != self.covered or offered != self.offered or self.marks.due != bool(self.marks.buttons):
            self.covered = covered
            self.offered = offered
            self.panel = panel_for(self.view, self)
            self.hold.selected = -1
            if self._uncovered:
                self.stage.rebuild()
        if self.table.deserted and self.table.between_deals:
            self.table.next_deal()
        elif (self.table.between_deals or self.table.over) and not self.table.saving and self._uncovered:
            if not self.result_shown:
                self.result_shown, self.said_left = True, 0.0  # below the result no time passes
                self.stage.push(Result(self.stage, self))
        else:
            self.result_shown = False

    @property
    def _uncovered(self) -> bool:
        return self.stage.scenes[-1] is self

    def _hear(self, seconds: float) -> None:
        """What was said since the last frame, and the clock's last seconds."""
        self.said_left = max(0.0, self.said_left - seconds)
        if self.table.chat != self.heard:
            self.heard, self.said_left = self.table.chat, timings.MESSAGE_SHOWN
        left = self.table.seconds_left
        second = -1 if left is None or self.beats else int(left)
        if second != self.second and 0 <= second < WARNING_SECONDS:
            self.stage.sounds.play("warning")
        self.second = second

    def _fade(self, seconds: float) -> None:
        self.message_left = max(0.0, self.message_left - seconds)
        self.hold.lift(self._lifted(), seconds)

    def _lifted(self) -> str | None:
        """The card that the keys or the pointer are on."""
        if self.beats or self.table.cover is not None or not self._uncovered:
            return None
        hand = self._hand()
        if 0 <= self.hold.selected < len(hand):
            return hand[self.hold.selected].name
        card = self._card_at(pygame.mouse.get_pos()) if pygame.mouse.get_focused() else None
        return card.name if card else None

    def skip(self) -> bool:
        """Jump to the end of all that moves. Whether anything did."""
        moved = bool(self.beats)
        while self.beats:
            self._finish_beat()
        if moved:
            self._settle()
        return moved

    # -- what the person does

    def _hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right; nobody's while the cover is on."""
        seat = self.table.viewer
        return self.board.hands[seat] if seat is not None else ()

    def _card_at(self, point: tuple[int, int]) -> Card | None:
        return card_at(self._hand(), layout(self.board, self.spot), point)

    def handle(self, event: pygame.event.Event) -> None:
        if self.table.cover is not None and not self.beats:
            self._handle_cover(event)
        elif event.type == pygame.KEYDOWN:
            self._handle_key(event)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._handle_button(event.ui_element)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            self._handle_click(event)
        elif event.type == pygame.MOUSEMOTION:
            self._handle_motion(event)

    def _handle_cover(self, event: pygame.event.Event) -> None:
        pressed = event.type == pygame_gui.UI_BUTTON_PRESSED
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.stage.push(Pause(self.stage, self))
        elif (event.type == pygame.KEYDOWN and event.key in CONFIRM) or pressed:
            self.table.ready()
            self._settle()

    def _handle_key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self._escape()
        elif self.table.fault:
            self.table.retry()
        elif self.skip() or (self.offered and self._try(self.panel.key(event.key))):
            return
        elif event.key == pygame.K_l:
            self.show_last = not self.show_last
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self._hand():
            self.hold.step(1 if event.key == pygame.K_RIGHT else -1, len(self._hand()))
        elif event.key in CONFIRM and 0 <= self.hold.selected < len(self._hand()):
            self._play_card(self._hand()[self.hold.selected])
        elif pygame.K_1 <= event.key <= pygame.K_9 and event.key - pygame.K_1 < len(self._hand()):
            self._play_card(self._hand()[event.key - pygame.K_1])

    def _escape(self) -> None:
        """Close what is open over the table, else pause."""
        if self.show_last:
            self.show_last = False
        elif not self.panel.close():
            self.stage.push(Pause(self.stage, self))

    def _handle_button(self, button: pygame_gui.elements.UIButton) -> None:
        if button is self.menu_button:
            self.stage.push(Pause(self.stage, self))
        elif button is self.last_button:
            self.show_last = not self.show_last
        elif button is self.score_button:
            self.stage.push(Pad(self.stage, self))
        elif not self.marks.pressed(button):
            self._try(self.panel.pressed(button))

    def _try(self, action: Action | None) -> bool:
        """Do what a panel was asked for, if anything."""
        if action is not None:
            self.act(action)
        return action is not None

    def _handle_click(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self.show_last:
                self.show_last = False
            elif self.table.fault:
                self.table.retry()
            elif not self.skip() and not (self.offered and self._try(self.panel.click(event.pos))):
                self.hold.press(self._card_at(event.pos), event.pos)
            return
        card = self.hold.release(self.stage.size[1])
        if card is not None:
            self._play_card(card)

    def _handle_motion(self, event: pygame.event.Event) -> None:
        self.hold.selected = -1
        if event.buttons[0]:
            self.hold.drag(event.pos, self.stage.px(DRAG_FROM))

    def _play_card(self, card: Card) -> None:
        seat = self.table.viewer
        if seat is not None:
            self.act((self.panel.card(card) if self.offered else None) or Play(seat, card))

    def act(self, action: Action) -> None:
        """Do what the person at the screen wants, or say why not."""
        reason = self.table.act(action)
        if reason is None:
            self.hold.selected = -1
        else:
            self._say(say(reason, self.table.names))

    def _say(self, words: str) -> None:
        self.message, self.message_left = words[:1].upper() + words[1:], timings.MESSAGE_SHOWN

    # -- pictures

    def build(self) -> None:
        if self.table.cover is not None and not self.beats:
            self.menu_button = self.last_button = self.score_button = None
            self._build_cover()
            return
        self._prepare_art()
        px, right = self.stage.px, self.stage.size[0] - self.stage.px(22)
        self.menu_button = self._button_at(_("Menu"), pygame.Rect(right - px(96), px(20), px(96), px(34)))
        self.last_button = self._button_at(_("Last trick"), pygame.Rect(right - px(222), px(20), px(118), px(34)))
        self.score_button = self._button_at(_("Score"), pygame.Rect(right - px(314), px(20), px(84), px(34)))
        if self.offered:
            self.panel.build()
        self.marks.build()

    def _prepare_art(self) -> None:
        """Have the cards drawn that this deal will show, once for a size of the window."""
        place = self.spot
        key = (self.stage.art, place.size)
        if key != self._prepared:
            self._prepared = key
            widths = (place.hand_width, place.hand_width * TWO_ROWS, place.trick_width, place.other_width)
            self.stage.art.prepare(self.table.pack, [round(width) for width in widths])

    def _build_cover(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        rect = pygame.Rect(0, 0, px(300), px(56))
        rect.center = (wide // 2, high // 2 + px(70))
        ready = pygame_gui.elements.UIButton(rect, _("Ready"), self.stage.manager, object_id="#primary")
        self.focus.add(ready)

    def _button_at(self, words: str, rect: pygame.Rect) -> pygame_gui.elements.UIButton:
        button = pygame_gui.elements.UIButton(rect, words, self.stage.manager)
        self.focus.add(button)
        return button

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_table(surface)

    def draw_table(self, surface: pygame.Surface, *, cards: bool = True) -> None:
        """The table; without ``cards`` only what anybody may see who passes by."""
        surface.blit(backdrop(self.stage.size, self.stage.settings.felt), (0, 0))
        if self.table.cover is not None and not self.beats:
            draw_cover(surface, self.stage, self.table.names[self.table.cover])
            return
        place = self.spot
        hud.corner(surface, self.stage, self.view, _(self.table.game.title), self.table.names)
        hud.plates(surface, self.stage, self.view, self.table.names, place)
        if not cards:
            return
        draw_cards(surface, self.stage, self.sprites, self._dimmed(), self._lit())
        hud.sayings(surface, self.stage, self.view, place)
        hud.blinde(surface, self.stage, self.view, place)
        said = self.table.chat[-1] if self.said_left > 0 and self.table.chat else None
        if said is not None and not self._calls(said.seat):
            hud.bubble(surface, self.stage, said.text, said.seat, place)
        if self.offered and not self.beats:
            self.panel.draw(surface)
        self._draw_prompt(surface, place)

    def _dimmed(self) -> frozenset[str]:
        """The cards of the hand that may not be played now."""
        phase = self.view.phase
        if self.beats or not self.table.your_turn or phase is None or not phase.in_play:
            return frozenset()
        return frozenset(card.name for card, _reason in self.view.refused)

    def _calls(self, seat: int) -> bool:
        """Whether a bubble beside this seat shows what is going on: what it says to it must wait."""
        spoken = captions.spoken(self.beat.event, self.deck) if self.beat is not None else None
        return spoken is not None and spoken[0] == seat

    def _draw_prompt(self, surface: pygame.Surface, place: Spot) -> None:
        beat = self.beat
        if beat is not None:
            spoken = captions.spoken(beat.event, self.deck)
            if spoken is not None:
                hud.bubble(surface, self.stage, spoken[1], spoken[0], place)
            elif isinstance(beat.event, TrickTaken) and self.elapsed < timings.TRICK_SHOWN:
                name = self.table.names[beat.event.winner]
                hud.prompt(
                    surface,
                    self.stage,
                    _("{name} takes the trick").format(name=name),
                    place,
                    self.hand_top,
                    strong=False,
                )
            return
        turn = self.view.to_act
        if turn is None:
            return
        if self.table.your_turn:
            words = _("Your turn") if len(self.table.persons) < 2 else _("{name}, it is your turn")
            words = words.format(name=self.table.names[turn])
            left = self.table.seconds_left
            words += f"  ·  {ceil(left)} s" if left is not None else ""
            hud.prompt(surface, self.stage, words, place, self.hand_top, strong=True)
        elif turn not in self.table.persons:
            words = _("{name} is thinking…").format(name=self.table.names[turn])
            hud.prompt(surface, self.stage, words, place, self.hand_top, strong=False)

    def draw_over(self, surface: pygame.Surface) -> None:
        if self.show_last and self.table.cover is None:
            draw_last_trick(surface, self.stage, self.board, self.table.names)
        if self.table.fault:
            words = self.table.fault + "\n" + _("Click, or press a key, to try again.")
            message(surface, self.stage, words)
        elif self.message_left > 0:
            message(surface, self.stage, self.message)

    def leave(self) -> None:
        self.table.close()


CONFIRM: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


def draw_cards(
    surface: pygame.Surface, stage: Stage, poses: dict[str, Pose], dimmed: frozenset[str], lit: frozenset[str]
) -> None:
    """The card pictures, the lowest first; those that are ``lit`` have a golden edge."""
    blits = []
    for key, pose in sorted(poses.items(), key=lambda item: item[1].z):
        picture = stage.art.posed(pose.card, round(pose.width), pose.angle, pose.open)
        if key in dimmed:
            picture = stage.art.dimmed(pose.card, round(pose.width), pose.angle)
        where = picture.get_rect(center=(round(pose.x), round(pose.y)))
        blits.append((picture, where))
    surface.fblits(blits)
    for key in lit & poses.keys():
        pygame.draw.polygon(surface, theme.GOLD, corners(poses[key]), max(2, stage.px(3)))
