"""Count the results of auctions in Briscola chiamata.

``python -m tools.auction_figures --preset online --deals 2000 --seed 1`` The same level plays on all seats. The figures
are the share of contracts made, the average call, the numbers of calls with points, forced calls, solos and games in
mano, and the numbers of void and annulled deals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from typing import NamedTuple

from game.core.actions import Pass
from game.match.match import create_match
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, Solo
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from game.simulation.progress import show_progress
from tests.helpers import choose_without_time_limit


class AuctionFigures(NamedTuple):
    """The results of ``deals`` deals.

    ``winning_rank_counts``: the winning calls by rank, without solos; ``counts``: the deals of each result and kind of
    contract; ``declarations_per_deal``: the calls, passes and solos of each deal.
    """

    deals: int
    winning_rank_counts: Counter[str]
    counts: Counter[str]
    declarations_per_deal: list[int]

    @property
    def mean_declarations(self) -> float:
        """The average number of calls, passes and solos in an auction."""
        return sum(self.declarations_per_deal) / max(1, self.deals)

    @property
    def made_share(self) -> float:
        """The share of the scored contracts that were made, 0 to 1; a draw counts half."""
        return (self.counts["made"] + self.counts["drawn"] / 2) / max(1, self.counts["scored"])

    @property
    def mean_rank_index(self) -> float:
        """The average rank of the winning call: 0 is the ace, 4 the fante, 9 the two."""
        return sum(RANKING.index(rank) * count for rank, count in self.winning_rank_counts.items()) / max(
            1, self.winning_rank_counts.total()
        )


def play_auctions(preset: str, level: str, deals: int, seed: int) -> AuctionFigures:
    """Return the figures of ``deals`` deals with one level on all seats; print a progress bar.

    ``preset``: of chiamata. Raise KeyError for an unknown preset, ValueError for an unknown level.
    """
    figures = AuctionFigures(deals, Counter(), Counter(), [])
    options = GAMES["chiamata"].presets[preset]
    for number in show_progress(range(deals)):
        match = create_match("chiamata", options, 5, number % 5)
        pack = shuffle_pack(match.pack, derive_random(seed, "auctions", number))
        players = [
            partial(choose_without_time_limit, level, rng=derive_random(seed, "auctions", number, seat))
            for seat in range(5)
        ]
        ended, actions = play_deal(match, pack, players)
        result = ended.get_deal_result()
        figures.declarations_per_deal.append(sum(isinstance(action, (Call, Solo, Pass)) for action in actions))
        figures.counts[result.state] += 1
        if result.state != "scored":
            continue
        last = [action for action in actions if isinstance(action, (Call, Solo))][-1]
        score = result.scores[last.seat]
        ending = "made" if score > 0 else "lost" if score < 0 else "drawn"
        kind = "solo" if isinstance(last, Solo) else "plain" if last.points is None else "points"
        if isinstance(last, Call):
            figures.winning_rank_counts[last.rank] += 1
            figures.counts["forced"] += last.points is not None and last.rank != "2"
            figures.counts["in_mano"] += (
                abs(score) % 4 == 0 and sum(seat_score == -score // 4 for seat_score in result.scores) == 4
            )
        figures.counts[ending] += 1
        figures.counts[kind] += 1
        figures.counts[f"{kind} {ending}"] += 1
    return figures


def format_figures(figures: AuctionFigures) -> list[str]:
    """Return the figures as lines of text."""
    counts = figures.counts
    return [
        f"deals {figures.deals}: scored {counts['scored']}, void {counts['void']}, annulled {counts['annulled']}",
        f"words {figures.mean_declarations:.1f} a deal, passes too, at most {max(figures.declarations_per_deal)}",
        f"made {100 * figures.made_share:.1f} %: {counts['made']} made, {counts['lost']} lost, {counts['drawn']} drawn",
        f"average call {figures.mean_rank_index:.2f} (0 ace, 4 fante, 9 two): "
        + ", ".join(f"{rank} {figures.winning_rank_counts[rank]}" for rank in RANKING),
        *(
            f"{kind} {counts[kind]}: {counts[f'{kind} made']} made, {counts[f'{kind} lost']} lost"
            for kind in ("plain", "points", "solo")
        ),
        f"forced {counts['forced']}, in mano {counts['in_mano']}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.auction_figures", description=__doc__)
    parser.add_argument("--preset", default="regolamento", choices=list(GAMES["chiamata"].presets))
    parser.add_argument("--players", default="club")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("\n".join(format_figures(play_auctions(args.preset, args.players, args.deals, args.seed))))


if __name__ == "__main__":
    main()
