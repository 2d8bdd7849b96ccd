"""Verifiable shuffles, deal codes and the daily deal."""
