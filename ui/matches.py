"""From an agreement, or a saved match, to its table."""

from __future__ import annotations

from game.local_table import LocalTable
from game.seating import PERSON, SEED_BITS, Player, Seating
from game.store.reading import SavedMatch
from ui.games import face_of
from ui.scene import Stage
from ui.scenes.sitting import Sitting, people_of
from ui.table.scene import TableScene


def sitting(stage: Stage, seating: Seating) -> Sitting:
    """The people of a new match sit down, unless one of them is barred."""
    return Sitting(stage, people_of(seating.players), lambda: begin(stage, seating))


def begin(stage: Stage, seating: Seating) -> None:
    """Begin a new match and go to its table."""
    table = LocalTable.begin(
        seating, stage.seeds.getrandbits(SEED_BITS), storage=stage.storage, thinker=stage.thinker, clock=stage.clock
    )
    stage.go(scene_of(stage, table))


def resume(stage: Stage, saved: SavedMatch) -> None:
    """Go on with a saved match, claimed by the caller, exactly where it stood, unless somebody of it is barred."""
    table = LocalTable.resume(saved, storage=stage.storage, thinker=stage.thinker, clock=stage.clock)
    # The journal looks up the names of that day, so these are the record's, not those that are shown.
    people = people_of(tuple(Player(saved.record.names[seat], PERSON) for seat in table.persons))
    stage.push(Sitting(stage, people, lambda: stage.go(scene_of(stage, table)), table.close, saved.id))


def scene_of(stage: Stage, table: LocalTable) -> TableScene:
    """The scene of a table, with the face of its game."""
    return TableScene(stage, table, face_of(table.game.name))
