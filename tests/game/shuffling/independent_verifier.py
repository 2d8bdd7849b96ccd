"""The verifier of docs/fairness.md, written from that page alone. It imports nothing of the program."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def compute_sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def get_sort_key(card: str) -> tuple[int, int]:
    """Return the place of a card in the sorted pack."""
    if card in ("LJ", "BJ"):
        return 4, "LB".index(card[0])
    return "dhsc".index(card[1]), "A23456789TJQK".index(card[0])


def shuffle_by_key(key: str, pack: list[str]) -> list[str]:
    """Return the pack shuffled with the key."""
    cards = sorted(pack, key=get_sort_key)
    numbers: list[int] = []
    block = 0
    for left in range(len(cards), 1, -1):
        while True:
            if not numbers:
                digits = compute_sha256(f"tavoloverde shuffle 1\nkey: {key}\nblock: {block}\n")
                numbers, block = [int(digits[i : i + 8], 16) for i in range(0, 64, 8)], block + 1
            number = numbers.pop(0)
            if number < 4294967296 - 4294967296 % left:
                break
        swap_index = number % left
        cards[left - 1], cards[swap_index] = cards[swap_index], cards[left - 1]
    return cards


def is_joint_deal_verified(game: str, match: str, deal: int, commitment: dict[str, Any], pack: list[str]) -> bool:
    """Return whether a deal with version 2 of the seal agrees with its seal and the words of its players."""
    seal, terms = commitment["seal"], f"match: {match}\ngame: {game}\ndeal: {deal}\nseed: {commitment['seed']}\n"
    is_fair = compute_sha256(f"tavoloverde seal 2\n{terms}salt: {commitment['salt']}\n") == seal
    for word in (word for words in commitment["rounds"] for word in words if "word" in word):
        bound = f"match: {match}\ndeal: {deal}\nseal: {seal}\nseat: {word['seat']}\nword: {word['word']}\n"
        is_fair = is_fair and compute_sha256(f"tavoloverde word 2\n{bound}") == word["commitment"]
    lines = "".join(f"word {word['seat']}: {word['word']}\n" for word in commitment["rounds"][-1])
    key = compute_sha256(f"tavoloverde key 2\n{terms}{lines}")[:25]
    return is_fair and shuffle_by_key(key, pack) == pack


def is_deal_verified(record: dict[str, Any], deal: int) -> bool:
    """Return whether deal number ``deal`` (from 1) of a record agrees with its seal."""
    entry = record["deals"][deal - 1]
    commitment, word = entry["fairness"], record.get("fairness", {}).get("word", "")
    pack = entry["pack"].split()
    if "key" in commitment:
        return bool(shuffle_by_key(commitment["key"], pack) == pack)
    match = record.get("fairness", {}).get("match")
    if match:
        return is_joint_deal_verified(record["game"], match, deal, commitment, pack)
    terms = f"game: {record['game']}\ndeal: {deal}\nword: {word}\nseed: {commitment['seed']}\n"
    sealed = compute_sha256(f"tavoloverde seal 1\n{terms}salt: {commitment['salt']}\n") == commitment["seal"]
    key = compute_sha256(f"tavoloverde key 1\n{terms}")[:25]
    return bool(sealed and shuffle_by_key(key, pack) == pack)


def are_all_deals_verified(data: bytes) -> bool:
    """Return whether every deal of a record agrees with its seal."""
    record = json.loads(data)
    return all(is_deal_verified(record, deal) for deal in range(1, len(record["deals"]) + 1))
