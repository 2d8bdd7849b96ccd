"""The documents and workflows name only files, commands and versions that exist; libraries have tested versions."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from game.version import VERSION
from tests.rows import check_rows

ROOT: Final = Path(__file__).resolve().parents[1]
DOCUMENTS: Final = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tools" / "README.md"]
for_each_document = check_rows("document", DOCUMENTS)


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
def test_modules_and_paths_named_in_documents_exist(document: Path) -> None:
    """Check paths that begin with a folder of the checkout; capital letters stand for a name."""
    text = document.read_text("utf-8")
    modules = re.findall(r"python -m ((?:tests|tools|standalone)[\w.]*)", text)
    homes = [ROOT.joinpath(*name.rstrip(".").split(".")) for name in modules]
    assert not [home for home in homes if not ((home / "__main__.py").exists() or home.with_suffix(".py").exists())]
    paths = [path for path in re.findall(r"`(\.?\w[\w.-]*/[\w./-]*)`", text) if not re.search(r"NAME|LANGUAGE", path)]
    assert not [path for path in paths if (ROOT / path.partition("/")[0]).is_dir() and not (ROOT / path).exists()]


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


# -- workflows ---------------------------------------------------------------------------------------


def read_workflow(name: str) -> dict[str, Any]:
    """Return a workflow of GitHub, with texts for all values, since ``on`` and numbers would be others."""
    yaml = pytest.importorskip("yaml")
    workflow: dict[str, Any] = yaml.load(
        (ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"), yaml.BaseLoader
    )
    return workflow


def list_commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def list_systems(job: dict[str, Any]) -> set[str]:
    """Return the names of the systems that a job runs on."""
    matrix = job["strategy"]["matrix"]
    runners = matrix.get("runner") or [entry["runner"] for entry in matrix["include"]]
    return {runner.partition("-")[0] for runner in runners}


ALL_SYSTEMS: Final = {"ubuntu", "windows", "macos"}
PYTHON_VERSIONS: Final = ["3.11", "3.13"]


def test_ci_runs_tests_on_three_systems_with_oldest_and_newest_python() -> None:
    jobs = read_workflow("ci")["jobs"]
    assert set(jobs) == {"linux", "elsewhere"}
    for job in jobs.values():
        assert job["strategy"]["matrix"]["python"] == PYTHON_VERSIONS
        (python,) = (step["with"] for step in job["steps"] if "setup-python" in step.get("uses", ""))
        assert python == {"python-version": "${{ matrix.python }}"}
    assert ".ci/run" in list_commands(jobs["linux"])
    assert list_systems(jobs["elsewhere"]) == ALL_SYSTEMS - {"ubuntu"}
    assert any('pytest --no-cov -n auto -m "not window"' in command for command in list_commands(jobs["elsewhere"]))


def test_ci_runs_once_for_each_commit_of_a_pull_request_and_of_the_main_branch() -> None:
    """Check also that a newer commit ends the run of the one before, but never a release or its tests."""
    assert read_workflow("ci")["on"] == {"push": {"branches": ["main"]}, "pull_request": "", "workflow_call": ""}
    for name in ("ci", "standalone"):
        assert read_workflow(name)["concurrency"] == {
            "group": f"{name}-${{{{ github.ref }}}}",
            "cancel-in-progress": "${{ !startsWith(github.ref, 'refs/tags/') }}",
        }


def test_release_waits_for_all_tests_and_all_builds_and_has_their_checksums() -> None:
    jobs = read_workflow("standalone")["jobs"]
    assert set(jobs) == {"tests", "build", "release"}
    assert jobs["tests"]["uses"] == "./.github/workflows/ci.yml"
    assert jobs["release"]["needs"] == ["tests", "build"]
    assert jobs["tests"]["if"] == jobs["release"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    steps = jobs["release"]["steps"]
    (write,) = (step for step in steps if "sha256sum" in step.get("run", ""))
    (attach,) = (step for step in steps if "gh release create" in step.get("run", ""))
    assert write["working-directory"] == "dist" and write["run"] == "sha256sum tavoloverde-* > SHA256SUMS"
    assert " dist/* " in attach["run"] and steps.index(write) < steps.index(attach)
    assert "SHA256SUMS" in (ROOT / "docs" / "building.md").read_text("utf-8")


@check_rows(("name", "job"), [("standalone", "build"), ("newest", "standalone")])
def test_program_is_built_and_tried_every_week_on_three_systems(name: str, job: str) -> None:
    workflow = read_workflow(name)
    assert re.fullmatch(r"\d+ \d+ \* \* \d", workflow["on"]["schedule"][0]["cron"])
    assert list_systems(workflow["jobs"][job]) == ALL_SYSTEMS
    commands = list_commands(workflow["jobs"][job])
    assert any("standalone.build" in command for command in commands)
    assert any("pytest" in command and "tests/standalone" in command for command in commands)


@check_rows("name", ["ci", "newest", "standalone"])
def test_each_job_has_a_time_limit_and_known_actions(name: str) -> None:
    jobs = [job for job in read_workflow(name)["jobs"].values() if "steps" in job]
    assert all(0 < int(job["timeout-minutes"]) <= 90 for job in jobs)
    used = {step["uses"].partition("@")[0] for job in jobs for step in job["steps"] if "uses" in step}
    assert used <= {
        f"actions/{action}" for action in ("checkout", "setup-python", "upload-artifact", "download-artifact")
    }


def test_every_test_has_a_time_limit() -> None:
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    assert 300 <= int(config["tool:pytest"]["timeout"]) <= 1800
    assert "pytest-timeout" in config["options.extras_require"]["test"]


# -- tested versions of libraries --------------------------------------------------------------------

CONSTRAINTS: Final = ROOT / "constraints.txt"
UNCONSTRAINED_EXTRAS: Final = ("bench", "dev")
"""The extras with libraries that only compare or renew, and that no test needs."""
WEEKLY_WORKFLOW: Final = ROOT / ".github" / "workflows" / "newest.yml"
INSTALLING_FILES: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(set(WEEKLY_WORKFLOW.parent.glob("*.yml")) - {WEEKLY_WORKFLOW}),
]


def list_requirements() -> list[Requirement]:
    """Return the libraries that setup.cfg requires, without the program itself."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    extras = config["options.extras_require"]
    texts = [
        config["options"]["install_requires"],
        *(extras[name] for name in extras if name not in UNCONSTRAINED_EXTRAS),
    ]
    requirements = [Requirement(line) for text in texts for line in text.splitlines() if line]
    return [requirement for requirement in requirements if requirement.name != "tavoloverde"]


