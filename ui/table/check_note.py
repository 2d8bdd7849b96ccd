"""The note on a costly choice of the viewer, while they can take it back; a beginner is offered it once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from game.analysis.model import ChoiceJudgment
from game.analysis.report import describe_better_choice, describe_chosen_choice
from game.core.actions import Action, Play
from game.core.sanitizer import capitalize_first
from game.text.card_names import format_card_name
from game.text.first_notices import FIRST_NOTICES
from game.text.gettext import _, pgettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.controls import is_permanent
from ui.table.hud.frame import TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.layout.pose import CardPose, compute_corners
from ui.table.layout.seats import NOTE_WIDTH
from ui.widgets import fields
from ui.widgets.layout import Column, Framed, Layers, Row
from ui.widgets.nodes import Line, Node, Space, Text, make_disc, make_widgets, place_at
from ui.widgets.part import Part

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MARK_SIZE: Final = 36
"""The size of the mark at the card, in design pixels."""
RING_WIDTH: Final = 5
LABEL_HEIGHT: Final = 28
"""The width of the ring around the better card, and the height of the word on it, in design pixels."""
FACES: Final[tuple[theme.FontFace, ...]] = ("sans", "bold")
"""The faces of the two sentences."""
BEGINNER_KINDS: Final = frozenset({"beginner", "novice"})
"""The levels whose opponents are offered the notes."""


class CheckNote:
    """The note of one table: words and two buttons beside the trick, a mark at the card, a ring around the better one.

    It stays until the viewer's next choice, or until they leave the choice as it is; the others wait for that unless
    the check was late. A beginner is asked once whether they want such notes.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._narrated: ChoiceJudgment | None = None
        self._was_asked = self._is_offered = False
        self._composed: tuple[object, ...] | None = None
        self._part: Part | None = None

    @property
    def is_on(self) -> bool:
        """Whether the choices of the viewer are checked in this match."""
        session = self.table.session
        has_undo = session.observation.seat is not None and not is_permanent(session.status.undo_refusal_reason)
        return self.table.context.settings.check_plays and session.is_match and has_undo

    @property
    def judgment(self) -> ChoiceJudgment | None:
        """The judgment that is shown; None if the match has no undo now, or if a panel needs the place."""
        session = self.table.session
        is_shown = session.status.undo_refusal_reason is None and bool(self._list_areas())
        return session.check.judgment if is_shown else None

    def _list_areas(self) -> list[pygame.Rect]:
        """Return the places for the note, the best first, without those that a panel of the viewer's choices needs.

        After the place beside all parts come those beside the card that was played, first at the side of the next
        player, whose card is not there yet; the last one covers the trick.
        """
        layout, has_panel = self.table.layout, bool(self.table.offered_actions)
        left, right = layout.sides_of_own_card
        sides = (left, right) if self.table.session.info.game.is_clockwise else (right, left)
        areas = (layout.note_rect, *sides, layout.free_rect)
        return [area for area in areas if not (has_panel and area.colliderect(layout.free_rect))]

    @property
    def is_offer_shown(self) -> bool:
        """Whether a beginner is asked now whether they want notes."""
        return self._is_offered and self.judgment is None and self._find_offer() is not None

    def _offer_once(self) -> None:
        """Ask a beginner who was never asked, at a card that they can play and while there is room."""
        table, session = self.table, self.table.session
        phase, seat = session.observation.phase, session.observation.seat
        is_time = table.is_idle and session.is_your_turn and phase is not None and phase.is_card_play
        if self._was_asked or not is_time or seat is None or not session.is_match or table.context.settings.check_plays:
            return
        kinds = {player.kind for player in session.info.players if not player.is_person}
        is_beginner = bool(kinds) and kinds <= BEGINNER_KINDS and not is_permanent(session.status.undo_refusal_reason)
        if is_beginner and self._find_offer() is not None:
            self._was_asked = True
            self._is_offered = table.context.mark_told(session.info.names[seat], "check_plays")

    def _answer_offer(self, *, is_accepted: bool) -> None:
        """Close the question, and check the plays of the person from now on if they want it."""
        self._is_offered, context = False, self.table.context
        if is_accepted:
            context.apply_settings(msgspec.structs.replace(context.settings, check_plays=True))
            self.table.show_message(
                _(
                    "Your plays are now checked. After a warning, the match counts as assisted. You "
                    "can turn checking off in the settings."
                )
            )
        self.update()

    @property
    def title(self) -> str:
        """The question at the top of the note."""
        judgment, is_in_time = self.judgment, self.table.session.check.is_in_time
        if judgment is None or not isinstance(judgment.chosen_action, Play):
            return _("Sure about that?") if is_in_time else _("That was costly")
        card = format_card_name(judgment.chosen_action.card, self.table.deck)
        text = _("Sure about {card:the}?") if is_in_time else _("{card:the} was costly")
        return capitalize_first(text.format(card=card))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The reason against the choice, and the better choice."""
        judgment, table = self.judgment, self.table
        if judgment is None:
            return ()
        names, game_id = table.session.info.names, table.observation.game_id
        return (
            describe_chosen_choice(game_id, judgment, names, table.deck),
            describe_better_choice(judgment, names, table.deck),
        )

    def build(self) -> None:
        """Make the buttons in a part of their own."""
        self._part = Part("check", self.table.context.ui_manager, self.table.focus, self._make_buttons)
        self._composed = None
        self.update()

    def update(self) -> None:
        """Show the note as the host has told it last, and narrate a new one."""
        if not self._is_offered:
            self._offer_once()
            if self.is_offer_shown:
                self.table.narrate(self._offer_text)
        judgment = self.judgment
        shown = self.table.session.check, self.is_offer_shown, self._offer_text, self.table.layout
        if self._part is not None and shown != self._composed and self.table.is_top_scene:
            self._composed = shown
            self._part.compose()
        if judgment is not None and judgment != self._narrated:
            self.table.narrate(self.title, *self.sentences)
        self._narrated = judgment or self.table.session.check.judgment

    def close(self) -> bool:
        """Leave the choice as it is; return whether the note on it was shown. The question to a beginner stays."""
        was_shown = self.judgment is not None
        if was_shown:
            self.table.session.leave_choice()
            self.update()
        return was_shown

    def _describe(self) -> tuple[Node, pygame.Rect]:
        """Return the words above the buttons, and the place for them; in little room fewer words."""
        if self.judgment is None:
            return self._find_offer() or Space(), self.table.layout.note_rect
        (*free_areas, last), groups = self._list_areas(), self._list_notes()
        choices = [*chain(*(product(free_areas, notes) for notes in groups)), *product([last], groups[0])]
        return next(((note, area) for area, note in choices if self._can_fit(note, area)), (groups[-1][0], last))

    @property
    def _offer_text(self) -> str:
        """The question to a beginner, which says what help means for a match that had none yet."""
        is_assisted = self.table.session.status.is_assisted
        return _(FIRST_NOTICES["check_plays_assisted" if is_assisted else "check_plays"])

    def _find_offer(self) -> Node | None:
        """Return the question to a beginner in the largest form that fits, None if none fits now."""
        accept = fields.Action("check-on", _("Check my plays"), partial(self._answer_offer, is_accepted=True), grow=1)
        refuse = fields.Action("check-off", _("No, thanks"), partial(self._answer_offer, is_accepted=False), grow=1)
        words, buttons = Text(self._offer_text), Row(accept, refuse, gap=theme.SMALL_GAP)
        small = replace(words, size=theme.SMALL_TEXT_SIZE, line_ratio=TIGHT_LINE_RATIO)
        is_assisted = self.table.session.status.is_assisted
        whole = accept if is_assisted else replace(accept, text=_("Check my plays (assisted)"))
        close = replace(refuse, text="", symbol="close", label=refuse.text, grow=0)
        notes = (
            _frame(words, buttons),
            _frame(small, buttons),
            _frame(small, accept, refuse),
            Row(whole, close, gap=theme.SMALL_GAP),
        )
        area = self.table.layout.note_rect
        return next((note for note in notes if self._can_fit(note, area)), None) if area in self._list_areas() else None

    def _can_fit(self, node: Node, area: pygame.Rect) -> bool:
        """Return whether a form of the note fits in a place."""
        frame = make_table_frame(self.table.context, self.table.layout)
        width = min(area.width, frame.px(NOTE_WIDTH))
        return node.measure_width(frame, width) <= width and node.measure_height(frame, width) <= area.height

    def _list_notes(self) -> Sequence[Sequence[Node]]:
        """Return the note on the choice in its usual forms, in narrow ones and in those without its cost."""
        undo = fields.Action("check-undo", _("Take back"), self.table.assistance.undo, symbol="undo", grow=1)
        leave = fields.Action("check-leave", _("Leave it"), self.close)
        narrow_undo, close = replace(undo, symbol=""), replace(leave, text="", symbol="close", label=leave.text)
        buttons, narrow_buttons = Row(undo, leave, gap=theme.SMALL_GAP), Row(narrow_undo, close, gap=theme.SMALL_GAP)
        column = Column(narrow_undo, leave, gap=theme.SMALL_GAP)
        title = Text(self.title, face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        reason, better = (Text(sentence, face=face) for sentence, face in zip(self.sentences, FACES, strict=True))
        small_reason, small_better = (
            replace(text, size=theme.SMALL_TEXT_SIZE, line_ratio=TIGHT_LINE_RATIO) for text in (reason, better)
        )
        small = small_reason, small_better
        return (
            (_frame(title, reason, better, buttons), _frame(reason, better, buttons), _frame(*small, buttons)),
            (_frame(*small, column), _frame(*small, narrow_buttons)),
            (_frame(small_better, buttons), _frame(small_better, column), _frame(small_better, narrow_undo, close)),
        )

    @property
    def rect(self) -> pygame.Rect:
        """The place of the note, in pixels, as high as its words."""
        layout, (node, area) = self.table.layout, self._describe()
        frame = make_table_frame(self.table.context, layout)
        rect = pygame.Rect(0, 0, min(area.width, layout.px(NOTE_WIDTH)), area.height)
        rect.height = min(area.height, node.measure_height(frame, rect.width))
        rect.center = area.centerx, layout.trick_ring_rect.centery
        if area == layout.free_rect:  # at the side of the next player, whose card is not there yet
            rect.centerx = area.left if self.table.session.info.game.is_clockwise else area.right
        return rect.clamp(area)

    @property
    def is_shown(self) -> bool:
        """Whether the note or the question to a beginner is shown."""
        return self.judgment is not None or self.is_offer_shown

    def _make_buttons(self) -> None:
        if self.is_shown and self._part is not None:
            frame = make_table_frame(self.table.context, self.table.layout)._replace(part=self._part)
            make_widgets(self._describe()[0], frame, self.rect)

    def draw(self, canvas: Canvas) -> None:
        """Draw the ground and the words of the note, which are below its buttons."""
        if self.is_shown:
            self._describe()[0].paint(make_table_frame(self.table.context, self.table.layout), canvas, self.rect)

    def draw_marks(self, canvas: Canvas) -> None:
        """Draw the mark at the card that was played, and the ring around the better card of the hand.

        Both end with the trick: beside the next one they would look like advice on it.
        """
        judgment, table = self.judgment, self.table
        if judgment is None or not table.is_top_scene or not self._is_in_trick(judgment.chosen_action):
            return
        frame = make_table_frame(table.context, table.layout)
        chosen, better = self._find_pose(judgment.chosen_action), self._find_pose(judgment.best_option.action)
        if chosen is not None:
            _left, corner, *_low = compute_corners(chosen)
            sign = Line("?", face="bold", size=theme.ROW_TITLE_TEXT_SIZE, color=theme.INK, align="centre")
            mark = Layers(make_disc(MARK_SIZE, fill_color=theme.CREAM, line_color=theme.INK), sign)
            rect = place_at(mark, frame, canvas.width, center=corner)
            if not rect.colliderect(self.rect):
                mark.paint(frame, canvas, rect)
        if better is not None:
            canvas.draw_polygon(theme.OWN_SIDE_COLOR, compute_corners(better), frame.px(RING_WIDTH))
            word = Line(pgettext("card", "safer"), face="bold", size=theme.SMALL_TEXT_SIZE, color=theme.INK)
            label = describe_label(word, LABEL_HEIGHT, theme.GAP, color=theme.OWN_SIDE_COLOR, alpha=255)
            middle = better.x, better.y  # where it covers the index neither of this card nor of its neighbors
            label.paint(frame, canvas, place_at(label, frame, round(better.width), center=middle))

    def _is_in_trick(self, action: Action) -> bool:
        """Return whether the card of a play is still in the trick on the table."""
        return isinstance(action, Play) and (action.seat, action.card) in self.table.board.trick

    def _find_pose(self, action: Action) -> CardPose | None:
        """Return the pose of the card of a play; None for another action, or once its card has left the table."""
        return self.table.card_poses.get(action.card.name) if isinstance(action, Play) else None


def _frame(*nodes: Node) -> Node:
    """Return nodes below each other on the ground of a note."""
    return Framed(Column(*nodes, gap=theme.SMALL_GAP), padding=theme.GAP, alpha=250)
