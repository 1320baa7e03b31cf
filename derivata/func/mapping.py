"""Functions of one sample, applied to many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from ..batching.finding import is_batched
from ..batching.level import Level
from ..generated import ops
from ..runtime.modes.batching import batching
from ..runtime.tensors.tensor import Tensor
from .containers import Structure, flatten


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """Return a function that applies `func`, written for one sample, to many samples at once.

    Each op of `func` runs once, on all samples. Inside, a tensor has the shape of one sample, and what `func` captures
    is the same for all. An op without a rule is called for one sample after the other, with a warning.

    Parameters
    ----------
    func : callable
        Takes Tensors, in any nested containers, and returns Tensors, in any nested container.
    in_dims : int or None, or nested container of these
        The dimension of each argument that the samples are along, None for an argument that is the same for all:
        one for all arguments, or a tuple with one for each, which may have the structure of the argument; in
        dictionaries by key.
    out_dims : int or None, or nested container of these
        Where the dimension of the samples goes in each result; None for a result that is the same for all, or is no
        Tensor.
    randomness : {"error", "different", "same"}
        Whether random numbers in `func` are an error, other ones for each sample, or the same for all.
    chunk_size : int, optional
        How many samples to take at once: less memory. All of them by default.

    Returns
    -------
    callable
        Takes the arguments of `func`, with samples along `in_dims`; keyword arguments are the same for all samples.

    Raises
    ------
    ValueError
        From the returned function, if arguments and `in_dims` or results and `out_dims` do not fit each other.
    RuntimeError
        From the returned function, if a sample's numbers would decide what is computed: conditions, `.item()`.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.func import grad, vmap
    >>> def loss(weights, x, y):
    ...     return ((weights * x).sum() - y) ** 2
    >>> x, y = dv.tensor([[1.0, 2.0], [3.0, 4.0]]), dv.tensor([1.0, 0.0])
    >>> vmap(grad(loss), in_dims=(None, 0, 0))(dv.tensor([1.0, 1.0]), x, y)
    tensor([[ 4.,  8.],
            [42., 56.]])
    """
    check_randomness("vmap", randomness)
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func, updated=())
    def batched(*args: Any, **kwargs: Any) -> Any:
        given = _Arguments(func, in_dims, args, kwargs)
        if chunk_size is None or given.size <= chunk_size:
            return _Results(func, given, 0, given.size, randomness, out_dims).joined([])
        parts = [
            _Results(func, given, start, min(start + chunk_size, given.size), randomness, out_dims)
            for start in range(0, given.size, chunk_size)
        ]
        return parts[0].joined(parts[1:])

    return batched


def check_randomness(caller: str, randomness: str) -> None:
    """Raise unless a word for what random numbers are is one of those."""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            f"{caller}: Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}"
        )


class _Arguments:
    """The leaves of the arguments, and the dimension of each that has the samples."""

    def __init__(self, func: Callable[..., Any], in_dims: Any, args: tuple[Any, ...], kwargs: Any) -> None:
        name = _name(func)
        if not isinstance(in_dims, int | tuple | list):
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially "
                f"nested) tuple matching the structure of inputs, got: {type(in_dims)}."
            )
        if not args:
            raise ValueError(
                f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap "
                "over a function with no inputs. The latter is unsupported."
            )
        self.leaves, self.structure = flatten(args)
        dims = spread(list(in_dims) if isinstance(in_dims, list) else in_dims, self.structure)
        if dims is None and isinstance(in_dims, list):
            dims = spread(tuple(in_dims), self.structure)
        if dims is None:
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of "
                f"`inputs`. in_dims has structure {flatten(in_dims)[1]} but inputs has structure {self.structure}."
            )
        self.kwargs = kwargs
        self.dims = [_checked(name, in_dims, leaf, dim) for leaf, dim in zip(self.leaves, dims, strict=True)]
        sizes = [leaf.shape[dim] for leaf, dim in zip(self.leaves, self.dims, strict=True) if dim is not None]
        if not sizes:
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): at least one in_dim has to be an int: the dimension "
                "that the samples are along"
            )
        if len(set(sizes)) > 1:
            raise ValueError(
                "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                f"{sizes} for the mapped dimension"
            )
        self.size = sizes[0]

    def call(self, func: Callable[..., Any], level: Level, start: int, stop: int) -> Any:
        """Call a function with some of the samples."""
        leaves = [
            leaf if dim is None else level.batched(_samples(leaf, dim, start, stop, self.size))
            for leaf, dim in zip(self.leaves, self.dims, strict=True)
        ]
        return func(*self.structure.unflatten(leaves), **self.kwargs)


def _samples(tensor: Tensor, dim: int, start: int, stop: int, size: int) -> Tensor:
    """Return a range of the samples, with the batch dimension first."""
    whole = tensor if dim == 0 else ops.movedim(tensor, dim, 0)
    return whole if stop - start == size else ops.narrow(whole, 0, start, stop - start)


class _Results:
    """What a function returned for some of the samples."""

    def __init__(
        self,
        func: Callable[..., Any],
        given: _Arguments,
        start: int,
        stop: int,
        randomness: str,
        out_dims: Any,
    ) -> None:
        level = Level(stop - start, randomness)
        name = _name(func)
        try:
            with batching((*level.outer, level)):
                result = given.call(func, level, start, stop)
            leaves, self.structure = flatten(result)
            dims = spread(out_dims, self.structure)
            if dims is None and len(leaves) == 1:
                dims = spread(out_dims, flatten((result,))[1])
            if dims is None:
                raise ValueError(
                    f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure "
                    f"of `outputs`. out_dims has structure {flatten(out_dims)[1]} but outputs has structure "
                    f"{self.structure}."
                )
            self.dims = dims
            self.tensors = [
                _out(name, out_dims, level, leaf, dim) for leaf, dim in zip(leaves, dims, strict=True)
            ]
        finally:
            level.close()

    def joined(self, others: Sequence[_Results]) -> Any:
        """Return the results with those of further samples appended."""
        tensors = self.tensors
        if others:
            columns = zip(self.tensors, *[other.tensors for other in others], strict=True)
            tensors = [
                column[0] if dim is None else ops.cat(list(column), dim)
                for column, dim in zip(columns, self.dims, strict=True)
            ]
        return self.structure.unflatten(tensors)


def _out(name: str, out_dims: Any, level: Level, tensor: Any, dim: Any) -> Any:
    """Return all samples of a result."""
    if not isinstance(tensor, Tensor) and dim is None:
        return tensor
    if not isinstance(tensor, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(tensor)}. Did you mean to set "
            "out_dims= to None for output?"
        )
    if dim is not None and (not isinstance(dim, int) or isinstance(dim, bool)):
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of ints "
            f"representing where in the outputs the vmapped dimension should appear, got {dim!r}"
        )
    if not is_batched(tensor, level):
        return tensor if dim is None else _moved(ops.expand(tensor, (level.size, *tensor.shape)), dim)
    if dim is None:
        raise ValueError(
            f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None: its result differs from "
            "sample to sample"
        )
    return _moved(tensor.batch.whole, dim)  # type: ignore[attr-defined]


def _moved(whole: Tensor, dim: int) -> Tensor:
    ndim = len(whole.shape)
    if not -ndim <= dim < ndim:
        raise IndexError(
            f"vmap: Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim} as out_dims"
            ")"
        )
    return whole if dim in (0, -ndim) else ops.movedim(whole, 0, dim)


def _checked(name: str, in_dims: Any, leaf: Any, dim: Any) -> int | None:
    """Return the dimension of an argument that has the samples, counted from the front."""
    where = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for an input"
    if dim is None:
        return None
    if not isinstance(dim, int) or isinstance(dim, bool):
        raise ValueError(f"{where} but in_dim must be either an integer dimension or None.")
    if not isinstance(leaf, Tensor):
        raise ValueError(
            f"{where} but the input is of type {type(leaf)}. We cannot vmap over non-Tensor arguments, please use None "
            "as the respective in_dim"
        )
    ndim = len(leaf.shape)
    if not -ndim <= dim < ndim:
        raise ValueError(
            f"{where} of dimensionality {ndim} so expected in_dim to satisfy -{ndim} <= in_dim < {ndim}."
        )
    return dim % ndim


def spread(dims: Any, structure: Structure) -> list[Any] | None:
    """Return a dimension for each leaf of a structure: one stands for all leaves below it; None if they do not fit."""
    if structure.kind is None:
        return None if isinstance(dims, tuple | list | dict) else [dims]
    if dims is None or isinstance(dims, int):
        return [dims] * _leaves(structure)
    found = _parts(dims, structure)
    if found is None:
        return None
    spread_parts = [spread(part, inner) for part, inner in zip(found, structure.parts, strict=True)]
    if any(part is None for part in spread_parts):
        return None
    return [dim for part in spread_parts for dim in part or ()]


def _parts(dims: Any, structure: Structure) -> list[Any] | None:
    """Return what `in_dims` says for each part of a container; None if the two do not fit."""
    if isinstance(dims, dict):
        if set(dims) != set(structure.keys):
            return None
        return [dims[key] for key in structure.keys]
    if isinstance(dims, tuple | list) and structure.kind is not dict and len(dims) == len(structure.parts):
        return list(dims)
    return None


def _leaves(structure: Structure) -> int:
    return 1 if structure.kind is None else sum(_leaves(part) for part in structure.parts)


def _name(func: Callable[..., Any]) -> str:
    return getattr(func, "__name__", repr(func))
