"""Forward mode through a `Function`: its `jvp`."""

from collections.abc import Callable
from typing import Any

import pytest


def tangents(lib: Any, op: Any, *more: Any) -> list[Any]:
    """Return the tangents of the outputs of an op of ones with tangents of ones."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        x = forward_ad.make_dual(lib.ones(3), lib.ones(3))
        results = op.apply(x, *more)
        results = results if isinstance(results, tuple) else (results,)
        return [forward_ad.unpack_dual(r).tangent if isinstance(r, lib.Tensor) else r for r in results]


@pytest.fixture
def pushed(lib: Any, define: Callable[..., Any]) -> Callable[..., list[Any]]:
    """Define a Function by forward and jvp, and return the tangents that it gives."""

    def run(forward: Any, jvp: Any, *more: Any) -> list[Any]:
        return tangents(lib, define(forward=forward, jvp=jvp), *more)

    return run


def test_jvp_gives_the_tangents(pushed: Any) -> None:
    """`jvp` gives the tangents of a custom Function."""
    (tangent,) = pushed(lambda ctx, x: x * 3, lambda ctx, t: t * 3)
    assert tangent.tolist() == [3.0] * 3


def test_no_jvp_under_a_dual_level_is_an_error(lib: Any, define: Callable[..., Any]) -> None:
    """A Function without `jvp` is an error for duals, and fine for plain tensors."""
    with pytest.raises(RuntimeError, match="You must implement the jvp function"):
        tangents(lib, define(forward=lambda ctx, x: x * 3))


def test_no_jvp_is_needed_without_tangents(lib: Any, define: Callable[..., Any]) -> None:
    """A Function without `jvp` is an error for duals, and fine for plain tensors."""
    op = define(forward=lambda ctx, x: x * 3, backward=lambda ctx, grad: grad * 3)
    with lib.autograd.forward_ad.dual_level():
        assert op.apply(lib.ones(3)).tolist() == [3.0] * 3


def test_jvp_gets_zeros_for_tensors_without_tangent_and_none_for_other_values(lib: Any, pushed: Any) -> None:
    """`jvp` gets zeros for tensors without tangent, and None for other values."""
    seen: list[Any] = []

    def jvp(ctx: Any, *given: Any) -> Any:
        seen.extend(given)
        return given[0] * 1

    pushed(lambda ctx, x, *more: x * 1, jvp, lib.ones(2), "word", lib.tensor([1, 2]))
    assert seen[1].tolist() == [0.0, 0.0]
    assert seen[2:] == [None, None]


def test_jvp_gets_none_for_tensors_without_tangent_when_asked_for(lib: Any, pushed: Any) -> None:
    """With `set_materialize_grads(False)` `jvp` gets None for tensors without tangent."""
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * y

    pushed(forward, lambda ctx, *given: seen.extend(given) or given[0] * 1, lib.ones(3))
    assert seen[1] is None


def test_forward_and_jvp_see_no_tangents_on_their_arguments(lib: Any, pushed: Any) -> None:
    """`forward` and `jvp` compute with primals."""
    unpack, seen = lib.autograd.forward_ad.unpack_dual, []

    def forward(ctx: Any, x: Any) -> Any:
        seen.append(unpack(x).tangent)
        ctx.save_for_forward(x)
        return x * x

    def jvp(ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        seen.append(unpack(x).tangent)
        return 2 * x * t

    assert pushed(forward, jvp)[0].tolist() == [2.0] * 3
    assert seen == [None, None]


def test_the_argument_has_its_tangent_again_after_an_error(lib: Any, define: Callable[..., Any]) -> None:
    """After an error arguments have their tangents again."""

    def forward(ctx: Any, x: Any) -> Any:
        raise LookupError

    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        x = forward_ad.make_dual(lib.ones(3), lib.ones(3))
        with pytest.raises(LookupError):
            define(forward=forward).apply(x)
        assert forward_ad.unpack_dual(x).tangent.tolist() == [1.0] * 3


def test_saved_tensors_are_empty_in_jvp_without_save_for_forward(pushed: Any) -> None:
    """`save_for_forward` fills `saved_tensors` in `jvp`, which are empty without it."""
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 1

    def jvp(ctx: Any, t: Any) -> Any:
        seen.append(ctx.saved_tensors)
        return t * 1

    pushed(forward, jvp)
    assert seen == [()]


def test_both_kinds_of_saving_can_be_used_together(lib: Any, define: Callable[..., Any]) -> None:
    """`save_for_forward` and `save_for_backward` can be used together."""

    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(y, x)
        return x * y

    def backward(ctx: Any, grad: Any) -> Any:
        x, y = ctx.saved_tensors
        return grad * y, grad * x

    def jvp(ctx: Any, x_t: Any, y_t: Any) -> Any:
        y, x = ctx.saved_tensors
        return x_t * y + x * y_t

    op = define(forward=forward, backward=backward, jvp=jvp)
    x, y = (lib.tensor(v, dtype=lib.float64, requires_grad=True) for v in ([1.0, 2.0], [3.0, 5.0]))
    assert lib.autograd.gradcheck(op.apply, (x, y), check_forward_ad=True)


def test_gradcheck_finds_a_wrong_jvp(lib: Any, define: Callable[..., Any]) -> None:
    """`gradcheck` with `check_forward_ad` finds a wrong `jvp`."""
    op = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2, jvp=lambda ctx, t: t * 3)
    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradcheck(op.apply, (x,))
    with pytest.raises(RuntimeError, match="Jacobian"):
        lib.autograd.gradcheck(op.apply, (x,), check_forward_ad=True)


def test_tangents_are_differentiable(lib: Any, define: Callable[..., Any]) -> None:
    """What `jvp` computes is differentiable."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_forward(x)
        return x * x

    op = define(
        forward=forward, backward=lambda ctx, grad: grad, jvp=lambda ctx, t: 2 * ctx.saved_tensors[0] * t
    )
    forward_ad = lib.autograd.forward_ad
    x = lib.tensor([3.0], requires_grad=True)
    with forward_ad.dual_level():
        tangent = forward_ad.unpack_dual(op.apply(forward_ad.make_dual(x, lib.ones(1)))).tangent
        assert lib.autograd.grad(tangent.sum(), x)[0].tolist() == [2.0]


