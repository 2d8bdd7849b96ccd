"""The C program that learns Briscola for two plays by the rules of `club`."""

from __future__ import annotations

import pytest

from game.ai.briscola.ordinary import weighed
from tests.game.ai.test_briscola_for_two import BITS, laid, turns
from tools.c_code import compiler
from tools.training.briscola_replies import asked, number_of

pytestmark = pytest.mark.slow


@pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
def test_the_program_that_learns_plays_against_club() -> None:
    """Where two cards are worth the same, the program takes another of them now and then."""
    lines, expected = list[str](), list[set[int]]()
    for seed in range(6):
        for _match, phase in turns(seed):
            batch = laid(phase)
            found = weighed(batch)
            equal = found.cards[found.worth > found.worth.max() - 1e-9]
            expected.append({number_of(one, phase.trump) for bit in equal for one in BITS.listed(int(bit))})
            sets = [phase.hands[phase.trick.to_play], BITS.listed(int(batch.fallen[0]))]
            led = number_of(phase.trick.cards[0], phase.trump) if phase.trick.cards else -1
            numbers = (sum(1 << number_of(one, phase.trump) for one in cards) for cards in sets)
            turned = number_of(phase.turned, phase.trump)
            lines.append(" ".join(map(str, (len(phase.stock), turned, led, *numbers))))
    answers = asked([], "\n".join(lines).encode()).split()
    assert len(answers) == len(lines) > 150
    assert all(int(answer) in equal for answer, equal in zip(answers, expected, strict=True))
