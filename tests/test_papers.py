"""What the papers name is there: files, commands, pictures, the version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from game.version import VERSION

ROOT: Final = Path(__file__).resolve().parents[1]
PAPERS: Final = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tools" / "README.md"]
papers = pytest.mark.parametrize("paper", PAPERS, ids=[str(path.relative_to(ROOT)) for path in PAPERS])


@papers
def test_every_link_leads_to_a_file_of_the_house(paper: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", paper.read_text("utf-8"))
    assert not [link for link in links if "://" not in link and not (paper.parent / link).exists()]


@papers
def test_every_module_that_is_to_be_run_is_there(paper: Path) -> None:
    modules = re.findall(r"python -m ((?:tests|tools|standalone)[\w.]*)", paper.read_text("utf-8"))
    homes = [ROOT.joinpath(*name.rstrip(".").split(".")) for name in modules]
    assert not [home for home in homes if not ((home / "__main__.py").exists() or home.with_suffix(".py").exists())]


@papers
def test_every_file_that_is_named_is_there(paper: Path) -> None:
    named = re.findall(r"`((?:tests|tools|game|ui|docs|assets)/[\w/.]+\.(?:py|md))`", paper.read_text("utf-8"))
    assert not [name for name in named if not (ROOT / name).exists() and "NAME" not in name]


def test_the_list_of_changes_begins_with_this_version() -> None:
    first = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None and first[1] == VERSION


def test_every_push_and_pull_request_runs_the_tests_on_three_systems() -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    whole = yaml.load(text, yaml.BaseLoader)  # a key "on" stays a text
    assert set(whole["on"]) == {"push", "pull_request"} and not any(whole["on"].values())
    steps = [step for job in whole["jobs"].values() for step in job["steps"]]
    used = {step["uses"].partition("@")[0] for step in steps if "uses" in step}
    assert used == {"actions/checkout", "actions/setup-python"}
    assert all(step["with"]["python-version"] == "3.11" for step in steps if "setup-python" in step.get("uses", ""))
    linux, elsewhere = whole["jobs"]["linux"], whole["jobs"]["elsewhere"]
    assert any(step.get("run") == ".ci/run" for step in linux["steps"])
    assert {runner.partition("-")[0] for runner in elsewhere["strategy"]["matrix"]["runner"]} == {"windows", "macos"}
    assert any('pytest --no-cov -n auto -m "not window"' in step.get("run", "") for step in elsewhere["steps"])
