"""Recurrent cells and layers, step by step, given the products with their weights."""
