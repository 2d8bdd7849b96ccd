"""What a match says of its shuffles: sealed before the first card, revealed when the deal is over, never before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.daily import daily_deal
from game.deal_code import code_of, coded
from game.engine.actions import Deal
from game.engine.cards import Card, notation
from game.engine.events import DealerDrawn, Dealt, Sealed
from game.fairness import Terms, key_of, secret_of
from game.local_table import LocalTable
from game.proof import Verdict, begun, next_deal, revealed, verify
from game.record import Record, dump, read
from game.seating import Seating
from tests.fakes import Clock, Mind, StorageByHand, folders_in, seating
from tests.game import other_verifier
from tests.helpers import fresh, playout, recorded
from tests.house import House

Pack = tuple[Card, ...]
MASTER: Final = 2**255 + 12345
ROUNDS: Final = {"briscola": (3, "you club random"), "chiamata": (5, "you random random random random"),
                 "spades": (4, "you random random random"), "muscio": (4, "you random random random")}  # fmt: skip


def dealt(
    game: str = "briscola", deals: int = 3, word: str = "", *, master: int = MASTER, then: int = 0,
    cut: Callable[[Pack], Pack] = lambda pack: pack,
) -> Record:  # fmt: skip
    """A match of so many whole deals and ``then`` more that are open, dealt as a table deals. ``cut``: what cheats."""
    match = fresh(game, seats=ROUNDS[game][0])
    record = begun(recorded(match, []), master, word, drawn=False)
    for number in range(deals + then):
        if match.over:
            break
        deal = next_deal(record, match, master)
        deal = msgspec.structs.replace(deal, pack=cut(deal.pack))
        record = msgspec.structs.replace(record, deals=(*record.deals, deal))
        match = match.apply(Deal(deal.pack)).match
        for moment in playout(match, notation(deal.pack), 0) if number < deals else ():
            assert not isinstance(moment.action, Deal)
            record, match = record.acted(moment.action), moment.match
    return record


def played(*what: Any, **how: Any) -> Record:
    """Such a match as it is exported: with its seeds."""
    return revealed(dealt(*what, **how), MASTER)


def damaged(record: Record, place: str, value: object) -> Verdict:
    """What is found of the record with another value at ``place``: ``1.seal`` of the first deal, ``word`` of all."""
    whole = json.loads(dump(record))
    deal, _dot, name = place.rpartition(".")
    inside = whole["deals"][int(deal) - 1] if deal else whole
    if name:
        inside.setdefault("fairness", {})[name] = value
    else:
        inside["fairness"] = value
    return verify(read(json.dumps(whole).encode()))


# -- what is proved --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ROUNDS)
@pytest.mark.parametrize("word", ["", "zio Piero"])
def test_a_match_proves_its_packs_to_us_and_to_a_second_hand(game: str, word: str) -> None:
    record = played(game, word=word)
    assert verify(record) == Verdict(sealed=len(record.deals))
    assert verify(read(dump(record))) == verify(record)
    assert other_verifier.all_hold(dump(record))


@pytest.mark.parametrize("game", ROUNDS)
def test_a_pack_with_two_cards_changed_is_found_by_both(game: str) -> None:
    record = played(game, deals=1, cut=lambda pack: (pack[1], pack[0], *pack[2:]))
    assert verify(record).fault == "deal 1: the pack is not the one that its seed gives"
    assert not other_verifier.all_hold(dump(record))


def test_everything_that_is_changed_is_found_with_its_deal() -> None:
    record = played(word="zio Piero")
    said = json.loads(dump(record))["deals"][1]["fairness"]
    turned = {name: ("0" if value[0] != "0" else "1") + value[1:] for name, value in said.items()}
    for name in ("seal", "seed", "salt"):
        found = damaged(record, f"2.{name}", turned[name])
        assert found.fault == "deal 2: the seal does not fit its seed, salt and word"
    assert damaged(record, "word", "zio Pino").fault.startswith("deal 1: the seal does not fit")
    assert damaged(record, "2.key", "0" * 25).fault == "deal 2: the pack is not the one that its deal code gives"
    assert damaged(record, "2.seal", "").fault == "deal 2: it was not sealed"
    assert damaged(record, "2.seed", "").fault == "deal 2: its seed and salt are not revealed"
    assert verify(recorded(fresh(), list(playout(fresh(), 1, 1)))).fault == "deal 1: it was not sealed"


HOSTILE: Final[tuple[Any, ...]] = (
    None, 1, True, [], "x", {"seal": []}, {"seal": 7}, {"seal": "A" * 64}, {"seal": "0" * 63},
    {"seal": "0" * 64 + "\n"},
    {"seed": None}, {"salt": {"a": 1}}, {"key": "0" * 26}, {"key": "g" * 25}, {"key": -1}, {"seal": "é" * 64},
)  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE, ids=repr)
def test_damaged_words_of_fairness_are_a_line_of_the_verifier_and_nothing_to_a_replay(value: object) -> None:
    record = played(deals=2)
    assert damaged(record, "1.", value).fault == "deal 1: what it says under fairness is damaged"
    if not isinstance(value, dict):
        assert damaged(record, "", value).fault == "what it says of all its deals under fairness is damaged"
    assert damaged(record, "draw", value or 1).fault == "what it says of all its deals under fairness is damaged"


@pytest.mark.parametrize("word", ["a\nb", " a", "x" * 41, "\u202e", 5, None])
def test_a_word_is_one_clean_line(word: object) -> None:
    assert damaged(played(deals=1), "word", word).fault == "what it says of all its deals under fairness is damaged"


def test_a_draw_is_proved_too(tmp_path: Path) -> None:
    house = House(tmp_path, "you club club")
    house.play_deal()
    record = house.table.export()
    assert verify(record) == Verdict(sealed=1, draw=True)
    whole = json.loads(dump(record))
    draw = whole["fairness"]["draw"]
    whole["fairness"]["draw"] = draw | {"seed": draw["salt"], "salt": draw["seed"]}
    found = verify(read(json.dumps(whole).encode()))
    assert found.fault.startswith("the draw for the first deal: the seal does not fit")
    house.storage.close()


# -- at the table ----------------------------------------------------------------------------------


def test_the_seal_comes_before_the_first_card_and_is_on_the_disk_then(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.your_turn()
    events = [event for happening in house.seen for event in happening.events]
    kinds = [type(event) for event in events]
    assert kinds[:3] == [DealerDrawn, Sealed, Dealt]
    shown = next(event for event in events if isinstance(event, Sealed))
    assert house.saved.deals[0].extra["fairness"] == {"seal": shown.seal}
    assert house.table.story[0] == shown
    again = LocalTable.resume(house.load(), storage=house.storage, thinker=house.mind, clock=house.clock)
    assert again.story[0] == shown
    house.play_deal()
    assert house.table.export().deals[0].extra["fairness"]["seal"] == shown.seal
    house.storage.close()


def test_the_same_seed_gives_the_same_match_and_another_word_another_one(tmp_path: Path) -> None:
    def packs(name: str, seed: int, word: str = "") -> list[str]:
        clock = Clock()
        storage = StorageByHand(folders_in(tmp_path / name), clock)
        agreed = msgspec.structs.replace(seating("you club"), word=word)
        table = LocalTable.begin(agreed, seed, storage=storage, thinker=Mind(), clock=clock)
        for _frame in range(4):
            table.update(idle=True)
        storage.close()
        return [notation(deal.pack) for deal in table.record.deals]

    first = packs("a", 1)
    assert first and first == packs("b", 1)
    assert len({*first, *packs("c", 2), *packs("d", 1, "buona")}) == 3


def secrets(record: Record, master: int, number: int) -> tuple[str, ...]:
    """Whatever gives an open deal away, in any writing."""
    secret = secret_of(master, number)
    word = record.extra.get("fairness", {}).get("word", "")
    pack = record.deals[number - 1].pack
    key = key_of(Terms(record.game, number, word), secret.seed)
    return (str(master), f"{master:x}", secret.seed, secret.salt, key, notation(pack), *(
        notation(pack[at : at + 5]) for at in range(0, len(pack), 5)))  # fmt: skip


@pytest.mark.parametrize("game", ROUNDS)
def test_no_secret_of_an_open_deal_leaves_the_table(game: str, tmp_path: Path) -> None:
    """Nothing that the table gives away in a deal holds what the pack follows from; nor does it in the next one."""
    house = House(tmp_path, ROUNDS[game][1], game=game, seed=MASTER)
    rng = Random(game)
    looks = 0
    while len(house.record.deals) < 3 and not house.table.over:
        house.frame()
        if house.table.between_deals:
            house.table.next_deal()
        if house.table.your_turn:
            house.play(rng)
        if house.table.match.deal_open and looks % 5 == 0:
            number = len(house.record.deals)
            told = dump(house.table.export()).decode()
            seen = (house.table.proof(number), house.table.story[:1], house.table.chat, house.table.again)
            told += " ".join(map(repr, seen))
            given = [secret for secret in secrets(house.record, MASTER, number) if secret in told]
            assert not given, given
            assert house.table.proof(number).open
        looks += 1
    assert looks > 20
    house.storage.close()


def test_the_seals_of_twin_deals_are_all_that_differs(tmp_path: Path) -> None:
    """Two matches in which everything visible is the same but the packs: an export in the first deal is the same."""
    exports = []
    for seed in (1, 2):
        house = House(tmp_path / str(seed), "you club")
        agreed = msgspec.structs.replace(seating("you club"), dealer=0)
        house.table = LocalTable.begin(agreed, seed, storage=house.storage, thinker=house.mind, clock=house.clock)
        house.your_turn()
        exports.append(dump(house.table.export()))
        house.storage.close()
    assert exports[0] == exports[1]


def test_the_record_on_the_disk_reveals_as_the_table_does(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.play_deal()
    house.table.next_deal()
    house.your_turn()
    assert house.load().exported == house.table.export()
    assert len(house.load().exported.deals) == 1
    assert verify(house.load().exported) == Verdict(sealed=1, draw=True)
    house.storage.close()


def test_a_record_that_goes_on_elsewhere_keeps_what_was_revealed() -> None:
    record = played(deals=2)
    assert revealed(record, MASTER + 1) == record


# -- deal codes ------------------------------------------------------------------------------------


def from_code(code: str, kinds: str = "you club") -> Seating:
    deal = coded(code)
    agreed = seating(kinds)
    return msgspec.structs.replace(
        agreed, game=deal.game, preset=deal.preset, options=deal.options, dealer=deal.dealer, key=deal.key
    )


@pytest.mark.parametrize("game", ROUNDS)
def test_the_code_of_a_deal_starts_the_same_deal_elsewhere(game: str, tmp_path: Path) -> None:
    house = House(tmp_path / "one", ROUNDS[game][1], game=game)
    house.play_deal()
    proof = house.table.proof(1)
    assert not proof.fault
    other = House(tmp_path / "two")
    other.table = LocalTable.begin(from_code(proof.code, ROUNDS[game][1]), 99, storage=other.storage,
                                   thinker=other.mind, clock=other.clock)  # fmt: skip
    other.until(lambda: bool(other.record.deals))
    for one in (house, other):
        one.storage.close()
    assert other.record.deals[0].pack == house.record.deals[0].pack
    assert other.record.deals[0].dealer == house.record.deals[0].dealer
    assert other.record.options == house.record.options


def test_a_code_is_given_only_when_the_deal_is_over_and_not_lost_before_the_first_card(tmp_path: Path) -> None:
    house = House(tmp_path)
    code = daily_code()
    house.table = LocalTable.begin(from_code(code), 5, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.table.close()
    house.table = LocalTable.resume(
        house.storage.journal().load(2), storage=house.storage, thinker=house.mind, clock=house.clock
    )
    house.your_turn()
    assert coded(code).key not in dump(house.table.export()).decode()
    assert house.table.proof(1).code == ""
    assert house.table.story[0] == Sealed(1)
    house.play_deal()
    assert house.table.proof(1).code == code
    assert verify(house.table.export()) == Verdict(coded=1)
    house.table.next_deal()
    house.your_turn()
    assert house.table.proof(2).seal, "only the first deal comes from the code"
    house.storage.close()


def daily_code() -> str:
    return code_of(daily_deal("2026-11-22", "briscola"))
