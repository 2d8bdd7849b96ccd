"""Records and folders for the tests of stored matches."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import msgspec

from game.core.actions import Deal
from game.core.options import change_options
from game.match.record import Record
from game.rules import GAMES
from game.shuffling.shuffle import shuffle_pack
from game.storage.files import Folders, get_default_folders
from game.storage.matches import MatchRepository

replace = msgspec.structs.replace


def make_folders_below(root: Path) -> Folders:
    return get_default_folders({"TAVOLOVERDE_HOME": str(root)})


def make_memory_folder() -> Path:
    """Return a new folder, in memory if possible: there waiting for the disk costs nothing."""
    return Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


def is_beginning(earlier: Record, later: Record) -> bool:
    """Return whether ``later`` has all deals and actions of ``earlier``, in the same places."""
    return len(earlier.deals) <= len(later.deals) and all(
        before.pack == after.pack and before.actions == after.actions[: len(before.actions)]
        for before, after in zip(earlier.deals, later.deals, strict=False)
    )


def empty_record() -> Record:
    game = GAMES["briscola"]
    options = change_options(game.presets["classic"], {"deals_to_win": 7})
    return Record(
        game_id="briscola", preset="classic", options=options, names=("Anna", "Bruno"), first_dealer=0,
        extra={"chat": ["ciao ♠"]},
    )  # fmt: skip


def play_record(action_count: int, seed: int = 1) -> Record:
    """Return a record of random actions, 400 at most with the default seed, and the deals they need."""
    record, rng = empty_record(), Random(seed)
    match = record.create_match()
    while action_count:
        if match.needs_deal:
            pack = shuffle_pack(match.pack, rng)
            record = record.with_deal(match.dealer, pack)
            match = match.apply(Deal(pack)).match
        action = rng.choice(match.legal_actions())
        record, match = record.with_action(action), match.apply(action).match
        action_count -= 1
    return record


def shorten_record(record: Record, action_count: int) -> Record:
    while sum(len(deal.actions) for deal in record.deals) > action_count:
        record = record.without_last_action()
    return record


def store_match(repository: MatchRepository, record: Record) -> int:
    return repository.create_match(record, ("you", "club"), 2**90 + 1, {"clock": [1.5, None]})
