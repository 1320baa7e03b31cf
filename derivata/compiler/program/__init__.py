"""A graph becomes a program: Python that calls fused loops, array functions and ops.

`partition` cuts the graph in what runs forward and backward, `lowering` says which loop computes an op, `fuse` which
calls share one, and `emit` writes both texts. `program` runs them, `gain` says whether that spares anything, and
`memory` when values are free again.
"""
