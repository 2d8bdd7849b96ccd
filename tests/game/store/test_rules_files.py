"""House rules on the disk: kept whole, damage named and set aside, files that travel, the command."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import main
from game.house_rules import ENDING, FILE_LIMIT, Addition, RuleBook, RuleSet, dump, preset_rules, replace, with_rule
from game.rules import GAMES
from game.store.files import Folders, StorageError, documents_folder
from game.store.rules import FILE, change_rules, export_rules, file_name, import_rules, load_rules
from tests.fakes import folders_in

BAR = replace(with_rule(preset_rules("chiamata", "online"), "annul_four_twos", True), name="Bar Sport")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    return folders_in(tmp_path)


def test_a_change_is_on_the_disk_when_it_is_accepted(folders: Folders) -> None:
    book, notice = change_rules(folders, lambda book: book.with_house(BAR).with_table(BAR))
    assert notice is None and load_rules(folders) == (book, None)
    assert book.house_of("chiamata").options == BAR.options and book.tables == (BAR,)


def test_two_windows_lose_nothing_of_each_other(folders: Folders) -> None:
    other = replace(BAR, name="Circolo")
    change_rules(folders, lambda book: book.with_table(BAR))
    change_rules(folders, lambda book: book.with_table(other))
    assert load_rules(folders)[0].tables == (BAR, other)


@pytest.mark.parametrize("text, place", [
    ("{", ""), ("[]", ""), ('{"tables": [{"game": "poker", "preset": "x"}]}', "tables[0]"),
    ('{"house": [{"game": "chiamata", "preset": "online", "changes": {"solo": 7}}]}', "house[0]"),
])  # fmt: skip
@pytest.mark.parametrize("changing", [False, True])
def test_damage_is_named_in_one_line_and_set_aside(folders: Folders, text: str, place: str, changing: bool) -> None:
    path = folders.config / FILE
    path.write_text(text)
    book, notice = change_rules(folders, lambda book: book) if changing else load_rules(folders)
    assert book == RuleBook() and notice is not None
    assert FILE in notice.text and place in notice.text and "\n" not in notice.text
    assert notice.path.read_text() == text


def test_what_cannot_be_kept_changes_nothing(folders: Folders) -> None:
    change_rules(folders, lambda book: book.with_table(BAR))
    before = (folders.config / FILE).read_bytes()

    def fails(_book: RuleBook) -> RuleBook:
        raise StorageError("the disk is full")

    with pytest.raises(StorageError):
        change_rules(folders, fails)
    assert (folders.config / FILE).read_bytes() == before


@pytest.mark.parametrize("name", ["Bar Sport", "Bar/Sport", "../x", "C:\\x", "è così", "."])
def test_a_file_is_named_after_its_rules_and_nothing_else(tmp_path: Path, name: str) -> None:
    rules = replace(BAR, name=name)
    path = export_rules(rules, tmp_path / file_name(rules))
    assert path.parent == tmp_path and path.suffix == ENDING
    assert import_rules(path) == rules


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path = export_rules(BAR, tmp_path / "bar")
    assert path.name == "bar" + ENDING
    with pytest.raises(StorageError, match="is there already"):
        export_rules(replace(BAR, name="Other"), tmp_path / "bar")
    assert import_rules(path) == BAR


def test_rules_without_a_name_are_called_after_their_file(tmp_path: Path) -> None:
    path = export_rules(replace(BAR, name=""), tmp_path / "Circolo Aurora")
    assert import_rules(path).name == "Circolo Aurora"


NAMELESS = ("\u200b", "\u200b\u200b", "\u2060", os.fsdecode(b"\xff\xfe"))
"""Names of files of which nothing can be seen."""


@pytest.mark.skipif(os.name == "nt", reason="such names are not possible there")
def test_rules_without_any_visible_name_are_called_after_their_preset(
    folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seconds, name in zip((30, 60, 90, 120), NAMELESS, strict=True):
        path = tmp_path / f"{name}{ENDING}"
        path.write_bytes(dump(replace(with_rule(preset_rules("chiamata"), "turn_seconds", seconds), name="")))
        assert import_rules(path).name == "Regolamento"
        assert main.main(["rules", "import", str(path)]) == 0
    kept = load_rules(folders)[0].tables
    assert [one.name for one in kept] == ["Regolamento", *(f"Regolamento {number}" for number in (2, 3, 4))]
    assert capsys.readouterr().out.splitlines()[-1].startswith("Regolamento 4 (")


def test_imports_at_once_keep_every_set_of_one_name_and_say_how_it_is_called(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    sets = [with_rule(replace(BAR, preset="online"), "turn_seconds", 5 * number) for number in range(1, 21)]
    additions = [Addition(one) for one in sets]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(partial(change_rules, folders), additions))
    kept = load_rules(folders)[0].tables
    assert {one.name for one in kept} == {"Bar Sport", *(f"Bar Sport {number}" for number in range(2, 21))}
    assert sorted(one.options.turn_seconds for one in kept) == [5 * number for number in range(1, 21)]
    assert all(one.named in kept for one in additions)


def test_what_is_no_file_of_rules_is_one_line_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b" " * (FILE_LIMIT + 1))
    (tmp_path / "wrong").write_bytes(b'{"format": "x", "version": 1, "game": "chiamata"}')
    for name, words in (("large", "larger than 64 kB"), ("none", "no such file"), ("wrong", "these are no house rules"),
                        ("", "this is a folder"), ("nul\0", "cannot be the name"), ("~no one/x", "home")):  # fmt: skip
        with pytest.raises(StorageError, match=words) as refusal:
            import_rules(Path(name) if name.startswith("~") else tmp_path / name)
        assert "\n" not in str(refusal.value)


def test_what_is_a_person_s_own_goes_where_his_things_are(tmp_path: Path) -> None:
    assert documents_folder({"TAVOLOVERDE_HOME": str(tmp_path)}) == tmp_path
    assert documents_folder({}).is_absolute()


# -- the command


def test_the_command_exports_and_imports(folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change_rules(folders, lambda book: book.with_house(BAR).with_table(BAR))
    for name in ("Bar Sport", "chiamata"):
        assert main.main(["rules", "export", name, str(tmp_path / f"{name} file")]) == 0
    change_rules(folders, lambda _book: RuleBook())
    assert main.main(["rules", "import", str(tmp_path / f"Bar Sport file{ENDING}")]) == 0
    assert main.main(["rules", "import", str(tmp_path / f"chiamata file{ENDING}")]) == 0
    tables: tuple[RuleSet, ...] = load_rules(folders)[0].tables
    assert [one.name for one in tables] == ["Bar Sport", "chiamata file"]
    assert {one.options for one in tables} == {BAR.options}
    capsys.readouterr()
    assert main.main(["rules", "list"]) == 0
    said = capsys.readouterr().out
    assert "Bar Sport: chiamata/online\n  annul_four_twos = true" in said
    assert all(f"{game}/" in said for game in GAMES)


@pytest.mark.parametrize("call", [["import", "none.tvrules"], ["export", "Nobody", "x"]])
def test_what_is_wrong_with_the_command_is_one_line(
    folders: Folders, call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["rules", *call]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert not (folders.config / FILE).exists()


def test_a_faulty_file_changes_nothing(folders: Folders, tmp_path: Path) -> None:
    change_rules(folders, lambda book: book.with_table(BAR))
    before = (folders.config / FILE).read_bytes()
    bad = tmp_path / "bad.tvrules"
    bad.write_bytes(dump(BAR).replace(b"true", b"7"))
    assert main.main(["rules", "import", str(bad)]) == 2
    assert (folders.config / FILE).read_bytes() == before
