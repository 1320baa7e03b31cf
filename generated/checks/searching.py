# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of searching need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="searchsorted",
        call="derivata.generated.ops.searchsorted_default",
        arguments=(
            ("sorted_sequence", "Tensor"),
            ("input", "Tensor"),
            ("out_int32", "bool"),
            ("right", "bool"),
            ("side", "str?"),
            ("sorter", "Tensor?"),
        ),
        keyword_only=("out_int32", "right", "side", "sorter"),
        samples=(
            {"sorted_sequence": {"shape": (3,), "values": (1.0, 3.0, 5.0)}, "input": (2, 3)},
            {
                "sorted_sequence": {"shape": (3,), "values": (1.0, 3.0, 5.0)},
                "input": {"shape": (2,), "values": (3.0, 7.0)},
                "right": True,
            },
            {
                "sorted_sequence": {"shape": (2, 2), "values": (0.0, 1.0, 0.5, 0.5)},
                "input": (2, 4),
                "side": "right",
                "out_int32": True,
            },
            {
                "sorted_sequence": {"shape": (2,), "values": (1.0, 0.0)},
                "input": (3,),
                "sorter": {"shape": (2,), "dtype": "int64", "values": (1, 0)},
            },
            {"sorted_sequence": {"shape": (3,), "values": (1.0, 3.0, 5.0)}, "input": ()},
        ),
        outputs=(False,),
    ),
    OpCase(
        op="searchsorted.Scalar",
        call="derivata.generated.ops.searchsorted_Scalar",
        arguments=(
            ("sorted_sequence", "Tensor"),
            ("input", "Scalar"),
            ("out_int32", "bool"),
            ("right", "bool"),
            ("side", "str?"),
            ("sorter", "Tensor?"),
        ),
        keyword_only=("out_int32", "right", "side", "sorter"),
        samples=(
            {"sorted_sequence": {"shape": (3,), "values": (1.0, 3.0, 5.0)}, "input": 3},
            {"sorted_sequence": {"shape": (3,), "values": (1.0, 3.0, 5.0)}, "input": 3.0, "right": True},
        ),
        outputs=(False,),
    ),
    OpCase(
        op="bucketize",
        call="derivata.generated.ops.bucketize_default",
        arguments=(("input", "Tensor"), ("boundaries", "Tensor"), ("out_int32", "bool"), ("right", "bool")),
        keyword_only=("out_int32", "right"),
        samples=(
            {"input": (2, 3), "boundaries": {"shape": (3,), "values": (-1.0, 0.0, 1.0)}},
            {
                "input": {"shape": (2,), "values": (0.0, 5.0)},
                "boundaries": {"shape": (3,), "values": (-1.0, 0.0, 1.0)},
                "right": True,
                "out_int32": True,
            },
        ),
        outputs=(False,),
    ),
    OpCase(
        op="bucketize.Scalar",
        call="derivata.generated.ops.bucketize_Scalar",
        arguments=(("input", "Scalar"), ("boundaries", "Tensor"), ("out_int32", "bool"), ("right", "bool")),
        keyword_only=("out_int32", "right"),
        samples=(
            {"input": 0, "boundaries": {"shape": (3,), "values": (-1.0, 0.0, 1.0)}},
            {"input": 0.5, "boundaries": {"shape": (3,), "values": (-1.0, 0.0, 1.0)}, "right": True},
        ),
        outputs=(False,),
    ),
    OpCase(
        op="_unique",
        call="derivata.generated.ops._unique",
        arguments=(("self", "Tensor"), ("dim", "int?"), ("return_inverse", "bool")),
        samples=(
            {"self": {"shape": (5,), "dtype": "int64", "low": 0, "high": 3}},
            {"self": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 2}, "dim": 0},
            {"self": {"shape": (5,), "dtype": "int64", "low": 0, "high": 3}, "return_inverse": False},
            {"self": ()},
        ),
        outputs=(False, False, False),
    ),
    OpCase(
        op="_unique_consecutive",
        call="derivata.generated.ops._unique_consecutive",
        arguments=(("self", "Tensor"), ("dim", "int?")),
        samples=(
            {"self": {"shape": (5,), "dtype": "int64", "low": 0, "high": 2}},
            {"self": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 2}, "dim": 0},
            {"self": ()},
        ),
        outputs=(False, False, False),
        complex=True,
    ),
    OpCase(
        op="argwhere",
        call="derivata.generated.ops.argwhere",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3)},),
        outputs=(False,),
        complex=True,
    ),
)
