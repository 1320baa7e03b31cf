# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_pooling need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="max_pool2d",
        call="derivata.generated.ops.max_pool2d",
        arguments=(
            ("self", "Tensor"),
            ("kernel_size", "int[2]"),
            ("stride", "int[2]?"),
            ("padding", "int[2]"),
            ("dilation", "int[2]"),
            ("ceil_mode", "bool"),
        ),
        samples=(
            {"self": (2, 2, 4, 4), "kernel_size": 2},
            {
                "self": (2, 5, 6),
                "kernel_size": (3, 2),
                "stride": (1, 2),
                "padding": (1, 0),
                "ceil_mode": True,
            },
            {"self": (1, 1, 5, 5), "kernel_size": 2, "dilation": 2, "stride": 1},
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="max_pool2d_with_indices",
        call="derivata.generated.ops.max_pool2d_with_indices",
        arguments=(
            ("self", "Tensor"),
            ("kernel_size", "int[2]"),
            ("stride", "int[2]?"),
            ("padding", "int[2]"),
            ("dilation", "int[2]"),
            ("ceil_mode", "bool"),
        ),
        samples=({"self": (2, 2, 4, 4), "kernel_size": 2},),
        differentiable=("self",),
        outputs=(True, False),
    ),
    OpCase(
        op="max_pool2d_backward",
        call="derivata.generated.ops.max_pool2d_backward",
        arguments=(("output_grad", "Tensor"), ("indices", "Tensor"), ("input_shape", "int[]")),
        samples=(
            {
                "output_grad": (1, 2, 1, 2),
                "indices": {"shape": (1, 2, 1, 2), "dtype": "int64", "low": 0, "high": 6},
                "input_shape": (1, 2, 2, 3),
            },
        ),
        differentiable=("output_grad",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_max_pool2d_select",
        call="derivata.generated.ops._max_pool2d_select",
        arguments=(("self", "Tensor"), ("indices", "Tensor")),
        samples=(
            {"self": (1, 2, 2, 3), "indices": {"shape": (1, 2, 1, 2), "dtype": "int64", "low": 0, "high": 6}},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="avg_pool2d",
        call="derivata.generated.ops.avg_pool2d",
        arguments=(
            ("self", "Tensor"),
            ("kernel_size", "int[2]"),
            ("stride", "int[2]?"),
            ("padding", "int[2]"),
            ("ceil_mode", "bool"),
            ("count_include_pad", "bool"),
            ("divisor_override", "int?"),
        ),
        samples=(
            {"self": (2, 2, 4, 4), "kernel_size": 2},
            {
                "self": (2, 5, 6),
                "kernel_size": (3, 2),
                "stride": 2,
                "padding": (1, 0),
                "ceil_mode": True,
                "count_include_pad": False,
            },
            {"self": (1, 1, 4, 4), "kernel_size": 2, "divisor_override": 3},
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="avg_pool2d_backward",
        call="derivata.generated.ops.avg_pool2d_backward",
        arguments=(
            ("output_grad", "Tensor"),
            ("input_shape", "int[]"),
            ("kernel_size", "int[2]"),
            ("stride", "int[2]?"),
            ("padding", "int[2]"),
            ("ceil_mode", "bool"),
            ("count_include_pad", "bool"),
            ("divisor_override", "int?"),
        ),
        samples=(
            {
                "stride": (2, 2),
                "divisor_override": None,
                "output_grad": (2, 3, 3),
                "input_shape": (2, 5, 6),
                "kernel_size": (3, 2),
                "padding": (1, 0),
                "ceil_mode": False,
                "count_include_pad": False,
            },
        ),
        differentiable=("output_grad",),
        outputs=(True,),
    ),
    OpCase(
        op="adaptive_avg_pool2d",
        call="derivata.generated.ops.adaptive_avg_pool2d",
        arguments=(("self", "Tensor"), ("output_size", "int[2]")),
        samples=({"self": (2, 5, 6), "output_size": (3, 2)}, {"self": (1, 2, 3, 4), "output_size": 1}),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="adaptive_avg_pool2d_backward",
        call="derivata.generated.ops.adaptive_avg_pool2d_backward",
        arguments=(("output_grad", "Tensor"), ("input_shape", "int[]")),
        samples=({"output_grad": (2, 3, 2), "input_shape": (2, 5, 6)},),
        differentiable=("output_grad",),
        outputs=(True,),
    ),
)
