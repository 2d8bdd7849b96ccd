"""The signs of Briscola in words."""

from __future__ import annotations

from typing import Final

from game.text.gettext import N_

SIGN_NAMES: Final = {
    "asso": N_("the ace of trump"), "tre": N_("the three of trump"), "re": N_("the king of trump"),
    "cavallo": N_("the knight of trump"), "fante": N_("the knave of trump"), "carico": N_("an ace or three"),
    "niente": N_("nothing worth having"),
}  # fmt: skip

SIGN_LABELS: Final = {
    "asso": N_("Ace"), "tre": N_("Three"), "re": N_("King"), "cavallo": N_("Knight"), "fante": N_("Knave"),
    "carico": N_("Ace or three"), "niente": N_("Nothing"),
}  # fmt: skip
