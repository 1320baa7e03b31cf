# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_likelihood_loss need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="kl_div",
        call="derivata.generated.ops.kl_div",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str"), ("log_target", "bool")),
        keyword_only=("reduction", "log_target"),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "reduction": "batchmean"},
            {"input": (2, 3), "target": (2, 3), "reduction": "sum", "log_target": True},
            {"input": (2, 3), "target": (2, 3), "reduction": "none"},
        ),
        domain={"target": (0.1, 0.9)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="_poisson_nll",
        call="derivata.generated.ops._poisson_nll",
        arguments=(
            ("input", "Tensor"),
            ("target", "Tensor"),
            ("log_input", "bool"),
            ("full", "bool"),
            ("eps", "float"),
        ),
        samples=(
            {"input": (2, 3), "target": (3,), "log_input": True, "full": False, "eps": 0.1},
            {"input": (2, 3), "target": (2, 3), "log_input": True, "full": True, "eps": 0.1},
            {"input": (2, 3), "target": (2, 3), "log_input": False, "full": False, "eps": 0.1},
            {"input": (2, 3), "target": (2, 3), "log_input": False, "full": True, "eps": 0.1},
        ),
        domain={"input": (0.5, 2.0), "target": (0.1, 3.0)},
        differentiable=("input", "target"),
        outputs=(True,),
        elementwise=True,
    ),
    OpCase(
        op="poisson_nll_loss",
        call="derivata.generated.ops.poisson_nll_loss",
        arguments=(
            ("input", "Tensor"),
            ("target", "Tensor"),
            ("log_input", "bool"),
            ("full", "bool"),
            ("eps", "float"),
            ("reduction", "str"),
        ),
        keyword_only=("eps", "reduction"),
        samples=(
            {"input": (2, 3), "target": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "full": True, "reduction": "sum"},
            {"input": (2, 3), "target": (3,), "log_input": False, "eps": 0.1, "reduction": "none"},
        ),
        domain={"input": (0.5, 2.0), "target": (0.1, 3.0)},
        differentiable=("input", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="_at_least",
        call="derivata.generated.ops._at_least",
        arguments=(("self", "Tensor"), ("least", "float")),
        samples=({"self": (2, 3), "least": 0.1},),
        domain={"self": (0.5, 2.0)},
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="gaussian_nll_loss",
        call="derivata.generated.ops.gaussian_nll_loss",
        arguments=(
            ("input", "Tensor"),
            ("target", "Tensor"),
            ("var", "Tensor"),
            ("full", "bool"),
            ("eps", "float"),
            ("reduction", "str"),
        ),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": (2, 3), "var": (2, 3)},
            {"input": (2, 3), "target": (2, 3), "var": (2,), "full": True, "reduction": "sum"},
            {"input": (2, 3), "target": (2, 3), "var": (2, 1), "reduction": "none"},
        ),
        domain={"var": (0.5, 2.0)},
        differentiable=("input", "target", "var"),
        outputs=(True,),
    ),
)
