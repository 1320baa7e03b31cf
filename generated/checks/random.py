# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of random need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="poisson",
        call="derivata.generated.ops.poisson",
        arguments=(("self", "Tensor"), ("generator", "Generator?")),
        samples=({"self": (0,)},),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="multinomial",
        call="derivata.generated.ops.multinomial",
        arguments=(
            ("self", "Tensor"),
            ("num_samples", "int"),
            ("replacement", "bool"),
            ("generator", "Generator?"),
        ),
        keyword_only=("generator",),
        samples=(
            {"self": {"shape": (2, 3), "values": (0.0, 2.0, 0.0, 0.0, 0.0, 0.5)}, "num_samples": 1},
            {"self": {"shape": (3,), "values": (0.0, 2.0, 0.0)}, "num_samples": 4, "replacement": True},
        ),
        outputs=(False,),
    ),
    OpCase(
        op="bernoulli",
        call="derivata.generated.ops.bernoulli_default",
        arguments=(("self", "Tensor"), ("generator", "Generator?")),
        keyword_only=("generator",),
        samples=({"self": (0,)},),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="bernoulli.p",
        call="derivata.generated.ops.bernoulli_p",
        arguments=(("self", "Tensor"), ("p", "float"), ("generator", "Generator?")),
        keyword_only=("generator",),
        samples=({"self": (2, 3), "p": 1.0}, {"self": (2, 3), "p": 0.0}),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="_normal",
        call="derivata.generated.ops._normal",
        arguments=(("mean", "Tensor"), ("std", "Tensor"), ("generator", "Generator?")),
        samples=({"mean": (0, 3), "std": (0, 1)},),
        differentiable=("mean", "std"),
        outputs=(True,),
    ),
)
