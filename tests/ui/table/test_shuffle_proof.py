"""The proof of the shuffle: only the seal of a deal in progress, everything of others, by mouse, keys and narration."""

from __future__ import annotations

import pygame
import pytest

from game.shuffling.deal_codes import decode_deal
from game.text.formatting import shorten_seal
from tests.game.shuffling.sealed_records import make_dealt_record, make_joint_record
from tests.helpers import make_match, make_record, play_random_actions
from tests.ui.app_driver import AppDriver, get_session
from tests.ui.match_driver import resume_at
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.overlay import ResultOverlay

SEAL_LABEL = "Seal, shown before the first card"


def resume_after_deals(app: AppDriver, deals: int, then: int) -> None:
    """Open a table after a number of deals, possibly during another."""
    # the seed of `resume_at`
    resume_at(app, make_dealt_record(finished_deal_count=deals, open_deal_count=then, master=1))


def open_proof(app: AppDriver) -> ShuffleProofOverlay:
    """Open the proof as a person does, from the table or from a result."""
    if isinstance(app.context.scenes.top, ResultOverlay):
        app.click_button("more")
    else:
        app.press_key(pygame.K_ESCAPE)
    app.click_button("proof")
    assert isinstance(app.context.scenes.top, ShuffleProofOverlay)
    app.repaint()
    return app.context.scenes.top


def get_labels(page: ShuffleProofOverlay) -> dict[str, str]:
    return dict(page.lines)


def test_open_deal_shows_only_its_seal(app: AppDriver) -> None:
    resume_after_deals(app, deals=0, then=1)
    shown = open_proof(app)
    proof = get_session(app.table_scene).course.get_proof(1)
    assert proof.is_in_progress and not (
        proof.commitment.seed or proof.commitment.salt or proof.commitment.key or proof.deal_code
    )
    assert get_labels(shown).keys() == {SEAL_LABEL, ""} and "details" not in app.widget_ids
    assert get_labels(shown)[SEAL_LABEL] == proof.commitment.seal
    assert any(proof.commitment.seal in line for line in shown.narration)


def test_pause_offers_the_seal_until_the_shuffle_can_be_verified(app: AppDriver) -> None:
    resume_after_deals(app, deals=0, then=1)
    app.press_key(pygame.K_ESCAPE)
    text_in_deal = app.get_button("proof").text
    resume_after_deals(app, deals=1, then=0)
    app.click_button("more")
    app.click_button("pause")
    assert app.get_button("proof").text not in ("", text_in_deal)


@pytest.mark.slow
def test_finished_deal_shows_full_proof_and_its_code_in_the_result(app: AppDriver) -> None:
    resume_after_deals(app, deals=1, then=0)
    result = app.context.scenes.top
    assert isinstance(result, ResultOverlay)
    page = open_proof(app)
    assert get_labels(page).keys() == {"", "Deal code"}
    app.click_button("details")
    proof_labels = get_labels(page)
    assert len(proof_labels[SEAL_LABEL]) == len(proof_labels["Secret number"]) == len(proof_labels["Salt"]) == 64
    verdict = next(iter(proof_labels.values()))
    assert verdict.startswith("Verified: ") and shorten_seal(proof_labels[SEAL_LABEL]) in verdict
    assert decode_deal(proof_labels["Deal code"]).seats == 3
    assert any(proof_labels["Deal code"] in line for line in result.narration)
    assert proof_labels["Deal code"] in result.deal_code_lines[0]


def test_every_deal_is_reached_with_keys(app: AppDriver) -> None:
    resume_after_deals(app, deals=1, then=1)
    shown = open_proof(app)
    assert shown.deal_number == 2 and get_session(app.table_scene).course.get_proof(2).is_in_progress
    narrated: list[str] = []
    app.context.narrate = narrated.append
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    assert shown.deal_number == 1 and any(get_labels(shown)["Deal code"] in line for line in narrated)
    app.click_button("details")
    assert any(get_labels(shown)["Secret number"] in line for line in narrated)
    app.click_button("next-deal")
    assert shown.deal_number == 2


def test_proof_explains_when_there_is_nothing_to_show(app: AppDriver) -> None:
    resume_at(app, make_record(make_match(seats=2), list(play_random_actions(make_match(seats=2), 1, 1))))
    shown = open_proof(app)
    assert get_labels(shown) == {"": "Not verified: the pack was not sealed."}
    shown.deal_number = 0
    assert shown.lines == (("", "No cards dealt yet."),)


def test_proof_of_a_table_over_the_network_shows_the_word_of_each_player(app: AppDriver) -> None:
    record = make_joint_record(deal_count=1, late_seat=1)
    resume_at(app, record)
    page = open_proof(app)
    app.click_button("details")
    labels = get_labels(page)
    assert labels["Word of Anna"] != labels["Word of Carla"]
    assert labels["Shuffled again, because a word was missing"] == "Bruno"
    assert "Shuffle text" not in labels
