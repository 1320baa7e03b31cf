"""Module: a tree of parameters that can be called, switched between modes, saved and loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np

from ..arrays.dtypes import as_dtype
from ..runtime.graph.hooks import HookTable, RemovableHandle
from ..runtime.tensors.tensor import Tensor
from ..support.devices import dtype_of_to
from .hooks import NO_HOOKS, ForwardHook, ForwardPreHook, add_hook, run_with_hooks
from .parameter import convert, zero_gradients
from .state import IncompatibleKeys, collect_state, load_state
from .tree import ModuleTree


class Module(ModuleTree):
    """Base class of everything that has parameters.

    A subclass creates its parts in `__init__` and combines them in `forward`. Calling the module runs
    `forward` with the hooks around it.

    Attributes
    ----------
    training : bool
        Whether layers such as `Dropout` behave as in training; set by `train` and `eval`.

    Examples
    --------
    >>> class Perceptron(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.hidden = nn.Linear(4, 8)
    ...         self.out = nn.Linear(8, 2)
    ...
    ...     def forward(self, x):
    ...         return self.out(self.hidden(x).tanh())
    >>> model = Perceptron()
    >>> model(dv.ones(3, 4)).shape
    (3, 2)
    >>> [name for name, _ in model.named_parameters()]
    ['hidden.weight', 'hidden.bias', 'out.weight', 'out.bias']
    """

    training: bool = True
    _forward_pre_hooks: HookTable = NO_HOOKS
    _forward_hooks: HookTable = NO_HOOKS

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the output; every subclass defines it."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method forward(self, ...), got none; define it"
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run `forward`, with the hooks around it."""
        if self._forward_hooks or self._forward_pre_hooks:
            return run_with_hooks(self, args, kwargs)
        return self.forward(*args, **kwargs)

    def register_forward_pre_hook(self, hook: ForwardPreHook) -> RemovableHandle:
        """Call `hook(module, args)` before every `forward`; a result that is not None replaces `args`."""
        return add_hook(self, "_forward_pre_hooks", hook)

    def register_forward_hook(self, hook: ForwardHook) -> RemovableHandle:
        """Call `hook(module, args, output)` after every `forward`; a result that is not None replaces it.

        Examples
        --------
        >>> layer = nn.ReLU()
        >>> handle = layer.register_forward_hook(lambda module, args, output: output * 10)
        >>> layer(dv.tensor([-1.0, 2.0])).tolist()
        [0.0, 20.0]
        >>> handle.remove()
        """
        return add_hook(self, "_forward_hooks", hook)

    # ---- modes and changes

    def apply(self, fn: Callable[[Module], object]) -> Self:
        """Call a function with every module below this one, then with this one.

        Examples
        --------
        >>> def init(module):
        ...     if isinstance(module, nn.Linear):
        ...         nn.init.zeros_(module.bias)
        >>> nn.Sequential(nn.Linear(2, 1), nn.ReLU()).apply(init)[0].bias.tolist()
        [0.0]
        """
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Self:
        """Set training mode here and below."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> Self:
        """Set evaluation mode here and below: the same as `train(False)`."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Say whether the parameters take part in differentiation; False freezes them."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        zero_gradients(self.parameters(), set_to_none)

    def to(self, *args: Any, **options: Any) -> Self:
        """Convert all floating parameters and buffers, with their gradients, to a floating dtype, in place.

        The forms are those of `Tensor.to`; of devices there is only the processor, and nothing to do.

        Examples
        --------
        >>> nn.Linear(2, 2).to(dv.float64).weight.dtype
        dtype('float64')
        >>> nn.Linear(2, 2).to("cpu").weight.dtype
        dtype('float32')
        """
        dtype, _, _ = dtype_of_to(args, options)
        if dtype is not None:
            for tensor in [*self.parameters(), *self.buffers()]:
                convert(tensor, as_dtype(dtype))
        return self

    def cpu(self) -> Self:
        """Return the module itself: it is on the processor."""
        return self

    def float(self) -> Self:
        """Convert to float32; see `to`."""
        return self.to(np.dtype(np.float32))

    def double(self) -> Self:
        """Convert to float64; see `to`."""
        return self.to(np.dtype(np.float64))

    def half(self) -> Self:
        """Convert to float16; see `to`."""
        return self.to(np.dtype(np.float16))

    # ---- state

    def state_dict(self, prefix: str = "", keep_vars: bool = False) -> dict[str, Tensor]:
        """Return parameters and persistent buffers by dotted name.

        The tensors share the memory of the module's; copy them to keep a snapshot.

        Parameters
        ----------
        prefix : str
            Put before every name.
        keep_vars : bool
            Whether to return the parameters themselves and not detached tensors.

        Examples
        --------
        >>> model = nn.Linear(3, 2)
        >>> {name: tensor.shape for name, tensor in model.state_dict().items()}
        {'weight': (2, 3), 'bias': (2,)}

        To a file: `np.savez(path, **{name: t.numpy() for name, t in model.state_dict().items()})`.
        And back: `model.load_state_dict(np.load(path))`.
        """
        return collect_state(self, prefix, keep_vars)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """Copy values into parameters and buffers; nothing is written when anything is wrong.

        Parameters
        ----------
        state_dict : mapping of str to Tensor or array
            What `state_dict` returned, or arrays under the same names.
        strict : bool
            Whether missing and unexpected names are errors.

        Returns
        -------
        IncompatibleKeys
            The names that are missing and the ones that were not expected.

        Raises
        ------
        RuntimeError
            With every missing or unexpected name and every wrong shape or dtype.
        """
        return load_state(self, state_dict, strict)

    # ---- printing

    def extra_repr(self) -> str:
        """Return what stands between the brackets of the printed module."""
        return ""

    def __repr__(self) -> str:
        name, extra = type(self).__name__, self.extra_repr()
        children = [f"({key}): {child!r}".replace("\n", "\n  ") for key, child in self.named_children()]
        if not children:
            return f"{name}({extra})"
        return "\n  ".join([f"{name}(", *([extra] if extra else []), *children]) + "\n)"
