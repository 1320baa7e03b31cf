# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_binary_loss need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="binary_cross_entropy",
        call="derivata.generated.ops.binary_cross_entropy",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("weight", "Tensor?"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "weight": (3,), "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        domain={"input": (0.1, 0.9), "target": (0.1, 0.9)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="binary_cross_entropy_with_logits",
        call="derivata.generated.ops.binary_cross_entropy_with_logits",
        arguments=(
            ("input", "Tensor"),
            ("target", "Tensor"),
            ("weight", "Tensor?"),
            ("reduction", "str"),
            ("pos_weight", "Tensor?"),
        ),
        keyword_only=("reduction", "pos_weight"),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "weight": (2, 1), "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "pos_weight": (3,), "reduction": "none"},
        ),
        domain={"target": (0.1, 0.9), "pos_weight": (0.5, 3.0)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="_soft_margin",
        call="derivata.generated.ops._soft_margin",
        arguments=(("input", "Tensor"), ("target", "Tensor")),
        differentiable=("input", "target"),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.soft_margin.forward",
            "derivata.generated.kernels.soft_margin.backward_input",
            "derivata.generated.kernels.soft_margin.backward_target",
            "derivata.generated.kernels.soft_margin.backward_input_target",
        ),
    ),
    OpCase(
        op="soft_margin_loss",
        call="derivata.generated.ops.soft_margin_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": {"shape": (2, 3), "values": (1.0, -1.0, 1.0, 1.0, -1.0, -1.0)}},
            {"input": (2, 3), "target": (3,), "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="multilabel_soft_margin_loss",
        call="derivata.generated.ops.multilabel_soft_margin_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("weight", "Tensor?"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "weight": (3,), "reduction": "sum"},
            {"input": (3,), "target": (3,), "reduction": "none"},
        ),
        domain={"target": (0.1, 0.9), "weight": (0.5, 2.0)},
        differentiable=("input", "target", "weight"),
        outputs=(True,),
    ),
)
