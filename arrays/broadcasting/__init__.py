"""Flat loops over operands of different shapes or layouts: which axes, which blocks, and the loop over blocks."""
