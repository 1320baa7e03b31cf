"""What stands for values from outside of a function while it is traced: tensors, containers, modules, optimisers."""

from __future__ import annotations

import math
from functools import partial
from operator import is_not
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from ...arrays.random import Generator
from ...nn.module import Module
from ...optim.lr_scheduler.schedule import LRScheduler
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile
from ..trace.optimizers import OptimizerStandIn, ScheduleStandIn, Stepping
from ..trace.readings import Math, is_instance, of_math
from ..vocabulary import is_distribution, is_function, is_kind, is_number, is_record
from .guards import Checks
from .modules import StandIn, StandInModule, get_member, has_member, is_plain
from .unread import Unread

if TYPE_CHECKING:
    from ..trace.listener import Listener

MOST = 64
"""The most parts of a container from outside, which are compared at each call."""

UNKNOWN = object()
"""What stands for a value that functions may not read."""


class Outside:
    """The values from outside that a call reads: `checks` get what must be the same at another call.

    Attributes
    ----------
    modules : list of Module
        Those that were read.
    """

    def __init__(self, checks: Checks, listener: Listener, modules: list[Module]) -> None:
        self.checks, self.modules, self._listener = checks, modules, listener
        self._modules: dict[int, Any] = {}
        self._tensors: dict[int, tuple[Tensor, str]] = {}
        self._containers: dict[int, tuple[Any, str, Any, list[Any]]] = {}

    def copy(self, function: FunctionType, owner: StandIn | None = None) -> FunctionType:
        """Return the copy of a function that sees stand-ins; it is a method of the `owner`, if there is one."""
        raise NotImplementedError

    def value_of(self, value: Any, text: str) -> Any:
        """Return what stands for a value that the expression `text` leads to, if any; UNKNOWN if nothing does.

        A change of it will be noticed.
        """
        held, value = value, getattr(type(value), "inside", _itself)(value)
        if isinstance(value, Module):
            self.checks.same(text, held, "module")
            return self.module(value)
        if is_plain(value):
            self.checks.same(text, value, "object")
            return self.plain(value)
        if isinstance(value, FunctionType) and not is_function(value):
            self.checks.same(text, held, "function")
            return self.copy(value)
        if isinstance(value, Tensor):
            return self._tensor(value, text)
        if (
            type(value) in (list, dict)
            or (type(value) is tuple and not is_number(value))
            or is_record(type(value))
        ):
            return self._container(value, text)
        if isinstance(value, partial):
            return self._partial(value, text)
        if is_kind(value) or is_record(value):
            self.checks.same(text, value, "class")
            return value
        if isinstance(value, Stepping):
            self.checks.same(text, value, "optimizer")
            return self.stepping(value)
        if isinstance(value, Generator):
            self.checks.same(text, value, "generator")
            return self._listener.generator(value)
        if is_number(value):
            self.checks.add(text, value)
            return value
        if is_function(value):
            self.note(value)
            if text:
                self.checks.same(text, value, "function")
            return self.seen(value)
        return UNKNOWN

    def note(self, function: Any) -> None:
        """Compare what a function or class of derivata reads that users may change: the settings of distributions."""
        if not isinstance(function, BuiltinFunctionType) and is_distribution(function):
            from .distributions import add_settings  # not at the top: import time

            add_settings(self.checks)

    def seen(self, value: Any) -> Any:
        """Return a function or a module of derivata, or `math`, as the traced function sees it."""
        if issubclass(type(value), Unread):
            return value
        if value is getattr or value is hasattr:
            if self._listener.sizes is not None:
                raise CannotCompile("getattr or hasattr may ask for sizes")
            return get_member if value is getattr else has_member
        if self._listener.sizes is None:
            if value is isinstance:
                return is_instance
            of_module = isinstance(value, BuiltinFunctionType) and value.__module__ == "math"
            return Math() if value is math else of_math(value) if of_module else value
        from ..trace.sized_stand_ins import seen_by_function  # not at the top: import time

        return seen_by_function(value)

    def _tensor(self, tensor: Tensor, text: str) -> Tensor:
        """Return the stand-in of a tensor from outside, one for all places where it is found."""
        if id(tensor) in self._tensors:
            found, name = self._tensors[id(tensor)]
            self.checks.unless(f"{self.checks.variable(text)} is not {name}")
            return found
        self.checks.add(text, tensor)
        found = self._listener.stand_in(tensor)
        self._tensors[id(tensor)] = found, self.checks.tensors[-1]
        return found

    def _container(self, value: Any, text: str) -> Any:
        """Return a copy of a container from outside with what stands for its parts, one for all its names."""
        if id(value) in self._containers:
            found, name, *_ = self._containers[id(value)]
            self.checks.unless(f"{self.checks.variable(text)} is not {name}")
            return found
        if len(value) > MOST or (type(value) is dict and not all(map(is_number, value))):
            return UNKNOWN
        name, texts = self.checks.container(text, value)
        self._containers[id(value)] = UNKNOWN, name, value, []  # if it is in itself
        parts = value.values() if type(value) is dict else value
        stands = [self.value_of(part, of_part) for part, of_part in zip(parts, texts, strict=True)]
        if any(part is UNKNOWN for part in stands):
            return UNKNOWN
        make: Any = type(value)._make if is_record(type(value)) else type(value)
        found = dict(zip(value, stands, strict=True)) if type(value) is dict else make(stands)
        self._containers[id(value)] = found, name, value, stands
        return found

    def _partial(self, value: partial[Any], text: str) -> Any:
        """Return what stands for a function of which some arguments are given."""
        name = self.checks.variable(text)
        self.checks.unless(f"{name}.__class__ is not {self.checks.known(partial, 'class')}")
        parts = [
            self.value_of(part, self.checks.variable(f"{name}.{of}"))
            for part, of in ((value.func, "func"), (value.args, "args"), (value.keywords, "keywords"))
        ]
        function, args, keywords = parts
        if any(part is UNKNOWN for part in parts):
            return UNKNOWN
        return partial(function, *args, **keywords)

    def check_containers(self) -> None:
        """Raise if the function has changed a container from outside."""
        for found, _, _, stands in self._containers.values():
            if found is UNKNOWN:
                continue
            parts = [*found.values()] if type(found) is dict else found
            if len(parts) != len(stands) or any(map(is_not, parts, stands)):
                raise CannotCompile(f"it changes a {type(found).__name__} from outside")

    def stepping(self, value: Stepping) -> Any:
        """Return what stands for an optimiser, whose tensors are inputs, or for a schedule."""
        if isinstance(value, LRScheduler):
            return ScheduleStandIn(value)
        groups = self.checks.variable(f"{self.checks.known(value, 'optimizer')}.param_groups")
        self.checks.unless(f"len({groups}) != {len(value.param_groups)}")
        found = []
        for place, group in enumerate(value.param_groups):
            params = self.checks.variable(f"{groups}[{place}]['params']")
            self.checks.unless(f"len({params}) != {len(group['params'])}")
            found += [self._tensor(param, f"{params}[{n}]") for n, param in enumerate(group["params"])]
        return OptimizerStandIn(value, found)

    @staticmethod
    def knows(found: Any) -> bool:
        """Tell whether `value_of` returned something that stands for a value."""
        return found is not UNKNOWN

    def function(self, function: Any) -> Any:
        """Return what is called in the place of a function, a method, or a module."""
        if isinstance(function, Module):
            return self.module(function)
        if not isinstance(function, MethodType):
            return self.copy(function)
        owner = function.__self__
        return getattr(
            self.module(owner) if isinstance(owner, Module) else self.plain(owner), function.__name__
        )

    def module(self, module: Module) -> Any:
        """Return the stand-in of a module."""
        if id(module) not in self._modules:
            self.modules.append(module)
            self._modules[id(module)] = StandInModule(module, self).shown
        return self._modules[id(module)]

    def plain(self, value: Any) -> Any:
        """Return the stand-in of an object of a class that a user wrote."""
        if id(value) not in self._modules:
            self._modules[id(value)] = StandIn(value, self).shown
        return self._modules[id(value)]


def _itself(value: Any) -> Any:
    return value
