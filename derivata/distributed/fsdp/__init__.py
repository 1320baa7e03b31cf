"""Modules whose parameters are spread over ranks: each rank has a part of each, and all of it only while it is used."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .full_state import full_state_dict as full_state_dict
from .full_state import load_full_state_dict as load_full_state_dict
from .module import FSDPModule as FSDPModule
from .sharding import fully_shard as fully_shard
from .summoning import summon_full_params as summon_full_params

__all__ = [
    "FSDPModule",
    "full_state_dict",
    "fully_shard",
    "load_full_state_dict",
    "summon_full_params",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
