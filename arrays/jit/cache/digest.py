"""Digests without `hashlib`, which would load OpenSSL: a tenth of the time of a first call."""

from __future__ import annotations

from typing import Any

__all__ = ["SIZE", "Digest"]

SIZE = 32

try:
    from _blake2 import blake2b as _new
except ImportError:  # an interpreter without its own
    from hashlib import blake2b as _new


class Digest:
    """An incremental digest."""

    def __init__(self, data: bytes = b"") -> None:
        self._state: Any = _new(data, digest_size=SIZE)

    def update(self, data: bytes) -> None:
        """Add data."""
        self._state.update(data)

    def digest(self) -> bytes:
        """Return `SIZE` bytes."""
        result: bytes = self._state.digest()
        return result

    def hexdigest(self) -> str:
        """Return the digest as hexadecimal text."""
        return self.digest().hex()
