"""A guided first deal: the table at the left, beside it what is to be learned, one idea at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, Protocol

import pygame
import pygame_gui

from game.engine.actions import Action
from game.guide import Guide
from game.i18n import _
from game.lessons.book import Learnt
from game.lessons.course import Lost, Stand, begin, resumed, why_wrong
from game.lessons.wording import answer_to, words_of
from game.rules import GAMES
from game.rules.lesson import LEARNER
from game.store.lessons import keep_lesson
from ui import theme
from ui.backdrop import panel
from ui.games import face_of
from ui.scene import Stage
from ui.scenes.asked import Leading
from ui.scenes.tutor import Tutor
from ui.table.glance import Glance, Glanced
from ui.table.hold import DRAGGED
from ui.table.layout import layout
from ui.table.measures import base_unit
from ui.table.picture import Picture, Prompt
from ui.table.pose import Pose
from ui.table.scene import TableScene
from ui.table.telling import Telling, Told

COLUMN: Final = 0.28
"""Of the window's width is what is read beside the table."""
STANDS_OUT: Final = 0.07
"""How far a card that is spoken of stands out of the hand, in card widths."""


class Lit(Glance):
    """The table with what the step speaks of in a golden frame; nobody thinks here, so nobody is waited for."""

    def __init__(self, scene: Glanced, guide: Guide) -> None:
        super().__init__(scene)
        self._guide = guide

    @property
    def picture(self) -> Picture:
        shown = super().picture
        if self._guide.telling or self.scene.showing.beats:
            return shown
        meant = frozenset(card.name for card in self._guide.stand.step.lights.cards)
        return shown._replace(meant=meant, sprites={**shown.sprites, **self._lifted(meant, shown)})

    def _lifted(self, meant: frozenset[str], shown: Picture) -> dict[str, Pose]:
        """Those of the viewer's hand stand out of it."""
        held = layout(self.scene.board, shown.spot)
        hand = (card.name for card in self.scene.board.hands[LEARNER] if card.name in meant)
        lifted = ((name, shown.sprites[name], held[name].y - STANDS_OUT * held[name].width) for name in hand)
        return {name: pose._replace(y=min(pose.y, high)) for name, pose, high in lifted if pose.z < DRAGGED}

    def _of_the_turn(self) -> Prompt | None:
        return super()._of_the_turn() if self.scene.table.your_turn else None


class Lecture(Told, Protocol):
    """The scene, as far as it is told of in lines."""

    guide: Guide

    @property
    def title(self) -> str:
        """Which lesson, and how far it is."""
        ...

    @property
    def words(self) -> str:
        """What is to be learned."""
        ...


class Lecturing(Telling):
    """Says what is to be learned before it says whose turn it is; of a turn only where something is asked."""

    def __init__(self, scene: Lecture) -> None:
        super().__init__(scene)
        self._scene = scene

    @property
    def asking(self) -> tuple[str, ...]:
        guide = self._scene.guide
        if guide.fault or guide.telling:
            return super().asking if guide.fault else ()
        if guide.your_turn:
            return self._scene.title, self._scene.words, *super().asking
        way_on = _("Done") if guide.stand.is_last else _("Next")
        keys = _("Enter: {button}. Tab: the other buttons.").format(button=way_on)
        return self._scene.title, self._scene.words, keys


