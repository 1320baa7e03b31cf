"""Compiled modules: they share the members of the one that they are made of, and are never stale."""

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from nn.test_every_module_parity import CASES

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .programs import close, same


@pytest.fixture(autouse=True)
def without_loops() -> Iterator[None]:
    """Loops are tested elsewhere."""
    with kernels.disabled(), warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield


class Block(nn.Module):
    """A bit of all that modules may have."""

    power = 2
    offset: float

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.parts = nn.ModuleDict({"norm": nn.LayerNorm(4)})
        self.drop = nn.Dropout(0.5)
        self.scale = nn.Parameter(dv.full((4,), 0.5))
        self.register_buffer("shift", dv.ones(4))
        self.act = F.gelu
        self.slope = 0.25
        self.sizes = (4, 2)
        self.none = None

    @property
    def half(self) -> Any:
        return self.slope / 2

    @staticmethod
    def square(x: Any) -> Any:
        return x * x

    def helper(self, x: Any, factor: float = 2.0) -> Any:
        return self.square(x) * factor + self.half

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = self.act(layer(x)) * self.scale
        x = self.parts["norm"](x) + self.shift
        if self.training:
            x = x * self.slope
        if self.none is not None:
            x = x + self.none
        return self.helper(self.drop(x), self.sizes[1]) ** self.power


def model() -> Any:
    dv.manual_seed(0)
    made = Block()
    made.drop.p = 0.0
    return made.eval()


def example(seed: int = 0) -> Any:
    rng = np.random.default_rng(seed)
    return dv.tensor(rng.standard_normal((3, 4)), dtype=dv.float32).requires_grad_()


def check(compiled: Any, plain: Any, *args: Any) -> None:
    """Compare a compiled module with the module."""
    ours, theirs = compiled(*args), plain(*args)
    assert (ours.shape, ours.dtype, ours.requires_grad) == (theirs.shape, theirs.dtype, theirs.requires_grad)
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=2e-5, atol=2e-6)
    ends = [end for end in (*plain.parameters(), *args) if end.requires_grad]
    if theirs.requires_grad:
        both = [dv.autograd.grad((out * out).sum(), ends, allow_unused=True) for out in (ours, theirs)]
        same(*both)


def other_forward(self: Any, x: Any) -> Any:
    return x * self.scale


def other_layer(self: Any, input: Any) -> Any:
    return F.linear(input, self.weight)


class Halved(nn.Linear):
    def forward(self, input: Any) -> Any:
        return input * 0.5


class Backwards(nn.ModuleList):
    def __iter__(self) -> Any:
        return iter([*super().__iter__()][::-1])


class Doubled(Block):
    power = 1


def _no_decay(block: Any) -> None:
    with dv.no_grad():
        block.scale.mul_(2)


def _write_buffer(block: Any) -> None:
    block.shift.mul_(3)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "training": lambda block: block.train(),
    "training of a child": lambda block: (
        setattr(block.drop, "training", True) or setattr(block.drop, "p", 1.0)
    ),
    "a number": lambda block: setattr(block, "slope", 3.0),
    "a tuple": lambda block: setattr(block, "sizes", (4, 5)),
    "a number of the class": lambda block: setattr(Block, "power", 3),
    "a number of the class that an instance hides": lambda block: setattr(block, "power", 3),
    "a number for None": lambda block: setattr(block, "none", 1.5),
    "a tensor for None": lambda block: setattr(block, "none", dv.ones(4)),
    "a parameter in place": _no_decay,
    "another parameter": lambda block: setattr(block, "scale", nn.Parameter(dv.full((4,), 2.0))),
    "a parameter of another shape": lambda block: setattr(block, "scale", nn.Parameter(dv.full((1,), 2.0))),
    "the data of a parameter": lambda block: setattr(block.scale, "data", dv.full((4,), 7.0)),
    "a frozen parameter": lambda block: block.scale.requires_grad_(False),
    "all frozen": lambda block: block.requires_grad_(False),
    "a buffer in place": _write_buffer,
    "another buffer": lambda block: setattr(block, "shift", dv.zeros(4)),
    "a loaded state": lambda block: block.load_state_dict({k: v * 2 for k, v in block.state_dict().items()}),
    "a function": lambda block: setattr(block, "act", dv.tanh),
    "a function of the user": lambda block: setattr(block, "act", lambda x: x * 0.5),
    "a child": lambda block: setattr(block, "drop", nn.Tanh()),
    "a child of a list": lambda block: block.layers.__setitem__(1, nn.Linear(4, 4, bias=False)),
    "one child more": lambda block: block.layers.append(nn.Linear(4, 4)),
    "one child less": lambda block: block.layers.__delitem__(0),
    "a child of a dict": lambda block: block.parts.__setitem__("norm", nn.Tanh()),
    "another list": lambda block: setattr(block, "layers", nn.ModuleList([nn.Linear(4, 4)])),
    "the first child of a list": lambda block: block.layers.__setitem__(0, nn.Linear(4, 4)),
    "the class of a child": lambda block: setattr(block.layers[0], "__class__", Halved),
    "the class of a list": lambda block: setattr(block.layers, "__class__", Backwards),
    "its own mode": lambda block: setattr(block, "training", True),
    "no bias": lambda block: setattr(block.layers[0], "bias", None),
    "eps": lambda block: setattr(block.parts["norm"], "eps", 3.0),
    "forward of the class": lambda block: setattr(Block, "forward", other_forward),
    "forward of the instance": lambda block: setattr(block, "forward", lambda x: x * 5),
    "forward of a child": lambda block: setattr(block.layers[0], "forward", lambda x: x * 5),
    "forward of a class of derivata's": lambda block: setattr(nn.Linear, "forward", other_layer),
    "a method": lambda block: setattr(Block, "helper", lambda self, x, factor: x - factor),
    "a method of the instance": lambda block: setattr(block, "helper", lambda x, factor: x - factor),
    "a default": lambda block: setattr(Block.forward, "__code__", other_forward.__code__),
    "a property": lambda block: setattr(Block, "half", property(lambda self: self.slope * 8)),
    "a static method": lambda block: setattr(Block, "square", staticmethod(lambda x: x)),
    "the class": lambda block: setattr(block, "__class__", Doubled),
    "a hook": lambda block: block.register_forward_hook(lambda module, args, out: out * 2),
    "a hook of a child": lambda block: block.layers[1].register_forward_pre_hook(
        lambda module, args: args[0] * 2
    ),
    "a hook of all": lambda block: nn.modules.module.register_module_forward_hook(lambda m, a, out: out * 2),
    "float64": lambda block: block.double(),
}


