"""The presentation of Briscola, with its actions besides playing a card: signs and the exchange of the trump."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from game.core.actions import Action, Swap
from game.core.cards import parse_cards
from game.core.events import Event
from game.core.messages import N_
from game.match.observation import Observation
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import SignMade
from game.rules.briscola.phases import HAND_SIZE
from game.text.games.briscola import SIGN_LABELS, BriscolaWords, count_partners
from game.text.games.question import ChoiceOption
from game.text.gettext import _, ngettext
from ui.games.briscola import moves as moves
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.action_panel import ActionPanel
from ui.table.layout.buttons import list_extra_button_rects
from ui.table.layout.seats import PanelSizes
from ui.table.question_panel import WIDE_PANEL_WIDTH, Answer, PanelSize, QuestionPanel, make_grid
from ui.widgets.button import Button
from ui.widgets.nodes import Line, Node

if TYPE_CHECKING:
    from ui.table.scene import TableScene

SIGN_BUTTON_HEIGHT: Final = 48
"""The usual height of a sign button in design pixels."""
ONE_ROW_WIDTH: Final = 712
TWO_ROWS_WIDTH: Final = 432
MIN_WIDTH_BY_COLUMNS: Final = {7: ONE_ROW_WIDTH, 4: TWO_ROWS_WIDTH, 3: 0}
"""The least width in design pixels by number of columns; the preferred number is first."""
ONE_ROW_HEIGHT: Final = 126
SIZES_BELOW_TRICK: Final = ((ONE_ROW_WIDTH, ONE_ROW_HEIGHT), (TWO_ROWS_WIDTH, 108))
"""The sizes of the panel below a trick: a row of signs, or two rows without the question and its explanation."""


class SignPanel(QuestionPanel):
    """Buttons at the tray, and a panel of signs in the middle that a button opens."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.toggle_button: Button | None = None
        self.is_open = False

    @property
    def sign_options(self) -> list[ChoiceOption]:
        """The legal signs."""
        is_offered = bool(self.table.offered_actions)
        return [option for option in self.question.options if is_offered and isinstance(option.action, Sign)]

    @property
    def extra_button_count(self) -> int:
        has_exchange = any(isinstance(action, Swap) for action in self.table.offered_actions)
        return has_exchange + bool(self.sign_options)

    @property
    def sizes_below_trick(self) -> PanelSizes:
        return SIZES_BELOW_TRICK if self.is_open else ()

    @property
    def question_text(self) -> str:
        return self.question.title if self.is_open else ""

    @property
    def is_asked_in_prompt(self) -> bool:
        return self.table.layout.free_rect.height < self.table.layout.px(ONE_ROW_HEIGHT)

    @property
    def width(self) -> float:
        return max(WIDE_PANEL_WIDTH, MIN_WIDTH_BY_COLUMNS[self._column_count])

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        answers = [Answer(self, option, "#small") for option in self.sign_options]
        widths = [answer.measure_width(self.make_frame(), sys.maxsize) for answer in answers]
        count = self._column_count
        return (make_grid(size, SIGN_BUTTON_HEIGHT, answers, [max(widths[index::count]) for index in range(count)]),)

    @property
    def _column_count(self) -> int:
        layout = self.table.layout
        return next(
            count for count, width in MIN_WIDTH_BY_COLUMNS.items() if layout.free_rect.width >= layout.px(width)
        )

    def build(self) -> None:
        self.actions_by_button, self.toggle_button = {}, None
        rect, second_rect = list_extra_button_rects(self.table.layout)
        for option in self.question.options if self.table.offered_actions else ():
            if isinstance(option.action, Swap):
                self.add_action_button(option.id, option.action, option.text, rect, None)
                rect = second_rect
        if self.sign_options:
            text = ngettext("Sign to partner…", "Sign to partners…", count_partners(self.table.observation))
            frame = self.make_frame()
            text_width = Line(text, face=theme.BUTTON_FACE).measure_width(frame, sys.maxsize)
            if text_width + frame.px(theme.MARGIN) > rect.width:
                text = _("Sign…")
            text = _("Close") if self.is_open else text
            self.toggle_button = self.add_button("signs", text, rect, self._toggle, None)
        if self.is_open:
            self.build_panel()

    def find_button(self, action: Action) -> Button | None:
        return self.toggle_button if isinstance(action, Sign) and not self.is_open else super().find_button(action)

    def describe_action(self, action: Action) -> str:
        if isinstance(action, Sign):
            return _("Give the sign: {sign}").format(sign=_(SIGN_LABELS[action.sign]))
        return super().describe_action(action)

    def draw(self, canvas: Canvas) -> None:
        if self.is_open:
            super().draw(canvas)

    def close(self) -> bool:
        was_open, self.is_open = self.is_open, False
        if was_open:
            self.table.recompose_choices()
        return was_open

    def act(self, action: Action) -> None:
        if isinstance(action, Sign):
            self.close()
        super().act(action)

    def _toggle(self) -> None:
        self.is_open = not self.is_open
        self.table.recompose_choices()


class BriscolaPresentation(BriscolaWords, GamePresentation):
    """A presentation with buttons for signs and the trump exchange."""

    tile_cards = parse_cards("3c Ad Kh")
    about = N_("Win the tricks worth points")
    event_sounds: Mapping[type[Event], str] = {SignMade: "sign"}

    def get_hand_size(self, observation: Observation) -> int:
        return HAND_SIZE

    def make_panel(self, table: TableScene) -> ActionPanel:
        return SignPanel(table)
