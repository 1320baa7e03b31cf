"""Diagnosis of running programs: which graphs are alive, and why."""

from .diagnosis.live_graphs import LiveGraph as LiveGraph
from .diagnosis.live_graphs import LiveGraphs as LiveGraphs
from .diagnosis.live_graphs import live_graphs as live_graphs

__all__ = ["LiveGraph", "LiveGraphs", "live_graphs"]
