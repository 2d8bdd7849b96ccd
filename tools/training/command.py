"""Make the models of the computer players, in the order in which they need each other.

Each step writes its models and their entry in ``manifest.json``. The same seed and options give the same models, in
sums to rounding. Models that a chosen step needs, but that are neither chosen nor in the folder, are those of
``game/ai/models``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from multiprocessing import get_context
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from typing import Final

from game.ai.models import MODEL_FOLDER
from game.rules import GAMES
from tools.text_tables import print_header, print_row
from tools.training.model_files import (
    MODELS_FOLDER,
    get_model_path,
    get_versions,
    record_models,
    write_models,
)
from tools.training.steps import STEPS, TrainingStep

ALL: Final = "all"


def make_models(name: str, folder: Path, scale: float) -> None:
    """Run a step in this process, which must not have loaded a model before, and write its models.

    The step can read only the models that it needs.
    """
    step = STEPS[name]
    with TemporaryDirectory() as needed_folder:
        for model in (model for need in step.needs for model in STEPS[need].list_models()):
            is_made = get_model_path(folder, model).exists()
            shutil.copy(get_model_path(folder if is_made else MODELS_FOLDER, model), needed_folder)
        MODEL_FOLDER.set(Path(needed_folder))
        made = step.make(**step.scale_options(scale), seed=step.seed)
    assert set(made) == set(step.list_models())
    write_models(folder, made)


def run_step(name: str, folder: Path, scale: float) -> None:
    """Run a step in a process of its own, because loaded models are cached."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        process.submit(make_models, name, folder, scale).result()


def record_step(step: TrainingStep, folder: Path, scale: float) -> None:
    """Enter the models of a step that was run into the manifest, and print their sizes."""
    record_models(
        folder,
        step.list_models(),
        command=f"python -m tools.training {step.name}" + (f" --scale {scale:g}" if scale != 1 else ""),
        seed=step.seed,
        options=step.scale_options(scale),
        versions=get_versions(GAMES[step.game].rules_version),
    )
    for path in (get_model_path(folder, model) for model in step.list_models()):
        print(f"{path.name}: {path.stat().st_size} bytes", flush=True)


def run_steps(names: Sequence[str], folder: Path, jobs: int, scale: float) -> list[str]:
    """Run steps in the order of their needs, ``jobs`` at a time, and return the names of those that were not made.

    Those are the steps that failed, for which a line is printed, and the steps that need them.
    """
    sorter = TopologicalSorter({name: [need for need in STEPS[name].needs if need in names] for name in names})
    sorter.prepare()
    left, running = [*names], dict[Future[None], str]()
    with ThreadPoolExecutor(jobs) as threads:
        while True:
            for name in sorter.get_ready():
                running[threads.submit(run_step, name, folder, scale)] = name
            if not running:
                return left
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                try:
                    future.result()
                except (FileNotFoundError, CalledProcessError) as error:
                    print(f"{name}: {error}", file=sys.stderr)
                    continue
                record_step(STEPS[name], folder, scale)
                left.remove(name)
                sorter.done(name)


def print_steps() -> None:
    """Print the table of steps: how long each takes on one core, and its seed and options."""
    print_header("step", "minutes", "seed", "options")
    for step in STEPS.values():
        options = ", ".join(f"{count} {name}" for name, count in step.options.items())
        print_row(step.name, f"{step.minutes:g}", str(step.seed), f"   {options}")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"steps or models, or {ALL}; none: list the steps")
    parser.add_argument("--folder", type=Path, default=MODELS_FOLDER, help="where the models are; default: the game's")
    parser.add_argument("--jobs", type=int, default=1, help="steps at a time, one core each; default 1")
    parser.add_argument("--scale", type=float, default=1.0, help="multiply the deals of each step by this")
    args = parser.parse_args(arguments)
    step_names = {name: step.name for step in STEPS.values() for name in (step.name, *step.list_models())}
    if unknown := [name for name in args.names if name not in (ALL, *step_names)]:
        parser.error(f"there is no step or model {unknown[0]}")
    if not args.names:
        print_steps()
        return 0
    names = [*STEPS] if ALL in args.names else [*dict.fromkeys(step_names[name] for name in args.names)]
    args.folder.mkdir(parents=True, exist_ok=True)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes of the steps: sums do not depend on the cores
    if left := run_steps(names, args.folder, args.jobs, args.scale):
        print(f"not made: {', '.join(left)}", file=sys.stderr)
    return 1 if left else 0
