# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of masking need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="where",
        call="derivata.generated.ops.where",
        arguments=(("condition", "Tensor"), ("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {"condition": {"shape": (2, 3), "dtype": "bool"}, "self": (2, 3), "other": (2, 3)},
            {"condition": {"shape": (3,), "dtype": "bool"}, "self": (2, 1), "other": ()},
        ),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        kernels=(
            "derivata.generated.kernels.where.forward",
            "derivata.generated.kernels.where.backward_self",
            "derivata.generated.kernels.where.backward_other",
            "derivata.generated.kernels.where.backward_self_other",
        ),
    ),
    OpCase(
        op="_where",
        call="derivata.generated.ops._where",
        arguments=(("self", "Tensor"), ("condition", "Tensor"), ("other", "Tensor")),
        samples=({"self": (2, 3), "condition": {"shape": (2, 3), "dtype": "bool"}, "other": (3,)},),
        differentiable=("self", "other"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="masked_fill",
        call="derivata.generated.ops.masked_fill",
        arguments=(("self", "Tensor"), ("mask", "Tensor"), ("value", "Tensor")),
        samples=(
            {"self": (2, 3), "mask": {"shape": (2, 3), "dtype": "bool"}, "value": ()},
            {"self": (2, 3), "mask": {"shape": (3,), "dtype": "bool"}, "value": ()},
        ),
        differentiable=("self", "value"),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="masked_fill_",
        kernels=(
            "derivata.generated.kernels.masked_fill.forward",
            "derivata.generated.kernels.masked_fill.backward_self",
            "derivata.generated.kernels.masked_fill.backward_value",
            "derivata.generated.kernels.masked_fill.backward_self_value",
        ),
    ),
    OpCase(
        op="masked_select",
        call="derivata.generated.ops.masked_select",
        arguments=(("self", "Tensor"), ("mask", "Tensor")),
        samples=(
            {"self": (2, 3), "mask": {"shape": (2, 3), "dtype": "bool"}},
            {"self": (2, 1), "mask": {"shape": (3,), "dtype": "bool"}},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="masked_select_backward",
        call="derivata.generated.ops.masked_select_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("mask", "Tensor")),
        samples=(
            {
                "grad_output": (2,),
                "shape": (2, 3),
                "mask": {"shape": (3,), "dtype": "bool", "values": (0, 0, 1)},
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="masked_scatter",
        call="derivata.generated.ops.masked_scatter",
        arguments=(("self", "Tensor"), ("mask", "Tensor"), ("source", "Tensor")),
        samples=(
            {
                "self": (2, 3),
                "mask": {"shape": (2, 3), "dtype": "bool", "values": (1, 0, 1, 0, 0, 1)},
                "source": (2, 2),
            },
            {"self": (2, 3), "mask": {"shape": (3,), "dtype": "bool", "values": (0, 1, 1)}, "source": (4,)},
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
        inplace="masked_scatter_",
    ),
)
