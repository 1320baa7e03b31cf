"""PyTorch's old name of tensors, which still leads to the engine."""

from typing import Any

from ..runtime.tensors.tensor import Tensor
from . import graph


class ExecutionEngine:
    """What PyTorch offers of its engine."""

    @staticmethod
    def queue_callback(callback: Any) -> None:
        """Call a function at the end of the running backward pass: `derivata.autograd.graph.queue_callback`."""
        graph.queue_callback(callback)


class _VariableMeta(type):
    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class Variable(metaclass=_VariableMeta):
    """Stands for Tensor: every tensor is an instance of it, and calling it gives a leaf on the memory of a tensor.

    Examples
    --------
    >>> import derivata as dv
    >>> isinstance(dv.ones(2), dv.autograd.Variable)
    True
    """

    _execution_engine = ExecutionEngine()

    def __new__(cls, data: Tensor, requires_grad: bool = False) -> Any:
        """Return a tensor without history on the same memory."""
        return data.detach().requires_grad_(requires_grad)
