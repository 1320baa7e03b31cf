"""Which ops give a new view, a copy, or the tensor itself where there is nothing to do: PyTorch's answers."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

NEW_VIEWS = [
    "x.view(2,3)",
    "x.view(-1,3)",
    "x.view_as(x)",
    "x.view(x.shape)",
    "x.reshape(2,3)",
    "x.reshape_as(x)",
    "x[0].flatten()",
    "x.flatten()",
    "s.flatten()",
    "s.ravel()",
    "s.reshape(())",
    "s.view(())",
    "x.unflatten(0,(2,))",
    "x.squeeze()",
    "x.squeeze(0)",
    "x.squeeze((0,1))",
    "x.squeeze(())",
    "lib.squeeze(x)",
    "s.squeeze()",
    "s.squeeze(0)",
    "x.swapaxes(0,0)",
    "x.swapdims(1,1)",
    "x.transpose(0,0)",
    "s.transpose(0,0)",
    "x.permute(0,1)",
    "lib.movedim(x,0,0)",
    "lib.moveaxis(x,0,0)",
    "lib.movedim(x,(),())",
    "x[0].t()",
    "s.t()",
    "x[0].T",
    "x.T",
    "x.mT",
    "x.mH",
    "x.H",
    "x.adjoint()",
    "x.expand(2,3)",
    "x.expand(-1,-1)",
    "x.expand_as(x)",
    "s.expand(())",
    "x.broadcast_to((2,3))",
    "lib.broadcast_to(x,(2,3))",
    "x[...]",
    "x[:]",
    "x[()]",
    "x[:,:]",
    "s[...]",
    "s[()]",
    "x[0:2]",
    "x.narrow(0,0,2)",
    "x.select(0,0)",
    "x.diagonal()",
    "x.as_strided((2,3),(3,1))",
    "x.unbind()[0]",
    "x.split(2)[0]",
    "x.split([2])[0]",
    "x.chunk(1)[0]",
    "x.tensor_split(1)[0]",
    "lib.hsplit(x,1)[0]",
    "lib.vsplit(x,1)[0]",
    "x[:1].unbind()[0]",
    "lib.atleast_1d(s)",
    "c.real",
    "c.imag",
    "lib.view_as_real(c)",
    "lib.view_as_complex(lib.view_as_real(c))",
    "x.unsqueeze(0).squeeze(0)",
    "lib.meshgrid(x[0],indexing='ij')[0]",
]

ITSELF = [
    "x.real",
    "lib.real(x)",
    "x.conj()",
    "lib.conj(x)",
    "x.conj_physical()",
    "x.resolve_conj()",
    "x.resolve_neg()",
    "x.contiguous()",
    "x.to(lib.float64)",
    "x.to(x)",
    "x.to(dtype=lib.float64)",
    "x.type_as(x)",
    "x.type(lib.float64)",
    "x.double()",
    "c.cdouble()",
    "n.long()",
    "lib.as_tensor(x)",
    "lib.nn.functional.dropout(x,0.5,False)",
    "lib.nn.functional.dropout2d(i,0.5,False)",
    "lib.nn.Identity()(x)",
    "lib.nn.functional.alpha_dropout(x,0.5,False)",
    "lib.cartesian_prod(x[0])",
]

COPIES = [
    "x.clone()",
    "x.to(lib.float64,copy=True)",
    "lib.nn.functional.pad(x,(0,0))",
    "x.roll(0,0)",
    "x.flip(())",
    "x.tile((1,1))",
    "x.repeat(1,1)",
    "lib.cat([x])",
    "lib.stack([x])",
    "lib.hstack([x])",
    "lib.block_diag(x)",
    "lib.chain_matmul(x)",
    "x.round(decimals=0)",
    "n.floor()",
    "n.round()",
    "x.clamp(min=-100)",
    "x.nan_to_num()",
    "x.abs()",
    "x.masked_fill(x>100,0.)",
    "lib.where(x>-100,x,x)",
    "x.sum(())",
    "s.sum()",
    "s.mean()",
    "s.prod()",
    "s.amax()",
    "s.cumsum(0)",
    "s.cumprod(0)",
    "s.sort()[0]",
    "s.logsumexp(0)",
    "lib.linalg.matrix_power(x[:,:2],1)",
    "x.rot90(0)",
    "lib.fliplr(x)",
    "lib.nn.functional.adaptive_avg_pool2d(i,(2,3))",
    "lib.nn.functional.max_pool2d(i,1)",
    "lib.nn.functional.avg_pool2d(i,1)",
    "lib.nn.functional.pixel_shuffle(i,1)",
    "lib.nn.functional.pixel_unshuffle(i,1)",
    "lib.nn.functional.channel_shuffle(i,1)",
    "lib.nn.functional.l1_loss(x,x,reduction='none')",
    "x.tril(100)",
    "x.triu(-100)",
    "x.pow(1)",
    "x.float_power(1)",
    "x.float_power(x)",
    "x.gather(0,n)",
    "x.index_select(0,n[0])",
    "lib.nn.functional.normalize(x)",
    "lib.nn.functional.threshold(x,-100,0.)",
]

VIEWS_HERE = [
    "x.flatten(0,0)",
    "lib.atleast_1d(x)",
    "lib.atleast_2d(x)",
    "lib.atleast_1d(x,x)[1]",
    "lib.broadcast_tensors(x)[0]",
    "lib.nn.Flatten()(x)",
    "s.H",
]
"""What PyTorch gives as the tensor itself, or not at all: a hook on it would be one on the argument."""

COPIES_HERE = ["lib.positive(x)", "+x", "x.sum_to_size(2,3)"]
"""What PyTorch gives as the tensor itself: here nothing that computes gives its argument."""


def facts(lib: Any, expression: str, computed: bool) -> tuple[bool, bool, bool, bool]:
    """Tell whether a result is an argument, a view, on an argument's memory, and counted with that."""
    x = lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=lib.float64)
    s, c = lib.tensor(2.5, dtype=lib.float64), lib.tensor([[1 + 2j, 2]]).to(lib.complex128)
    i, n = lib.tensor(np.arange(12.0).reshape(1, 2, 2, 3)), lib.tensor([[0, 1, 0]])
    names = {"x": x, "s": s, "c": c, "i": i, "n": n, "m": n.bool()}
    if computed:
        names.update({name: names[name].requires_grad_() * 1 for name in "xsci"})
    out = eval(expression, {"lib": lib}, names)
    sources = list(names.values())
    itself = any(out is source for source in sources)
    shared = [s for s in sources if np.shares_memory(out.detach().numpy(), s.detach().numpy())]
    before = [source._version for source in shared]
    if shared:
        with lib.no_grad():
            out.detach().mul_(1)
    counted = all(source._version > b for source, b in zip(shared, before, strict=True))
    return itself, bool(out._is_view()), bool(shared), counted


