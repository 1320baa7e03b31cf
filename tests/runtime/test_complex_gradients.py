"""Complex tensors: gradients where real and complex numbers meet."""

import warnings
from typing import Any

import pytest

import derivata as dv
from derivata.generated.ops.cumulative import _linear_recurrence as linear_recurrence

REAL = [0.5, -1.0]
COMPLEX = [1.0 + 2.0j, -0.5 + 0.25j]


def real(lib: Any) -> Any:
    return lib.tensor(REAL, dtype=lib.float64, requires_grad=True)


def complex_(lib: Any) -> Any:
    return lib.tensor(COMPLEX, dtype=lib.complex128, requires_grad=True)


@pytest.mark.parametrize("join", ["cat", "stack"])
@pytest.mark.parametrize("complex_first", [True, False])
def test_cat_and_stack_of_real_with_complex(lib: Any, join: str, complex_first: bool) -> None:
    """`cat` and `stack` of real with complex tensors are right in reverse, forward and double reverse mode."""
    tensors = (complex_(lib), real(lib)) if complex_first else (real(lib), complex_(lib))

    def joined(*tensors: Any) -> Any:
        return getattr(lib, join)(tensors, 0)

    assert lib.autograd.gradcheck(joined, tensors, check_forward_ad=True)
    assert lib.autograd.gradgradcheck(joined, tensors)


def test_a_complex_scalar_needs_a_gradient(lib: Any) -> None:
    """`backward` and `grad` of a complex scalar without a gradient raise: there is one for real scalars only."""
    z = complex_(lib)
    loss = (z * z).sum()
    for action in (loss.backward, lambda: lib.autograd.grad(loss, z)):
        with pytest.raises(RuntimeError, match="only for real scalar outputs"):
            action()
    loss.backward(lib.ones((), dtype=lib.complex128))
    assert z.grad.tolist() == [2 * value.conjugate() for value in COMPLEX]


def test_copy_of_real_into_complex(lib: Any) -> None:
    """`copy_` of a real tensor into a complex one has a real gradient, without a warning."""
    x = real(lib)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        target = lib.zeros(2, dtype=lib.complex128)
        target.copy_(x)
        (target * (2.0 + 3.0j)).abs().sum().backward()
    assert x.grad.dtype == lib.float64
    scale = abs(2.0 + 3.0j)
    assert x.grad.tolist() == pytest.approx([scale, -scale])


def test_cast_to_complex(lib: Any) -> None:
    """`.to(complex)` has a real gradient, without a warning."""
    x = real(lib)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (x.to(lib.complex128) * (1.0 - 2.0j)).real.sum().backward()
    assert x.grad.dtype == lib.float64
    assert x.grad.tolist() == [1.0, 1.0]


def test_power_of_negative_real_with_complex_exponent(lib: Any) -> None:
    """Negative real numbers to complex powers have right gradients."""
    base = lib.tensor([-1.5, -0.3], dtype=lib.float64, requires_grad=True)
    exponent = lib.tensor([0.7 + 0.2j, -1.1 + 0.5j], dtype=lib.complex128, requires_grad=True)
    forward = lib is dv  # PyTorch's tangent leaves the imaginary part out
    assert lib.autograd.gradcheck(lambda b, e: b**e, (base, exponent), check_forward_ad=forward)


def pairs_in_place(lib: Any, z: Any) -> Any:
    """Change parts of a complex tensor through views of its real and imaginary parts."""
    y = z.clone()
    parts = lib.view_as_real(y)
    parts[:, 0].mul_(parts[:, 1].clone())
    lib.view_as_complex(parts)[0:1].mul_(2.0j)
    parts.select(-1, 1).exp_()
    return y


def pairs(lib: Any, z: Any) -> Any:
    """Compute the same out of place."""
    first = lib.view_as_complex(lib.stack([z.real * z.imag, z.imag], -1))
    second = lib.cat([first[0:1] * 2.0j, first[1:]])
    return lib.view_as_complex(lib.stack([second.real, second.imag.exp()], -1))


