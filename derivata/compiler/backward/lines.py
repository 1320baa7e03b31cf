"""Writes the check that a part of a graph is the one that a program was made of: a function that returns its arrays.

It walks from the nodes where gradients enter, along the edges, and compares classes, order, what was saved and whether
that was written to. Where anything differs it returns None, and the nodes run op by op, with their own errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node
from ...runtime.graph.port import Port
from ...runtime.graph.saved import RELEASED
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..reads.guards import Checks
from ..refusal import CannotCompile
from ..text import run_text
from ..trace.listener import Listener
from ..vocabulary import exact, is_number

GAP = 2.0**-10
"""How much earlier than its first node a program has its turn; hooked nodes between two numbers are further away."""


class Lines(Checks):
    """The lines for one part of a graph, and the stand-ins of what its nodes have saved.

    Attributes
    ----------
    variables : dict
        The names of nodes.
    arrays : list of (str, Value)
        The variables of saved arrays, and what stands for them.
    swapped : dict
        What the formula of the latest node reads in place of what is in its slots.
    """

    def __init__(self, listener: Listener, needed: set[Node] | None, inner: bool) -> None:
        super().__init__()
        self._listener, self._needed, self._inner = listener, needed, inner
        self.variables: dict[Node, str] = {}
        self.arrays: list[tuple[str, Any]] = []
        self.swapped: dict[str, Any] = {}
        self.members: list[str] = []
        self.entries: list[str] = []
        self.released: list[str] = []
        self._stand_ins: dict[int, tuple[str, Tensor]] = {}
        self._node = ""
        self._fixed = False

    def enter(self, node: Node) -> None:
        """Compare that a node is where gradients enter."""
        name = f"e{len(self.entries)}"
        self.entries.append(name)
        if node in self.variables:
            self.unless(f"{name} is not {self.variables[node]}")
        else:
            self.variables[node] = name

    def begin(self, node: Node, fixed: bool = True) -> None:
        """Compare the class of a node, and that it is older than the one before; numbers are inputs unless `fixed`."""
        self._node, self._fixed, self.swapped = self.variables[node], fixed, {}
        before = f"{self.members[-1]}.seq" if self.members else "after"
        gap = "" if self.members else f" - {GAP}"
        found = [
            f"{self._node}.__class__ is not {self.known(type(node), 'class')}",
            f"{self._node}.hooks is not None",
            f"{self._node}.seq{gap} <= {before}",
        ]
        self.unless(*found, *([f"{self._node} in captures"] if self._inner else []))
        self.members.append(self._node)

    def edges(self, node: Node) -> None:
        """Compare where the gradients of a node go."""
        found: list[Node | None] = []
        for slot in node.edge_names:
            edge: Any = getattr(node, slot)
            text = f"{self._node}.{slot}"
            if isinstance(edge, tuple):
                name = self.variable(text)
                self.unless(f"{name}.__class__ is not tuple or len({name}) != {len(edge)}")
                for place, part in enumerate(edge):
                    self._edge(f"{name}[{place}]", part)
                found += edge
            else:
                self._edge(text, edge)
                found += [edge] if edge is not None or not node.edge_lists else []
        if tuple(found) != node.edges():
            raise CannotCompile("it is not the node of an op")

    def port(self, node: Port) -> None:
        """Compare which output a port is, and lead to its node."""
        self.unless(f"{self._node}.index != {node.index}")
        self._edge(f"{self._node}.node", node.node)

    def _edge(self, text: str, edge: Node | None) -> None:
        if edge is None:
            self.unless(f"{text} is not None")
        elif self._needed is not None and edge not in self._needed:
            self.unless(f"{text} in needed")
        elif edge in self.variables:
            self.unless(f"{text} is not {self.variables[edge]}")
        else:
            self.variables[edge] = name = self.variable(text)
            found = [f"{name} is None"] if self._needed is None else [f"{name} not in needed"]
            if isinstance(edge, AccumulateGrad) and edge.hooks is None:
                found = [f"{name}.__class__ is not AccumulateGrad or {name}.hooks is not None", *found[1:]]
            self.unless(*found)

    # What `Node.compiled_args` tells

    def plain(self, slot: str, value: Any) -> None:
        """Compare a number, a shape, a dtype or the like."""
        if isinstance(value, tuple | list | np.dtype) and _is_shape(value):
            name, kept = self.variable(f"{self._node}.{slot}"), self.known(value, "value")
            kind = self.known(type(value), "class")
            self.unless(f"{name} is not {kept} and ({name}.__class__ is not {kind} or {name} != {kept})")
        elif is_number(value):
            self.number(self.variable(f"{self._node}.{slot}"), value)
        else:
            self.refuse(f"{slot.removeprefix('saved_')} is a {type(value).__name__}")

    def tensor(self, slot: str, value: Tensor) -> None:
        """Compare a saved tensor, and read its array."""
        name = slot.removeprefix("saved_")
        version = f"version_{name}"
        self.released.append(f"{self._node}.{slot}")
        self.swapped[slot] = self._saved(f"{self._node}.{slot}", f"{self._node}.{version}", value)
        self.swapped[version] = self.swapped[slot]._counter  # equal, as no other object is

    def tensor_list(self, slot: str, values: list[Tensor]) -> None:
        """Compare a saved list of tensors."""
        name = slot.removeprefix("saved_")
        listed, versions = (
            self.variable(f"{self._node}.{slot}"),
            self.variable(f"{self._node}.version_{name}"),
        )
        self.released.append(f"{self._node}.{slot}")
        self.unless(f"{listed}.__class__ is not list or len({listed}) != {len(values)}")
        found = [
            self._saved(f"{listed}[{place}]", f"{versions}[{place}]", value)
            for place, value in enumerate(values)
        ]
        self.swapped[slot], self.swapped[f"version_{name}"] = found, [one._version for one in found]

    def output(self, slot: str, array: Any) -> None:
        """Compare a saved output, and read it."""
        name = slot.removeprefix("saved_")
        counter = self.variable(f"{self._node}.counter_{name}")
        self.released += [f"{self._node}.{slot}", f"{self._node}.counter_{name}"]
        self.unless(f"{counter} is not None and ({counter} is RELEASED or {counter}.version)")
        of_array = self.variable(f"{self._node}.{slot}")
        found = self._stand_in(of_array, array, f"{of_array}.shape", f"{of_array}.dtype")
        if not name.startswith("_"):
            self.swapped[slot] = found
        else:  # what no caller has got: formulas make a tensor of the array
            self.swapped[slot], self.swapped[f"counter_{name}"] = found._array, None

    def refuse(self, why: str) -> None:
        """Raise: no program can be made of the node."""
        raise CannotCompile(why)

    def _saved(self, text: str, version: str, tensor: Tensor) -> Tensor:
        """Compare a saved tensor with its version, and return what stands for it."""
        name, array = self.variable(text), tensor._array
        self.unless(
            f"+{name}._counter != {version}", f"{name}._edge is {'not ' * (tensor._edge is None)}None"
        )
        number = not tensor._shape and tensor._edge is None and not array.flags.writeable
        if number and (self._fixed or array.dtype.kind != "f"):
            kept = self.known(tensor, "number")
            self.unless(f"{name} is not {kept} and not same_number({name}, {kept})")
            return wrap(array)
        return self._stand_in(self.variable(f"{name}._array"), array, f"{name}._shape", f"{name}._dtype")

    def _stand_in(self, name: str, array: Any, shape: str, dtype: str) -> Tensor:
        """Compare the layout of an array, and return what stands for it; one that is known is compared with itself."""
        if id(array) in self._stand_ins:
            known, tensor = self._stand_ins[id(array)]
            if known != name:
                self.unless(f"{name} is not {known}")
            return tensor
        kept = self.known(array.dtype, "dtype")
        self.unless(
            f"{shape} != {array.shape!r}",
            f"({dtype} is not {kept} and {dtype} != {kept})",
            f"{name}.strides != {array.strides!r}",
        )
        tensor = self._listener.stand_in(wrap(array))
        self._stand_ins[id(array)] = name, tensor
        self.arrays.append((name, self._listener.inputs[-1]))
        return tensor

    def guard(self, read: Iterable[str], exits: Sequence[str]) -> Any:  # type: ignore[override]
        """Return the function; it gives the last number, arrays, where gradients leave, and the nodes."""
        parts = [_tuple(read), _tuple(exits), _tuple(self.members)]
        text = "\n".join(
            [
                f"def guard(needed, captures, after, {', '.join(self.entries)}):",
                "    try:",
                *[f"        {line}" for line in self._texts()],
                f"        return {self.members[-1]}.seq, {', '.join(parts)}",
                "    except (AttributeError, TypeError, IndexError):  # a slot that is not set, a value that is freed",
                "        return None",
            ]
        )
        return run_text("guard", text + "\n", {**_NAMES, **self.names})

    def _texts(self) -> Iterable[str]:
        for line in self.lines:
            if isinstance(line, tuple):
                yield f"if {' or '.join(line)}:"
                yield "    return None"
            else:
                yield line

    def release(self) -> Any:
        """Return the function that releases what the nodes have saved."""
        lines = [f"    {_tuple(self.members)} = members"]
        lines += [f"    {' = '.join(self.released)} = RELEASED"] if self.released else []
        return run_text("release", "\n".join(["def release(members):", *lines]) + "\n", dict(_NAMES))


def _tuple(names: Iterable[str]) -> str:
    return f"({''.join([f'{name}, ' for name in names])})"


def _is_shape(value: Any) -> bool:
    """Tell whether a value is a shape or a dtype, or made of them: these are equal only if they do the same."""
    if isinstance(value, tuple | list):
        return all(map(_is_shape, value))
    return value is None or type(value) is int or isinstance(value, np.dtype)


def same_number(tensor: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors without dimensions have the same bits."""
    ours, theirs = tensor._array, other._array
    return not ours.ndim and ours.dtype == theirs.dtype and ours.tobytes() == theirs.tobytes()


_NAMES = {
    "AccumulateGrad": AccumulateGrad,
    "RELEASED": RELEASED,
    "exact": exact,
    "same_number": same_number,
}
