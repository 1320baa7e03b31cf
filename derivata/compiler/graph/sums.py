"""Sums of several values, as gradients of what is read more than once are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from .dimensions import depends
from .functions import needed
from .graph import Call, Value, readers_of

LEAST = 3  # products that are worth to be stacked


def read_once(calls: Sequence[Call], returned: Collection[Value]) -> set[Value]:
    """Return the values that one call reads, and nothing else."""
    return {value for value, found in readers_of(calls).items() if len(found) == 1} - {*returned}


def sums_of(calls: Sequence[Call], alone: Collection[Value]) -> dict[Value, list[Value]]:
    """Return what is added to sums, from left to right, by sums that are no part of others."""
    sums: dict[Value, list[Value]] = {}
    for call in calls:
        if not _is_plain(call):
            continue
        one, other = call.reads
        if other in sums and other in alone and one not in sums:
            one, other = other, one
        terms = sums.pop(one) if one in sums and one in alone else [one]
        terms.append(other)
        sums[call.outs[0]] = terms
    return sums


def _is_plain(call: Call) -> bool:
    out = call.outs[0]
    kinds = {(value.shape, value.dtype) for value in call.reads}
    return (
        call.op == "add"
        and call.arguments["alpha"] == 1
        and len(call.reads) == 2
        and kinds == {(out.shape, out.dtype)}
        and out.dtype.kind == "f"
        and out.shape != ()
    )


def added(one: Value, other: Value, out: Value) -> Call:
    """Return the call that adds two values."""
    return Call("add", {"self": one, "other": other, "alpha": 1}, (out,))


def with_products_of_stacks(
    calls: Sequence[Call], returned: Collection[Value], numbers: Iterator[int]
) -> list[Call]:
    """Return the calls with sums of products, as gradients of a weight that a loop reads, as one product of stacks.

    So no product is written but the last, which takes as long as they all, or less. To stack takes less than to write
    and to add them where they are larger than their factors.
    """
    makers, alone = {call.outs[0]: call for call in calls}, read_once(calls, returned)
    instead: dict[Call, list[Call]] = {}
    for out, terms in sums_of(calls, alone).items():
        factors = [_factors(term, makers) if term in alone else None for term in terms]
        pairs = [pair for pair in factors if pair is not None]
        if len(pairs) >= LEAST:
            rest = [term for term, pair in zip(terms, factors, strict=True) if pair is None]
            instead[makers[out]] = _product(out, pairs, rest, numbers)
    return needed([part for call in calls for part in instead.get(call, [call])], returned)


def _factors(product: Value, makers: dict[Value, Call]) -> tuple[Value, Value] | None:
    """Return `a` and `b` of a product `a.T @ b` of matrices that are smaller than it."""
    call = makers.get(product)
    turn = None if call is None or call.op != "_matmul_to_shape" else makers.get(call.arguments["self"])
    if call is None or turn is None or turn.op != "matrix_transpose":
        return None
    pair = turn.arguments["self"], call.arguments["other"]
    matrices = all(len(value.shape) == 2 and not depends(value.shape) for value in (*pair, product))
    return pair if matrices and sum([value.size for value in pair]) <= product.size else None


def _product(
    out: Value, factors: Sequence[tuple[Value, Value]], rest: Sequence[Value], numbers: Iterator[int]
) -> list[Call]:
    """Return the calls that multiply stacks, and add what else there is."""
    rows = sum([one.shape[0] for one, _ in factors])
    found, stacks = list[Call](), list[Value]()
    for parts, length in zip(zip(*factors, strict=True), out.shape, strict=True):
        stacks.append(Value(next(numbers), (rows, length), out.dtype))
        found.append(Call("cat", {"tensors": [*parts], "dim": 0}, (stacks[-1],)))
    turned = Value(next(numbers), (out.shape[0], rows), out.dtype)
    total = Value(next(numbers), out.shape, out.dtype) if rest else out
    found.append(Call("matrix_transpose", {"self": stacks[0]}, (turned,)))
    product = {"self": turned, "other": stacks[1], "shape": out.shape}
    found.append(Call("_matmul_to_shape", product, (total,)))
    for number, term in enumerate(rest, 1):
        whole = out if number == len(rest) else Value(next(numbers), out.shape, out.dtype)
        found.append(added(term, total, whole))
        total = whole
    return found
