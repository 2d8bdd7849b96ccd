"""The self-check names a broken part in one line. `tests/test_command_line.py` tests that it passes."""

from __future__ import annotations

import logging
import shutil
import struct
from pathlib import Path

import pytest

from assets import ASSETS_FOLDER
from game.text import gettext
from game.text.gettext import _
from tests.ui.app_driver import AppDriver, make_settings
from ui.app import self_check
from ui.app.settings import Settings

TRANSLATION_BY_TEXT = {"": "Content-Type: text/plain; charset=UTF-8\n", "New match": "Nuova partita"}


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(sound=True)


@pytest.fixture(name="assets")
def _assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the assets, so that a test can damage them."""
    copy = tmp_path / "assets"
    shutil.copytree(ASSETS_FOLDER, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(self_check, "ASSETS_FOLDER", copy)
    monkeypatch.setattr(gettext, "_LOCALE_FOLDER", copy / "locale")
    return copy


def encode_mo(words: dict[str, str]) -> bytes:
    """Return a translation in the format of gettext (.mo)."""
    ids, texts = [key.encode() for key in sorted(words)], [words[key].encode() for key in sorted(words)]
    offset = 28 + 16 * len(ids)
    table, data = b"", b""
    for text in [*ids, *texts]:
        table += struct.pack("<II", len(text), offset + len(data))
        data += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(ids), 28, 28 + 8 * len(ids), 0, offset) + table + data


def get_failure_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], part: self_check.SelfCheckPart
) -> str:
    """Return the line of a self-check of ``part`` alone."""
    monkeypatch.setattr(self_check, "_iter_parts", lambda: iter([("the part", part)]))
    assert self_check.run_self_check() == 1
    lines = capsys.readouterr()
    assert "passed" not in lines.out
    (line,) = lines.err.splitlines()
    return line


def test_failed_check_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def part(_app: object) -> str:
        raise KeyError("two\nlines")

    assert get_failure_line(monkeypatch, capsys, part).startswith("tavoloverde --smoke-test: the part: ")


def test_replaced_worker_process_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def part(_app: object) -> str:
        logging.getLogger("game.ai.worker_process").warning("the thinking process is replaced")
        return "well"

    assert get_failure_line(monkeypatch, capsys, part).endswith("the thinking process is replaced")


@pytest.mark.parametrize("name", ["cards/french/Ad.svg", "portraits/03.svg", "icon-64.png"])
def test_broken_picture_is_named(app: AppDriver, assets: Path, name: str) -> None:
    (assets / name).write_bytes(b"no picture")
    with pytest.raises(self_check.SelfCheckError, match=name):
        self_check.check_pictures(app)


def test_missing_card_is_named(app: AppDriver, assets: Path) -> None:
    (assets / "cards" / "french" / "Ad.svg").unlink()
    with pytest.raises(self_check.SelfCheckError, match=r"cards/french/Ad\.svg is missing"):
        self_check.check_pictures(app)


def test_broken_sound_is_named(app: AppDriver, assets: Path) -> None:
    (assets / "sounds" / "deal.wav").write_bytes(b"no sound")
    with pytest.raises(self_check.SelfCheckError, match=r"deal\.wav"):
        self_check.check_sounds(app)


def test_missing_help_page_is_named(app: AppDriver, assets: Path) -> None:
    (assets / "help" / "spades.en.md").unlink()
    with pytest.raises(self_check.SelfCheckError, match=r"spades\.en\.md"):
        self_check.check_help(app)


def test_empty_asset_folders_are_an_error(app: AppDriver, assets: Path) -> None:
    shutil.rmtree(assets / "sounds")
    with pytest.raises(self_check.SelfCheckError, match="sounds"):
        self_check.check_sounds(app)


def test_every_translation_is_used(app: AppDriver, assets: Path) -> None:
    shutil.rmtree(assets / "locale")
    assert self_check.check_languages(app) == "en"
    file = assets / "locale" / "it" / "LC_MESSAGES" / "tavoloverde.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(encode_mo(TRANSLATION_BY_TEXT))
    assert self_check.check_languages(app) == "en, it"
    assert _("New match") == "New match"


@pytest.mark.parametrize("data", [b"no translation", encode_mo({})], ids=["damaged", "empty"])
def test_empty_translation_is_named(app: AppDriver, assets: Path, data: bytes) -> None:
    file = assets / "locale" / "it" / "LC_MESSAGES" / "tavoloverde.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    with pytest.raises(self_check.SelfCheckError, match=r"it/LC_MESSAGES/tavoloverde\.mo"):
        self_check.check_languages(app)


def test_match_is_saved_and_loaded(app: AppDriver) -> None:
    assert self_check.check_saved_matches(app)
