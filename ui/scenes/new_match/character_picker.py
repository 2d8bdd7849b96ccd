"""The picker of a character: a card for each, in rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.card_images import CardImages
from ui.scenes.new_match.tiles import BADGE_SIZE, SIDE_COLORS, SIDE_SYMBOLS
from ui.widgets.base import Place
from ui.widgets.described import Box
from ui.widgets.layout import Column, Grid, Layers, Padded, Row, Sized
from ui.widgets.nodes import Disc, Line, Node, Space, Text
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import PictureWidget

COLUMN_COUNT: Final = 5
PORTRAIT_SIZE: Final = 80
CARD_HEIGHT: Final = 216
CHECK_SIZE: Final = 26
TEMPERAMENT_HEIGHT: Final = 42
"""The sizes of a card, in design pixels; the temperament has two lines."""
STEP_BY_KEY: Final = {
    pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -COLUMN_COUNT, pygame.K_DOWN: COLUMN_COUNT,
}  # fmt: skip


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
            badge = Disc(BADGE_SIZE, line_color=color, symbol=SIDE_SYMBOLS[character.side], symbol_color=color)
            marks.append(Column(Space(grow=1), badge))
        marks.append(Space(grow=0.5))
        check = Disc(CHECK_SIZE, fill_color=theme.GOLD, line_color=theme.GOLD, symbol="check") if is_chosen else None
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
