"""`inference_mode`: results that no derivative will be asked of, and that count no writes."""

from typing import Any

import numpy as np
import pytest

import derivata


def normal(lib: Any, requires_grad: bool = False) -> Any:
    return lib.tensor([1.0, 2.0, 3.0], requires_grad=requires_grad)


def inference(lib: Any, requires_grad: bool = False) -> Any:
    with lib.inference_mode():
        return lib.ones(3, requires_grad=requires_grad)


def test_modes_nest_and_restore(lib: Any) -> None:
    """`inference_mode(True)` and `(False)` nest, and each restores what was before, also after an exception."""
    assert not lib.is_inference_mode_enabled()
    with lib.inference_mode():
        assert lib.is_inference_mode_enabled() and not lib.is_grad_enabled()
        with lib.inference_mode(False):
            assert not lib.is_inference_mode_enabled() and lib.is_grad_enabled()
            assert (normal(lib, True) * 2).requires_grad
        assert lib.is_inference_mode_enabled()
        with pytest.raises(ZeroDivisionError), lib.inference_mode(False):
            1 / 0  # noqa: B018
        assert lib.is_inference_mode_enabled()
    assert not lib.is_inference_mode_enabled() and lib.is_grad_enabled()


def test_as_a_decorator(lib: Any) -> None:
    """`inference_mode` decorates with and without parentheses, with the mode by position or as `mode=`; results
    are inference tensors.
    """

    def double(x: Any) -> Any:
        return x * 2

    x = normal(lib, True)
    for decorated in (
        lib.inference_mode(double),
        lib.inference_mode()(double),
        lib.inference_mode(True)(double),
        lib.inference_mode(mode=True)(double),
    ):
        out = decorated(x)
        assert out.is_inference() and not out.requires_grad
    for decorated in (lib.inference_mode(False)(double), lib.inference_mode(mode=False)(double)):
        out = decorated(x)
        assert not out.is_inference() and out.requires_grad


def test_decorated_generators_keep_their_mode(lib: Any) -> None:
    """A decorated generator is in the mode inside, and its caller outside of it."""

    @lib.inference_mode()
    def numbers() -> Any:
        for _ in range(2):
            yield lib.is_inference_mode_enabled()

    for inside in numbers():
        assert inside and not lib.is_inference_mode_enabled()


def test_results_are_inference_tensors_without_requires_grad(lib: Any) -> None:
    """Results in inference mode are inference tensors that do not require grad, whatever they are computed from."""
    x = normal(lib, True)
    with lib.inference_mode():
        results = (x * 2, x.sum(), x > 1, lib.exp(x), x.clone(), lib.cat([x, x]), *lib.topk(x, 2))
    for out in results:
        assert out.is_inference() and out.is_leaf and not out.requires_grad and out.grad_fn is None


def test_factories_give_inference_tensors(lib: Any) -> None:
    """Factories in inference mode give inference tensors, for which `requires_grad` may be set there."""
    with lib.inference_mode():
        tensors = [
            lib.ones(2),
            lib.tensor([1.0]),
            lib.arange(3),
            lib.from_numpy(np.ones(2)),
            lib.rand(2),
            lib.randperm(3),
        ]
        leaf = lib.ones(2, requires_grad=True)
    assert all(tensor.is_inference() for tensor in (*tensors, leaf))
    assert leaf.requires_grad
    with pytest.raises(
        RuntimeError, match="Setting requires_grad=True on inference tensor outside InferenceMode"
    ):
        tensors[0].requires_grad_()


def test_enable_grad_does_not_record_inside(lib: Any) -> None:
    """Nothing is recorded in inference mode, not even where `enable_grad` asks for it."""
    x = normal(lib, True)
    with lib.inference_mode(), lib.enable_grad():
        assert not (x * 2).requires_grad


def test_views_of_normal_tensors_are_normal(lib: Any) -> None:
    """A view of a normal tensor made in inference mode is a normal, tracked view and a leaf, and shares the
    version.
    """
    x = normal(lib, True) * 1
    with lib.inference_mode():
        view = x[0:2]
        assert view._is_view() and not view.is_inference() and view.is_leaf
        version = x._version
        view.add_(1)
        assert x._version == view._version == version + 1


