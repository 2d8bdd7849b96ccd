"""Shuffles that can be verified, deal codes and the daily deal."""
