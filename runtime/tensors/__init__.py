"""Tensors: arrays with a place in the graph, what they can be asked, and how they are made, copied and shown."""