def test_views_of_inference_tensors_are_inference_tensors(lib: Any) -> None:
    """A view of an inference tensor is one, in inference mode and outside, a leaf and not tracked; `view_as`
    follows self.
    """
    x = inference(lib)
    with lib.inference_mode():
        inside = x.view(3, 1)
    outside = x.view(3, 1)
    for view in (inside, outside, x[0], x.view_as(normal(lib))):
        assert view.is_inference() and view.is_leaf and not view._is_view()
    assert not normal(lib).view_as(x).is_inference()


def test_views_of_an_inference_leaf_that_requires_grad_are_recorded_outside() -> None:
    """Differs from PyTorch: a view made outside of an inference leaf that requires grad gives it its gradient, as other
    ops do; PyTorch loses it without a word.
    """
    with derivata.inference_mode():
        x = derivata.ones(3, requires_grad=True)
    view = x[:2]
    assert view.requires_grad and view.is_inference()
    (view * 2).sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0, 0.0]


def test_results_outside_are_normal(lib: Any) -> None:
    """Outside of inference mode results computed from inference tensors are normal leaves that do not require grad."""
    out = inference(lib) * 2
    assert not out.is_inference() and out.is_leaf and not out.requires_grad
    assert not inference(lib).clone().is_inference()


def test_writes_outside_are_refused(lib: Any) -> None:
    """Outside of inference mode a write to an inference tensor is refused."""
    x = inference(lib)
    for write in (
        lambda: x.add_(1),
        lambda: x.copy_(normal(lib)),
        lambda: x.__setitem__(0, 5.0),
    ):
        with pytest.raises(
            RuntimeError, match="Inplace update to inference tensor outside InferenceMode is not allowed"
        ):
            write()
    if lib is derivata:  # PyTorch notices only after it has written
        np.testing.assert_array_equal(x.numpy(), np.ones(3))


def test_writes_inside_keep_what_a_tensor_is(lib: Any) -> None:
    """A write in inference mode leaves an inference tensor one, a normal tensor normal, and `requires_grad` of
    both.
    """
    x, kept = normal(lib), normal(lib, True)
    with lib.inference_mode():
        made = lib.ones(3)
        wanted = lib.ones(3, requires_grad=True)
        for tensor in (made, wanted, x, kept):
            before = tensor.is_inference(), tensor.requires_grad
            assert tensor.mul_(2) is tensor
            tensor[0] = 7.0
            assert (tensor.is_inference(), tensor.requires_grad) == before
            assert tensor.tolist()[0] == 7.0


def test_writes_inside_to_normal_tensors_are_counted(lib: Any) -> None:
    """A write in inference mode to a normal tensor raises its version, and the backward of a graph that saved
    it raises.
    """
    x = normal(lib, True)
    y = x * 1
    out = y * y
    with lib.inference_mode():
        y.add_(1)
    assert y._version == 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward()


def test_inference_tensors_have_no_version(lib: Any) -> None:
    """An inference tensor does not track its version."""
    with pytest.raises(RuntimeError, match="Inference tensors do not track version counter"):
        inference(lib)._version  # noqa: B018


def test_versions_by_hand_leave_inference_tensors(lib: Any) -> None:
    """`increment_version` accepts inference tensors, without effect."""
    lib.autograd.graph.increment_version(inference(lib))


def test_recorded_ops_cannot_save_them(lib: Any) -> None:
    """A recorded op that has to save an inference tensor is refused, in place as well; one that need not, as an
    addition, has right gradients.
    """
    x, constant = normal(lib, True), inference(lib)
    (x + constant).sum().backward()
    assert x.grad.tolist() == [1, 1, 1]
    for op in (lambda: x * constant, lambda: (x * 1).mul_(constant), lambda: constant * x):
        with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
            op()
    assert (x * constant.clone()).requires_grad
    assert (normal(lib) * constant).tolist() == [1, 2, 3]


def test_leaf_of_inference_mode_gets_gradients(lib: Any) -> None:
    """A leaf made inside that requires grad gets gradients of ops that save nothing."""
    leaf = inference(lib, True)
    (leaf + 1).sum().backward()
    assert leaf.grad.tolist() == [1, 1, 1]


def test_product_of_leaves_of_inference_mode_is_refused() -> None:
    """Differs from PyTorch: an op that has to save inference tensors is refused also where all its arguments are such,
    because a result without gradient would lose the gradient in silence."""
    leaf = inference(derivata, True)
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        leaf * leaf


