"""The tournament: its targets, how it plays, what it makes of the results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from game.ai.levels import ROOMS, levels_for
from game.ai.players import MINDS, register_player, unregister_player
from game.engine.tricks import replace
from game.fairness import stream
from game.rules import GAMES
from tools.tournament import command, playing
from tools.tournament.calibration import Said
from tools.tournament.contests import CONTESTS, LADDER, STEPS, TARGETS, Contest
from tools.tournament.figures import rows, table, verdict
from tools.tournament.playing import Outcome, play_pack
from tools.tournament.studies import STUDIES, Study

BRIEF: dict[str, dict[str, Any]] = {
    "calibration": {"said": lambda *_deal: [Said(0.7, 1.0), Said(0.1, 0.0)]},
    "plateau": {"times": (1, 2), "every": 19},
}
BRIEF_STUDIES = tuple(
    Study(one.name, one.about, one.deals, partial(one.run, **BRIEF.get(one.name, {}))) for one in STUDIES
)
FAIR = {"won": 100, "lead": 0, "score": 0}
"""What a game between equals brings all seats together."""


def contest(name: str, ours: str = "club", theirs: str = "club") -> Contest:
    """A declared contest with these players in place of its own."""
    return command.replace(next(one for one in CONTESTS if one.name == name), ours=ours, theirs=theirs)


def measured(line: str, capsys: pytest.CaptureFixture[str], studies: Sequence[Study] = STUDIES) -> Any:
    """The JSON of a run, without the times, which are never the same twice."""
    assert command.main([*line.split(), "--json"], studies) == 0
    found = json.loads(capsys.readouterr().out)
    for row in found["contests"]:
        assert 0 <= row.pop("ms_per_move") <= row.pop("ms_p99") * 1000
    return found


@contextmanager
def lowest_levels(count: int) -> Iterator[None]:
    """Let every game have only its lowest levels."""
    whole = {game: (MINDS[game], ROOMS[game]) for game in GAMES}
    for game, (mind, room) in whole.items():
        players = {level: mind.players[level] for level in room.levels[1:count]}
        unregister_player(game)
        register_player(replace(mind, players=players), replace(room, levels=room.levels[:count]))
    try:
        yield
    finally:
        for game, (mind, room) in whole.items():
            unregister_player(game)
            register_player(mind, room)


# -- what is asked -----------------------------------------------------------------------------------


def test_the_targets_are_those_agreed_upon() -> None:
    declared = {(one.name, goal.measure): goal.least for one in TARGETS for goal in one.goals}
    assert declared == {
        ("briscola-2/master-random", "won"): 94,
        ("briscola-2/master-club", "won"): 68,
        ("briscola-2-early/master-club", "won"): 55,
        ("chiamata-cards/master-random", "lead"): 45,
        ("chiamata-cards/master-club", "lead"): 18,
        ("chiamata-regolamento-whole/master-club", "score"): 0.5,
        ("chiamata-online-whole/master-club", "score"): 0.5,
        ("spades-4-one/master-random", "lead"): 27,
        ("spades-4-one/master-club", "lead"): 8.5,
        ("spades-4-one/master-club", "won"): 37,
        ("muscio-4-match/master-club", "won"): 33,
        ("muscio-4-match/master-expert", "won"): 25,
    }
    assert {one.limit_ms for one in TARGETS} == {50}


def test_every_game_has_every_step_of_the_ladder() -> None:
    tables = {(one.game, one.preset, one.seats) for one in STEPS}
    assert {game for game, _preset, _seats in tables} == set(GAMES)
    steps = {(one.game, one.preset, one.seats, one.theirs, one.ours) for one in STEPS}
    assert steps == {(*where, lower, upper) for where in tables for lower, upper in pairwise(LADDER)}
    for game in GAMES:
        assert set(levels_for(game)) <= set(LADDER)


def test_a_name_means_one_contest() -> None:
    names = [one.name for one in CONTESTS]
    assert not [(one, other) for one in names for other in names if one is not other and other.startswith(one)]


@pytest.mark.parametrize("one", CONTESTS, ids=lambda one: one.name)
def test_every_contest_can_be_played(one: Contest) -> None:
    assert one.seats in GAMES[one.game].seats
    assert one.preset in GAMES[one.game].presets
    assert {one.ours, one.theirs} <= set(LADDER)


# -- how it is played --------------------------------------------------------------------------------

DESIGNS = (
    "briscola-2/master-club", "briscola-2-early/master-club", "ladder/briscola-3/club-novice",
    "spades-4-one/master-club", "chiamata-cards/master-club", "chiamata-online-whole/master-club",
    "muscio-4-match/master-club",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("level", ["random", "club"])
def test_a_player_differs_from_himself_by_nothing(name: str, level: str) -> None:
    one = contest(name, level, level)
    share = 1 / (2 if one.design == "turns" else one.seats)
    for number in (1, 2):
        values = play_pack(one, 7, number).values
        assert values == pytest.approx([FAIR[goal.measure] * share for goal in one.goals])


@pytest.mark.slow
@pytest.mark.parametrize("name", DESIGNS)
def test_each_player_holds_each_hand_equally_often(name: str) -> None:
    games = list(playing.DESIGNS[contest(name).design](playing.Table(contest(name), 1, 1, [])))
    held = [sum(game.ours[seat] for game in games) for seat in range(contest(name).seats)]
    assert set(held) == {1}


def test_the_lead_in_the_cards_alone_is_what_the_caller_takes_with_us_less_what_he_takes_with_them() -> None:
    one = contest("chiamata-cards/master-club", "club", "random")
    for number in (1, 2, 3):
        ours, theirs = playing.DESIGNS["calls"](playing.Table(one, 2, number, []))
        assert sum(ours.ours) == 2
        assert sum(theirs.ours) == 3
        taken = ours.tally.scores[ours.ours.index(True)] - theirs.tally.scores[theirs.ours.index(False)]
        assert play_pack(one, 2, number).values == pytest.approx([taken])


def test_where_the_early_tricks_are_asked_about_club_plays_the_last_six_for_all() -> None:
    whole, early = (
        contest("briscola-2/master-club", "club", "random"),
        contest("briscola-2-early/master-club", "club", "random"),
    )
    assert len(play_pack(early, 1, 1).times) == len(play_pack(whole, 1, 1).times) - 2 * playing.LATE


def test_a_match_that_does_not_end_is_shared_by_all() -> None:
    assert play_pack(contest("muscio-4-match/master-club", "club", "random"), 1, 1, most_deals=1).values == (25,)


def test_only_our_moves_are_timed() -> None:
    assert len(play_pack(contest("briscola-2/master-club", "club", "random"), 1, 1).times) == 2 * 20


def test_chance_follows_from_the_seed_the_contest_and_the_number() -> None:
    one = playing.Table(contest("briscola-2/master-club"), 3, 4, [])
    assert one.stream("call").random() == stream(3, "arena", "briscola-2/master-club", 4, "call").random()


@pytest.mark.slow
def test_the_figures_are_the_same_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--only spades-4-one/master-club chiamata-cards/master-club --players club,novice --deals 2"
    found = measured(line, capsys)
    assert [row["packs"] for row in found["contests"]] == [2, 2, 2]
    assert found == measured(f"{line} --jobs 2", capsys)
    assert found != measured(f"{line} --seed 1", capsys)


# -- what is studied besides -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["foolish", "limits", "calibration", "plateau"])
def test_a_study_is_played_where_it_is_asked_for_and_told_in_full_lines(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with lowest_levels(3):
        found = measured(f"--only {name} --deals 1", capsys, BRIEF_STUDIES)
    assert set(found["studies"]) == {name} and not found["contests"]
    lines = found["studies"][name]
    assert {line["table"].split()[0] for line in lines} == set(GAMES)
    assert all(line.get("foolish with", "0 (0.00 %)") == "0 (0.00 %)" for line in lines)
    with lowest_levels(3):
        assert command.main(["--only", name, "--deals", "1"], BRIEF_STUDIES) == 0
    assert capsys.readouterr().out.startswith(name.upper())


def test_no_study_is_played_unless_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(study.name in listed for study in STUDIES)
    asked = command.wanted(command.parser().parse_args([]))
    assert not asked.studies and asked.contests


# -- what is made of it ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "mean", "ci95", "packs", "says"),
    [
        (62, 64, 1.5, 100, "met"), (62, 63, 1.5, 100, "undecided"), (62, 60, 1.5, 100, "missed"),
        (0, 0, 0, 100, "missed"), (0, 5, 1, 10, "undecided"), (0, 5, None, 1, "undecided"),
        (None, 5, 1, 100, "none asked"),
    ],
)  # fmt: skip
def test_the_interval_decides(target: float | None, mean: float, ci95: float | None, packs: int, says: str) -> None:
    assert verdict(target, mean, ci95, packs) == says


def test_a_pack_is_one_observation_and_a_miss_is_said_plainly() -> None:
    one = contest("spades-4-one/master-club", "master")
    found = rows(one, [Outcome((value, 50.0), (1.0, 3.0)) for value in (4.0, 6.0) * 10], "again")
    assert [(row.mean, row.packs, row.ms_per_move, row.ms_p99) for row in found] == [(5, 20, 2, 3), (50, 20, 2, 3)]
    assert found[0].ci95 == pytest.approx(1.96 * (20 / 19 / 20) ** 0.5)
    assert [row.verdict for row in found] == ["missed", "met"]
    assert "MISSED: 1 of 2\n  spades-4-one/master-club: 5.00 ± 0.45 points, asked >= 8.5" in table(found)


def test_a_row_says_how_to_repeat_it(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--only ladder/briscola-2/novice --scale 0.01 --seed 5 --limit 20"
    (row,) = measured(line, capsys)["contests"]
    assert row["command"] == (
        "python -m tools.tournament --only ladder/briscola-2/novice-random --seed 5 --deals 2 --limit 20"
    )
    assert measured(row["command"].removeprefix("python -m tools.tournament "), capsys)["contests"] == [row]


def test_an_interrupt_ends_with_what_was_played() -> None:
    def interrupted(one: Contest, seed: int, number: int) -> Outcome:
        if number == 3:
            raise KeyboardInterrupt
        return play_pack(one, seed, number)

    asked = command.wanted(command.parser().parse_args(["--only", "ladder/briscola-2/novice"]))
    assert [row.packs for row in command.measure(asked, False, interrupted)] == [2]


# -- the command line --------------------------------------------------------------------------------


def test_the_list_names_the_contests_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    listed = tuple(line.split()[0] for line in capsys.readouterr().out.splitlines())
    assert listed == command.names(CONTESTS, STUDIES)
    assert command.main(["--list", "--only", "spades-4-one", "ladder/muscio-4/club"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "spades-4-one/master-random", "spades-4-one/master-club", "ladder/muscio-4/club-novice",
    ]  # fmt: skip


def test_a_contest_without_its_players_is_said_not_to_be_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with lowest_levels(2):
        assert command.main(["--only", "ladder/briscola-2", "--deals", "1"]) == 0
    out = capsys.readouterr().out
    assert "NOT PLAYED, a player is not there yet: 3\n  ladder/briscola-2/club-novice" in out


NONSENSE = ("--only scopa", "--deals 0", "--scale 0", "--jobs 100", "--limit x", "--seed -1", "--players club",
            "--players a,b")  # fmt: skip


@pytest.mark.parametrize("line", NONSENSE)
def test_arguments_that_make_no_sense_are_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(line.split())
