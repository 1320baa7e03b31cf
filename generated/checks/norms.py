# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of norms need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="vector_norm",
        call="derivata.generated.ops.vector_norm",
        arguments=(
            ("self", "Tensor"),
            ("ord", "Scalar"),
            ("dim", "int[]?"),
            ("keepdim", "bool"),
            ("dtype", "dtype?"),
        ),
        keyword_only=("dtype",),
        samples=(
            {"self": (2, 3)},
            {"self": (2, 3), "dim": (1,)},
            {"self": (2, 3, 4), "dim": (0, -1), "keepdim": True},
            {"self": (2, 3), "ord": 0, "dim": (-1,)},
            {"self": (2, 3), "ord": 1, "dim": (-1,)},
            {"self": (2, 3), "ord": 3},
            {"self": (2, 3), "ord": 0.5, "dim": (0,)},
            {"self": (2, 3), "ord": -2, "dim": (1,)},
            {"self": (2, 3), "ord": float("inf"), "dim": (1,), "keepdim": True},
            {"self": (2, 3), "ord": float("-inf")},
            {"self": (), "dim": (0,)},
            {"self": (0, 3), "dim": (0,)},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="norm.name",
        call="derivata.generated.ops.norm_name",
        arguments=(
            ("self", "Tensor"),
            ("p", "str"),
            ("dim", "int[]?"),
            ("keepdim", "bool"),
            ("dtype", "dtype?"),
        ),
        keyword_only=("dtype",),
        samples=({"self": (2, 3), "p": "fro"}, {"self": (2, 3), "p": "fro", "dim": (-1,), "keepdim": True}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="norm",
        call="derivata.generated.ops.norm_default",
        arguments=(
            ("self", "Tensor"),
            ("p", "Scalar"),
            ("dim", "int[]?"),
            ("keepdim", "bool"),
            ("dtype", "dtype?"),
        ),
        keyword_only=("dtype",),
        samples=(
            {"self": (2, 3)},
            {"self": (2, 3), "p": 1},
            {"self": (2, 3), "p": 3.5, "dim": (-1,), "keepdim": True},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