def test_the_number_of_tangents_must_be_that_of_the_outputs(pushed: Any) -> None:
    """`jvp` returns one tangent for each output."""
    with pytest.raises(RuntimeError, match=r"invalid number of forward gradients.*expected 2.* got 1"):
        pushed(lambda ctx, x: (x * 1, x * 2), lambda ctx, t: t * 1)
    with pytest.raises(RuntimeError, match=r"invalid number of forward gradients.*expected 1.* got 2"):
        pushed(lambda ctx, x: x * 1, lambda ctx, t: (t * 1, t * 2))


def marked(ctx: Any, x: Any) -> Any:
    y = x * 2
    ctx.mark_non_differentiable(y)
    return x * 1, y


OTHER_OUTPUTS = {"marked": marked, "integer": lambda ctx, x: (x * 1, x.long())}


@pytest.mark.parametrize("kind", [*OTHER_OUTPUTS, "number"])
def test_none_is_the_tangent_of_outputs_without_derivative(pushed: Any, kind: str) -> None:
    """`jvp` returns None for outputs that are not differentiable; a tangent there is an error."""
    forward = OTHER_OUTPUTS.get(kind, lambda ctx, x: (x * 1, 5))
    first, second = pushed(forward, lambda ctx, t: (t * 1, None))
    assert first.tolist() == [1.0] * 3
    assert second is (5 if kind == "number" else None)


@pytest.mark.parametrize("kind", OTHER_OUTPUTS)
def test_a_tangent_of_an_output_without_derivative_is_refused(pushed: Any, kind: str) -> None:
    """`jvp` returns None for outputs that are not differentiable; a tangent there is an error."""
    with pytest.raises(
        RuntimeError, match=r"at position 1, but +the corresponding forward output is not a diff"
    ):
        pushed(OTHER_OUTPUTS[kind], lambda ctx, t: (t * 1, t * 1))


def test_a_tangent_of_a_value_that_is_no_tensor_is_refused(lib: Any, pushed: Any) -> None:
    """Differs from PyTorch: a tangent of an output that is no tensor is refused, as any other that would be lost;
    PyTorch drops it.
    """
    if lib.__name__ == "torch":
        assert pushed(lambda ctx, x: (x * 1, 5), lambda ctx, t: (t * 1, t * 1))[1] == 5
    else:
        with pytest.raises(RuntimeError, match="the corresponding forward output is not a diff"):
            pushed(lambda ctx, x: (x * 1, 5), lambda ctx, t: (t * 1, t * 1))


def test_tangents_must_be_tensors_of_the_shape_of_the_output(pushed: Any) -> None:
    """Tangents must be tensors of the shape of the output."""
    with pytest.raises(RuntimeError, match=r"or None.*float"):
        pushed(lambda ctx, x: x * 1, lambda ctx, t: 3.0)
    with pytest.raises(RuntimeError, match=r"size|shape"):
        pushed(lambda ctx, x: x * 1, lambda ctx, t: t[:2] * 1)


def same(ctx: Any, x: Any) -> Any:
    return x


