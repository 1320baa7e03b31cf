"""What `vmap` does to ops: batched tensors, and for each kind of op the rule by which it takes all samples at once."""
