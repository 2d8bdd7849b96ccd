"""Comparison of matches with the same cards: the deals that they share, and the scores by seat.

Two deals are the same if game, rules, dealer and pack are the same; names and turn clock do not matter. The results of
a match from elsewhere are hidden for deals that have not been finished here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from game.core.options import COMMON_OPTION_NAMES
from game.match.archived_match import IMPORTED_FLAG, ArchivedMatch
from game.match.pauses import make_periodic_pause
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.match.tallies import do_nothing
from game.storage.archive import Archive


class DealOutcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The outcomes of a match in the deals of another one, with which it is compared.

    ``player_kinds``: for each seat "you" or a computer player's level; ``is_own``: it was played in this program;
    ``scores``: score of each seat in the game's unit, by the number of the deal in the compared match, from 0.
    """

    match_id: int
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    played_at: float
    is_own: bool
    scores: Mapping[int, tuple[float, ...]]

    def get_player(self, seat: int) -> tuple[str, str]:
        """Return the name at a seat, and the computer player's level, "" for a person."""
        kind = self.player_kinds[seat]
        return self.names[seat], "" if kind == PERSON_KIND else kind


class SameDealComparison(msgspec.Struct, frozen=True):
    """A match, and the others that share deals with it, the oldest first.

    ``deal_count``: the number of its finished deals.
    """

    deal_count: int
    outcomes: DealOutcomes
    other_outcomes: tuple[DealOutcomes, ...]

    @property
    def comparable_deals(self) -> tuple[int, ...]:
        """The deals whose scores may be shown."""
        return tuple(sorted(self.outcomes.scores))

    def list_rivals(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Return the other players who had this seat's cards, each once, the earliest first.

        A player is a name and a computer player's level, "" for a person.
        """
        return tuple(dict.fromkeys(other.get_player(seat) for other in self.other_outcomes if other.scores))

    def get_rival_scores(self, seat: int, rival: tuple[str, str]) -> dict[int, float]:
        """Return a rival's score by deal, from 0, at ``seat`` the first time they played the deal.

        ``rival``: as in `list_rivals`. Deals that the rival has not finished are missing.
        """
        scores: dict[int, float] = {}
        for other in self.other_outcomes:
            if other.get_player(seat) == rival:
                scores = {**{deal: deal_scores[seat] for deal, deal_scores in other.scores.items()}, **scores}
        return scores


def find_shared_deals(record: Record, other: Record) -> dict[int, int]:
    """Return the first same deal in ``other`` for each deal of ``record``, counted from 0.

    The dict has the deals of ``record`` that ``other`` has too: same cards and dealer. It is empty if game, seat count
    or rules differ.
    """
    if _make_rules_key(record) != _make_rules_key(other):
        return {}
    indices = {(deal.dealer, deal.pack): index for index, deal in reversed(tuple(enumerate(other.deals)))}
    pairs = ((index, indices.get((deal.dealer, deal.pack))) for index, deal in enumerate(record.deals))
    return {index: other_index for index, other_index in pairs if other_index is not None}


def _make_rules_key(record: Record) -> tuple[object, ...]:
    options = msgspec.structs.asdict(record.options)
    rule_values = {name: value for name, value in options.items() if name not in COMMON_OPTION_NAMES}
    return record.game_id, len(record.names), rule_values


def compute_deal_scores(record: Record, after_action: Callable[[], None] = do_nothing) -> tuple[tuple[float, ...], ...]:
    """Return the score of each seat in each finished deal, in the game's unit: a tuple by deal and seat.

    ``after_action`` is called after every action. Raise RecordError if the record cannot be played.
    """
    match = record.create_match()
    for _action, step in record.iter_steps():
        match = step.match
        after_action()
    return tuple(match.game.tally_deal(result, match.sides).scores for result in match.results)


def compare_same_deals(archive: Archive, match_id: int) -> tuple[ArchivedMatch, SameDealComparison]:
    """Return a stored match, and its comparison with the others that have the same cards.

    Raise StorageError if the match is damaged or deleted, or if a deal with its cards is still being played here,
    RecordError if a record cannot be played.
    """
    match = archive.load_match(match_id)
    other_matches = (
        _make_outcomes(other_id, other)
        for other_id, other in archive.find_matches_with_same_packs(match.record)
        if other_id != match_id
    )
    return match, compare_outcomes(_make_outcomes(match_id, match), other_matches, make_periodic_pause())


def _make_outcomes(match_id: int, match: ArchivedMatch) -> tuple[DealOutcomes, Record]:
    """Return the match for a comparison, without scores."""
    record = match.record
    outcomes = DealOutcomes(
        match_id=match_id,
        names=record.names,
        player_kinds=match.player_kinds,
        played_at=match.played_at,
        is_own=IMPORTED_FLAG not in match.flags,
        scores={},
    )
    return outcomes, record


def compare_outcomes(
    match: tuple[DealOutcomes, Record],
    other_matches: Iterable[tuple[DealOutcomes, Record]],
    after_action: Callable[[], None] = do_nothing,
) -> SameDealComparison:
    """Return the comparison of ``match`` with ``other_matches``, given without ``scores``.

    The others keep their order, which should be the oldest first. Deals in progress are left out. If the match was not
    played here, only deals that someone has finished here are included. Raise RecordError if a record cannot be played.
    """
    outcomes, record = match
    own_scores = dict(enumerate(compute_deal_scores(record, after_action)))
    scored_outcomes = [
        (other, _map_scores(record, other_record, after_action)) for other, other_record in other_matches
    ]
    known_deals = (
        set(own_scores)
        if outcomes.is_own
        else {deal for other, scores in scored_outcomes if other.is_own for deal in scores}
    )
    other_outcomes = tuple(_keep_deals(other, scores, known_deals) for other, scores in scored_outcomes)
    return SameDealComparison(len(own_scores), _keep_deals(outcomes, own_scores, known_deals), other_outcomes)


def _map_scores(record: Record, other: Record, after_action: Callable[[], None]) -> dict[int, tuple[float, ...]]:
    deal_scores = compute_deal_scores(other, after_action)
    return {
        index: deal_scores[other_index]
        for index, other_index in find_shared_deals(record, other).items()
        if other_index < len(deal_scores)
    }


def _keep_deals(outcomes: DealOutcomes, scores: Mapping[int, tuple[float, ...]], known_deals: set[int]) -> DealOutcomes:
    return msgspec.structs.replace(
        outcomes, scores={deal: deal_scores for deal, deal_scores in scores.items() if deal in known_deals}
    )
