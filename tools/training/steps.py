"""The steps in which the models are made from nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from game.ai.calibration import get_model_name
from game.ai.chiamata.hand_value import CLUB_MODEL
from tools.training.auction_fit import make_club_hand_values
from tools.training.briscola_replies import make_response_network
from tools.training.calibration import make_calibration
from tools.training.chiamata_hands import make_hand_values
from tools.training.games.briscola import TRAINING_TASKS as BRISCOLA_TASKS
from tools.training.games.chiamata import ChiamataTraining
from tools.training.games.muscio import MuscioTraining
from tools.training.model_files import Models
from tools.training.muscio_declarations import make_hand_strength, make_match_models
from tools.training.point_prediction import make_point_prediction
from tools.training.spades_bids import SEAT_COUNTS, make_bid_values, make_pair_table, make_spades_table
from tools.training.spades_club import make_population_model
from tools.training.spades_heuristic import make_heuristic_fit
from tools.training.train import make_policy_table


class TrainingStep(NamedTuple):
    """A step that makes one model or a few.

    ``make``: returns the models for the ``options`` and ``seed`` as keywords; ``minutes``: how long it takes on a core;
    ``options``: how much is played, which `--scale` changes; ``needs``: the steps whose models it reads; ``models``:
    the names of the files, if they are not only one with the name of the step.
    """

    name: str
    game: str
    make: Callable[..., Models]
    minutes: float
    options: Mapping[str, int]
    needs: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    seed: int = 1

    def list_models(self) -> tuple[str, ...]:
        return self.models or (self.name,)

    def scale_options(self, scale: float) -> dict[str, int]:
        """Return the options times ``scale``, each at least 1."""
        return {name: max(1, round(count * scale)) for name, count in self.options.items()}


TABLE_OPTIONS: Final = {"rounds": 24, "batches": 80}
CLUB_OPTIONS: Final = {"deals": 4000, "bid_deals": 6000}
BRISCOLA_STEPS: Final = (
    *(
        TrainingStep(name, "briscola", partial(make_policy_table, name, task), 1, TABLE_OPTIONS)
        for name, task in BRISCOLA_TASKS.items()
    ),
    *(
        TrainingStep(
            f"{name}_promise", "briscola", partial(make_point_prediction, name), 0.5,
            {"batches": 1000, "error_batches": 100}, (name,),
        )
        for name in BRISCOLA_TASKS
    ),
    TrainingStep("briscola2_replies", "briscola", make_response_network, 70, {"deals": 90_000_000}),
    TrainingStep(
        get_model_name("briscola"), "briscola", partial(make_calibration, "briscola"), 6, {"deals": 350, "seeds": 2},
        ("briscola2", "briscola2_promise", "briscola2_replies"), seed=0,
    ),
)  # fmt: skip
"""The step of the replies compiles a program in C."""
CHIAMATA_STEPS: Final = (
    TrainingStep(
        "chiamata", "chiamata", partial(make_policy_table, "chiamata", ChiamataTraining()), 3, TABLE_OPTIONS, seed=2
    ),
    TrainingStep(CLUB_MODEL, "chiamata", make_club_hand_values, 3, {"deals": 4000}, seed=5),
    TrainingStep("chiamata_hands", "chiamata", make_hand_values, 0.2, {"batches": 100}, ("chiamata",)),
    TrainingStep(
        get_model_name("chiamata"), "chiamata", partial(make_calibration, "chiamata"), 3, {"deals": 48, "seeds": 2},
        ("chiamata", "chiamata_hands", CLUB_MODEL), seed=0,
    ),
)  # fmt: skip
MUSCIO_STEPS: Final = (
    TrainingStep(
        "muscio", "muscio", partial(make_policy_table, "muscio", MuscioTraining()), 0.5, {"rounds": 16, "batches": 80}
    ),
    TrainingStep("muscio_strength", "muscio", make_hand_strength, 0.05, {"batches": 60}, ("muscio",)),
    TrainingStep(
        "muscio_matches", "muscio", make_match_models, 4, {"matches": 1500}, ("muscio_strength",),
        ("muscio_says", "muscio_stands", "muscio_match"),
    ),
    TrainingStep(
        get_model_name("muscio"), "muscio", partial(make_calibration, "muscio"), 1, {"deals": 60, "seeds": 2},
        ("muscio", "muscio_strength", "muscio_matches"), seed=0,
    ),
)  # fmt: skip
SPADES_STEPS: Final = (
    TrainingStep("spades_heuristic", "spades", make_heuristic_fit, 1, {"batches": 4}),
    *(
        TrainingStep(
            f"spades_club{seats}", "spades", partial(make_population_model, seats), 1, CLUB_OPTIONS,
            ("spades_heuristic",),
        )
        for seats in SEAT_COUNTS
    ),
    *(
        TrainingStep(
            f"spades{seats}", "spades", partial(make_spades_table, seats), 2,
            {"rounds": 6, "batches": 400, "bid_batches": 60} if seats == 4 else
            {"rounds": 5, "batches": 160, "bid_batches": 60}, (f"spades_club{seats}",),
        )
        for seats in SEAT_COUNTS
    ),
    TrainingStep(
        "spades_bids", "spades", make_bid_values, 0.5, {"batches": 60, "first_batches": 60},
        tuple(f"spades{kind}{seats}" for seats in SEAT_COUNTS for kind in ("", "_club")),
    ),
    TrainingStep(
        "spades_club4pairs", "spades", partial(make_population_model, 4, has_pairs=True), 0.9,
        CLUB_OPTIONS | {"deals": 3000}, ("spades_heuristic",),
    ),
    TrainingStep(
        "spades4pairs", "spades", make_pair_table, 1, {"rounds": 6, "batches": 160},
        ("spades_club4", "spades_bids", "spades_club4pairs"),
    ),
    TrainingStep(
        get_model_name("spades"), "spades", partial(make_calibration, "spades"), 14, {"deals": 45, "seeds": 2},
        ("spades4", "spades_club4", "spades_bids", "spades_heuristic"), seed=0,
    ),
    TrainingStep(
        get_model_name("spades_partners"), "spades", partial(make_calibration, "spades/partners"), 16,
        {"deals": 300, "seeds": 1, "percent": 20},
        ("spades4pairs", "spades_club4pairs", "spades_bids", "spades_heuristic"), seed=301,
    ),
)  # fmt: skip
STEPS: Final = {step.name: step for step in (*BRISCOLA_STEPS, *CHIAMATA_STEPS, *MUSCIO_STEPS, *SPADES_STEPS)}
