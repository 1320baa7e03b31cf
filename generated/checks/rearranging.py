# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of rearranging need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="flip",
        call="derivata.generated.ops.flip",
        arguments=(("self", "Tensor"), ("dims", "int[*]")),
        samples=({"self": (2, 3), "dims": (0,)}, {"self": (2, 3), "dims": (-1, 0)}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="fliplr",
        call="derivata.generated.ops.fliplr",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3)},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="flipud",
        call="derivata.generated.ops.flipud",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3)},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="roll",
        call="derivata.generated.ops.roll",
        arguments=(("self", "Tensor"), ("shifts", "int[]"), ("dims", "int[]")),
        samples=({"self": (2, 3), "shifts": (1,)}, {"self": (2, 3), "shifts": (1, -2), "dims": (0, 1)}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="rot90",
        call="derivata.generated.ops.rot90",
        arguments=(("self", "Tensor"), ("k", "int"), ("dims", "int[]")),
        samples=(
            {"self": (2, 3)},
            {"self": (2, 3), "k": 4},
            {"self": (2, 3, 4), "k": 2, "dims": (0, -1)},
            {"self": (2, 3), "k": -1},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="pixel_shuffle",
        call="derivata.generated.ops.pixel_shuffle",
        arguments=(("self", "Tensor"), ("upscale_factor", "int")),
        samples=({"self": (2, 8, 2, 3), "upscale_factor": 2}, {"self": (9, 1, 2), "upscale_factor": 3}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="pixel_unshuffle",
        call="derivata.generated.ops.pixel_unshuffle",
        arguments=(("self", "Tensor"), ("downscale_factor", "int")),
        samples=({"self": (2, 2, 4, 6), "downscale_factor": 2}, {"self": (1, 3, 6), "downscale_factor": 3}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="channel_shuffle",
        call="derivata.generated.ops.channel_shuffle",
        arguments=(("self", "Tensor"), ("groups", "int")),
        samples=({"self": (2, 6, 2, 2), "groups": 3},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
