"""Selective checkpoints: results that are kept instead of computed again."""

import enum
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from importlib import import_module
from typing import Any

from ..runtime.graph.versions import version_of
from ..runtime.modes.observers import Observer, observing
from ..runtime.tensors.tensor import Tensor
from ..support.cached_calls import caching_calls

PolicyFn = Callable[..., Any]

_WHY = (
    "This can happen if the operations in the checkpointed region are nondeterministic or depend on global state that "
    "changed between forward and backward"
)


class CheckpointPolicy(enum.Enum):
    """What a policy decides about the result of an op: it is kept, or computed again.

    ``MUST`` and ``PREFER`` are PyTorch's words for its compiler and mean the same here; offloading is saving.
    """

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


_RECOMPUTED = (CheckpointPolicy.MUST_RECOMPUTE, CheckpointPolicy.PREFER_RECOMPUTE, False)


class SelectiveCheckpointContext:
    """The context that a policy gets beside op and arguments.

    Attributes
    ----------
    is_recompute : bool
        False: a policy is asked in the first call.
    op_output : Tensor or tuple of Tensor
    """

    def __init__(self, *, is_recompute: bool, op_output: Any = None) -> None:
        self.is_recompute = is_recompute
        self.op_output = op_output


class _Kept:
    """The kept result of an array function, and the tensors whose versions tell whether it was written since."""

    def __init__(self, result: Any, outs: Sequence[Tensor]) -> None:
        self.result = result
        self._outs = [(out.detach(), version_of(out)) for out in outs]

    def check(self, op: str) -> None:
        if any(version_of(out) != version for out, version in self._outs):
            raise RuntimeError(
                f"checkpoint: Tensor cached during selective activation checkpoint has been mutated: a result of {op}; "
                "write to a .clone() of it, or pass allow_cache_entry_mutation=True"
            )


_AGAIN = object()
_CONSUMED = object()


class _Storage:
    """For each op its calls in order: something kept, or to be computed again."""

    def __init__(self) -> None:
        self.calls: defaultdict[str, list[Any]] = defaultdict(list)


class _Caching(ExitStack, Observer):
    """The context of the first call: keeps what the policy says."""

    def __init__(self, policy: PolicyFn, storage: _Storage) -> None:
        super().__init__()
        self._policy = policy
        self._storage = storage
        self._pending: Any = None

    def __enter__(self) -> "_Caching":
        self.enter_context(caching_calls(self))
        self.enter_context(observing(self))
        return self

    def call(self, op: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Compute; the policy is asked once the op is complete."""
        result = self._pending = function(*arguments)
        return result

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Ask the policy about the result that was just computed."""
        result, self._pending = self._pending, None
        first = result[0] if isinstance(result, tuple) else result
        if result is None or not outs or outs[0]._array is not first:  # elementwise, or a view
            return
        context = SelectiveCheckpointContext(
            is_recompute=False, op_output=outs[0] if len(outs) == 1 else tuple(outs)
        )
        policy = self._policy(context, _public(op), *arguments.values())
        self._storage.calls[op].append(_AGAIN if policy in _RECOMPUTED else _Kept(result, outs))


class _Cached(ExitStack):
    """The context of the repetition: gives what was kept."""

    def __init__(self, storage: _Storage, allow_mutation: bool) -> None:
        super().__init__()
        self._storage = storage
        self._allow_mutation = allow_mutation
        self._counts: defaultdict[str, int] = defaultdict(int)

    def __enter__(self) -> "_Cached":
        self._counts.clear()
        self.enter_context(caching_calls(self))
        return self

    def call(self, op: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return what was kept, or compute."""
        number = self._counts[op]
        self._counts[op] += 1
        calls = self._storage.calls[op]
        if number >= len(calls):
            raise RuntimeError(
                f"checkpoint: call {number} of {op} encountered during backward but not found in storage. {_WHY}"
            )
        entry = calls[number]
        if entry is _AGAIN:
            return function(*arguments)
        if entry is _CONSUMED:
            raise RuntimeError(
                "checkpoint: Trying to backward an extra time. You are only allowed to backward once on any region "
                "computed under selective activation checkpoint"
            )
        if not self._allow_mutation:
            entry.check(op)
        calls[number] = _CONSUMED
        return entry.result


def create_selective_checkpoint_contexts(
    policy_fn_or_list: PolicyFn | list[Callable[..., Any]], allow_cache_entry_mutation: bool = False
) -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]:
    """Return contexts for `checkpoint` in which some results are kept instead of computed again.

    Array functions, such as products of matrices, convolutions and softmax, are asked about. Elementwise ops and views
    always run again, since that costs little more than reading what was kept; so do ops composed of others, whose parts
    are asked about.

    Parameters
    ----------
    policy_fn_or_list : callable, or list of ops
        Called as ``policy(context, op, *args)`` with the function that is called, such as ``derivata.mm``; returns a
        `CheckpointPolicy`, or True for saving. A list names the ops whose results are saved.
    allow_cache_entry_mutation : bool
        Do not raise if a result that was kept has been written since.

    Returns
    -------
    tuple of two contexts
        For the call and its repetition. Only one backward pass can use them.

    Examples
    --------
    >>> import functools
    >>> import derivata as dv
    >>> from derivata.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts
    >>> x = dv.ones(2, 2, requires_grad=True)
    >>> contexts = functools.partial(create_selective_checkpoint_contexts, [dv.mm])
    >>> y = checkpoint(lambda x: dv.mm(x, x).exp(), x, use_reentrant=False, context_fn=contexts)
    >>> y.sum().backward()
    >>> x.grad[0, 0].item()
    29.5562...
    """
    if isinstance(policy_fn_or_list, list):
        ops = policy_fn_or_list
        for op in ops:
            if not callable(op):
                raise ValueError(
                    "create_selective_checkpoint_contexts: Expected op in `op_list` to be an op, such as derivata.mm, "
                    f"but got: {op!r} of type {type(op).__name__}"
                )

        def policy(context: SelectiveCheckpointContext, op: Any, *args: Any) -> CheckpointPolicy:
            return CheckpointPolicy.MUST_SAVE if op in ops else CheckpointPolicy.PREFER_RECOMPUTE
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise TypeError(
            "create_selective_checkpoint_contexts: policy_fn_or_list must be either a function or a list of ops, got "
            f"{type(policy_fn_or_list).__name__}"
        )
    storage = _Storage()
    return _Caching(policy, storage), _Cached(storage, allow_cache_entry_mutation)


@cache
def _public(name: str) -> Any:
    """Return the op of a name as users know it."""
    pack, _, op = name.rpartition(".")
    if pack:
        return getattr(import_module(f"{pack}.ops"), op)
    package = __name__.partition(".")[0]
    for module in (package, f"{package}.nn.functional", f"{package}.linalg", f"{package}.generated.ops"):
        found = getattr(import_module(module), name, None)
        if found is not None:
            return found
    return name
