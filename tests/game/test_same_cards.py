"""The same cards in several matches: found by rules and packs, told only of what has been played to its end here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.engine.actions import Deal
from game.engine.cards import Card
from game.engine.options import adapt
from game.record import Record
from game.rules import GAMES
from game.same_cards import Comparison, results, same_match, shared
from game.seating import PERSON
from game.store.archive import IMPORTED, Kept
from game.store.files import StorageError
from game.store.journal import Journal
from game.store.tvr import Exported, export_file, export_folder
from tests.fakes import Clock, folders_in
from tests.helpers import fresh, playout, recorded

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
NOON = 1_700_000_000.0
LONG: dict[str, dict[str, Any]] = {
    "briscola": {"deals_to_win": 7}, "spades": {}, "muscio": {},
    "chiamata": {"match_deals": 20, "all_pass": "next_dealer", "annul_poor_hand": "off"},
}  # fmt: skip
replace = msgspec.structs.replace


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal(folders_in(tmp_path), Clock(NOON))
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def played(game: str, deals: int = 2, seed: object = 1) -> Record:
    match = fresh(game, seats=GAMES[game].proposed_seats, **LONG[game])
    return recorded(match, list(playout(match, seed, deals=deals)))


def with_packs(
    record: Record, seed: int, packs: Sequence[tuple[Card, ...]] | None = None, actions: int = 9999
) -> Record:
    """The same cards played by other choices, as far as the dealers come to be the same."""
    match, rng = record.start(), Random(seed)
    again = replace(record, deals=())
    for pack in packs if packs is not None else [deal.pack for deal in record.deals]:
        if match.over or match.deal_open:
            break
        again, match = again.dealt(match.dealer, pack), match.apply(Deal(pack)).match
        while match.deal_open and actions:
            action = rng.choice(match.legal())
            again, match = again.acted(action), match.apply(action).match
            actions -= 1
    return again


def keep(journal: Journal, record: Record, *, over: bool = True, **extra: bool) -> int:
    """A match that was played here."""
    number = journal.create(record, (PERSON, *["club"] * (len(record.names) - 1)), 1, extra)
    if over:
        journal.finish(number)
    journal.release(number)
    return number


def bring(journal: Journal, record: Record, name: str = "Zoë") -> int:
    """A match that somebody else played."""
    record = replace(record, names=(name, *record.names[1:]))
    return journal.archive.put(Kept(record, (PERSON, *["club"] * (len(record.names) - 1)), NOON, frozenset({IMPORTED})))


def compared(journal: Journal, number: int) -> Comparison:
    return journal.archive.compare(number)[1]


# -- what is the same


@EVERY_GAME
def test_deals_are_the_same_by_rules_dealer_and_pack_whatever_the_names_and_the_clock(game: str) -> None:
    record = played(game)
    again = with_packs(record, 3)
    other = replace(again, names=tuple(f"{name}!" for name in again.names))
    other = replace(other, options=adapt(other.options, {"turn_seconds": 90}))
    same = {at: at for at in range(min(len(record.deals), len(other.deals)))
            if record.deals[at].dealer == other.deals[at].dealer}  # fmt: skip
    assert 0 in same and shared(record, other) == same
    assert not same_match(record, other)


@pytest.mark.parametrize("change", [
    lambda record: replace(record, options=adapt(record.options, {"count_aloud": not record.options.count_aloud})),
    lambda record: replace(record, deals=tuple(replace(deal, dealer=1 - deal.dealer) for deal in record.deals)),
    lambda record: replace(record, deals=tuple(replace(deal, pack=deal.pack[::-1]) for deal in record.deals)),
])  # fmt: skip
def test_with_other_rules_another_dealer_or_another_pack_they_are_not(change: object) -> None:
    record = played("briscola")
    assert callable(change) and shared(record, change(record)) == {}


# -- what is told


@EVERY_GAME
def test_what_each_made_of_the_cards_is_what_its_record_gives(game: str, journal: Journal) -> None:
    mine = played(game)
    theirs = with_packs(mine, 5)
    number, other = keep(journal, mine), bring(journal, theirs)
    found = compared(journal, number)
    assert found.open == tuple(range(len(results(mine)))) and found.rivals(0) == (("Zoë", ""),)
    scores = found.scores(0, ("Zoë", ""))
    assert scores == {at: results(theirs)[place][0] for at, place in shared(mine, theirs).items()}
    back = compared(journal, other)
    assert back.rivals(0) == ((mine.names[0], ""),)
    assert {back.one.scores[deal][0] for deal in back.open} == set(scores.values())


def test_only_the_first_time_counts(journal: Journal) -> None:
    theirs = played("briscola", 1)
    other = bring(journal, theirs)
    first, second = with_packs(theirs, 1), next(
        again for seed in range(2, 40) if results(again := with_packs(theirs, seed)) != results(with_packs(theirs, 1))
    )  # fmt: skip
    keep(journal, first)
    keep(journal, second)
    assert compared(journal, other).scores(0, (first.names[0], "")) == {0: results(first)[0][0]}


# -- what is not


@EVERY_GAME
def test_twin_deals_of_a_deal_not_played_here_are_told_alike(game: str, tmp_path: Path) -> None:
    """Somebody else's match goes on differently, with other cards, after the deal that was played here."""
    told = []
    for seed in (1, 2):
        theirs = played(game)
        theirs = replace(theirs, deals=(theirs.deals[0], *played(game, 2, seed).deals[1:]))
        theirs = with_packs(theirs, 7)
        journal = Journal(folders_in(tmp_path / str(seed)), Clock(NOON))
        other = bring(journal, theirs)
        assert compared(journal, other).open == ()
        keep(journal, with_packs(theirs, 9, [theirs.deals[0].pack]))
        found = compared(journal, other)
        told.append((found.open, found.one.scores, found.rivals(0), found.others))
        journal.close()
    assert told[0] == told[1] and told[0][0] == (0,)


