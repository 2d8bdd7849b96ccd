"""Help in the game: the pages to read, to search, and to go through by their headings."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Final

import pygame
import pygame_gui
from pygame_gui.core import UIElement

from game.engine.cards import Deck
from game.i18n import N_, _, ngettext
from game.rules import GAMES
from ui import theme
from ui.art import Art
from ui.doors import Topic
from ui.page import Page
from ui.scene import Stage
from ui.scenes.examples import shown_cards
from ui.scenes.finding import Index, Place, around, contents, found, index, number_on
from ui.scenes.manual import KEYS, Paragraph, page_of, pages, read
from ui.scenes.previews import Samples
from ui.scenes.typesetting import INDENT, SetLine, Setting, setting
from ui.shortcuts import CONTENTS, FIND
from ui.widgets.choice import Choice, cycle_width
from ui.widgets.controls import HEIGHT
from ui.widgets.entry import Entry
from ui.widgets.rows import Rows
from ui.widgets.scroll import Scroll

WIDEST: Final = 860
"""A line of text is at most so many design pixels long, to be read with ease."""
ROW: Final = 62
CONTENTS_ROW: Final = 40
BESIDE: Final = 12
"""Design pixels between the text and the bar beside what was found."""
LONGEST: Final = 60
"""Nobody searches for more signs."""
EACH: Final = 6
"""So many paragraphs are set in a frame: about a millisecond."""
PLACES: Final = "places"
"""The list in the place of the text."""
TOP: Final = Topic()
STEPS: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1}


class Manual:
    """The texts as they were read, and what is searched in them."""

    def __init__(self, texts: Mapping[str, tuple[Paragraph, ...]]) -> None:
        self.texts = texts
        self.index: Index = index(texts)


def open_manual() -> Manual:
    """Read all that there is in the language that is spoken."""
    return Manual(read())


class Help(Page):
    """A page for each game, and those about all. The text is painted as it scrolls by: it is never one large picture.

    ``topic``: what it is opened at. In the place of the text there may be a list of places to go to: what was found,
    or the headings of the page.
    """

    title = N_("Help")

    def __init__(self, stage: Stage, topic: Topic = TOP) -> None:
        super().__init__(stage)
        self.focus.vertical = False
        self.game = topic.page or next(iter(GAMES))
        self.sought = ""
        self.places: tuple[Place, ...] | None = None
        self._in_force = {self.game: topic.table}
        self._part = topic.part
        self.number: int | None = None
        self.paragraphs: tuple[Paragraph, ...] = ()
        self._set: Setting | None = None
        self._list: Rows | None = None
        self.samples = Samples()
        self._manual: Manual | None = None
        self._fresh = True
        self._asked: Future[Manual] = stage.storage.run(open_manual)
        if self._asked.done() and self._asked.exception() is None:
            self._take(self._asked.result())

    @property
    def told(self) -> tuple[str, ...]:
        return (_(self.title), *self._said)

    @property
    def _said(self) -> tuple[str, ...]:
        """The page in lines, from the place on that it was opened at. An example is told by the words before it."""
        first = next((at for at, one in enumerate(self.paragraphs) if one.part and one.part == self._part), 0)
        return tuple(one.words for one in self.paragraphs[self.number or first :] if one.words)

    @property
    def lines(self) -> tuple[SetLine, ...]:
        return tuple(self._set.lines) if self._set is not None else ()

    @property
    def cards(self) -> Deck:
        """Whose cards the examples of this page are drawn with: those that its game would be played with."""
        usual = GAMES[self.game].deck if self.game in GAMES else "italian"
        return "french" if self.stage.settings.deck == "french" else usual

    @property
    def ready(self) -> bool:
        return self._list is not None or self.game in self.scrolls

    @property
    def busy(self) -> bool:
        return not self.ready or (any(line.drawing is not None for line in self.lines) and self._art() is None)

    def leave(self) -> None:
        self.samples.stop()

    # -- the text, which comes from the disk and is set some paragraphs a frame

    def _take(self, manual: Manual) -> None:
        self._manual, self.paragraphs = manual, page_of(self.game, self._in_force.get(self.game))

    def update(self, seconds: float) -> None:
        if self._manual is None and self._asked.done():
            error = self._asked.exception()
            if error is not None:
                self.stage.back()
                self.stage.notify(str(error))
                return
            self._take(self._asked.result())
            self.stage.rebuild()
            self._tell()
        elif self._set is not None and not self._set.done:
            self._set.go_on(EACH)
            if self._set.done:
                self.stage.rebuild()

    def _tell(self) -> None:
        if self.stage.narrate is not None:
            for line in self._said:
                self.stage.narrate(line)

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDEST + 80)), body.height)
        board.centerx = body.centerx
        self._head(board)
        self.board(board)
        self._list = self._rows(board, self.places) if self.places is not None else None
        if self._list is None:
            self._text(board)
        self.foot_button("back", _("Back"), self.escape)
        if self.game == KEYS:
            self.foot_button("change-keys", _("Change the keys"), self.stage.doors.shortcuts, right=True)

    def _text(self, board: pygame.Rect) -> None:
        """The page, as far as it is set."""
        scroll = self.scroll(self.game, board)
        self._set = setting(self.paragraphs, scroll.width, self.stage.unit) if self._manual is not None else None
        if self._set is None or not self._set.done:
            del self.scrolls[self.game]  # it has no place yet that a rebuild would keep
            return
        self.end_scroll(self.game, self._set.height)
        if self._fresh:
            self._fresh = False
            if self.number is not None:
                scroll.move_to(next(line.y for line in self.lines if line.number >= self.number) - scroll.pad)
            elif self._part:
                scroll.move_to(next((line.y for line in self.lines if line.part == self._part), 0))

    def _head(self, board: pygame.Rect) -> None:
        """The page to choose, what is searched for, and the way to the headings; the board gets lower by as much."""
        px, unit, manager = self.stage.px, self.stage.unit, self.stage.manager
        words, gap = [_(one) for one in pages().values()], px(10)
        rect = pygame.Rect(board.left, board.top, min(cycle_width(words, unit), board.width // 2), px(HEIGHT))
        choice = Choice(list(pages()), words, self.game, rect, manager, unit)
        self.on_value("page", choice, self.show_page, _("Page"))
        button = _("Contents")
        wide = self.button_width(button) - px(20)
        entry = pygame.Rect(rect.right + gap, rect.top, board.right - wide - rect.right - 2 * gap, rect.height)
        line = Entry(self.sought, entry, manager, most=LONGEST, sends=True, hint=_("Search"))
        self.on_text("search", line, self._search, _("Search in all pages"))
        place = pygame.Rect(board.right - wide, rect.top, wide, rect.height)
        self.button("contents", button, place, self._contents, style="#small")
        board.top, board.height = board.top + px(HEIGHT + 12), board.height - px(HEIGHT + 12)

    def _rows(self, board: pygame.Rect, places: tuple[Place, ...]) -> Rows:
        high = self.stage.px(ROW if self.sought else CONTENTS_ROW)
        rows = Rows(
            board.inflate(-self.stage.px(20), -self.stage.px(16)), self.stage.manager, self.stage.unit, high=high,
            count=len(places), say=self._say_row, paint=self._paint_row, chosen=self._open, at_once=True,
        )  # fmt: skip
        self.on_value(PLACES, rows, lambda _at: None, _("Places"))
        return rows

    def _say_row(self, at: int) -> str:
        return self.places[at].line if self.places else ""

    # -- where to read

    def show_page(self, game: str) -> None:
        self.read_from(game, None)

    def read_from(self, game: str, number: int | None) -> None:
        """Show a page, from one of its paragraphs on."""
        self.game, self._part, self.sought, self.places = game, "", "", None
        self.paragraphs = page_of(game, self._in_force.get(game))
        self.number = None if number is None else number_on(self.paragraphs, number)
        self._fresh = self.number is not None
        self.stage.rebuild()
        self._tell()

    def _search(self, words: str) -> None:
        """Show the places where these words stand, or the text again."""
        if self._manual is None:
            return
        narrows = self._list is not None and bool(self.sought)
        self.sought = words
        self.places = found(self._manual.index, words, self.game) if words.strip() else None
        if self.stage.narrate is not None and self.places is not None:
            count = ngettext("{count} place", "{count} places", len(self.places))
            self.stage.narrate(count.format(count=len(self.places)))
        if narrows and self.places is not None and self._list is not None:
            self._list.fill(len(self.places))
        else:
            self.stage.rebuild()

    def _contents(self) -> None:
        """Show the headings of the page, or the text again."""
        if self._manual is None:
            return
        shown = self.places is not None and not self.sought
        self.sought, self.places = "", None if shown else contents(self.game, self._manual.texts[self.game])
        self.stage.rebuild()
        if self._list is not None:
            self.focus.go(self._list)

    def _open(self) -> None:
        """Read at the place that is chosen."""
        if self._list is not None and self.places:
            place = self.places[self._list.at]
            self.read_from(place.page, place.number)

    def escape(self) -> None:
        if self.places is None:
            super().escape()
            return
        self.sought, self.places = "", None
        self.stage.rebuild()

    # -- events

    def takes(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in FIND.keys:
            self._go_on_widget("search")
        elif event.type == pygame.KEYDOWN and event.key in CONTENTS.keys:
            self._contents()
        else:
            return False
        return True

    def _go_on_widget(self, widget_id: str) -> None:
        widget: UIElement | None = self.focus.find(widget_id)
        if widget is not None:
            self.focus.go(widget)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self._open()
        elif event.type == pygame.KEYDOWN and event.key in STEPS and self._list is not None:
            self._list.choose(self._list.at + STEPS[event.key])
        elif event.type == pygame.KEYDOWN and event.key in STEPS and self.game in self.scrolls:
            scroll = self.scrolls[self.game]
            scroll.move_to(scroll.offset + STEPS[event.key] * self.stage.px(48))
        else:
            super().handle(event)

    # -- the picture

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._list is not None:
            self._list.draw(surface)
            if not self.places:
                said, size = _("Nothing in the help says that."), self.stage.px(theme.BODY)
                nothing = theme.fitted(said, "sans", size, theme.MUTED, self._list.width)
                surface.blit(nothing, nothing.get_rect(center=self._list.window.center))
        elif self.game in self.scrolls:
            self._draw_text(surface, self.scrolls[self.game])

    def _draw_text(self, surface: pygame.Surface, scroll: Scroll) -> None:
        window = scroll.window
        surface.set_clip(window.inflate(2 * self.stage.px(BESIDE), 0))
        for line in self.lines:
            top = scroll.top + line.y
            if line.drawing is not None:
                if window.top - line.drawing.height < top < window.bottom:
                    line.drawing.paint(surface, (window.left + line.x, top), self._art(), self.cards)
            elif window.top - 2 * self.stage.px(line.style.size) < top < window.bottom:
                self._draw_line(surface, line, (window.left + line.x, top))
        surface.set_clip(None)

    def _draw_line(self, surface: pygame.Surface, line: SetLine, at: tuple[int, int]) -> None:
        px = self.stage.px
        picture = theme.text(line.words, line.style.face, px(line.style.size), line.style.colour)
        surface.blit(picture, at)
        if line.bullet:
            spot = (at[0] - line.x + px(INDENT // 2 - 2), at[1] + picture.get_height() // 2)
            pygame.draw.aacircle(surface, theme.GOLD, spot, max(2, px(3)))
        if line.number == self.number:
            bar = pygame.Rect(at[0] - line.x - px(BESIDE), at[1], px(3), picture.get_height())
            pygame.draw.rect(surface, theme.GOLD, bar)

    def _paint_row(self, at: int, surface: pygame.Surface) -> None:
        """A place: a heading alone, or below it the words that were found among those around them."""
        if self.places is None:
            return
        px, place, side = self.stage.px, self.places[at], self.stage.px(14)
        wide = surface.get_width() - 2 * side
        if not place.end:
            title = theme.fitted(place.words, "serif", px(theme.BODY), theme.CREAM, wide)
            surface.blit(title, title.get_rect(midleft=(side, surface.get_height() // 2)))
            return
        heading = theme.fitted(place.heading, "sans", px(theme.SMALL), theme.MUTED, wide)
        surface.blit(heading, (side, px(8)))
        x, y = side, px(30)
        for words, colour in zip(around(place), (theme.CREAM, theme.GOLD, theme.CREAM), strict=True):
            left = surface.get_width() - side - x
            if words and left > 0:
                face: theme.Face = "bold" if colour == theme.GOLD else "sans"
                shown = theme.fitted(words, face, px(theme.BODY), colour, left, 1.0)
                surface.blit(shown, (x, y))
                x += shown.get_width()

    def _art(self) -> Art | None:
        """The cards of this page's examples, once they are drawn."""
        drawings = [line.drawing for line in self.lines if line.drawing is not None]
        settings, examples = self.stage.settings, [one.example for one in drawings]
        deck = settings.french_deck if self.cards == "french" else settings.deck
        return self.samples.ready(deck, settings.back, shown_cards(examples), drawings[0].card)
