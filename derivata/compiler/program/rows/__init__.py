"""Loops over rows: softmax, norms and reductions along the last dimension, with what is around them.

`parts` says which loop computes an op for one row, `groups` which calls share a loop, and `layout` in which order its
parts run and where rows wait; `text` writes it, and `loop` calls it.
"""
