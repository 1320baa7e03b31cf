"""Collectives that are recorded, so that gradients flow from rank to rank, and a module built on them."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from . import functional as functional
from .sharded_embedding import ShardedEmbedding as ShardedEmbedding

__all__ = ["ShardedEmbedding", "functional"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals(), "functional")
