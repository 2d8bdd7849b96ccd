"""Rule sets on disk: stored completely, damage reported and set aside, export and import, the command."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import main
from game.exchange.rule_files import export_rule_set, import_rule_set
from game.match.house_rules import (
    RULES_FILE_SUFFIX,
    Addition,
    HouseRules,
    change_rule,
    encode_rule_set,
    make_preset_rule_set,
    replace,
)
from game.rules import GAMES
from game.storage.files import Folders, StorageError
from game.storage.rule_sets import open_house_rules
from game.text.file_names import make_rules_file_name
from tests.fakes import make_folders
from tests.rows import check_rows

BAR_RULES = replace(change_rule(make_preset_rule_set("chiamata", "online"), "annul_four_twos", True), name="Bar Sport")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    return make_folders(tmp_path)


def test_change_is_on_disk_when_it_is_accepted(folders: Folders) -> None:
    book, notice = open_house_rules(folders).update(
        lambda book: book.with_default_rule_set(BAR_RULES).with_named_rule_set(BAR_RULES)
    )
    assert notice is None and open_house_rules(folders).read() == (book, None)
    assert book.get_default_rule_set("chiamata").options == BAR_RULES.options and book.tables == (BAR_RULES,)


@check_rows("name", ["Bar Sport", "Bar/Sport", "../x", "C:\\x", "è così", "."])
def test_rule_file_is_named_after_its_rules_only(tmp_path: Path, name: str) -> None:
    rules = replace(BAR_RULES, name=name)
    path = export_rule_set(rules, tmp_path / make_rules_file_name(rules))
    assert path.parent == tmp_path and path.suffix == RULES_FILE_SUFFIX
    assert import_rule_set(path) == rules


def test_export_overwrites_no_file(tmp_path: Path) -> None:
    path = export_rule_set(BAR_RULES, tmp_path / "bar")
    assert path.name == "bar" + RULES_FILE_SUFFIX
    with pytest.raises(StorageError, match="already exists"):
        export_rule_set(replace(BAR_RULES, name="Other"), tmp_path / "bar")
    assert import_rule_set(path) == BAR_RULES


def test_unnamed_rules_are_named_after_their_file(tmp_path: Path) -> None:
    path = export_rule_set(replace(BAR_RULES, name=""), tmp_path / "Circolo Aurora")
    assert import_rule_set(path).name == "Circolo Aurora"


INVISIBLE_NAMES = ("\u200b", "\u200b\u200b", "\u2060", "\udcff\udcfe")
"""File names without a visible character."""


@pytest.mark.skipif(sys.platform != "linux", reason="such names are not possible there")
def test_rules_with_invisible_name_are_named_after_their_preset(
    folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seconds, name in zip((30, 60, 90, 120), INVISIBLE_NAMES, strict=True):
        path = tmp_path / f"{name}{RULES_FILE_SUFFIX}"
        path.write_bytes(
            encode_rule_set(replace(change_rule(make_preset_rule_set("chiamata"), "turn_seconds", seconds), name=""))
        )
        assert import_rule_set(path).name == "Traditional"
        assert main.main(["rules", "import", str(path)]) == 0
    stored_sets = open_house_rules(folders).read()[0].tables
    assert [rule_set.name for rule_set in stored_sets] == [
        "Traditional",
        *(f"Traditional {number}" for number in (2, 3, 4)),
    ]
    assert "Traditional 4 (" in capsys.readouterr().out.splitlines()[-1]


def test_simultaneous_imports_of_one_name_keep_every_set_under_reported_names(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    sets = [change_rule(replace(BAR_RULES, preset="online"), "turn_seconds", 5 * number) for number in range(1, 21)]
    additions = [Addition(rule_set) for rule_set in sets]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(open_house_rules(folders).update, additions))
    stored_sets = open_house_rules(folders).read()[0].tables
    assert {rule_set.name for rule_set in stored_sets} == {
        "Bar Sport",
        *(f"Bar Sport {number}" for number in range(2, 21)),
    }
    assert {rule_set.options.turn_seconds for rule_set in stored_sets} == {*range(5, 105, 5)}
    assert all(rule_set.named in stored_sets for rule_set in additions)


# -- the command


def test_command_exports_and_imports_rules(
    folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_house_rules(folders).update(lambda book: book.with_default_rule_set(BAR_RULES).with_named_rule_set(BAR_RULES))
    for name in ("Bar Sport", "chiamata"):
        assert main.main(["rules", "export", name, str(tmp_path / f"{name} file")]) == 0
    open_house_rules(folders).update(lambda _book: HouseRules())
    for name in ("Bar Sport", "chiamata"):
        assert main.main(["rules", "import", str(tmp_path / f"{name} file{RULES_FILE_SUFFIX}")]) == 0
    tables = open_house_rules(folders).read()[0].tables
    assert [(rule_set.name, rule_set.options) for rule_set in tables] == [
        ("Bar Sport", BAR_RULES.options),
        ("chiamata file", BAR_RULES.options),
    ]
    capsys.readouterr()
    assert main.main(["rules", "list"]) == 0
    output = capsys.readouterr().out
    assert "Bar Sport: chiamata/online\n  annul_four_twos = true" in output
    assert all(f"{game}/" in output for game in GAMES)
