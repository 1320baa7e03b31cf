"""The same call in derivata and in PyTorch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from derivata.autograd.checker.library import Library
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op
from derivata.testing.results import Results


class Parity:
    """PyTorch's counterpart of an op, found by its name."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.places = (torch.nn.functional, torch, torch.linalg, torch.special, torch.fft, torch.Tensor)
        self.spelled_otherwise: dict[str, Callable[..., Any]] = {
            "embedding": lambda weight, indices, padding_idx=None: torch.nn.functional.embedding(
                indices, weight, padding_idx
            ),
            "polygamma.method": torch.Tensor.polygamma,
            "matrix_transpose": lambda self: self.mT,
            "block_diag": lambda tensors: torch.block_diag(*tensors),
            "broadcast_tensors": lambda tensors: torch.broadcast_tensors(*tensors),
            "chain_matmul": lambda matrices: torch.chain_matmul(*matrices),
            "cartesian_prod": lambda tensors: torch.cartesian_prod(*tensors),
            "matrix_H": lambda self: self.H,
            "numpy_T": lambda self: self.T,
            "unfold": torch.Tensor.unfold,  # torch.nn.functional has another one
            "tensordot.dims": lambda self, other, *dims: torch.tensordot(self, other, dims),
        }
        autograd = torch.autograd
        self.library = Library(torch.Tensor, self.array, self.tensor, autograd.grad, autograd.forward_ad)

    def function(self, case: OpCase) -> Callable[..., Any] | None:
        """Return PyTorch's function of the op's name, if there is one."""
        if case.op in self.spelled_otherwise:
            return self.spelled_otherwise[case.op]
        name = case.op.partition(".")[0]
        found = [getattr(place, name) for place in self.places if callable(getattr(place, name, None))]
        return found[0] if found else None

    def call(self, call: Call) -> Call:
        """Return the same call of PyTorch's function."""
        return Call(TorchOp(call.op.case, self), call.values, call.label)

    def differentiable(self, call: Call) -> Call:
        """Return the same call of PyTorch's function; an error if it gives constants for leaves that require grad."""
        other = self.call(call)
        outputs = other.op.differentiable(other.outputs(*other.leaves()))
        if other.places and not any(output.requires_grad for output in outputs):
            raise RuntimeError(f"PyTorch's {call.op.case.op} has no gradient")
        return other

    def values(self, call: Call) -> Results:
        """Return what PyTorch computes without gradients."""
        other = self.call(call)
        constants = [self.tensor(array.copy()) for array in other.arrays()]
        return Results(other.op.arrays(other.outputs(*constants)), [])

    def array(self, tensor: Any) -> Any:
        """Return the numbers of a tensor."""
        return tensor.detach().numpy(force=True)

    def tensor(self, array: Any) -> Any:
        """Return a tensor of an array or a number of NumPy."""
        array = np.asarray(array)
        return self.torch.from_numpy(array if array.flags.writeable else array.copy())

    def value(self, value: Any) -> Any:
        """Return an argument as PyTorch expects it."""
        if isinstance(value, np.dtype):
            return getattr(self.torch, value.name)
        if isinstance(value, tuple) and any(isinstance(part, list) for part in value):  # an index
            return tuple([self.torch.tensor(part) if isinstance(part, list) else part for part in value])
        return value


class TorchOp(Op):
    """The op of PyTorch instead of the one that the case names."""

    def __init__(self, case: OpCase, parity: Parity) -> None:
        super().__init__(case, parity.library)
        self.parity = parity

    @property
    def function(self) -> Callable[..., Any]:
        function, value = self.parity.function(self.case), self.parity.value
        assert function is not None, self.case.op

        def converted(*args: Any, **kwargs: Any) -> Any:
            return function(*map(value, args), **{name: value(v) for name, v in kwargs.items()})

        return converted

    def inplace(self, target: Any, *args: Any, **kwargs: Any) -> Any:
        name, value = self.case.inplace.rpartition(".")[2], self.parity.value
        functional = self.parity.torch.nn.functional
        function = getattr(type(target), name, None) or getattr(functional, name, None)
        if function is None:
            raise NotImplementedError(f"PyTorch has no {name}")
        return function(target, *map(value, args), **{key: value(v) for key, v in kwargs.items()})
