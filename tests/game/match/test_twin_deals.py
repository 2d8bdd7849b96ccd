"""Nothing that a seat sees depends on what it may not know: twin deals.

For every game, preset, single changed option, number of seats and seat (None is a spectator): permute the cards that
the seat cannot know, and replay the same actions with the same permutation. For that seat, each step must give equal
observations and events, the same answer to every action that it can try, legal or not, the same votes of computer
players, and an equal export of the record. `test_twin_sessions` does that with complete sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Final

import msgspec
import pytest

from game.core.actions import Action, Deal, LeaveMatch, Timeout, VoteToEnd
from game.core.cards import HIDDEN_CARD
from game.core.events import (
    CardDrawn,
    CardsDealt,
    DealerDrawn,
    Event,
    MatchEnded,
    PlayerLeft,
    PlayerTimedOut,
    ShuffleCommitted,
    TrickTaken,
    TurnedCardSwapped,
    UnknownEvent,
    VoteToEndCast,
    mask_hands,
)
from game.core.messages import Reason
from game.core.phase import DealOverPhase
from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.record import Record
from game.match.table_discipline import decide_computer_votes
from game.rules import GAMES
from game.rules.briscola.events import HandShown, SignMade
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.events import GattaShown
from game.rules.muscio.trick_play import ForfeitPhase, MuscioTrickPhase
from game.rules.spades.events import HandSeen
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.shuffling.shuffle import derive_random
from tests import twin_deals
from tests.helpers import PlayoutMoment, TableSetup, make_match, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES, make_pairwise_tables
from tests.rows import check_rows
from tests.twin_deals import (
    KNOWN_CARDS_BY_EVENT,
    KnownRefusals,
    Observer,
    compare_all_seats,
    compare_with_twin,
    has_secret_odd_hand,
    has_secret_tie,
    iter_cards,
    list_observers,
    make_twin_moments,
    play_blind_nil_match,
    play_long_deal,
)


@long_test
@pytest.mark.parametrize("game", GAMES)
def test_observations_are_equal_in_twin_deals(game: str, subtests: pytest.Subtests) -> None:
    for table in choose_sample(make_pairwise_tables(game), 4):
        with subtests.test(str(table)):
            rng = derive_random(1, "twin", table)
            moments = play_long_deal(table)
            compared = compare_all_seats(moments, rng, stop_interval=2 if table.changes else 1)
            expected_count = sum(index + 1 for index in (0, len(moments) // 2)) * (table.seats + 1)
            assert compared >= expected_count // 2, "too little was compared to mean anything"


REASON_CODES_BY_ENDING: Final[Mapping[str, set[str]]] = {
    "gatta": {"gatta_of_trumps", "gatta_plain", "gatta_of_dealer"}, "forfeited": {"forfeit"}, "alone": {"alone"},
    "misdealt": {"misdeal"},
}  # fmt: skip
"""The reasons of the ways in which a deal ends with hands that nobody played, beside the states of a result."""


def has_ended(match: Match, ending: str) -> bool:
    result = match.phase.result if match.phase is not None else None
    codes = REASON_CODES_BY_ENDING.get(ending, set())
    return result is not None and (result.state == ending or any(reason.code in codes for reason in result.reasons))


@check_rows(("ending", "game", "changes"), [
    ("void", "chiamata", {}), ("annulled", "chiamata", {}), ("annulled", "chiamata", {"annul_poor_hand": "up_to_6"}),
    ("annulled", "chiamata", {"annul_four_twos": True, "annul_poor_hand": "up_to_6"}), ("void", "muscio", {}),
    ("gatta", "muscio", {}), ("forfeited", "muscio", {}), ("alone", "muscio", {}),
    ("misdealt", "muscio", {"hand_dealing": True}),
])  # fmt: skip
def test_deal_that_ended_unplayed_shows_only_the_hand_that_ended_it(
    ending: str, game: str, changes: Mapping[str, Any]
) -> None:
    """Check also the next deal, during which the result is visible."""
    check_unplayed_deal(ending, game, changes)


def check_unplayed_deal(ending: str, game: str, changes: Mapping[str, Any]) -> None:
    """Compare deals that ended unplayed with their twins."""
    rng, total_count = derive_random(4, "twin", ending), 0
    for seed in range(4000):
        match = make_match(game, seats=GAMES[game].seat_counts[0], **changes)
        moments = list(play_random_actions(match, f"{ending} {seed}", 1))
        if not has_ended(moments[-1].match, ending):
            continue
        for seat in list_observers(match):
            if compare_with_twin(moments, seat, len(moments) - 1, rng) == len(moments):
                total_count += 1
        if total_count >= 6:
            return
    raise AssertionError(f"only {total_count} such deals were compared to their end")


def add_table_actions(moments: list[PlayoutMoment], *actions: Action) -> list[PlayoutMoment]:
    """Return the moments with those of ``actions`` that are legal added at the end."""
    for action in actions:
        before = moments[-1].match
        if before.illegal_reason(action) is None:
            moments = [*moments, PlayoutMoment(action, before, *before.apply(action))]
    return moments


PRESET_TABLES = [table for table in PAIRWISE_TABLES if not table.changes]


@check_rows("table", PRESET_TABLES[::2])
def test_votes_timeout_and_departed_player_reveal_nothing_more(table: TableSetup) -> None:
    rng = derive_random(6, "twin", table)
    options = msgspec.structs.replace(table.options, turn_seconds=60)
    deal_moments = play_long_deal(TableSetup(table.game, table.preset, options, table.seats))
    for length, has_ended in ((len(deal_moments) // 2, False), (len(deal_moments) - 2, True)):
        match = deal_moments[length - 1].match
        assert match.turn is not None
        late = (Timeout(match.turn), match.legal_actions()[0], LeaveMatch(0), LeaveMatch(1), VoteToEnd(1))
        votes = tuple(map(VoteToEnd, range(table.seats)))
        moments = add_table_actions(deal_moments[:length], *(votes if has_ended else late))
        for seat in list_observers(match):
            assert compare_with_twin(moments, seat, len(moments) - 1, rng) > 0
            assert not has_ended or observe(moments[-1].match, seat).illegal_cards == ()


@check_rows(("preset", "seats"), [("partners", 4), ("individual", 3)])
def test_player_who_may_bid_blind_nil_knows_no_card_before_deciding(preset: str, seats: int) -> None:
    """Check also that the decision tells the others nothing of the hand."""
    verbs = set[str]()
    for seed in range(2):
        _earlier, moments = play_blind_nil_match(preset, seats, seed)
        assert compare_all_seats(moments, derive_random(seed, "blind")) > 0
        verbs |= {moment.action.verb for moment in moments if not isinstance(moment.action, Deal)}
        for moment in moments:
            phase = moment.match.phase
            for seat in phase.unseen_seats if isinstance(phase, BiddingPhase) else ():
                known = (observe(moment.match, seat).phase, *(event.seen_by(seat) for event in moment.events))
                assert {*iter_cards(known)} == {HIDDEN_CARD}
    assert {"blind", "look"} <= verbs


@pytest.mark.slow
def test_every_event_class_occurs_in_twin_deals() -> None:
    """Check all but the draw of the first dealer, a gatta, blind nil and table discipline, which have other tests.

    A program knows events of a later version only as unknown ones.
    """
    missing = set(KNOWN_CARDS_BY_EVENT) - {
        DealerDrawn,
        ShuffleCommitted,
        GattaShown,
        HandSeen,
        PlayerTimedOut,
        PlayerLeft,
        VoteToEndCast,
        MatchEnded,
        UnknownEvent,
    }
    for table, seed in product(PAIRWISE_TABLES, range(8)):
        tries = (
            [play_long_deal(table)]
            if seed == 0
            else [list(play_random_actions(table.create_match(), f"{table} {seed}", 1))]
        )
        missing -= {type(event) for moments in tries for moment in moments for event in moment.events}
        if not missing:
            return
    raise AssertionError(f"no deal had {missing}")


# -- planted leaks ---------------------------------------------------------------------------------


def play_deal_for_leak_tests() -> list[PlayoutMoment]:
    return [*play_random_actions(make_match(seats=4, show_partner_hand=True), "teeth", prefers_new_verbs=True)]


def test_unchanged_code_has_no_leak() -> None:
    assert compare_all_seats(play_deal_for_leak_tests(), derive_random(1, "teeth"), stop_interval=3) > 100


UNCHANGED_SEEN_BY: Final[Any] = BriscolaTrickPhase.seen_by


def leak_stock_card(self: BriscolaTrickPhase, seat: Observer) -> BriscolaTrickPhase:
    view: BriscolaTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    return msgspec.structs.replace(view, stock=(self.stock[0], *view.stock[1:])) if len(self.stock) > 1 else view


def leak_hand_card(self: BriscolaTrickPhase, seat: Observer) -> BriscolaTrickPhase:
    view: BriscolaTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    hands = tuple((*hand[:-1], *real[-1:]) for hand, real in zip(view.hands, self.hands, strict=True))
    return msgspec.structs.replace(view, hands=hands)


def leak_sorted_hand(self: BriscolaTrickPhase, seat: Observer) -> BriscolaTrickPhase:
    view: BriscolaTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    fewer = any(card.rank == "A" for hand in self.hands for card in hand)
    return msgspec.structs.replace(view, turned_card=view.turned_card, trump=view.trump if fewer else "d")


def leak_all_signs(self: BriscolaTrickPhase, seat: Observer) -> BriscolaTrickPhase:
    view: BriscolaTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    return msgspec.structs.replace(view, signs=self.signs)


def leak_partners_hand_early(self: BriscolaTrickPhase, seat: Observer) -> BriscolaTrickPhase:
    view: BriscolaTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    mates = () if seat is None else self.partners(seat)
    hands = tuple(self.hands[hand_seat] if hand_seat in mates else hand for hand_seat, hand in enumerate(view.hands))
    return msgspec.structs.replace(view, hands=hands)


def play_exchange_deal(seats: int) -> list[PlayoutMoment]:
    """Return a deal of Muscio in which the dealer took the turned trump and the tricks were played."""
    tries = (list(play_random_actions(make_match("muscio", seats=seats), f"exchange {seed}", 1)) for seed in range(99))
    return next(
        moments
        for moments in tries
        if {TurnedCardSwapped, TrickTaken} <= {type(e) for moment in moments for e in moment.events}
    )


@long_test
@pytest.mark.parametrize("seats", choose_sample([3, 4, 5, 6], 2))
def test_card_discarded_by_muscio_dealer_stays_hidden(seats: int) -> None:
    """Check to the end of the deal with twins in which it is another card."""
    moments, rng = play_exchange_deal(seats), derive_random(7, "exchange", seats)
    (swap,) = (event for moment in moments for event in moment.events if isinstance(event, TurnedCardSwapped))
    for seat in list_observers(moments[0].match):
        others, known_refusals = set(), KnownRefusals()
        for until in range(3, len(moments)):
            compare_with_twin(moments, seat, until, rng, known_refusals)
        for _try in range(12):
            compare_with_twin(moments, seat, len(moments) - 1, rng, known_refusals)
            twin_deals = make_twin_moments(moments, seat, len(moments) - 1, rng)
            others |= {e.given for twin in twin_deals for e in twin.events if isinstance(e, TurnedCardSwapped)}
        assert (len(others) > 1) == (seat != swap.seat)


def leak_discarded_card(self: MuscioTrickPhase, seat: Observer) -> MuscioTrickPhase:
    view: MuscioTrickPhase = UNCHANGED_MUSCIO_SEEN_BY(self, seat)
    return msgspec.structs.replace(view, dealer_discard=self.dealer_discard)


def leak_discarded_card_in_stock(self: MuscioTrickPhase, seat: Observer) -> MuscioTrickPhase:
    view: MuscioTrickPhase = UNCHANGED_MUSCIO_SEEN_BY(self, seat)
    return msgspec.structs.replace(view, rest=(*self.dealer_discard, *view.rest[1:])) if self.dealer_discard else view


UNCHANGED_MUSCIO_SEEN_BY: Final[Any] = MuscioTrickPhase.seen_by


def leak_blind_hand(self: BiddingPhase, seat: Observer) -> BiddingPhase:
    return msgspec.structs.replace(self, hands=mask_hands(self.hands, seat))


def leak_legal_actions(match: Match, seat: Observer) -> Observation:
    return msgspec.structs.replace(observe(match, seat), legal_actions=match.legal_actions())


def leak_all(self: Any, _seat: Observer = None) -> Any:
    return self


def play_deal_with_dealer_discard() -> list[PlayoutMoment]:
    return play_exchange_deal(4)


def play_deal_with_blind_nil() -> list[PlayoutMoment]:
    return play_blind_nil_match("partners", 4, 1)[1]


@pytest.mark.parametrize(("play_deal", "owner", "name", "leak"), [
    *((play_deal_for_leak_tests, BriscolaTrickPhase, "seen_by", leak) for leak in (
        leak_stock_card, leak_hand_card, leak_sorted_hand, leak_all_signs, leak_partners_hand_early, leak_all)),
    *((play_deal_for_leak_tests, event, "seen_by", leak_all) for event in (CardsDealt, CardDrawn, SignMade, HandShown)),
    (play_deal_for_leak_tests, twin_deals, "observe", leak_legal_actions),
    (play_deal_for_leak_tests, Record, "without_deal_in_progress", leak_all),
    (play_deal_with_dealer_discard, TurnedCardSwapped, "seen_by", leak_all),
    (play_deal_with_dealer_discard, MuscioTrickPhase, "seen_by", leak_discarded_card),
    (play_deal_with_dealer_discard, MuscioTrickPhase, "seen_by", leak_discarded_card_in_stock),
    (play_deal_with_blind_nil, BiddingPhase, "seen_by", leak_blind_hand),
])  # fmt: skip
def test_planted_leak_is_detected(
    play_deal: Callable[[], list[PlayoutMoment]], owner: Any, name: str, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = play_deal()
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(AssertionError, match="the hidden cards"):
        compare_all_seats(moments, derive_random(1, "teeth"))


PHASES_WITH_LEAKY_REFUSALS: Final[list[tuple[str, type[Any]]]] = [
    ("briscola", BriscolaTrickPhase),
    ("chiamata", AuctionPhase),
    ("chiamata", ChiamataTrickPhase),
    ("spades", SpadesTrickPhase),
    ("muscio", MuscioTrickPhase),
    ("muscio", ForfeitPhase),
]


@pytest.mark.parametrize(("game", "phase"), PHASES_WITH_LEAKY_REFUSALS)
def test_refusal_depending_on_another_hand_is_detected(game: str, phase: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a leak only for an action that no screen offers, with a code that is right in other states."""
    honest = phase.illegal_reason_on_turn

    def leak_in_refusal(self: Any, action: Action) -> Reason | None:
        reason = honest(self, action)
        is_leak = reason is not None and not is_about_own_card(self, action)
        return Reason("deal_over") if is_leak and has_secret_odd_hand(self, (action.seat + 1) % self.seats) else reason

    monkeypatch.setattr(phase, "illegal_reason_on_turn", leak_in_refusal)
    table = [table for table in PRESET_TABLES if table.game == game][:2][-1]
    with pytest.raises(AssertionError, match="hears the hidden cards"):
        for seed in range(20):
            compare_all_seats(
                list(play_random_actions(table.create_match(), f"teeth {seed}", 1)), derive_random(seed, "teeth")
            )


