"""Help in the game: the rules of each game in full, and its house rules as they are declared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
import pygame

from game.aids import NAMES as AIDS
from game.engine.cards import Deck
from game.engine.options import DISCIPLINE, Rule, Value
from game.house_rules import RuleSet, preset_rules
from game.i18n import N_, SOURCE, _, language
from game.rules import GAMES
from game.words import preset_words
from ui import theme
from ui.art import Art
from ui.doors import Topic
from ui.page import Page
from ui.scene import Stage
from ui.scenes.examples import Drawing, Example, card_width, example_of, shown_cards
from ui.scenes.previews import Samples
from ui.shortcuts import NAME, SHORTCUTS
from ui.table import letters
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.controls import HEIGHT
from ui.widgets.words import LEADING

FOLDER: Final = Path(__file__).resolve().parent.parent.parent / "assets" / "help"
WIDEST: Final = 860
"""A line of text is at most so many design pixels long, to be read with ease."""
INDENT: Final = 22
KEYS: Final = "keys"
"""The page with the shortcuts: it is made of their list, not of a text."""
PART: Final = re.compile(r"(.+) \{(\w+)\}")
"""A heading that says which part of a page begins with it (`ui.doors.Part`)."""
FENCE: Final = "```"
"""Begins and ends an example in a help page."""

MORE: Final[Mapping[str, str]] = {
    "playing": N_("Controls and levels"),
    "glossary": N_("Words of the table"),
    "fairness": N_("Is it fair?"),
}
"""The pages that are about every game, each with its name."""


def topics() -> dict[str, str]:
    """Every page of text with its name: the games, then the others."""
    return {**{name: game.title for name, game in GAMES.items()}, **MORE}


def pages() -> dict[str, str]:
    """Every page there is with its name."""
    return {**topics(), KEYS: N_("Shortcuts")}


class Paragraph(msgspec.Struct, frozen=True):
    """A piece of a help text; ``kind`` is a key of `STYLES`. ``example``: what is drawn in the place of words.

    ``part``: of a heading, which part of the page begins with it, if any that the help is opened at.
    """

    kind: str
    words: str
    example: Example | None = None
    part: str = ""


class Style(msgspec.Struct, frozen=True):
    """How a kind of paragraph is set, in design pixels: letters, room above, indent."""

    face: theme.Face
    size: int
    colour: theme.Colour
    above: int = 8
    indent: int = 0


STYLES: Final = {
    "title": Style("serif", theme.TITLE, theme.CREAM),
    "heading": Style("serif", theme.LARGE, theme.GOLD, 22),
    "text": Style("sans", theme.BODY, theme.CREAM),
    "bullet": Style("sans", theme.BODY, theme.CREAM, 4, INDENT),
    "term": Style("bold", theme.BODY, theme.CREAM, 14),
    "help": Style("sans", theme.BODY, theme.CREAM, 2),
    "example": Style("sans", theme.SMALL, theme.MUTED, 10, INDENT),
    "note": Style("sans", theme.BODY, theme.MUTED, 2),
    "in force": Style("bold", theme.BODY, theme.GOLD, 2),
}


class SetLine(msgspec.Struct, frozen=True):
    """A line of text in its place, or a drawing: ``x`` and ``y`` in pixels from the top left of the text."""

    words: str
    style: Style
    x: int
    y: int
    bullet: bool
    drawing: Drawing | None = None
    part: str = ""


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a help page: ``#`` and ``##`` are headings, ``-`` begins a bullet; emphasis is dropped.

    A heading may end with the part that begins there, such as ``{play}``.
    A fenced block is an example (`ui.scenes.examples`); ValueError if it is none.
    """
    found, block = list[Paragraph](), list[str]()
    fenced = False
    for line in text.replace("*", "").split("\n"):
        if line.startswith(FENCE):
            if fenced:
                found.append(Paragraph("example", "", example_of(block)))
            fenced, block = not fenced, []
        elif fenced:
            block.append(line)
        elif line.strip():
            found.append(_paragraph(line))
    return tuple(found)


def _paragraph(line: str) -> Paragraph:
    kinds = {"# ": "title", "## ": "heading", "- ": "bullet"}
    mark = next((one for one in kinds if line.startswith(one)), "")
    words = line[len(mark) :].strip()
    heading = PART.fullmatch(words) if mark else None
    if heading is not None:
        return Paragraph(kinds[mark], heading[1], part=heading[2])
    return Paragraph(kinds.get(mark, "text"), words)


