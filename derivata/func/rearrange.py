"""Dimensions named, split, merged and reordered by a pattern of text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from math import prod

from ..generated import ops
from ..runtime.tensors.tensor import Tensor

Group = list[str]
"""The axes that one dimension consists of, the slowest first; none for a dimension of length 1."""
_TOKEN = re.compile(r"\.\.\.|[()]|[^\s().]+|\.")
_ELLIPSIS = "..."
_APART: Group = ["*"]
"""What stands for dots outside of parentheses, where each dimension stays one."""


def rearrange(tensor: Tensor | Sequence[Tensor], pattern: str, **axes_lengths: int) -> Tensor:
    """Split, reorder and merge dimensions as a pattern says.

    Parameters
    ----------
    tensor : Tensor or sequence of Tensor
        A sequence is stacked first, along a new first dimension.
    pattern : str
        The names of the dimensions, ``->``, and the same names in the order of the result. Names in parentheses are
        one dimension, the product of its axes; ``...`` is any number of dimensions, ``1`` or ``()`` one of length 1.
    **axes_lengths : int
        Lengths of axes; of those in one pair of parentheses all but one must be known.

    Returns
    -------
    Tensor
        A view where one is possible.

    Raises
    ------
    ValueError
        If the pattern is wrong, or the tensor has other dimensions.

    Examples
    --------
    >>> import derivata as dv
    >>> images = dv.ones(32, 30, 40, 3)
    >>> dv.func.rearrange(images, "b h w c -> b (c h w)").shape
    (32, 3600)
    >>> dv.func.rearrange(images, "b (h h2) (w w2) c -> b h w (c h2 w2)", h2=2, w2=2).shape
    (32, 15, 20, 12)
    """
    x = tensor if isinstance(tensor, Tensor) else ops.stack([*tensor])
    before, arrow, after = pattern.partition("->")
    if not arrow or "->" in after:
        raise ValueError(f"rearrange: expected a pattern with one '->', got {pattern!r}")
    groups, wanted = _parsed(before, pattern), _parsed(after, pattern)
    if any(_ELLIPSIS in group for group in groups):
        raise ValueError(
            f"rearrange: expected '...' outside of parentheses on the left of '->', got {pattern!r}; name the axes"
        )
    groups, wanted = _without_ellipsis(groups, wanted, x, pattern)
    axes, target = [*chain(*groups)], [*chain(*wanted)]
    if odd := sorted({*axes} ^ {*target}):
        raise ValueError(
            f"rearrange: expected the same axes on both sides of '->', got {', '.join(odd)} on one"
        )
    if odd := sorted({*axes_lengths} - {*axes}):
        raise ValueError(f"rearrange: expected lengths of axes of {pattern!r}, got one of {', '.join(odd)}")
    lengths = _lengths(groups, x, axes_lengths, pattern)
    split = ops.reshape(x, [lengths[axis] for axis in axes])
    moved = ops.permute(split, [axes.index(axis) for axis in target])
    return ops.reshape(moved, [prod(lengths[axis] for axis in group) for group in wanted])


def _parsed(side: str, pattern: str) -> list[Group]:
    groups: list[Group] = []
    inside: Group | None = None  # the group whose parenthesis is open
    seen: set[str] = set()
    for token in _TOKEN.findall(side):
        if token in "()":
            if (token == "(") is not (inside is None):
                raise ValueError(
                    f"rearrange: expected parentheses of one level and in pairs, got {pattern!r}"
                )
            inside = [] if token == "(" else None
            if inside is not None:
                groups.append(inside)
        elif token == "1":
            groups.extend([[]] if inside is None else [])
        elif token in seen or not (token == _ELLIPSIS or token.isidentifier()):
            wrong = "twice" if token in seen else "as an axis"
            raise ValueError(f"rearrange: expected names, each once, got {token!r} {wrong} in {pattern!r}")
        else:
            seen.add(token)
            if inside is not None:
                inside.append(token)
            else:
                groups.append(_APART if token == _ELLIPSIS else [token])
    if inside is not None:
        raise ValueError(f"rearrange: expected parentheses of one level and in pairs, got {pattern!r}")
    return groups


def _without_ellipsis(
    groups: list[Group], wanted: list[Group], x: Tensor, pattern: str
) -> tuple[list[Group], list[Group]]:
    """Put an axis of its own in place of ``...`` for each dimension that it stands for."""
    named = len(groups) - (_APART in groups)
    if x.ndim < named or (x.ndim > named and _APART not in groups):
        raise ValueError(
            f"rearrange: expected a tensor of {named} dimensions{' or more' * (_APART in groups)} for "
            f"{pattern!r}, got shape {x.shape}"
        )
    rest = [f"dimension {number} of ..." for number in range(x.ndim - named)]
    if _APART not in groups:
        rest = [_ELLIPSIS]  # on the right only: an axis too many
    return _filled(groups, rest), _filled(wanted, rest)


def _filled(groups: list[Group], rest: Group) -> list[Group]:
    filled: list[Group] = []
    for group in groups:
        if group == _APART:
            filled += [[axis] for axis in rest]
        else:
            filled.append([*chain(*(rest if axis == _ELLIPSIS else [axis] for axis in group))])
    return filled


def _lengths(groups: list[Group], x: Tensor, given: Mapping[str, int], pattern: str) -> dict[str, int]:
    lengths = dict(given)
    for group, size in zip(groups, x.shape, strict=True):
        unknown = [axis for axis in group if axis not in given]
        known = prod(given[axis] for axis in group if axis in given)
        if len(unknown) > 1:
            raise ValueError(
                f"rearrange: expected lengths of all but one of {', '.join(group)}, got {dict(given)}"
            )
        fits = known != 0 and size % known == 0 if unknown else size == known
        if not fits:
            raise ValueError(
                f"rearrange: {pattern!r}: expected a dimension that ({' '.join(group)}) with {dict(given)} makes, "
                f"got {size} in shape {x.shape}"
            )
        lengths.update(dict.fromkeys(unknown, size // (known or 1)))
    return lengths
