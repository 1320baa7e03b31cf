"""Functions of every element by itself, and what activations need besides."""
