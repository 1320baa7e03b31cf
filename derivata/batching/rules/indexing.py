"""Indices: the same for all samples, or one for each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..indices import BatchedIndex
from .call import Call
from .stacking import dynamic, loop


class Place:
    """An index for all samples, and where its result has the samples.

    Attributes
    ----------
    entries : tuple
        The index into all samples of the tensor, or into the tensor that has none.
    order : tuple of int or None
        The dimensions of what `entries` gives in the order that puts the samples in front; None if they are there.
    """

    def __init__(self, call: Call, tensor: Any, index: Any, result: int) -> None:
        entries = _entries(call, tensor, index)
        arrays = [entry for entry in entries if _is_array(entry)]
        own = any(isinstance(entry, BatchedIndex) for entry in arrays)
        rank = max([np.ndim(entry) for entry in arrays], default=0)
        # PyTorch takes what is one place first: where arrays stand is counted without it
        seen = [
            entry
            for entry in entries
            if not (isinstance(entry, int) or (_is_array(entry) and not entry.ndim))
        ]
        before = _slices_before(seen)
        if not own:
            self.entries: tuple[Any, ...] = (slice(None), *entries)
            in_front = before is None and bool(arrays)
            self.order: tuple[int, ...] | None = (
                (rank, *range(rank), *range(rank + 1, result + 1)) if in_front else None
            )
            return
        whole = [
            _samples(call, entry, rank) if isinstance(entry, BatchedIndex) else entry for entry in entries
        ]
        if call.is_batched(tensor):
            whole.insert(0, wrap(np.arange(call.size).reshape(-1, *[1] * rank)))
        self.entries = tuple(whole)
        written = [entry for entry in whole if not isinstance(entry, int)]
        start = _slices_before(written) or 0
        rest = [*range(start), *range(start + 1 + rank, result + 1)]
        places = range(start + 1, start + 1 + rank)
        order = (start, *rest[: before or 0], *places, *rest[before or 0 :])
        self.order = None if order == tuple(range(result + 1)) else order


def _slices_before(entries: list[Any]) -> int | None:
    """Return how many dimensions stand before the arrays of an index; None if the arrays do not stand together."""
    places = [place for place, entry in enumerate(entries) if isinstance(entry, np.ndarray | Tensor)]
    if not places or places[-1] - places[0] != len(places) - 1:
        return None
    return places[0]


def _entries(call: Call, tensor: Any, index: Any) -> list[Any]:
    """Return the entries of an index, one for each dimension: `...` written out, masks as places."""
    entries = list(index) if isinstance(index, tuple) else [index]
    spread: list[Any] = []
    for entry in entries:
        kind = getattr(entry, "dtype", None)
        if isinstance(entry, list):
            entry = np.asarray(entry, None if entry else np.intp)
            kind = entry.dtype
        if isinstance(entry, bool | np.bool_):
            entry = np.asarray(entry)
            kind = entry.dtype
        if kind is not None and kind.kind == "b":
            if isinstance(entry, BatchedIndex):
                dynamic(call)
            if not entry.ndim:
                spread += [None, np.zeros(int(entry), np.intp)]
            else:
                spread += list(np.nonzero(entry))
        elif (isinstance(entry, np.ndarray) and not entry.ndim and not isinstance(entry, BatchedIndex)) or (
            kind is None and hasattr(entry, "__index__")
        ):
            spread.append(int(entry))
        else:
            spread.append(entry)
    used = sum(entry is not None and entry is not Ellipsis for entry in spread)
    missing = [slice(None)] * (len(tensor.shape) - used)
    if any(entry is Ellipsis for entry in spread):
        at = next(place for place, entry in enumerate(spread) if entry is Ellipsis)
        return [*spread[:at], *missing, *spread[at + 1 :]]
    return [*spread, *missing]


def _is_array(entry: Any) -> bool:
    return isinstance(entry, np.ndarray)


def _samples(call: Call, index: BatchedIndex, rank: int) -> Any:
    """Return the indices of all samples, with ones behind the samples up to a number of dimensions."""
    whole = call.whole(index.tensor)
    return ops.reshape(whole, (call.size, *[1] * (rank - np.ndim(index)), *index.shape))


def get(call: Call) -> Any:
    """Read what the index names from each sample."""
    tensor, index = call.arguments["self"], call.arguments["index"]
    place = Place(call, tensor, index, len(call.outs[0].shape))
    own = any(isinstance(part, BatchedIndex) for part in (index if isinstance(index, tuple) else (index,)))
    whole = tensor.batch.whole if call.is_batched(tensor) else tensor
    if not own and not call.is_batched(tensor):
        whole = call.whole(tensor)
    result = ops._getitem(whole, place.entries)
    return result if place.order is None else ops.permute(result, place.order)


def put(call: Call) -> Any:
    """Write, or add, to the places that the index names in each sample; the value broadcasts against them."""
    names = list(call.arguments)
    tensor, index, value = (call.arguments[name] for name in names[:3])
    mask = _mask(index)
    if mask is not None and not value.shape and call.op == "_setitem_":
        call_of = Call(call.level, "masked_fill", {"self": tensor, "mask": mask, "value": value}, (tensor,))
        ops.copy_(tensor.batch.whole, masked(call_of))
        return ()
    shape = ops._getitem(wrap(tensor._array), _plain(index)).shape
    place = Place(call, tensor, index, len(shape))
    if len(value.shape) > len(shape):  # with ones in front
        rows = value.shape[len(value.shape) - len(shape) :]
        whole = ops.reshape(call.whole_or_one(value), (*[call.size] * call.is_batched(value), *rows))
    else:
        whole = call.beside(value, len(shape))
    if place.order is not None:
        whole = ops.expand(whole, (call.size, *shape))
        whole = ops.permute(whole, tuple(np.argsort(place.order).tolist()))
    return call.run(**{"self": call.whole(tensor), names[1]: place.entries, names[2]: whole})


def _plain(index: Any) -> Any:
    """Return the index of the first sample."""
    if isinstance(index, tuple):
        return tuple([_plain(part) for part in index])
    return np.asarray(index) if isinstance(index, BatchedIndex) else index


def _mask(index: Any) -> Any:
    """Return the index if it is a batched mask, else None."""
    only = index[0] if isinstance(index, tuple) and len(index) == 1 else index
    if isinstance(only, BatchedIndex) and only.dtype.kind == "b":
        return only.tensor
    return None


def masked(call: Call) -> Any:
    """Align the mask with the samples."""
    tensor, mask, value = call.arguments.values()
    ndim = max(len(tensor.shape), len(mask.shape))
    value = call.beside(value, ndim) if isinstance(value, Tensor) else value
    whole = tensor.batch.whole if call.is_batched(tensor) else tensor
    whole = call.beside(tensor, ndim) if call.is_batched(tensor) else whole
    return call.run(self=whole, mask=call.beside(mask, ndim), value=value)


def chosen(call: Call) -> Any:
    """Read, or give gradients to, the elements that a mask chooses of each sample, which has as many of them."""
    tensor, mask = next(iter(call.arguments.values())), call.arguments["mask"]
    if call.is_batched(mask):
        dynamic(call)
    if "shape" in call.arguments:
        return call.run(
            grad_output=ops.reshape(call.whole(tensor), (-1,)), shape=(call.size, *call.arguments["shape"])
        )
    return call.run(self=call.beside(tensor, len(mask.shape)))


def masked_scores(call: Call) -> Any:
    """Align the mask with the scores, which all samples have."""
    scores, mask = call.arguments["self"], call.arguments["mask"]
    return call.run(self=call.whole(scores), mask=call.beside(mask, len(scores.shape)))


def select_rows(call: Call) -> Any:
    """Read rows: the same of all samples, or, by `gather`, its own of each."""
    tensor, dim, index = (call.arguments[name] for name in ("self", "dim", "index"))
    if not call.is_batched(index):
        if not tensor.shape:
            return loop(call)
        return call.run(self=call.whole(tensor), dim=dim + 1 if dim >= 0 else dim)
    if not tensor.shape or not index.shape:
        return loop(call)
    dim %= len(tensor.shape)
    if not call.is_batched(tensor):
        rows = ops.index_select(tensor, dim, ops.reshape(index.batch.whole, (-1,)))
        count = index.shape[0]
        shape = (*tensor.shape[:dim], call.size, count, *tensor.shape[dim + 1 :])
        return ops.movedim(ops.reshape(rows, shape), dim, 0)
    places = ops.reshape(
        index.batch.whole, (call.size, *[1] * dim, index.shape[0], *[1] * (len(tensor.shape) - dim - 1))
    )
    shape = (call.size, *tensor.shape[:dim], index.shape[0], *tensor.shape[dim + 1 :])
    return ops.gather(call.whole(tensor), dim + 1, ops.expand(places, shape))


def write_rows(call: Call) -> Any:
    """Write rows: the same of all samples, or, by `scatter`, its own of each."""
    tensor, dim, index = (call.arguments[name] for name in ("self", "dim", "index"))
    source = call.arguments.get("source", call.arguments.get("value"))
    lone = isinstance(source, Tensor) and not source.shape  # a number for several places
    if (
        not tensor.shape
        or not index.shape
        or (lone and ("source" in call.arguments or call.is_batched(source)))
    ):
        return loop(call)
    if call.is_batched(index):
        if lone:
            return loop(call)
        return _scattered(call, dim % len(tensor.shape))
    changed = {"self": call.whole(tensor), "dim": dim + 1 if dim >= 0 else dim}
    if "source" in call.arguments:
        changed["source"] = call.whole(source)
    return call.run(**changed)


def _scattered(call: Call, dim: int) -> Any:
    """Write each sample's own rows, by an index for each element."""
    tensor, index = call.arguments["self"], call.arguments["index"]
    source = call.arguments.get("source")
    shape = (call.size, *tensor.shape[:dim], index.shape[0], *tensor.shape[dim + 1 :])
    places = ops.reshape(
        index.batch.whole, (call.size, *[1] * dim, index.shape[0], *[1] * (len(tensor.shape) - dim - 1))
    )
    places = ops.expand(ops.where(places < 0, places + tensor.shape[dim], places), shape)
    kind, inplace = ("scatter_add" if "add" in call.op else "scatter"), "_" * call.op.endswith("_")
    if source is None:
        return getattr(ops, kind + inplace)(call.whole(tensor), dim + 1, places, call.arguments["value"])
    alpha = call.arguments.get("alpha", 1)
    rows = call.whole(source)
    return getattr(ops, kind + inplace)(
        call.whole(tensor), dim + 1, places, rows if alpha == 1 else rows * alpha
    )


