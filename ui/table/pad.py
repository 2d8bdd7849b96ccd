"""The score pad: every deal of the match, with its running totals."""

from __future__ import annotations

import pygame

from game.i18n import _
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.overlay import Overlay
from ui.table.scores import Scores
from ui.table.sheet import Sheet


class Pad(Overlay):
    """The table of the match over the table; it begins at the latest deals."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        self._opened = False

    def compose(self) -> None:
        px, view = self.stage.px, self.desk.view
        block = Scores(self.stage, self.face, view, self.desk.table.names)
        wide = min(px(190 + 190 * view.seats), self.stage.size[0] - px(16))
        head, foot = px(66), px(80)
        self.place_box(wide, head + foot + block.height(wide - px(2 * 24 + 22)) + px(40))
        area = pygame.Rect(self.box.x + px(24), self.box.y + head, self.box.width - px(48), 0)
        area.height = self.box.height - head - foot
        scroll = self.scroll("scores", area.inflate(2 * px(22), 2 * px(2)))
        sheet = Sheet(block, scroll.width, self.stage.manager, scroll.inside)
        self.end_scroll("scores", int(sheet.rect.height))
        if not self._opened:
            self._opened = True
            scroll.move_to(scroll.most)
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.box.centerx, self.box.bottom - px(18))
        self.button(_("Back"), rect, self.stage.back, style="#primary")

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Score"), 12)
