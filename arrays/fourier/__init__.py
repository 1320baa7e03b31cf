"""Fourier transforms, the arguments that they take, and windows."""
