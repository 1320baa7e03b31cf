"""Module: a tree of parameters that can be called, switched between modes, saved and loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np

from ..arrays.dtypes import as_dtype
from ..suggestions.attributes import CURES_OF_MODULES, answer
from ..support.devices import check_device, dtype_of_to
from ..support.joint_signature import with_forms_of_to
from .conversion import convert, make_empty
from .hooks import EVERYWHERE, run_with_hooks
from .loading import load_own, load_state
from .module_hooks import ModuleHooks
from .state import IncompatibleKeys, collect_state, save_own
from .values import zero_gradients


class Module(ModuleHooks):
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
    _version: int = 1

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the output; every subclass defines it."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method forward(self, ...), got none; define it"
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run `forward`, with the hooks around it."""
        if self._hooked or EVERYWHERE:
            return run_with_hooks(self, args, kwargs)
        return self.forward(*args, **kwargs)

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

    @with_forms_of_to
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

    def type(self, dst_type: Any) -> Self:
        """Convert all parameters and buffers to a dtype, integers as well."""
        for tensor in [*self.parameters(), *self.buffers()]:
            convert(tensor, as_dtype(dst_type), only_floating=False)
        return self

    def to_empty(self, *, device: Any, recurse: bool = True) -> Self:
        """Give parameters and buffers new memory, whose values are not set; the device is the processor."""
        check_device(device)
        for tensor in [*self.parameters(recurse), *self.buffers(recurse)]:
            make_empty(tensor)
        return self

    # ---- state

    def state_dict(
        self, prefix: str = "", keep_vars: bool = False, *, destination: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return parameters and persistent buffers by dotted name, and what `get_extra_state` returns.

        The tensors share the memory of the module's; copy them to keep a snapshot.

        Parameters
        ----------
        prefix : str
            Put before every name.
        keep_vars : bool
            Whether to return the parameters themselves and not detached tensors.
        destination : dict, optional
            Where they are put; it is returned.

        Examples
        --------
        >>> model = nn.Linear(3, 2)
        >>> {name: tensor.shape for name, tensor in model.state_dict().items()}
        {'weight': (2, 3), 'bias': (2,)}

        To a file: `np.savez(path, **{name: t.numpy() for name, t in model.state_dict().items()})`.
        And back: `model.load_state_dict(np.load(path))`.
        """
        found = {} if destination is None else destination
        collect_state(self, found, prefix, keep_vars)
        return found

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copy values into parameters and buffers; nothing is written when anything is wrong.

        Parameters
        ----------
        state_dict : mapping of str to Tensor or array
            What `state_dict` returned, or arrays under the same names.
        strict : bool
            Whether missing and unexpected names are errors.
        assign : bool
            Whether the tensors of the dictionary take the place of the module's, with their dtypes. Parameters stay
            parameters, with their `requires_grad`; optimizers have to be made afterwards.

        Returns
        -------
        IncompatibleKeys
            The names that are missing and the ones that were not expected.

        Raises
        ------
        RuntimeError
            With every missing or unexpected name and every wrong shape or dtype.
        """
        return load_state(self, state_dict, strict, assign)

    def get_extra_state(self) -> Any:
        """Return what else belongs into the state dictionary; defined by subclasses together with `set_extra_state`."""
        raise RuntimeError(
            f"{type(self).__name__}: expected a method get_extra_state(self), got none; define it"
        )

    def set_extra_state(self, state: Any) -> None:
        """Take what `get_extra_state` returned out of a state dictionary; defined by subclasses."""
        raise RuntimeError(
            f"{type(self).__name__}: expected a method set_extra_state(self, state), got none; define it"
        )

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        """Put the state of this module, without those below, into a dictionary; subclasses may add to it."""
        save_own(self, destination, prefix, keep_vars)

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Check the state of this module, without those below; subclasses may change the dictionary first."""
        found = missing_keys, unexpected_keys, error_msgs
        load_own(self, state_dict, prefix, local_metadata, strict, *found)

    # ---- printing

    def extra_repr(self) -> str:
        """Return what stands between the brackets of the printed module."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        name, extra = self._get_name(), self.extra_repr()
        children = [f"({key}): {child!r}".replace("\n", "\n  ") for key, child in self.named_children()]
        if not children:
            return f"{name}({extra})"
        return "\n  ".join([f"{name}(", *([extra] if extra else []), *children]) + "\n)"

    def _repr_html_(self) -> str:
        from ..viz.module_html import module_html

        return module_html(self)


answer(Module, CURES_OF_MODULES)
