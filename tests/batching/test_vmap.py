"""`func.vmap`: dimensions, containers, nesting, other transforms, writes, and what it refuses."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.batching.samples import _warned

X = np.random.default_rng(0).normal(size=(4, 3))
Y = np.random.default_rng(1).normal(size=(4, 3))


def same(got: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(got.detach()), expected, rtol=1e-10, atol=1e-12)


def test_a_function_of_one_sample_takes_all(lib: Any) -> None:
    """The function sees the shape of one sample; the results are those of each."""
    shapes = []

    def f(x: Any, y: Any) -> Any:
        shapes.append(tuple(x.shape))
        return (x * y).sum()

    same(lib.func.vmap(f)(lib.tensor(X), lib.tensor(Y)), (X * Y).sum(1))
    assert shapes == [(3,)]
    same(lib.vmap(lambda x: x.exp())(lib.tensor(X)), np.exp(X))


@pytest.mark.parametrize("in_dim", [0, 1, -1])
@pytest.mark.parametrize("out_dim", [0, 1, -1])
def test_samples_are_along_the_dimensions_that_are_given(lib: Any, in_dim: int, out_dim: int) -> None:
    """`in_dims` and `out_dims` say where the samples are and go."""
    got = lib.vmap(lambda x: x * 2, in_dims=in_dim, out_dims=out_dim)(lib.tensor(X))
    same(got, np.moveaxis(np.moveaxis(X, in_dim, 0) * 2, 0, out_dim))


def test_containers_have_dimensions_of_their_own(lib: Any) -> None:
    """`in_dims` and `out_dims` may have the structure of arguments and results, or stand for all below them."""

    def f(data: Any, scale: Any) -> Any:
        return {"sum": data["a"] + data["b"][0], "parts": (data["a"] * scale, data["b"][1])}

    data = {"a": lib.tensor(X), "b": [lib.tensor(Y), lib.tensor(Y.T)]}
    got = lib.vmap(f, in_dims=({"a": 0, "b": [0, 1]}, None), out_dims={"sum": 1, "parts": 0})(data, 3.0)
    same(got["sum"], (X + Y).T)
    same(got["parts"][0], 3 * X)
    same(got["parts"][1], Y)
    several = lib.vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(lib.tensor(X))
    same(several[0], X.T)
    same(several[1], X.sum(1))


def test_what_does_not_depend_on_the_samples_is_repeated_or_left(lib: Any) -> None:
    """A constant result is repeated, or left alone with `out_dims` None."""
    constant = lib.tensor([1.0, 2.0])
    assert tuple(lib.vmap(lambda x: constant)(lib.tensor(X)).shape) == (4, 2)
    one, other = lib.vmap(lambda x: (constant * 2, x), out_dims=(None, 0))(lib.tensor(X))
    assert tuple(one.shape) == (2,)
    same(other, X)


def test_keyword_arguments_are_the_same_for_all_samples(lib: Any) -> None:
    """Keyword arguments are passed on as they are."""
    same(lib.vmap(lambda x, y: x - y)(lib.tensor(X), y=lib.tensor(Y)), X[:, None] - Y)


def test_levels_nest(lib: Any) -> None:
    """Nested, all pairs are combined."""
    inner = lib.vmap(lambda x, y: (x * y).sum(), in_dims=(None, 0))
    got = lib.vmap(inner, in_dims=(0, None))(lib.tensor(X), lib.tensor(Y))
    same(got, X @ Y.T)
    thrice = lib.vmap(lib.vmap(lib.vmap(lambda a, b: a + b.sum(), (0, None)), (0, None)), (None, 0))
    same(thrice(lib.tensor(X), lib.tensor(Y)), X[None] + Y.sum(1)[:, None, None])


@pytest.mark.parametrize("chunk_size", [1, 2, 3, 4, 9])
def test_chunks_give_the_same(lib: Any, chunk_size: int) -> None:
    """With `chunk_size`, some samples are taken at once."""
    got = lib.vmap(lambda x: (x.cumsum(0), x.max()), chunk_size=chunk_size, out_dims=(1, 0))(lib.tensor(X))
    same(got[0], np.cumsum(X, 1).T)
    same(got[1], X.max(1))


def test_gradients_of_each_sample(lib: Any) -> None:
    """`vmap(grad)` gives a gradient for each sample by parameters that all share."""

    def loss(weights: Any, x: Any, y: Any) -> Any:
        return ((weights * x).sum().tanh() - y.sum()) ** 2

    weights = lib.tensor([0.5, -1.0, 0.25], dtype=lib.float64)
    got = lib.vmap(lib.func.grad(loss), in_dims=(None, 0, 0))(weights, lib.tensor(X), lib.tensor(Y))
    alone = [lib.func.grad(loss)(weights, lib.tensor(x), lib.tensor(y)) for x, y in zip(X, Y, strict=True)]
    same(got, np.stack([np.asarray(grad) for grad in alone]))


def test_gradients_of_a_network_for_each_sample(lib: Any) -> None:
    """Per-sample gradients of two layers with cross entropy are those of a loop."""
    functional, random = lib.nn.functional, np.random.default_rng(2)
    shapes = {"w1": (5, 3), "b1": (5,), "w2": (4, 5), "b2": (4,)}
    parameters = {name: lib.tensor(random.normal(size=shape)) for name, shape in shapes.items()}

    def loss(p: Any, x: Any, y: Any) -> Any:
        hidden = functional.relu(functional.linear(x, p["w1"], p["b1"]))
        return functional.cross_entropy(
            functional.linear(hidden, p["w2"], p["b2"]).unsqueeze(0), y.unsqueeze(0)
        )

    x, y = lib.tensor(X), lib.tensor([0, 3, 1, 1])
    got = lib.vmap(lib.func.grad(loss), in_dims=(None, 0, 0))(parameters, x, y)
    alone = [lib.func.grad(loss)(parameters, x[k], y[k]) for k in range(4)]
    for name in shapes:
        same(got[name], np.stack([np.asarray(one[name]) for one in alone]))


def test_other_transforms_inside_and_outside(lib: Any) -> None:
    """Jacobians, Hessians, and products work in `vmap`, and around it."""
    func, x = lib.func, lib.tensor(X)

    def f(x: Any) -> Any:
        return (x.sin() * x.sum()).exp()

    for transform in (func.jacrev(f), func.jacfwd(f), func.hessian(lambda x: f(x).sum())):
        same(lib.vmap(transform)(x), np.stack([np.asarray(transform(lib.tensor(row))) for row in X]))
    products = lib.vmap(lambda x, v: func.jvp(f, (x,), (v,))[1])(x, lib.tensor(Y))
    pulled = lib.vmap(lambda x, v: func.vjp(f, x)[1](v)[0])(x, lib.tensor(Y))
    for k in range(4):
        one, v = lib.tensor(X[k]), lib.tensor(Y[k])
        same(products[k], np.asarray(func.jvp(f, (one,), (v,))[1]))
        same(pulled[k], np.asarray(func.vjp(f, one)[1](v)[0]))

    def total(w: Any) -> Any:
        return (lib.vmap(func.grad(lambda x: f(x * w).sum()))(x) ** 2).sum()

    def one_by_one(w: Any) -> Any:
        return sum((func.grad(lambda x: f(x * w).sum())(x[k]) ** 2).sum() for k in range(4))

    w = lib.tensor([0.3, 0.1, -0.2], dtype=lib.float64)
    same(func.grad(total)(w), np.asarray(func.grad(one_by_one)(w).detach()))
    same(func.jvp(total, (w,), (w,))[1], np.asarray(func.jvp(one_by_one, (w,), (w,))[1]))


def test_a_pullback_takes_many_vectors(lib: Any) -> None:
    """`vmap` of what `vjp` returns is the Jacobian."""
    _, pull = lib.func.vjp(lambda x: (x.sin() * x.sum()).cumsum(0), lib.tensor(X[0]))
    jacobian = lib.func.jacrev(lambda x: (x.sin() * x.sum()).cumsum(0))(lib.tensor(X[0]))
    same(lib.vmap(pull)(lib.eye(3, dtype=lib.float64))[0], np.asarray(jacobian))


def _functions_of_a_matrix(lib: Any) -> Any:
    image, mask = lib.tensor(X).reshape(3, 4), lib.tensor([[True, False], [False, True], [True, True]])
    functional, number = lib.nn.functional, lib.tensor(2.0, dtype=lib.float64)
    kernel = lib.tensor(np.arange(12.0).reshape(2, 2, 3))
    yield lambda x: x.flip(())
    yield lambda x: x.as_strided((2, 2), (3, 1), 1)
    yield lambda x: x.as_strided((2, 2), (3, 1))
    yield lambda x: lib.as_strided_scatter(x, x[0, :2] * number, (2,), (3,), 1)
    yield lambda x: x.masked_select(mask) * number
    yield lambda x: x[0, :1].masked_select(mask)
    yield lambda x: lib.gather(x[0, 0], 0, lib.tensor([0, 0, 0])) * image[0, :3]
    yield lambda x: lib.nonzero_static(x.round(), size=4)
    yield lambda x: functional.conv_transpose1d(x.T, kernel, stride=2)
    yield lambda x: functional.conv_transpose1d(x.T, kernel * x[0, 0])
    yield lambda x: functional.conv1d(x.T, kernel * x[0, 0])


@pytest.mark.filterwarnings("ignore:There is a performance drop:UserWarning", "ignore:vmap:UserWarning")
@pytest.mark.parametrize("number", range(11))
def test_rules_and_their_gradients_are_those_of_a_loop(lib: Any, number: int) -> None:
    """Memory, masks, numbers as rows and single images: all samples at once, or one after the other."""
    f = list(_functions_of_a_matrix(lib))[number]
    if number == 3 and lib is not dv:
        pytest.skip("PyTorch has no rule for as_strided_scatter, nor a loop")
    x = lib.tensor(np.random.default_rng(5).normal(size=(4, 3, 2)))
    same(lib.vmap(f)(x), np.stack([np.asarray(f(row.clone())) for row in x]))
    if number != 7:
        slope = lib.func.grad(lambda x: (f(x) ** 2).sum())
        same(lib.vmap(slope)(x), np.stack([np.asarray(slope(row.clone())) for row in x]))


def test_ordinary_gradients_go_through(lib: Any) -> None:
    """What is computed in `vmap` is recorded, for the samples and for what the function captures."""
    x = lib.tensor(X, requires_grad=True)
    w = lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64, requires_grad=True)
    lib.vmap(lambda x: (x * w).sum().exp())(x).sum().backward()
    factors = np.exp(X @ [1.0, 2.0, 3.0])[:, None]
    same(x.grad, factors * [1.0, 2.0, 3.0])
    same(w.grad, (factors * X).sum(0))


def test_writes_into_samples(lib: Any) -> None:
    """In-place ops, also through views and indices, write into every sample."""

    def f(x: Any, y: Any) -> Any:
        copy = x.clone()
        copy.mul_(2)
        copy[0] = y[1]
        copy[1:].add_(y[:2])
        part = copy.view(3, 1)
        part += 1
        copy.unsqueeze_(0)
        return copy

    x, y = lib.tensor(X, requires_grad=True), lib.tensor(Y, requires_grad=True)
    got = lib.vmap(f)(x, y)
    expected = lib.stack([f(x[k], y[k]) for k in range(4)])
    same(got, np.asarray(expected.detach()))
    weights = lib.arange(12.0, dtype=lib.float64).reshape(4, 1, 3)
    pairs = zip(
        lib.autograd.grad((got * weights).sum(), (x, y)),
        lib.autograd.grad((expected * weights).sum(), (x, y)),
        strict=True,
    )
    for one, other in pairs:
        same(one, np.asarray(other))


def test_what_is_made_like_a_sample_can_be_written_to(lib: Any) -> None:
    """New tensors made like a sample have numbers of their own for each, in every level that the sample is in."""

    def f(x: Any, y: Any) -> Any:
        z = x * y
        made = (
            z.new_zeros(3),
            z.new_full((3,), 1.0),
            z.new_ones(3),
            lib.zeros_like(z),
            lib.full_like(z, 2.0),
        )
        for one in made:
            one[1:] = z[1:]
        return lib.stack(made)

    x, y = lib.tensor(X), lib.tensor(Y)
    expected = [[np.asarray(f(a, b)) for b in y] for a in x]
    same(lib.vmap(f)(x, y), np.stack([expected[k][k] for k in range(4)]))
    same(lib.vmap(lib.vmap(f, (None, 0)), (0, None))(x, y), np.array(expected))
    same(lib.vmap(lib.func.grad(lambda a: f(a, y[0]).sum()))(x)[:, :2], [[0, 5 * Y[0, 1]]] * 4)


def test_results_that_are_no_tensors(lib: Any) -> None:
    """What is no tensor is returned with `out_dims` None; one result may have its dimension in a tuple."""
    assert lib.vmap(lambda x: (x, None, 2.0), out_dims=(0, None, None))(lib.tensor(X))[1:] == (None, 2.0)
    same(lib.vmap(lambda x: x, out_dims=(1,))(lib.tensor(X)), X.T)


def test_a_write_of_samples_into_what_has_none_is_an_error(lib: Any) -> None:
    """A tensor that is the same for all samples cannot get other numbers for each."""
    shared = lib.zeros(3, dtype=lib.float64)
    with pytest.raises(RuntimeError, match=r"inplace arithmetic|broadcast shape"):
        lib.vmap(lambda x: shared.add_(x))(lib.tensor(X))
    assert not shared.any()


def test_conditions_on_numbers_are_errors(lib: Any) -> None:
    """A condition, or a number of Python, would be another one for each sample."""
    x = lib.tensor(X)
    with pytest.raises(RuntimeError, match="data-dependent control flow"):
        lib.vmap(lambda x: x if x.sum() > 0 else -x)(x)
    with pytest.raises(RuntimeError, match=r"calling \.item\(\)"):
        lib.vmap(lambda x: x.sum().item())(x)
    with pytest.raises(RuntimeError, match=r"dynamic shape|data-dependent"):
        lib.vmap(lambda x: x[x > 0])(x)
    with pytest.raises(RuntimeError, match=r"dynamic shape|data-dependent"):
        lib.vmap(lambda x: x.nonzero())(x)


def test_gradients_by_hand_are_refused(lib: Any) -> None:
    """`requires_grad_` and `backward` are for the outside."""
    with pytest.raises(RuntimeError, match="requires_grad_"):
        lib.vmap(lambda x: x.requires_grad_())(lib.tensor(X))
    with pytest.raises(RuntimeError, match=r"backward\(\) called inside"):
        lib.vmap(lambda x: x.sum().backward())(lib.tensor(X))


@pytest.mark.parametrize(
    ("options", "arguments", "message"),
    [
        ({"in_dims": "0"}, (X,), "expected `in_dims` to be int or a"),
        ({}, (), "got no inputs"),
        ({"in_dims": (0, 0, 0)}, (X, Y), "in_dims is not compatible with the structure"),
        ({"in_dims": (0, 2)}, (X, Y), "expected in_dim to satisfy"),
        ({"in_dims": (0, 0)}, (X, 2.0), "We cannot vmap over non-Tensor arguments"),
        ({"in_dims": (0, 1)}, (X, Y), "Expected all tensors to have the same size"),
        ({"in_dims": (0, "a")}, (X, Y), "in_dim must be either an integer dimension or None"),
        ({"out_dims": (0, 0)}, (X, Y), "out_dims is not compatible with the structure"),
        ({"out_dims": None}, (X, Y), "can not return a BatchedTensor when out_dim is None"),
        ({"out_dims": "a"}, (X, Y), "out_dims"),
        ({"chunk_size": 0}, (X, Y), "chunk_size should be None or greater than 0"),
    ],
)
def test_arguments_that_do_not_fit(lib: Any, options: Any, arguments: Any, message: str) -> None:
    """Errors are PyTorch's."""
    given = [lib.tensor(value) if isinstance(value, np.ndarray) else value for value in arguments]
    with pytest.raises(ValueError, match=message):
        lib.vmap(lambda *args: args[0] * 2, **options)(*given)


