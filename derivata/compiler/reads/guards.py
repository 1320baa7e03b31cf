"""Writes the check that a program may be used again: a function that returns the tensors of a call, or None.

What is compared are classes, shapes and numbers, and objects by identity: nothing is called that a user wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from math import isfinite
from typing import Any

import numpy as np

from ...arrays.dtypes import get_default_dtype
from ...arrays.random import Generator
from ...nn.hooks import EVERYWHERE
from ...nn.module import Module
from ...nn.parameter import Buffer, Parameter
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.modes.grad_mode import recording
from ...runtime.modes.state import state
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile
from ..text import run_text
from ..trace.containers import Keys
from ..trace.numbers import as_tensor
from ..trace.optimizers import Stepping
from ..trace.passes import is_apart
from ..trace.writes import apart
from ..vocabulary import exact, is_number, is_record

Guard = Callable[[tuple[Any, ...], dict[str, Any]], "tuple[Tensor, ...] | None"]
_PLAIN = frozenset({bool, int, str, bytes, type(None), type(...)})


class Checks:
    """The lines of a guard, as they are found.

    Attributes
    ----------
    lines : list of str, and tuples of them
        Statements; a tuple is of differences, of which none may be true.
    names : dict
        The objects that they compare with.
    tensors : list of str
        The variables that hold tensors.
    rough : bool
        Do not compare layouts, and accept any class. For calls that run op by op anyway.
    loose : bool
        Compare nothing but classes.
    numbers : dict
        The dtypes of arguments, by their places, that are numbers of any value: inputs, as tensors are.
    lengths : dict
        The names of lengths of any value, by the place of a tensor and its dimension.
    by_identity : bool
        No two tensors may be the same one: the function would notice.
    by_kind : bool
        Numbers may not be tensors: the function would notice.
    by_mode : bool
        Whether it matters if ops are recorded: there are tensors that require grad.
    """

    def __init__(
        self,
        rough: bool = False,
        loose: bool = False,
        numbers: Mapping[int, np.dtype[Any]] | None = None,
        lengths: Mapping[tuple[int, int], str] | None = None,
    ) -> None:
        self.lines: list[str | tuple[str, ...]] = []
        self.names: dict[str, Any] = {}
        self.tensors: list[str] = []
        self.rough, self.loose = rough, loose
        self.by_identity = self.by_kind = self.by_mode = False
        self.numbers, self.lengths = numbers or {}, lengths or {}
        self._place = 0
        self._variables: dict[str, str] = {}
        self._written: set[tuple[str, ...]] = set()
        self._known: dict[int, str] = {}

    def known(self, value: Any, word: str) -> str:
        """Return a name for an object."""
        if id(value) not in self._known:
            self._known[id(value)] = f"{word}_{len(self._known)}"
            self.names[self._known[id(value)]] = value
        return self._known[id(value)]

    def variable(self, text: str, error: str = "") -> str:
        """Return the variable that holds what an expression gives; where that raises the error, a call differs."""
        name = self._variables.get(text)
        if name is None:
            name = self._variables[text] = f"x{len(self._variables)}"
            line = f"{name} = {text}"
            self.lines += ["try:", f"    {line}", f"except {error}:", _OTHER] if error else [line]
        return name

    def unless(self, *differences: str) -> None:
        """Return None where one of these is true."""
        if differences not in self._written:
            self._written.add(differences)
            self.lines.append(differences)

    def same(self, text: str, value: Any, word: str) -> None:
        """Compare an object by identity."""
        self.unless(f"{text} is not {self.known(value, word)}")

    def add(self, text: str, value: Any) -> None:
        """Compare an argument: a tensor, a number, or a container of them."""
        if type(value) in (tuple, list, dict) or is_record(type(value)):
            _, texts = self.container(text, value)
            for part, of_part in zip(value.values() if type(value) is dict else value, texts, strict=True):
                self.add(of_part, part)
        else:
            self._leaf(self.variable(text), value, self.numbers.get(self._place))
            self._place += 1

    def container(self, text: str, value: Any) -> tuple[str, list[str]]:
        """Compare the class, length and keys of a container; return its variable, and expressions of its parts."""
        name, kind = self.variable(text), type(value)
        if kind is not dict:
            known = self.known(kind, "class") if is_record(kind) else kind.__name__
            self.unless(f"{name}.__class__ is not {known} or len({name}) != {len(value)}")
            return name, [f"{name}[{place}]" for place in range(len(value))]
        if all(key.__class__ is str for key in value):
            self.unless(f"{name}.__class__ is not dict or [*{name}] != {[*value]!r}")
        else:
            self.unless(f"{name}.__class__ is not dict or Keys({name}) != {self.known(Keys(value), 'keys')}")
        parts = self.variable(f"[*{name}.values()]") if value else ""
        return name, [f"{parts}[{place}]" for place in range(len(value))]

    def _leaf(self, name: str, value: Any, dtype: np.dtype[Any] | None) -> None:
        if dtype is not None:
            self.unless(f"{name}.__class__ is not float")
            self.tensors.append(f"as_tensor({name}, {self.known(dtype, 'dtype')})")
        elif isinstance(value, Module | Stepping | Generator):
            self.same(name, value, "module")
        elif self.loose or (self.rough and not isinstance(value, Tensor) and not is_number(value)):
            self.same(f"{name}.__class__", type(value), "class")
        elif isinstance(value, Tensor):
            self.tensor(name, value)
        else:
            self.number(name, value)

    def tensor(self, name: str, tensor: Tensor) -> None:
        """Compare a tensor's kind, not its numbers, nor lengths of any value."""
        if type(tensor) not in (Tensor, Parameter, Buffer):
            if self.rough:
                self.same(f"{name}.__class__", type(tensor), "class")
                return
            raise CannotCompile(f"an argument is a {type(tensor).__name__}, which is no ordinary tensor")
        array = tensor._array
        lengths = {dim: name for (place, dim), name in self.lengths.items() if place == self._place}
        self.by_mode |= tensor._edge is not None
        found = [
            f"({name}.__class__ is not Tensor and {name}.__class__ not in (Parameter, Buffer))",
            f"len({name}._shape) != {array.ndim}" if lengths else f"{name}._shape != {array.shape!r}",
            f"{name}._edge is {'not ' if tensor._edge is None else ''}None",
            f"({name}._dtype is not {(dtype := self.known(array.dtype, 'dtype'))} and {name}._dtype != {dtype})",
        ]
        if lengths:
            found.append(f"not {name}._array.flags.c_contiguous")
        elif not self.rough:
            found.append(f"{name}._array.strides != {array.strides!r}")
        self.unless(*found)
        self.tensors.append(name)
        if lengths:
            self._lengths(name, array.shape, lengths)

    def _lengths(self, name: str, shape: tuple[int, ...], lengths: Mapping[int, str]) -> None:
        """Compare a shape; lengths of 0 and 1 are never among those that may be any."""
        for dim, length in enumerate(shape):
            text = f"{name}._shape[{dim}]"
            if dim not in lengths:
                self.unless(f"{text} != {length}")
            elif lengths[dim] in self._variables.values():
                self.unless(f"{text} != {lengths[dim]}")
            else:
                self._variables[text] = lengths[dim]
                self.lines.append(f"{lengths[dim]} = {text}")
                self.unless(f"{lengths[dim]} < 2")

    def said_lengths(self) -> list[str]:
        """Return what the lengths of any value are, for people."""
        return [f"{name} = {self._said(text)}" for text, name in self._variables.items() if name[0] == "s"]

    def conditions(self, conditions: Iterable[str]) -> None:
        """Compare what must be true of lengths."""
        for condition in conditions:
            self.unless(f"not ({condition})")

    def leaf(self, number: int, without: bool) -> None:
        """Compare an input whose gradient changes: a leaf without hooks, and maybe without a gradient."""
        name = self.tensors[number]
        edge = f"{name}._edge"  # None if it requires no gradient; then an old one is with the tensor
        found = [
            f"({edge} is not None and ({edge}.__class__ is not AccumulateGrad or {edge}.hooks is not None))"
        ]
        self.unless(*found, *([f"({edge} or {name}).grad is not None"] if without else []))

    def apart(self, numbers: Iterable[int]) -> None:
        """Compare that inputs which are written share no memory with others."""
        self.unless(f"not apart({self._tuple(numbers)}, {self._tuple(range(len(self.tensors)))})")

    def ends(self, ends: Sequence[int], passed: Sequence[int]) -> None:
        """Compare that `ends`, whose gradients are taken, have no hooks, and that none `passed` is made of them."""
        self.unless(*[f"{self.tensors[number]}._edge.hooks is not None" for number in ends])
        if len(passed) > 1:
            self.unless(f"not is_apart({self._tuple(passed)}, {self._tuple(ends)})")

    def _tuple(self, numbers: Iterable[int]) -> str:
        return f"({''.join([f'{self.tensors[number]}, ' for number in numbers])})"

    def number(self, name: str, value: Any) -> None:
        """Compare a number, a string and the like: type, sign and all."""
        kind = type(value)
        if isinstance(value, Enum):
            self.same(name, value, "choice")
        elif value is None or value is ... or kind is bool:
            self.unless(f"{name} is not {'...' if value is ... else value}")
        elif kind is slice:
            self.same(f"{name}.__class__", slice, "class")
            for part in ("start", "stop", "step"):
                self.number(self.variable(f"{name}.{part}"), getattr(value, part))
        elif kind in _PLAIN or (kind is float and value and isfinite(value)):
            self.unless(f"{name}.__class__ is not {kind.__name__} or {name} != {value!r}")
        else:
            self.unless(
                f"{name}.__class__ is not {self.known(kind, 'class')} or "
                f"exact({name}) != {self.known(exact(value), 'exact')}"
            )

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Compare the arguments of a call."""
        self.unless(f"len(args) != {len(args)}", f"len(kwargs) != {len(kwargs)}" if kwargs else "kwargs")
        for place, value in enumerate(args):
            self.add(f"args[{place}]", value)
        if kwargs:
            self.add("kwargs", kwargs)

    def guard(self) -> Guard:
        """Return the guard; its attribute `text` is what runs."""
        if not self.rough:
            self.same("get_default_dtype()", get_default_dtype(), "dtype")
        if self.by_mode:  # without a mode anywhere, they are
            self.unless(
                "state.active_modes and not recording()"
                if recording()
                else "not state.active_modes or recording()"
            )
        if self.by_identity and len(self.tensors) > 1:
            self.unless(f"len({{*map(id, ({', '.join(self.tensors)}))}}) != {len(self.tensors)}")
        text = _text("guard", self.lines, f"({''.join([f'{name}, ' for name in self.tensors])})")
        guard: Guard = run_text("guard", text, {**_NAMES, **self.names})
        return guard

    def difference(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """Return what a call differs in, "" if in nothing."""
        lines: list[str | tuple[str, ...]] = []
        for line in self.lines:
            if line == _OTHER:
                lines.append(f"    return {'what is read is not there'!r}")
            elif isinstance(line, tuple):
                lines += [
                    part for cause in line for part in (f"if {cause}:", f"    return {self._said(cause)!r}")
                ]
            else:
                lines.append(line)
        found: str = run_text("tell", _text("tell", lines, "''"), {**_NAMES, **self.names})(args, kwargs)
        return found

    def _said(self, cause: str) -> str:
        """Return a difference with what variables stand for, for people."""
        sources = {name: text for text, name in self._variables.items()}
        while (said := re.sub(r"\b[xs]\d+\b", lambda found: sources.get(found[0], found[0]), cause)) != cause:
            cause = said
        return re.sub(r"\bmodule_\d+\b", lambda found: type(self.names[found[0]]).__name__, cause)


_OTHER = "    return None"


def _text(name: str, lines: Iterable[str | tuple[str, ...]], result: str) -> str:
    """Return the text of a function that compares a call."""
    written = [f"def {name}(args, kwargs):"]
    for line in lines:
        parts = [f"if {' or '.join(line)}:", _OTHER] if isinstance(line, tuple) else [line]
        written += [f"    {part}" for part in parts]
    return "\n".join([*written, f"    return {result}"]) + "\n"


_NAMES = {
    "AccumulateGrad": AccumulateGrad,
    "Buffer": Buffer,
    "EVERYWHERE": EVERYWHERE,
    "Keys": Keys,
    "MISSING": object(),
    "Parameter": Parameter,
    "Tensor": Tensor,
    "apart": apart,
    "is_apart": is_apart,
    "as_tensor": as_tensor,
    "exact": exact,
    "get_default_dtype": get_default_dtype,
    "recording": recording,
    "state": state,
}


def rough_checks(
    args: tuple[Any, ...], kwargs: dict[str, Any], modules: Iterable[Module] = (), loose: bool = False
) -> Checks:
    """Return what is compared of calls that run op by op: it need not be exact, but asks for the modes of modules."""
    checks = Checks(rough=True, loose=loose)
    checks.call(args, kwargs)
    for module in modules:
        name = checks.known(module, "module")
        checks.unless(f"{name}.training is not {module.training}", f"{name}._hooked is not {module._hooked}")
    return checks
