"""The C program that trains Briscola for two plays by the rules of `club`."""

from __future__ import annotations

import pytest

from game.ai.briscola.heuristic import make_two_player_knowledge, score_cards
from tests.game.ai.briscola.repeated_deals import BITS, iter_turns, repeat_dealt_cards
from tests.helpers import list_masked_cards
from tools.c_code import find_compiler
from tools.training.briscola_replies import get_card_number, run_c_program

pytestmark = pytest.mark.slow


@pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")
def test_c_program_plays_like_club_against_club() -> None:
    """Allow for another choice between two cards of equal value."""
    lines, expected = list[str](), list[set[int]]()
    for seed in range(6):
        for _match, phase in iter_turns(seed):
            batch = repeat_dealt_cards(phase)
            values = score_cards(batch, make_two_player_knowledge(batch))
            equal = values.cards[values.scores > values.scores.max() - 1e-9]
            expected.append(
                {get_card_number(card, phase.trump) for bit in equal for card in list_masked_cards(BITS, int(bit))}
            )
            sets = [phase.hands[phase.trick.next_seat], list_masked_cards(BITS, int(batch.seen_cards[0]))]
            led = get_card_number(phase.trick.cards[0], phase.trump) if phase.trick.cards else -1
            numbers = (sum(1 << get_card_number(card, phase.trump) for card in cards) for cards in sets)
            turned = get_card_number(phase.turned_card, phase.trump)
            lines.append(" ".join(map(str, (len(phase.stock), turned, led, *numbers))))
    answers = run_c_program([], "\n".join(lines).encode()).split()
    assert len(answers) == len(lines) > 150
    assert all(int(answer) in equal for answer, equal in zip(answers, expected, strict=True))
