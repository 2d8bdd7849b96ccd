"""The score pad: every deal of the match, with its running totals."""

from __future__ import annotations

import pygame

from game.i18n import _
from game.narration import standing
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.overlay import Overlay
from ui.table.scores import Scores, told_scores


class Pad(Overlay):
    """The table of the match over the table; it begins at the latest deals."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        self._opened = False

    @property
    def told(self) -> tuple[str, ...]:
        view, names = self.desk.view, self.desk.table.names
        return _("Score"), *told_scores(self.face, view, names), standing(view, names)

    def compose(self) -> None:
        px, view = self.stage.px, self.desk.view
        block = Scores(self.stage, self.face, view, self.desk.table.names)
        wide, head, foot = px(190 + 190 * view.seats), px(66), px(80)
        self.place_box(wide, head + foot + self.sheet_height(block, wide))
        scroll = self.place_sheet("scores", block, head, foot)
        if not self._opened:
            self._opened = True
            scroll.move_to(scroll.most)
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.box.centerx, self.box.bottom - px(18))
        self.button("back", _("Back"), rect, self.stage.back, style="#primary")

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Score · assisted match") if self.desk.table.assisted else _("Score"), 12)
