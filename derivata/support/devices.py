"""The one device, the processor, in every spelling; and the arguments of `to`, of which one may be a device."""

from __future__ import annotations

import re
from typing import Any, Self

from ..arrays.shapes.memory_formats import check_memory_format

_SPELLING = re.compile(r"(cpu)(?::(\d+))?")


class device:
    """A place where numbers are: the processor, which is the only one.

    Parameters
    ----------
    type : str or device
        "cpu", or "cpu:0".
    index : int, optional
        The number of the processor, which makes no difference.

    Raises
    ------
    RuntimeError
        For any other device.

    Examples
    --------
    >>> import derivata as dv
    >>> device = dv.device("cuda" if dv.cuda.is_available() else "cpu")
    >>> device, device.type, str(device)
    (device(type='cpu'), 'cpu', 'cpu')
    >>> dv.ones(2, device=device).device == device
    True
    """

    __slots__ = ("index", "type")

    type: str
    index: int | None

    def __init__(self, type: Any = "cpu", index: Any = None) -> None:
        found = _SPELLING.fullmatch(str(type)) if isinstance(type, str | device) else None
        if found is None or not (index is None or isinstance(index, int)):
            given = repr(type) if isinstance(type, str) or index is None else f"{type!r}, {index!r}"
            raise RuntimeError(
                f"device: expected 'cpu', the only device of derivata, got {given}; write "
                "derivata.device('cuda' if derivata.cuda.is_available() else 'cpu') to choose"
            )
        if found[2] and index is not None:
            raise RuntimeError(
                f"device: type (string) must not include an index, got {str(type)!r} and {index}; give the index once"
            )
        object.__setattr__(self, "type", "cpu")
        object.__setattr__(self, "index", int(found[2]) if found[2] else index)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"device: attribute {name!r} cannot be changed; make another device")

    def __eq__(self, other: object) -> bool:
        """Equal to a device of the same index, and to its own text, which NumPy's arrays give as their device."""
        return str(self) == str(other) if isinstance(other, str | device) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        return f"device(type={self.type!r}" + (")" if self.index is None else f", index={self.index})")

    def __reduce__(self) -> Any:
        return device, (self.type, self.index)

    def __enter__(self) -> Self:
        """Make the device the default of a block, as it is anyway."""
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        pass


CPU = device("cpu")


def check_device(given: object) -> None:
    """Raise for any device but the one that there is; None is that one."""
    if given is not None and given.__class__ is not device and _SPELLING.fullmatch(str(given)) is None:
        raise RuntimeError(f"device: expected 'cpu', the only device of derivata, got {str(given)!r}")


def is_device(given: object) -> bool:
    """Whether an argument is a device: an object of one, of another library too, or the name of one."""
    if isinstance(given, str):
        return given.partition(":")[0] in _DEVICES
    return given.__class__.__name__.lower() == "device"


_DEVICES = frozenset(("cpu", "cuda", "hip", "ipu", "meta", "mps", "mtia", "vulkan", "xla", "xpu"))


def dtype_of_to(args: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return dtype (None to keep it), non_blocking and copy of the arguments of `to`, by position and by name.

    By position there are two forms: ``to(dtype, non_blocking, copy)`` and ``to(device, dtype, non_blocking, copy)``;
    arguments that are left out are None or False.
    """
    names: tuple[str, ...] = ("dtype", "non_blocking", "copy")
    if args and (args[0] is None or is_device(args[0])):
        names = ("device", *names)
    given = {
        name: value
        for name, value in zip(names, args, strict=False)
        if value is not None and value is not False
    }
    if "other" in options:
        options = {**options, "dtype": options["other"]}
        del options["other"]
    if len(args) > len(names) or not given.keys().isdisjoint(options) or not _OPTIONS.issuperset(options):
        shown = [repr(value) for value in args if value is not None and value is not False]
        shown += [f"{name}={value!r}" for name, value in options.items()]
        raise TypeError(
            f"to: expected dtype, or device and dtype, then non_blocking and copy, each once, got {', '.join(shown)}"
        )
    given.update(options)
    check_device(given.get("device"))
    check_memory_format(given.get("memory_format"))
    return given.get("dtype"), given.get("non_blocking", False), given.get("copy", False)


_OPTIONS = frozenset(("copy", "device", "dtype", "memory_format", "non_blocking"))
