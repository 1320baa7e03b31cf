"""ModuleTree: where a module keeps parameters, buffers and children, and how they are found.

Attributes are the registry. There is no second dictionary of parameters: whatever parameter or module stands
in an attribute is found there, in order of assignment, and reading `self.weight` is a plain attribute access.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from ..runtime.tensors.tensor import Tensor
from .members import WORDS, Members, Owner, admit, forget, kind_of, put
from .parameter import Buffer, Parameter


class ModuleTree(Owner):
    """A tree of objects whose attributes are parameters, buffers and further trees; the base of `Module`."""

    # Attributes may come from `register_buffer` and `add_module`, where no checker sees them
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None:
        held = self.__dict__.get(name)
        if (
            isinstance(value, Parameter | Buffer | ModuleTree)
            or isinstance(held, Parameter | ModuleTree)
            or name in self._buffer_names
            or name in self._absent
        ):
            value = put(self, name, value)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)
        forget(self, name)

    # ---- registration

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under a name; the same as assigning it to an attribute.

        Parameters
        ----------
        name : str
            The attribute: a new one, or a parameter. It may not contain a dot.
        param : Parameter or None
            None states that there is no such parameter (no bias, for example).
        """
        self._register("parameter", name, param, Parameter)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is state but not a parameter, such as a running mean.

        Parameters
        ----------
        name : str
            The attribute: a new one, or a buffer. It may not contain a dot.
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
        self._register("buffer", name, tensor, Tensor, persistent)

    def add_module(self, name: str, module: ModuleTree | None) -> None:
        """Add a child under a name; the same as assigning it to an attribute."""
        self._register("module", name, module, ModuleTree)

    def register_module(self, name: str, module: ModuleTree | None) -> None:
        """Add a child under a name; the same as `add_module`."""
        self.add_module(name, module)

    def _register(self, kind: str, name: str, value: Any, expected: type, persistent: bool = True) -> None:
        subject = f"{type(self).__name__}: attribute {name!r}"
        if not isinstance(name, str):
            raise TypeError(f"{subject}: expected a str as name, got {type(name).__name__}")
        if not name or "." in name:
            raise KeyError(
                f"{subject}: expected a name without dots, got {name!r}; dots join the names of levels"
            )
        if hasattr(self, name) and kind_of(self, name) != kind:
            raise KeyError(f"{subject}: expected a new name, got one that exists already; choose another")
        if value is not None and not isinstance(value, expected):
            raise TypeError(f"{subject}: expected {WORDS[kind]} or None, got {type(value).__name__}")
        self.__dict__[name] = admit(self, kind, name, value, persistent)

    def _no_parameter(self, name: str) -> Parameter | None:
        """State that there is no parameter of a name; return None."""
        self._absent = self._absent | {name}
        return None

    @property
    def _parameters(self) -> Members:
        return Members(self, "parameter", self.register_parameter)

    @property
    def _buffers(self) -> Members:
        return Members(self, "buffer", self.register_buffer)

    @property
    def _modules(self) -> Members:
        return Members(self, "module", self.add_module)

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

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Self]]:
        """Yield this module and all below it with their dotted names, parents first.

        Parameters
        ----------
        memo : set, optional
            Modules that are left out; those that are yielded are added.
        prefix : str
            The name of this module, put before all others.
        remove_duplicate : bool
            Whether a module that is reached under several names is yielded only once.
        """
        pending, seen = [(prefix, self)], set() if memo is None else memo
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
        for path, module in (
            self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        ):
            for name, value in module.__dict__.items():
                if wanted(module, name, value) and not (remove_duplicate and id(value) in seen):
                    seen.add(id(value))
                    yield join(path, name), value

    # ---- by dotted name

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

    def set_submodule(self, target: str, module: ModuleTree, strict: bool = False) -> None:
        """Put a module in the place of the one with a dotted name; or add it there, unless `strict`."""
        subject = f"{type(self).__name__}: set_submodule"
        if not target:
            raise ValueError(f"{subject}: expected a target name, got an empty one")
        if not isinstance(module, ModuleTree):
            raise ValueError(f"{subject}: expected a Module, got {type(module).__name__}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        held = getattr(parent, name, None)
        if not isinstance(held, ModuleTree) and (strict or hasattr(parent, name)):
            raise AttributeError(f"{subject}: expected a module {target!r}, got none at {name!r}")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter with the dotted name that `named_parameters` gives it."""
        path, _, name = target.rpartition(".")
        found = getattr(self.get_submodule(path), name, None)
        if not isinstance(found, Parameter):
            raise AttributeError(
                f"{type(self).__name__}: expected a parameter {target!r}, got none at {name!r}"
            )
        return found

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer with the dotted name that `named_buffers` gives it."""
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        if name not in owner._buffer_names:
            raise AttributeError(f"{type(self).__name__}: expected a buffer {target!r}, got none at {name!r}")
        return owner.__dict__[name]  # type: ignore[no-any-return]


def is_parameter(module: ModuleTree, name: str, value: Any) -> bool:
    """Say whether an attribute is a parameter."""
    return isinstance(value, Parameter)


def is_buffer(module: ModuleTree, name: str, value: Any) -> bool:
    """Say whether an attribute is a registered buffer that is there."""
    return name in module._buffer_names and value is not None


def join(prefix: str, name: str) -> str:
    """Return the dotted name of an attribute of the module with the name `prefix`."""
    return f"{prefix}.{name}" if prefix else name