def test_results_are_tensors(lib: Any) -> None:
    """Other results than tensors are an error."""
    with pytest.raises(ValueError, match="must only return Tensors"):
        lib.vmap(lambda x: 2.0)(lib.tensor(X))
    with pytest.raises(RuntimeError, match="randomness"):
        lib.vmap(lambda x: x, randomness="none")(lib.tensor(X))


def test_random_numbers_are_an_error_unless_expected(lib: Any) -> None:
    """`randomness` says whether random numbers are an error, other ones for each sample, or the same."""
    x = lib.zeros(4, 50)

    def programs() -> Any:
        functional = lib.nn.functional
        yield lambda x: x + lib.randn(50)
        yield lambda x: lib.rand_like(x) + x
        yield lambda x: functional.dropout(x + 1)
        yield lambda x: lib.bernoulli(x + 0.5)
        yield lambda x: x + lib.randint(1000, (50,))
        yield lambda x: x + lib.randperm(50)

    for program in programs():
        with pytest.raises(RuntimeError, match="random operation"):
            lib.vmap(program)(x)
        different = np.asarray(lib.vmap(program, randomness="different")(x))
        assert len(np.unique(different, axis=0)) == 4
    for program in list(programs())[:1]:
        assert len(np.unique(np.asarray(lib.vmap(program, randomness="same")(x)), axis=0)) == 1
    with pytest.raises(RuntimeError, match="random operation"):
        lib.vmap(lambda x: lib.nn.functional.fractional_max_pool2d(lib.ones(1, 9, 9), 2, 3) + x[0])(x)
    with pytest.raises(RuntimeError, match="inplace randomness on an unbatched"):
        lib.vmap(lambda x: lib.zeros(3).normal_() + x[:3], randomness="different")(x)


