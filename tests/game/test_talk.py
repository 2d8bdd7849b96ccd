"""Table talk: characters remark on what they bid and declare, out of what all have seen and of chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import talk
from game.ai.characters import CHARACTERS, Character
from game.ai.levels import ROOMS, room_of
from game.ai.room import Lines
from game.discipline import MESSAGES_KEPT, Message, is_sayable
from game.engine.actions import Action, Deal, Leave
from game.engine.cards import HIDDEN, Card
from game.engine.events import Event, Passed, Played
from game.fairness import shuffled, stream
from game.match import Match
from game.record import dump
from game.rules.chiamata.events import Called, CalledSolo, Named
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Stood
from game.rules.spades.events import BidMade
from tests.fakes import Clock, Mind, StorageByHand, folders_in, talkative
from tests.helpers import NAMES, Moment, recorded
from tests.house import House
from tests.room import Room

CARD = Card("7d")
SPOKEN: dict[str, tuple[Event, ...]] = {
    "chiamata": (Called(1, "K", None), Called(1, "2", 70), CalledSolo(1), Passed(1), Named(1, CARD)),
    "spades": (BidMade(1, 0), BidMade(1, 1), BidMade(1, 3), BidMade(1, 8)),
    "muscio": (Declared(1), Passed(1), BlindeTaken(1, (HIDDEN,) * 5), Forfeited(1), Stood(1)),
}
"""Game -> every kind of bid and declaration."""
OCCASIONS = [(game, event) for game, events in SPOKEN.items() for event in events]
TABLES = {"chiamata": 5, "spades": 4, "muscio": 4}
CHATTY = Character(name="Chatty", boldness=0.5, talkativeness=0.7)


class Script(Mind):
    """Answers with the actions it was given, one after the other, then never again."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        super().__init__()
        self.actions = list(actions)

    def poll(self, ticket: int) -> Action | None:
        asked = self.open.get(ticket)
        if asked is None or not self.actions or self.actions[0].seat != asked.view.seat:
            return None
        self.open.clear()
        return self.actions.pop(0)


def computers(seats: int) -> str:
    return " ".join(["random"] * seats)


def scripted(home: Path, fresh: Match, pack: tuple[Card, ...], actions: Sequence[Action], seed: int = 1) -> House:
    """A table of computers at which this pack is dealt and these actions are done."""
    storage, script = StorageByHand(folders_in(home), Clock()), Script(actions)
    step = fresh.apply(Deal(pack))
    record = recorded(fresh, [Moment(Deal(pack), fresh, step.match, step.events)])
    match_id = storage.journal().create(record, ("random",) * fresh.seats, seed, {})
    saved = storage.journal().load(match_id)
    house = House(home, saved=saved, storage=storage, mind=script, characters=lambda _name: CHATTY)
    house.until(lambda: not script.actions and not house.table.saving)
    house.frame()
    return house


def common(first: Match, second: Match, rng: Random) -> list[Action]:
    """Any actions, up to the play of the cards, that are legal in both deals alike."""
    done: list[Action] = []
    while first.to_act is not None and first.phase is not None and not first.phase.in_play:
        action = rng.choice([one for one in first.legal() if one in second.legal()])
        done.append(action)
        first, second = first.apply(action).match, second.apply(action).match
    return done


# -- what is said ------------------------------------------------------------------------------------


def lines_for(game: str, event: Event) -> Lines:
    lines = room_of(game).remarks(event)
    assert lines is not None
    return lines


def test_every_line_can_be_said_and_is_short() -> None:
    for lines in (lines_for(game, event) for game, event in OCCASIONS):
        assert len(set(lines.anybody)) >= 2
        for line in (*lines.anybody, *lines.bold, *lines.careful):
            assert is_sayable(line) and len(line) <= 32


def test_there_are_words_for_every_bid_and_declaration_and_for_nothing_else() -> None:
    for game, events in SPOKEN.items():
        assert len({lines_for(game, event) for event in events}) == len(events)
    for game in (*ROOMS, "scopa"):
        spoken = SPOKEN.get(game, ())
        others = [event for events in SPOKEN.values() for event in events if event not in spoken]
        assert not any(room_of(game).remarks(event) for event in (Played(1, CARD), *others))


@pytest.mark.parametrize(("game", "event"), OCCASIONS)
def test_what_is_said_fits_the_occasion_and_who_says_it(game: str, event: Event) -> None:
    lines = lines_for(game, event)
    for boldness, own in ((0.0, ()), (1.0, lines.bold), (-1.0, lines.careful)):
        character = Character(name="", boldness=boldness, talkativeness=1.0)
        said = {talk.remark(game, [event], character, Random(seed)) for seed in range(200)}
        assert said == {*lines.anybody, *own}