def test_write_to_a_view_made_inside(lib: Any) -> None:
    """A view made in inference mode can be used outside; a write to it is refused if its base requires grad,
    else it works.
    """
    for base in (normal(lib, True) * 1, normal(lib)):
        with lib.inference_mode():
            view = base[:2]
        assert (view * 2).tolist() == [2, 4]
        if base.requires_grad:
            with pytest.raises(RuntimeError, match="created in inference mode"):
                view.add_(1)
        else:
            assert view.add_(1).tolist() == base.tolist()[:2]


def test_write_to_the_base_of_a_view_made_inside(lib: Any) -> None:
    """After a write to the base of a view made in inference mode, reading the view's `grad_fn` is an error that
    names the mode.
    """
    base = normal(lib, True) * 1
    with lib.inference_mode():
        view = base[:2]
    base.add_(1)
    with pytest.raises(RuntimeError, match="created in inference mode"):
        view.grad_fn  # noqa: B018


def test_aliases_follow_their_source(lib: Any) -> None:
    """`detach` and `data` give an inference tensor of one, and a normal tensor of a normal one."""
    x, y = inference(lib), normal(lib)
    assert x.detach().is_inference() and x.data.is_inference()
    with lib.inference_mode():
        assert not y.detach().is_inference()


def test_tangents_are_not_followed_inside(lib: Any) -> None:
    """Forward mode is off inside inference mode; outside, inference tensors carry tangents."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(normal(lib), normal(lib))
        with lib.inference_mode():
            assert forward_ad.unpack_dual(dual * 2).tangent is None
            assert forward_ad.unpack_dual(forward_ad.make_dual(normal(lib), normal(lib))).tangent is None
        made = forward_ad.make_dual(inference(lib), normal(lib))
        assert forward_ad.unpack_dual(made * 2).tangent.tolist() == [2, 4, 6]
        made_of_plain = forward_ad.make_dual(normal(lib), inference(lib))
        assert forward_ad.unpack_dual(made_of_plain).tangent.tolist() == [1, 1, 1]


def test_a_dual_of_an_inference_tensor_is_an_alias(lib: Any) -> None:
    """`make_dual` of an inference tensor gives an alias of its memory that is no view."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level(), lib.inference_mode():
        primal = lib.ones(2)
        dual = forward_ad.make_dual(primal, lib.ones(2))
        assert not dual._is_view()
        dual.add_(1)
        assert primal.tolist() == [2, 2]


def test_functions_inside_record_nothing(lib: Any) -> None:
    """A custom Function inside computes inference tensors without a node."""

    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

    with lib.inference_mode():
        out = Double.apply(normal(lib, True))
    assert out.is_inference() and not out.requires_grad


def test_a_refused_write_leaves_a_large_tensor_as_it_was() -> None:
    """Differs from PyTorch: an in-place op that is refused outside of the mode has not written before it raises."""
    with derivata.inference_mode():
        x = derivata.ones(100_000)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode"):
        x.add_(1)
    assert x.max().item() == 1.0


def test_views_of_tensors_that_require_grad_keep_that(lib: Any) -> None:
    """A view made in inference mode requires grad as what it is a view of does, as a leaf; so do parts."""
    x = normal(lib, True)
    computed = x * 2
    constant = normal(lib)
    with lib.inference_mode():
        for view in (x[0:2], computed[0:2], x.view(3, 1)[1:], *x.split(2), x.unbind()[0]):
            assert view.requires_grad and view.is_leaf and view.grad_fn is None and not view.is_inference()
            assert not (view * 2).requires_grad and not view.detach().requires_grad
        assert not constant[0:2].requires_grad
        kept = computed[0:2]
        kept.mul_(3)
    assert computed.tolist() == [6.0, 12.0, 6.0]
    with pytest.raises(RuntimeError, match=r"view.*created in inference mode"):
        kept.mul_(2)


def test_a_view_made_in_inference_mode_gets_its_gradient() -> None:
    """Differs from PyTorch, where it requires grad and yet gets none."""
    x = normal(derivata, True)
    with derivata.inference_mode():
        view = x[0:2]
    (view * view).sum().backward()
    assert view.grad is not None and view.grad.tolist() == [2.0, 4.0] and x.grad is None
