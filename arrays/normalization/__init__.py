"""Softmax, and normalisation over rows, channels and groups of them."""
