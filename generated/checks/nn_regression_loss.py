# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_regression_loss need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_reduce_loss",
        call="derivata.generated.ops._reduce_loss",
        arguments=(("self", "Tensor"), ("reduction", "str")),
        samples=(
            {"self": (2, 3), "reduction": "none"},
            {"self": (2, 3), "reduction": "sum"},
            {"self": (2, 3), "reduction": "mean"},
            {"self": (2, 3), "reduction": "batchmean"},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="mse_loss",
        call="derivata.generated.ops.mse_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="l1_loss",
        call="derivata.generated.ops.l1_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        kinks=({"at": {"input": 1.0, "target": 1.0}, "input": 0.0, "target": 0.0},),
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="smooth_l1_loss",
        call="derivata.generated.ops.smooth_l1_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str"), ("beta", "float")),
        keyword_only=("reduction", "beta"),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "reduction": "sum", "beta": 2.1},
            {"input": (2, 3), "target": (2, 3), "reduction": "none", "beta": 0.0},
        ),
        domain={"input": (-2.0, 2.0), "target": (2.2, 2.9)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="huber_loss",
        call="derivata.generated.ops.huber_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str"), ("delta", "float")),
        keyword_only=("reduction", "delta"),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "reduction": "sum", "delta": 2.1},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        domain={"input": (-2.0, 2.0), "target": (2.2, 2.9)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
)
