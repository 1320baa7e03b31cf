"""Optimizer: parameters in groups with options, the state of each, and the step that all optimizers share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ..nn.parameter import is_shard
from ..nn.values import zero_gradients
from ..runtime.graph.versions import bump
from ..runtime.modes.grad_mode import enable_grad
from ..runtime.tensors.differentiable import held_gradient
from ..runtime.tensors.tensor import Tensor
from . import saved_state
from .hooks import HookTable, OptimizerHook, hooked, hooks_of, register
from .scratch import Scratch

if TYPE_CHECKING:
    from ..sparse.tensor import SparseTensor

Array = NDArray[Any]
Group = dict[str, Any]
State = dict[str, Any]
Loss = TypeVar("Loss")

required = object()
"""The default of an option that has none, in optimizers written for PyTorch: ``lr=required``."""


class Optimizer:
    """Base class of the optimizers. A subclass defines `update`, which works on arrays, or, as in PyTorch, `step`.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize; or groups, each a dictionary with the key ``"params"`` and the options in
        which the group differs from the defaults.
    defaults : dict
        The options of the optimizer.

    Attributes
    ----------
    param_groups : list of dict
        The groups with all their options. The options may be changed at any time.
    state : dict
        For every parameter that was updated, a dictionary of arrays and numbers; of tensors, if a subclass without
        `update` keeps such. It is empty where none was asked for before.
    """

    _keeps_arrays: ClassVar[bool] = False  # True of one without `update` that works on arrays, too
    _scope: ClassVar[str] = (
        "element"  # on what the change of an element depends: "element", "parameter" or "group"
    )

    def __init__(self, params: Iterable[Tensor] | Iterable[Group], defaults: Group) -> None:
        self.defaults = defaults
        self.param_groups: list[Group] = []
        self.state: defaultdict[Tensor, State] = defaultdict(dict)
        self._scratch = Scratch()
        if isinstance(params, (Tensor, Mapping)):
            raise TypeError(
                f"{self._name}: expected an iterable of tensors or of groups, got one "
                f"{type(params).__name__}; put it into a list"
            )
        entries: list[Any] = list(params)
        if not entries:
            raise ValueError(
                f"{self._name}: expected parameters, got an empty iterable; was a generator used before?"
            )
        self._hooks: dict[str, HookTable] = {}
        for group in entries if isinstance(entries[0], dict) else [{"params": entries}]:
            self.add_param_group(group)

    @property
    def _name(self) -> str:
        return type(self).__name__

    @property
    def _keeps_tensors(self) -> bool:
        return not self._keeps_arrays and type(self).update is Optimizer.update

    def add_param_group(self, param_group: Group) -> None:
        """Add tensors to optimize, with options that differ from the defaults.

        Parameters
        ----------
        param_group : dict
            ``"params"``, a tensor or an iterable of tensors, and any options.

        Examples
        --------
        >>> layer = nn.Linear(3, 2)
        >>> optimizer = dv.optim.SGD([layer.weight], lr=0.1)
        >>> optimizer.add_param_group({"params": layer.bias, "lr": 0.01})
        >>> [group["lr"] for group in optimizer.param_groups]
        [0.1, 0.01]
        """
        if not isinstance(param_group, Mapping):
            raise TypeError(
                f"{self._name}: expected groups to be dictionaries, got {type(param_group).__name__}; write "
                "{'params': ...}"
            )
        if "params" not in param_group:
            raise KeyError(f"{self._name}: expected a group with the key 'params', got {list(param_group)}")
        given = param_group["params"]
        params = [given] if isinstance(given, Tensor) else list(given)
        group = {**self.defaults, **param_group, "params": params}
        if params and isinstance(params[0], tuple):  # of `named_parameters`
            group["param_names"], group["params"] = map(list, zip(*params, strict=True))
            params = group["params"]
        seen = {id(param) for other in self.param_groups for param in other["params"]}
        for param in params:
            self._check_param(param, seen)
            seen.add(id(param))
        self.check_options(group)
        self.param_groups.append(group)

    def _check_param(self, param: Any, seen: set[int]) -> None:
        if not isinstance(param, Tensor):
            raise TypeError(f"{self._name}: expected tensors as parameters, got {type(param).__name__}")
        if not param.is_leaf:
            raise ValueError(
                f"{self._name}: expected leaf tensors, got the result of {param.grad_fn}; optimize the "
                f"tensors it was computed from, or its detach()"
            )
        if self._scope != "element" and is_shard(param):
            raise ValueError(
                f"{self._name}: expected whole parameters, which its steps need, got one of which each rank has a part "
                "(fully_shard); use an optimizer that goes element by element, such as AdamW"
            )
        if id(param) in seen:
            raise ValueError(
                f"{self._name}: expected each parameter once, got one of shape {param.shape} twice"
            )

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range, a TypeError when it is no number."""
        for option in ("lr", "weight_decay", "eps", "momentum"):
            value: Any = group.get(option, 0.0)
            if not isinstance(value, (Real, Tensor)):
                raise TypeError(f"{self._name}: expected {option} to be a number, got {value!r}")
            if not bool(value >= 0.0):  # type: ignore[operator]  # Real's comparisons are not declared
                raise ValueError(f"{self._name}: expected {option} to be at least 0, got {value}")
        betas = group.get("betas", ())
        if not isinstance(betas, Sequence) or not all(0.0 <= beta < 1.0 for beta in betas):
            raise ValueError(f"{self._name}: expected betas in [0, 1), got {betas}")

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        for group in self.param_groups:
            zero_gradients(group["params"], set_to_none)

    def step(self, closure: Callable[[], Loss] | None = None) -> Loss | None:
        """Change every parameter that has a gradient.

        Parameters
        ----------
        closure : callable, optional
            Computes the loss and the gradients anew. It is called first, with recording switched on.

        Returns
        -------
        object
            What the closure returned, or None.
        """
        return hooked(self, self._take_step, (closure,)) if self._hooks else self._take_step(closure)

    def _take_step(self, closure: Callable[[], Loss] | None) -> Loss | None:
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        writer = f"{self._name}.step"
        for group in self.param_groups:
            for param in group["params"]:
                grad = held_gradient(param)
                if grad is None:
                    continue
                if grad.__class__ is not np.ndarray:
                    if grad.is_sparse:
                        bump(param, writer)
                        self.update_sparse(param, grad, group)
                        continue
                    grad = grad._array
                array = param._array
                if param.dtype.kind == "c":
                    array, grad = real_view(array), real_view(grad)
                bump(param, writer)
                self.update(array, grad, self.state.setdefault(param, {}), group)
        return loss

    def update_sparse(self, param: Tensor, grad: SparseTensor, group: Group) -> None:
        """Change one parameter in place by a sparse gradient; an optimizer that can do so overrides this."""
        raise RuntimeError(
            f"{self._name} does not support sparse gradients, please consider SparseAdam instead"
        )

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place; `grad` is only read, `state` starts empty."""
        raise NotImplementedError(
            f"{self._name}: expected a method update(param, grad, state, group); define it"
        )

    def state_dict(self) -> dict[str, Any]:
        """Return the state of all parameters, by number, and the options of the groups.

        The arrays are those of the optimizer; copy them to keep a snapshot.
        """
        for hook in hooks_of(self, "state_dict_pre"):
            hook(self)
        found = self._collected()
        for hook in hooks_of(self, "state_dict_post"):
            replaced = hook(self, found)
            found = found if replaced is None else replaced
        return found

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue from a copy of what `state_dict` returned; nothing is changed when anything is wrong.

        Parameters
        ----------
        state_dict : mapping
            Of an optimizer with groups of the same sizes.

        Raises
        ------
        ValueError
            With the difference between the groups: their sizes, and options of this optimizer that they lack.
        """
        for hook in hooks_of(self, "load_state_dict_pre"):
            replaced = hook(self, dict(state_dict))
            state_dict = state_dict if replaced is None else replaced
        self._restore(state_dict)
        for hook in hooks_of(self, "load_state_dict_post"):
            hook(self)

    def _collected(self) -> dict[str, Any]:
        """Return what `state_dict` does, before its hooks."""
        return saved_state.collect(self.param_groups, self.state, self._keeps_tensors)

    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Do what `load_state_dict` does between its hooks."""
        state, self.param_groups = saved_state.restore(
            self._name, self.param_groups, saved, self.defaults, self._keeps_tensors
        )
        self.state = defaultdict(dict, state)

    register_step_pre_hook: Callable[..., OptimizerHook] = register(
        "step_pre", "``hook(optimizer, args, kwargs)`` before each step"
    )
    register_step_post_hook: Callable[..., OptimizerHook] = register(
        "step_post", "``hook(optimizer, args, kwargs)`` after each step"
    )
    register_state_dict_pre_hook: Callable[..., OptimizerHook] = register(
        "state_dict_pre", "``hook(optimizer)`` before `state_dict`"
    )
    register_state_dict_post_hook: Callable[..., OptimizerHook] = register(
        "state_dict_post", "``hook(optimizer, state_dict)`` after `state_dict`"
    )
    register_load_state_dict_pre_hook: Callable[..., OptimizerHook] = register(
        "load_state_dict_pre", "``hook(optimizer, state_dict)`` before `load_state_dict`"
    )
    register_load_state_dict_post_hook: Callable[..., OptimizerHook] = register(
        "load_state_dict_post", "``hook(optimizer)`` after `load_state_dict`"
    )

    def __repr__(self) -> str:
        lines = [f"{self._name} ("]
        for number, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {number}")
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join([*lines, ")"])


def real_view(array: Array) -> Array:
    """Return a view of complex numbers with their real and imaginary parts as a last dimension."""
    part = array.real
    return as_strided(part, (*part.shape, 2), (*part.strides, part.itemsize))
