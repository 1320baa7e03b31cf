"""Recurrent cells and layers: what they make of the products of their weights, step by step."""
