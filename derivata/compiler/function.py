"""`compile`: a function that runs as one program where it can."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from ..nn.module import Module
from .compiled import Compiled
from .model import compiled_module
from .reads.modules import is_plain


def compile(
    function: Callable[..., Any] | None = None,
    *,
    fullgraph: bool = False,
    wait: bool = True,
    dynamic: bool | None = None,
) -> Any:
    """Return a function, or a module, that does the same as one program.

    The function is run once on stand-ins for its tensors, and its ops are written down, those of its backward pass as
    well; elementwise ops and the sums behind them become loops. The program is used again for arguments of the same
    layouts, dtypes and shapes, or of other shapes if it is for all, while all that the function reads from outside is
    the same. A whole training step, with ``backward()`` and the step of an optimiser, is one program too; its
    parameters change when all else is computed.

    Parameters
    ----------
    function : function, method or Module
        Its tensors may be in tuples, lists and dicts; other arguments are numbers, strings and modules. A compiled
        module shares all members of the one that it is made of: parameters, modes, hooks.
    fullgraph : bool
        Raise if the function cannot be compiled. Otherwise it runs op by op then, after one warning.
    wait : bool
        If False, calls run op by op while a thread compiles the loops of their program, which takes seconds. Programs
        that draw random numbers are waited for.
    dynamic : bool or None
        Whether lengths of tensors are inputs of programs, which so are for all lengths but 0 and 1. If None, those that
        differ between calls; if True, all, at once; if False, none: the function is traced for each size.

    Returns
    -------
    callable

    Raises
    ------
    TypeError
        If it is neither a function or a method written in Python nor a module.
    CannotCompile
        In a call, with `fullgraph`: says what cannot be compiled, and in which line.

    Examples
    --------
    >>> import derivata as dv
    >>> @dv.compile
    ... def energy(x, y):
    ...     return ((x * y).tanh() ** 2 + x).sum()
    >>> x = dv.linspace(0, 1, 1000, requires_grad=True)
    >>> energy(x, dv.ones(1000)).backward()
    >>> x.grad[-1]
    tensor(1.6397)
    >>> for length in (500, 700, 900):
    ...     _ = energy(dv.ones(length, requires_grad=True), dv.ones(length))
    >>> [bool(program.sizes) for program in energy.programs]
    [False, True]
    >>> model = dv.compile(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))
    >>> model(dv.ones(8, 3)).shape, len(list(model.parameters()))
    ((8, 1), 4)
    """
    if function is None:
        return functools.partial(compile, fullgraph=fullgraph, wait=wait, dynamic=dynamic)
    if isinstance(function, Module):
        return compiled_module(function, Compiled(function, fullgraph, wait, dynamic))
    called: Any = function
    found = called.__call__ if is_plain(function) and callable(function) else called
    owner = getattr(found, "__self__", None)
    method = isinstance(found, MethodType) and isinstance(found.__func__, FunctionType)
    if not (isinstance(found, FunctionType) or (method and (isinstance(owner, Module) or is_plain(owner)))):
        raise TypeError(
            "compile: argument 'function' must be a function written in Python, a method or a module, not "
            f"{type(function).__name__}; write a def around it"
        )
    return Compiled(found, fullgraph, wait, dynamic)


def explain(function: Any, *args: Any, **kwargs: Any) -> None:
    """Print what becomes of a call: its loops, what is kept, its files, or why it runs op by op. It is called once.

    Parameters
    ----------
    function : function or Module
        Compiled or not. Of one that is compiled, the kinds of calls that it knows are compared with this one.
    *args, **kwargs
        Of the call.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.compile.explain(lambda x: x.softmax(-1).sum(), dv.ones(8))
    <lambda> runs op by op: a program spares nothing: 2 calls and 36 bytes written op by op, 2 and 36 as a program
    traced: now, the first time
    """
    from .report import report

    print(report(as_compiled(function), args, kwargs))


def as_compiled(function: Any) -> Compiled:
    """Return the compiled form of a function or a module."""
    made = (
        function if isinstance(function, Compiled) or hasattr(type(function), "inside") else compile(function)
    )
    return made if isinstance(made, Compiled) else made.compiled


compile.explain = explain  # type: ignore[attr-defined]
