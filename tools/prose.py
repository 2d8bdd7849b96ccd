"""Count how docstrings and comments follow the rules of prose in docs/glossary.md.

A docstring of a function should start with an imperative verb. The table shows, for each package, the share that
does, and the share of docstrings and comments with a turn of phrase that the rules exclude.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

from tools.text_tables import print_header, print_row

DEFAULT_PATHS: Final = ("game", "ui", "tools", "tests", "standalone", "assets", "main.py")
MIN_VERB_SHARE: Final = 0.6
MAX_HABIT_SHARE: Final = 0.02
VERB_LIST: Final = """
    abandon abort accept acquire act activate add adjust adopt advance align allow analyze animate answer append apply
    approve arrange ask assert assign attach average award begin bid bind blend blit block blur bound bring build
    cache calculate call cancel capture carry change check choose claim clamp clear click clip clone close collapse
    collect color combine commit compare compile complete compress compute confirm connect construct continue convert
    copy correct count cover crash create crop cut cycle damage deal decide declare decode decrease deduplicate define
    delay delegate delete deliver derive describe deselect detach detect determine disable discard dismiss dispatch
    display distribute divide do double drag draw drive drop dump duplicate enable encode end ensure enter erase
    estimate evaluate exchange exclude execute exit expand expect explain export extend extract fade fail fill filter
    find finish fit flip flush focus fold follow force forget format forward freeze gather generate get give go group
    grow guard guess halve handle hash hide highlight hint hold identify ignore import include increase index infer
    inform initialize insert install interrupt invalidate invert invite iterate join jump keep kill label launch lay
    lead learn leave let limit link list listen load locate lock log look loosen lower make map marginalize mark mask
    measure merge migrate mirror mix move multiply mute name narrate normalize note notify offer omit open order
    outline overwrite pack pad paint parse pass paste patch pause penalize perform pick place play plot poll pop
    populate post predict prepare press prevent print process produce promise prompt propose protect prove provide
    publish push put queue quit quote raise rank rasterize read rebuild recall receive recognize recommend recompute
    reconnect record recover redraw reduce refill refresh refuse register reject release reload remember remind remove
    rename render renew reopen repaint repeat replace replay report request require resample rescale reserve reset
    resize resolve respond restart restore restrict resume retry return reuse reveal reverse revert rewrite roll
    rotate route run sample sanitize save say scale scan schedule score scroll search see select send separate
    serialize serve set settle shape shift shorten show shrink shuffle shut sign simulate skip slide smooth snap solve
    sort speak split spread start state stop store strengthen stretch strip stub submit subtract suggest sum supply
    suppress suspend swap switch synchronize take tell terminate test throw tint toggle tokenize track train transfer
    transform translate traverse trigger trim truncate try turn undo unlock unpack unregister unwrap update upgrade
    use validate verify visit vote wait wake walk warm warn watch weaken weigh whiten withdraw wrap write yield
"""
VERBS: Final = frozenset(VERB_LIST.split())
HABITS: Final = tuple(
    re.compile(pattern.replace(" ", r"\s+"))
    for pattern in (
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
    )
)
QUOTED: Final = re.compile(r'``.+?``|`[^`]+`|"[^"]*"', re.DOTALL)


@dataclass
class Tally:
    """The counts of one package, and its findings as ``path:line: fault``."""

    function_docstrings: int = 0
    verbs: int = 0
    texts: int = 0
    texts_with_habit: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def verb_share(self) -> float:
        """The share of function docstrings that start with a verb, 0 to 1; 1 if there are none."""
        return self.verbs / self.function_docstrings if self.function_docstrings else 1.0

    @property
    def habit_share(self) -> float:
        """The share of docstrings and comments with a habit, 0 to 1."""
        return self.texts_with_habit / self.texts if self.texts else 0.0

    def add_source(self, source: str, path: str) -> None:
        """Count the docstrings and comments of one Python file."""
        tree = ast.parse(source, path)
        for line, docstring in iter_function_docstrings(tree):
            self.function_docstrings += 1
            if starts_with_verb(docstring):
                self.verbs += 1
            else:
                self.findings.append(f"{path}:{line}: no verb: {docstring.strip().splitlines()[0]}")
        for line, text in (*iter_docstrings(tree), *iter_comments(source)):
            self.texts += 1
            habits = find_habits(text)
            self.texts_with_habit += bool(habits)
            self.findings += [f"{path}:{line + offset}: habit: {habit}" for offset, habit in habits]

    def add(self, other: Tally) -> None:
        """Add the counts of ``other``."""
        self.function_docstrings += other.function_docstrings
        self.verbs += other.verbs
        self.texts += other.texts
        self.texts_with_habit += other.texts_with_habit


def iter_function_docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each function's docstring, except of properties and overloads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (docstring := ast.get_docstring(node)):
            names = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
            if not names & {"property", "cached_property", "overload"}:
                yield node.body[0].lineno, docstring


def iter_docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring: of modules, classes, functions and values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def iter_comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each comment; comments in successive lines are one."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(token.start[0], token.string.lstrip("#! ")) for token in tokens if token.type == tokenize.COMMENT]
    for _key, group in groupby(enumerate(comments), key=lambda pair: pair[1][0] - pair[0]):
        block = [comment for _index, comment in group]
        yield block[0][0], "\n".join(text for _line, text in block)


def starts_with_verb(docstring: str) -> bool:
    """Return whether the first word is one of `VERBS`."""
    first_word = re.match(r"\s*([A-Za-z-]+)(?![\w'`,])", docstring)
    return first_word is not None and first_word[1].lower() in VERBS


def find_habits(text: str) -> list[tuple[int, str]]:
    """Return each excluded turn of phrase with its line in ``text``, from 0; quoted words and code do not count."""
    prose = QUOTED.sub(lambda quoted: re.sub(r"[^\s]", "_", quoted[0]), text)
    matches = [match for pattern in HABITS for match in pattern.finditer(prose)]
    return [
        (prose.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())), " ".join(match[0].split()))
        for match in matches
    ]


def count_paths(paths: Sequence[Path]) -> dict[str, Tally]:
    """Return the tallies of the Python files in ``paths`` by package: ``game/rules``, ``ui/app``, ``tools``, ..."""
    tallies = defaultdict[str, Tally](Tally)
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            package = file.parts[:2] if file.parts[0] in ("game", "ui") and len(file.parts) > 2 else file.parts[:1]
            tallies["/".join(package)].add_source(file.read_text("utf-8"), str(file))
    return dict(tallies)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return the exit status: 1 if one of the two bounds is missed over all files, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", default=[Path(path) for path in DEFAULT_PATHS])
    parser.add_argument("--list", action="store_true", help="name every finding as path:line")
    options = parser.parse_args(arguments)
    tallies, total = count_paths(options.paths), Tally()
    if options.list:
        print(*(finding for tally in tallies.values() for finding in tally.findings), sep="\n")
    print_header("package", "functions", "start with verb", "texts", "with habit")
    for tally in tallies.values():
        total.add(tally)
    for name, tally in (*tallies.items(), ("all", total)):
        texts = (
            str(tally.function_docstrings),
            f"{tally.verb_share:.0%}",
            str(tally.texts),
            f"{tally.habit_share:.1%}",
        )
        print_row(name, *texts)
    return int(total.verb_share < MIN_VERB_SHARE or total.habit_share > MAX_HABIT_SHARE)


if __name__ == "__main__":
    sys.exit(main())