def test_writes_through_pairs_of_real_numbers(lib: Any) -> None:
    """Writes through chains of `view_as_real` and `view_as_complex` have the values and gradients of the out-
    of-place form, second derivatives included.
    """
    results = []
    for compute in (pairs_in_place, pairs):
        z = complex_(lib)
        y = compute(lib, z)
        loss = (y.abs() ** 2).sum()
        (first,) = lib.autograd.grad(loss, z, create_graph=True)
        (second,) = lib.autograd.grad((first.abs() ** 2).sum(), z)
        results.append(y.tolist() + first.tolist() + second.tolist())
    assert results[0] == pytest.approx(results[1], rel=1e-12)


def test_writes_through_pairs_are_torch_s(torch: Any) -> None:
    """Gradients of writes through chains of `view_as_real` and `view_as_complex` are PyTorch's."""
    grads = []
    for lib in (dv, torch):
        z = complex_(lib)
        pairs_in_place(lib, z).abs().sum().backward()
        grads.append(z.grad.tolist())
    assert grads[0] == pytest.approx(grads[1], rel=1e-12)


def test_pairs_are_views(lib: Any) -> None:
    """`view_as_real` and `view_as_complex` give views of the same memory."""
    z = lib.zeros(2, dtype=lib.complex128)
    parts = lib.view_as_real(z)
    parts[1, 0] = 5.0
    assert z.tolist() == [0j, 5 + 0j]
    assert parts._base is z
    assert lib.view_as_complex(parts)._base is z


def test_what_is_no_pair_is_refused(lib: Any) -> None:
    """`view_as_complex` takes pairs in the last dimension only, `view_as_real` complex numbers only."""
    with pytest.raises(RuntimeError, match=r"(?i)last dimension"):
        lib.view_as_complex(lib.zeros(2, 3))
    with pytest.raises(RuntimeError, match="view_as_real"):
        lib.view_as_real(lib.zeros(2))


def test_parts_of_a_complex_view(lib: Any) -> None:
    """Parts from `unbind` of a complex view cannot be changed in place."""
    z = lib.zeros(2, 2, dtype=lib.complex128, requires_grad=True).clone()
    for parts in (lib.view_as_real(z).unbind(-1), z.view(4).unbind(0)):
        with pytest.raises(RuntimeError, match="returns multiple views"):
            parts[0].mul_(2)
    assert z.tolist() == [[0j, 0j], [0j, 0j]]


def test_a_stale_complex_view_has_its_history_under_no_grad(lib: Any) -> None:
    """The first look at `grad_fn` of a complex view after a write to its base works under `no_grad`."""
    z = complex_(lib)
    y = z * 1
    part = lib.view_as_real(y)
    y.mul_(2.0)
    with lib.no_grad():
        assert part.grad_fn is not None
    part.sum().backward()
    assert z.grad.tolist() == [2 + 2j, 2 + 2j]


def test_real_and_imaginary_part_are_views(lib: Any) -> None:
    """`real` and `imag` of a complex tensor are views of its memory; `real` of a real tensor is that tensor."""
    z = lib.zeros(2, dtype=lib.complex64)
    real, imag = z.real, lib.imag(z)
    assert real._base is z
    assert imag._base is z
    real.fill_(3)
    imag[1] = 5
    assert z.tolist() == [3 + 0j, 3 + 5j]
    assert z._version == real._version == imag._version == 2
    x = lib.ones(2, requires_grad=True)
    assert x.real is x


def test_parts_of_a_complex_leaf_cannot_be_written(lib: Any) -> None:
    """A write to `real` or `imag` of a complex leaf that requires grad is refused while recording."""
    z = complex_(lib)
    for part in (z.real, z.imag):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
            part.zero_()
    with lib.no_grad():
        z.imag.zero_()
    assert z.tolist() == [1.0, -0.5]


