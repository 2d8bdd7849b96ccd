"""Prove the shuffle: of the open deal only the seal, of the others all, by mouse and keys, in pictures and in lines."""

from __future__ import annotations

import pygame
import pytest

from game.deal_code import coded
from tests.game.test_proof import dealt
from tests.helpers import fresh, playout, recorded
from tests.ui.driving import stand
from tests.ui.stage import AppByHand
from ui.table.proof import ProofPage
from ui.table.result import Result

SEAL = "Seal, shown before the first card"


def at(app: AppByHand, deals: int, then: int) -> None:
    """At the table after so many deals, perhaps in another one."""
    stand(app, dealt(deals=deals, then=then, master=1))  # the seed that `stand` begins with


def page(app: AppByHand) -> ProofPage:
    """The page, as a person gets there from the table or from a result."""
    if isinstance(app.stage.scene, Result):
        app.press("more")
    else:
        app.key(pygame.K_ESCAPE)
    app.press("proof")
    assert isinstance(app.stage.scene, ProofPage)
    app.draw()
    return app.stage.scene


def labels(page: ProofPage) -> dict[str, str]:
    return dict(page.lines)


def test_of_the_open_deal_only_the_seal_is_shown_the_one_of_the_log(app: AppByHand) -> None:
    at(app, deals=0, then=1)
    shown = page(app)
    proof = app.table.table.proof(1)
    assert proof.open and not (proof.seed or proof.salt or proof.code)
    assert labels(shown).keys() == {SEAL, ""}
    assert labels(shown)[SEAL] == proof.seal
    assert proof.seal in shown.told[1]
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_ESCAPE)
    app.key(pygame.K_g)
    assert any(proof.seal in line for line in app.stage.scene.told)


@pytest.mark.slow
def test_when_the_deal_is_over_all_is_shown_and_the_result_says_its_code(app: AppByHand) -> None:
    at(app, deals=1, then=0)
    result = app.stage.scene
    assert isinstance(result, Result)
    found = labels(page(app))
    assert len(found[SEAL]) == len(found["Seed"]) == len(found["Salt"]) == 64
    assert found["What is proved"].startswith("The pack is the one that the seed")
    assert coded(found["Deal code"]).seats == 3
    assert any(found["Deal code"] in line for line in result.told)
    assert found["Deal code"] in result.elsewhere[0]


def test_every_deal_is_reached_with_the_keys(app: AppByHand) -> None:
    at(app, deals=1, then=1)
    shown = page(app)
    assert shown.number == 2 and app.table.table.proof(2).open
    said: list[str] = []
    app.stage.narrate = said.append
    app.key(pygame.K_TAB)
    app.key(pygame.K_TAB)
    app.key(pygame.K_RETURN)
    assert shown.number == 1 and "Seed" in labels(shown)
    assert any(labels(shown)["Seed"] in line for line in said)
    app.press("next-deal")
    assert shown.number == 2


def test_before_the_first_card_and_of_an_older_match_it_says_so(app: AppByHand) -> None:
    stand(app, recorded(fresh(seats=2), list(playout(fresh(seats=2), 1, 1))))
    shown = page(app)
    assert labels(shown) == {"What is proved": "Nothing: it was not sealed."}
    shown.number = 0
    assert shown.lines == (("", "No card has been dealt yet."),)
