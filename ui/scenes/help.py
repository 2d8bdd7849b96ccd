"""Help in the game: the rules of each game in short, and its house rules as they are declared."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import pygame

from game.aids import NAMES as AIDS
from game.engine.options import DISCIPLINE, Rule, Value
from game.house_rules import RuleSet, preset_rules
from game.i18n import N_, _
from game.rules import GAMES
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


def house_rules(rules: RuleSet) -> tuple[Paragraph, ...]:
    """What a table may agree on, and what it is if nobody says otherwise, as it is declared."""
    found = list[Paragraph]()
    for rule in rules.declared:
        heading = Paragraph("heading", _section(rule))
        if heading not in found:
            found.append(heading)
        found.append(Paragraph("term", _(rule.label)))
        found.append(Paragraph("help", _(rule.help)))
        found.append(Paragraph("note", _choices(rule, rules.value(rule.name))))
    return tuple(found)


def _section(rule: Rule) -> str:
    if rule.name in DISCIPLINE:
        return _("Clock and leaving")
    return _("Help at the table") if rule.name in AIDS else _("House rules")


def _choices(rule: Rule, value: Value) -> str:
    """The values of a rule in one line, with the usual one, and the seats it matters at."""
    if rule.values:
        possible = ", ".join(value_words(rule, one) for one in rule.values)
    else:
        possible = _("{low} to {high}").format(low=rule.low, high=rule.high)
    words = _("Choices: {possible}. Usual: {usual}.").format(possible=possible, usual=value_words(rule, value))
    if rule.seats:
        words += " " + _("With {seats} players.").format(seats=", ".join(map(str, rule.seats)))
    return words


def value_words(rule: Rule, value: Value) -> str:
    """A value of a house rule in words."""
    if rule.is_switch:
        return _("on") if value else _("off")
    return _(rule.names[value]) if value in rule.names else str(value)


def page_of(game: str, folder: Path = FOLDER) -> tuple[Paragraph, ...]:
    """All that the help says about a game."""
    path = folder / f"{game}.en.md"
    rules = paragraphs(path.read_text(encoding="utf-8")) if path.exists() else ()
    title = rules or (Paragraph("title", _(GAMES[game].title)),)
    return (*title, *house_rules(preset_rules(game)))


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
    """A page for each game. The text is painted as it scrolls by: it is never one large picture."""

    title = N_("Help")

    def __init__(self, stage: Stage, game: str = "") -> None:
        super().__init__(stage)
        self.focus.vertical = False
        self.game = game or next(iter(GAMES))
        self._lines: tuple[SetLine, ...] = ()

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDEST + 80)), body.height)
        board.centerx = body.centerx
        if len(GAMES) > 1:
            self._games(board)
        self.board(board)
        scroll = self.scroll(self.game, board)
        self._lines, height = typeset(page_of(self.game), scroll.width, self.stage.unit)
        self.end_scroll(self.game, height)
        self.foot_button(_("Back"), self.escape)

    def _games(self, board: pygame.Rect) -> None:
        """The games to choose from, above the board; it gets lower by as much."""
        px, unit = self.stage.px, self.stage.unit
        words = [_(one.title) for one in GAMES.values()]
        wide = row_width(words, unit)
        if wide > board.width:
            wide = min(cycle_width(words, unit), board.width)
        rect = pygame.Rect(board.left, board.top, wide, px(HEIGHT))
        choice = Choice(list(GAMES), words, self.game, rect, self.stage.manager, unit)
        self.on_value(choice, self._show, "game")
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
