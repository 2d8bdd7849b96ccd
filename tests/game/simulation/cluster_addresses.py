"""Addresses of clusters at which nothing answers."""

from __future__ import annotations

SIMULATE_ARGUMENTS = "briscola --players club,random --deals 200 --duplicate --seed 5"
MALFORMED_ADDRESSES = (
    "", "x", "127.0.0.1", "inproc://x", "ucx://x", "http://127.0.0.1:1", "nonsense://", "tcp://[::1", "/etc/passwd",
    "a\nb", "\xff", "tcp://127.0.0.1:99999",
)  # fmt: skip
UNREACHABLE_ADDRESSES = ("tls://127.0.0.1:9", "tcp://127.0.0.1:9", "ws://127.0.0.1:9")
