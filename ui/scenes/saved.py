"""Saved matches: the list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pygame

from game.i18n import N_, _
from game.store.reading import Summary
from ui import theme
from ui.page import Page
from ui.scene import Stage
from ui.scenes.opening import Opening, caption, title_of
from ui.widgets.scroll import Scroll
from ui.widgets.words import Words


class Saved(Page):
    """All matches that are not over: go on with one, or delete it."""

    title = N_("Saved matches")

    def __init__(self, stage: Stage, matches: tuple[Summary, ...], changed: Callable[[], None]) -> None:
        """``changed`` is called when a match was deleted."""
        super().__init__(stage)
        self.matches = matches
        self._changed = changed
        self._opening: Opening | None = None
        self._deleting: dict[int, Future[Any]] = {}

    @property
    def busy(self) -> bool:
        return self._opening is not None or bool(self._deleting)

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        wide = min(body.width, px(900))
        board = pygame.Rect(0, body.top, wide, body.height)
        board.centerx = body.centerx
        self.board(board)
        scroll = self.scroll("list", board)
        y = 0
        for match in self.matches:
            y = self._row(match, scroll, y)
        if not self.matches:
            Words(_("There is no saved match."), (0, 0), scroll.width, self.stage.manager,
                  size=px(theme.BODY), container=scroll.inside)  # fmt: skip
        self.end_scroll("list", y)
        self.foot_button(_("Back"), self.stage.back)

    def _row(self, match: Summary, scroll: Scroll, y: int) -> int:
        """One match; gives where the next one begins."""
        px = self.stage.px
        right, high = scroll.width, px(44)
        label = _("Continue")
        wide = max(self.button_width(label), self.button_width(_("Delete")))
        buttons: list[tuple[str, Callable[[], None]]] = []
        if not match.elsewhere:
            buttons.append((_("Delete"), partial(self._ask_delete, match)))
        if not match.elsewhere and not match.fault:
            buttons.append((label, partial(self._open, match)))
        for words, act in reversed(buttons):
            at = buttons.index((words, act))
            rect = pygame.Rect(right - (at + 1) * wide - at * px(10), y + px(4), wide, high)
            self.button(words, rect, act, name=f"{words} {match.id}", into=scroll)
        room = right - len(buttons) * (wide + px(10)) - px(10)
        top = y
        for words, face, size, colour in self._lines(match):
            line = Words(words, (0, top), room, self.stage.manager, face=face, size=px(size), colour=colour,
                         container=scroll.inside)  # fmt: skip
            top += line.rect.height
        return max(top, y + high + px(8)) + px(16)

    def _lines(self, match: Summary) -> list[tuple[str, theme.Face, int, theme.Colour]]:
        lines: list[tuple[str, theme.Face, int, theme.Colour]] = [
            (title_of(match), "serif", theme.LARGE, theme.CREAM), (caption(match), "sans", theme.SMALL, theme.MUTED),
        ]  # fmt: skip
        if match.fault:
            lines.append((match.fault, "sans", theme.SMALL, theme.RED_LIGHT))
        elif match.elsewhere:
            lines.append((_("open in another window"), "sans", theme.SMALL, theme.GOLD))
        return lines

    def _open(self, match: Summary) -> None:
        if self._opening is None:
            self._opening = Opening(self.stage, match)

    def _ask_delete(self, match: Summary) -> None:
        question = _("Delete this match of {game} ({caption}) for good?")
        words = question.format(game=title_of(match), caption=caption(match))
        if match.bar_minutes and not match.fault:
            more = _("It has a clock: whoever plays it is then barred from every table for {minutes} minutes.")
            words += " " + more.format(minutes=match.bar_minutes)
        self.stage.doors.ask(words, _("Delete"), partial(self._delete, match), _("Keep"))

    def _delete(self, match: Summary) -> None:
        if match.bar_minutes and not match.fault:
            self.matches = tuple(one for one in self.matches if one.id != match.id)
            self.stage.doors.delete(match, self._changed)
            self.stage.rebuild()
        else:
            self._deleting[match.id] = self.stage.storage.delete(match.id)

    def update(self, seconds: float) -> None:
        for number, future in list(self._deleting.items()):
            if future.done():
                del self._deleting[number]
                self._deleted(number, future.exception())
        if self._opening is not None and self._opening.update():
            self._opening = None

    def _deleted(self, number: int, error: BaseException | None) -> None:
        if error is not None:
            self.stage.notify(str(error))
            return
        self.matches = tuple(one for one in self.matches if one.id != number)
        self._changed()
        self.stage.rebuild()
