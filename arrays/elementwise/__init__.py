"""Elementwise functions, and helpers of activations."""
