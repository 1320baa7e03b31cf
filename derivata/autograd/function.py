"""Ops written in Python."""

from .custom.context import FunctionCtx as FunctionCtx
from .custom.function import Function as Function
from .once_differentiable import once_differentiable as once_differentiable
