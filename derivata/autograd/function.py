"""Ops written in Python."""

from ..runtime.custom.context import FunctionCtx as FunctionCtx
from ..runtime.custom.function import Function as Function
from .once_differentiable import once_differentiable as once_differentiable
