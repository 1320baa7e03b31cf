"""The backward pass: the engine's loop, the scheduling of leaves, hooks, and nested passes."""