def is_about_own_card(phase: Any, action: Action) -> bool:
    """Return whether the action is about a card in the seat's hand."""
    card = getattr(action, "card", None)
    return card in getattr(phase, "trick_phase", phase).hands[action.seat]


@pytest.mark.parametrize("game", ["briscola", "chiamata", "spades", "muscio"])
def test_vote_depending_on_secret_partner_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = decide_computer_votes
    monkeypatch.setattr(
        twin_deals, "decide_computer_votes",
        lambda match, seats: tuple(seat for seat in honest(match, seats) if not has_secret_tie(match, seat)),
    )  # fmt: skip
    table = [table for table in PRESET_TABLES if table.game == game][:2][-1]
    with pytest.raises(AssertionError, match="the votes tell"):
        compare_all_seats(play_long_deal(table), derive_random(1, "teeth"))


@pytest.mark.parametrize("ending", ["gatta", "forfeited", "alone", "void"])
def test_result_showing_hands_is_detected(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DealOverPhase, "seen_by", lambda self, _seat: self)
    with pytest.raises(AssertionError, match="sees the hidden cards"):
        check_unplayed_deal(ending, "muscio", {})


def test_every_event_class_declares_who_knows_its_cards() -> None:
    kinds = set(Event.__subclasses__())
    assert kinds <= set(KNOWN_CARDS_BY_EVENT), f"KNOWN lacks {kinds - set(KNOWN_CARDS_BY_EVENT)}"
