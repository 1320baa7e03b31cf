"""Modules called as functions of their parameters."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, starmap
from typing import Any

from ..nn.module import Module
from ..nn.state import IncompatibleKeys, describe_differences
from ..nn.tree import ModuleTree
from ..runtime.tensors.tensor import Tensor

State = Mapping[str, Tensor]


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: State | Sequence[State],
    args: Any = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other tensors in place of its parameters and buffers; the module stays what it is.

    Parameters
    ----------
    module : Module
    parameter_and_buffer_dicts : dict of str to Tensor, or a sequence of them
        Tensors by their names in the module. What is not named is the module's own.
    args : tuple or anything, optional
        The positional arguments; one that is not a tuple is the only one.
    kwargs : dict, optional
        The keyword arguments.
    tie_weights : bool
        Whether a tensor given under one name of a shared parameter is used under its other names as well.
    strict : bool
        Whether names that are missing or unexpected are errors.

    Returns
    -------
    Any
        What the module returned.

    Raises
    ------
    ValueError
        If a name is given twice, or a shared parameter gets two different tensors.
    RuntimeError
        With `strict`, listing the names that are missing or unexpected.

    Examples
    --------
    >>> import derivata as dv
    >>> layer = dv.nn.Linear(2, 1)
    >>> x, target = dv.tensor([[1.0, 2.0]]), dv.tensor([[3.0]])
    >>> def loss(parameters):
    ...     return ((dv.func.functional_call(layer, parameters, (x,)) - target) ** 2).sum()
    >>> dv.func.grad(loss)({"weight": dv.zeros(1, 2), "bias": dv.zeros(1)})
    {'weight': tensor([[ -6., -12.]]), 'bias': tensor([-6.])}
    """
    values = _merged(parameter_and_buffer_dicts)
    if tie_weights:
        values = _tied(module, values)
    if strict:
        _check_names(module, values)
    positional = args if isinstance(args, tuple) else () if args is None else (args,)
    return _call_with(module, values, positional, kwargs or {})


def _merged(dicts: Any) -> dict[str, Tensor]:
    if isinstance(dicts, Mapping):
        return dict(dicts)
    if not isinstance(dicts, Sequence):
        raise ValueError(
            "functional_call: Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(dicts).__name__}"
        )
    if not all(isinstance(item, Mapping) for item in dicts):
        kinds = [type(item).__name__ for item in dicts]
        raise ValueError(
            f"functional_call: Expected all elements of parameter_and_buffer_dicts to be dictionaries, got {kinds}"
        )
    repeated = [name for name, count in Counter(name for item in dicts for name in item).items() if count > 1]
    if repeated:
        raise ValueError(
            f"functional_call: {repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous"
        )
    return {name: value for item in dicts for name, value in item.items()}


def _named_tensors(module: ModuleTree) -> Iterator[tuple[str, Tensor]]:
    """Yield parameters and buffers under all their names."""
    yield from module.named_parameters(remove_duplicate=False)
    yield from module.named_buffers(remove_duplicate=False)


def _tied(module: ModuleTree, values: dict[str, Tensor]) -> dict[str, Tensor]:
    """Give every name of a shared parameter the tensor that one of them was given."""
    groups: dict[int, list[str]] = {}
    for name, tensor in _named_tensors(module):
        groups.setdefault(id(tensor), []).append(name)
    tied = dict(values)
    for names in groups.values():
        given = [name for name in names if name in values]
        if len({id(values[name]) for name in given}) > 1:
            raise ValueError(
                f"functional_call: got multiple values for keys {given}, which are tied. Consider using "
                "tie_weights=False"
            )
        tied.update({name: values[given[0]] for name in names if given})
    return tied


def _check_names(module: ModuleTree, values: Mapping[str, Tensor]) -> None:
    own = dict(_named_tensors(module))
    keys = IncompatibleKeys(
        [name for name in own if name not in values], [name for name in values if name not in own]
    )
    if keys.missing_keys or keys.unexpected_keys:
        raise RuntimeError(
            "\n  ".join(
                [
                    f"functional_call: Error(s) in reparametrizing for {type(module).__name__}:",
                    *describe_differences(keys),
                ]
            )
        )


def _call_with(
    module: Module, values: Mapping[str, Tensor], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Call a module while some of its attributes are replaced."""
    places = [(_place(module, name), name.rpartition(".")[2], value) for name, value in values.items()]
    before = [(attributes, name, attributes.get(name, _ABSENT)) for attributes, name, _ in places]
    owners = [(attributes, name, value) for attributes, name, value in before if value is not _ABSENT]
    added = [(attributes, name, None) for attributes, name, value in before if value is _ABSENT]
    # One call of the interpreter's own puts all back: an interrupt comes before it, within `try`, or after it
    steps = chain(starmap(dict.__setitem__, owners), starmap(dict.pop, added))
    put_back: partial[deque[object]] = partial(deque, steps, 0)
    try:
        for attributes, name, value in places:
            attributes[name] = value
        return module(*args, **kwargs)
    finally:
        put_back()


_ABSENT = object()


def _place(module: ModuleTree, name: str) -> dict[str, Any]:
    """Return the attribute dictionary of the module that owns a dotted name."""
    return module.get_submodule(name.rpartition(".")[0]).__dict__
