"""Gradients for a whole batch of output gradients (``is_grads_batched=True``)."""

from collections.abc import Callable
from typing import Any

from ..batching.rows import only_ours, rows_at_once, worthwhile
from ..generated.namespaces.top_level import stack
from ..runtime.tensors.tensor import Tensor
from .call_arguments import as_list, edge_of_input, inputs_of_call
from .gradient_edge import GradientEdge, engine_edge
from .needed import find_needed
from .zero_gradients import materialized


def grad_of_batch(
    grad: Callable[..., Any],
    outputs: Any,
    inputs: Any,
    grad_outputs: Any,
    retain_graph: bool | None,
    create_graph: bool,
    allow_unused: bool | None,
    materialize_grads: bool,
) -> tuple[Tensor | None, ...]:
    """Return the gradients for every row of the output gradients, stacked along a new first dimension.

    Zeros for inputs that are not used have no such dimension, as in PyTorch.
    """
    outputs, batches = as_list(outputs), [] if grad_outputs is None else as_list(grad_outputs)
    size = _batch_size(outputs, batches)
    keep = create_graph if retain_graph is None else retain_graph
    found = _at_once(grad, outputs, inputs, batches, size, create_graph, allow_unused or materialize_grads)
    if found is not None:
        if not keep:
            _release(outputs, inputs_of_call("grad", inputs))
        return (
            materialized(found, inputs_of_call("grad", inputs), create_graph) if materialize_grads else found
        )
    rows = [
        grad(
            outputs,
            inputs,
            [None if batch is None else batch[index] for batch in batches],
            keep or index < size - 1,
            create_graph,
            allow_unused=allow_unused or materialize_grads,
        )
        for index in range(size)
    ]
    columns = [_stacked(column) for column in zip(*rows, strict=True)]
    return (
        materialized(columns, inputs_of_call("grad", inputs), create_graph)
        if materialize_grads
        else tuple(columns)
    )


def _at_once(
    grad: Callable[..., Any],
    outputs: Any,
    inputs: Any,
    batches: Any,
    size: int,
    create_graph: bool,
    allow_unused: bool | None,
) -> tuple[Tensor | None, ...] | None:
    """Return the gradients for all rows at once; None if that is not possible, or would take longer."""
    given = [batch for batch in batches if batch is not None]
    elements = max([tensor.numel() for tensor in as_list(inputs) if isinstance(tensor, Tensor)], default=0)
    if not worthwhile(size, elements) or any(batch.is_sparse for batch in given):
        return None
    if not only_ours(
        engine_edge(output) if isinstance(output, GradientEdge) else output._edge for output in outputs
    ):
        return None

    def rows(vectors: list[Tensor | None]) -> Any:
        return grad(outputs, inputs, vectors, True, create_graph, allow_unused=allow_unused)

    found = rows_at_once(rows, batches, size)
    return None if found is None else tuple(found)


def _release(outputs: Any, inputs: Any) -> None:
    """Release the saved values of the nodes between outputs and inputs, as a backward without `retain_graph` does."""
    starts = [engine_edge(output) if isinstance(output, GradientEdge) else output._edge for output in outputs]
    ends = {edge_of_input("grad", target, starts) for target in inputs}
    needed, _ = find_needed(starts, ends)
    for node in needed:
        if any(edge in needed for edge in node.edges()):
            node.release_variables()


def _batch_size(outputs: Any, batches: Any) -> int:
    if len(batches) != len(outputs):
        raise RuntimeError(
            f"grad: with is_grads_batched=True, expected one batch for each of {len(outputs)} outputs, got "
            f"{len(batches)}; stack the gradients of each output"
        )
    sizes = set()
    for index, (output, batch) in enumerate(zip(outputs, batches, strict=True)):
        if batch is None:
            continue
        shape = engine_edge(output).shape if isinstance(output, GradientEdge) else output.shape
        if batch.shape[1:] != shape or not batch.shape:
            raise RuntimeError(
                f"grad: with is_grads_batched=True, expected grad_output[{index}] of shape (batch, "
                f"{', '.join(map(str, shape))}) for output[{index}] of shape {shape}, got {batch.shape}; "
                "the first dimension is the batch"
            )
        sizes.add(batch.shape[0])
    if len(sizes) != 1:
        raise RuntimeError(f"grad: expected grad_outputs with one batch size, got {sorted(sizes)}")
    size = int(sizes.pop())
    if not size:
        raise RuntimeError(
            "grad: with is_grads_batched=True, expected at least one row in grad_outputs, got none"
        )
    return size


def _stacked(rows: tuple[Tensor | None, ...]) -> Tensor | None:
    present = [row.to_dense() for row in rows if row is not None]
    return stack(present) if present else None
