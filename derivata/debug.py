"""Diagnosis of running programs: which graphs are alive, and why."""

from typing import TYPE_CHECKING

from .diagnosis.live_graphs import LiveGraph as LiveGraph
from .diagnosis.live_graphs import LiveGraphs as LiveGraphs
from .diagnosis.live_graphs import live_graphs as live_graphs
from .support.missing_names import only_these

__all__ = ["LiveGraph", "LiveGraphs", "live_graphs"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
