"""From a loop in Python to a fast call: Numba compiles it, a cache keeps it, and it is loaded without Numba.

A loop is a plain function, which `compile` hands to `numba.njit`. Functions that it calls are decorated with one of
`decorators`, with `numba.extending.intrinsic`, or with `numba.njit`. Such modules import Numba; only a compilation
imports them.
"""
