# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of contractions need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="einsum",
        call="derivata.generated.ops.einsum",
        arguments=(("equation", "str"), ("operands", "Tensor[*]")),
        samples=(
            {"equation": "ij,jk->ik", "operands": ((2, 3), (3, 4))},
            {"equation": "bij, bkj", "operands": ((2, 3, 4), (2, 5, 4))},
            {"equation": "...ij,...jk->...ik", "operands": ((2, 3, 4), (4, 2))},
            {"equation": "ii->i", "operands": ((3, 3),)},
            {"equation": "ij->ji", "operands": ((2, 3),)},
            {"equation": "iij,j->", "operands": ((2, 2, 3), (3,))},
            {"equation": "ij,jk,kl->il", "operands": ((2, 3), (3, 4), (4, 2))},
            {"equation": "i,j->ij", "operands": ((2,), (3,))},
            {"equation": "i,i,i->i", "operands": ((3,), (3,), (3,))},
            {"equation": "ij,jk->ik", "operands": ((2, 1), (3, 4))},
            {"equation": ",i->i", "operands": ((), (2,))},
            {"equation": "ij,jk->ik", "operands": ((2, 0), (0, 3))},
        ),
        differentiable=("operands",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_einsum_term",
        call="derivata.generated.ops._einsum_term",
        arguments=(
            ("equation", "str"),
            ("operands", "Tensor[]"),
            ("other", "Tensor"),
            ("index", "int"),
            ("shape", "int[]?"),
        ),
        samples=({"equation": "ij,jk->ik", "operands": ((2, 3), (3, 4)), "other": (3, 4), "index": 1},),
        differentiable=("operands", "other"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_einsum_gradient",
        call="derivata.generated.ops._einsum_gradient",
        arguments=(
            ("output_grad", "Tensor"),
            ("equation", "str"),
            ("operands", "Tensor[]"),
            ("index", "int"),
        ),
        samples=(
            {"output_grad": (2, 4), "equation": "ij,jk->ik", "operands": ((2, 3), (3, 4)), "index": 0},
            {"output_grad": (3,), "equation": "ii->i", "operands": ((3, 3),), "index": 0},
        ),
        differentiable=("output_grad", "operands"),
        outputs=(True,),
        complex=True,
        fused=True,
    ),
    OpCase(
        op="_einsum_to_shape",
        call="derivata.generated.ops._einsum_to_shape",
        arguments=(("equation", "str"), ("operands", "Tensor[]"), ("shape", "int[]")),
        samples=(
            {"equation": "i->ii", "operands": ((3,),), "shape": (3, 3)},
            {"equation": "i->ij", "operands": ((3,),), "shape": (3, 2)},
            {"equation": "ij,jk->ik", "operands": ((2, 3), (3, 4)), "shape": (1, 4)},
        ),
        differentiable=("operands",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="tensordot",
        call="derivata.generated.ops.tensordot_default",
        arguments=(("self", "Tensor"), ("other", "Tensor"), ("dims", "int")),
        samples=({"self": (2, 3, 4), "other": (3, 4, 5)}, {"self": (2, 3), "other": (4,), "dims": 0}),
        differentiable=("self", "other"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="tensordot.dims",
        call="derivata.generated.ops.tensordot_dims",
        arguments=(("self", "Tensor"), ("other", "Tensor"), ("dims_self", "int[]"), ("dims_other", "int[]")),
        samples=(
            {"self": (2, 3, 4), "other": (4, 5, 2), "dims_self": (0, -1), "dims_other": (2, 0)},
            {"self": (3,), "other": (3,), "dims_self": (0,), "dims_other": (0,)},
            {"self": (2, 1), "other": (3, 2), "dims_self": (0, 1), "dims_other": (1, 0)},
        ),
        differentiable=("self", "other"),
        outputs=(True,),
        complex=True,
        fused=True,
    ),
)
