"""How long the pictures take, in seconds at speed 1: the one place for it."""

from __future__ import annotations

from typing import Final

DEAL_CARD_S: Final = 0.22
DEAL_GAP_S: Final = 0.07
TURN_UP_CARD_S: Final = 0.35
PLAY_CARD_S: Final = 0.28
TRICK_SHOWN_S: Final = 0.9
GATHER_TRICK_S: Final = 0.22
TAKE_TRICK_S: Final = 0.34
DRAW_CARD_S: Final = 0.26
DRAW_GAP_S: Final = 0.12
SWAP_CARDS_S: Final = 0.45
SHOW_HAND_S: Final = 0.4
SIGN_SHOWN_S: Final = 1.6
CALL_SHOWN_S: Final = 0.7
ANNULLED_SHOWN_S: Final = 2.5
DEALER_DRAW_CARD_S: Final = 0.3
DEALER_SHOWN_S: Final = 1.1
COMMITMENT_SHOWN_S: Final = 0.7
BANNER_SHOWN_S: Final = 2.6
"""A moment, shown large over the table."""
BANNER_FADE_IN_S: Final = 0.25
MESSAGE_SHOWN_S: Final = 4.0
TOAST_SHOWN_S: Final = 8.0
HOVER_DELAY_S: Final = 0.4
"""So long the pointer rests on a card before the card is named."""
LONG_PRESS_S: Final = 0.6
"""So long a press is held before the card is shown large."""
CARD_LIFT_RATE_PER_SECOND: Final = 14.0
"""How quickly a card lifts under the pointer: the share of the way done in a second, continuously."""
CATCH_UP_SPEED_FACTOR: Final = 2.0
"""So many times quicker goes what is shown again to somebody who was away."""
COMPUTER_TURN_S: Final = 0.7
"""What a computer player takes at least, about; the next five are shares of it."""
DECLARATION_PACE_FACTOR: Final = 1.4
LEAD_PACE_FACTOR: Final = 1.15
FOLLOW_PACE_FACTOR: Final = 0.85
LAST_CARD_PACE_FACTOR: Final = 0.5
PACE_VARIATION_RATIO: Final = 0.25
"""By so much a turn may be longer or shorter than the others."""
NO_PERSON_SPEED_FACTOR: Final = 3.0
"""So many times quicker it goes while all people are out of the auction or the deal."""
PLAY_ON_SPEED_FACTOR: Final = 6.0
"""So many times quicker it goes when somebody wants to play on to his turn."""
