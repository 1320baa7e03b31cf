# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of added_products need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="addmm",
        call="derivata.generated.ops.addmm",
        arguments=(
            ("self", "Tensor"),
            ("mat1", "Tensor"),
            ("mat2", "Tensor"),
            ("beta", "Scalar"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("beta", "alpha"),
        samples=(
            {"self": (2, 4), "mat1": (2, 3), "mat2": (3, 4)},
            {"self": (4,), "mat1": (2, 3), "mat2": (3, 4), "beta": 0.5, "alpha": -2},
            {"self": (2, 1), "mat1": (2, 3), "mat2": (3, 4), "beta": 0},
        ),
        differentiable=("self", "mat1", "mat2"),
        outputs=(True,),
        complex=True,
        inplace="addmm_",
    ),
    OpCase(
        op="addmv",
        call="derivata.generated.ops.addmv",
        arguments=(
            ("self", "Tensor"),
            ("mat", "Tensor"),
            ("vec", "Tensor"),
            ("beta", "Scalar"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("beta", "alpha"),
        samples=(
            {"self": (2,), "mat": (2, 3), "vec": (3,)},
            {"self": (1,), "mat": (2, 3), "vec": (3,), "beta": 0.5, "alpha": -2},
            {"self": (2,), "mat": (2, 0), "vec": (0,), "beta": 0},
        ),
        differentiable=("self", "mat", "vec"),
        outputs=(True,),
        complex=True,
        inplace="addmv_",
    ),
    OpCase(
        op="addr",
        call="derivata.generated.ops.addr",
        arguments=(
            ("self", "Tensor"),
            ("vec1", "Tensor"),
            ("vec2", "Tensor"),
            ("beta", "Scalar"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("beta", "alpha"),
        samples=(
            {"self": (2, 3), "vec1": (2,), "vec2": (3,)},
            {"self": (3,), "vec1": (2,), "vec2": (3,), "beta": 0.5, "alpha": -2},
            {"self": (2, 1), "vec1": (2,), "vec2": (3,), "beta": 0},
        ),
        differentiable=("self", "vec1", "vec2"),
        outputs=(True,),
        complex=True,
        inplace="addr_",
    ),
    OpCase(
        op="addbmm",
        call="derivata.generated.ops.addbmm",
        arguments=(
            ("self", "Tensor"),
            ("batch1", "Tensor"),
            ("batch2", "Tensor"),
            ("beta", "Scalar"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("beta", "alpha"),
        samples=(
            {"self": (2, 4), "batch1": (5, 2, 3), "batch2": (5, 3, 4)},
            {"self": (4,), "batch1": (5, 2, 3), "batch2": (5, 3, 4), "beta": 0.5, "alpha": -2},
            {"self": (2, 4), "batch1": (0, 2, 3), "batch2": (0, 3, 4), "beta": 0},
        ),
        differentiable=("self", "batch1", "batch2"),
        outputs=(True,),
        complex=True,
        inplace="addbmm_",
    ),
    OpCase(
        op="baddbmm",
        call="derivata.generated.ops.baddbmm",
        arguments=(
            ("self", "Tensor"),
            ("batch1", "Tensor"),
            ("batch2", "Tensor"),
            ("beta", "Scalar"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("beta", "alpha"),
        samples=(
            {"self": (5, 2, 4), "batch1": (5, 2, 3), "batch2": (5, 3, 4)},
            {"self": (2, 1), "batch1": (5, 2, 3), "batch2": (5, 3, 4), "beta": 0.5, "alpha": -2},
            {"self": (5, 2, 4), "batch1": (5, 2, 0), "batch2": (5, 0, 4), "beta": 0},
        ),
        differentiable=("self", "batch1", "batch2"),
        outputs=(True,),
        complex=True,
        inplace="baddbmm_",
    ),
)
