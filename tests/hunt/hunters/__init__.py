"""One module a kind of hunt; each has `attempt(seed) -> Finding | None`, the same for the same seed.

An attempt takes milliseconds to a few seconds, so that a driver can stop between two of them.
"""
