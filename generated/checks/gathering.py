# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of gathering need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="gather",
        call="derivata.generated.ops.gather",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor")),
        samples=(
            {"self": (3, 2), "dim": 0, "index": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 3}},
            {"self": (3, 4), "dim": -1, "index": {"shape": (2, 5), "dtype": "int64", "low": 0, "high": 4}},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="gather_backward",
        call="derivata.generated.ops.gather_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("dim", "int"), ("index", "Tensor")),
        samples=(
            {
                "grad_output": (4, 2),
                "shape": (3, 2),
                "dim": 0,
                "index": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 3},
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="take_along_dim",
        call="derivata.generated.ops.take_along_dim",
        arguments=(("self", "Tensor"), ("indices", "Tensor"), ("dim", "int?")),
        samples=(
            {"self": (3, 2), "indices": {"shape": (1, 2), "dtype": "int64", "low": 0, "high": 3}, "dim": 0},
            {"self": (3, 2), "indices": {"shape": (4,), "dtype": "int64", "low": 0, "high": 6}},
            {"self": (3, 2), "indices": {"shape": (3, 2), "dtype": "int64", "low": -3, "high": 3}, "dim": 0},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_take_along_dim_backward",
        call="derivata.generated.ops._take_along_dim_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("indices", "Tensor"), ("dim", "int?")),
        samples=(
            {
                "dim": 0,
                "grad_output": (1, 2),
                "shape": (3, 2),
                "indices": {"shape": (1, 2), "dtype": "int64", "low": -3, "high": 3},
            },
            {
                "dim": 1,
                "grad_output": (2, 3),
                "shape": (2, 1),
                "indices": {"shape": (1, 3), "dtype": "int64", "low": 0, "high": 1},
            },
            {
                "dim": None,
                "grad_output": (4,),
                "shape": (3, 2),
                "indices": {"shape": (4,), "dtype": "int64", "low": -6, "high": 6},
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="take",
        call="derivata.generated.ops.take",
        arguments=(("self", "Tensor"), ("index", "Tensor")),
        samples=(
            {"self": (2, 3), "index": {"shape": (2, 2), "dtype": "int64", "low": -6, "high": 6}},
            {"self": (), "index": {"shape": (1,), "dtype": "int64", "values": (0,)}},
            {"self": (2, 3), "index": {"shape": (0,), "dtype": "int64"}},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_take_backward",
        call="derivata.generated.ops._take_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("index", "Tensor")),
        samples=(
            {
                "grad_output": (4,),
                "shape": (2, 3),
                "index": {"shape": (4,), "dtype": "int64", "low": -6, "high": 6},
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="put",
        call="derivata.generated.ops.put",
        arguments=(("self", "Tensor"), ("index", "Tensor"), ("source", "Tensor"), ("accumulate", "bool")),
        samples=(
            {"self": (2, 3), "index": {"shape": (2,), "dtype": "int64", "values": (4, -6)}, "source": (2,)},
            {
                "self": (2, 3),
                "index": {"shape": (2, 2), "dtype": "int64", "low": -6, "high": 6},
                "source": (4,),
                "accumulate": True,
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
        inplace="put_",
    ),
    OpCase(
        op="_clear_places",
        call="derivata.generated.ops._clear_places",
        arguments=(("self", "Tensor"), ("index", "Tensor")),
        samples=({"self": (2, 3), "index": {"shape": (2,), "dtype": "int64", "values": (4, -6)}},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
