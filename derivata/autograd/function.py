"""Ops written in Python."""

from ..runtime.custom_function import Function as Function
from ..runtime.function_context import FunctionCtx as FunctionCtx
from ..runtime.once_differentiable import once_differentiable as once_differentiable
