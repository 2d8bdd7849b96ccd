"""A match gone through again, card by card, on the table where it was played."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

import pygame
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.i18n import _
from game.review import Review
from game.store.archive import Kept
from game.store.files import StorageError
from game.store.storage import Storage
from ui import theme
from ui.backdrop import panel
from ui.games import face_of
from ui.looks import portraits
from ui.page import Page
from ui.scene import Stage
from ui.scenes.again import Again
from ui.scenes.passage import Passage
from ui.shortcuts import DEAL, ENDS, HANDS, PRESS, RUN, STEP, TRICK
from ui.table.banner import banner
from ui.table.drawn import draw_ahead
from ui.table.layout import grounds, lying_places
from ui.table.picture import paint
from ui.table.places import largest_scale
from ui.widgets.choice import Choice, cycle_width
from ui.widgets.focus import Focus
from ui.widgets.transport import STEPS, Step, Timeline, Transport

HIGH: Final = 44
"""How high a row of the strip below the table is, in design pixels."""
GAP: Final = 8
SIGN: Final = 46
"""How wide a button of the transport is."""


def review_of(kept: Kept) -> Review:
    """A match that was taken out of the archive or of a file, to be gone through again."""
    return Review(kept.record, kept.players)


def review_of_file(storage: Storage, kept: Kept) -> Review:
    """A match out of a file. StorageError if its cards lie on a table here; where no match is kept, none do."""
    try:
        archive = storage.journal().archive
    except StorageError:
        return review_of(kept)
    archive.guard(kept.record)
    return review_of(kept)


class Replay(Page):
    """The table above, a strip below it: the line of the deal, the buttons, whose eyes one sees with.

    ``asked`` gives the match; as long as it does not, there is only the felt. ``compare`` opens its comparison, where
    it is one of those that are kept.
    """

    def __init__(self, stage: Stage, asked: Future[Review], compare: Callable[[], None] | None = None) -> None:
        super().__init__(stage)
        self._compare = compare
        self.focus = Focus()  # the arrows go through the match
        self.passage: Passage | None = None
        self._asked: Future[Review] | None = asked
        self._strip = 0
        self._line: Timeline | None = None
        self._transport: Transport | None = None
        self._hands: UIButton | None = None
        self._drawn_for: tuple[object, tuple[int, int]] | None = None

    @property
    def largest_scale(self) -> float:
        seats = len(self.passage.review.names) if self.passage is not None else 2
        return min(1.35, largest_scale(self.stage.size, seats))

    @property
    def busy(self) -> bool:
        return self._asked is not None or (self.passage is not None and self.passage.moving)

    @property
    def told(self) -> tuple[str, ...]:
        if self.passage is None:
            return (_("Replay"),)
        return _("Replay"), self._deal_words(self.passage.deal), self.passage.words

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        if self.passage is None:
            return ()
        wide, high = self.table_size
        return (*grounds(self.passage.spot((wide, high))), pygame.Rect(0, high, wide, self._strip))

    @property
    def rather_free(self) -> tuple[pygame.Rect, ...]:
        return () if self.passage is None else lying_places(self.passage.spot(self.table_size))

    # -- widgets

    def compose(self) -> None:
        passage = self.passage
        if passage is None:
            return
        px, (wide, high) = self.stage.px, self.stage.size
        rows = self._rows(passage)
        self._strip = px(GAP) + len(rows) * px(HIGH + GAP) + px(HIGH + GAP)
        top = high - self._strip + px(GAP)
        rect = pygame.Rect(px(24), top, wide - px(48), px(HIGH))
        marks = passage.review.tricks(passage.deal)
        self._line = Timeline(passage.at, passage.last, marks, rect, self.stage.manager, self.stage.unit)
        self.on_value("moment", self._line, lambda at: self._go(at), _("Moment of the deal"))
        for number, row in enumerate(rows, 1):
            x = px(24) + (wide - px(48) - sum(one[0] for one in row) - px(GAP) * (len(row) - 1)) // 2
            for width, make in row:
                make(pygame.Rect(x, top + number * px(HIGH + GAP), width, px(HIGH)))
                x += width + px(GAP)
        self._draw_ahead(passage)

    def _rows(self, passage: Passage) -> list[list[tuple[int, Callable[[pygame.Rect], UIElement]]]]:
        """What stands in the strip with its width, in as many rows as it needs."""
        px, unit = self.stage.px, self.stage.unit
        review = passage.review
        deals = [self._deal_words(deal) for deal in range(review.deals)]
        seats = [_("Seen by {name}").format(name=name) for name in review.names]
        back, again = _("Back"), _("Play it again…")
        self._hand_words = (_("Open the hands"), _("Close the hands"))
        hands = max(map(self.button_width, self._hand_words)) - px(24)
        things: list[tuple[int, Callable[[pygame.Rect], UIElement]]] = [
            (self.button_width(back), lambda rect: self.button("back", back, rect, self.escape)),
            (cycle_width(deals, unit), lambda rect: self._choice(
                "deal", deals, passage.deal, rect, lambda deal: self._go(0, deal), _("Deal"))),
            (px(SIGN) * len(STEPS), self._make_transport),
            (cycle_width(seats, unit), lambda rect: self._choice(
                "seen-by", seats, passage.seat, rect, lambda seat: self.show_hands_of(seat, open_=passage.open),
                _("Seen by"))),
            (hands, self._make_hands),
            (self.button_width(again), lambda rect: self.button(
                "play-again", again, rect, self._again, style="#primary")),
        ]  # fmt: skip
        rows: list[list[tuple[int, Callable[[pygame.Rect], UIElement]]]] = [[]]
        for thing in things:
            if rows[-1] and sum(one[0] + px(GAP) for one in rows[-1]) + thing[0] > self.stage.size[0] - px(48):
                rows.append([])
            rows[-1].append(thing)
        return rows

    def _choice(
        self, widget_id: str, words: list[str], value: int, rect: pygame.Rect, act: Callable[[int], None], label: str
    ) -> UIElement:
        widget = Choice(range(len(words)), words, value, rect, self.stage.manager, self.stage.unit)
        self.on_value(widget_id, widget, act, label)
        return widget

    def _make_transport(self, rect: pygame.Rect) -> UIElement:
        self._transport = Transport(self._do, rect, self.stage.manager, self.stage.unit)
        return self._transport

    def _make_hands(self, rect: pygame.Rect) -> UIElement:
        assert self.passage is not None
        self._hands = self.button("hands", self._hand_words[self.passage.open], rect, self._turn_hands,
                                  style="#small", label=_("Hands"))  # fmt: skip
        return self._hands

    def _deal_words(self, deal: int) -> str:
        assert self.passage is not None
        return _("Deal {number} of {count}").format(number=deal + 1, count=self.passage.review.deals)

    def _draw_ahead(self, passage: Passage) -> None:
        place = passage.spot(self.table_size)
        key = (self.stage.art, place.size)
        if key != self._drawn_for:
            self._drawn_for = key
            draw_ahead(self.stage, place, passage.review.pack, portraits(passage.review.names, passage.looks))

    @property
    def table_size(self) -> tuple[int, int]:
        return self.stage.size[0], self.stage.size[1] - self._strip

    # -- what is done

    def _go(self, at: int, deal: int | None = None) -> None:
        passage = self._paused()
        if passage is not None:
            other = deal is not None and deal != passage.deal
            passage.go(at, deal)
            self._shown(other_deal=other)

    def show_hands_of(self, seat: int, *, open_: bool) -> None:
        if self.passage is not None:
            self.passage.look(seat, open_=open_)
            if self._hands is not None:
                self._hands.set_text(self._hand_words[open_])

    def _turn_hands(self) -> None:
        if self.passage is not None:
            self.show_hands_of(self.passage.seat, open_=not self.passage.open)

    def _paused(self) -> Passage | None:
        if self.passage is not None:
            self.passage.playing = False
        return self.passage

    def _do(self, step: Step) -> None:
        passage = self.passage
        if passage is None:
            return
        if step == "play":
            if not passage.playing and passage.at == passage.last:
                passage.go(0)
            passage.playing = not passage.playing
            self._shown()
            return
        passage.playing = False
        if step == "on":
            if passage.showing.beat is not None:
                passage.go(passage.at)
            elif not passage.step() and passage.deal + 1 < passage.review.deals:
                self._go(0, passage.deal + 1)
                return
        elif step == "back":
            passage.go(passage.at - 1)
        elif step in ("trick back", "trick on"):
            passage.trick(-1 if step == "trick back" else 1)
        else:
            passage.go(0 if step == "first" else passage.last)
        self._shown()

    def _shown(self, *, other_deal: bool = False) -> None:
        """The widgets show where it is."""
        if other_deal:
            self.stage.rebuild()
        if self.passage is None or self._line is None or self._transport is None:
            return
        self._line.go(self.passage.at)
        self._transport.run(self.passage.playing)
        if self.stage.narrate is not None and not self.passage.playing:
            self.stage.narrate(self.passage.words)

    def _again(self) -> None:
        passage = self._paused()
        if passage is not None:
            self._shown()
            self.stage.push(Again(self.stage, self, passage, self._compare))

    def handle(self, event: pygame.event.Event) -> None:
        step = _steps().get(event.key) if event.type == pygame.KEYDOWN else None
        if self.passage is None or event.type != pygame.KEYDOWN:
            super().handle(event)
        elif step is not None:
            self._do(step)
        elif event.key in DEAL.keys:
            self._go(0, self.passage.deal + (1 if event.key == DEAL.keys[1] else -1))
        elif event.key in HANDS.keys:
            self._turn_hands()
        else:
            super().handle(event)

    # -- time

    def update(self, seconds: float) -> None:
        if self._asked is not None and self._asked.done():
            self._answered(self._asked)
        if self.passage is not None:
            before = self.passage.at, self.passage.playing
            self.passage.update(seconds)
            if before != (self.passage.at, self.passage.playing):
                self._shown()

    def _answered(self, asked: Future[Review]) -> None:
        self._asked = None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.stage.back()
            self.stage.notify(str(error))
            return
        review = asked.result()
        if not review.deals:
            self.stage.back()
            self.stage.notify(_("There is no finished deal in this match yet."))
            return
        game = review.game
        self.deck = "french" if self.stage.settings.deck == "french" else game.deck
        self.passage = Passage(self.stage, review, face_of(game.name), self.deck)
        if self.stage.narrate is not None:
            self.stage.narrate("\n".join(self.told))
        self.stage.rebuild()

    # -- the picture

    def draw(self, surface: pygame.Surface) -> None:
        if self.passage is None:
            super().draw(surface)
            return
        place = self.passage.spot(self.table_size)
        paint(surface, self.stage, self.passage.face, self.passage.picture(place))
        wide, high = self.stage.size
        panel(surface, pygame.Rect(self.stage.px(10), high - self._strip, wide - self.stage.px(20), self._strip),
              theme.PANEL_LINE, 240)  # fmt: skip

    def draw_over(self, surface: pygame.Surface) -> None:
        if self.passage is None or self.passage.showing.beat is None:
            return
        moment = self.passage.moment(self.passage.showing.beat)
        if moment is not None:
            people = portraits(self.passage.review.names, self.passage.looks)
            place = self.passage.spot(self.table_size)
            banner(surface, self.stage, place, moment, people, self.passage.showing.elapsed)


def _steps() -> dict[int, Step]:
    """What the keys of now do."""
    return {
        STEP.keys[0]: "back", STEP.keys[1]: "on", TRICK.keys[0]: "trick back", TRICK.keys[1]: "trick on",
        ENDS.keys[0]: "first", ENDS.keys[1]: "last", **dict.fromkeys((*RUN.keys, PRESS.keys[-1]), "play"),
    }  # fmt: skip
