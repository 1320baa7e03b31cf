"""A graph becomes a program: Python that calls fused loops, array functions and ops.

`partition` cuts the graph in what runs forward and backward, `lowering` says which loop computes an op, `fuse` which
calls share one (`rows` those over rows), and `emit` writes the text, `loop_text` that of loops. `program` runs them,
`gain` says whether that spares anything, and `memory` when values are free again.
"""
