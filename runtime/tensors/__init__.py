"""Tensors: arrays with a place in the graph."""
