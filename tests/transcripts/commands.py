"""The output of the commands: simulations of each game, replays, and the analyses of matches of computer players."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final
from unittest.mock import patch

import main
from game.match.record import encode_record
from tests.game.analysis.computer_matches import play_match
from tests.stored_matches import empty_record
from tests.transcripts.results import FIXED_MATCHES, play_fixed_match

SIMULATIONS: Final = (
    "briscola --players club,random --deals 30 --seed 1",
    "briscola --players club,novice --seats 4 --deals 10 --duplicate --seed 2 --option trump_exchange=seven",
    "chiamata --players club,novice,random --deals 5 --duplicate",
    "spades --preset partners --players club,novice --deals 12 --seed 3",
    "muscio --players club,random,novice --deals 20",
    "muscio --players club,random --deals 1",
)
ANALYSES: Final[Mapping[str, tuple[tuple[str, ...], int]]] = MappingProxyType(
    {
        "briscola": (("random", "club"), 1),
        "chiamata": (("random", "club", "novice", "random", "club"), 2),
        "muscio": (("random", "club", "random"), 5),
    }
)
"""The levels at the table of each game, of which the first is judged, and the number of deals; Spades takes long."""
TIME_KEYS: Final = ("ms_per_move", "ms_p99")
REPLAYS_AS_TEXT: Final = ("spades-left", "muscio-with-hints", "no-deals")


def format_simulations() -> str:
    """Return the commands and the figures that they print as a table and as JSON, without times."""
    return "\n".join(f"$ simulate {line}\n{_run_simulation(line)}" for line in SIMULATIONS)


def _run_simulation(line: str) -> str:
    table = re.sub(r"( +[0-9.]+){2}$", "  …", _run("simulate", *shlex.split(line)), flags=re.MULTILINE)
    document = json.loads(_run("simulate", *shlex.split(line), "--json"))
    players = [{**player, **dict.fromkeys(TIME_KEYS, "…")} for player in document.pop("players")]
    return table + "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in (document, *players))


def format_replays() -> str:
    """Return the fixed matches and one without deals as the command replay prints them, most of them as JSON only."""
    records = {**{name: play_fixed_match(name) for name in FIXED_MATCHES}, "no-deals": empty_record()}
    with TemporaryDirectory() as folder:
        file, lines = Path(folder, "match.tvr"), list[str]()
        for name, record in records.items():
            file.write_bytes(encode_record(record))
            document = json.loads(_run("replay", str(file), "--json"))
            deals = document.pop("deals")
            lines += [
                f"$ replay {name}.tvr --json",
                *(json.dumps(row, ensure_ascii=False) for row in (*deals, document)),
                "",
            ]
            if name in REPLAYS_AS_TEXT:
                lines += [f"$ replay {name}.tvr", _run("replay", str(file))]
        return "\n".join(lines)


def format_analysis(game: str) -> str:
    """Return the analysis of a deal as text, and the judged choices as JSON has them."""
    levels, deal_count = ANALYSES[game]
    with TemporaryDirectory() as folder:
        file = Path(folder, "match.tvr")
        file.write_bytes(encode_record(play_match(game, levels, deal_count, seed=9)))
        text = _run("analyse", str(file), "--seat", "0", "--seed", "4")
        document = json.loads(_run("analyse", str(file), "--seat", "0", "--seed", "4", "--json"))
    (player,) = document["players"]
    return text + "".join(f"{json.dumps(row)}\n" for row in (*document["deals"], *player.pop("choices"), player))


def _run(*words: str) -> str:
    output = StringIO()
    with redirect_stdout(output), patch("sys.stderr", None), patch.dict("os.environ", {"LANGUAGE": "en"}):
        assert main.main(words) == 0
    return output.getvalue()
