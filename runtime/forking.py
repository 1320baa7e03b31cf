"""Locks that a forked process finds free, whatever the other threads of its parent were doing."""

import os
from typing import Any, TypeVar

__all__ = ["free_after_fork"]

Lock = TypeVar("Lock", bound=Any)


def free_after_fork(lock: Lock) -> Lock:
    """Let forks wait until no other thread holds `lock`, so that the child finds it free, and what it guards whole.

    A fork takes the lock that was named last first: who holds one may only wait for those that were named before it.
    """
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock
