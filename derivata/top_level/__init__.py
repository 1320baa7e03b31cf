"""The names at the top level of derivata: ops, and functions that are none, such as `tensor` and `zeros`."""
