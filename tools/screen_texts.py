"""Name the texts of the screen that break a rule of docs/style.md that can be counted.

The English texts come from the code, the Italian and French ones from the catalogs; the help pages are read too. A
text breaks a rule if it has an excluded turn of phrase or word, a sentence that is too long, or too many words for a
button or a label.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from game.match.house_rules import make_preset_rule_set
from game.rules import GAMES
from game.text.gettext import SOURCE_LANGUAGE
from tools import ASSETS, ROOT
from tools.translations.files import TRANSLATED_LANGUAGES, read_catalog
from tools.translations.texts import SOURCE_FOLDERS, make_template

MAX_SENTENCE_WORDS: Final = 24
MAX_BUTTON_WORDS: Final = 3
MAX_LABEL_WORDS: Final = 4
RULE_NAMES_HEADING: Final = "## Names of the house rules"
BUTTON_CALLS: Final = frozenset({"Action", "Button", "MenuEntry", "add_footer_button"})
LABEL_CALLS: Final = frozenset({"declare_option"})
"""The functions whose first text is a button or a label."""
EXCLUDED: Final = {
    "en": (
        r"\b(?:take|takes|taken|took) back\b", r"\bgone through\b", r"\bgives? (?:it )?up\b", r"\bsigns\b(?= long)",
        r"\bbarred\b", r"\b(?:may|can)(?: not|not)? sit down\b", r"(?<![\w-])-\d", r"’",
        r"(?:\A\s*|[.;!?] |\n\n\s*)(?:Who|Whom|Whoever|What|Whatever)\b(?=[^?]*?(?:[.;]|\Z))",
        r"\b[Ww]ho(?:m?)ever\b",
        r"\b(?:because|but|if|since|so|when|while) (?:who|what) \w",
        r"\b(?:[Tt]hose|[Oo]ne|nobody|[Aa]ll) who\b",
        r"\b[Ss]o (?:many|often|great an?|large an?|small an?|few)\b(?![^.;]*\bthat\b)",
        r"\b[Aa]s \w+ as may be\b",
        r"\bfor good(?=[.,;:)]|\Z| (?:and|from|if|once|when)\b)",
        r"(?<!here\s)\b(?:am|are|is|was|were) no (?!better|fewer|later|less|longer|more|one|worse)\w",
        r"\b(?:lies|stands|stood)\b|\bfalls\b(?! back)",
        r"\bbe had\b",
        r"\b[Tt]here (?:is|was) nothing\b",
        r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself|[Ss]he|[Hh]er|[Hh]ers|[Hh]erself)\b(?!')",
        r"\b(?:as|before|how|if|once|than|that|unless|until|what|when|where|which|while) one "
        r"(?:asks|can|chooses|clicks|does|gets|knows|likes|looks|may|must|plays|presses|reads|sees|should|takes|"
        r"thinks|wants|would)\b",
        r"(?<!this\s)(?<!that\s)\bone's\b|\boneself\b",
        r"\b[Kk]naves?\b", r"\bjack at best\b", r"\bnil broken\b|\bbroken nil\b",
    ),
    "it": (
        r"\btant[ei]\b(?! grazie)", r"\bverbal[ei]\b", r"\bsenza gioco\b", r"\b(?:propria|ogni) parte\b",
        r"\bdi norma\b", r"\bconservat[aeio]\b", r"\bsolo computer\b", r"\bseme d'apertura\b",
        r"\bgiocatori del computer\b", r"\b[Cc]artine\b", r"\bcome stampato\b", r"\b[Dd]iario\b", r"\bsalva e lascia\b",
        r"(?<![\w-])-\d", r"’", r"\bnon de(?:ve|vono) (?:rispondere|dare|prendere)\b",
        r"\b[Pp]osta doppia\b", r"\bcarte povere, a monte\b", r"\bgiocator[ei] virtual[ei]\b",
    ),
    "fr": (
        r"\btant d(?:e\b|')", r"\bdehors\b(?<!bien dehors)", r"\babîm", r"\bsous exclusion\b",
        r"\bjoueurs de l'ordinateur\b",
        r"\b(?:à la|sa|votre|leur) marque\b", r"\bMarque\b", r"\b[Oo]uvrir les mains\b", r"\b[Ff]ermer les mains\b",
        r"\bplus haute donne\b", r"\bpendule\b", r"\btel qu'imprimé\b", r"\btable italienne\b", r"Ce n'est pas juste",
        r"(?:\A|[.;] )Qui \w[^?!]*[.;](?:\s|\Z)", r"(?<![\w-])-\d", r"’", r" [:;!?»]|« | %(?![(a-z])",
        r"\bvalet au mieux\b", r"\bsans preneur\b", r"\bjoueurs? virtuels?\b", r"\brangs en main\b", r"\bmain pauvre\b",
    ),
}  # fmt: skip
"""Words and turns that docs/glossary.md replaces, as regular expressions, by language."""


def find_excluded(text: str, language: str) -> list[str]:
    """Return the excluded words and turns of phrase in a text."""
    text = re.sub(r"\{[^}]*\}", "_", text)
    return [match[0].strip() for pattern in EXCLUDED[language] for match in re.finditer(pattern, text)]


def count_longest_sentence(text: str) -> int:
    """Return the number of words of the longest sentence."""
    return max(len(sentence.split()) for sentence in re.split(r"(?<=[.!?:;])\s|\n", text))


def iter_texts(catalog: Catalog, *, is_translated: bool) -> Iterator[str]:
    """Yield each text of a catalog, plural forms too: the translations, or the English texts."""
    for message in catalog:
        if message.id:
            forms = message.string if is_translated else message.id
            yield from (forms,) if isinstance(forms, str) else tuple(forms or ())


def iter_help_lines(language: str) -> Iterator[tuple[str, str]]:
    """Yield each line of the help pages in a language, with its place ``page:line``."""
    for page in sorted((ASSETS / "help").glob(f"*.{language}.md")):
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            yield f"{page.name}:{number}", line


def iter_short_texts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the texts of buttons and labels in a Python file, with the most words allowed and the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        limit = MAX_BUTTON_WORDS if name in BUTTON_CALLS else MAX_LABEL_WORDS if name in LABEL_CALLS else 0
        texts = [argument.args[0] for argument in node.args if isinstance(argument, ast.Call) and _is_marker(argument)]
        if limit and texts and isinstance(texts[0], ast.Constant):
            yield str(texts[0].value), limit, node.lineno


def _is_marker(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("_", "N_") and bool(call.args)


def list_faults() -> list[str]:
    """Return a line for each broken rule: language or place, what is wrong, and the text."""
    faults = []
    catalogs = {SOURCE_LANGUAGE: make_template()} | {code: read_catalog(code) for code in TRANSLATED_LANGUAGES}
    for language, catalog in catalogs.items():
        for text in iter_texts(catalog, is_translated=language != SOURCE_LANGUAGE):
            faults += [f"{language}: {turn!r}: {text}" for turn in find_excluded(text, language)]
            if language == SOURCE_LANGUAGE and count_longest_sentence(text) > MAX_SENTENCE_WORDS:
                faults.append(f"{language}: {count_longest_sentence(text)} words in a sentence: {text}")
        for place, line in iter_help_lines(language):
            faults += [f"{place}: {turn!r}: {line}" for turn in find_excluded(line, language)]
    for path in (path for folder in SOURCE_FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        for text, limit, line_number in iter_short_texts(path):
            if len(text.rstrip("…").split()) > limit:
                faults.append(f"{path.relative_to(ROOT)}:{line_number}: more than {limit} words: {text}")
    return faults


def list_rule_name_faults(glossary: str) -> list[str]:
    """Return a line for each house rule whose names in the glossary differ from those in the program.

    ``glossary``: the text of docs/glossary.md.
    """
    catalogs = [read_catalog(language) for language in TRANSLATED_LANGUAGES]
    shown_names = {
        (spec.name, spec.label, *(str(catalog[spec.label].string) for catalog in catalogs))
        for game in GAMES
        for spec in make_preset_rule_set(game, next(iter(GAMES[game].presets))).option_specs
    }
    rows = re.findall(
        r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \|$", glossary.partition(RULE_NAMES_HEADING)[2], re.MULTILINE
    )
    told_names = {(option, *names) for option, *names in rows}
    shown_names = {tuple(name.replace("\N{NO-BREAK SPACE}", " ") for name in names) for names in shown_names}
    return [f"docs/glossary.md: {names[0]}: {', '.join(names[1:])}" for names in sorted(shown_names ^ told_names)]


def main() -> int:
    """Print the broken rules and return the exit status: 1 if there are any, else 0."""
    argparse.ArgumentParser(prog="python -m tools.screen_texts", description=__doc__).parse_args()
    faults = list_faults() + list_rule_name_faults((ROOT / "docs" / "glossary.md").read_text("utf-8"))
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
