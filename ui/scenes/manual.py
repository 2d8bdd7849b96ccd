"""The text of the help: the pages in the language that is spoken, and the house rules as they are declared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from game.aids import NAMES as AIDS
from game.conventions import series
from game.engine.options import DISCIPLINE, Rule, Value
from game.house_rules import RuleSet, preset_rules
from game.i18n import N_, SOURCE, _, language
from game.rules import GAMES
from game.words import preset_words
from ui.scenes.examples import Example, example_of
from ui.shortcuts import NAME, SHORTCUTS
from ui.table import letters

FOLDER: Final = Path(__file__).resolve().parent.parent.parent / "assets" / "help"
KEYS: Final = "keys"
"""The page with the shortcuts: it is made of their list, not of a text."""
PART: Final = re.compile(r"(.+) \{(\w+)\}")
"""A heading that says which part of a page begins with it (`ui.doors.Part`)."""
RULED: Final = re.compile(r"(.+) \{([a-z_]+(?:, [a-z_]+)*)\}")
"""A text that says which house rules change what it says: ``{deal_winner}``, ``{bags, nil}``."""
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


ADDED: Final = ("mark", "in force")
"""Kinds of paragraphs that say what is in force at a table."""


class Paragraph(msgspec.Struct, frozen=True):
    """A piece of a help text; ``kind`` is a key of `typesetting.STYLES`. ``example``: drawn in the place of words.

    ``part``: of a heading, which part of the page begins with it, if any that the help is opened at; ``rules``: the
    house rules that change what it says.
    """

    kind: str
    words: str
    example: Example | None = None
    part: str = ""
    rules: tuple[str, ...] = ()


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a help page: ``#`` and ``##`` are headings, ``-`` begins a bullet; emphasis is dropped.

    A heading may end with the part that begins there, such as ``{play}``, a text with the house rules that change it.
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
    kind = kinds.get(mark, "text")
    if kind in ("text", "bullet"):
        ruled = RULED.fullmatch(words)
        return Paragraph(kind, words) if ruled is None else Paragraph(kind, ruled[1], rules=tuple(ruled[2].split(", ")))
    heading = PART.fullmatch(words)
    return Paragraph(kind, words) if heading is None else Paragraph(kind, heading[1], part=heading[2])


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
        possible = series([value_words(rule, one) for one in rule.values])
    else:
        possible = _("{low} to {high}").format(low=rule.low, high=rule.high)
    words = _("Choices: {possible}.").format(possible=possible)
    if rule.seats:
        words += " " + _("With {seats} players.").format(seats=series([str(seats) for seats in rule.seats]))
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


def marked(page: tuple[Paragraph, ...], table: RuleSet) -> tuple[Paragraph, ...]:
    """A page that says, below each text that a house rule changes, what the rule is at this table."""
    rules = {rule.name: rule for rule in table.declared}
    words = _("At this table – {rule}: {value}.")
    found = list[Paragraph]()
    for paragraph in page:
        found.append(paragraph)
        for name in paragraph.rules:
            value = value_words(rules[name], table.value(name))
            found.append(Paragraph("mark", words.format(rule=_(rules[name].label), value=value)))
    return tuple(found)


def page_of(name: str, table: RuleSet | None = None, folder: Path = FOLDER) -> tuple[Paragraph, ...]:
    """All that the help says about a game, or one of `MORE`: in the language that is spoken, else in English.

    ``table``: the rules in force where the game is played.
    """
    if name == KEYS:
        return _keys()
    text = text_of(name, language(), folder)
    title = text or (Paragraph("title", _(topics()[name])),)
    if name not in GAMES:
        return title
    return (*(title if table is None else marked(title, table)), *house_rules(name, table))


def read() -> Mapping[str, tuple[Paragraph, ...]]:
    """Every page of the help; from now on `page_of` asks the disk for none of them."""
    return {name: page_of(name) for name in pages()}


@lru_cache(maxsize=64)
def text_of(name: str, code: str, folder: Path) -> tuple[Paragraph, ...]:
    """A page as it is written in a language, or in English where that has none; empty if there is no such page."""
    english, spoken = (_read(folder / f"{name}.{one}.md") for one in (SOURCE, code))
    return illustrated(spoken, english) if spoken else english


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


def _read(path: Path) -> tuple[Paragraph, ...]:
    return paragraphs(path.read_text(encoding="utf-8")) if path.exists() else ()


def illustrated(page: tuple[Paragraph, ...], english: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
    """A page in another language with the examples, the parts and the house rules that the English one names.

    A page with examples of its own, or with other paragraphs than the English one, stays as it is.
    """
    if examples_of(page) or [one.kind for one in page] != [one.kind for one in english if one.example is None]:
        return page
    said = iter(page)
    return tuple(
        one if one.example is not None else msgspec.structs.replace(next(said), part=one.part, rules=one.rules)
        for one in english
    )


def examples_of(page: tuple[Paragraph, ...]) -> tuple[Example, ...]:
    """What is drawn on a page, from its top."""
    return tuple(one.example for one in page if one.example is not None)
