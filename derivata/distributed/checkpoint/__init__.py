"""Checkpoints that several ranks write together, and any number of ranks reads: a folder of safetensors files.

Each rank writes its part, and rank 0 last of all an index: a checkpoint is there whole or not at all.
"""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .loading import load as load
from .parts import Elements as Elements
from .parts import Rows as Rows
from .saving import save as save
from .together import CheckpointException as CheckpointException

__all__ = ["CheckpointException", "Elements", "Rows", "load", "save"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
