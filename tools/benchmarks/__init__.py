"""How fast the program is on this machine: `python -m tools.benchmarks [--quick]`. Figures, not tests."""