@check_rows("requirement", list_requirements())
def test_each_library_has_a_tested_version_within_its_bounds(requirement: Requirement) -> None:
    lines = CONSTRAINTS.read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.lstrip().startswith("#")]
    own_pins = [pin for pin in pins if canonicalize_name(pin.name) == canonicalize_name(requirement.name)]
    assert own_pins
    for pin in own_pins:
        (specifier,) = pin.specifier
        assert specifier.operator == "==" and requirement.specifier.contains(specifier.version)


@check_rows("path", INSTALLING_FILES)
def test_program_is_installed_with_tested_versions(path: Path) -> None:
    commands = re.findall(r"pip install [^&\n]*", path.read_text("utf-8"))
    own = [command for command in commands if re.search(r"(^|[ '])\.(\[|\s|$)", command)]
    assert own and [command for command in own if "-c constraints.txt" not in command] == []


def test_weekly_workflow_installs_the_newest_versions() -> None:
    text = WEEKLY_WORKFLOW.read_text("utf-8")
    assert "schedule:" in text and "pip install --upgrade ." in text and "constraints" not in text.partition("name:")[2]


def test_constraints_name_the_command_that_renews_them() -> None:
    header = re.search(r"^#\s+uv (pip compile .*)$", CONSTRAINTS.read_text("utf-8"), re.MULTILINE)
    contributing = re.sub(r"\\\n\s*", "", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert header is not None and header[1] in contributing
