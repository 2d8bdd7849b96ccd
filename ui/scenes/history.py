"""The history: every match that is kept, to be found, looked at again, taken out, brought in and deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.i18n import N_, _, ngettext
from game.narration import sentence
from game.store.archive import IMPORTED, LOOKED_AT
from game.store.files import StorageError
from ui import theme
from ui.backdrop import pill
from ui.page import Page
from ui.scene import Stage
from ui.scenes.counting import Counting
from ui.scenes.exchange import Exchange
from ui.scenes.listing import Search, Shown, all_shown
from ui.scenes.opening import Opening
from ui.widgets.choice import Choice, row_width
from ui.widgets.controls import HEIGHT
from ui.widgets.entry import Entry
from ui.widgets.rows import Rows

ROW: Final = 60
"""How high a row is, in design pixels."""
FOOT: Final = 54
"""From one row of buttons to the next, in design pixels."""
SEARCH_LENGTH: Final = 80
STATES: Final = ("all", "saved", "finished")


class _Button(NamedTuple):
    widget_id: str
    words: str
    act: Callable[[], object]
    width: int


def _elsewhere(row: Shown) -> bool:
    """Whether another window plays it."""
    return row.entry.open is not None and row.entry.open.elsewhere


class History(Page):
    """The list begins with the latest match; what is typed narrows it; Enter looks at the match that is chosen."""

    largest_scale = 1.6

    def __init__(self, stage: Stage, changed: Callable[[], None]) -> None:
        """``changed`` is called when a match was deleted or brought in."""
        super().__init__(stage)
        self._changed = changed
        self.title = N_("History")
        self.all: tuple[Shown, ...] = ()
        self.rows: Sequence[Shown] = ()
        self.words, self.state = "", STATES[0]
        self._list: Rows | None = None
        self._at, self._offset = 0, 0.0
        self._looking: Search | None = None
        self._asked: Future[tuple[Shown, ...]] | None = None
        self._looked_at = set[int]()
        self._counting = Counting(stage)
        self._deleting: Future[Any] | None = None
        self._opening: Opening | None = None
        self._exchange = Exchange(stage, self, self._ask_anew)
        self._read = False
        self._buttons: dict[str, UIButton] = {}
        self._entry: Entry | None = None
        self._ask()

    @property
    def busy(self) -> bool:
        waits = (self._asked, self._looking, self._deleting, self._opening)
        return any(one is not None for one in waits) or self._exchange.busy or self._counting.busy

    @property
    def told(self) -> tuple[str, ...]:
        return _(self.title), self._summary

    @property
    def chosen(self) -> Shown | None:
        """The match that the buttons are about."""
        return self.rows[self._list.at] if self._list is not None and self.rows else None

    @property
    def _ready(self) -> bool:
        """Whether it is known what there is to be listed."""
        return self._read and (self._looking is None or bool(self.rows))

    @property
    def _summary(self) -> str:
        """How many matches are listed, or what is still done."""
        if not self._ready:
            return _("The matches are read…")
        if self._counting.left:
            return self._counting.words
        return ngettext("{count} match", "{count} matches", len(self.rows)).format(count=len(self.rows))

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        if self._list is not None:
            self._at, self._offset = self._list.at, self._list.offset / self._list.row_height
        wide = min(body.width, px(1100))
        left = body.centerx - wide // 2
        top, choice = self._search_row(left, body.top, wide)
        buttons = self._foot(wide)
        foot = body.bottom + px(12 + 52) - len(buttons) * px(FOOT)
        board = pygame.Rect(left, top, wide, foot - px(2) - top)
        self.board(board)
        self._list = Rows(
            board.inflate(-px(20), -px(16)), self.stage.manager, self.stage.unit, high=px(ROW),
            count=len(self.rows), say=lambda at: self.rows[at].line, paint=self._paint, chosen=self._look,
            at=self._at, offset=round(self._offset * px(ROW)),
        )  # fmt: skip
        self.on_value("matches", self._list, lambda _at: self._show_buttons(), _("Matches"))
        self.on_value("which-matches", choice, self.show_state, _("Which matches"))
        self._place_buttons(buttons, left, foot, wide)
        if self.focus.at < 0 and self._entry is not None:
            self.focus.go(self._entry)
            self.focus.shown = False  # typing narrows the list at once
        self._show_buttons()

    def _search_row(self, left: int, top: int, wide: int) -> tuple[int, Choice]:
        """The line to search with and which matches are meant; gives where the list may begin, and the choice."""
        px, manager, unit = self.stage.px, self.stage.manager, self.stage.unit
        words = [_("All"), _("Saved"), _("Finished")]
        choice_wide = row_width(words, unit)
        high = px(HEIGHT)
        entry = pygame.Rect(left, top, max(px(200), wide - choice_wide - px(14)), high)
        hint = _("Search: game, name, date")
        self._entry = Entry(self.words, entry, manager, most=SEARCH_LENGTH, hint=hint)
        self.on_text("search", self._entry, self.search, _("Search"))
        rect = pygame.Rect(left + wide - choice_wide, top, choice_wide, high)
        if rect.left < entry.right:
            rect.topleft = (left, entry.bottom + px(8))
        return rect.bottom + px(10), Choice(STATES, words, self.state, rect, manager, unit)

    def _foot(self, wide: int) -> list[list[_Button]]:
        """The buttons, in as few rows as they need, and these about as long as one another."""
        buttons = [
            _Button(widget_id, words, act, self.button_width(words) - self.stage.px(20))
            for widget_id, words, act in (
                ("back", _("Back"), self.escape), ("statistics", _("Statistics"), self.stage.doors.statistics),
                ("import", _("Import…"), self._exchange.bring_in), ("export-all", _("Export all…"), self._export_all),
                ("export", _("Export…"), self._export), ("delete", _("Delete…"), self._ask_delete),
                ("continue", _("Continue"), self._go_on), ("same-cards", _("Same cards…"), self._compare),
                ("analyze", _("Analyse"), self._analyse), ("replay", _("Replay"), self._look),
            )
        ]  # fmt: skip
        fewest = len(self._rows(buttons, wide))
        widths = (wide * part // 20 for part in range(8, 20))
        return next((rows for one in widths if len(rows := self._rows(buttons, one)) == fewest),
                    self._rows(buttons, wide))  # fmt: skip

    def _rows(self, buttons: list[_Button], wide: int) -> list[list[_Button]]:
        """The buttons one after the other in rows of that width."""
        gap = self.stage.px(10)
        rows: list[list[_Button]] = [[]]
        for one in buttons:
            if rows[-1] and sum(before.width + gap for before in rows[-1]) + one.width > wide:
                rows.append([])
            rows[-1].append(one)
        return rows

    def _place_buttons(self, rows: list[list[_Button]], left: int, top: int, wide: int) -> None:
        """From the left; the golden one, the last of all, at the right."""
        px, self._buttons = self.stage.px, {}
        last = rows[-1][-1]
        for at, row in enumerate(rows):
            x = left
            for one in row:
                rect = pygame.Rect(x, top + at * px(FOOT) + px(8), one.width, px(FOOT - 8))
                if one is last:
                    rect.right = left + wide
                style = "#primary" if one is last else "#menu"
                self._buttons[one.widget_id] = self.button(one.widget_id, one.words, rect, one.act, style=style)
                x = rect.right + px(10)

    def _show_buttons(self) -> None:
        """Only what can be done with the match that is chosen is offered."""
        row = self.chosen
        able = {
            "export-all": bool(self.rows), "export": row is not None and not row.entry.fault,
            "delete": row is not None and not _elsewhere(row),
            "continue": row is not None and row.is_open and not _elsewhere(row),
            "same-cards": row is not None and not row.entry.fault,
            "analyze": row is not None and not row.entry.fault,
            "replay": row is not None and not row.entry.fault,
        }  # fmt: skip
        for widget_id, is_able in able.items():
            if is_able:
                self._buttons[widget_id].enable()
            else:
                self._buttons[widget_id].disable()

    # -- the list

    def _ask(self) -> None:
        """Ask the storage for all matches; the answer comes with a later frame."""
        self._asked = self.stage.storage.archive(all_shown)

    def _ask_anew(self) -> None:
        """There are other matches now."""
        self._ask()
        self._changed()

    def search(self, words: str) -> None:
        self.words = words
        self._narrow()

    def show_state(self, state: str) -> None:
        self.state = state
        self._narrow()

    def _narrow(self) -> None:
        """Look for the rows that are meant; the one that was chosen stays so if it is among them."""
        chosen = self.chosen
        self._looking = Search(self.all, self.words, self.state, chosen.entry.id if chosen is not None else None)
        self._go_on_searching()

    def _go_on_searching(self) -> None:
        """Until all rows have been looked at, those of the search before are shown."""
        search = self._looking
        if search is None or not search.go_on():
            return
        self._looking, self.rows = None, search.found
        if self.stage.narrate is not None and self._ready:
            self.stage.narrate(sentence(self._summary))
        if self._list is not None:
            self._list.fill(len(self.rows))
            self._list.choose(search.at)
            self._show_buttons()

    def update(self, seconds: float) -> None:
        if self._asked is not None and self._asked.done():
            self._answered(self._asked)
        self._go_on_searching()
        if self._counting.update():
            self._ask()
        self._exchange.update()
        if self._deleting is not None and self._deleting.done():
            error, self._deleting = self._deleting.exception(), None
            if error is not None:
                self.stage.notify(str(error))
            self._ask_anew()
        if self._opening is not None and self._opening.update():
            self._opening = None

    def _answered(self, asked: Future[tuple[Shown, ...]]) -> None:
        self._asked = None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.stage.notify(str(error))
            return
        self.all, first, self._read = asked.result(), not self._read, True
        self._narrow()
        if first:
            self._counting.begin()

    # -- what the buttons do

    def _look(self) -> None:
        self._show_cards(self.stage.doors.replay)

    def _analyse(self) -> None:
        self._show_cards(self.stage.doors.analysis)

    def _compare(self) -> None:
        if self.chosen is not None:
            self.stage.doors.compare(self.chosen.entry.id)

    def _show_cards(self, door: Callable[[int], None]) -> None:
        """Of what others played somebody may want to play the cards himself first: it is asked once."""
        row = self.chosen
        if row is None or row.entry.fault:
            return
        number, marks = row.entry.id, row.entry.marks
        if IMPORTED not in marks or LOOKED_AT in marks or number in self._looked_at:
            door(number)
            return

        def look() -> None:
            self._looked_at.add(number)
            self.stage.storage.note(number, LOOKED_AT, True, acted=False)
            door(number)

        words = _("Somebody else played this match. Who goes through it sees its cards; who wants to play them without"
                  " knowing them chooses “Same cards…” first.")  # fmt: skip
        self.stage.doors.ask(words, _("Look at it"), look, _("Back"))

    def _go_on(self) -> None:
        row = self.chosen
        if self._opening is None and row is not None and row.entry.open is not None:
            self._opening = Opening(self.stage, row.entry.open)

    def _ask_delete(self) -> None:
        row = self.chosen
        if row is None:
            return
        about = " · ".join((row.title, row.people, row.when))
        words = _("Delete this match for good?\n{match}").format(match=about)
        saved = row.entry.open
        if saved is not None and saved.bar_minutes and not saved.fault:
            more = _("It has a clock: whoever plays it is then barred from every table for {minutes} minutes.")
            words += "\n" + more.format(minutes=saved.bar_minutes)
        self.stage.doors.ask(words, _("Delete"), partial(self._delete, row), _("Keep"))

    def _delete(self, row: Shown) -> None:
        saved = row.entry.open
        if saved is not None and saved.bar_minutes and not saved.fault:
            self.stage.doors.delete(saved, self._ask_anew)
        else:
            self._deleting = self.stage.storage.delete(row.entry.id)

    # -- out and in

    def _export(self) -> None:
        if self.chosen is not None:
            self._exchange.export(self.chosen.entry)

    def _export_all(self) -> None:
        self._exchange.export_all([row.entry.id for row in self.rows if not row.entry.fault])

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._exchange.drop(Path(event.file))
        else:
            super().handle(event)

    # -- the picture

    def _paint(self, at: int, surface: pygame.Surface) -> None:
        """A row: the game and when it was played, below them who played and how it ended."""
        px, row = self.stage.px, self.rows[at]
        wide, side = surface.get_width(), px(14)
        when = theme.text(row.when, "sans", px(theme.SMALL), theme.MUTED)
        surface.blit(when, when.get_rect(topright=(wide - side, px(9))))
        right = wide - side - when.get_width() - px(14)
        for sign in reversed(row.signs):
            right = self._sign(surface, sign, right) - px(6)
        title = theme.fitted(row.title, "serif", px(theme.LARGE - 2), theme.CREAM, max(px(60), right - side))
        surface.blit(title, (side, px(4)))
        colour = theme.RED_LIGHT if row.entry.fault else theme.GOLD
        outcome = theme.fitted(row.outcome, "sans", px(theme.SMALL), colour, (wide - 2 * side) * 55 // 100)
        place = outcome.get_rect(bottomright=(wide - side, surface.get_height() - px(8)))
        surface.blit(outcome, place)
        people = theme.fitted(row.people, "sans", px(theme.SMALL), theme.MUTED, max(1, place.left - px(14) - side))
        surface.blit(people, people.get_rect(bottomleft=(side, place.bottom)))

    def _sign(self, surface: pygame.Surface, words: str, right: int) -> int:
        """A small pill that ends at ``right``; gives where it begins."""
        px = self.stage.px
        shown = theme.text(words, "bold", px(13), theme.INK)
        rect = pygame.Rect(0, 0, shown.get_width() + px(16), px(20))
        rect.topright = (right, px(8))
        pill(surface, rect, theme.GOLD if words == _("saved") else theme.MUTED)
        surface.blit(shown, shown.get_rect(center=rect.center))
        return rect.left

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, area = self.stage.px, self.area
        words = theme.text(self._summary, "sans", px(theme.BODY), theme.CREAM)
        surface.blit(words, words.get_rect(topright=(area.right, area.top + px(10))))
        if self._list is not None:
            self._list.draw(surface)
            if self._ready and not self.rows:
                nothing = _("No match is like that.") if self.all else _("No match has been played yet.")
                line = theme.text(nothing, "sans", px(theme.BODY), theme.MUTED)
                surface.blit(line, line.get_rect(center=self._list.window.center))
