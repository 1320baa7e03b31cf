"""Attributes of tensors: what they are by themselves, before any backward pass."""

import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv


def test_tensor_without_requires_grad_is_a_leaf_with_no_history(lib: Any) -> None:
    """A tensor that was not computed from tensors that require grad is a leaf without `grad_fn`."""
    x = lib.tensor([1.0, 2.0])
    assert not x.requires_grad
    assert x.is_leaf
    assert x.grad_fn is None
    assert x.grad is None


def test_requires_grad_spreads_to_results(lib: Any) -> None:
    """`requires_grad` spreads to results."""
    x = lib.ones(2, requires_grad=True)
    y = lib.ones(2)
    assert (x + y).requires_grad
    assert (y + x).requires_grad
    assert not (y + y).requires_grad
    assert (y + y).is_leaf
    assert not (x + y).is_leaf


def test_requires_grad_underscore_returns_the_tensor_itself(lib: Any) -> None:
    """`requires_grad_` switches a leaf on and off, and returns the tensor itself."""
    x = lib.ones(2)
    assert x.requires_grad_() is x
    assert x.requires_grad
    assert x.requires_grad_(False) is x
    assert not x.requires_grad


def test_requires_grad_of_a_computed_tensor_cannot_be_switched_off(lib: Any) -> None:
    """`requires_grad` of a computed tensor cannot be switched off."""
    y = lib.ones(2, requires_grad=True) * 2
    with pytest.raises(RuntimeError, match="you can only change requires_grad flags of leaf variables"):
        y.requires_grad_(False)
    with pytest.raises(RuntimeError, match="leaf variables"):
        y.requires_grad = False
    assert y.requires_grad_() is y


def test_gradient_survives_switching_requires_grad_off_and_on(lib: Any) -> None:
    """`.grad` stays when `requires_grad` is switched off and on."""
    x = lib.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    x.requires_grad_(False)
    assert x.grad.tolist() == [3.0, 3.0]
    x.requires_grad_(True)
    assert x.grad.tolist() == [3.0, 3.0]
    (x * 3).sum().backward()
    assert x.grad.tolist() == [6.0, 6.0]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool"])
def test_integers_cannot_require_grad_in_any_of_three_ways(lib: Any, dtype: str) -> None:
    """Integer and bool tensors cannot require grad, asked for in any of three ways; False is always accepted."""
    kind = getattr(lib, dtype)
    with pytest.raises(
        RuntimeError, match=r"[Oo]nly Tensors of floating point and complex dtype can require grad"
    ):
        lib.tensor([1, 0], dtype=kind, requires_grad=True)
    x = lib.tensor([1, 0], dtype=kind)
    with pytest.raises(RuntimeError, match="floating point"):
        x.requires_grad_()
    with pytest.raises(RuntimeError, match="floating point"):
        x.requires_grad = True
    assert not x.requires_grad_(False).requires_grad


def test_shape_is_a_tuple_with_length_and_items(lib: Any) -> None:
    """`shape` has a length and items, and `size`, `dim`, `numel`, `element_size` and `len` agree with it."""
    x = lib.zeros(2, 3)
    assert len(x.shape) == 2
    assert x.shape[1] == 3
    assert x.shape == (2, 3)
    assert x.size() == (2, 3)
    assert x.size(-1) == 3
    assert (x.ndim, x.dim(), x.numel(), x.element_size(), len(x)) == (2, 2, 6, 4, 2)