def test_the_same_random_numbers_for_all_samples() -> None:
    """With "same", batched arguments get the same numbers as well; nested levels decide each for itself."""
    x = dv.zeros(4, 50)
    for program in (
        lambda x: dv.nn.functional.dropout(x + 1),
        lambda x: dv.bernoulli(x + 0.5),
        lambda x: dv.poisson(x + 3),
        lambda x: x.clone().normal_(),
        lambda x: dv.nn.functional.rrelu(x - 1, training=True),
        lambda x: dv.nn.functional.gumbel_softmax(x, -1),
    ):
        assert len(np.unique(dv.vmap(program, randomness="same")(x).numpy(), axis=0)) == 1
        assert len(np.unique(dv.vmap(program, randomness="different")(x).numpy(), axis=0)) == 4

    def inner(a: Any) -> Any:
        return dv.vmap(lambda b: dv.randn(5) + b[0], randomness="different")(x) + a[0]

    rows = dv.vmap(inner, randomness="same")(x).numpy()
    assert len(np.unique(rows.reshape(16, 5), axis=0)) == 4
    rows = dv.vmap(inner, randomness="different")(x).numpy()
    assert len(np.unique(rows.reshape(16, 5), axis=0)) == 16


@pytest.mark.parametrize("rule", ["written", "generated", "none"])
def test_functions_written_in_python(lib: Any, rule: str) -> None:
    """An `autograd.Function` says by `vmap` how it takes all samples, or that they are taken one by one."""

    class Cube(lib.autograd.Function):  # type: ignore[misc, name-defined]
        generate_vmap_rule = rule == "generated"

        @staticmethod
        def forward(x: Any) -> Any:
            return x * x * x

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return 3 * ctx.saved_tensors[0] ** 2 * grad

    if rule == "written":
        Cube.vmap = staticmethod(lambda info, in_dims, x: (Cube.apply(x), in_dims[0]))
    x = lib.tensor(X)
    if rule == "none":
        with pytest.raises(RuntimeError, match="it does not have vmap support"):
            lib.vmap(Cube.apply)(x)
        return
    same(lib.vmap(Cube.apply)(x), X**3)
    same(lib.vmap(lib.func.grad(lambda x: Cube.apply(x).sum()))(x), 3 * X**2)


