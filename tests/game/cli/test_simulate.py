"""``simulate``: who plays where, what is measured, its records and its bots; `tests.transcripts.commands` prints it."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from pathlib import Path

import distributed
import pytest

from game.cli import simulation_report
from game.cli.simulate import parse_plan
from game.match.record import decode_playable_record, replay_deal_results
from game.rules import GAMES, Tally
from game.simulation import programs
from game.simulation.bots import format_bot_fault
from game.simulation.simulation import (
    PackOutcome,
    compute_confidence_half_width,
    forfeit,
    play_pack,
    summarize_outcomes,
)
from tests.game.cli.simulate_arguments import parse_arguments, run_without_times
from tests.lanes import choose_sample, long_test, needs_nightly_lane
from tests.rows import check_rows
from tests.written_bots import write_bot_of_page, write_program

# -- play --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_figures_depend_on_the_seed_and_not_on_the_process_count() -> None:
    line = "briscola --players club,random --seats 3 --deals 12 --duplicate --seed"
    assert run_without_times(f"{line} 5") == run_without_times(f"{line} 5 --jobs 2") != run_without_times(f"{line} 6")


def test_players_are_assigned_to_seats_in_turn_and_by_duplicate_mode_to_each() -> None:
    line = "briscola --players club,random,novice --deals 1"
    assert parse_plan(parse_arguments(line)).seats == 3
    plan = parse_plan(parse_arguments(f"{line} --seats 5"))
    assert [plan.get_player_at(seat, 0) for seat in range(5)] == [0, 1, 2, 0, 1]
    plan = parse_plan(parse_arguments(f"{line} --seats 5 --duplicate"))
    for seat in range(5):
        assert sorted(plan.get_player_at(seat, rotation) for rotation in range(plan.rotations)) == [0, 1, 2]


class FakeTerminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


@check_rows(("errors", "end"), [(FakeTerminal(), "\n"), (io.StringIO(), "")])
def test_progress_bar_is_drawn_on_terminal_only(errors: io.StringIO, end: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(sys, "stderr", errors)
        run_without_times("briscola --players club,random --deals 7")
    text = errors.getvalue()
    assert text.endswith(end) and ("7/7" in text) == bool(text) == bool(end)


# -- measurement -------------------------------------------------------------------------------------


def test_all_rotations_of_one_pack_are_one_observation() -> None:
    plan = parse_plan(parse_arguments("briscola --players club,random --deals 3 --duplicate"))
    outcomes = [PackOutcome((60.0 + lead, 60.0 - lead), (1.0, 0.0), ((1.0,) * 40, (2.0,) * 40)) for lead in (0, 3, 6)]
    first, second = summarize_outcomes(plan, outcomes).players
    assert (first.mean, second.mean) == (63, 57)
    assert first.ci95 == pytest.approx(1.96 * 3 / 3**0.5)
    assert (first.deals, first.win_rate, first.ms_per_move, second.ms_p99) == (6, 1.0, 1.0, 2.0)
    assert (compute_confidence_half_width([4.0]), compute_confidence_half_width([4.0, 4.0])) == (None, 0)


# -- records -----------------------------------------------------------------------------------------


def test_every_played_deal_is_saved_as_replayable_record(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    line = "briscola --players club,random --seats 4 --deals 3 --duplicate --option teams=off"
    plan = parse_plan(parse_arguments(line))
    run_without_times(f"{line} --save {folder}")
    assert sorted(path.name for path in folder.iterdir()) == [f"deal-{number:06}.tvr" for number in range(1, 7)]
    for number in (1, 2, 3):
        points = [0.0, 0.0]
        for rotation in (0, 1):
            record = decode_playable_record((folder / f"deal-{2 * number - 1 + rotation:06}.tvr").read_bytes())
            assert record.options == plan.options != type(plan.options)()
            _match, (result,) = replay_deal_results(record)
            assert result.state == "scored"
            for seat, got in enumerate(result.points):
                points[plan.get_player_at(seat, rotation)] += got / 4
        assert points == pytest.approx(play_pack(plan, number).scores)


@pytest.mark.slow
def test_saving_overwrites_no_existing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "deal-000002.tvr"
    there.write_text("precious")
    for jobs in (1, 2):
        line = f"briscola --players random --deals 30 --jobs {jobs} --save {tmp_path}"
        assert simulation_report.run(parse_arguments(line)) == 2
        error = f"simulate: --save: {there} already exists. Choose another name.\n"
        assert (*capsys.readouterr(), there.read_text()) == ("", error, "precious")
        (tmp_path / "deal-000001.tvr").unlink(missing_ok=True)


def test_full_disk_is_one_error_line_and_leaves_no_partial_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync, synced = os.fsync, list[int]()

    def raise_disk_full(handle: int) -> None:
        if os.fstat(handle).st_size and stat.S_ISREG(os.fstat(handle).st_mode):
            synced.append(handle)
        if len(synced) == 3:
            raise OSError(errno.ENOSPC, "")
        sync(handle)

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    assert simulation_report.run(parse_arguments(f"briscola --players random --deals 30 --save {tmp_path}")) == 2
    third = tmp_path / "deal-000003.tvr"
    error = f"simulate: --save: {third}: the disk is full. Free up some space and try again\n"
    assert capsys.readouterr().err == error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal-000001.tvr", "deal-000002.tvr"]
    assert all(decode_playable_record(path.read_bytes()).deals for path in tmp_path.iterdir())


# -- bots from a file --------------------------------------------------------------------------------

BOTS = """
from helper import pick

