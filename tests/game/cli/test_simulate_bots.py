"""``simulate`` with bots from a Python file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import distributed
import pytest

from game.cli import simulation_report
from game.core.actions import Action
from game.match.record import decode_playable_record
from tests.game.cli.simulate_arguments import TIME_KEYS, parse_arguments
from tests.written_bots import write_bot_of_page

BOTS = """
from dataclasses import dataclass

import game
from helper import pick

@dataclass
class RandomBot:
    def choose(self, observation, rng):
        return pick(observation, rng)

class RaisingBot:
    def choose(self, observation, rng):
        if observation.deal_number and rng.random() < 0.5:
            raise KeyError("trump")
        return rng.choice(observation.legal_actions)

class IllegalBot:
    def choose(self, observation, rng):
        return game.LeaveMatch(observation.seat)

class SilentBot:
    def choose(self, observation, rng):
        pass

class ExitingBot:
    def choose(self, observation, rng):
        raise SystemExit("enough")

class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

class MuteBot:
    def choose(self, observation, rng):
        raise MuteError

class LineBot:
    def choose(self, observation, rng):
        raise ValueError("two\\nlines")

class StoppingBot:
    def choose(self, observation, rng):
        raise GeneratorExit("stop")

class EqualBot:
    def __eq__(self, other):
        return True
    __hash__ = object.__hash__
    def choose(self, observation, rng):
        return self
    def __repr__(self):
        return "equal to all"

class TrueBot:
    def choose(self, observation, rng):
        action = observation.legal_actions[0]
        return type(action)(bool(action.seat), *(getattr(action, name) for name in action.__struct_fields__[1:]))

class SeatBot:
    seats = []
    def __init__(self):
        self.seats.append(set())
    def choose(self, observation, rng):
        self.seen = getattr(self, "seen", set()) | {observation.seat}
        assert len(self.seen) == 1 and len(self.seats) <= 3
        return rng.choice(observation.legal_actions)

class Hollow:
    pass

class Demanding(RandomBot):
    def __init__(self, level):
        pass