def test_indices_of_each_sample(lib: Any) -> None:
    """Arrays of indices that differ from sample to sample stand where PyTorch puts them."""
    big = np.random.default_rng(3).normal(size=(4, 2, 3, 5))
    index = np.array([[0, 1], [1, 1], [0, 0], [1, 0]])
    for f in (
        lambda x, i: x[i],
        lambda x, i: x[:, i],
        lambda x, i: x[:, i, 1],
        lambda x, i: x[i, :, i],
        lambda x, i: x[..., i],
        lambda x, i: x[:, None, i],
    ):
        got = lib.vmap(f)(lib.tensor(big), lib.tensor(index))
        same(
            got,
            np.stack([np.asarray(f(lib.tensor(b), lib.tensor(i))) for b, i in zip(big, index, strict=True)]),
        )
        got = lib.vmap(f, in_dims=(None, 0))(lib.tensor(big[0]), lib.tensor(index))
        same(got, np.stack([np.asarray(f(lib.tensor(big[0]), lib.tensor(i))) for i in index]))


def test_a_tensor_that_escapes_cannot_be_used() -> None:
    """After its `vmap`, a batched tensor is an error, not one of its samples."""
    kept = []
    dv.vmap(lambda x: (kept.append(x * 2), x)[1])(dv.tensor(X))
    with pytest.raises(RuntimeError, match="used after its end"):
        kept[0] + 1


