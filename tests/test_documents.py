"""The documents name only files, headings, commands and versions that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from game.version import VERSION

ROOT: Final = Path(__file__).resolve().parents[1]
DOCUMENTS: Final = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tools" / "README.md"]
DOCUMENT_NAMES: Final = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
for_each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=DOCUMENT_NAMES)


def list_anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub forms them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@for_each_document
def test_links_lead_to_existing_files_and_headings(document: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        assert "://" in link or (target.exists() and (not anchor or anchor in list_anchors(target))), link


@for_each_document
def test_runnable_modules_named_in_documents_exist(document: Path) -> None:
    modules = re.findall(r"python -m ((?:tests|tools|standalone)[\w.]*)", document.read_text("utf-8"))
    homes = [ROOT.joinpath(*name.rstrip(".").split(".")) for name in modules]
    assert not [home for home in homes if not ((home / "__main__.py").exists() or home.with_suffix(".py").exists())]


@for_each_document
def test_paths_named_in_documents_exist(document: Path) -> None:
    """Check paths that begin with a folder of the checkout; capital letters stand for a name."""
    quoted = re.findall(r"`(\.?\w[\w.-]*/[\w./-]*)`", document.read_text("utf-8"))
    paths = [
        path for path in quoted if (ROOT / path.partition("/")[0]).is_dir() and not re.search(r"NAME|LANGUAGE", path)
    ]
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_every_cannot_of_the_threat_model_names_tests_that_exist() -> None:
    text = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z].+?) \| (`.+?) \|$", text[text.index("| cannot |") :], re.MULTILINE)
    assert len(rows) > 15
    for cannot, places in rows:
        for place in places.split("; "):
            name, *tests = re.findall(r"`([\w/.]+)`", place)
            folder = ROOT if "/" in name else ROOT / "tests" / "game" / "network"
            source = (folder / name).read_text("utf-8")
            assert not [test for test in tests if f"def {test}(" not in source], cannot
            assert tests, cannot


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
