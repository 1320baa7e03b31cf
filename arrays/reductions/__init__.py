"""Sums, products, extremes, moments and norms over dimensions, and cumulative ones along them."""
