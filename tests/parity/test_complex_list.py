"""The ops whose gradients PyTorch implements for complex numbers have them here."""

import pytest

from derivata.generated.checks import CASES
from derivata.testing import OpCase, OpCheck
from derivata.testing.modes import YES, modes_of

TEXT = """
t view reshape reshape_as view_as roll clone repeat expand flip fliplr flipud rot90 transpose permute
squeeze unsqueeze resize resize_as tril triu chunk zero_ eq_ ne_ add __radd__ sum _conj sin cos mul sinc
sinh cosh __rmul__ sgn asin acos sub div cat view_as_complex neg complex select _s_where as_strided slice
constant_pad_nd unbind split split_with_sizes unsafe_split split_with_sizes_backward dot vdot cholesky
triangular_solve mm _unsafe_view mv ger bmm diagonal alias atan log log10 log1p log2 reciprocal tan pow
rsqrt tanh tanh_backward asinh acosh atanh take fill_ exp nonzero mean inverse solve linalg_cholesky addcmul
addcdiv matrix_exp linalg_eigh cholesky_solve linalg_qr _svd_helper _fft_c2c _fft_r2c linalg_solve sqrt
stack gather index_select index_add_ linalg_inv linalg_inv_ex l1_loss_backward baddbmm addbmm addmm addmv
addr linalg_householder_product reflection_pad1d reflection_pad2d linalg_cholesky_ex linalg_eig
reflection_pad1d_backward reflection_pad2d_backward symeig replication_pad1d replication_pad2d
replication_pad3d put_ replication_pad1d_backward replication_pad2d_backward replication_pad3d_backward diag
masked_scatter masked_select index_fill trace polar cumsum rsub eig lerp linalg_vector_norm cumprod prod
index_copy lu unfold unfold_backward index masked_fill cross lu_unpack
"""
IMPLEMENTED_FOR_COMPLEX = TEXT.split()
"""PyTorch's list, by the names of its internal functions."""

OTHER_NAMES = {
    "__radd__": "add",
    "__rmul__": "mul",
    "_conj": "conj",
    "_s_where": "where",
    "_svd_helper": "_linalg_svd",
    "_unsafe_view": "view",
    "alias": "view_as",
    "eig": "_linalg_eig",
    "eq_": "eq",
    "fill_": "fill",
    "ger": "outer",
    "index": "_getitem",
    "l1_loss_backward": "l1_loss",
    "linalg_cholesky": "_linalg_cholesky",
    "linalg_cholesky_ex": "cholesky_ex",
    "linalg_eig": "_linalg_eig",
    "linalg_eigh": "eigh",
    "linalg_householder_product": "_linalg_householder_product",
    "linalg_inv": "_linalg_inv",
    "linalg_inv_ex": "inv_ex",
    "linalg_qr": "_linalg_qr",
    "linalg_solve": "_linalg_solve",
    "linalg_vector_norm": "vector_norm",
    "ne_": "ne",
    "nonzero": "argwhere",
    "put_": "put",
    "reflection_pad1d": "pad",
    "reflection_pad2d": "pad",
    "replication_pad1d": "pad",
    "replication_pad2d": "pad",
    "replication_pad3d": "pad",
    "lu": "_linalg_lu",
    "solve": "_linalg_solve",
    "split_with_sizes_backward": "split_with_sizes",
    "symeig": "eigh",
    "tanh_backward": "tanh",
    "reflection_pad1d_backward": "pad",
    "reflection_pad2d_backward": "pad",
    "replication_pad1d_backward": "pad",
    "replication_pad2d_backward": "pad",
    "replication_pad3d_backward": "pad",
}
RESIZING = ["resize", "resize_as"]
BY_OP: dict[str, list[OpCase]] = {}
for case in CASES:
    BY_OP.setdefault(case.op.partition(".")[0], []).append(case)
HERE = [n for n in IMPLEMENTED_FOR_COMPLEX if n not in RESIZING]


def cases_of(name: str) -> list[OpCase]:
    return BY_OP.get(OTHER_NAMES.get(name, name), [])


def test_list_is_whole() -> None:
    assert len(set(IMPLEMENTED_FOR_COMPLEX)) == len(IMPLEMENTED_FOR_COMPLEX) == 147
    assert set(OTHER_NAMES) <= set(HERE)


@pytest.mark.parametrize("name", HERE)
def test_op_has_complex_gradients(name: str) -> None:
    """Every op of these families whose gradient PyTorch implements for complex numbers has one here."""
    assert cases_of(name), f"no op for {name}"
    for case in cases_of(name):
        if case.op not in (
            "view_as_complex",
            "complex",
            "polar",
            "_fft_r2c",
        ):  # real arguments, complex results
            assert modes_of(case).complex == YES, case.op
        if case.is_differentiable:
            OpCheck(case).gradients()


@pytest.mark.parametrize("name", ["view_as_complex", "complex", "polar", "_fft_r2c"])
def test_results_of_real_arguments_are_complex(name: str) -> None:
    """Ops that make complex numbers of real ones have gradients."""
    case = cases_of(name)[0]
    modes = modes_of(case)
    assert (modes.reverse, modes.double, modes.forward) == (YES, YES, YES)