def take(call: Call) -> Any:
    """Read from each sample as a row."""
    tensor, index = call.arguments["self"], call.arguments["index"]
    count = int(np.prod(tensor.shape, dtype=int))
    if not call.is_batched(tensor):
        return ops.take(tensor, call.whole(index))
    rows = ops.reshape(tensor.batch.whole, (call.size, count))
    if not call.is_batched(index):
        flat = ops.reshape(index, (-1,))
        return ops.index_select(rows, 1, ops.where(flat < 0, flat + count, flat))
    places = ops.reshape(index.batch.whole, (call.size, -1))
    return ops.gather(rows, 1, ops.where(places < 0, places + count, places))


def embedding(call: Call) -> Any:
    """Look up in one table, or in that of each sample."""
    table, index = call.arguments["weight"], call.arguments["indices"]
    if not call.is_batched(table):
        return call.run(indices=call.whole(index))
    if call.arguments["padding_idx"] is not None:
        return loop(call)
    tables = ops.reshape(table.batch.whole, (call.size * table.shape[0], *table.shape[1:]))
    starts = np.arange(call.size).reshape(-1, *[1] * len(index.shape)) * table.shape[0]
    return ops.embedding(tables, call.whole(index) + wrap(starts))


def one_hot(call: Call) -> Any:
    """Know the number of classes beforehand."""
    if call.arguments["num_classes"] == -1:
        dynamic(call)
    return call.run(self=call.whole(call.arguments["self"]))


