"""Whatever people do at once, nothing is lost and the right ones are barred."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.discipline import barred
from game.engine.actions import Leave, Unlock
from game.record import dump, read
from game.rules import GAMES
from tests.helpers import NAMES
from tests.room import TURN, Room

pytestmark = pytest.mark.slow

WILD = [(name, seed) for name in GAMES for seed in range(4)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), WILD)
def test_whatever_people_do_nothing_is_lost_and_the_right_ones_are_barred(tmp_path: Path, game: str, seed: int) -> None:
    """People play, talk, leave, vote, sleep; the disk is full now and then; the program is killed."""
    rng = Random(f"{game} {seed}")
    seats = 5 if game == "chiamata" else 4
    kinds = " ".join(["you", "you", *(rng.choice(["you", "club", "random"]) for _seat in range(seats - 2))])
    options: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    room = Room(tmp_path, kinds, game=game, seed=seed, turn_seconds=TURN, exit_votes=seats, talk="free", **options)
    texts = 0
    for _moment in range(1500):
        if room.table.over and not room.table.saving:
            break
        room.frame(rng.choice([0.1, 1.0, 2.0]), idle=rng.random() < 0.9)
        if room.table.between_deals and not room.table.saving:
            room.table.next_deal()
        dice, speaker = rng.random(), room.table.speaker
        if dice < 0.02 and not room.storage.holding:
            before, talk = room.record, room.table.chat
            room = room.again(rng.choice([0.0, 5.0, -5.0]))
            assert [deal.actions for deal in room.record.deals][: len(before.deals) - 1] == [
                deal.actions for deal in before.deals
            ][:-1], "what had happened is still there"
            assert room.actions >= sum(len(deal.actions) for deal in before.deals)
            assert room.table.chat[: len(talk)] == talk
        elif dice < 0.04:
            room.storage.fault = "The disk is full."
        elif dice < 0.1:
            room.storage.fault = ""
            room.table.retry()
        elif dice < 0.13:
            room.storage.holding = not room.storage.holding
            if not room.storage.holding:
                room.storage.let()
        elif dice < 0.15 and speaker is not None:
            texts += room.table.say(f"text {texts}") is None
        elif dice < 0.155 and speaker is not None:
            room.table.act(Leave(speaker))
        elif dice < 0.16 and speaker is not None:
            room.table.act(Unlock(speaker))
        elif dice < 0.17:
            room.frame(TURN)
        elif room.table.cover is not None:
            room.table.ready()
        elif room.table.your_turn:
            room.table.act(rng.choice(room.table.view.choices))
    room.storage.holding, room.storage.fault = False, ""
    room.storage.let()
    room.table.retry()
    while room.table.saving:
        room.frame(0.0, idle=False)
    assert room.saved.replay() == room.match
    if room.table.over:
        names = {NAMES[seat] for seat in barred(room.match) if room.table.players[seat].is_person}
        assert room.bars.keys() == names
        assert not room.storage.journal().unfinished()
        assert read(dump(room.saved)).replay() == room.match
    else:
        assert not room.bars and len(room.storage.journal().unfinished()) == 1
