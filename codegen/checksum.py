"""Checksums by which derivata knows what it has written."""

from __future__ import annotations

import hashlib


def checksum(data: bytes) -> str:
    """Return a short checksum, which detects edits by hand; it is no protection against tampering."""
    return hashlib.sha256(data).hexdigest()[:16]
