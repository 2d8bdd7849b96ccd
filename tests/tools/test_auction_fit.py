"""The fit of the hands by which "club" calls in Briscola chiamata: the features that a person counts."""

from __future__ import annotations

from game.ai.chiamata.hand_value import ContractKind
from game.core.cards import Suit, parse_cards
from tests.rows import check_rows
from tools.training.auction_fit import combine_features, count_features

LONG_HAND, SHORT_HAND = "Ad 3d 7d 6d 5d 4d 2d As", "Ad 3s Ks As 6h 3h Qc Jc"


@check_rows(("kind", "hand", "trump", "called", "position", "counts"), [
    ("partner", LONG_HAND, "d", "Kd", 0,
     [1, 1, 0, 1, 0, 0, 0, 7, 3, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]),
    ("in_mano", LONG_HAND, "d", "Ad", 4, [1, 0, 1, 1, 0, 0, 0, 7, 3, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1]),
    ("in_mano", SHORT_HAND, "d", "Ad", 2, [1, 0, 0, 1, 2, 3, 1, 1, 0, *[0] * 9, 1]),
    ("solo", SHORT_HAND, None, None, 0, [1, 1, 0, 2, 2, 3, 1, 4, 1]),
])  # fmt: skip
def test_fit_counts_what_a_person_counts(
    kind: ContractKind, hand: str, trump: Suit | None, called: str | None, position: int, counts: list[int]
) -> None:
    called_card = None if called is None else parse_cards(called)[0]
    features = count_features(parse_cards(hand), trump, called_card, position)
    assert (features @ combine_features(kind)).tolist() == counts
