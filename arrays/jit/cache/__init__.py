"""Compiled kernels on disk: their names, their files, and the way from a name to machine code."""
