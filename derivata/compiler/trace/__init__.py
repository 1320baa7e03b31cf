"""A function runs once, on tensors that stand for its arguments, while a listener writes down what it computes.

`trace` runs it; `stand_ins` are the tensors, with `sizes` that may be others at the next call (`sized_stand_ins`). The
`listener` hears ops, and of tensors that are `made`, `writes`, backward `passes` and other `effects`. Arguments
are taken out of `containers`; `numbers` may be tensors, and `optimizers` are stand-ins as well.
"""
