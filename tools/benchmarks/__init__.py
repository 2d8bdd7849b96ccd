"""Measure the speed of the program on this machine: `python -m tools.benchmarks [--quick]`. Figures, not tests."""
