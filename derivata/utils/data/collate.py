"""How samples become a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...generated.ops import stack
from ...runtime.tensors.tensor import Tensor
from ...top_level.factories import as_tensor, tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """Return a batch of samples: tensors are stacked, numbers and arrays become tensors, containers keep their form.

    Texts and bytes stay as they are. Floats become float64, as in PyTorch.

    Examples
    --------
    >>> from derivata.utils.data import default_collate
    >>> default_collate([{"x": dv.ones(2), "y": 1}, {"x": dv.zeros(2), "y": 2}])
    {'x': tensor([[1., 1.],
            [0., 0.]]), 'y': tensor([1, 2])}
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(list(batch))
    if isinstance(first, np.ndarray | np.generic):
        return _of_arrays(batch)
    if isinstance(first, float):
        return tensor(list(batch), dtype="float64")
    if isinstance(first, bool | int):
        return tensor(list(batch))
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like(first, {key: default_collate([sample[key] for sample in batch]) for key in first})
    if isinstance(first, tuple | Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError(
                "default_collate: each element in list of batch should be of equal size, got lengths "
                f"{sorted({len(sample) for sample in batch})}; give the loader a collate_fn"
            )
        parts = [default_collate(part) for part in zip(*batch, strict=True)]
        if hasattr(first, "_fields"):
            return type(first)(*parts)
        return parts if isinstance(first, tuple) else _like(first, parts)
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
        f"{type(first).__name__}; give the loader a collate_fn"
    )


def _of_arrays(batch: Sequence[Any]) -> Tensor:
    if np.asarray(batch[0]).dtype.kind not in "biufc":
        raise TypeError(
            f"default_collate: expected arrays of numbers, got one of {np.asarray(batch[0]).dtype}; give the loader a "
            "collate_fn"
        )
    return stack([as_tensor(sample) for sample in batch])


def _like(sample: Any, content: Any) -> Any:
    """Return a container of the class of a sample, or a plain one if that cannot be made."""
    try:
        return type(sample)(content)
    except TypeError:
        return content


def default_convert(data: Any) -> Any:
    """Return a sample with arrays as tensors, in containers as well; anything else stays.

    Examples
    --------
    >>> from derivata.utils.data import default_convert
    >>> default_convert([np.ones(2), "text", 3])
    [tensor([1., 1.], dtype=float64), 'text', 3]
    """
    if isinstance(data, np.ndarray | np.generic) and data.dtype.kind in "biufc":
        return as_tensor(data)
    if isinstance(data, Mapping):
        return _like(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple):
        parts = [default_convert(value) for value in data]
        return type(data)(*parts) if hasattr(data, "_fields") else parts
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like(data, [default_convert(value) for value in data])
    return data