def test_detach_cuts_the_graph_and_shares_memory_and_version(lib: Any) -> None:
    """`detach` gives a leaf without history that shares memory and version."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    z = y.detach()
    assert not z.requires_grad
    assert z.is_leaf
    z.add_(1)
    assert y.tolist() == [3.0, 3.0]
    assert y._version == z._version == 1


def test_detach_in_place_makes_a_computed_tensor_a_leaf(lib: Any) -> None:
    """`detach_` makes a leaf of a computed tensor."""
    y = lib.ones(2, requires_grad=True) * 2
    assert y.detach_() is y
    assert y.is_leaf
    assert not y.requires_grad
    assert y.grad_fn is None


def test_detach_in_place_of_a_leaf_keeps_its_gradient(lib: Any) -> None:
    """`detach_` of a leaf keeps its `.grad`."""
    x = lib.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    x.detach_()
    assert not x.requires_grad
    assert x.grad.tolist() == [2.0, 2.0]


def test_views_cannot_be_detached_in_place(lib: Any) -> None:
    """`detach_` of a view is refused."""
    view = (lib.ones(4, requires_grad=True) * 1).view(2, 2)
    with pytest.raises(RuntimeError, match=r"[Cc]an't detach views in-place"):
        view.detach_()


def test_data_shares_memory_but_not_history_or_version(lib: Any) -> None:
    """`.data` shares memory, but neither history nor version."""
    x = lib.ones(2, requires_grad=True)
    before = x._version
    x.data.add_(1)
    assert x.tolist() == [2.0, 2.0]
    assert x._version == before
    assert not x.data.requires_grad


def test_assigning_data_keeps_object_version_and_history_but_changes_shape(lib: Any) -> None:
    """Assigning `.data` keeps the object."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        x.add_(1)
    same = x
    x.data = lib.zeros(3)
    assert x is same
    assert x.shape == (3,)
    assert x._version == 1
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


def test_data_must_be_a_tensor_of_a_differentiable_dtype(lib: Any) -> None:
    """`.data` takes tensors only, and of a tensor that requires grad floating-point or complex ones only."""
    x = lib.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got NoneType"):
        x.data = None
    with pytest.raises(
        RuntimeError,
        match="data set to a tensor that requires gradients must be floating point or complex dtype",
    ):
        x.data = lib.tensor([1, 2])
    x.requires_grad_(False)
    x.data = lib.tensor([1, 2])
    assert x.dtype == lib.int64


def test_data_and_requires_grad_cannot_be_deleted_but_grad_can(lib: Any) -> None:
    """`.grad` can be deleted, and is None then; `.data` and `.requires_grad` cannot be deleted."""
    x = lib.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    with pytest.raises(RuntimeError, match="Deleting tensor data is not allowed"):
        del x.data
    with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
        del x.requires_grad
    del x.grad
    assert x.grad is None


def test_grad_accepts_only_tensors_of_the_same_shape_and_dtype(lib: Any) -> None:
    """`.grad` can be None or another tensor of the same shape and dtype; else the error says what is wrong."""
    x = lib.ones(2, requires_grad=True)
    with pytest.raises(
        TypeError, match="assigned grad expected to be a Tensor or None but got grad of type int"
    ):
        x.grad = 3
    with pytest.raises(RuntimeError, match="can't assign Variable as its own grad"):
        x.grad = x
    with pytest.raises(RuntimeError, match="attempting to assign a gradient of size"):
        x.grad = lib.zeros(3)
    with pytest.raises(RuntimeError, match="attempting to assign a gradient with dtype"):
        x.grad = lib.zeros(2, dtype=lib.float64)
    given = lib.zeros(2)
    x.grad = given
    assert x.grad is given
    x.grad = None
    assert x.grad is None


def test_grad_of_a_tensor_that_needs_no_gradient_can_be_set(lib: Any) -> None:
    """`.grad` of a tensor that needs no gradient can be set."""
    x = lib.ones(2)
    x.grad = lib.zeros(2)
    assert x.grad.tolist() == [0.0, 0.0]


def test_gradient_of_a_leaf_is_always_the_same_object(lib: Any) -> None:
    """`.grad` is the same object each time it is read."""
    x = lib.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    assert x.grad is x.grad
    first = x.grad
    (x * 2).sum().backward()
    assert x.grad is first
    assert first.tolist() == [4.0, 4.0]


@pytest.mark.parametrize(
    ("convert", "value", "error"),
    [
        (int, float("nan"), ValueError),
        (int, float("inf"), OverflowError),
        (int, 3.7, None),
        (float, 1.5, None),
        (bool, 0.0, None),
        (bool, 2.0, None),
        (complex, 1.5, None),
    ],
)
def test_conversions_of_one_element_are_python_s(lib: Any, convert: Any, value: float, error: Any) -> None:
    """`int`, `float`, `bool` and `complex` of one element give Python's types, or ValueError and OverflowError."""
    x = lib.tensor([value])
    if error is None:
        assert convert(x) == convert(value)
        assert type(convert(x)) is convert
    else:
        with pytest.raises(error):
            convert(x)


