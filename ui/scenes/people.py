"""The people of this computer: portrait, colour and name of everybody; profiles are renamed and removed here."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import pygame

from game.i18n import N_, _
from game.store.profiles import Profile
from game.text import clean, reads_as
from ui import theme
from ui.art import PORTRAITS
from ui.looks import COLOUR_WORDS, COLOURS, portraits, rings
from ui.page import Page
from ui.scene import Stage
from ui.scenes.chosen_last import rename_chosen
from ui.scenes.prompt import Prompt
from ui.settings import NAME_LENGTH
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT
from ui.widgets.looks import FACE, Portraits, Swatches
from ui.widgets.words import Words

ROOM: Final = 150
"""A name has at least so many design pixels beside its buttons, or they go below."""


class People(Page):
    """One row for everybody, who is called by the settings first. Each change is kept at once."""

    title = N_("People")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        stage.meet(then=self._again)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, oneself first, also before one has sat down anywhere."""
        own = self.stage.settings.called
        others = (one.name for one in self.stage.profiles if reads_as(one.name) != reads_as(own))
        return (own, *others)

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("people", board), self.stage.manager)
        for name in self.names:
            self._row(column, name)
        column.words(_("A profile is made when somebody sits down for the first time."),
                     size=theme.SMALL, colour=theme.MUTED)  # fmt: skip
        self.end_scroll("people", column.y)
        self.foot_button("back", _("Back"), self.escape)

    def _row(self, column: Column, name: str) -> None:
        """A portrait between arrows, the name with the colours below it, and what may be done with the profile."""
        px, manager, unit, scroll = self.stage.px, self.stage.manager, self.stage.unit, column.scroll
        portrait, colour = self._look(name)
        place = column.place(Portraits.width(unit), FACE)
        faces = Portraits(PORTRAITS, portrait, colour, self.stage.art.portrait, place, manager, unit,
                          scroll.inside)  # fmt: skip
        self.on_value(f"portrait-{name}", faces, lambda number: self._choose(name, number, self._look(name)[1]),
                      _("Portrait of {name}").format(name=name), scroll)  # fmt: skip
        left, top = place.right + px(18), column.y
        buttons = self._buttons(name)
        wide = [theme.font("sans", px(theme.BODY)).size(words)[0] + px(28) for _id, words, _act in buttons]
        taken = sum(wide) + px(10) * len(wide)
        beside = column.width - left - taken >= px(ROOM)
        room = column.width - left - (taken if beside else 0)
        said = Words(name, (left, top), room, manager, face="serif", size=px(theme.LARGE), container=scroll.inside)
        y = top + said.rect.height
        note = self._note(name)
        if note:
            more = Words(note, (left, y), room, manager, size=px(theme.SMALL), colour=theme.MUTED,
                         container=scroll.inside)  # fmt: skip
            y += more.rect.height
        y = max(y + px(6), top + px(FACE - HEIGHT))
        across = min(Swatches.width(COLOURS, unit), column.width - left)
        rect = pygame.Rect(left - px(4), y, across, px(HEIGHT))
        swatches = Swatches(COLOURS, [_(one) for one in COLOUR_WORDS], colour, rect, manager, unit, scroll.inside)
        self.on_value(f"color-{name}", swatches, lambda one: self._choose(name, self._look(name)[0], one),
                      _("Colour of {name}").format(name=name), scroll)  # fmt: skip
        column.y = max(rect.bottom, place.bottom)
        if buttons and not beside:
            column.gap(8)
        x, line = (column.width - taken + px(10), top) if beside else (0, column.y)
        for (widget_id, words, act), width in zip(buttons, wide, strict=True):
            spot = pygame.Rect(x, line, width, px(HEIGHT))
            self.button(widget_id, words, spot, act, style="#small", label=f"{words} {name}", into=scroll)
            x += width + px(10)
        if buttons and not beside:
            column.y += px(HEIGHT)
        column.gap(24)

    def _buttons(self, name: str) -> list[tuple[str, str, partial[None]]]:
        if self._profile(name) is None:
            return []
        return [
            (f"rename-{name}", _("Rename…"), partial(self._rename, name)),
            (f"remove-{name}", _("Remove…"), partial(self._ask_remove, name)),
        ]

    def _note(self, name: str) -> str:
        profile = self._profile(name)
        if profile is not None and (profile.barred_until or 0.0) > self.stage.now():
            return _("barred from every table for now")
        return _("what you are called at a new table") if name == self.stage.settings.called else ""

    def _profile(self, name: str) -> Profile | None:
        return next((one for one in self.stage.profiles if reads_as(one.name) == reads_as(name)), None)

    def _look(self, name: str) -> tuple[int, str]:
        """The portrait and the colour that this person has at a table of his own."""
        return portraits((name,), self.stage.looks)[0], rings(((0,),), (name,), self.stage.looks)[0]

    # -- what is done

    def _again(self) -> None:
        if self.stage.scene is self:
            self.stage.rebuild()

    def _choose(self, name: str, portrait: int, colour: str) -> None:
        self.stage.meet(self.stage.storage.put_profile(name, colour, portrait), self._again)

    def _rename(self, name: str) -> None:
        stage = self.stage

        def renamed(new: str) -> None:
            if reads_as(name) == reads_as(stage.settings.called):
                stage.apply(msgspec.structs.replace(stage.settings, name=new))
            stage.meet(stage.storage.run(rename_chosen, stage.folders, name, new), self._again)

        def rename(text: str) -> str:
            new = clean(text, NAME_LENGTH)
            stage.storage.journal().rename_profile(name, new)
            return new

        stage.push(Prompt(stage, self, _("Another name for {name}").format(name=name), name, _("Rename"),
                          lambda text: stage.storage.run(rename, text), renamed, most=NAME_LENGTH))  # fmt: skip

    def _ask_remove(self, name: str) -> None:
        question = _("Remove the profile {name}? Saved matches stay.").format(name=name)
        self.stage.doors.ask(question, _("Remove"), partial(self._remove, name), _("Keep"))

    def _remove(self, name: str) -> None:
        removed = self.stage.storage.remove_profile(name)

        def gone() -> None:
            if removed.exception() is None:
                self.stage.notify(_("The profile {name} is removed.").format(name=name))
            self._again()

        self.stage.meet(removed, gone)