def head(ctx: Any, x: Any) -> Any:
    return x[:2]


@pytest.mark.parametrize("jvp", [lambda ctx, t: t, lambda ctx, t: t.clone()], ids=["tangent", "copy"])
def test_jvp_of_a_returned_input_must_return_a_view(pushed: Any, jvp: Any) -> None:
    """Where `forward` returns an input or a view of it, `jvp` must return that view of the given tangent."""
    with pytest.raises(RuntimeError, match=r"returning a view .* but the jvp is not returning a view"):
        pushed(same, jvp)
    assert pushed(same, lambda ctx, t: t.view_as(t))[0].tolist() == [1.0] * 3


def test_jvp_of_a_view_must_return_a_view(pushed: Any) -> None:
    """Where `forward` returns an input or a view of it, `jvp` must return that view of the given tangent."""
    with pytest.raises(RuntimeError, match=r"returning a view .* but the jvp is not returning a view"):
        pushed(head, lambda ctx, t: t[:2].clone())
    assert pushed(head, lambda ctx, t: t[:2])[0].tolist() == [1.0] * 2


def test_jvp_of_a_view_must_return_a_view_of_the_given_tangent(lib: Any, pushed: Any) -> None:
    """Where `forward` returns an input or a view of it, `jvp` must return that view of the given tangent."""
    with pytest.raises(RuntimeError, match="the jvp is not returning a view of the given grad input"):
        pushed(head, lambda ctx, t: lib.ones(3)[:2])


def test_jvp_of_a_view_of_a_view_must_return_a_view_of_the_same_base(
    lib: Any, define: Callable[..., Any]
) -> None:
    """Where `forward` returns an input or a view of it, `jvp` must return that view of the given tangent."""
    forward_ad = lib.autograd.forward_ad
    wrong = define(forward=head, jvp=lambda ctx, t: lib.ones(4)[:2])
    right = define(forward=head, jvp=lambda ctx, t: t[:2])
    with forward_ad.dual_level():
        view = forward_ad.make_dual(lib.ones(4), lib.ones(4))[:3]
        with pytest.raises(
            RuntimeError, match="not returning a view of the same base as the given grad input"
        ):
            wrong.apply(view)
        assert forward_ad.unpack_dual(right.apply(view)).tangent.tolist() == [1.0] * 2


def write(ctx: Any, x: Any) -> Any:
    ctx.mark_dirty(x)
    x.mul_(2)
    return x


def test_jvp_of_a_dirty_input_must_write_the_tangent(pushed: Any) -> None:
    """Where `forward` writes into an input, `jvp` must write into the given tangent."""
    assert pushed(write, lambda ctx, t: t.mul_(2))[0].tolist() == [2.0] * 3
    with pytest.raises(RuntimeError, match="not modifying the forward mode gradients inplace"):
        pushed(write, lambda ctx, t: t * 2)


def test_a_dirty_input_without_tangent_takes_the_one_that_jvp_returns(lib: Any, pushed: Any) -> None:
    """A dirty input without tangent takes the one that `jvp` returns."""

    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.mark_dirty(y)
        return y.add_(x)

    assert pushed(forward, lambda ctx, t, u: t * 1, lib.ones(3))[0].tolist() == [1.0] * 3
    assert pushed(forward, lambda ctx, t, u: u.add_(t), lib.ones(3))[0].tolist() == [1.0] * 3


@pytest.mark.parametrize("grad", [False, True])
def test_in_place_on_duals_returns_the_same_primal_and_tangent(
    lib: Any, define: Callable[..., Any], grad: bool
) -> None:
    """In place, `jvp` changes the tangent of the dirty input and returns it."""
    op = define(forward=write, jvp=lambda ctx, t: t.mul_(2))
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level(), lib.set_grad_enabled(grad):
        x = forward_ad.make_dual(lib.ones(3), lib.ones(3))
        tangent = forward_ad.unpack_dual(x).tangent
        y = op.apply(x)
        assert y is x
        assert forward_ad.unpack_dual(y).tangent is tangent
        assert tangent.tolist() == [2.0] * 3


def test_in_place_on_a_view_gives_the_base_a_tangent(lib: Any, define: Callable[..., Any]) -> None:
    """In place on a view, the base gets a tangent."""

    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.mark_dirty(x)
        return x.add_(y)

    op = define(forward=forward, jvp=lambda ctx, x_t, y_t: x_t.add_(y_t))
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        base = lib.zeros(3)
        op.apply(base[1:], forward_ad.make_dual(lib.ones(2), lib.ones(2)))
        assert forward_ad.unpack_dual(base).tangent.tolist() == [0.0, 1.0, 1.0]
