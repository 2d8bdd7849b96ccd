"""The durations of all animations, in seconds at speed 1."""

from __future__ import annotations

from typing import Final

DEAL_CARD_S: Final = 0.22
DEAL_GAP_S: Final = 0.07
TURN_UP_CARD_S: Final = 0.35
PLAY_CARD_S: Final = 0.25
TRICK_SHOWN_S: Final = 0.8
GATHER_TRICK_S: Final = 0.22
TAKE_TRICK_S: Final = 0.34
DRAW_CARD_S: Final = 0.22
SWAP_CARDS_S: Final = 0.45
SHOW_HAND_S: Final = 0.4
SIGN_SHOWN_S: Final = 1.0
CALL_SHOWN_S: Final = 0.7
ANNULLED_SHOWN_S: Final = 2.5
DEALER_DRAW_CARD_S: Final = 0.3
DEALER_SHOWN_S: Final = 1.1
COMMITMENT_SHOWN_S: Final = 0.7
BANNER_SHOWN_S: Final = 2.6
"""The time for which a moment of the deal is shown large over the table."""
BANNER_FADE_IN_S: Final = 0.25
MESSAGE_SHOWN_S: Final = 4.0
TOAST_SHOWN_S: Final = 8.0
PRESSES_IGNORED_S: Final = 0.5
"""The time in which a result or the hand-over screen takes no press: it was meant for the table before it."""
HOVER_DELAY_S: Final = 0.4
"""The time for which the pointer rests on a card before its name is shown."""
LONG_PRESS_S: Final = 0.6
"""The time for which a press is held before the card is shown large."""
CARD_LIFT_RATE_PER_SECOND: Final = 14.0
"""The speed at which a card under the pointer lifts: the share of the rest of its way per second."""
CATCH_UP_SPEED_FACTOR: Final = 2.0
"""The factor on the speed of events that are shown again to a person who was away."""
COMPUTER_TURN_S: Final = 0.6
"""The least time of a computer player's turn; the following factors apply to it."""
DECLARATION_PACE_FACTOR: Final = 1.4
LEAD_PACE_FACTOR: Final = 1.15
FOLLOW_PACE_FACTOR: Final = 0.85
LAST_CARD_PACE_FACTOR: Final = 0.5
PACE_VARIATION_RATIO: Final = 0.25
"""The largest random deviation of a turn's time, as a share of it."""
NO_PERSON_SPEED_FACTOR: Final = 3.0
"""The factor on the speed while no person takes part in the auction or the deal."""
PLAY_ON_SPEED_FACTOR: Final = 6.0
"""The factor on the speed after a person chose to play on to their turn."""
