"""The same deals in several matches: found by rules and packs, and compared only when played to their end here."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.core.options import change_options
from game.exchange.record_files import ExportResult, export_match, export_matches
from game.match.record import is_same_match
from game.rules import GAMES
from game.statistics.same_deals import SameDealComparison, compare_same_deals, compute_deal_scores, find_shared_deals
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, make_folders
from tests.helpers import make_match, make_record, play_random_actions
from tests.rows import check_rows
from tests.same_deals import NOON_TIMESTAMP, import_match, play_match, replay_with_packs, store_match

for_each_game = pytest.mark.parametrize("game", GAMES)
replace = msgspec.structs.replace


@pytest.fixture
def repository(tmp_path: Path) -> MatchRepository:
    journal = MatchRepository(make_folders(tmp_path), FakeClock(NOON_TIMESTAMP))
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def compare_match(repository: MatchRepository, number: int) -> SameDealComparison:
    return compare_same_deals(repository.archive, number)[1]


# -- same deals


@for_each_game
def test_deals_are_same_by_rules_dealer_and_pack_not_by_names_or_turn_clock(game: str) -> None:
    record = play_match(game)
    again = replay_with_packs(record, 3)
    other = replace(again, names=tuple(f"{name}!" for name in again.names))
    other = replace(other, options=change_options(other.options, {"turn_seconds": 90}))
    same = {index: index for index in range(min(len(record.deals), len(other.deals)))
            if record.deals[index].dealer == other.deals[index].dealer}  # fmt: skip
    assert 0 in same and find_shared_deals(record, other) == same
    assert not is_same_match(record, other)


@check_rows("change", [
    lambda record: replace(
        record, options=change_options(record.options, {"count_aloud": not record.options.count_aloud})
    ),
    lambda record: replace(record, deals=tuple(replace(deal, dealer=1 - deal.dealer) for deal in record.deals)),
    lambda record: replace(record, deals=tuple(replace(deal, pack=deal.pack[::-1]) for deal in record.deals)),
])  # fmt: skip
def test_deals_with_other_rules_dealer_or_pack_are_not_same(change: object) -> None:
    record = play_match("briscola")
    assert callable(change) and find_shared_deals(record, change(record)) == {}


# -- comparisons


@for_each_game
def test_result_of_each_match_equals_its_record(game: str, repository: MatchRepository) -> None:
    own_record = play_match(game)
    other_record = replay_with_packs(own_record, 5)
    number, other = store_match(repository, own_record), import_match(repository, other_record)
    comparisons = compare_match(repository, number)
    assert comparisons.comparable_deals == (*range(len(compute_deal_scores(own_record))),)
    assert comparisons.list_rivals(0) == (("Zoë", ""),)
    scores, other_scores = comparisons.get_rival_scores(0, ("Zoë", "")), compute_deal_scores(other_record)
    shared = find_shared_deals(own_record, other_record)
    assert scores == {own_index: other_scores[place][0] for own_index, place in shared.items()}
    back = compare_match(repository, other)
    assert back.list_rivals(0) == ((own_record.names[0], ""),)
    assert {back.outcomes.scores[deal][0] for deal in back.comparable_deals} == set(scores.values())


def test_only_first_time_counts(repository: MatchRepository) -> None:
    other_record = play_match("briscola", 1)
    other = import_match(repository, other_record)
    records = [replay_with_packs(other_record, seed) for seed in range(1, 40)]
    first_scores = compute_deal_scores(records[0])
    second = next(record for record in records if compute_deal_scores(record) != first_scores)
    for record in (records[0], second):
        store_match(repository, record)
    assert compare_match(repository, other).get_rival_scores(0, (records[0].names[0], "")) == {0: first_scores[0][0]}


# -- excluded deals


@for_each_game
def test_comparison_is_equal_in_twin_deals_of_unplayed_deals(game: str, tmp_path: Path) -> None:
    """Compare two matches of another person that differ only after the deal that was played here."""
    comparison_list = []
    for seed in (1, 2):
        other_record = play_match(game)
        other_record = replace(other_record, deals=(other_record.deals[0], *play_match(game, 2, seed).deals[1:]))
        other_record = replay_with_packs(other_record, 7)
        journal = MatchRepository(make_folders(tmp_path / str(seed)), FakeClock(NOON_TIMESTAMP))
        other = import_match(journal, other_record)
        assert compare_match(journal, other).comparable_deals == ()
        store_match(journal, replay_with_packs(other_record, 9, [other_record.deals[0].pack]))
        found = compare_match(journal, other)
        comparison_list.append(
            (found.comparable_deals, found.outcomes.scores, found.list_rivals(0), found.other_outcomes)
        )
        journal.close()
    assert comparison_list[0] == comparison_list[1] and comparison_list[0][0] == (0,)


@for_each_game
def test_match_with_cards_of_open_deal_here_cannot_be_read_or_exported(
    game: str, repository: MatchRepository, tmp_path: Path
) -> None:
    other_record, archive = play_match(game, 1), repository.archive
    other = import_match(repository, other_record)
    own_record = replay_with_packs(other_record, 3, actions=2)
    number = store_match(repository, own_record, over=False)
    for look in (
        archive.load_match,
        lambda match_id: compare_same_deals(archive, match_id),
        lambda match_id: export_match(archive, match_id, tmp_path / "x"),
    ):
        with pytest.raises(StorageError, match="still in progress here"):
            look(other)
    assert not tuple(tmp_path.glob("*.tvr"))
    result = ExportResult(tmp_path / "out", 1, skipped_count=1)
    assert export_matches(archive, [other, number], tmp_path / "out") == result
    assert archive.load_match(number).record.deals == ()
    repository.claim_match(number)
    for action_number, action in enumerate(replay_with_packs(other_record, 3).deals[0].actions[2:], 3):
        repository.add_action(number, 1, action_number, action)
    assert repository.archive.load_match(other).record.deals[0].pack == other_record.deals[0].pack
    assert compare_match(repository, other).comparable_deals == (0,)


def test_person_playing_a_continuation_knows_its_cards(repository: MatchRepository) -> None:
    other_record = play_match("briscola", 1)
    other = store_match(repository, other_record)
    store_match(repository, replay_with_packs(other_record, 3, actions=2), over=False, side_line=True)
    assert repository.archive.load_match(other).record.deals == other_record.deals


def test_damaged_match_is_excluded_from_comparison(repository: MatchRepository) -> None:
    own_record = play_match("briscola", 1)
    number, other = store_match(repository, own_record), import_match(repository, replay_with_packs(own_record, 2))
    for statement in ("UPDATE deals SET actions = 'x' WHERE match = ?", "UPDATE matches SET header = 'x' WHERE id = ?"):
        repository.database.execute(statement, (other,))
        assert compare_match(repository, number).other_outcomes == ()


def test_every_finished_deal_has_a_result_even_if_nobody_played_it() -> None:
    match = make_match("chiamata", seats=5, annul_poor_hand="up_to_6")
    record = make_record(match, list(play_random_actions(match, 1, deal_count=20)))
    assert any(result.state == "annulled" for result in record.replay().results)
    assert len(compute_deal_scores(record)) == len(record.deals)
