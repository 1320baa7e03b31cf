"""Selective checkpoints: which results are kept, and which are computed again."""

import functools
import importlib
from typing import Any

import numpy as np
import pytest


@pytest.fixture
def tool(lib: Any) -> Any:
    """The module `utils.checkpoint` of the library under test."""
    return importlib.import_module(f"{lib.__name__}.utils.checkpoint")


def product_of(lib: Any) -> Any:
    """The op that a policy is told of when two matrices are multiplied."""
    return lib.ops.aten.mm.default if lib.__name__ == "torch" else lib.mm


def matrix(lib: Any) -> Any:
    return lib.tensor([[0.1, 0.2], [0.3, 0.4]], dtype=lib.float64, requires_grad=True)


def function(lib: Any, x: Any) -> Any:
    return (lib.mm(lib.mm(x, x).sin(), x).exp()).sum()


def slopes(lib: Any, x: Any) -> Any:
    x.grad = None
    function(lib, x).backward()
    return x.grad.tolist()


@pytest.mark.parametrize("kind", ["list", "policy", "bool"])
def test_gradients_are_those_of_a_plain_call(lib: Any, tool: Any, kind: str) -> None:
    """With kept results gradients are those of a plain call; a policy is a list of ops or a function."""
    mm, policies = product_of(lib), tool.CheckpointPolicy

    def policy(context: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        if kind == "bool":
            return op is mm
        return policies.MUST_SAVE if op is mm else policies.PREFER_RECOMPUTE

    chosen = [mm] if kind == "list" else policy
    contexts = functools.partial(tool.create_selective_checkpoint_contexts, chosen)
    x = matrix(lib)
    tool.checkpoint(functools.partial(function, lib), x, use_reentrant=False, context_fn=contexts).backward()
    assert x.grad.tolist() == slopes(lib, matrix(lib))


def test_a_policy_is_asked_in_the_first_call_with_arguments_and_output(lib: Any, tool: Any) -> None:
    """A policy is asked once per op, in the first call, with its arguments and its output."""
    seen = []

    def policy(context: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        if op is product_of(lib):
            seen.append((context.is_recompute, [arg.tolist() for arg in args], context.op_output.tolist()))
        return tool.CheckpointPolicy.PREFER_RECOMPUTE

    x = matrix(lib)
    contexts = functools.partial(tool.create_selective_checkpoint_contexts, policy)
    tool.checkpoint(
        lambda v: lib.mm(v, v).exp(), x, use_reentrant=False, context_fn=contexts
    ).sum().backward()
    assert seen == [(False, [x.tolist(), x.tolist()], lib.mm(x, x).tolist())]


@pytest.mark.parametrize("saved", [False, True])
def test_what_is_kept_is_not_computed_again(monkeypatch: pytest.MonkeyPatch, saved: bool) -> None:
    """An op whose result is kept does not run again."""
    import derivata as dv
    from derivata.generated import functions
    from derivata.utils import checkpoint as tool

    calls = []

    def counted(*arrays: Any) -> Any:
        calls.append(1)
        return np.matmul(*arrays)

    monkeypatch.setattr(functions, "mm", counted)
    policy = tool.CheckpointPolicy.MUST_SAVE if saved else tool.CheckpointPolicy.MUST_RECOMPUTE
    contexts = functools.partial(tool.create_selective_checkpoint_contexts, lambda *args: policy)
    x = dv.ones(2, 2, requires_grad=True)
    y = tool.checkpoint(lambda v: dv.mm(v, v).exp(), x, use_reentrant=False, context_fn=contexts).sum()
    assert len(calls) == 1
    list(y.grad_fn.next_functions[0][0]._saved_result)
    assert len(calls) == (1 if saved else 2)


def test_only_one_backward_can_use_what_is_kept(lib: Any, tool: Any) -> None:
    """A second backward through a selective checkpoint is an error."""
    contexts = functools.partial(tool.create_selective_checkpoint_contexts, [product_of(lib)])
    x = matrix(lib)
    y = tool.checkpoint(functools.partial(function, lib), x, use_reentrant=False, context_fn=contexts)
    y.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="Trying to backward an extra time"):
        y.backward()


def test_a_kept_result_must_not_be_written(lib: Any, tool: Any) -> None:
    """A kept result that was written is an error, unless `allow_cache_entry_mutation` says that it may be."""

    def writing(v: Any) -> Any:
        return lib.mm(v, v).mul_(1).exp().sum()

    def run(**options: Any) -> Any:
        make = functools.partial(tool.create_selective_checkpoint_contexts, [product_of(lib)], **options)
        x = matrix(lib)
        tool.checkpoint(writing, x, use_reentrant=False, context_fn=make).backward()
        return x.grad.tolist()

    with pytest.raises(RuntimeError, match="cached during selective activation checkpoint has been mutated"):
        run()
    x = matrix(lib)
    writing(x).backward()
    assert run(allow_cache_entry_mutation=True) == x.grad.tolist()


def test_other_calls_in_the_repetition_are_an_error(lib: Any, tool: Any) -> None:
    """An op that the first call did not run is an error."""
    calls = []

    def changing(v: Any) -> Any:
        calls.append(1)
        return (v.exp() if len(calls) == 1 else lib.mm(v, v)).exp().sin().sin().sum()

    contexts = functools.partial(tool.create_selective_checkpoint_contexts, [product_of(lib)])
    y = tool.checkpoint(changing, matrix(lib), use_reentrant=False, context_fn=contexts)
    with pytest.raises(RuntimeError, match="not found in storage"):
        y.backward()


def test_policies_are_functions_or_lists_of_ops(lib: Any, tool: Any) -> None:
    """A policy is a function or a list of ops."""
    with pytest.raises(TypeError, match="must be either a function or a list of ops"):
        tool.create_selective_checkpoint_contexts(3)
    with pytest.raises(ValueError, match="Expected op in `op_list` to be an"):
        tool.create_selective_checkpoint_contexts([3])


def test_ops_with_several_results_are_kept() -> None:
    """Ops with several results are kept as a whole."""
    import derivata as dv
    from derivata.utils import checkpoint as tool

    asked = []

    def policy(context: Any, op: Any, *args: Any) -> Any:
        asked.append(op)
        return True

    contexts = functools.partial(tool.create_selective_checkpoint_contexts, policy)
    x = dv.tensor([[1.0, 4.0], [3.0, 2.0]], requires_grad=True)

    def highest(v: Any) -> Any:
        return (v.exp().max(1).values * dv.softmax(v, 1).sum()).sum()

    tool.checkpoint(highest, x, use_reentrant=False, context_fn=contexts).backward()
    expected = dv.tensor([[1.0, 4.0], [3.0, 2.0]], requires_grad=True)
    highest(expected).backward()
    assert x.grad.tolist() == expected.grad.tolist()
    assert dv.softmax in asked
    assert dv.max in asked