def test_how_often_a_character_speaks_is_its_talkativeness() -> None:
    for share in (0.0, 0.3, 1.0):
        one = Character(name="", talkativeness=share)
        spoke = sum(talk.remark("muscio", [Passed(1)], one, Random(seed)) is not None for seed in range(1000))
        assert spoke == pytest.approx(1000 * share, abs=50)


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_deals_that_look_alike_from_outside_bring_the_same_talk(tmp_path: Path, game: str) -> None:
    """Every card may differ: with the same bids and declarations the same words fall."""
    talks = []
    for seed in range(6):
        fresh = House(tmp_path / f"{seed}", computers(TABLES[game]), game=game, seed=seed).table.match
        one, other = (shuffled(fresh.pack, stream(seed, "twins", at)) for at in range(2))
        actions = common(fresh.apply(Deal(one)).match, fresh.apply(Deal(other)).match, Random(seed))
        houses = [
            scripted(tmp_path / f"{seed} {at}", fresh, pack, actions, seed) for at, pack in enumerate((one, other))
        ]
        assert houses[0].record.deals[0].actions == houses[1].record.deals[0].actions == tuple(actions)
        assert houses[0].record.deals[0].pack != houses[1].record.deals[0].pack
        assert houses[0].table.chat == houses[1].table.chat
        talks.append(houses[0].table.chat)
    assert sum(map(len, talks)) > 6
    assert len(set(talks)) > 1


# -- at the table ------------------------------------------------------------------------------------


def auction(home: Path, **options: Any) -> Room:
    """A chiamata auction of one person, who is on turn after some of the four others, who always talk."""
    room = Room(home, "you club club club club", game="chiamata", seed=5, characters=talkative, **options)
    room.turn()
    return room


def test_the_same_seed_brings_the_same_talk(tmp_path: Path) -> None:
    talks = []
    for number, seed in enumerate((3, 3, 4)):
        house = House(tmp_path / f"{number}", computers(5), game="chiamata", seed=seed)
        house.play_deal()
        talks.append(house.table.chat)
    assert talks[0] == talks[1] != talks[2]


@pytest.mark.slow
def test_characters_are_known_by_their_names_and_others_keep_silent(tmp_path: Path) -> None:
    said: set[str] = set()
    for seed in range(4):
        house = House(tmp_path / f"{seed}", computers(5), game="chiamata", seed=seed)
        house.play_deal()
        said |= {NAMES[message.seat] for message in house.table.chat}
    assert said and said <= set(CHARACTERS)
    house = House(tmp_path / "nobody", computers(5), game="chiamata", seed=0, names=("P", "Q", "R", "S", "T"))
    house.play_deal()
    assert not house.table.chat


@pytest.mark.slow
def test_a_person_is_never_spoken_for_not_even_by_the_computer_in_his_place(tmp_path: Path) -> None:
    room = auction(tmp_path)
    assert room.table.act(Leave(0)) is None
    room.end()
    assert room.table.chat and 0 not in {message.seat for message in room.table.chat}
    assert 0 in room.match.left


def test_talk_is_no_action_and_stays_out_of_the_record(tmp_path: Path) -> None:
    room = auction(tmp_path)
    assert room.table.chat
    assert not any(message.text in dump(room.saved).decode() for message in room.table.chat)
    assert room.saved.replay() == room.match
    assert room.again().table.chat == room.table.chat


def test_a_remark_comes_after_its_bid_is_saved_and_once(tmp_path: Path) -> None:
    house = House(tmp_path, computers(5), game="chiamata", characters=talkative)
    house.until(lambda: bool(house.record.deals) and bool(house.saved.deals[-1].actions))
    assert not house.table.chat and house.actions == 0
    house.storage.fault = "The disk is full."
    house.frame()
    house.frame()
    assert house.actions == 1 and not house.table.chat and house.table.fault
    house.storage.fault = ""
    house.table.retry()
    house.until(lambda: len(house.table.chat) == 4)
    assert [message.seat for message in house.table.chat] == [one.seat for one in house.saved.deals[0].actions[:4]]


def test_talk_of_the_computer_pushes_out_the_oldest_messages_only(tmp_path: Path) -> None:
    house = House(tmp_path, computers(5), game="chiamata", characters=talkative)
    house.until(lambda: len(house.table.chat) == 1)
    house.table.chat = tuple(Message(0, str(number)) for number in range(MESSAGES_KEPT))
    house.until(lambda: not house.table.chat[-1].text.isdecimal())
    assert len(house.table.chat) == MESSAGES_KEPT and house.table.chat[0].text == "1"
