# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of repeating need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="repeat",
        call="derivata.generated.ops.repeat",
        arguments=(("self", "Tensor"), ("repeats", "int[*]")),
        samples=(
            {"self": (2, 3), "repeats": (2, 1)},
            {"self": (3,), "repeats": (2, 2)},
            {"self": (3,), "repeats": (0,)},
            {"self": (), "repeats": (2,)},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="repeat_interleave",
        call="derivata.generated.ops.repeat_interleave_default",
        arguments=(("self", "Tensor"), ("repeats", "int"), ("dim", "int?"), ("output_size", "int?")),
        keyword_only=("output_size",),
        samples=(
            {"self": (2, 3), "repeats": 2},
            {"self": (2, 3), "repeats": 3, "dim": -1, "output_size": 9},
            {"self": (), "repeats": 2},
            {"self": (3,), "repeats": 0, "dim": 0},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="repeat_interleave.self_Tensor",
        call="derivata.generated.ops.repeat_interleave_self_Tensor",
        arguments=(("self", "Tensor"), ("repeats", "Tensor"), ("dim", "int?"), ("output_size", "int?")),
        keyword_only=("output_size",),
        samples=(
            {"self": (2, 2), "repeats": {"shape": (4,), "dtype": "int64", "values": (1, 0, 2, 3)}},
            {
                "self": (2, 3),
                "repeats": {"shape": (3,), "dtype": "int64", "values": (1, 0, 2)},
                "dim": -1,
                "output_size": 3,
            },
            {"self": (2, 3), "repeats": {"shape": (), "dtype": "int64", "values": (2,)}, "dim": 0},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="repeat_interleave.Tensor",
        call="derivata.generated.ops.repeat_interleave_Tensor",
        arguments=(("repeats", "Tensor"), ("output_size", "int?")),
        keyword_only=("output_size",),
        samples=({"repeats": {"shape": (3,), "dtype": "int64", "values": (1, 0, 2)}},),
        outputs=(False,),
        complex=True,
    ),
    OpCase(
        op="tile",
        call="derivata.generated.ops.tile",
        arguments=(("self", "Tensor"), ("dims", "int[*]")),
        samples=({"self": (2, 3), "dims": (2,)}, {"self": (3,), "dims": (2, 2)}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
