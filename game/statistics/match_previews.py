"""Previews of stored matches for a list: their finished deals, their best trick and their deal codes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.core.cards import Card
from game.core.trick_taking import AllTricksPlayedPhase, CompletedTrick
from game.match.assistance import read_assistance
from game.match.house_rules import RuleSet, make_rule_set
from game.match.match import Match
from game.match.pauses import make_periodic_pause
from game.match.replay import Replay
from game.shuffling.commitments import get_deal_code
from game.storage.archive import Archive


class DealPreview(msgspec.Struct, frozen=True):
    """A finished deal: its number from 1, each seat's score, more is better, and the winners; none if void."""

    number: int
    scores: tuple[float, ...] = ()
    winners: frozenset[int] = frozenset()


class TrickPreview(msgspec.Struct, frozen=True):
    """A trick: its cards in order of play, the index of the winning card, and its points."""

    cards: tuple[Card, ...]
    winner_index: int
    points: int


class MatchPreview(msgspec.Struct, frozen=True):
    """The rules of a match, its finished deals, and the most valuable trick of a seat's side.

    ``best_trick``: None in games without card points.
    """

    rules: RuleSet
    deals: tuple[DealPreview, ...] = ()
    best_trick: TrickPreview | None = None


def load_preview(archive: Archive, match_id: int, seat: int | None) -> MatchPreview:
    """Return the preview of a match, without a best trick if ``seat`` is None.

    Raise StorageError as `Archive.load_match`.
    """
    record = archive.load_match(match_id).record
    match, pause = record.create_match(), make_periodic_pause()
    deals: list[DealPreview] = []
    tricks: list[CompletedTrick] = []
    for _action, step in record.iter_steps():
        if len(step.match.results) > len(match.results):
            deals.append(_preview_last_deal(step.match))
            tricks += _list_tricks_of_side(step.match, seat)
        match = step.match
        pause()
    best_trick = max(tricks, key=lambda completed_trick: completed_trick.points, default=None)
    rules = make_rule_set(record.game_id, record.preset, record.options, read_assistance(record.extra))
    return MatchPreview(rules, tuple(deals), _preview_trick(best_trick) if best_trick is not None else None)


def _preview_last_deal(match: Match) -> DealPreview:
    number, result = len(match.results), match.results[-1]
    if result.state != "scored":
        return DealPreview(number)
    scores = match.game.tally_deal(result, match.sides).scores
    return DealPreview(number, scores, frozenset(match.game.find_deal_winners(result, match.sides)))


def _list_tricks_of_side(match: Match, seat: int | None) -> Iterable[CompletedTrick]:
    """Return the tricks of a finished deal that the side of ``seat`` took, if cards have points."""
    if seat is None or not match.game.card_points or not isinstance(match.phase, AllTricksPlayedPhase):
        return ()
    own_side = next(side for side in match.sides if seat in side)
    return [completed_trick for completed_trick in match.phase.completed_tricks if completed_trick.winner in own_side]


def _preview_trick(completed_trick: CompletedTrick) -> TrickPreview:
    plays = completed_trick.trick.list_plays()
    winner_index = next(index for index, (seat, _card) in enumerate(plays) if seat == completed_trick.winner)
    return TrickPreview(tuple(card for _seat, card in plays), winner_index, completed_trick.points)


def find_deal_code(replay: Replay, deal_index: int) -> str:
    """Return the code of a finished deal, from 0, empty if its cards follow from none."""
    return get_deal_code(replay.record, deal_index + 1)
