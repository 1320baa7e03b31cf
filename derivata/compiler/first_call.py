"""Compiles a function for a kind of calls: traces it, also at other sizes where a program is to be for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_not
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.random import Generator
from ..nn.module import Module
from ..runtime.tensors.tensor import Tensor
from .dynamic.expressions import Ambiguous
from .dynamic.generalize import AsksForSize, General, generalized
from .dynamic.ranges import check_memory, where_it_gains, where_sums_are_alike
from .graph.dimensions import Group, other_lengths, resized
from .reads.guards import Checks
from .reads.reads import Reads
from .refusal import CannotCompile
from .trace.asked import Questions
from .trace.containers import flatten, unflatten
from .trace.effects import Write
from .trace.listener import Listener
from .trace.optimizers import ScheduleStandIn, Stepping
from .trace.passes import is_apart
from .trace.sizes import Sizes
from .trace.trace import Traced, trace
from .trace.writes import WritesArguments, apart
from .traced_program import Program

if TYPE_CHECKING:
    from .compiled import Compiled


class FirstCall:
    """A call of a kind that has no program.

    Attributes
    ----------
    modules : list of Module
        Those that were read, whose modes matter.
    kept_static : str
        Why dimensions that change are not inputs of the program.
    questions : Questions
        What the function has asked for when it was traced last.
    """

    def __init__(self, compiled: Compiled, args: Any, kwargs: Any, static: bool) -> None:
        self._uncompiled, self._args, self._kwargs = compiled.uncompiled, args, kwargs
        self._static = static
        self._numbers, self._dimensions = compiled.numbers, compiled.dimensions
        self.modules: list[Module] = []
        self._asks, self._handed = not compiled.fullgraph, compiled.ways.handed
        self.questions = Questions()
        self.kept_static = ""

    def compiled(self) -> tuple[Checks, Program]:
        """Return a program, and what is compared; numbers and sizes that change are inputs if that is possible."""
        leaves, structure = flatten((self._args, self._kwargs))
        groups = [] if self._static else self._dimensions.changing(leaves, structure)
        numbers = self._numbers.changing(leaves, structure)
        if numbers:
            try:
                return self._at_sizes(numbers, groups)
            except Exception:  # tried again: what the function itself raises, or refuses, it does so there
                self._numbers.fix([*numbers], structure)
        return self._at_sizes({}, groups)

    def _at_sizes(self, numbers: Mapping[int, Any], groups: list[Group]) -> tuple[Checks, Program]:
        """Return a program for all sizes if that is possible, else for those of the call."""
        if groups:
            leaves, structure = flatten((self._args, self._kwargs))
            try:
                return self._for_all(leaves, structure, numbers, groups)
            except Exception as error:  # what the function itself raises, it raises again
                self._keep_static(error, leaves, structure, groups)
        checks, traced, _ = self._on_memory(self._args, self._kwargs, numbers)
        return checks, Program(traced)

    def _keep_static(
        self, error: Exception, leaves: list[Any], structure: Any, groups: Sequence[Group]
    ) -> None:
        """Remember why groups of dimensions are no inputs."""
        of_function = not isinstance(error, CannotCompile)
        self.kept_static = f"it raised {type(error).__name__}: {error}" if of_function else str(error)
        self._dimensions.fail(leaves, structure, groups)

    def _for_all(
        self, leaves: list[Any], structure: Any, numbers: Mapping[int, Any], groups: list[Group]
    ) -> tuple[Checks, Program]:
        """Return a program that takes lengths of groups of dimensions as they come; where some fail, of the rest."""
        first = self._on_memory(self._args, self._kwargs, numbers, groups)
        try:
            general = self._with_others(first, leaves, structure, numbers, groups, 3)
        except Exception as error:
            good = [group for group in groups if self._is_general(first, leaves, structure, numbers, group)]
            if good in ([], groups):
                raise
            bad = [group for group in groups if group not in good]
            self._keep_static(error, leaves, structure, bad)
            return self._for_all(leaves, structure, numbers, good)
        check_memory(general.traced)
        checks, program = first[0], Program(general.traced)
        if not program.gains():
            self._dimensions.fail(leaves, structure, groups)
        lengths = {name: one[0] for name, one in general.lengths.items()}
        checks.conditions(
            [*general.conditions, *where_sums_are_alike(general.traced), *where_it_gains(program, lengths)]
        )
        return checks, program

    def _is_general(
        self, first: Sized, leaves: list[Any], structure: Any, numbers: Mapping[int, Any], group: Group
    ) -> bool:
        try:
            self._with_others(first, leaves, structure, numbers, [group], 3)
        except Exception:
            return False
        return True

    def _with_others(
        self,
        first: Sized,
        leaves: list[Any],
        structure: Any,
        numbers: Mapping[int, Any],
        groups: list[Group],
        count: int,
    ) -> General:
        """Return what `count` traces at several lengths have in common, of which one is the first; raise if nothing."""
        lengths = {group: leaves[group[0][0]]._shape[group[0][1]] for group in groups}
        found, at = [first], [[*lengths.values()]]
        why: Exception = CannotCompile("there are no other lengths to try")
        for others in zip(
            *[other_lengths(length, n) for n, length in enumerate(lengths.values())], strict=False
        ):
            args, kwargs = unflatten(structure, resized(leaves, dict(zip(groups, others, strict=True))))
            try:
                with np.errstate(all="ignore"):
                    other = self._on_memory(args, kwargs, numbers, groups, first[1].answers)
                _common([first, other], [at[0], others])
            except AsksForSize:
                raise
            except Exception as error:  # an error at these lengths, or what is not alike
                why = error
                continue
            found.append(other)
            at.append([*others])
            if len(found) >= count:
                try:
                    return _common(found, at, unique=True)
                except Ambiguous as error:
                    why = error
        raise why

    def _on_memory(
        self,
        args: Any,
        kwargs: Any,
        numbers: Mapping[int, Any],
        groups: Sequence[Group] = (),
        given: Sequence[bool | int] | None = None,
    ) -> Sized:
        """Trace the function on the memory of its arguments, or on copies if it writes to them.

        Where that fails after it got whole numbers of tensors, it may need them: they are asked for at once.
        """
        try:
            return self._on_either(args, kwargs, numbers, groups, given)
        except Exception:
            if self.questions.eager or not self.questions.waits:
                raise
        self.questions = Questions(eager=True)
        return self._on_either(args, kwargs, numbers, groups, given)

    def _on_either(
        self,
        args: Any,
        kwargs: Any,
        numbers: Mapping[int, Any],
        groups: Sequence[Group],
        given: Sequence[bool | int] | None,
    ) -> Sized:
        try:
            return self._traced(args, kwargs, numbers, groups, given, on_copies=False)
        except WritesArguments:
            return self._traced(args, kwargs, numbers, groups, given, on_copies=True)

    def _traced(
        self,
        args: Any,
        kwargs: Any,
        numbers: Mapping[int, Any],
        groups: Sequence[Group],
        given: Sequence[bool | int] | None,
        on_copies: bool,
    ) -> Sized:
        leaves, structure = flatten((args, kwargs))
        lengths = {place: f"s{number}" for number, group in enumerate(groups) for place in group}
        sizes = Sizes() if groups else None
        checks = Checks(numbers=numbers, lengths=lengths)
        checks.call(args, kwargs)

        def stands_for(listener: Listener, place: int, leaf: Any) -> Any:
            if place in numbers:
                return listener.number(leaf, numbers[place])
            if isinstance(leaf, Generator):
                return listener.generator(leaf)
            return listener.stand_in(leaf) if isinstance(leaf, Tensor) else leaf

        def call(listener: Listener) -> tuple[Any, list[Tensor]]:
            parts = [stands_for(listener, place, leaf) for place, leaf in enumerate(leaves)]
            reads = Reads(checks, listener, self.modules)
            parts = [reads.module(leaf) if isinstance(leaf, Module) else leaf for leaf in parts]
            parts = [reads.stepping(leaf) if isinstance(leaf, Stepping) else leaf for leaf in parts]
            uncompiled: Any = self._uncompiled
            function = reads.function(uncompiled)
            args, kwargs = unflatten(structure, parts)
            result = function(*args, **kwargs)
            reads.check_containers()
            left, nested = flatten((args, kwargs))
            if nested != structure or any(map(is_not, left, parts)):
                raise CannotCompile("it changes a container that it was given")
            if checks.by_kind and numbers:
                raise CannotCompile("it asks which class or attributes a number has")
            why = "compares with `is`" if checks.by_identity else "takes gradients"
            why = "writes to arguments" if listener.effects.written else why
            checks.by_identity |= listener.by_identity or listener.effects.any
            checks.by_mode |= listener.has_leaves
            if checks.by_identity and len({*map(id, listener.originals)}) < len(listener.originals):
                raise CannotCompile(f"it {why}, and is given one tensor twice")
            written = [listener.originals[number] for number in listener.effects.written]
            if written and not apart(written, listener.originals):
                raise CannotCompile("it writes to an argument that shares memory with another one")
            if listener.ends:
                checks.ends(sorted(listener.ends), sorted(listener.passed))
                _check_ends(listener)
            found, shape = flatten(result)
            outs = [leaf for leaf in found if isinstance(leaf, Tensor)]
            if any(isinstance(leaf, Module | ScheduleStandIn) for leaf in found):
                raise CannotCompile("it returns a module or an optimiser")
            return (shape, found), outs

        self.questions = Questions(given, self.questions.eager, self._handed)
        traced = trace(call, on_copies, sizes, self.questions if self._asks else None)
        for number, without in traced.leaves.items():
            checks.leaf(number, without)
        written = {effect.number for effect in traced.effects if isinstance(effect, Write)}
        if written:
            checks.apart(sorted(written))
        return checks, traced, sizes


def _check_ends(listener: Listener) -> None:
    """Raise if gradients of inputs are others than those of their stand-ins."""
    ends, passed = [
        [listener.originals[number] for number in numbers] for numbers in (listener.ends, listener.passed)
    ]
    if any(end._edge.hooks is not None for end in ends):  # type: ignore[union-attr]
        raise CannotCompile("it takes the gradient of an argument that has hooks")
    if not is_apart(passed, ends):
        raise CannotCompile("it takes the gradient of an argument from which another one was computed")


Sized = tuple[Checks, Traced, Sizes | None]
"""A trace, what is compared, and what the function did with sizes."""


def _common(found: Sequence[Sized], at: Sequence[Sequence[int]], unique: bool = False) -> General:
    """Return what traces have in common, in which the groups of dimensions had these lengths."""
    symbols = {f"s{number}": lengths for number, lengths in enumerate(zip(*at, strict=True))}
    sizes: Any = [one[2] for one in found]
    return generalized([one[1] for one in found], sizes, symbols, unique)
