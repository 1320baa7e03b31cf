"""Modes: grad mode, inference mode, observers, batching, and the `with` blocks that set them."""
