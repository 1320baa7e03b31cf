"""Sums and copies of gradients: the adjoint of broadcasting, and what adds to a buffer in one pass."""
