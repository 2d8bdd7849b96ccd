"""Medals: what they are for, how they are found in what a person has done, and how they are kept."""