@pytest.fixture
def as_before() -> Iterator[None]:
    """What is changed of classes is changed back."""
    kept, code = dict(vars(Block)), Block.forward.__code__
    linear = nn.Linear.forward
    yield
    for name in ("power", "forward", "helper", "half", "square"):
        setattr(Block, name, kept[name])
    Block.forward.__code__ = code
    nn.Linear.forward = linear  # type: ignore[method-assign]
    nn.hooks.EVERYWHERE.clear()


@pytest.mark.usefixtures("as_before")
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_module_is_noticed(name: str) -> None:
    """The call before the change is a program's, and another one, or the module itself, makes the call after it."""
    block = model()
    compiled = compile(block)
    check(compiled, block, example())
    assert len(compiled.compiled.programs) == 1
    CHANGES[name](block)
    x = example(1).detach().double().requires_grad_() if name == "float64" else example(1)
    entry = compiled.compiled.entries[0]
    assert bool(entry.checks.difference((x,), {})) is (entry.guard((x,), {}) is None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name == "training of a child":
            assert compiled(x).tolist() == block(x).tolist()  # all is dropped
        else:
            check(compiled, block, x)


@pytest.mark.usefixtures("as_before")
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_module_that_is_read_from_outside_is_noticed(name: str) -> None:
    block = model()

    def loss(module: Any, x: Any) -> Any:
        return (module(x) + block.scale).square().mean()

    compiled = compile(loss)
    check(lambda x: compiled(block, x), _Plain(block, loss), example())
    assert len(compiled.programs) == 1
    CHANGES[name](block)
    x = example(1).detach().double().requires_grad_() if name == "float64" else example(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(lambda x: compiled(block, x), _Plain(block, loss), x)


class _Plain:
    """A function of a module, with the module's parameters."""

    def __init__(self, block: Any, loss: Any) -> None:
        self.block, self.loss, self.parameters = block, loss, block.parameters

    def __call__(self, x: Any) -> Any:
        return self.loss(self.block, x)


def test_another_module_as_argument_is_another_kind_of_call() -> None:
    def loss(module: Any, x: Any) -> Any:
        return module(x).square().sum()

    compiled, first, second = compile(loss, fullgraph=True), nn.Linear(4, 2), nn.Linear(4, 2)
    for module in (first, second, first, compile(second)):
        assert compiled(module, example()).item() == pytest.approx(loss(module, example()).item(), rel=1e-5)
    assert len(compiled.programs) == 3


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_every_module_gives_what_it_gives_op_by_op(case: Any, training: bool) -> None:
    name, make, shape = case
    dv.manual_seed(0)
    module = make(nn).train(training)
    compiled = compile(module)
    rng = np.random.default_rng(0)
    for _ in range(2):
        x = dv.tensor(rng.standard_normal(shape), dtype=dv.float32).requires_grad_()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ours, theirs = [_tensors(f(x)) for f in (compiled, module)]
            ends = [x, *[p for p in module.parameters() if p.requires_grad]]
            for our, their in zip(ours, theirs, strict=True):
                np.testing.assert_allclose(our.detach().numpy(), their.detach().numpy(), rtol=1e-4, atol=1e-5)
            sums = [sum(out.square().sum() for out in outs) for outs in (ours, theirs)]
            same(*[dv.autograd.grad(total, ends, allow_unused=True) for total in sums])
        with dv.no_grad():
            for parameter in module.parameters():
                parameter.mul_(1.25)
    assert bool(compiled.compiled.programs) is (name.rstrip("123d-0") not in OP_BY_OP)


OP_BY_OP = {"Unflatten"}
"""Modules that run op by op: what they return is a view of their argument."""


def _tensors(result: Any) -> list[Any]:
    parts = result if isinstance(result, tuple | list) else [result]
    return [tensor for part in parts for tensor in (_tensors(part) if isinstance(part, tuple) else [part])]


# ---- what compiled modules share


def test_a_compiled_module_has_the_members_of_its_module() -> None:
    block = model()
    compiled = compile(block)
    assert isinstance(compiled, Block)
    assert [*compiled.state_dict()] == [*block.state_dict()]
    assert all(ours is theirs for ours, theirs in zip(compiled.parameters(), block.parameters(), strict=True))
    compiled.train()
    assert block.training and block.drop.training
    compiled.slope = 9.0
    assert block.slope == 9.0
    assert "Dropout" in repr(compiled)


def test_a_copy_of_a_compiled_module_is_compiled_and_has_its_own_members() -> None:
    module = compile(nn.Sequential(nn.Linear(4, 4), nn.Tanh()))
    for again in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert again[0].weight is not module[0].weight
        assert again(example()).tolist() == module(example()).tolist()
        with dv.no_grad():
            again[0].weight.mul_(2)
        assert len(again.compiled.programs) == 1
        assert not dv.equal(again(example()), module(example()))


def test_a_compiled_module_is_a_child_like_others() -> None:
    whole = nn.Sequential(nn.Linear(4, 4), compile(nn.Sequential(nn.Linear(4, 4), nn.GELU())))
    check(compile(whole, fullgraph=True), whole, example())
    assert [name for name, _ in whole.named_parameters()] == ["0.weight", "0.bias", "1.0.weight", "1.0.bias"]


def test_training_steps_are_those_op_by_op() -> None:
    losses = []
    for wrap in (compile, lambda module: module):
        block = model()
        optimizer = dv.optim.Adam(block.parameters(), lr=0.05)
        module = wrap(block)
        found = []
        for step in range(5):
            optimizer.zero_grad()
            loss = (module(example(step)) - 1).square().mean()
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        losses.append(found)
    np.testing.assert_allclose(*losses, rtol=1e-4)


class Counted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(6, 6), nn.Linear(6, 6)])
        self.others = nn.ModuleDict({"last": nn.Linear(6, 6)})

    def forward(self, x: Any) -> Any:
        for number in range(len(self.layers)):
            x = self.layers[number](x).tanh()
        return self.others["last"](x) if "last" in self.others else x