class RandomBot:
    def choose(self, observation, rng):
        return pick(observation, rng)

class SeatBot:
    seats = []
    def __init__(self):
        self.seats.append(set())
    def choose(self, observation, rng):
        self.seen = getattr(self, "seen", set()) | {observation.seat}
        assert len(self.seen) == 1 and len(self.seats) <= 3
        return rng.choice(observation.legal_actions)
"""
FAULTY_BOT = """
import game

class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

class EqualBot:
    __eq__, __hash__, __repr__ = lambda self, other: True, object.__hash__, lambda self: "equal to all"
    def choose(self, observation, rng):
        action = rng.choice(observation.legal_actions)
        {}
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


@pytest.mark.nightly
@check_rows(
    ("game", "deals", "least_rate"), choose_sample([("briscola", 40, 0.7), *((game, 3, 0.0) for game in GAMES)], 2)
)
def test_bot_of_page_plays_every_game_without_fault(
    game: str, deals: int, least_rate: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{write_bot_of_page(tmp_path)}:CheapestCardBot"
    own, other = run_without_times(f"{game} --players {bot},random --deals {deals} --duplicate")
    assert (own["player"], own["faults"], "faults" in other, capsys.readouterr().err) == (bot, 0, False, "")
    assert own["win_rate"] >= least_rate


TRUE_PLAY = "return type(action)(bool(action.seat), *(getattr(action, x) for x in action.__struct_fields__[1:]))"


@pytest.mark.nightly
@check_rows(("choice", "fault"), choose_sample([
    ("return game.LeaveMatch(observation.seat)", "chose 0 leave, which is not legal"),
    ("pass", "chose None, which is not legal"), ("return self", "chose equal to all, which is not legal"),
    (TRUE_PLAY, "chose False play Qh, which is not legal"),
    *((f"raise {error}", f"raised {words} (line 12)") for error, words in (
        ("SystemExit('enough')", "SystemExit: enough"), ("MuteError", "MuteError"),
        ("ValueError('two\\nlines')", "ValueError: two\\nlines"), ("GeneratorExit('stop')", "GeneratorExit: stop"))),
], 3))  # fmt: skip
def test_faulty_bot_is_named_once_counted_and_plays_at_random(
    choice: str, fault: str, bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{bot_file}:EqualBot"
    bot_file.write_text(FAULTY_BOT.format(choice))
    own, _other = run_without_times(f"briscola --players {bot},club --deals 5 --seed 2")
    assert capsys.readouterr().err == f"simulate: {bot} {fault}; a random legal action is played instead\n"
    assert own["faults"] == 100


@pytest.mark.nightly
@check_rows(("ending", "place"), choose_sample([
    ("os._exit(0)", "choice"), ("os._exit(0)", "constructor"), ("os._exit(0)", "file"), ("os.abort()", "choice"),
], 3))  # fmt: skip
def test_bot_that_ends_its_process_is_named(
    ending: str, place: str, bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = {name: ending if name == place else "pass" for name in ("choice", "constructor", "file")}
    bot_file.write_text(
        f"import os\n{lines['file']}\n"
        f"class Ending:\n    def __init__(self):\n        {lines['constructor']}\n"
        f"    def choose(self, observation, rng):\n        {lines['choice']}\n"
    )
    jobs = " --jobs 2" if ending == "os.abort()" else ""
    assert simulation_report.run(parse_arguments(f"briscola --players club,{bot_file}:Ending --deals 3{jobs}")) == 2
    error = f"simulate: --players: {bot_file}:Ending exited instead of choosing an action\n"
    assert capsys.readouterr() == ("", error)


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
        run_without_times(
            f"briscola --players {players} --seats {seats} --option teams=off --deals 1 {is_duplicate} --save {folder}"
        )
        assert [decode_playable_record(file.read_bytes()).names for file in sorted(folder.iterdir())] == names


def test_table_has_faults_and_longest_choice_of_bots(bot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot_file.write_text(FAULTY_BOT.format("pass"))
    assert simulation_report.run(parse_arguments(f"briscola --players {bot_file}:EqualBot,club --deals 3")) == 0
    _heading, titles, bot, level = capsys.readouterr().out.splitlines()
    assert titles.endswith("  ms max  faults")
    assert (bot.split()[-1], level.split()[-2:]) == ("60", ["–", "–"])


def test_every_seat_has_an_object_of_its_own(bot_file: Path) -> None:
    players = run_without_times(f"briscola --players {bot_file}:SeatBot,{bot_file}:SeatBot,club --deals 6 --duplicate")
    assert [player.get("faults") for player in players] == [0, 0, None]


@pytest.mark.slow
def test_worker_processes_count_some_faults_the_same(bot_file: Path) -> None:
    bot_file.write_text(FAULTY_BOT.format("return action if rng.random() < 0.5 else None"))
    line = f"briscola --players {bot_file}:EqualBot,club --deals 20"
    assert run_without_times(f"{line} --jobs 2") == (alone := run_without_times(line))
    assert 100 < alone[0]["faults"] < 300


@needs_nightly_lane
@long_test
def test_cluster_workers_load_the_file_or_say_that_they_need_it(
    bot_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"briscola --players {bot_file}:RandomBot,club --deals 30"
    other_file = bot_file.with_name("other.py")
    other_file.write_text(BOTS)
    other_line = line.replace("bots.py", "other.py")
    with distributed.LocalCluster(1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        assert run_without_times(f"{line} --cluster {cluster.scheduler_address}") == run_without_times(line)
        run_without_times(other_line)
        other_file.unlink()  # this process has loaded it, the worker has not
        assert simulation_report.run(parse_arguments(f"{other_line} --cluster {cluster.scheduler_address}")) == 2
    missing = f"simulate: --players: {other_file}:RandomBot: file not found: {other_file}"
    assert f"{missing} (each worker of the cluster needs the file at the same path)" in capsys.readouterr().err


# -- programs that play ------------------------------------------------------------------------------


@pytest.mark.nightly
@check_rows("game", choose_sample([*GAMES], 2, 1))
def test_program_of_page_plays_every_game_without_fault(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other = run_without_times(f"{game} --players {write_program(tmp_path)},random --deals 2 --duplicate")
    assert (own["faults"], own["deals"], "faults" in other, capsys.readouterr().err) == (0, 4, False, "")


@check_rows(("text", "fault"), [
    ("exit", "exited"), ("read line; exit", "exited"), ("exec sleep 60", "did not answer within 0.1 seconds"),
    ("read line; echo; read line", "answered , which is not a legal action"),
    (r"read line; printf '\377\n'; read line", "answered \ufffd, which is not a legal action"),
    ("read line; printf '[%.0s' $(seq 5000); echo; read line",
     f"answered {'[' * 99}…{'[' * 99}, which is not a legal action"),
    ("while read line; do echo '{\"action\": \"0 play 2x\"}'; done",
     r'answered {"action": "0 play 2x"}, which is not a legal action'),
])  # fmt: skip
def test_program_with_a_fault_is_named_and_loses_the_deal(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "MAX_ANSWER_S", 0.1 if "sleep" in text else 10.0)
    program = write_program(tmp_path, text)
    plan = parse_plan(parse_arguments(f"briscola --players {program},random --deals 1 --duplicate"))
    outcome = play_pack(plan, 1)
    ((named, count),) = outcome.faults[0].values()
    assert format_bot_fault(plan.bots[str(program)], named) == f"{program} {fault}; it loses the deal"
    assert (outcome.wins, outcome.faults[1], count) == ((0.0, 1.0), {}, 2)


def test_side_of_a_program_with_a_fault_has_lost_whatever_its_score() -> None:
    sides = ((0, 2), (1, 3))
    assert forfeit(Tally((70, 50, 70, 50), (0.5, 0, 0.5, 0)), sides, {2}).wins == (0, 0.5, 0, 0.5)
    assert forfeit(Tally((4, 4, 2), (0.5, 0.5, 0)), ((0,), (1,), (2,)), {0}).wins == (0, 1, 0)
    assert forfeit(Tally((4, 4), (0.5, 0.5)), ((0,), (1,)), {0, 1}).wins == (0, 0)
