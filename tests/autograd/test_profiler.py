"""The profiler: which ops, nodes and blocks it records, in which nesting, and what it leaves behind."""

import doctest
import json
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import derivata as dv
from derivata.autograd import profiler
from derivata.autograd.profiler import FunctionEvent, profile, record_function


def leaf(lib: Any = dv) -> Any:
    return lib.tensor([1.0, 2.0, 3.0], requires_grad=True)


def names(prof: Any) -> list[str]:
    return [event.name for event in prof.function_events]


def named(prof: Any, name: str) -> FunctionEvent:
    found: list[FunctionEvent] = [event for event in prof.function_events if event.name == name]
    assert len(found) == 1, names(prof)
    return found[0]


class Twice(dv.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad + grad


def test_ops_and_nodes_are_recorded_in_the_order_they_run() -> None:
    """The profiler records each op and each node of a backward pass under its name."""
    x = leaf()
    with profile() as prof:
        y = (x * x).exp().sum()
        y.backward()
    forward, backward = ["mul", "exp", "sum"], ["SumBackward", "ExpBackward", "MulBackward"]
    assert names(prof) == [*forward, *backward, "AccumulateGrad"]


def test_calls_are_counted(lib: Any) -> None:
    """`key_averages()` counts the calls of each op and of each node."""
    x = leaf(lib)
    with lib.autograd.profiler.profile() as prof:
        y = x
        for _ in range(5):
            y = y.sin()
        y.backward(lib.ones(3))
    counts = {event.key.split("::")[-1].rstrip("0"): event.count for event in prof.key_averages()}
    assert counts["sin"] == 5
    assert counts["SinBackward"] == 5
    assert counts["AccumulateGrad"] == 1


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x**2, "pow"),
        (lambda x: 2.0 * x, "mul"),
        (lambda x: dv.mul(x.detach(), x.detach(), out=dv.zeros(3)), "mul"),
        (lambda x: x[0], "_getitem"),
    ],
)
def test_overloads_operators_and_out_go_by_the_name_of_the_op(call: Any, name: str) -> None:
    """Overloads, operators and calls with `out=` are recorded once, under the name of the op."""
    x = leaf()
    with profile() as prof:
        call(x)
    assert Counter(names(prof))[name] == 1


def test_what_runs_inside_of_a_call_is_its_child() -> None:
    """What an op, a Function or a node calls is a child of its event."""
    x = leaf()
    with profile() as prof:
        Twice.apply(x).backward(dv.ones(3))
    function, node = named(prof, "Twice"), named(prof, "TwiceBackward")
    assert [child.name for child in function.cpu_children] == ["mul"]
    assert [child.name for child in node.cpu_children] == ["add"]
    assert function.cpu_children[0].cpu_parent is function
    assert function.cpu_parent is None


def test_self_time_excludes_children() -> None:
    """The self time of an event is its time without that of its children."""
    x = leaf()
    with profile() as prof, record_function("step"):
        Twice.apply(x).mul_(3).sum().backward()
    for event in prof.function_events:
        inside = sum(child.cpu_time_total for child in event.cpu_children)
        assert 0 <= event.self_cpu_time_total <= event.cpu_time_total
        assert event.self_cpu_time_total == pytest.approx(event.cpu_time_total - inside)
    step = named(prof, "step")
    assert prof.self_cpu_time_total == pytest.approx(step.cpu_time_total)
    assert prof.total_average().self_cpu_time_total == pytest.approx(step.cpu_time_total)


def test_an_op_and_its_node_share_a_sequence_number(lib: Any) -> None:
    """`sequence_nr` is the same for the op that made a node and the node's step in a backward pass."""
    x = leaf(lib)
    with lib.autograd.profiler.profile() as prof:
        (x * x).exp().sum().backward()
    events = {event.name.split("::")[-1].rstrip("0"): event for event in prof.function_events}
    for op, node in (("exp", "ExpBackward"), ("sum", "SumBackward")):
        assert events[op].sequence_nr == events[node].sequence_nr >= 0
        assert events[node].fwd_thread == events[op].thread
    assert events["AccumulateGrad"].sequence_nr == -1


def test_an_op_that_returns_its_argument_is_not_taken_for_its_maker() -> None:
    """An op that returns its argument has no sequence number: it made no node."""
    x = leaf()
    with profile() as prof:
        y = (x * x).contiguous()
    assert named(prof, "mul").sequence_nr == y.grad_fn.sequence_nr
    assert named(prof, "contiguous").sequence_nr == -1


