"""Lines about a match and its people: its title and their levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.session.match_info import MatchInfo
from game.text.gettext import _
from game.text.player_names import format_player_kind

if TYPE_CHECKING:
    from ui.table.scene import TableScene


def format_title(table: TableScene) -> str:
    """Return the title of the game with its variant, and marks if a person had or gets help, and if it is not saved."""
    variant = table.presentation.describe_variant(table.observation)
    title = " · ".join(filter(None, (_(table.session.info.game.title), variant)))
    if table.session.status.is_assisted:
        title = _("{game} · assisted").format(game=title)
    elif table.check_note.is_on:
        title = _("{game} · plays checked").format(game=title)
    return title if table.is_saved else _("{game} · not saved").format(game=title)


def format_levels(info: MatchInfo) -> tuple[str, ...]:
    """Return the level of each computer player in words, by seat; "" for people and players without a level."""
    kinds = ("" if player.is_person else player.kind for player in info.players)
    return tuple(format_player_kind(kind) if kind else "" for kind in kinds)