def test_an_error_inside_ends_the_level() -> None:
    """After an exception, ops are as before."""
    with pytest.raises(ZeroDivisionError):
        dv.vmap(lambda x: 1 // 0)(dv.tensor(X))
    assert dv.runtime.modes.state.state.active_modes == 0  # type: ignore[attr-defined]
    same(dv.vmap(lambda x: x + 1)(dv.tensor(X)), X + 1)


def test_an_op_without_a_rule_warns_once() -> None:
    """Ops that have no rule are called for one sample after the other, and say so."""
    _warned.discard("histc")
    with pytest.warns(UserWarning, match="implemented the batching rule for histc"):
        got = dv.vmap(lambda x: dv.histc(x, 4, -2, 2))(dv.tensor(X))
    same(got, np.stack([np.histogram(row, 4, (-2, 2))[0] for row in X]))


def test_dtypes_are_those_of_one_sample(lib: Any) -> None:
    """A number of each sample counts as a number beside a tensor with dimensions."""
    x, s = lib.zeros(4, 3, dtype=lib.float32), lib.ones(4, dtype=lib.float64)
    assert lib.vmap(lambda x, s: x * s)(x, s).dtype == lib.float32


def _ctc(scores: Any, targets: Any) -> Any:
    return dv.nn.functional.ctc_loss(scores.log_softmax(-1), targets, (5,), (2,))


def _bag(numbers: Any, table: Any) -> Any:
    return dv.nn.functional.embedding_bag(numbers, table, dv.tensor([0, 2]), mode="sum")


def _histogram(points: Any, weight: Any) -> Any:
    return dv.histogramdd(points, [2, 3], range=[0.0, 1.0, 0.0, 1.0], weight=weight)[0]


@pytest.mark.parametrize(
    "function", [_ctc, _bag, _histogram], ids=["ctc_loss", "embedding_bag", "histogramdd"]
)
def test_functions_that_read_numbers_run_sample_by_sample_and_say_so(function: Any) -> None:
    random = np.random.default_rng(0)
    first, second = {
        _ctc: (random.normal(size=(3, 5, 1, 4)), random.integers(1, 4, (3, 1, 2))),
        _bag: (random.integers(0, 6, (3, 4)), random.normal(size=(3, 6, 2))),
        _histogram: (random.uniform(size=(3, 7, 2)), random.uniform(size=(3, 7))),
    }[function]
    tensors = dv.tensor(first), dv.tensor(second)
    _warned.clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = dv.func.vmap(function)(*tensors)
    assert any("one sample after the other" in str(warning.message) for warning in caught)
    wanted = dv.stack([function(*pair) for pair in zip(*tensors, strict=True)])
    np.testing.assert_array_equal(got.numpy(), wanted.numpy())


def test_gradients_of_each_sample_of_a_function_that_reads_numbers() -> None:
    random = np.random.default_rng(0)
    scores = dv.tensor(random.normal(size=(3, 5, 1, 4)))
    targets = dv.tensor(random.integers(1, 4, (3, 1, 2)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        got = dv.func.vmap(dv.func.grad(_ctc))(scores, targets)
    wanted = dv.stack([dv.func.grad(_ctc)(s, t) for s, t in zip(scores, targets, strict=True)])
    np.testing.assert_allclose(got.numpy(), wanted.numpy(), 1e-12)


def affine_grid(theta: dv.Tensor) -> dv.Tensor:
    return dv.nn.functional.affine_grid(theta, (2, 3, 4, 5), align_corners=False)


def solved_by_ldl(matrix: dv.Tensor) -> dv.Tensor:
    symmetric = matrix + matrix.mT
    return dv.linalg.ldl_solve(*dv.linalg.ldl_factor(symmetric), symmetric[:, :1])


def unpooled(images: dv.Tensor) -> dv.Tensor:
    return dv.nn.functional.max_unpool2d(*dv.nn.functional.max_pool2d(images, 2, return_indices=True), 2)


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (affine_grid, (2, 2, 3)),
        (lambda matrix: dv.linalg.lu(matrix)[0] @ dv.linalg.lu(matrix)[1], (3, 3)),
        (solved_by_ldl, (3, 3)),
        (lambda matrix: dv.linalg.householder_product(matrix, 0.3 * matrix[0]), (3, 3)),
        (unpooled, (2, 4, 4)),
        (dv.pdist, (4, 3)),
        (lambda x: x.put(dv.tensor([3, -1]), x[:2]), (4,)),
        (lambda x: x.put(x.argsort()[:2], x[:2], accumulate=True), (4,)),
        (lambda x: x.masked_scatter(x > 0, 2 * x), (2, 3)),
        (lambda x: x.masked_scatter(dv.tensor([True, False, True]), 2 * x), (2, 3)),
        (dv.func.grad(lambda x: x.masked_scatter(x > 0, 2 * x).square().sum()), (2, 3)),
        (dv.func.grad(lambda x: dv.pdist(x).square().sum()), (4, 3)),
        (dv.func.grad(lambda x: x.put(dv.tensor([3, -1]), x[:2]).square().sum()), (4,)),
    ],
)
def test_ops_without_a_loop_over_samples(function: Any, shape: tuple[int, ...]) -> None:
    """Factors, points of grids and places of maxima are those of all samples at once: no warning."""
    x = dv.tensor(np.random.default_rng(0).standard_normal((4, *shape)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _warned.clear()
        together = dv.func.vmap(function)(x)
    np.testing.assert_allclose(together.numpy(), dv.stack([function(one) for one in x]).numpy(), rtol=1e-10)
