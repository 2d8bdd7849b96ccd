"""The verifier of docs/fairness.md, written by hand from that page. It imports nothing of the program."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def place(card: str) -> tuple[int, int]:
    """Where a card lies in the sorted pack."""
    if card in ("LJ", "BJ"):
        return 4, "LB".index(card[0])
    return "dhsc".index(card[1]), "A23456789TJQK".index(card[0])


def order(key: str, pack: list[str]) -> list[str]:
    """The pack as the key shuffles it."""
    cards = sorted(pack, key=place)
    numbers: list[int] = []
    block = 0
    for left in range(len(cards), 1, -1):
        while True:
            if not numbers:
                digits = sha(f"tavoloverde shuffle 1\nkey: {key}\nblock: {block}\n")
                numbers, block = [int(digits[i : i + 8], 16) for i in range(0, 64, 8)], block + 1
            number = numbers.pop(0)
            if number < 4294967296 - 4294967296 % left:
                break
        other = number % left
        cards[left - 1], cards[other] = cards[other], cards[left - 1]
    return cards


def holds(record: dict[str, Any], deal: int) -> bool:
    """Whether deal number ``deal`` (from 1) of a record is what was sealed."""
    entry = record["deals"][deal - 1]
    said, word = entry["fairness"], record.get("fairness", {}).get("word", "")
    pack = entry["pack"].split()
    if "key" in said:
        return bool(order(said["key"], pack) == pack)
    terms = f"game: {record['game']}\ndeal: {deal}\nword: {word}\nseed: {said['seed']}\n"
    sealed = sha(f"tavoloverde seal 1\n{terms}salt: {said['salt']}\n") == said["seal"]
    key = sha(f"tavoloverde key 1\n{terms}")[:25]
    return bool(sealed and order(key, pack) == pack)


def all_hold(data: bytes) -> bool:
    """Whether every deal of a record holds."""
    record = json.loads(data)
    return all(holds(record, deal) for deal in range(1, len(record["deals"]) + 1))