@pytest.mark.parametrize("computed", [False, True], ids=["constant", "computed"])
@pytest.mark.parametrize("expression", [*NEW_VIEWS, *ITSELF, *COPIES])
def test_what_is_a_new_view_is_one_in_pytorch(expression: str, computed: bool) -> None:
    """Ops without anything to do give a new view, a copy or the tensor itself as PyTorch's do."""
    torch = pytest.importorskip("torch", reason="PyTorch says which is which")
    expected = {True: (False, True, True, True), False: (False, False, False, True)}[expression in NEW_VIEWS]
    expected = (True, False, True, True) if expression in ITSELF and "[0]" not in expression else expected
    got = facts(dv, expression, computed)
    assert got == facts(torch, expression, computed)
    if expression not in ITSELF:
        assert got == expected


@pytest.mark.parametrize("expression", [*VIEWS_HERE, *COPIES_HERE])
def test_what_is_new_here_and_the_argument_itself_in_pytorch(expression: str) -> None:
    """Differs from PyTorch: view ops give a new view, ops that compute a copy, where PyTorch gives the argument."""
    torch = pytest.importorskip("torch", reason="PyTorch says which is which")
    assert facts(dv, expression, True)[0] is False
    assert facts(dv, expression, True)[1] is (expression in VIEWS_HERE)
    assert facts(torch, expression, True)[0] is True


@pytest.mark.parametrize("shape", [(), (2, 3)])
@pytest.mark.parametrize("dim", [None, ()])
def test_squeezing_nothing_gives_a_view(shape: tuple[int, ...], dim: Any) -> None:
    """Hooks and flags of the result of `squeeze` are its own, also if there was nothing to squeeze."""
    x = dv.ones(shape)
    y = x.squeeze() if dim is None else x.squeeze(dim)
    y.requires_grad_()
    assert not x.requires_grad
    x = dv.ones(shape, requires_grad=True) * 1
    y = x.squeeze() if dim is None else x.squeeze(dim)
    seen = []
    y.register_hook(seen.append)
    (x * 2).sum().backward()
    assert seen == []
    with pytest.raises(RuntimeError, match="can't detach views in-place"):
        y.detach_()
