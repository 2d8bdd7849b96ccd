"""Settings of this computer: each one takes effect as it is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.conventions import percent
from game.i18n import LANGUAGES as LANGUAGE_NAMES
from game.i18n import N_, _
from game.text import clean
from ui import theme
from ui.page import Page, to_widget_id
from ui.scene import Stage
from ui.scenes.previews import HEIGHT, Previews, Samples
from ui.settings import BACKS, DECKS, FELTS, FRENCH_DECKS, HAND_ORDERS, LANGUAGES, NAME_LENGTH, PACES, SCALES, SPEEDS
from ui.shortcuts import FULL_SCREEN, ON
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import SLIDER_WIDTH, SWITCH_WIDTH, Slider, Switch
from ui.widgets.entry import Entry
from ui.widgets.words import Line

SPEED_WORDS: Final = {0.0: N_("at once"), 0.5: N_("slow"), 1.0: N_("normal"), 2.0: N_("fast")}
PACE_WORDS: Final = {0.0: N_("at once"), 0.5: N_("quick"), 1.0: N_("natural"), 2.0: N_("calm")}
DECK_WORDS: Final = {
    "napoletane": N_("Neapolitan"),
    "napoletane_index": N_("with corner signs"),
    "trevisane": N_("Trevisan"),
    "french": N_("French"),
}
FRENCH_WORDS: Final = {
    "french": N_("two colours"),
    "french4": N_("four colours"),
    "french_jumbo": N_("large corners"),
}
ORDER_WORDS: Final = {"dealt": N_("as dealt"), "suit": N_("by suit"), "strength": N_("by strength")}
BACK_WORDS: Final = {"classic": N_("classic"), "maiolica": N_("maiolica"), "notte": N_("night")}
FELT_WORDS: Final = {"green": N_("green"), "blue": N_("blue"), "wine": N_("wine"), "slate": N_("slate"),
                     "contrast": N_("high contrast")}  # fmt: skip
ENTRY_WIDTH: Final = 280


def setting_id(name: str) -> str:
    """Return the id of the widget of a setting: its name, but ``back`` (of the cards) is the id of the way back."""
    return "card-back" if name == "back" else to_widget_id(name)


class SettingsScene(Page):
    """Every setting in one column."""

    title = N_("Settings")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.name = stage.settings.name
        self._fault: Line | None = None
        self._is_dragging = False
        self.samples = Samples()
        self.previews: Previews | None = None

    @property
    def busy(self) -> bool:
        return self.previews is not None and not self.previews.complete

    def update(self, seconds: float) -> None:
        if self.previews is not None:
            self.previews.refresh(self.stage.settings)

    def leave(self) -> None:
        if self._is_dragging:
            self.stage.apply(self.stage.settings)
        self.samples.stop()
        self.stage.recognise()

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(820)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("settings", board), self.stage.manager)
        self._person(column)
        self._rules(column)
        column.heading(_("Language"))
        languages = [_("the system's"), *(LANGUAGE_NAMES[one] for one in LANGUAGES[1:])]
        self._choice(column, _("Language"), "", "language", LANGUAGES, languages)
        column.heading(_("Pictures"))
        self._choice(column, _("Speed"), _("How fast cards move. At once: they do not move, they are there."),
                     "speed", SPEEDS, [_(SPEED_WORDS[one]) for one in SPEEDS])  # fmt: skip
        self._choice(column, _("Computer players"),
                     _("How long they take; for a bid longer than for a card. {key} plays on to your turn.").format(
                         key=ON.shown),
                     "pace", PACES, [_(PACE_WORDS[one]) for one in PACES])  # fmt: skip
        self._switch(column, _("Talk of the computer players"),
                     _("They remark on what they bid, and answer you. The match is the same without."),
                     "table_talk")  # fmt: skip
        self._choice(column, _("Cards of the Italian games"), "", "deck", DECKS, [_(DECK_WORDS[one]) for one in DECKS])
        french = [_(FRENCH_WORDS[one]) for one in FRENCH_DECKS]
        self._choice(column, _("French cards"), "", "french_deck", FRENCH_DECKS, french)
        self._preview(column)
        self._choice(column, _("Card backs"), "", "back", BACKS, [_(BACK_WORDS[one]) for one in BACKS])
        strong = _("High contrast: black and white, with strong outlines and signs.")
        self._choice(column, _("Table cloth"), strong, "felt", FELTS, [_(FELT_WORDS[one]) for one in FELTS])
        still = _("Cards are there at once and light up, instead of travelling.")
        self._switch(column, _("Reduced motion"), still, "reduced_motion")
        self._switch(column, _("Full screen"), _("{key} does the same at any time.").format(key=FULL_SCREEN.shown),
                     "full_screen")  # fmt: skip
        self._choice(column, _("Size of text and buttons"), "", "scale", SCALES, [percent(one) for one in SCALES])
        self._hand(column)
        column.heading(_("Sound"))
        self._switch(column, _("Sound"), "", "sound")
        self._volume(column)
        self.end_scroll("settings", column.y)
        self.foot_button("back", _("Back"), self.escape)

    def _person(self, column: Column) -> None:
        column.heading(_("You"))

        def entry(rect: pygame.Rect) -> Entry:
            hint = "" if self.stage.settings.name else self.stage.settings.called
            return Entry(self.name, rect, self.stage.manager, most=NAME_LENGTH, container=column.scroll.inside,
                         hint=hint)  # fmt: skip

        _label, widget = column.row(_("Your name"), _("What you are called at a new table."),
                                    column.px(ENTRY_WIDTH), entry)  # fmt: skip
        self.on_text("name", widget, self.set_name, _("Your name"), column.scroll)
        place = column.place(column.width, theme.SMALL * 1.4)
        self._fault = Line("", place, self.stage.manager, size=column.px(theme.SMALL), colour=theme.RED_LIGHT,
                           align="right", container=column.scroll.inside)  # fmt: skip
        column.y += place.height
        self._door("people", column, _("Portrait and colour"),
                   _("Everybody who plays at this computer, with name and picture."),
                   _("People…"), self._people)  # fmt: skip

    def _people(self) -> None:
        self.stage.recognise()
        self.stage.doors.people()

    def _door(
        self, widget_id: str, column: Column, label: str, help: str, words: str, door: Callable[[], None]
    ) -> None:
        """A row that leads to another page."""

        def button(rect: pygame.Rect) -> UIButton:
            return self.button(widget_id, words, rect, door, style="#small", into=column.scroll)

        wide = theme.font("sans", column.px(theme.BODY)).size(words)[0] + column.px(40)
        column.row(label, help, wide, button)

    def _rules(self, column: Column) -> None:
        """The way to the house rules."""
        column.heading(_("House rules"))
        self._door("house-rules", column, _("The rules of every game"),
                   _("From which each new match starts; and tables with their own."),
                   _("Our rules…"), self.stage.doors.house_rules)  # fmt: skip

    def _hand(self, column: Column) -> None:
        """How the own cards are held."""
        column.heading(_("Your hand"))
        drag = _("Drag a card to another place among the others to arrange them yourself, for the deal.")
        self._choice(column, _("Sorted"), drag, "hand_order", HAND_ORDERS, [_(ORDER_WORDS[one]) for one in HAND_ORDERS])
        self._switch(column, _("Strongest first"), _("When they are sorted: the strongest on the left."),
                     "strongest_first")  # fmt: skip
        self._switch(column, _("Play the last card by itself"), _("Where there is nothing else to do."), "plays_last")

    def _preview(self, column: Column) -> None:
        """The strip that shows what the choices above and below it are about."""
        place = column.place(column.width, HEIGHT)
        self.previews = Previews(self.samples, self.stage.settings, place, self.stage.manager, self.stage.unit,
                                  column.scroll.inside)  # fmt: skip
        column.y += place.height
        column.gap()

    def _choice(
        self, column: Column, label: str, help: str, name: str, values: Sequence[Any], words: Sequence[str]
    ) -> None:
        now = getattr(self.stage.settings, name)
        nearest = now if now in values else values[0]

        def choice(rect: pygame.Rect) -> Choice:
            return Choice(values, words, nearest, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

        wide = row_width(words, self.stage.unit)
        if wide > column.width:
            wide = cycle_width(words, self.stage.unit)
        _label, widget = column.row(label, help, wide, choice)
        self.on_value(setting_id(name), widget, partial(self.set_setting, name), label, column.scroll)

    def _switch(self, column: Column, label: str, help: str, name: str) -> None:
        def switch(rect: pygame.Rect) -> Switch:
            value = getattr(self.stage.settings, name)
            return Switch(value, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

        _label, widget = column.row(label, help, column.px(SWITCH_WIDTH), switch)
        self.on_value(setting_id(name), widget, partial(self.set_setting, name), label, column.scroll)

    def _volume(self, column: Column) -> None:
        def slider(rect: pygame.Rect) -> Slider:
            value = self.stage.settings.volume
            return Slider(value, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

        wide = min(column.px(SLIDER_WIDTH), column.width)
        _label, widget = column.row(_("Volume"), "", wide, slider)

        def put(volume: int) -> None:
            self._is_dragging = widget.held_part is not None
            settings = msgspec.structs.replace(self.stage.settings, volume=volume)
            self.stage.apply(settings, is_final=not self._is_dragging)

        self.on_value("volume", widget, put, _("Volume"), column.scroll)

    def set_setting(self, name: str, value: Any) -> None:
        """A setting has another value."""
        self.stage.apply(msgspec.structs.replace(self.stage.settings, **{name: value}))
        widget = self.focus.find(setting_id(name))
        if name == "scale" and widget is not None:  # what is above it has another height now
            self.scrolls["settings"].reveal(widget)

    def set_name(self, name: str) -> None:
        self.name = name
        kept = clean(name, NAME_LENGTH)
        if kept:
            self.stage.apply(msgspec.structs.replace(self.stage.settings, name=kept))
        if self._fault is not None:
            words = "" if kept or not (name or self.stage.settings.name) else _(
                "This is no name: you are still called {name}.")  # fmt: skip
            self._fault.say(words.format(name=self.stage.settings.called))
