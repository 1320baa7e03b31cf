# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of diagonals need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="diagonal",
        call="derivata.generated.ops.diagonal",
        arguments=(("self", "Tensor(a)"), ("offset", "int"), ("dim1", "int"), ("dim2", "int")),
        samples=(
            {"self": (3, 3)},
            {"self": (2, 4), "offset": 1},
            {"self": (2, 3, 4), "offset": -1, "dim1": -1, "dim2": 0},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
        view=True,
    ),
    OpCase(
        op="diagonal_backward",
        call="derivata.generated.ops.diagonal_backward",
        arguments=(
            ("grad_output", "Tensor"),
            ("shape", "int[]"),
            ("offset", "int"),
            ("dim1", "int"),
            ("dim2", "int"),
        ),
        samples=({"grad_output": (3, 2), "shape": (2, 3, 4), "offset": 1, "dim1": 0, "dim2": 2},),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="as_strided_scatter",
        call="derivata.generated.ops.as_strided_scatter",
        arguments=(
            ("self", "Tensor"),
            ("src", "Tensor"),
            ("size", "int[]"),
            ("stride", "int[]"),
            ("storage_offset", "int?"),
        ),
        samples=(
            {"self": (3, 3), "src": (2, 2), "size": (2, 2), "stride": (3, 2)},
            {"self": (2, 3), "src": (2,), "size": (2,), "stride": (2,), "storage_offset": 1},
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="diagonal_scatter",
        call="derivata.generated.ops.diagonal_scatter",
        arguments=(
            ("self", "Tensor"),
            ("src", "Tensor"),
            ("offset", "int"),
            ("dim1", "int"),
            ("dim2", "int"),
        ),
        samples=(
            {"self": (3, 3), "src": (3,)},
            {"self": (2, 3, 4), "src": (3, 2), "offset": 1, "dim1": 0, "dim2": -1},
            {"self": (2, 3), "src": (1,), "offset": -1},
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_clear_diagonal",
        call="derivata.generated.ops._clear_diagonal",
        arguments=(("self", "Tensor"), ("offset", "int"), ("dim1", "int"), ("dim2", "int")),
        samples=({"self": (2, 3), "offset": 1, "dim1": 0, "dim2": 1},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="diag_embed",
        call="derivata.generated.ops.diag_embed",
        arguments=(("self", "Tensor"), ("offset", "int"), ("dim1", "int"), ("dim2", "int")),
        samples=(
            {"self": (3,)},
            {"self": (2, 3), "offset": 1},
            {"self": (2, 3), "offset": -1, "dim1": 0, "dim2": 2},
            {"self": (2, 0)},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="diag",
        call="derivata.generated.ops.diag",
        arguments=(("self", "Tensor"), ("diagonal", "int")),
        samples=({"self": (3,)}, {"self": (2,), "diagonal": -1}, {"self": (2, 3), "diagonal": 1}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="diagflat",
        call="derivata.generated.ops.diagflat",
        arguments=(("self", "Tensor"), ("offset", "int")),
        samples=({"self": (2, 2)}, {"self": (), "offset": 1}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