def test_containers_of_modules_are_counted_and_looked_into() -> None:
    module = Counted()
    compiled = compile(module, fullgraph=True)
    x = dv.linspace(-1, 1, 12).reshape(2, 6)
    with kernels.disabled():
        for change in (
            lambda: None,
            lambda: module.layers.append(nn.Linear(6, 6)),
            lambda: module.others.pop("last"),
        ):
            change()
            assert dv.allclose(compiled(x), module(x))


# ---- what is refused


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.count, self.seen, self.table = 0, [], {"a": 2.0}

    def forward(self, x: Any) -> Any:
        self.count += 1
        return x * self.count


class Listing(Counting):
    def forward(self, x: Any) -> Any:
        self.seen.append(1)
        return x * len(self.seen)


class Looking(Counting):
    def forward(self, x: Any) -> Any:
        return x * self.table["a"]


class Branching(Counting):
    def forward(self, x: Any) -> Any:
        return x * float(f"{x.sum().item()}")


class Indexed(Counting):
    def __getitem__(self, index: int) -> float:
        return 3.0

    def forward(self, x: Any) -> Any:
        return x * self[0]


class Trying(Counting):
    def forward(self, x: Any) -> Any:
        try:
            return x * float(f"{x.sum().item()}")
        except RuntimeError:
            return x


class Missing(Counting):
    def __getattr__(self, name: str) -> Any:
        return 2.0 + self.count

    def forward(self, x: Any) -> Any:
        return x * self.anything