number = 7
"""


@pytest.fixture
def bot_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file of bots with another file beside it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "helper", raising=False)
    (tmp_path / "helper.py").write_text(
        "def pick(observation, rng):\n    return rng.choice(observation.legal_actions)\n"
    )
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def run_json(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[Any, list[str]]:
    """Return the figures of a simulation without times, and the lines on standard error."""
    assert simulation_report.run(parse_arguments(line + " --json")) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    for player in document["players"]:
        for name in (*TIME_KEYS, "ms_max"):
            assert player.pop(name, 0.0) >= 0
    return document, err.splitlines()


def test_bot_from_file_is_a_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"{write_bot_of_page(tmp_path)}:CheapestCardBot"
    document, errors = run_json(f"briscola --players {bot},random --deals 40 --duplicate", capsys)
    strong, weak = document["players"]
    assert (strong["player"], strong["faults"], errors) == (bot, 0, [])
    assert "faults" not in weak
    assert strong["win_rate"] > 0.7


@pytest.mark.parametrize("game", ["briscola", "chiamata", "spades", "muscio"])
def test_bot_of_page_plays_every_game_without_fault(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{write_bot_of_page(tmp_path)}:CheapestCardBot"
    document, errors = run_json(f"{game} --players {bot},random --deals 3 --duplicate", capsys)
    assert (document["players"][0]["faults"], errors) == (0, [])


def test_random_bot_plays_as_level_random(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare them with the same random numbers at a table with no actions except plays."""
    ours, _errors = run_json("spades --players random,club --deals 4 --seed 6", capsys)
    bots, _errors = run_json(f"spades --players {bot_file}:RandomBot,club --deals 4 --seed 6", capsys)
    assert bots["players"][0].pop("faults") == 0
    assert [player["mean"] for player in bots["players"]] == [player["mean"] for player in ours["players"]]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("RaisingBot", "raised KeyError: 'trump' (line 15); a random"),
        ("IllegalBot", "chose 0 leave, which is not legal; a random"),
        ("SilentBot", "chose None, which is not legal; a random"),
        ("ExitingBot", "raised SystemExit: enough (line 28); a random"),
        ("MuteBot", "raised MuteError (line 36); a random"),
        ("LineBot", "raised ValueError: two\\nlines (line 40); a random"),
        ("StoppingBot", "raised GeneratorExit: stop (line 44); a random"),
        ("EqualBot", "chose equal to all, which is not legal; a random"),
    ],
)
def test_faulty_bot_is_named_once_counted_and_plays_at_random(
    name: str, line: str, bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{bot_file}:{name}"
    document, errors = run_json(f"briscola --players {bot},club --deals 5 --seed 2", capsys)
    assert errors == [f"simulate: {bot} {line} legal action is played instead"]
    faults = document["players"][0]["faults"]
    assert 0 < faults < 100 if name == "RaisingBot" else faults == 100
    assert run_json(f"briscola --players {bot},club --deals 5 --seed 2", capsys) == (document, errors)


def test_answer_that_merely_equals_a_legal_action_is_a_fault(
    bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document, errors = run_json(f"briscola --players {bot_file}:TrueBot,club --deals 2", capsys)
    assert document["players"][0]["faults"] == 40
    assert len(errors) == 1 and errors[0].endswith("which is not legal; a random legal action is played instead")


ENDINGS = ("os._exit(0)", "os._exit(3)", "os.kill(os.getpid(), signal.SIGKILL)", "os.abort()", "ctypes.string_at(0)")


@pytest.mark.parametrize(
    ("ending", "place"),
    [*((ending, "choice") for ending in ENDINGS), (ENDINGS[0], "constructor"), (ENDINGS[0], "file")],
)
def test_bot_that_ends_its_process_is_named(
    ending: str, place: str, bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = {name: ending if name == place else "pass" for name in ("choice", "constructor", "file")}
    bot_file.write_text(
        f"import ctypes, os, signal\n{lines['file']}\n"
        f"class Ending:\n    def __init__(self):\n        {lines['constructor']}\n"
        f"    def choose(self, observation, rng):\n        {lines['choice']}\n"
    )
    for player in (f"{bot_file}:Ending,club", f"club,{bot_file}:Ending --jobs 2"):
        assert simulation_report.run(parse_arguments(f"briscola --players {player} --deals 3")) == 2
        out, err = capsys.readouterr()
        assert (out, err) == (
            "", f"simulate: --players: {bot_file}:Ending has ended its process instead of choosing\n",
        )  # fmt: skip


def test_records_tell_equal_players_apart(bot_file: Path, tmp_path: Path) -> None:
    bot = f"{bot_file}:RandomBot"
    cases: tuple[tuple[str, int, list[tuple[str, ...]]], ...] = (
        ("club,club", 2, [("club 1", "club 2"), ("club 2", "club 1")]),
        ("club,random,club", 3, [("club 1", "random", "club 2")]),
        ("club,club", 4, [("club 1", "club 2") * 2]),
        (f"{bot},{bot}", 2, [("RandomBot 1", "RandomBot 2")]),
    )  # fmt: skip
    for number, (players, seats, names) in enumerate(cases):
        folder, is_duplicate = tmp_path / str(number), "--duplicate" if len(names) > 1 else ""
        line = (
            f"briscola --players {players} --seats {seats} --option teams=off --deals 1 {is_duplicate} --save {folder}"
        )
        assert simulation_report.run(parse_arguments(line)) == 0
        assert [decode_playable_record(file.read_bytes()).names for file in sorted(folder.iterdir())] == names


def test_table_has_faults_and_longest_choice_of_bots_only(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"briscola --players {bot_file}:SilentBot,club --deals 3"
    assert simulation_report.run(parse_arguments(line)) == 0
    _heading, titles, bot, level = capsys.readouterr().out.splitlines()
    assert titles.endswith("  ms max  faults")
    assert bot.split()[-1] == "60"
    assert level.split()[-2:] == ["–", "–"]
    assert simulation_report.run(parse_arguments("briscola --players random,club --deals 3")) == 0
    assert "faults" not in capsys.readouterr().out


def test_every_seat_has_an_object_of_its_own(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"briscola --players {bot_file}:SeatBot,{bot_file}:SeatBot,club --deals 6 --duplicate"
    document, errors = run_json(line, capsys)
    assert [player.get("faults") for player in document["players"]] == [0, 0, None]
    assert errors == []


def test_record_names_the_class(bot_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    line = f"briscola --players {bot_file}:RandomBot,club --deals 1 --save {folder}"
    assert simulation_report.run(parse_arguments(line)) == 0
    record = decode_playable_record((folder / "deal-000001.tvr").read_bytes())
    assert record.names == ("RandomBot", "club")
    assert all(isinstance(action, Action) for action in record.deals[0].actions)


@pytest.mark.slow
def test_worker_processes_find_the_same(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"briscola --players {bot_file}:RaisingBot,{bot_file}:IllegalBot --deals 60"
    assert run_json(f"{line} --jobs 2", capsys) == run_json(line, capsys)


@pytest.mark.slow
def test_cluster_workers_load_the_file_or_say_that_they_need_it(
    bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"briscola --players {bot_file}:RandomBot,club --deals 30"
    other_file = bot_file.with_name("other.py")
    other_file.write_text(BOTS)
    other_line = line.replace("bots.py", "other.py")
    with distributed.LocalCluster(1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        assert run_json(f"{line} --cluster {cluster.scheduler_address}", capsys) == run_json(line, capsys)
        run_json(other_line, capsys)
        other_file.unlink()  # this process has loaded it, the worker has not
        assert simulation_report.run(parse_arguments(f"{other_line} --cluster {cluster.scheduler_address}")) == 2
    bot = f"{other_file}:RandomBot"
    missing = f"simulate: --players: {bot}: file not found: {other_file}"
    assert f"{missing} (each worker of the cluster needs the file at the same path)" in capsys.readouterr().err
