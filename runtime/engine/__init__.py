"""The backward pass: its loop, the order of its nodes, hooks, and passes inside passes."""