class Guided(TableScene):
    """The lesson of a game, from where ``learnt`` left it. What is done is kept before it is seen."""

    def __init__(self, stage: Stage, game: str, learnt: Learnt) -> None:
        name = stage.settings.called

        def keep(stand: Stand) -> Future[Any]:
            now = Learnt(name=stage.settings.called, game=game, answers=stand.answers, done=stand.is_last)
            return stage.storage.run(keep_lesson, stage.folders, now)

        self.guide = Guide(where(game, learnt), name, keep, lambda: stage.clock())
        super().__init__(stage, self.guide, face_of(game))
        self.glance = Lit(self, self.guide)
        self.openings = Leading(self)
        self.telling = Lecturing(self)
        self.tutor = Tutor(self)
        self.answer = ""
        self._read: Stand | None = None

    # -- where things are

    @property
    def size(self) -> tuple[int, int]:
        wide, high = self.stage.size
        return wide - round(wide * COLUMN), high

    @property
    def scale(self) -> float:
        return self.stage.settings.scale * self._narrower

    @property
    def largest_scale(self) -> float:
        return super().largest_scale / self._narrower

    @property
    def _narrower(self) -> float:
        """So many times larger would a design pixel be if the table had the whole window: its text keeps its size."""
        return base_unit(self.stage.size) / base_unit(self.size)

    @property
    def column(self) -> pygame.Rect:
        """What is left of the window for the text."""
        wide, high = self.stage.size
        return pygame.Rect(self.size[0], 0, wide - self.size[0], high)

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        return (*super().to_be_read, self.column)

    # -- what is said

    @property
    def title(self) -> str:
        """Which lesson, and how far it is."""
        words, stand = _("{game}: step {number} of {count}"), self.guide.stand
        return words.format(
            game=_(GAMES[stand.match.name].title), number=stand.number + 1, count=len(stand.lesson.steps)
        )

    @property
    def words(self) -> str:
        """What is to be learned here; while something happens on the way to it, what was said before."""
        stand = self.guide.stand if self._read is None or not self.guide.telling else self._read
        return words_of(stand, self.deck)

    @property
    def settled_here(self) -> bool:
        """Whether the step can be read: all that leads to it has been shown."""
        return not self.guide.telling and not self.beats

    @property
    def others_play(self) -> bool:
        return bool(self.beats) or self.guide.telling

    # -- what is done

    def act(self, action: Action) -> None:
        guide = self.guide
        wrong = why_wrong(guide.stand, action)
        if guide.telling or wrong is None:
            super().act(action)
            return
        self.hold.dropped = None
        self.answer = answer_to(guide.stand, action, wrong, self.table.names, self.deck)
        self.telling.answered(self.answer)
        self.stage.rebuild()

    def ways(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:
        """What can be done besides playing: leave, go back, and go on where there is something to read; that last."""
        leave = "leave", _("Leave"), self.lead_back
        back = (("back", _("Back"), self.back),) if self.guide.stand.number else ()
        if not self.settled_here or self.guide.stand.step.asks:
            return (leave, *back)
        last = self.guide.stand.is_last
        on = ("done", _("Done"), self.lead_back) if last else ("next", _("Next"), self.read_on)
        return (leave, *back, on)

    def lead_back(self) -> None:
        """Leave; what was done is kept."""
        self.stage.back()

    def read_on(self) -> None:
        """The step has been read."""
        self.hold.selected = -1
        self.guide.read_on()

    def back(self) -> None:
        """To the step before."""
        self.hold.selected = -1
        self.skip()
        self.guide.back()

    # -- the scene

    def settle(self) -> None:
        super().settle()
        if self.settled_here and self._read is not self.guide.stand:
            self._read, self.answer = self.guide.stand, ""
            self.focus.let_go()  # what was chosen is done: Enter means what is golden again
            if self.stage.scene is self:
                self.stage.rebuild()

    def build(self) -> None:
        super().build()
        self.tutor.build()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self.tutor.presses:
            self.tutor.presses[event.ui_element]()
        else:
            super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        panel(surface, self.tutor.ground)
        if self.settled_here:
            self._draw_lights(surface)

    def _draw_lights(self, surface: pygame.Surface) -> None:
        """A golden frame around the places that are spoken of."""
        spot, lights = self.spot, self.guide.stand.step.lights
        places = [spot.place(seat).plate for seat in lights.seats]
        places += [spot.corner] if lights.corner else []
        places += [spot.spare] if lights.spare else []
        thick = max(2, self.stage.px(3))
        for place in places:
            pygame.draw.rect(surface, theme.GOLD, place.inflate(2 * thick, 2 * thick), thick, 3 * thick)


def where(game: str, learnt: Learnt) -> Stand:
    """Where somebody goes on who left a lesson: at its beginning if he has read its end, or it has changed since."""
    try:
        stand = resumed(game, learnt.answers) if learnt.answers else begin(game)
    except Lost:
        return begin(game)
    return begin(game) if stand.is_last else stand