def test_conversions_of_several_elements_are_errors(lib: Any) -> None:
    """`int`, `float` and `bool` of several elements are errors."""
    x = lib.ones(2)
    for convert in (int, float, bool, complex, lambda t: t.item()):
        with pytest.raises((RuntimeError, ValueError, TypeError)):
            convert(x)
    with pytest.raises(RuntimeError, match=r"ambiguous|no values|0 elements"):
        bool(lib.ones(0))


def test_integer_tensors_of_one_element_are_indices(lib: Any) -> None:
    """An integer tensor with one element can be used as an index."""
    assert [10, 20, 30][lib.tensor(2)] == 30
    assert list(range(lib.tensor(3))) == [0, 1, 2]
    with pytest.raises(TypeError, match="index"):
        [1][lib.tensor(0.0)]


def test_zero_dimensional_tensors_have_no_length_and_no_items(lib: Any) -> None:
    """A tensor without dimensions has neither length nor items."""
    with pytest.raises(TypeError, match="0-d"):
        len(lib.tensor(1.0))
    with pytest.raises(TypeError, match="0-d"):
        iter(lib.tensor(1.0))


def test_iteration_gives_rows_that_are_views(lib: Any) -> None:
    """Iteration gives the rows, as views."""
    x = lib.zeros(3, 2)
    for index, row in enumerate(x):
        row.add_(index)
    assert x.tolist() == [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]


def test_tensors_hash_by_identity_and_compare_elementwise(lib: Any) -> None:
    """Tensors hash by identity and compare elementwise."""
    x, y = lib.ones(2), lib.ones(2)
    assert len({x, y, x}) == 2
    assert (x == y).tolist() == [True, True]
    assert (x != y).tolist() == [False, False]


def test_membership_compares_elements(lib: Any) -> None:
    """`value in tensor` compares elements."""
    x = lib.tensor([1.0, 2.0])
    assert 2.0 in x
    assert 3.0 not in x


def test_stride_and_contiguity_count_elements(lib: Any) -> None:
    """`stride()` counts elements, and `is_contiguous()` and `contiguous()` follow it."""
    x = lib.zeros(2, 3)
    assert x.stride() == (3, 1)
    assert x.t().stride() == (1, 3)
    assert x.t().stride(1) == 3
    assert x.is_contiguous()
    assert not x.t().is_contiguous()
    assert x.data_ptr() == x.t().data_ptr()
    assert x.nbytes == 24


def test_kind_of_dtype(lib: Any) -> None:
    """`is_floating_point()` and `is_complex()` tell the kind of dtype."""
    assert lib.ones(1).is_floating_point()
    assert not lib.ones(1).is_complex()
    assert lib.tensor(1j).is_complex()
    assert not lib.tensor(1).is_floating_point()


def test_tensors_refuse_unknown_attributes() -> None:
    """Differs from PyTorch: tensors accept no attributes of the user's, parameters do: slots are what makes them
    small and fast to create.
    """
    with pytest.raises(AttributeError):
        dv.ones(2).anything = 1


def test_every_listed_attribute_can_be_read(lib: Any) -> None:
    """Every name in `dir()` can be read, except `imag` of real tensors, which is an error."""
    for x in (lib.tensor([[1.0, 2.0], [3.0, 4.0]]), lib.ones(2, 2, requires_grad=True)):
        for name in dir(x):
            if name not in ("__abstractmethods__", "imag"):
                assert hasattr(x, name), name


def test_dtypes_are_numpy_s_own_objects() -> None:
    """Differs from PyTorch: dtypes are NumPy's objects, and shapes are tuples, so that nothing has to be converted."""
    assert dv.float32 is np.dtype("float32")
    assert dv.ones(1).dtype is np.dtype("float32")
    assert dv.bool is np.dtype("bool")
    assert type(dv.ones(1).shape) is tuple


def test_tensors_have_no_instance_dictionary() -> None:
    assert not hasattr(dv.ones(1), "__dict__")
    assert not hasattr((dv.ones(1, requires_grad=True) * 2).grad_fn, "__dict__")


def test_output_nr_counts_the_outputs_of_the_node(lib: Any) -> None:
    """`output_nr` counts the outputs of the node."""
    parts = lib.ones(3, requires_grad=True).unbind()
    assert [part.output_nr for part in parts] == [0, 1, 2]
    assert parts[0].grad_fn is parts[2].grad_fn
    assert lib.ones(1).output_nr == 0