def test_unrecorded_ops_have_no_sequence_number() -> None:
    """Without a gradient to record, an op has the sequence number -1."""
    with profile() as prof, dv.no_grad():
        leaf() * 2
    assert named(prof, "mul").sequence_nr == -1


def test_create_graph_shows_the_ops_of_the_backward() -> None:
    """With `create_graph=True` the ops that compute a gradient are children of the node's event."""
    x = leaf()
    with profile() as prof:
        (first,) = dv.autograd.grad(x.exp().sum(), x, create_graph=True)
        first.sum().backward()
    node = next(event for event in prof.function_events if event.name == "ExpBackward")
    assert "mul" in [child.name for child in node.cpu_children]
    assert "MulBackward" in names(prof)


def test_a_backward_inside_of_a_backward_is_nested() -> None:
    """A backward pass that a Function's backward starts is nested in that node's event."""

    class Reentrant(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            with dv.enable_grad():
                inner = leaf()
                inner.exp().sum().backward()
            return grad * inner.grad

    with profile() as prof:
        Reentrant.apply(leaf()).sum().backward()
    assert named(prof, "ExpBackward").cpu_parent is named(prof, "ReentrantBackward")
    assert prof.function_events[-1].cpu_parent is None


def test_blocks_are_named_by_a_context_manager_or_a_decorator(lib: Any) -> None:
    """`record_function` names a block as a context manager and a function as a decorator."""

    @lib.autograd.profiler.record_function("function")
    def call() -> None:
        x * 2

    x = leaf(lib)
    with lib.autograd.profiler.profile() as prof, lib.autograd.profiler.record_function("outer"):
        call()
        call()
    blocks = [event for event in prof.function_events if event.is_user_annotation]
    assert [event.name for event in blocks] == ["outer", "function", "function"]
    assert [event.cpu_parent for event in blocks] == [None, blocks[0], blocks[0]]
    times = {event.key: event for event in prof.key_averages()}
    assert times["function"].count == 2
    assert call.__name__ == "call"


def test_blocks_may_end_out_of_order() -> None:
    """Blocks of generators may overlap."""

    def generator(name: str) -> Any:
        with record_function(name):
            yield

    first, second = generator("first"), generator("second")
    with profile() as prof:
        next(first), next(second)
        next(first, None), next(second, None)
        leaf() * 2
    assert names(prof) == ["first", "second", "mul"]
    assert named(prof, "mul").cpu_parent is None


def test_without_a_profiler_a_block_does_nothing() -> None:
    """Outside of a profile `record_function` does nothing."""
    with record_function("nothing") as block:
        assert sys.getprofile() is None
    assert block.name == "nothing"


def test_threads_that_start_inside_are_recorded() -> None:
    """Threads that start while a profile is active are recorded, each on its own."""
    results: list[Any] = []

    def work() -> None:
        with record_function("work"):
            results.append(leaf().exp())

    with profile() as prof:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        results[0].sum().backward()
    counts = Counter(names(prof))
    assert counts["work"] == counts["exp"] == 4
    for event in prof.function_events:
        if event.name == "exp":
            assert event.cpu_parent.name == "work"
            assert event.cpu_parent.thread == event.thread
    node = named(prof, "ExpBackward")
    assert node.fwd_thread not in (0, node.thread)


def test_a_thread_that_runs_on_is_not_recorded_any_more() -> None:
    """A thread that goes on after the profile leaves the interpreter's hook by itself."""
    inside, go_on = threading.Event(), threading.Event()
    hooks: list[Any] = []

    def work() -> None:
        leaf() * 2
        inside.set()
        go_on.wait()
        leaf() * 2
        hooks.append(sys.getprofile())

    with profile() as prof:
        thread = threading.Thread(target=work)
        thread.start()
        inside.wait()
    go_on.set()
    thread.join()
    assert names(prof) == ["mul"]
    assert hooks == [None]


def test_a_failing_op_ends_its_event() -> None:
    """An op that raises is recorded, and those after it are not taken for its children."""
    x = leaf()
    with profile() as prof:
        with pytest.raises(RuntimeError):
            x.matmul(dv.ones(4))
        x.exp()
    assert named(prof, "matmul").sequence_nr == -1
    assert named(prof, "exp").cpu_parent is None


def test_an_exception_leaves_the_profile_and_keeps_its_results(lib: Any) -> None:
    """An exception passes through a profile, which has recorded what ran before."""
    prof = lib.autograd.profiler.profile()
    with pytest.raises(KeyError), prof, lib.autograd.profiler.record_function("block"):
        leaf(lib).exp()
        raise KeyError("x")
    assert sys.getprofile() is None
    found = [event.name.split("::")[-1] for event in prof.function_events]
    assert [name for name in found if name in ("block", "exp")] == ["block", "exp"]


def test_afterwards_no_hook_is_left() -> None:
    """After a profile, and with `enabled=False`, the interpreter calls no hook."""
    with profile(enabled=False) as off:
        assert sys.getprofile() is None
        leaf().exp()
    assert list(off.function_events) == []
    assert off.table() == ""
    with profile():
        assert sys.getprofile() is not None
    assert sys.getprofile() is None
    assert threading.getprofile() is None
    assert profiler.recorder.current is None


def test_profiles_cannot_be_nested() -> None:
    """A profile inside of another one raises, and the outer one goes on."""
    with profile() as outer:
        with pytest.raises(RuntimeError, match="cannot be nested"):
            profile().__enter__()
        leaf().exp()
    assert names(outer) == ["exp"]


def test_another_profiler_is_not_replaced() -> None:
    """Where another profiler is installed, a profile raises and leaves it."""

    def other(*event: Any) -> None:
        return None

    sys.setprofile(other)
    try:
        with pytest.raises(RuntimeError, match="another profiler is active"):
            profile().__enter__()
        assert sys.getprofile() is other
    finally:
        sys.setprofile(None)


def test_a_profile_is_used_once(lib: Any) -> None:
    """A profile can be entered once."""
    with lib.autograd.profiler.profile() as prof:
        pass
    with pytest.raises(RuntimeError, match="Profiler context manager is not reentrant"):
        prof.__enter__()


def test_results_are_there_after_the_block() -> None:
    """Reading the results of a profile that has not ended raises."""
    with profile() as prof, pytest.raises(RuntimeError, match="Profiler didn't finish running"):
        prof.key_averages()


def test_what_is_collected_stays_right() -> None:
    """Gradients are the same with and without a profile."""
    x, y = leaf(), leaf()
    (x.exp() * x).sum().backward()
    with profile(record_shapes=True, with_stack=True):
        (y.exp() * y).sum().backward()
    assert x.grad.tolist() == y.grad.tolist()


def test_shapes_of_arguments(lib: Any) -> None:
    """With `record_shapes=True` events tell the shapes of the arguments, and averages can tell them apart."""
    a, b = lib.ones(2, 3), lib.ones(3)
    with lib.autograd.profiler.profile(record_shapes=True) as prof:
        a * b
        a * a
        a * a
    muls = [event for event in prof.key_averages(True) if event.key.endswith("mul")]
    assert [(event.input_shapes, event.count) for event in muls] == [
        ([[2, 3], [3]], 1),
        ([[2, 3], [2, 3]], 2),
    ]
    assert "[[2, 3], [3]]" in prof.key_averages(True).table()


def test_shapes_of_functions_and_nodes() -> None:
    """The shapes of a node's event are those of the gradients that arrive."""
    with profile(record_shapes=True) as prof:
        Twice.apply(leaf()).sum().backward()
    assert named(prof, "Twice").input_shapes == [[3]]
    assert named(prof, "TwiceBackward").input_shapes == [[3]]
    assert named(prof, "SumBackward").input_shapes == [[]]


def test_memory() -> None:
    """With `profile_memory=True` events tell how many bytes their results need."""
    x = dv.ones(1000)
    x * 2  # whatever the first call brings along is not meant
    with profile(profile_memory=True) as prof:
        kept = x * 2
    event = named(prof, "mul")
    assert kept.numpy().nbytes <= event.cpu_memory_usage < 2 * kept.numpy().nbytes
    assert event.self_cpu_memory_usage == event.cpu_memory_usage
    assert "CPU Mem" in prof.table()


def test_stacks(tmp_path: Path) -> None:
    """With `with_stack=True` events know the lines that led to them, which `export_stacks` writes."""
    with profile(with_stack=True) as prof:
        for _ in range(3):
            leaf().exp()
    event = prof.function_events[0]
    assert event.stack[0].startswith(f"{__file__}(")
    assert event.stack[0].endswith(": test_stacks")
    grouped = prof.key_averages(group_by_stack_n=1)
    assert [(average.key, average.count) for average in grouped] == [("exp", 3)]
    prof.export_stacks(tmp_path / "stacks.txt", "cpu_time_total")
    for line in (tmp_path / "stacks.txt").read_text().splitlines():
        calls, _, time = line.rpartition(" ")
        assert calls.endswith("test_stacks")
        assert int(time) > 0
    with pytest.raises(ValueError, match="metric should be one of"):
        prof.export_stacks(tmp_path / "stacks.txt", "colour")


def test_a_name_inside_of_itself_counts_once_in_the_total_time() -> None:
    """A block inside of one with the same name adds to the count, and not twice to the total time."""
    with profile() as prof, record_function("block"), record_function("block"):
        leaf().exp()
    average = prof.key_averages()[0]
    assert average.count == 2
    assert average.cpu_time_total == prof.function_events[0].cpu_time_total
    assert average.cpu_time == average.cpu_time_total / 2


def test_a_chrome_trace_has_bars_and_arrows(tmp_path: Path) -> None:
    """`export_chrome_trace` writes a bar per event, and an arrow from each op to each step of its node."""
    x = leaf()
    with profile(record_shapes=True, with_stack=True) as prof, record_function("step"):
        y = x.exp().sum()
        y.backward(retain_graph=True)
        y.backward()
    prof.export_chrome_trace(tmp_path / "trace.json")
    items = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    bars = [item for item in items if item["ph"] == "X"]
    assert [bar["name"] for bar in bars] == names(prof)
    starts = {item["id"]: item for item in items if item["ph"] == "s"}
    ends = {item["id"]: item for item in items if item["ph"] == "f"}
    assert len(starts) == 4
    assert starts.keys() == ends.keys()
    at = {(bar["tid"], bar["ts"]): bar["name"] for bar in bars}
    pairs = [(at[s["tid"], s["ts"]], at[ends[k]["tid"], ends[k]["ts"]]) for k, s in starts.items()]
    assert Counter(pairs) == {("exp", "ExpBackward"): 2, ("sum", "SumBackward"): 2}
    assert all(starts[number]["ts"] < ends[number]["ts"] for number in starts)


def test_a_table_has_a_row_per_name() -> None:
    """`table()` prints names, shares, times and counts, sorted by any of them, up to a number of rows."""
    x = leaf()
    with profile() as prof:
        for _ in range(3):
            x.exp()
        x.sin()
    lines = prof.key_averages().table(sort_by="count", row_limit=1).splitlines()
    assert lines[1].split("  ")[-1].strip() == "# of Calls"
    assert [line.split()[0] for line in lines[3:-2]] == ["exp"]
    assert lines[3].split()[-1] == "3"
    assert lines[-1].startswith("Self CPU time total: ")
    assert str(prof) == prof.table()
    with pytest.raises(ValueError, match="expected sort_by to be one of"):
        prof.table(sort_by="colour")


def test_a_decorated_function_may_call_itself() -> None:
    """Each call of a decorated function is a block of its own, also where it calls itself."""

    @record_function("function")
    def call(depth: int) -> None:
        if depth:
            call(depth - 1)

    with profile() as prof:
        call(2)
    events = prof.function_events
    assert [event.cpu_parent for event in events] == [None, *events[:2]]


def test_the_newer_profiler_starts_stops_and_calls_back(lib: Any) -> None:
    """`profiler.profile` starts and stops by hand or as a context manager, and calls `on_trace_ready` at the end."""
    ready: list[Any] = []
    options = {"activities": [lib.profiler.ProfilerActivity.CPU], "on_trace_ready": ready.append}
    prof = lib.profiler.profile(**options)
    prof.start()
    with lib.profiler.record_function("block"):
        leaf(lib).exp()
    prof.stop()
    assert ready == [prof]
    assert {"block", "exp"} <= {event.name.split("::")[-1] for event in prof.events()}
    with lib.profiler.profile(**options) as second:
        pass
    assert ready == [prof, second]


def test_the_page_about_the_profiler_tells_the_truth() -> None:
    page = Path(__file__).parents[2] / "docs" / "profiling.md"
    assert doctest.testfile(str(page), False, optionflags=doctest.ELLIPSIS) == (0, 10)


def test_operators_are_recorded_as_their_ops_behind_those_of_sparse_matrices() -> None:
    pytest.importorskip("scipy")
    import derivata.scipy.sparse  # noqa: F401  (puts its own operator in front of the one of tensors)

    with profile() as prof:
        (leaf() @ leaf() * 2.0).backward()
    names = [event.name for event in prof.function_events]
    assert names[:2] == ["matmul", "mul"]
    assert not any("lambda" in name for name in names)


def test_nodes_written_by_hand_are_recorded() -> None:
    """Nodes whose class is defined while a profile is active are recorded as well."""
    with profile() as prof:

        class Late(dv.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                return x.detach()

            @staticmethod
            def backward(ctx: Any, grad: Any) -> Any:
                return grad

        Late.apply(leaf()).sum().backward()
    assert named(prof, "Late").sequence_nr == named(prof, "LateBackward").sequence_nr
