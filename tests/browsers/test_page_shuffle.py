"""The page's part in the shuffle of all: the same formulas as `game.shuffling`, and every lie that it can notice."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Page, Route

from assets import ASSETS_FOLDER
from game.core.cards import Card
from game.match.match import create_match
from game.rules import GAMES
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import (
    HashRandom,
    SeatWord,
    ShuffleContext,
    WordRound,
    compute_seal,
    compute_word_commitment,
    derive_shuffle_key,
    shuffle_pack,
)
from tests.browsers.home import PhoneMaker

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Value: TypeAlias = dict[str, Any]
ORIGIN: Final = "http://page.test"
MATCH: Final = "5e" * 16
SEED, SALT, OTHER = "a1" * 32, "b2" * 32, "c3" * 32
OWN_SEAT: Final = 2
COMPUTE: Final = """async cases => {
    const shuffle = await import("/shuffle.js");
    return cases.map(({context, seed, salt, words, rounds, cards}) => {
        const key = shuffle.deriveKey(context, seed, words);
        const commitments = words.map(({seat, word}) => shuffle.computeCommitment(context, seat, word));
        const isAllowed = shuffle.areRoundsAllowed(context, rounds);
        return [shuffle.computeSeal(context, seed, salt), key, commitments, shuffle.shufflePack(cards, key), isAllowed];
    });
}"""
TELL: Final = """async ({seat, word, steps}) => {
    const {ShuffleGuard} = await import("/shuffle.js");
    const table = {values: {seat}, keep(changes) { this.values = {...this.values, ...changes}; }};
    let guard = new ShuffleGuard(table);
    const answers = steps.map(([name, value]) => {
        if (name === "answer" && value.rounds.length === 1) {
            guard.getDeal(value.match, value.deal, value.seal).words[1] ??= {word};
        }
        const answer = guard[name](value);
        table.values = JSON.parse(JSON.stringify(table.values));
        guard = new ShuffleGuard(table);  // a reload changes nothing
        return answer;
    });
    return {answers, faults: guard.faults.map(({code}) => code), checked: guard.checkedCount};
}"""


@pytest.fixture
def page(phones: PhoneMaker) -> Page:
    """Return a page of Chromium at an origin that is no secure context, with the modules of the page."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(f"{ORIGIN}/")
        kind = {"js": "text/javascript", "": "text/html"}.get(path.rpartition(".")[2], "text/html")
        data = (ASSETS_FOLDER / "web" / path).read_text() if path else "<!doctype html><title>Page</title>"
        route.fulfill(body=data, content_type=kind)

    page = phones.add_page().page
    page.route("**/*", answer)
    page.goto(f"{ORIGIN}/")
    assert not page.evaluate("isSecureContext")
    return page


def make_pack(game_id: str, preset: str) -> tuple[Card, ...]:
    seats = min(GAMES[game_id].get_seat_counts(preset))
    return create_match(game_id, GAMES[game_id].presets[preset], seats, 0).pack


def make_rounds(rng: Random, context: ShuffleContext, seal: str) -> tuple[WordRound, ...]:
    """Return rounds of a shuffle, some of which the rules do not allow."""
    rounds = list[WordRound]()
    seats = sorted(rng.sample(range(6), rng.randint(1, 5)))
    for _number in range(rng.randint(1, 3)):
        words = [(seat, f"{rng.getrandbits(256):064x}") for seat in seats]
        late = {seat for seat in seats if rng.random() < 0.15}
        rounds.append(
            tuple(
                SeatWord(seat, compute_word_commitment(context, seal, seat, word), "" if seat in late else word)
                for seat, word in words
            )
        )
        if rng.random() < 0.9:
            seats = [seat for seat in seats if seat not in late]
        if not late:
            break
    if rng.random() < 0.2:
        rounds[-1] = tuple(reversed(rounds[-1]))
    return tuple(rounds)


def to_values(words: WordRound) -> list[Value]:
    return [{"seat": word.seat, "commitment": word.commitment, "word": word.word} for word in words]


def test_formulas_are_those_of_the_program(page: Page) -> None:
    rng, cases, expected = Random(66), list[Value](), list[list[Any]]()
    for number in range(60):
        game = rng.choice([*GAMES.values()])
        context = ShuffleContext(game.id, number + 1, match_uid=MATCH)
        seed, salt = f"{rng.getrandbits(256):064x}", f"{rng.getrandbits(256):064x}"
        seal = compute_seal(context, seed, salt)
        rounds = make_rounds(rng, context, seal)
        words = tuple(SeatWord(word.seat, word.commitment, word.word or OTHER) for word in rounds[-1])
        key = derive_shuffle_key(context, seed, words)
        pack = shuffle_pack(make_pack(game.id, rng.choice([*game.presets])), HashRandom(key))
        values = {"match": MATCH, "game": game.id, "deal": number + 1, "seal": seal}
        cards = [card.name for card in rng.sample(pack, len(pack))]
        cases.append(
            {
                "context": values, "seed": seed, "salt": salt, "words": to_values(words), "cards": cards,
                "rounds": [*map(to_values, rounds)],
            }
        )  # fmt: skip
        commitments = [compute_word_commitment(context, seal, word.seat, word.word) for word in words]
        is_allowed = not find_round_fault(context, seal, rounds)
        expected.append([seal, key, commitments, [card.name for card in pack], is_allowed])
    assert {row[-1] for row in expected} == {True, False}
    assert page.evaluate(COMPUTE, cases) == expected