class Registering(Counting):
    def forward(self, x: Any) -> Any:
        self.register_buffer("last", x.detach())
        return x * self.last


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "an attribute that is written": (Counting, "sets the attribute count"),
    "a list": (Listing, "changes a list from outside"),
    "a branch": (Branching, "asks for its numbers|format of a number of a tensor"),
    "an operator of its own": (Indexed, "Indexed defines __getitem__"),
    "a float in a try": (Trying, "asks for its numbers|format of a number of a tensor"),
    "attributes from nowhere": (Missing, "Missing defines __getattr__"),
    "a buffer that is registered": (Registering, "Registering.register_buffer is read"),
    "a mean of all batches": (
        lambda: nn.BatchNorm1d(4, momentum=None),
        "item of a tensor asks for its numbers|asking for what a step or a layer has written",
    ),
}


def test_tables_and_lists_of_modules_are_noticed() -> None:
    layer: Any = Looking()
    compiled = compile(layer, fullgraph=True)
    for change in (
        lambda: None,
        lambda: layer.table.update(a=3.0),
        lambda: setattr(layer, "table", {"a": 0.5}),
    ):
        change()
        assert compiled(example()).tolist() == (example() * layer.table["a"]).tolist()
    assert len(compiled.compiled.programs) == 3


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_noticed_is_refused_and_runs_op_by_op(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(CannotCompile, match=message):
        compile(make(), fullgraph=True)(example())
    ours, theirs = make(), make()
    compiled = compile(ours)
    with pytest.warns(UserWarning, match=f"{type(ours).__name__} runs op by op: .*{message}"):
        assert compiled(example()).tolist() == theirs(example()).tolist()
    for seed in range(3):
        assert compiled(example(seed)).tolist() == theirs(example(seed)).tolist()
    assert not compiled.compiled.programs


STATISTICS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "vectors": (lambda: nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.GELU()), (6, 4)),
    "images": (lambda: nn.Sequential(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.ReLU()), (4, 2, 5, 5)),
    "samples": (
        lambda: nn.Sequential(nn.InstanceNorm1d(3, track_running_stats=True, affine=True)),
        (4, 3, 6),
    ),
    "no statistics": (lambda: nn.Sequential(nn.BatchNorm1d(4, track_running_stats=False)), (5, 4)),
}


@pytest.mark.parametrize("name", STATISTICS)
def test_statistics_of_batches_are_those_op_by_op_in_training_and_evaluation(name: str) -> None:
    make, shape = STATISTICS[name]
    models = []
    for _ in range(2):
        dv.manual_seed(0)
        models.append(make())
    ours, theirs = models
    compiled, rng = compile(ours, fullgraph=True), np.random.default_rng(0)
    for train in (True, True, True, False, True):
        ours.train(train)
        theirs.train(train)
        x = dv.tensor(rng.standard_normal(shape), dtype=dv.float32)
        found = [module(x) for module in (compiled, theirs)]
        close(*found)
        for module, result in zip(models, found, strict=True):
            module.zero_grad()
            if result.requires_grad:
                result.square().sum().backward()
        for our, their in zip(ours.parameters(), theirs.parameters(), strict=True):
            close(our.grad, their.grad)
        for our, their in zip(ours.buffers(), theirs.buffers(), strict=True):
            close(our, their)
    assert len(compiled.compiled.programs) == 2


def test_a_layer_with_statistics_that_is_called_twice_sees_both_batches() -> None:
    norm = nn.BatchNorm1d(4)

    def both(x: Any, y: Any) -> Any:
        return norm(x) * norm(y)

    compiled, found = compile(both, fullgraph=True), []
    for function in (compiled, both):
        norm.reset_parameters()
        found.append([function(example(1), example(2)), norm.running_mean.clone(), norm.running_var.clone()])
        assert norm.num_batches_tracked.item() == 2
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_statistics_that_are_read_after_they_were_written_are_refused() -> None:
    norm = nn.BatchNorm1d(4)

    def f(x: Any) -> Any:
        return norm(x) + norm.running_mean

    compiled = compile(f)
    with pytest.warns(UserWarning, match="reading what a step or a layer has written"):
        ours = compiled(example())
    norm.reset_parameters()
    close(ours, f(example()))


def test_all_parameters_of_a_module_may_be_read() -> None:
    def penalty(module: Any) -> Any:
        return sum([parameter.square().sum() for parameter in module.parameters()])

    module = model()
    compiled = compile(penalty, fullgraph=True)
    for _ in range(2):
        assert compiled(module).item() == pytest.approx(penalty(module).item(), rel=1e-5)
        _no_decay(module)
    module.extra = nn.Parameter(dv.ones(3))
    assert compiled(module).item() == pytest.approx(penalty(module).item(), rel=1e-5)
