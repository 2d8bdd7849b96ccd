"""The dialog for a seat of a new match: a character with a level, or a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import pygame

from game.ai.levels import list_offered_levels
from game.ai.personas import PERSONAS
from game.match.setup import PERSON_KIND
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.graphics.card_images import CardImages
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import MAX_NAME_CHARACTERS, NewMatchForm
from ui.scenes.new_match.tiles import BADGE_SIZE, SIDE_COLORS, SIDE_SYMBOLS
from ui.scenes.page import MIN_TOAST_WIDTH
from ui.widgets.base import Place
from ui.widgets.described import Box
from ui.widgets.fields import Action, Field, Input, Widget, make_choice
from ui.widgets.layout import Alternatives, Cells, Column, Grid, Layers, Padded, Row, Sized
from ui.widgets.nodes import Line, Node, Space, Text, make_disc
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import PictureWidget

NAME_WIDTH: Final = 320
PANEL_WIDTH: Final = 1172
PERSON_PANEL_WIDTH: Final = 720
"""In design pixels."""
COLUMN_COUNT: Final = 5
PORTRAIT_SIZE: Final = 80
CARD_HEIGHT: Final = 216
CHECK_SIZE: Final = 26
TEMPERAMENT_HEIGHT: Final = 42
"""The sizes of a card, in design pixels; the temperament has two lines."""
STEP_BY_KEY: Final = {
    pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -COLUMN_COUNT, pygame.K_DOWN: COLUMN_COUNT,
}  # fmt: skip


class SeatDialog(DialogBox):
    """Chooses the player at a seat of ``form``; the choice is passed to ``on_change``.

    ``people``: the names of the people on this computer, the likeliest first.
    """

    question_face = "serif"
    max_scale = 1.0

    def __init__(
        self, context: AppContext, scene_below: Scene, seat: int, form: NewMatchForm, people: tuple[str, ...],
        on_change: Callable[[NewMatchForm], object],
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, forms.ask_for_place(form, seat))
        self.seat = seat
        self.form = form
        self._people = people
        self._on_change = on_change
        player = form.players[seat]
        self.is_person, self.first_focus_id = player.is_person, f"name-{seat}"
        self.name = player.name if player.name in PERSONAS else next(iter(forms.list_free_characters(form)))
        self.level = list_offered_levels(form.game)[0] if player.is_person else player.kind
        self._other_name = (
            player.name if player.is_person else forms.with_kind(form, seat, PERSON_KIND, people).players[seat].name
        )

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area of toasts between the question and the choice of a level."""
        rect, levels = super().toast_rect, self.find("levels")
        if levels is not None and rect.colliderect(levels.get_abs_rect()):
            rect.width = levels.get_abs_rect().left - rect.left - self.context.px(theme.LARGE_GAP)
        return rect

    # -- what is in the dialog

    def describe(self) -> Node:
        self.panel_width = PERSON_PANEL_WIDTH if self.is_person else PANEL_WIDTH
        heading, answers = self.make_heading(), self.list_answers()
        if self.is_person:
            body: Node = Column(Field(_("Name"), self._make_name()), self._make_error())
        else:
            levels = Row(Line(_("Level")), self._make_levels(), gap=theme.LARGE_GAP, align="middle")
            large, small = (
                Text(self.question, id="question", size=size, face="serif")
                for size in (theme.TITLE_TEXT_SIZE, theme.LARGE_TEXT_SIZE)
            )
            toast_room = Sized(Space(), width=MIN_TOAST_WIDTH + 2 * theme.LARGE_GAP)
            rows = (Row(title, toast_room, Space(grow=1), levels, align="middle") for title in (large, small))
            heading = Alternatives(*rows, Column(small, levels))
            body = self._make_picker()
        foot = Alternatives(
            Row(*answers[:-1], Space(grow=1), answers[-1], gap=theme.LARGE_GAP), Cells(answers, len(answers), theme.GAP)
        )
        return Padded(
            Column(heading, body, foot, gap=theme.SECTION_GAP), padding=theme.LARGE_MARGIN, top=theme.SECTION_GAP
        )

    def _make_name(self) -> Input:
        label = _("Name for seat {seat}").format(seat=self.seat + 1)
        return Input(
            self._other_name, self._set_name, MAX_NAME_CHARACTERS, id=f"name-{self.seat}", label=label, width=NAME_WIDTH
        )

    def _make_error(self) -> Node:
        return Line(
            forms.find_seats_error(self._make_form()),
            id="name-error",
            size=theme.SMALL_TEXT_SIZE,
            color=theme.RED_LIGHT,
            align="right",
        )

    def _make_levels(self) -> Node:
        levels = {level: format_player_kind(level) for level in list_offered_levels(self.form.game)}
        return make_choice(levels, self.level, id="levels", label=_("Level"), on_change=self._set_level)

    def _make_picker(self) -> Node:
        images, players = self.context.card_images["italian"], self.form.players[: self.form.seats]
        sides = {seat: index for index, side in enumerate(forms.list_public_sides(self.form)) for seat in side}
        seats = {player.name: seat for seat, player in enumerate(players) if not player.is_person}
        characters = []
        for persona in PERSONAS.values():
            trade, temperament = forms.split_description(persona)
            seat = seats.get(persona.name)
            if seat is not None:
                level = self.level if seat == self.seat else players[seat].kind
                trade = f"{forms.describe_place(self.form, seat)} · {format_player_kind(level)}"
            side = sides.get(seat) if seat is not None else None
            characters.append(Character(persona.name, persona.portrait_number, trade, temperament, side))
        picker = Widget(CharacterPicker, (characters, self.name, self.choose, images), id="characters", grow=1)
        picker.label, picker.on_change = _("Character"), self._set_character
        return picker

    def list_answers(self) -> Sequence[Node]:
        cancel = Action("cancel", _("Cancel"), self.on_escape, style="#menu")
        if self.is_person:
            other = Action("computer", _("A computer player"), self._switch_kind, style="#menu")
            return cancel, other, Action("choose", _("Done"), self.choose, style="#primary")
        person = Action("person", _("A person here"), self._switch_kind, style="#menu", symbol="people")
        surprise = Action("surprise", _("Surprise me"), self._surprise, style="#menu")
        text = _("Choose {name}").format(name=self.name)
        return cancel, person, surprise, Action("choose", text, self.choose, style="#primary")

    # -- what is chosen

    def _make_form(self) -> NewMatchForm:
        if self.is_person:
            person = msgspec.structs.replace(self.form.players[self.seat], name=self._other_name, kind=PERSON_KIND)
            return forms.with_player(self.form, self.seat, person)
        return forms.with_character(self.form, self.seat, self.name, self.level)

    def choose(self) -> None:
        """Put the chosen player at the seat."""
        self.context.scenes.pop()
        self._on_change(self._make_form())

    def _set_name(self, name: str) -> None:
        self._other_name = name
        self.find("name-error").set_text(forms.find_seats_error(self._make_form()))

    def _set_character(self, name: str) -> None:
        self.name = name
        self.recompose("panel")

    def _set_level(self, level: str) -> None:
        self.level = level
        self.recompose("panel")

    def _surprise(self) -> None:
        free_names = [name for name in forms.list_free_characters(self.form) if name != self.name]
        self._set_character(self.context.seed_rng.choice(free_names))

    def _switch_kind(self) -> None:
        self.is_person = not self.is_person
        self.recompose("panel")
        self.narrate_change()


