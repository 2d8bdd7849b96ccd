"""The text of the help in the current language, with the declared house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from assets import ASSETS_FOLDER
from game.core.messages import N_
from game.core.options import COMMON_OPTION_NAMES, OptionSpec, OptionValue
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.rules import GAMES
from game.text import card_letters
from game.text.formatting import join_with_commas
from game.text.gettext import SOURCE_LANGUAGE, _, get_language
from game.text.messages import format_preset_name
from ui.input.key_map import DEFAULT_KEY_MAP, SHORTCUT_GROUPS, TYPE_CARD_NAME, KeyMap
from ui.scenes.help.diagrams import HelpExample, parse_example

HELP_FOLDER: Final = ASSETS_FOLDER / "help"
SHORTCUTS_PAGE: Final = "keys"
"""The page of shortcuts, which is made from their list."""
NAMES_PATTERN: Final = re.compile(r"(.+) \{([a-z_]+(?:, [a-z_]+)*)\}")
"""A heading with the section that it begins (`ui.app.router.HelpSection`), or a text with the house rules that change
it: ``{deal_winner}``, ``{bags, nil}``."""
EXAMPLE_FENCE: Final = "```"
"""The line that begins and ends an example in a help page."""

GENERAL_PAGES: Final[Mapping[str, str]] = {
    "playing": N_("Controls and levels"),
    "friends": N_("Playing with friends"),
    "glossary": N_("Card terms"),
    "fairness": N_("Is it fair?"),
}
"""The pages that are not about a game, by name with their titles."""


def list_text_pages() -> dict[str, str]:
    """Return all pages of text with their titles: the games, then the others."""
    return {**{name: game.title for name, game in GAMES.items()}, **GENERAL_PAGES}


def list_pages() -> dict[str, str]:
    """Return all pages with their titles."""
    return {**list_text_pages(), SHORTCUTS_PAGE: N_("Shortcuts")}


IN_FORCE_KINDS: Final = ("mark", "in force")
"""The kinds of paragraphs that say what is in force at a table."""


class HelpParagraph(msgspec.Struct, frozen=True):
    """A paragraph of a help page.

    ``kind``: a key of `TEXT_STYLES`, or "example"; ``example``: an example that is drawn instead of text; ``section``:
    the section that a heading begins, empty if none; ``rule_names``: the house rules that change the text; ``cells``:
    the cells of a row of a table, whose ``text`` is then for the narration and the search.
    """

    kind: str
    text: str
    example: HelpExample | None = None
    section: str = ""
    rule_names: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()


def parse_paragraphs(text: str) -> tuple[HelpParagraph, ...]:
    """Return the paragraphs of a help page; raise ValueError for a bad example.

    ``#`` and ``##`` begin headings, ``-`` begins a bullet; emphasis is dropped. A heading can end with its section,
    such as ``{play}``, a text with the house rules that change it. A fenced block is an example
    (`ui.scenes.help.diagrams`). ``|`` begins a row of a table, the first of which names the columns.
    """
    parsed, example_lines = list[HelpParagraph](), list[str]()
    is_fenced = False
    column_names: tuple[str, ...] = ()
    for line in text.replace("*", "").split("\n"):
        if line.startswith(EXAMPLE_FENCE):
            if is_fenced:
                parsed.append(HelpParagraph("example", "", parse_example(example_lines)))
            is_fenced, example_lines = not is_fenced, []
        elif is_fenced:
            example_lines.append(line)
        elif line.startswith("|"):
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            if not column_names:
                column_names = cells
                parsed.append(HelpParagraph("columns", "", cells=cells))
            elif any(cell.strip("-") for cell in cells):
                parsed.append(HelpParagraph("row", _describe_row(column_names, cells), cells=cells))
        else:
            column_names = ()
            if line.strip():
                parsed.append(_parse_paragraph(line))
    return tuple(parsed)


def _describe_row(column_names: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """Return a row in a line: "Contract: 61, points: 75, caller: +2"."""
    template = _("{name}: {words}")
    pairs = zip(column_names, cells, strict=True)
    return ", ".join(template.format(name=name, words=cell) if name else cell for name, cell in pairs)


def _parse_paragraph(line: str) -> HelpParagraph:
    kinds = {"# ": "title", "## ": "heading", "- ": "bullet"}
    prefix = next((candidate for candidate in kinds if line.startswith(candidate)), "")
    text = line[len(prefix) :].strip()
    kind = kinds.get(prefix, "text")
    named = NAMES_PATTERN.fullmatch(text)
    if named is None:
        return HelpParagraph(kind, text)
    if kind in ("text", "bullet"):
        return HelpParagraph(kind, named[1], rule_names=tuple(named[2].split(", ")))
    return HelpParagraph(kind, named[1], section=named[2])


def describe_house_rules(game: str, rule_set: RuleSet | None = None) -> tuple[HelpParagraph, ...]:
    """Return paragraphs about the house rules of a game, and its presets.

    ``rule_set``: the rules in force at a table, which are added; None for none.
    """
    presets = {name: make_preset_rule_set(game, name) for name in GAMES[game].presets}
    paragraphs = list[HelpParagraph]()
    for spec in next(iter(presets.values())).option_specs:
        heading = HelpParagraph("heading", _get_section_title(spec), section="" if paragraphs else "rules")
        if all(heading.text != paragraph.text for paragraph in paragraphs if paragraph.kind == "heading"):
            paragraphs.append(heading)
        paragraphs.append(HelpParagraph("term", _(spec.label)))
        paragraphs.append(HelpParagraph("help", _(spec.help)))
        paragraphs.append(HelpParagraph("note", f"{_format_choices(spec)} {_format_defaults(spec, presets)}"))
        if rule_set is not None:
            text = _("At this table: {value}.").format(value=format_rule_value(spec, rule_set.get_value(spec.name)))
            paragraphs.append(HelpParagraph("in force", text))
    return tuple(paragraphs)


def _get_section_title(spec: OptionSpec) -> str:
    if spec.name in COMMON_OPTION_NAMES:
        return _("Turn timer and leaving")
    return _("Assistance") if spec.name in AIDS else _("House rules")


def _format_choices(spec: OptionSpec) -> str:
    """Return the possible values of a rule in a line, and the relevant seat counts."""
    if spec.values:
        possible = join_with_commas([format_rule_value(spec, value) for value in spec.shown_values])
    else:
        possible = _("{low} to {high}").format(low=spec.min_value, high=spec.max_value)
    text = _("Choices: {possible}.").format(possible=possible)
    if spec.relevant_seat_counts:
        text += " " + _("For {seats} players.").format(
            seats=join_with_commas([str(seats) for seats in spec.relevant_seat_counts])
        )
    return text


def _format_defaults(spec: OptionSpec, presets: Mapping[str, RuleSet]) -> str:
    """Return the values of the presets in a line, with their names if they differ."""
    value_texts = {
        name: format_rule_value(spec, preset_rules.get_value(spec.name)) for name, preset_rules in presets.items()
    }
    if len(set(value_texts.values())) == 1:
        return _("Default: {usual}.").format(usual=next(iter(value_texts.values())))
    template = _("{preset}: {value}.")
    return " ".join(
        template.format(preset=format_preset_name(name), value=value) for name, value in value_texts.items()
    )


def format_rule_value(spec: OptionSpec, value: OptionValue) -> str:
    """Return the value of a house rule in words."""
    if spec.is_switch:
        return _("on") if value else _("off")
    return _(spec.value_labels[value]) if value in spec.value_labels else str(value)


def mark_rules_in_force(paragraphs: tuple[HelpParagraph, ...], rule_set: RuleSet) -> tuple[HelpParagraph, ...]:
    """Return a page with the rules in force below each text that they change."""
    specs = {spec.name: spec for spec in rule_set.option_specs}
    template = _("{rule} at this table: {value}.")
    marked_page = list[HelpParagraph]()
    for paragraph in paragraphs:
        marked_page.append(paragraph)
        for name in paragraph.rule_names:
            value = format_rule_value(specs[name], rule_set.get_value(name))
            marked_page.append(HelpParagraph("mark", template.format(rule=_(specs[name].label), value=value)))
    return tuple(marked_page)


def get_page(
    name: str,
    rule_set: RuleSet | None = None,
    folder: Path = HELP_FOLDER,
    key_map: KeyMap = DEFAULT_KEY_MAP,
) -> tuple[HelpParagraph, ...]:
    """Return a page of the help in the current language, else in English.

    ``rule_set``: the rules in force where a game is played, None for none; ``key_map``: the keys in the page of
    shortcuts. The page of a game ends with its house rules. A page without a file is its title alone. Raise KeyError
    for an unknown name.
    """
    if name == SHORTCUTS_PAGE:
        return _make_shortcuts_page(key_map)
    text = read_text_page(name, get_language(), folder)
    paragraphs = text or (HelpParagraph("title", _(list_text_pages()[name])),)
    if name not in GAMES:
        return paragraphs
    return (
        *(paragraphs if rule_set is None else mark_rules_in_force(paragraphs, rule_set)),
        *describe_house_rules(name, rule_set),
    )


def read_pages(key_map: KeyMap = DEFAULT_KEY_MAP) -> Mapping[str, tuple[HelpParagraph, ...]]:
    """Return all pages of the help; they are cached, so that `get_page` reads no file."""
    return {name: get_page(name, key_map=key_map) for name in list_pages()}


@lru_cache(maxsize=64)
def read_text_page(name: str, language_code: str, folder: Path) -> tuple[HelpParagraph, ...]:
    """Return a page in a language, else in English; empty if there is no such page."""
    english, translated = (_read_file(folder / f"{name}.{code}.md") for code in (SOURCE_LANGUAGE, language_code))
    return add_examples(translated, english) if translated else english


def _make_shortcuts_page(key_map: KeyMap) -> tuple[HelpParagraph, ...]:
    paragraphs = [HelpParagraph("title", _("Shortcuts"))]
    for title, shortcuts in SHORTCUT_GROUPS:
        paragraphs.append(HelpParagraph("heading", _(title)))
        for shortcut in shortcuts:
            key, does = key_map.label(shortcut), _(shortcut.description)
            text = _("{key}: {does}").format(key=key, does=does)
            paragraphs.append(HelpParagraph("row", text, cells=(key, does)))
            if shortcut is TYPE_CARD_NAME:
                paragraphs += [HelpParagraph("help", line) for line in _list_card_letters()]
    return tuple(paragraphs)


def _list_card_letters() -> tuple[str, ...]:
    italian = _("Italian cards: {letters}.").format(letters=card_letters.describe_letters("italian"))
    french = _("French cards: {letters}.").format(letters=card_letters.describe_letters("french"))
    return (
        _("After a digit, you have half a second to type the suit. Otherwise, the card in that position is played."),
        italian,
        french,
    )


def _read_file(path: Path) -> tuple[HelpParagraph, ...]:
    return parse_paragraphs(path.read_text(encoding="utf-8")) if path.exists() else ()


def add_examples(
    translated: tuple[HelpParagraph, ...], english: tuple[HelpParagraph, ...]
) -> tuple[HelpParagraph, ...]:
    """Return a translated page with the parts that only the English page names.

    They are examples, sections and rule names. A page with examples of its own, or with different paragraphs, is
    returned unchanged.
    """
    if list_examples(translated) or [paragraph.kind for paragraph in translated] != [
        paragraph.kind for paragraph in english if paragraph.example is None
    ]:
        return translated
    translated_paragraphs = iter(translated)
    return tuple(
        paragraph
        if paragraph.example is not None
        else msgspec.structs.replace(
            next(translated_paragraphs), section=paragraph.section, rule_names=paragraph.rule_names
        )
        for paragraph in english
    )


def list_examples(paragraphs: tuple[HelpParagraph, ...]) -> tuple[HelpExample, ...]:
    """Return the examples of a page, from the top."""
    return tuple(paragraph.example for paragraph in paragraphs if paragraph.example is not None)