@EVERY_GAME
def test_cards_that_lie_on_a_table_here_are_in_no_match_that_is_looked_at(
    game: str, journal: Journal, tmp_path: Path
) -> None:
    theirs, archive = played(game, 1), journal.archive
    other = bring(journal, theirs)
    mine = with_packs(theirs, 3, actions=2)
    number = keep(journal, mine, over=False)
    for look in (archive.take, archive.compare, lambda one: export_file(archive, one, tmp_path / "x")):
        with pytest.raises(StorageError, match="still being played here"):
            look(other)
    assert not tuple(tmp_path.glob("*.tvr"))
    assert export_folder(archive, [other, number], tmp_path / "out") == Exported(1, left_out=1)
    assert journal.archive.take(number).record.deals == ()
    journal.claim(number)
    for action in with_packs(theirs, 3).deals[0].actions[2:]:
        at = len(journal.load(number).record.deals[0].actions) + 1
        journal.add_action(number, 1, at, action)
    assert journal.archive.take(other).record.deals[0].pack == theirs.deals[0].pack
    assert compared(journal, other).open == (0,)


def test_who_plays_a_side_line_knows_its_cards(journal: Journal) -> None:
    theirs = played("briscola", 1)
    other = keep(journal, theirs)
    keep(journal, with_packs(theirs, 3, actions=2), over=False, side_line=True)
    assert journal.archive.take(other).record.deals == theirs.deals


def test_what_is_damaged_is_told_of_nobody(journal: Journal) -> None:
    mine = played("briscola", 1)
    number, other = keep(journal, mine), bring(journal, with_packs(mine, 2))
    journal.database.execute("UPDATE actions SET text = 'x' WHERE match = ?", (other,))
    assert compared(journal, number).rivals(0) == ()
    journal.database.execute("UPDATE matches SET header = 'x' WHERE id = ?", (other,))
    assert compared(journal, number).others == ()


def test_every_finished_deal_has_a_result_though_nobody_played_it() -> None:
    match = fresh("chiamata", seats=5, annul_poor_hand="up_to_6")
    record = recorded(match, list(playout(match, 1, deals=20)))
    assert any(result.state == "annulled" for result in record.replay().results)
    assert len(results(record)) == len(record.deals)
