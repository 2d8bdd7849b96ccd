"""The files, commands, pictures and versions that the documents name exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from game.version import VERSION

ROOT: Final = Path(__file__).resolve().parents[1]
DOCUMENTS: Final = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tools" / "README.md"]
for_each_document = pytest.mark.parametrize("paper", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])


@for_each_document
def test_links_lead_to_existing_files(paper: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", paper.read_text("utf-8"))
    assert not [link for link in links if "://" not in link and not (paper.parent / link).exists()]


@for_each_document
def test_runnable_modules_named_in_documents_exist(paper: Path) -> None:
    modules = re.findall(r"python -m ((?:tests|tools|standalone)[\w.]*)", paper.read_text("utf-8"))
    homes = [ROOT.joinpath(*name.rstrip(".").split(".")) for name in modules]
    assert not [home for home in homes if not ((home / "__main__.py").exists() or home.with_suffix(".py").exists())]


@for_each_document
def test_files_named_in_documents_exist(paper: Path) -> None:
    named = re.findall(r"`((?:tests|tools|game|ui|docs|assets)/[\w/.]+\.(?:py|md))`", paper.read_text("utf-8"))
    assert not [name for name in named if not (ROOT / name).exists() and "NAME" not in name]


def test_changelog_starts_with_current_version() -> None:
    first = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None and first[1] == VERSION


def test_ci_runs_tests_on_three_systems_for_push_and_pull_request() -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    workflow = yaml.load(text, yaml.BaseLoader)  # a key "on" stays a text
    assert set(workflow["on"]) == {"push", "pull_request"} and not any(workflow["on"].values())
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    used = {step["uses"].partition("@")[0] for step in steps if "uses" in step}
    assert used == {"actions/checkout", "actions/setup-python"}
    assert all(step["with"]["python-version"] == "3.11" for step in steps if "setup-python" in step.get("uses", ""))
    linux, elsewhere = workflow["jobs"]["linux"], workflow["jobs"]["elsewhere"]
    assert any(step.get("run") == ".ci/run" for step in linux["steps"])
    assert {runner.partition("-")[0] for runner in elsewhere["strategy"]["matrix"]["runner"]} == {"windows", "macos"}
    assert any('pytest --no-cov -n auto -m "not window"' in step.get("run", "") for step in elsewhere["steps"])
