"""ModuleTree: where a module keeps parameters, buffers and children, and how they are found.

Attributes are the registry. There is no second dictionary of parameters: whatever parameter or module stands
in an attribute is found there, in order of assignment, and reading `self.weight` is a plain attribute access.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from ..runtime.tensors.tensor import Tensor
from .parameter import Parameter


class ModuleTree:
    """A tree of objects whose attributes are parameters, buffers and further trees; the base of `Module`."""

    # name -> whether the state dictionary contains it
    _buffer_names: Mapping[str, bool] = MappingProxyType({})

    # Attributes may come from `register_buffer` and `add_module`, where no checker sees them
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None:
        plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
        if plain and isinstance(self.__dict__.get(name), Parameter):
            raise TypeError(
                f"{type(self).__name__}.{name}: expected a Parameter or None, since it is a parameter, got a "
                f"Tensor; assign nn.Parameter(value), or delete the attribute first"
            )
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)
        if name in self._buffer_names:
            self._buffer_names = {key: kept for key, kept in self._buffer_names.items() if key != name}

    # ---- registration

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under a new name; the same as assigning it to a new attribute.

        Parameters
        ----------
        name : str
            The attribute. It may not exist yet and may not contain a dot.
        param : Parameter or None
            None states that there is no such parameter (no bias, for example).
        """
        self._register(name, param, Parameter, "Parameter")

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is state but not a parameter, such as a running mean.

        Parameters
        ----------
        name : str
            The attribute. It may not exist yet and may not contain a dot.
        tensor : Tensor or None
            The buffer.
        persistent : bool
            Whether `state_dict` contains it.

        Examples
        --------
        >>> module = nn.Module()
        >>> module.register_buffer("steps", dv.zeros(1))
        >>> list(module.state_dict())
        ['steps']
        """
        self._register(name, tensor, Tensor, "Tensor")
        self._buffer_names = {**self._buffer_names, name: persistent}

    def add_module(self, name: str, module: ModuleTree | None) -> None:
        """Add a child under a new name; the same as assigning it to a new attribute."""
        self._register(name, module, ModuleTree, "Module")

    def _register(self, name: str, value: Any, expected: type, word: str) -> None:
        subject = f"{type(self).__name__}: attribute {name!r}"
        if not name or "." in name:
            raise KeyError(
                f"{subject}: expected a name without dots, got {name!r}; dots join the names of levels"
            )
        if hasattr(self, name):
            raise KeyError(f"{subject}: expected a new name, got one that exists already; choose another")
        if value is not None and not isinstance(value, expected):
            raise TypeError(f"{subject}: expected {word} or None, got {type(value).__name__}")
        self.__dict__[name] = value

    # ---- traversal

    def named_children(self) -> Iterator[tuple[str, Self]]:
        """Yield the names and modules of the direct children, each module once."""
        seen = set()
        for name, value in self.__dict__.items():
            if isinstance(value, ModuleTree) and value not in seen:
                seen.add(value)
                yield name, value  # type: ignore[misc]  # the children of a Module are Modules

    def children(self) -> Iterator[Self]:
        """Yield the direct children, each once."""
        return (child for _, child in self.named_children())

    def named_modules(self, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Self]]:
        """Yield this module and all below it with their dotted names, parents first.

        Parameters
        ----------
        prefix : str
            The name of this module, put before all others.
        remove_duplicate : bool
            Whether a module that is reached under several names is yielded only once.
        """
        pending, seen = [(prefix, self)], set()
        while pending:
            path, module = pending.pop()
            if remove_duplicate and module in seen:
                continue
            seen.add(module)
            yield path, module
            below = [
                (name, child) for name, child in module.__dict__.items() if isinstance(child, ModuleTree)
            ]
            pending.extend((join(path, name), child) for name, child in reversed(below))  # type: ignore[misc]

    def modules(self) -> Iterator[Self]:
        """Yield this module and all below it, each once."""
        return (module for _, module in self.named_modules())

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield the parameters with their dotted names.

        Parameters
        ----------
        prefix : str
            Put before every name.
        recurse : bool
            Whether the parameters of modules below this one are included.
        remove_duplicate : bool
            Whether a parameter that is reached under several names (a tied weight) is yielded only once.
        """
        return self._named_values(prefix, recurse, remove_duplicate, is_parameter)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters, each once: what an optimizer is given."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield the buffers with their dotted names; the arguments are those of `named_parameters`."""
        return self._named_values(prefix, recurse, remove_duplicate, is_buffer)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers, each once."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def _named_values(
        self,
        prefix: str,
        recurse: bool,
        remove_duplicate: bool,
        wanted: Callable[[ModuleTree, str, Any], bool],
    ) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        for path, module in self.named_modules(prefix, remove_duplicate) if recurse else [(prefix, self)]:
            for name, value in module.__dict__.items():
                if wanted(module, name, value) and not (remove_duplicate and id(value) in seen):
                    seen.add(id(value))
                    yield join(path, name), value

    def get_submodule(self, target: str) -> Self:
        """Return the module with the dotted name that `named_modules` gives it."""
        found: Any = self
        for name in target.split(".") if target else []:
            found = found.__dict__.get(name)
            if not isinstance(found, ModuleTree):
                raise AttributeError(
                    f"{type(self).__name__}: expected a module {target!r}, got none at {name!r}"
                )
        return found  # type: ignore[no-any-return]


def is_parameter(module: ModuleTree, name: str, value: Any) -> bool:
    """Say whether an attribute is a parameter."""
    return isinstance(value, Parameter)


def is_buffer(module: ModuleTree, name: str, value: Any) -> bool:
    """Say whether an attribute is a registered buffer that is there."""
    return name in module._buffer_names and value is not None


def join(prefix: str, name: str) -> str:
    """Return the dotted name of an attribute of the module with the name `prefix`."""
    return f"{prefix}.{name}" if prefix else name