CONTEXT: Final = ShuffleContext("briscola", 1, match_uid=MATCH)
SEAL: Final = compute_seal(CONTEXT, SEED, SALT)
WORDS: Final = tuple(
    SeatWord(seat, compute_word_commitment(CONTEXT, SEAL, seat, word), word)
    for seat, word in ((0, "d4" * 32), (OWN_SEAT, "e5" * 32))
)


def make_steps() -> list[tuple[str, Any]]:
    """Return what an honest host says of a deal, in order: the shuffle, the first cards, and the whole deal."""
    closed, opened = [(word.commitment, "") for word in WORDS], [(word.commitment, word.word) for word in WORDS]
    steps = list[tuple[str, Any]]()
    for state in ([("", "")] * 2, closed, opened):
        words = [
            {"seat": word.seat, "commitment": commitment, "word": shown}
            for word, (commitment, shown) in zip(WORDS, state, strict=True)
        ]
        steps.append(("answer", {"match": MATCH, "deal": 1, "seal": SEAL, "rounds": [words], "excluded_seats": []}))
    pack = shuffle_pack(make_pack("briscola", "classic"), HashRandom(derive_shuffle_key(CONTEXT, SEED, WORDS)))
    fairness = {"seal": SEAL, "seed": SEED, "salt": SALT, "rounds": [to_values(WORDS)]}
    deal = {"dealer": 0, "pack": " ".join(card.name for card in pack), "actions": [], "fairness": fairness}
    steps.append(("checkBegin", [1, 0]))
    steps.append(("checkDeal", {"game": "briscola", "fairness": {"match": MATCH}, "deals": [deal]}))
    return steps


def tell(page: Page, steps: list[tuple[str, Any]]) -> Value:
    """Return what the page answers to these steps, and which faults it finds."""
    sent = [
        (name, {"number": 1, "data": json.dumps(value)} if name == "checkDeal" else value) for name, value in steps
    ]  # fmt: skip
    told: Value = page.evaluate(TELL, {"seat": OWN_SEAT, "word": WORDS[1].word, "steps": sent})
    return told


def test_page_contributes_its_word_once_and_checks_an_honest_deal(page: Page) -> None:
    told = tell(page, make_steps())
    commit, opened, *others = told["answers"]
    assert commit == [{"type": "commit", "deal": 1, "round": 1, "commitment": WORDS[1].commitment}]
    assert opened == [{"type": "open", "deal": 1, "round": 1, "word": WORDS[1].word}]
    assert (others[0], told["faults"], told["checked"]) == ([], [], 1)


def show_another_seal(steps: list[tuple[str, Any]]) -> None:
    steps[1][1]["seal"] = OTHER


def show_another_commitment(steps: list[tuple[str, Any]]) -> None:
    steps[1][1]["rounds"][0][1]["commitment"] = OTHER


def show_another_list(steps: list[tuple[str, Any]]) -> None:
    steps[2][1]["rounds"][0][0]["commitment"] = OTHER


def deal_before_all_words(steps: list[tuple[str, Any]]) -> None:
    del steps[2]


def deal_with_another_seal(steps: list[tuple[str, Any]]) -> None:
    deal = steps[-1][1]["deals"][0]["fairness"]
    deal |= {"seed": OTHER, "seal": compute_seal(CONTEXT, OTHER, SALT)}


def deal_with_another_seed(steps: list[tuple[str, Any]]) -> None:
    steps[-1][1]["deals"][0]["fairness"]["seed"] = OTHER


def leave_out_own_word(steps: list[tuple[str, Any]]) -> None:
    del steps[-1][1]["deals"][0]["fairness"]["rounds"][0][1]


def change_the_word_of_another(steps: list[tuple[str, Any]]) -> None:
    commitment = compute_word_commitment(CONTEXT, SEAL, 0, OTHER)
    steps[-1][1]["deals"][0]["fairness"]["rounds"][0][0] |= {"word": OTHER, "commitment": commitment}


def swap_two_cards(steps: list[tuple[str, Any]]) -> None:
    deal = steps[-1][1]["deals"][0]
    first, second, *others = deal["pack"].split()
    deal["pack"] = " ".join((second, first, *others))


LIES: Final[dict[str, tuple[Callable[[list[tuple[str, Any]]], None], ...]]] = {
    "seal": (show_another_seal, deal_with_another_seal, deal_with_another_seed),
    "word": (show_another_commitment, show_another_list, leave_out_own_word),
    "rounds": (deal_before_all_words, change_the_word_of_another),
    "pack": (swap_two_cards,),
}


@pytest.mark.parametrize("fault", LIES)
def test_page_notices_each_lie_about_the_shuffle(page: Page, fault: str) -> None:
    for lie in LIES[fault]:
        steps = make_steps()
        lie(steps)
        told = tell(page, steps)
        assert told["faults"][:1] == [fault], lie.__name__
        is_shown_early = lie in (show_another_seal, show_another_commitment)
        assert not (is_shown_early and told["answers"][1]), "a word is not opened to a list that is wrong"
