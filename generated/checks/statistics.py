# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of statistics need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="bincount",
        call="derivata.generated.ops.bincount",
        arguments=(("self", "Tensor"), ("weights", "Tensor?"), ("minlength", "int")),
        samples=(
            {"self": {"shape": (5,), "dtype": "int64", "low": 0, "high": 4}},
            {"self": {"shape": (5,), "dtype": "int64", "low": 0, "high": 4}, "weights": (5,), "minlength": 6},
        ),
        differentiable=("weights",),
        outputs=(True,),
    ),
    OpCase(
        op="histc",
        call="derivata.generated.ops.histc",
        arguments=(("self", "Tensor"), ("bins", "int"), ("min", "Scalar"), ("max", "Scalar")),
        samples=({"self": (7,), "bins": 4}, {"self": (2, 3), "bins": 3, "min": -1, "max": 1}),
        outputs=(False,),
    ),
    OpCase(
        op="_histogram",
        call="derivata.generated.ops._histogram",
        arguments=(
            ("self", "Tensor"),
            ("bins", "int"),
            ("interval", "float[]?"),
            ("weight", "Tensor?"),
            ("density", "bool"),
        ),
        samples=(
            {"interval": None, "weight": None, "self": (7,), "bins": 4, "density": False},
            {"interval": (-1.0, 1.0), "weight": (2, 3), "self": (2, 3), "bins": 3, "density": True},
        ),
        outputs=(False, False),
    ),
    OpCase(
        op="_histogram_edges",
        call="derivata.generated.ops._histogram_edges",
        arguments=(("self", "Tensor"), ("bins", "Tensor"), ("weight", "Tensor?"), ("density", "bool")),
        samples=(
            {
                "weight": None,
                "self": (7,),
                "bins": {"shape": (3,), "values": (-1.0, 0.0, 2.0)},
                "density": False,
            },
            {
                "weight": (2, 3),
                "self": (2, 3),
                "bins": {"shape": (3,), "values": (-1.0, 0.0, 2.0)},
                "density": True,
            },
        ),
        outputs=(False, False),
    ),
    OpCase(
        op="cov",
        call="derivata.generated.ops.cov",
        arguments=(
            ("self", "Tensor"),
            ("correction", "int"),
            ("fweights", "Tensor?"),
            ("aweights", "Tensor?"),
        ),
        keyword_only=("correction", "fweights", "aweights"),
        samples=(
            {"self": (3, 5)},
            {"self": (4,), "correction": 0},
            {"self": (2, 3), "fweights": {"shape": (3,), "dtype": "int64", "values": (1, 2, 3)}},
            {"self": (2, 3), "aweights": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0}},
            {
                "self": (2, 3),
                "correction": 0,
                "fweights": {"shape": (3,), "dtype": "int64", "values": (1, 2, 3)},
                "aweights": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0},
            },
        ),
        differentiable=("self", "aweights"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_plain_cov",
        call="derivata.generated.ops._plain_cov",
        arguments=(("self", "Tensor"), ("divisor", "float")),
        samples=({"self": (3, 5), "divisor": 4.0},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_weighted_cov",
        call="derivata.generated.ops._weighted_cov",
        arguments=(
            ("self", "Tensor"),
            ("weights", "Tensor"),
            ("reliability", "Tensor?"),
            ("correction", "int"),
        ),
        samples=(
            {
                "reliability": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0},
                "self": (2, 3),
                "weights": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0},
                "correction": 1,
            },
            {
                "reliability": None,
                "self": (2, 3),
                "weights": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0},
                "correction": 0,
            },
        ),
        differentiable=("self", "weights", "reliability"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_nonnegative",
        call="derivata.generated.ops._nonnegative",
        arguments=(("self", "Tensor"), ("argument", "str")),
        samples=(
            {"self": {"shape": (3,), "dtype": "float64", "low": 0.5, "high": 2.0}, "argument": "fweights"},
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="corrcoef",
        call="derivata.generated.ops.corrcoef",
        arguments=(("self", "Tensor"),),
        samples=({"self": (3, 5)}, {"self": (4,)}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_correlation",
        call="derivata.generated.ops._correlation",
        arguments=(("self", "Tensor"),),
        samples=({"self": {"shape": (2, 2), "values": (2.0, 0.5, 0.5, 1.0)}},),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="vander",
        call="derivata.generated.ops.vander",
        arguments=(("x", "Tensor"), ("N", "int?"), ("increasing", "bool")),
        samples=({"x": (3,)}, {"x": (2,), "N": 4, "increasing": True}),
        differentiable=("x",),
        outputs=(True,),
        complex=True,
    ),
)
