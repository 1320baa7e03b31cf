"""Plans of what nodes keep for their formulas: how it is stored, and how it is read."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from . import trees


@dataclass(frozen=True, slots=True)
class Saved:
    """What a node keeps for its formulas.

    `kind` is ``tensor``, ``optional`` (tensor), ``list`` (of tensors), ``output``, ``value`` (no tensor), one of
    `metadata.METADATA`, or ``zero``: the shape for a gradient of zeros.
    `used_by` are the arguments whose gradients need it, None when all do. An `intermediate` output is visible to the
    node alone; any other output that is not `differentiable` has no edge through which the node could learn of writes.
    Formulas use a tensor that was `promoted` in the dtype of the result, as the forward did.
    """

    name: str
    kind: str
    used_by: tuple[str, ...] | None
    output: int = 0
    differentiable: bool = False
    intermediate: bool = False
    promoted: bool = False
    slots: tuple[tuple[str, ast.expr], ...] = field(
        default=(), compare=False
    )  # with what a recorded call stores

    @property
    def has_version(self) -> bool:
        """Whether it is in memory that may be written to, so that its version is kept and compared."""
        return self.kind in ("tensor", "optional", "list", "output")

    @property
    def read(self) -> ast.expr | None:
        """The call that reads it as a tensor; None for one whose version is compared where it is read."""
        if self.kind == "list":
            return self._read("checked_list")
        if self.kind == "output" and self.intermediate and not self.differentiable:
            return trees.call("wrap", self._read("checked_output"))
        if self.kind == "output":
            place = trees.constant(self.output if self.differentiable else None)
            return self._read("unpack_output", *([place] if self.output or not self.differentiable else []))
        if self.promoted:
            return self._read("read_promoted")
        return self._read("read_saved") if self.kind == "optional" or len(self.used_by or ()) > 1 else None

    def _read(self, function: str, *place: ast.expr) -> ast.expr:
        return trees.call(f"node_support.{function}", trees.name("self"), trees.constant(self.name), *place)


@dataclass(frozen=True, slots=True)
class SavedTogether:
    """Values that are saved or read under one condition: `asked`, edges of which one must be needed; empty if always.

    A value that is `alone` merges the condition into the test of its version.
    """

    saved: tuple[Saved, ...]
    asked: tuple[ast.expr, ...] = ()
    alone: bool = False


def together(saved: Iterable[Saved], tensors: bool = False) -> tuple[SavedTogether, ...]:
    """Group saved values, in their order, where neighbours are needed by the same gradients."""

    def condition(one: Saved) -> tuple[tuple[str, ...], str]:
        asked = (one.used_by if one.has_version else None) or ()
        alone = tensors and one.kind == "tensor" and not one.promoted and len(asked) == 1
        return asked, one.name if alone else ""

    return tuple(
        [
            SavedTogether(
                tuple(group), tuple([trees.is_given(f"edge_{name}") for name in asked]), bool(alone)
            )
            for (asked, alone), group in groupby(saved, condition)
        ]
    )
