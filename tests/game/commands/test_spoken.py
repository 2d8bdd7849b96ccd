"""The command line speaks the language of the terminal, the words of its library among them; JSON never does."""

from __future__ import annotations

import argparse
import ast
import inspect
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import main
from game.commands.parsing import WORDS
from game.i18n import DOMAIN, LANGUAGES, SOURCE
from game.record import dump
from tests.game.test_record import match_record

TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE)
LOCALES = Path(main.__file__).parent / "assets" / "locale"

COMMANDS = ((), ("play",), ("look",), ("simulate",), ("replay",), ("verify",), ("analyse",), ("rules",))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """All that the program prints, as one line."""
    with pytest.raises(SystemExit):
        main.main(arguments)
    return " ".join("".join(capsys.readouterr()).split())


def of_the_command_line(message: Message) -> bool:
    """Whether a text is from the door or from a command, and another than its translation."""
    rooms = all(path == "main.py" or path.startswith("game/commands/") for path, _line in message.locations)
    return rooms and isinstance(message.id, str) and "{" not in message.id and message.string != message.id


@pytest.fixture(params=TRANSLATED)
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A terminal as wide as any line, and its language."""
    monkeypatch.setenv("LANGUAGE", request.param)
    monkeypatch.setenv("COLUMNS", "1000")
    return str(request.param)


def test_no_help_says_anything_in_english(terminal: str, capsys: pytest.CaptureFixture[str]) -> None:
    with (LOCALES / terminal / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as stream:
        catalogue = read_po(stream, locale=terminal, domain=DOMAIN)
    messages = [one for one in catalogue if one.id and of_the_command_line(one)]
    pages = [said(capsys, *command, "--help") for command in COMMANDS]
    sentences = [str(one.id) for one in messages if len(str(one.id).split()) > 2]
    assert len(sentences) > 30
    assert [words for words in sentences if any(words in page for page in pages)] == []
    usage = {str(one.id): str(one.string) for one in messages}["usage: "].strip()
    assert all(page.startswith(" ".join(usage.split())) for page in pages)


def test_a_complaint_of_the_library_is_in_the_language_too(terminal: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("replay",), ("rules",), ("play", "--seats", "two"), ("dance",), ("replay", "a", "b")):
        line = said(capsys, *arguments)
        english = [words.partition("%")[0].strip() for words in WORDS if words.partition("%")[0].strip()]
        assert not [words for words in english if f" {words} " in line and words != "argument"], line
        assert "\\x" not in line and "\\u" not in line


def test_the_words_of_the_library_are_those_that_it_has() -> None:
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call))
    known = {one.value for call in calls if isinstance(call.func, ast.Name) and call.func.id == "_"
             for one in call.args if isinstance(one, ast.Constant)}  # fmt: skip
    assert set(WORDS) <= known


def test_json_is_the_same_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.tvr"
    file.write_bytes(dump(match_record()[0]))
    found = set()
    for language in ("en", *TRANSLATED):
        monkeypatch.setenv("LANGUAGE", language)
        assert main.main(("replay", str(file), "--json")) == 0
        found.add(capsys.readouterr().out)
    assert len(found) == 1 and '"why"' in found.pop()
