# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_folding need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_unfold_images",
        call="derivata.generated.ops._unfold_images",
        arguments=(
            ("input", "Tensor"),
            ("kernel_size", "int[2]"),
            ("dilation", "int[2]"),
            ("padding", "int[2]"),
            ("stride", "int[2]"),
        ),
        samples=(
            {"input": (2, 2, 4, 5), "kernel_size": (2, 3)},
            {"input": (1, 2, 5, 5), "kernel_size": 2, "dilation": 2, "padding": (1, 0), "stride": (2, 1)},
            {"input": (2, 3, 3), "kernel_size": 2},
        ),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_fold_images",
        call="derivata.generated.ops._fold_images",
        arguments=(
            ("input", "Tensor"),
            ("output_size", "int[2]"),
            ("kernel_size", "int[2]"),
            ("dilation", "int[2]"),
            ("padding", "int[2]"),
            ("stride", "int[2]"),
        ),
        samples=(
            {"input": (2, 12, 6), "output_size": (3, 4), "kernel_size": 2},
            {
                "input": (1, 4, 9),
                "output_size": (5, 5),
                "kernel_size": 2,
                "dilation": 2,
                "padding": (1, 0),
                "stride": (2, 1),
            },
            {"input": (8, 4), "output_size": 3, "kernel_size": 2},
        ),
        differentiable=("input",),
        outputs=(True,),
        complex=True,
    ),
)