def house_rules(game: str, table: RuleSet | None = None) -> tuple[Paragraph, ...]:
    """What a table may agree on, as it is declared, and what each preset says; ``table``: what is in force."""
    presets = {name: preset_rules(game, name) for name in GAMES[game].presets}
    found = list[Paragraph]()
    for rule in next(iter(presets.values())).declared:
        heading = Paragraph("heading", _section(rule), part="" if found else "rules")
        if all(heading.words != one.words for one in found if one.kind == "heading"):
            found.append(heading)
        found.append(Paragraph("term", _(rule.label)))
        found.append(Paragraph("help", _(rule.help)))
        found.append(Paragraph("note", f"{_choices(rule)} {_usual(rule, presets)}"))
        if table is not None:
            words = _("At this table: {value}.").format(value=value_words(rule, table.value(rule.name)))
            found.append(Paragraph("in force", words))
    return tuple(found)


def _section(rule: Rule) -> str:
    if rule.name in DISCIPLINE:
        return _("Clock and leaving")
    return _("Help at the table") if rule.name in AIDS else _("House rules")


def _choices(rule: Rule) -> str:
    """The values of a rule in one line, and the seats it matters at."""
    if rule.values:
        possible = ", ".join(value_words(rule, one) for one in rule.values)
    else:
        possible = _("{low} to {high}").format(low=rule.low, high=rule.high)
    words = _("Choices: {possible}.").format(possible=possible)
    if rule.seats:
        words += " " + _("With {seats} players.").format(seats=", ".join(map(str, rule.seats)))
    return words


def _usual(rule: Rule, presets: Mapping[str, RuleSet]) -> str:
    """What the presets say, each by its name where they differ."""
    said = {name: value_words(rule, rules.value(rule.name)) for name, rules in presets.items()}
    if len(set(said.values())) == 1:
        return _("Usual: {usual}.").format(usual=next(iter(said.values())))
    each = _("{preset}: {value}.")
    return " ".join(each.format(preset=preset_words(name), value=value) for name, value in said.items())


def value_words(rule: Rule, value: Value) -> str:
    """A value of a house rule in words."""
    if rule.is_switch:
        return _("on") if value else _("off")
    return _(rule.names[value]) if value in rule.names else str(value)


def page_of(name: str, table: RuleSet | None = None, folder: Path = FOLDER) -> tuple[Paragraph, ...]:
    """All that the help says about a game, or one of `MORE`: in the language that is spoken, else in English.

    ``table``: the rules in force where the game is played.
    """
    if name == KEYS:
        return _keys()
    english, spoken = (_text_of(folder / f"{name}.{code}.md") for code in (SOURCE, language()))
    text = illustrated(spoken, english) if spoken else english
    title = text or (Paragraph("title", _(topics()[name])),)
    return (*title, *house_rules(name, table)) if name in GAMES else title


def _keys() -> tuple[Paragraph, ...]:
    """Every key, and what it does."""
    found = [Paragraph("title", _("Shortcuts"))]
    for title, shortcuts in SHORTCUTS:
        found.append(Paragraph("heading", _(title)))
        for one in shortcuts:
            found += [Paragraph("term", one.shown), Paragraph("help", _(one.does))]
            if one is NAME:
                found += [Paragraph("help", words) for words in _letters()]
    return tuple(found)


def _letters() -> tuple[str, ...]:
    """The letters by which cards are typed."""
    italian = _("Italian cards: {letters}.").format(letters=letters.told("italian"))
    return italian, _("French cards: {letters}.").format(letters=letters.told("french"))


def _text_of(path: Path) -> tuple[Paragraph, ...]:
    return paragraphs(path.read_text(encoding="utf-8")) if path.exists() else ()