class Character(NamedTuple):
    """A card of the picker.

    ``trade``: the trade, or the place at the table; ``side``: 0 for the viewer's, 1 for the other one, None without.
    """

    name: str
    portrait_number: int
    trade: str
    temperament: str
    side: int | None = None


class CharacterPicker(PictureWidget):
    """Cards of characters; ``value`` is the name of the chosen one, on which another click calls ``on_choose``."""

    inner_ring_radius = theme.BUTTON_CORNER_RADIUS

    def __init__(
        self,
        characters: Sequence[Character],
        value: str,
        on_choose: Callable[[], object],
        images: CardImages,
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self.characters, self.value, self._on_choose = tuple(characters), value, on_choose
        self.portraits = tuple((character.portrait_number, PORTRAIT_SIZE) for character in characters)
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        row_count = -(-len(args[0]) // COLUMN_COUNT)
        return place.px(row_count * (CARD_HEIGHT + theme.LARGE_GAP) - theme.LARGE_GAP)

    @property
    def _index(self) -> int:
        return [character.name for character in self.characters].index(self.value)

    @property
    def value_text(self) -> str:
        character = self.characters[self._index]
        return ", ".join(filter(None, (character.name, character.trade, character.temperament)))

    @property
    def key_help(self) -> str:
        count = len(self.characters)
        return _("Choice {number} of {count}: press an arrow key to change it").format(
            number=self._index + 1, count=count
        )

    def describe(self) -> Node:
        boxes = [self._describe_card(index, character) for index, character in enumerate(self.characters)]
        return Grid(boxes, 0, theme.LARGE_GAP, max_columns=COLUMN_COUNT, grow=1)

    def _describe_card(self, index: int, character: Character) -> Box:
        is_chosen, size = character.name == self.value, theme.SMALL_TEXT_SIZE
        portrait: Node = Space(PORTRAIT_SIZE)
        if self.has_pictures:
            portrait = PortraitRow(self.images, [character.portrait_number], PORTRAIT_SIZE)
        portrait.grow = 1
        marks: list[Node] = [Space(grow=1)]
        if character.side is not None:
            color = SIDE_COLORS[character.side]
            badge = make_disc(BADGE_SIZE, line_color=color, symbol=SIDE_SYMBOLS[character.side], symbol_color=color)
            marks.append(Column(Space(grow=1), badge))
        marks.append(Space(grow=0.5))
        check = (
            make_disc(CHECK_SIZE, fill_color=theme.GOLD, line_color=theme.GOLD, symbol="check") if is_chosen else None
        )
        corner = Padded(Column(Row(Space(grow=1), check)), padding=theme.SMALL_GAP)
        texts = Column(
            Layers(portrait, Row(*marks), grow=1),
            Line(character.name, face="serif", size=theme.ROW_TITLE_TEXT_SIZE, align="centre"),
            Line(character.trade, size=size, color=theme.MUTED, align="centre"),
            Sized(Text(character.temperament, size=size, align="centre", is_even=True), height=TEMPERAMENT_HEIGHT),
        )
        node = Layers(Padded(texts, padding=theme.GAP, top=theme.LARGE_GAP), corner)
        box = self.make_box(index, node)
        box.line_color = theme.GOLD if is_chosen else box.line_color
        return box

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        if self.characters[part].name == self.value:
            self._on_choose()
        else:
            self._select(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose a neighbor by an arrow; return whether the key is used."""
        if event.key not in STEP_BY_KEY:
            return False
        index = self._index + STEP_BY_KEY[event.key]
        if 0 <= index < len(self.characters):
            self._select(index)
        return True

    def _select(self, index: int) -> None:
        self.value = self.characters[index].name
        self.notify_changed()