def search(call: Call) -> Any:
    """Search one sorted row, or that of each sample."""
    row, values = call.arguments["sorted_sequence"], call.arguments["input"]
    sorter = call.arguments["sorter"]
    if not isinstance(values, Tensor) or len(row.shape) > 1:
        return loop(call)
    if not call.is_batched(row) and not call.is_batched(sorter):
        return call.run(input=call.whole(values))
    flat = ops.reshape(call.whole(values), (call.size, -1))
    return call.run(sorted_sequence=call.whole(row), input=flat, sorter=call.whole(sorter))


def index_backward(call: Call) -> Any:
    """Put gradients, or zeros, where the index was, which is the same for all samples."""
    names = list(call.arguments)
    tensor, index = call.arguments[names[0]], call.arguments["index"]
    if not call.is_batched(tensor):
        return loop(call)
    if "shape" not in call.arguments:
        place = Place(call, tensor, index, 0)
        return call.run(**{names[0]: tensor.batch.whole, "index": place.entries})
    place = Place(call, wrap(np.empty(call.arguments["shape"], "b")), index, len(tensor.shape))
    whole = tensor.batch.whole
    if place.order is not None:
        whole = ops.permute(whole, tuple(np.argsort(place.order).tolist()))
    return call.run(
        **{names[0]: whole, "shape": (call.size, *call.arguments["shape"]), "index": place.entries}
    )