def illustrated(page: tuple[Paragraph, ...], english: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
    """A page in another language with the examples and the parts of the English one, where that has them.

    A page with examples of its own, or with other paragraphs than the English one, stays as it is.
    """
    if examples_of(page) or [one.kind for one in page] != [one.kind for one in english if one.example is None]:
        return page
    said = iter(page)
    return tuple(
        one if one.example is not None else msgspec.structs.replace(next(said), part=one.part) for one in english
    )


def examples_of(page: tuple[Paragraph, ...]) -> tuple[Example, ...]:
    """What is drawn on a page, from its top."""
    return tuple(one.example for one in page if one.example is not None)


@lru_cache(maxsize=8)
def typeset(page: tuple[Paragraph, ...], width: int, unit: float) -> tuple[tuple[SetLine, ...], int]:
    """The lines of a page set to ``width`` pixels, and the height they take."""
    lines: list[SetLine] = []
    y, card = 0, card_width(examples_of(page), width - round(INDENT * unit), unit)
    for number, paragraph in enumerate(page):
        style = STYLES[paragraph.kind]
        size, indent = round(style.size * unit), round(style.indent * unit)
        y += round(style.above * unit) if number else 0
        if paragraph.example is not None:
            drawing = Drawing(paragraph.example, width - indent, card, unit)
            lines.append(SetLine("", style, indent, y, bullet=False, drawing=drawing))
            y += drawing.height
            continue
        for at, words in enumerate(theme.wrapped(paragraph.words, style.face, size, width - indent)):
            part = "" if at else paragraph.part
            lines.append(SetLine(words, style, indent, y, paragraph.kind == "bullet" and at == 0, part=part))
            y += round(size * LEADING)
    return tuple(lines), y


TOP: Final = Topic()


class Help(Page):
    """A page for each game, and those about all. The text is painted as it scrolls by: it is never one large picture.

    ``topic``: what it is opened at.
    """

    title = N_("Help")

    def __init__(self, stage: Stage, topic: Topic = TOP) -> None:
        super().__init__(stage)
        self.focus.vertical = False
        self.game = topic.page or next(iter(GAMES))
        self._in_force = {self.game: topic.table}
        self._part = topic.part
        self._page: tuple[Paragraph, ...] = ()
        self._lines: tuple[SetLine, ...] = ()
        self._samples = Samples()

    @property
    def told(self) -> tuple[str, ...]:
        return (_(self.title), *self._said)

    @property
    def _said(self) -> tuple[str, ...]:
        """The page in lines, from the part on that it was opened at. An example is told by the words before it."""
        first = next((at for at, one in enumerate(self._page) if one.part and one.part == self._part), 0)
        return tuple(one.words for one in self._page[first:] if one.words)

    @property
    def cards(self) -> Deck:
        """Whose cards the examples of this page are drawn with: those that its game would be played with."""
        usual = GAMES[self.game].deck if self.game in GAMES else "italian"
        return "french" if self.stage.settings.deck == "french" else usual

    @property
    def busy(self) -> bool:
        return any(line.drawing is not None for line in self._lines) and self._art() is None

    def leave(self) -> None:
        self._samples.stop()

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDEST + 80)), body.height)
        board.centerx = body.centerx
        self._pages(board)
        self.board(board)
        scroll = self.scroll(self.game, board)
        self._page = page_of(self.game, self._in_force.get(self.game))
        self._lines, height = typeset(self._page, scroll.width, self.stage.unit)
        self.end_scroll(self.game, height)
        if self._part and self.game not in self._offsets:
            scroll.move_to(next((line.y for line in self._lines if line.part == self._part), 0))
        self.foot_button(_("Back"), self.escape)
        if self.game == KEYS:
            self.foot_button(_("Change the keys"), self.stage.doors.shortcuts, right=True)

    def _pages(self, board: pygame.Rect) -> None:
        """The pages to choose from, above the board; it gets lower by as much."""
        px, unit = self.stage.px, self.stage.unit
        words = [_(one) for one in pages().values()]
        wide = row_width(words, unit)
        if wide > board.width:
            wide = min(cycle_width(words, unit), board.width)
        rect = pygame.Rect(board.left, board.top, wide, px(HEIGHT))
        choice = Choice(list(pages()), words, self.game, rect, self.stage.manager, unit)
        self.on_value(choice, self._show, "game", label=_("Page"))
        board.top, board.height = board.top + px(HEIGHT + 12), board.height - px(HEIGHT + 12)

    def _show(self, game: str) -> None:
        self.game, self._part = game, ""
        self.stage.rebuild()
        if self.stage.narrate is not None:
            for line in self._said:
                self.stage.narrate(line)

    def handle(self, event: pygame.event.Event) -> None:
        lines = {pygame.K_DOWN: 1, pygame.K_UP: -1}
        scroll = self.scrolls[self.game]
        if event.type == pygame.KEYDOWN and event.key in lines:
            scroll.move_to(scroll.offset + lines[event.key] * self.stage.px(48))
        else:
            super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        scroll = self.scrolls[self.game]
        window = scroll.window
        surface.set_clip(window)
        for line in self._lines:
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

    def _art(self) -> Art | None:
        """The cards of this page's examples, once they are drawn."""
        drawings = [line.drawing for line in self._lines if line.drawing is not None]
        settings, examples = self.stage.settings, [one.example for one in drawings]
        deck = settings.french_deck if self.cards == "french" else settings.deck
        return self._samples.ready(deck, settings.back, shown_cards(examples), drawings[0].card)
