"""In-place writes, hooks on saved tensors, and what active modes do with the results of ops."""