def test_hooks_and_history_are_listed_and_cannot_be_deleted(lib: Any) -> None:
    """`_backward_hooks` lists the hooks of a tensor; neither it nor `_grad_fn` can be deleted."""
    x = lib.ones(2, requires_grad=True)
    assert x._backward_hooks is None
    handle = x.register_hook(print)
    assert list(x._backward_hooks.values()) == [print]
    handle.remove()
    assert not x._backward_hooks
    with pytest.raises(RuntimeError, match=r"Deletion of _backwards?_hooks not allowed"):
        del x._backward_hooks
    with pytest.raises(RuntimeError, match="Deletion of _grad_fn not allowed"):
        del x._grad_fn


def test_hooks_of_constants_are_never_called(lib: Any) -> None:
    """A constant gets no gradient, hence nobody can register a hook on it."""
    constant = lib.ones(2)
    with pytest.raises(RuntimeError, match="doesn't require grad"):
        constant.register_hook(print)
    (lib.ones(2, requires_grad=True) * constant).sum().backward()
    assert constant.grad is None


def test_imag_of_a_real_tensor_is_listed_and_an_error(lib: Any) -> None:
    """`imag` of a real tensor is an error although `dir()` lists it; of a complex one it can be read."""
    x = lib.ones(2)
    assert "imag" in dir(x)
    with pytest.raises(RuntimeError, match="imag"):
        x.imag  # noqa: B018
    assert lib.tensor([1 + 2j, 3.0]).imag.tolist() == [2.0, 0.0]


@pytest.mark.parametrize("convert", [int, float, bool])
@pytest.mark.parametrize("value", [0.0, -2.5, 1e30, float("nan"), float("inf")])
def test_conversions_have_python_s_errors(lib: Any, convert: Any, value: float) -> None:
    """`int`, `float` and `bool` of one element give what Python gives for the number, NaN and infinities included."""
    x = lib.tensor([value], dtype=lib.float64)
    try:
        expected = convert(value)
    except (OverflowError, ValueError) as error:
        with pytest.raises(type(error)):
            convert(x)
    else:
        if value == 1e30 and convert is int and lib is not dv:
            return  # PyTorch converts to 64 bits first, and says that it overflows
        np.testing.assert_equal(convert(x), expected)


def test_tensors_have_a_name_that_python_cannot_set(lib: Any) -> None:
    """A tensor's `name` is None and cannot be set."""
    x = lib.ones(1, requires_grad=True)
    assert x.name is None
    with pytest.raises(AttributeError, match="name"):
        x.name = "x"


def test_the_node_of_a_leaf_is_one_object_while_it_is_in_use(lib: Any) -> None:
    """All uses of a leaf lead to one accumulating node, which is that of its gradient edge."""
    x = lib.ones(1, requires_grad=True)
    edge = lib.autograd.graph.get_gradient_edge(x)
    assert edge.node.variable is x
    assert (x * 2).grad_fn.next_functions[0][0] is (x + 1).grad_fn.next_functions[0][0] is edge.node
    assert edge.output_nr == x.output_nr == 0


def test_the_node_of_a_leaf_does_not_keep_the_leaf_alive() -> None:
    """Differs from PyTorch: a leaf owns its accumulating node, which refers to the leaf weakly, so that hooks of the
    node stay as long as the leaf does.
    """
    x = dv.ones(1, requires_grad=True)
    node = dv.autograd.graph.get_gradient_edge(x).node
    alive = weakref.ref(x)
    del x
    assert alive() is None
    assert node.variable is None


@pytest.mark.parametrize(("name", "cure"), [("shape", r"use \.reshape\(\)"), ("dtype", r"use \.to\(\)")])
def test_shape_and_dtype_cannot_be_set(name: str, cure: str) -> None:
    """They belong to the memory: a tensor that says otherwise would compute with one and read the other."""
    x = dv.ones(2, 3)
    before = x.shape, x.dtype
    for change in (lambda: setattr(x, name, 3), lambda: delattr(x, name)):
        with pytest.raises(AttributeError, match=f"^{name}: .* cannot be set or deleted; {cure}"):
            change()
    assert (x.shape, x.dtype) == before == ((2, 3), dv.float32)
