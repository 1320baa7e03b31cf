# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_attention need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="scaled_dot_product_attention",
        call="derivata.generated.ops.scaled_dot_product_attention",
        arguments=(
            ("query", "Tensor"),
            ("key", "Tensor"),
            ("value", "Tensor"),
            ("attn_mask", "Tensor?"),
            ("dropout_p", "float"),
            ("is_causal", "bool"),
            ("scale", "float?"),
            ("enable_gqa", "bool"),
        ),
        samples=(
            {"query": (2, 3, 4), "key": (2, 5, 4), "value": (2, 5, 2)},
            {"query": (3, 4), "key": (3, 4), "value": (3, 2), "is_causal": True, "scale": 0.5},
            {
                "query": (2, 3, 4),
                "key": (2, 3, 4),
                "value": (2, 3, 2),
                "attn_mask": {"shape": (3, 3), "low": -1.0, "high": 1.0},
            },
            {
                "query": (1, 2, 4),
                "key": (1, 3, 4),
                "value": (1, 3, 2),
                "attn_mask": {
                    "shape": (2, 3),
                    "dtype": "bool",
                    "values": (True, False, True, False, True, True),
                },
            },
            {"query": (4, 2, 3), "key": (2, 2, 3), "value": (2, 2, 3), "enable_gqa": True},
        ),
        differentiable=("query", "key", "value", "attn_mask"),
        outputs=(True,),
    ),
    OpCase(
        op="_repeated_heads",
        call="derivata.generated.ops._repeated_heads",
        arguments=(("self", "Tensor"), ("count", "int")),
        samples=({"self": (2, 2, 3), "count": 2},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_masked_scores",
        call="derivata.generated.ops._masked_scores",
        arguments=(("self", "Tensor"), ("mask", "Tensor")),
        samples=(
            {
                "self": (2, 2, 2),
                "mask": {"shape": (2, 2), "dtype": "bool", "values": (True, True, True, True)},
            },
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="_causal_scores",
        call="derivata.generated.ops._causal_scores",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3, 1)},),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="_attention_weights",
        call="derivata.generated.ops._attention_weights",
        arguments=(("self", "Tensor"),),
        samples=({"self": (2, 3)},),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="bilinear",
        call="derivata.generated.ops.bilinear",
        arguments=(("input1", "Tensor"), ("input2", "Tensor"), ("weight", "Tensor"), ("bias", "Tensor?")),
        samples=(
            {"input1": (2, 3), "input2": (2, 4), "weight": (5, 3, 4), "bias": (5,)},
            {"input1": (3,), "input2": (2,), "weight": (1, 3, 2)},
        ),
        differentiable=("input1", "input2", "weight", "bias"),
        outputs=(True,),
        complex=True,
    ),
)