def test_writes_to_real_and_imaginary_part(torch: Any) -> None:
    """Writes to `real` and `imag` have right gradients of both orders, and reach the tangent of a dual."""
    results = []
    for lib in (dv, torch):
        z = complex_(lib)
        y = z * 1
        real, imag = y.real, y.imag
        real.mul_(imag.clone())
        imag[0:1].sin_()
        y.mul_(1j)
        loss = (y.abs() ** 2).sum() + (real * 3).sum() + imag.sum()
        (first,) = lib.autograd.grad(loss, z, create_graph=True)
        (second,) = lib.autograd.grad((first.abs() ** 2).sum(), z)
        values = real.tolist() + imag.tolist() + y.tolist() + first.tolist() + second.tolist()
        forward_ad = lib.autograd.forward_ad
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(z.detach(), z.detach() * 1j) * 1
            dual.real.mul_(3)
            dual.imag.add_(1)
            values += dual.tolist() + forward_ad.unpack_dual(dual).tangent.tolist()
        results.append(values)
    assert results[0] == pytest.approx(results[1], rel=1e-12)


@pytest.mark.parametrize("hooked", [False, True])
@pytest.mark.parametrize("create_graph", [False, True])
def test_grad_gives_a_real_leaf_the_real_part(create_graph: bool, hooked: bool) -> None:
    """Of a complex gradient `grad` gives the real part for a real leaf, as `backward` does.

    Most ops take the real part themselves, of which a product would be an example; the recurrence does not.
    """
    x, z = real(dv), complex_(dv).detach()
    if hooked:
        x.register_hook(lambda grad: grad * 1)
    loss = (linear_recurrence(z, x, 0, False) * z).sum()  # x[0] * z[1]
    edge = dv.autograd.graph.get_gradient_edge(x)
    seed = dv.tensor(2.0 + 1.0j, dtype=dv.complex128)
    found = dv.autograd.grad(loss, (x, edge), seed, retain_graph=True, create_graph=create_graph)
    loss.backward(seed)
    assert [grad.dtype for grad in found] == [dv.float64] * 2
    expected = [(seed * z[1].conj()).real.item(), 0.0]
    assert [grad.tolist() for grad in found] == [x.grad.tolist()] * 2 == [expected] * 2


def test_grad_of_single_precision_through_double_precision(lib: Any) -> None:
    """`grad` for a float32 tensor is float32 where the graph computes in float64."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = lib.tensor([0.5, 0.5], dtype=lib.float64)
    (found,) = lib.autograd.grad(lib.nn.functional.huber_loss(x * y, y), x)
    assert found.dtype == lib.float32


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0)])
def test_pairs_of_nothing_are_complex_numbers_whatever_their_strides(
    lib: Any, shape: tuple[int, ...]
) -> None:
    """An empty tensor of pairs is a complex one, also as a gradient."""
    z = lib.zeros(shape, dtype=lib.complex128, requires_grad=True)
    lib.view_as_real(z).backward(lib.zeros((*shape, 2), dtype=lib.float64))
    assert z.grad.shape == shape and z.grad.dtype == lib.complex128


def test_parts_are_assigned_and_gradients_reach_what_was_assigned(lib: Any) -> None:
    """`x.real = y` and `x.imag = y` write to the part, numbers or tensors that are broadcast, and are recorded."""
    y = lib.tensor([3.0, -4.0], dtype=lib.float64, requires_grad=True)
    leaf = complex_(lib)
    x = leaf * 1
    version = x._version
    x.real = y
    x.imag = 2.0
    assert x.tolist() == [3 + 2j, -4 + 2j] and x._version == version + 2
    (x * x).real.sum().backward()
    assert y.grad.tolist() == [6.0, -8.0]
    assert leaf.grad.tolist() == [0, 0]
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        leaf.real = 1.0


def test_the_real_part_of_real_numbers_are_the_numbers_and_there_is_no_other(lib: Any) -> None:
    """`x.real = y` writes all of real numbers; `x.imag = y` is refused, and changes nothing."""
    x = lib.zeros(2, dtype=lib.float64)
    x.real = lib.tensor([1.0, 2.0])
    with pytest.raises(RuntimeError, match="imag"):
        x.imag = 1.0
    assert x.tolist() == [1.0, 2.0]
