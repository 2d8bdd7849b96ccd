"""Matches that computer players play without a window."""
