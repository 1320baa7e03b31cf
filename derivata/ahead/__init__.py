"""Compiling ahead: which kernels there are, and the processes that fill the cache with them."""
