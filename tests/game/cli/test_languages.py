"""The command line and its library speak the language of the terminal, but JSON never does."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import main
from game.cli.parser import ARGPARSE_MESSAGES
from game.match.record import encode_record
from game.text.gettext import GETTEXT_DOMAIN, LANGUAGE_NAMES, SOURCE_LANGUAGE
from tests.game.match.played_records import play_random_record

TRANSLATED_LANGUAGES = tuple(code for code in LANGUAGE_NAMES if code != SOURCE_LANGUAGE)
LOCALE_FOLDER = Path(main.__file__).parent / "assets" / "locale"

ALL_COMMANDS = ((), ("play",), ("look",), ("simulate",), ("replay",), ("verify",), ("analyse",), ("rules",))


def run_and_join_output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return all output of the program as one line."""
    with pytest.raises(SystemExit):
        main.main(arguments)
    return " ".join("".join(capsys.readouterr()).split())


def is_command_line_message(message: Message) -> bool:
    """Return whether a text belongs to the command line and differs from its translation."""
    rooms = all(path == "main.py" or path.startswith("game/cli/") for path, _line in message.locations)
    return rooms and isinstance(message.id, str) and "{" not in message.id and message.string != message.id


@pytest.fixture(params=TRANSLATED_LANGUAGES)
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set up a very wide terminal and return its language."""
    monkeypatch.setenv("LANGUAGE", request.param)
    monkeypatch.setenv("COLUMNS", "1000")
    return str(request.param)


def test_help_contains_no_english_in_other_languages(terminal: str, capsys: pytest.CaptureFixture[str]) -> None:
    with (LOCALE_FOLDER / terminal / "LC_MESSAGES" / f"{GETTEXT_DOMAIN}.po").open("rb") as stream:
        catalogue = read_po(stream, locale=terminal, domain=GETTEXT_DOMAIN)
    messages = [message for message in catalogue if message.id and is_command_line_message(message)]
    pages = [run_and_join_output(capsys, *command, "--help") for command in ALL_COMMANDS]
    sentences = [str(message.id) for message in messages if len(str(message.id).split()) > 2]
    assert len(sentences) > 30
    assert [words for words in sentences if any(words in page for page in pages)] == []
    usage = {str(message.id): str(message.string) for message in messages}["usage: "].strip()
    assert all(page.startswith(" ".join(usage.split())) for page in pages)


def test_argparse_errors_are_translated(terminal: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("replay",), ("rules",), ("play", "--seats", "two"), ("dance",), ("replay", "a", "b")):
        line = run_and_join_output(capsys, *arguments)
        english = [words.partition("%")[0].strip() for words in ARGPARSE_MESSAGES if words.partition("%")[0].strip()]
        assert not [words for words in english if f" {words} " in line and words != "argument"], line
        assert "\\x" not in line and "\\u" not in line


def test_file_errors_are_translated(terminal: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("replay", "verify", "analyse"):
        assert main.main((command, "none.tvr")) == 2
        assert re.fullmatch(r"none\.tvr: (?!.*not exist)\w.*\n", capsys.readouterr().err)


def test_translated_argparse_messages_exist_in_argparse() -> None:
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call))
    known = {argument.value for call in calls if isinstance(call.func, ast.Name) and call.func.id == "_"
             for argument in call.args if isinstance(argument, ast.Constant)}  # fmt: skip
    assert set(ARGPARSE_MESSAGES) <= known


def test_json_is_the_same_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.tvr"
    file.write_bytes(encode_record(play_random_record()[0]))
    outputs = set()
    for language in ("en", *TRANSLATED_LANGUAGES):
        monkeypatch.setenv("LANGUAGE", language)
        assert main.main(("replay", str(file), "--json")) == 0
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1 and '"why"' in outputs.pop()
