"""The proof of the shuffle: only the seal of a deal in progress, everything of others, by mouse, keys and narration."""

from __future__ import annotations

import pygame

from game.shuffling.deal_codes import decode_deal
from game.text.formatting import shorten_seal
from tests.helpers import make_match, make_record, play_random_actions
from tests.joint_records import make_dealt_record, make_joint_record
from tests.ui.app_driver import AppDriver, get_session
from tests.ui.match_driver import resume_at
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.overlay import ResultOverlay

SEAL_LABEL = "Seal, shown before the first card"


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


def test_open_deal_shows_only_its_seal_and_each_finished_one_everything(app: AppDriver) -> None:
    resume_at(app, make_dealt_record(finished_deal_count=1, open_deal_count=1, master=1))  # the seed of `resume_at`
    shown = open_proof(app)
    proof = get_session(app.table_scene).get_proof(2)
    assert shown.deal_number == 2 and proof.is_in_progress and not proof.deal_code
    assert not (proof.commitment.seed or proof.commitment.salt or proof.commitment.key)
    assert get_labels(shown).keys() == {SEAL_LABEL, ""} and "details" not in app.widget_ids
    assert get_labels(shown)[SEAL_LABEL] == proof.commitment.seal
    narrated: list[str] = []
    app.context.narrate = narrated.append
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    assert shown.deal_number == 1 and any(get_labels(shown)["Deal code"] in line for line in narrated)
    app.click_button("details")
    labels = get_labels(shown)
    assert any(labels["Secret number"] in line for line in narrated)
    assert len(labels[SEAL_LABEL]) == len(labels["Secret number"]) == len(labels["Salt"]) == 64
    verdict = next(iter(labels.values()))
    assert verdict.startswith("Verified: ") and shorten_seal(labels[SEAL_LABEL]) in verdict
    assert decode_deal(labels["Deal code"]).seats == 3
    app.click_button("next-deal")
    assert shown.deal_number == 2


def test_proof_explains_when_there_is_nothing_to_show(app: AppDriver) -> None:
    resume_at(app, make_record(make_match(seats=2), list(play_random_actions(make_match(seats=2), 1, 1))))
    shown = open_proof(app)
    assert get_labels(shown) == {"": "Not verified: the pack wasn't sealed."}
    shown.deal_number = 0
    assert shown.lines == (("", "No cards dealt yet."),)


def test_proof_of_a_table_over_the_network_shows_the_word_of_each_player(app: AppDriver) -> None:
    record = make_joint_record(deal_count=1, late_seat=1)
    resume_at(app, record)
    page = open_proof(app)
    app.click_button("details")
    labels = get_labels(page)
    assert labels["Anna's word"] != labels["Carla's word"]
    assert labels["Shuffled again because a word was missing"] == "Bruno"
    assert "Shuffle text" not in labels
