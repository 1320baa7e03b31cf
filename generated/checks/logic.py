# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of logic need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="logical_not",
        call="derivata.generated.ops.logical_not",
        arguments=(("self", "Tensor"),),
        outputs=(False,),
        elementwise=True,
        complex=True,
        inplace="logical_not_",
    ),
    OpCase(
        op="logical_and",
        call="derivata.generated.ops.logical_and",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        outputs=(False,),
        elementwise=True,
        complex=True,
        inplace="logical_and_",
    ),
    OpCase(
        op="logical_or",
        call="derivata.generated.ops.logical_or",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        outputs=(False,),
        elementwise=True,
        complex=True,
        inplace="logical_or_",
    ),
    OpCase(
        op="logical_xor",
        call="derivata.generated.ops.logical_xor",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        outputs=(False,),
        elementwise=True,
        complex=True,
        inplace="logical_xor_",
    ),
    OpCase(
        op="bitwise_not",
        call="derivata.generated.ops.bitwise_not",
        arguments=(("self", "Tensor"),),
        samples=(
            {"self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100}},
            {"self": {"shape": (2, 3), "dtype": "bool"}},
            {"self": {"shape": (2, 3), "dtype": "uint8", "low": 0, "high": 255}},
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_not_",
    ),
    OpCase(
        op="bitwise_and",
        call="derivata.generated.ops.bitwise_and",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
            },
            {"self": {"shape": (2, 3), "dtype": "bool"}, "other": {"shape": (3,), "dtype": "bool"}},
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": -100, "high": 100},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_and_",
    ),
    OpCase(
        op="bitwise_or",
        call="derivata.generated.ops.bitwise_or",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
            },
            {"self": {"shape": (2, 3), "dtype": "bool"}, "other": {"shape": (3,), "dtype": "bool"}},
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": -100, "high": 100},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_or_",
    ),
    OpCase(
        op="bitwise_xor",
        call="derivata.generated.ops.bitwise_xor",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
            },
            {"self": {"shape": (2, 3), "dtype": "bool"}, "other": {"shape": (3,), "dtype": "bool"}},
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": -100, "high": 100},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_xor_",
    ),
    OpCase(
        op="bitwise_left_shift",
        call="derivata.generated.ops.bitwise_left_shift",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": 0, "high": 8},
            },
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": 0, "high": 8},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_left_shift_",
    ),
    OpCase(
        op="bitwise_right_shift",
        call="derivata.generated.ops.bitwise_right_shift",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        samples=(
            {
                "self": {"shape": (2, 3), "dtype": "int64", "low": -100, "high": 100},
                "other": {"shape": (2, 3), "dtype": "int64", "low": 0, "high": 8},
            },
            {
                "self": {"shape": (2, 1), "dtype": "uint8", "low": 0, "high": 255},
                "other": {"shape": (3,), "dtype": "int32", "low": 0, "high": 8},
            },
        ),
        outputs=(False,),
        elementwise=True,
        inplace="bitwise_right_shift_",
    ),
)
