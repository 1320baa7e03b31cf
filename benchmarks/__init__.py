"""How fast derivata is, as ratios to PyTorch eager in the same run: ``python -m benchmarks``."""
