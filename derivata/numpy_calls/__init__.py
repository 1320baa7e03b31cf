"""NumPy's functions called with tensors that carry a history, a tangent or samples: dispatch and implementations.

`dispatch` and `ufuncs` are what NumPy calls; `table` finds the function that is meant: one that the spec describes
(`generated/numpy_functions`), or one of those written here, by topic, each under NumPy's name and in NumPy's signature.
"""
