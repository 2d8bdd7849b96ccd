"""Help in the game: the rules of each game in full, and its house rules as they are declared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
import pygame

from game.aids import NAMES as AIDS
from game.engine.options import DISCIPLINE, Rule, Value
from game.house_rules import RuleSet, preset_rules
from game.i18n import N_, SOURCE, _, language
from game.rules import GAMES
from game.words import preset_words
from ui import theme
from ui.page import Page
from ui.scene import Stage
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.controls import HEIGHT
from ui.widgets.words import LEADING

FOLDER: Final = Path(__file__).resolve().parent.parent.parent / "assets" / "help"
WIDEST: Final = 860
"""A line of text is at most so many design pixels long, to be read with ease."""
INDENT: Final = 22


MORE: Final[Mapping[str, str]] = {
    "playing": N_("Controls and levels"),
    "glossary": N_("Words of the table"),
    "fairness": N_("Is it fair?"),
}
"""The pages that are about every game, each with its name."""


def topics() -> dict[str, str]:
    """Every page with its name: the games, then the others."""
    return {**{name: game.title for name, game in GAMES.items()}, **MORE}


class Paragraph(msgspec.Struct, frozen=True):
    """A piece of a help text; ``kind`` is a key of `STYLES`."""

    kind: str
    words: str


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
    "note": Style("sans", theme.BODY, theme.MUTED, 2),
    "in force": Style("bold", theme.BODY, theme.GOLD, 2),
}


class SetLine(msgspec.Struct, frozen=True):
    """A line of text in its place: ``x`` and ``y`` in pixels from the top left of the text."""

    words: str
    style: Style
    x: int
    y: int
    bullet: bool


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a help page: ``#`` and ``##`` are headings, ``-`` begins a bullet; emphasis is dropped."""
    kinds = {"# ": "title", "## ": "heading", "- ": "bullet"}
    found = []
    for line in text.replace("*", "").split("\n"):
        mark = next((one for one in kinds if line.startswith(one)), "")
        if line.strip():
            found.append(Paragraph(kinds.get(mark, "text"), line[len(mark) :].strip()))
    return tuple(found)


def house_rules(game: str, table: RuleSet | None = None) -> tuple[Paragraph, ...]:
    """What a table may agree on, as it is declared, and what each preset says; ``table``: what is in force."""
    presets = {name: preset_rules(game, name) for name in GAMES[game].presets}
    found = list[Paragraph]()
    for rule in next(iter(presets.values())).declared:
        heading = Paragraph("heading", _section(rule))
        if heading not in found:
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
    paths = [folder / f"{name}.{code}.md" for code in (language(), SOURCE)]
    path = next((one for one in paths if one.exists()), None)
    text = () if path is None else paragraphs(path.read_text(encoding="utf-8"))
    title = text or (Paragraph("title", _(topics()[name])),)
    return (*title, *house_rules(name, table)) if name in GAMES else title


@lru_cache(maxsize=8)
def typeset(page: tuple[Paragraph, ...], width: int, unit: float) -> tuple[tuple[SetLine, ...], int]:
    """The lines of a page set to ``width`` pixels, and the height they take."""
    lines: list[SetLine] = []
    y = 0
    for number, paragraph in enumerate(page):
        style = STYLES[paragraph.kind]
        size, indent = round(style.size * unit), round(style.indent * unit)
        y += round(style.above * unit) if number else 0
        for at, words in enumerate(theme.wrapped(paragraph.words, style.face, size, width - indent)):
            lines.append(SetLine(words, style, indent, y, paragraph.kind == "bullet" and at == 0))
            y += round(size * LEADING)
    return tuple(lines), y


class Help(Page):
    """A page for each game, and those about all. The text is painted as it scrolls by: it is never one large picture.

    ``table``: the rules in force where ``game`` is played, if one comes from there.
    """

    title = N_("Help")

    def __init__(self, stage: Stage, game: str = "", table: RuleSet | None = None) -> None:
        super().__init__(stage)
        self.focus.vertical = False
        self.game = game or next(iter(GAMES))
        self._in_force = {game: table}
        self._lines: tuple[SetLine, ...] = ()

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDEST + 80)), body.height)
        board.centerx = body.centerx
        self._pages(board)
        self.board(board)
        scroll = self.scroll(self.game, board)
        page = page_of(self.game, self._in_force.get(self.game))
        self._lines, height = typeset(page, scroll.width, self.stage.unit)
        self.end_scroll(self.game, height)
        self.foot_button(_("Back"), self.escape)

    def _pages(self, board: pygame.Rect) -> None:
        """The pages to choose from, above the board; it gets lower by as much."""
        px, unit = self.stage.px, self.stage.unit
        words = [_(one) for one in topics().values()]
        wide = row_width(words, unit)
        if wide > board.width:
            wide = min(cycle_width(words, unit), board.width)
        rect = pygame.Rect(board.left, board.top, wide, px(HEIGHT))
        choice = Choice(list(topics()), words, self.game, rect, self.stage.manager, unit)
        self.on_value(choice, self._show, "game", label=_("Page"))
        board.top, board.height = board.top + px(HEIGHT + 12), board.height - px(HEIGHT + 12)

    def _show(self, game: str) -> None:
        self.game = game
        self.stage.rebuild()

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
        window, px = scroll.window, self.stage.px
        surface.set_clip(window)
        for line in self._lines:
            top = scroll.top + line.y
            size = px(line.style.size)
            if window.top - 2 * size < top < window.bottom:
                picture = theme.text(line.words, line.style.face, size, line.style.colour)
                surface.blit(picture, (window.left + line.x, top))
                if line.bullet:
                    spot = (window.left + px(INDENT // 2 - 2), top + picture.get_height() // 2)
                    pygame.draw.aacircle(surface, theme.GOLD, spot, max(2, px(3)))
        surface.set_clip(None)
