"""Where the time goes: ops, nodes of backward passes and named blocks of a program, with their durations."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .averages import EventList as EventList
from .averages import FunctionEventAvg as FunctionEventAvg
from .events import FunctionEvent as FunctionEvent
from .events import Interval as Interval
from .profile import profile as profile
from .profile import record_function as record_function

__all__ = ["EventList", "FunctionEvent", "FunctionEventAvg", "Interval", "profile", "record_function"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
