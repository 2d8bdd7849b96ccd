"""The models of the computer players are made by `python -m tools.training`, as their manifest says."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import pytest

from tests.lanes import choose_count, long_test, needs_nightly_lane
from tools.training.command import main
from tools.training.model_files import MODELS_FOLDER, compute_checksum, get_model_path, list_model_names, read_manifest
from tools.training.steps import STEPS

VERSION_NAMES: Final = {"python", "numpy", "rules"}
REMADE_COUNT: Final = choose_count(1, 2)
"""The number of steps that are run again, the quickest; the second takes a minute of a core."""


def list_quickest_steps() -> list[str]:
    """Return the names of the quickest of the steps."""
    return [step.name for step in sorted(STEPS.values(), key=lambda step: step.minutes)[:REMADE_COUNT]]


def read_layout(folder: Path, name: str) -> dict[str, tuple[tuple[int, ...], str]]:
    """Return the shape and the type of each array of a model."""
    with np.load(get_model_path(folder, name)) as arrays:
        return {key: (arrays[key].shape, arrays[key].dtype.str) for key in arrays.files}


def test_manifest_names_every_model_with_its_checksum_and_the_command_that_makes_it() -> None:
    manifest = read_manifest(MODELS_FOLDER)
    steps = {model: step for step in STEPS.values() for model in step.list_models()}
    assert list_model_names(MODELS_FOLDER) == sorted(manifest) == sorted(steps)
    for name, origin in manifest.items():
        step = steps[name]
        assert origin.sha256 == compute_checksum(get_model_path(MODELS_FOLDER, name)), f"{name} was changed by hand"
        assert origin.command == f"python -m tools.training {step.name}"
        assert (origin.seed, origin.options) == (step.seed, step.options), f"{name} was made with other options"
        assert set(origin.versions) == VERSION_NAMES, name


def test_every_step_needs_only_models_that_some_step_makes() -> None:
    assert {need for step in STEPS.values() for need in step.needs} <= set(STEPS)


def test_unknown_step_is_named_and_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "models"
    with pytest.raises(SystemExit):
        main(["chiamata_hands", "scopa", "--folder", str(folder)])
    assert "there is no step or model scopa" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.slow
def test_steps_that_do_not_need_a_failed_one_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Find no compiler on the path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    arguments = ["briscola2_replies", "calibration_briscola", "muscio", "--folder", str(tmp_path), "--scale", "0.001"]
    assert main(arguments) == 1
    assert "briscola2_replies: there is no C compiler" in capsys.readouterr().err
    assert list_model_names(tmp_path) == [*read_manifest(tmp_path)] == ["muscio"]


@needs_nightly_lane
@long_test
def test_models_of_a_game_are_made_from_nothing(tmp_path: Path) -> None:
    """Play a thousandth of the deals, into an empty folder: a step reads only the models that it names."""
    steps = [step for step in STEPS.values() if step.game == "muscio"]
    assert main([*(step.name for step in steps), "--folder", str(tmp_path), "--scale", "0.001"]) == 0
    assert list_model_names(tmp_path) == sorted(model for step in steps for model in step.list_models())
    for name, origin in read_manifest(tmp_path).items():
        assert origin.sha256 == compute_checksum(get_model_path(tmp_path, name))
        assert read_layout(tmp_path, name) == read_layout(MODELS_FOLDER, name), name


@long_test
@pytest.mark.parametrize("step", list_quickest_steps())
def test_quickest_steps_give_the_same_models_again(step: str, tmp_path: Path) -> None:
    """Allow for a difference of one step of float16, as another numpy may add in another order."""
    assert main([step, "--folder", str(tmp_path)]) == 0
    for model in STEPS[step].list_models():
        with np.load(get_model_path(tmp_path, model)) as made, np.load(get_model_path(MODELS_FOLDER, model)) as stored:
            assert made.files == stored.files
            for name in stored.files:
                rounding = np.spacing(np.abs(stored[name]).astype(np.float16)).astype(np.float64)
                difference = np.abs(made[name].astype(np.float64) - stored[name])
                assert (difference <= rounding).all(), (model, name)