def take_backward(call: Call) -> Any:
    """Put gradients where they were taken from, each sample being a row."""
    grad, shape, index = (call.arguments[name] for name in ("grad_output", "shape", "index"))
    if call.is_batched(index):
        return loop(call)
    count = int(np.prod(shape, dtype=int))
    flat = ops.reshape(index, (-1,))
    flat = ops.where(flat < 0, flat + count, flat)
    return ops.index_select_backward(
        ops.reshape(call.whole(grad), (call.size, -1)), (call.size, count), 1, flat
    )


def put_places(call: Call) -> Any:
    """Write to the places of one flat tensor of all samples."""
    tensor, index = call.arguments["self"], call.arguments["index"]
    count = int(np.prod(tensor.shape, dtype=int))
    places = call.whole(index)
    if ops.any(ops.logical_or(places < -count, places >= count)).item():
        return loop(call)  # where each sample refuses what is not in it
    starts = wrap(np.arange(call.size).reshape(-1, *[1] * len(index.shape)) * count)
    changed = {"self": call.whole(tensor), "index": ops.where(places < 0, places + count, places) + starts}
    if "source" in call.arguments:
        changed["source"] = call.whole(call.arguments["source"])
    return call.run(**changed)


def masked_scatter(call: Call) -> Any:
    """Read from each sample's source as many elements as its mask has before each place."""
    tensor, mask, source = (call.arguments[name] for name in ("self", "mask", "source"))
    shape = np.broadcast_shapes(tensor.shape, mask.shape)
    chosen = ops.expand(call.beside(mask, len(shape)), (call.size, *shape))
    order = ops.cumsum(ops.reshape(chosen, (call.size, -1)), 1)
    values = ops.reshape(call.whole(source), (call.size, -1))
    if not order.shape[1] or not values.shape[1] or ops.amax(order).item() > values.shape[1]:
        return loop(call)
    read = ops.gather(values, 1, ops.clamp(order - 1, 0, None))
    whole = ops.where(chosen, ops.reshape(read, chosen.shape), call.beside(tensor, len(shape)))
    return ops.copy_(tensor.batch.whole, whole) if call.op.endswith("_") else whole


def embedding_backward(call: Call) -> Any:
    """Add up the rows of each sample's own table."""
    grad, index, count = (call.arguments[name] for name in ("output_grad", "indices", "num_embeddings"))
    if call.arguments["padding_idx"] is not None:
        return loop(call)
    starts = np.arange(call.size).reshape(-1, *[1] * len(index.shape)) * count
    return call.run(
        output_grad=call.whole(grad),
        indices=call.whole(index) + wrap(starts),
        num_embeddings=call.size * count,
    )


RULES = {
    "get": get,
    "put": put,
    "chosen": chosen,
    "masked_scores": masked_scores,
    "select_rows": select_rows,
    "write_rows": write_rows,
    "take": take,
    "embedding": embedding,
    "one_hot": one_hot,
    "search": search,
    "index_backward": index_backward,
    "take_backward": take_backward,
    "put_places": put_places,
    "masked_scatter": masked_scatter,
    "embedding_backward": embedding_backward,
}
