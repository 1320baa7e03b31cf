# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of scattering need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="scatter",
        call="derivata.generated.ops.scatter_default",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("src", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "values": (0, 2, 1, 0)},
                "src": (2, 2),
            },
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (1, 2), "dtype": "int64", "values": (0, 2)},
                "src": (2, 3),
            },
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="scatter.value",
        call="derivata.generated.ops.scatter_value",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("value", "Scalar")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
            },
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="scatter.by",
        call="derivata.generated.ops.scatter_by",
        arguments=(
            ("self", "Tensor"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("src", "Tensor"),
            ("reduce", "str"),
        ),
        keyword_only=("reduce",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "src": (2, 2),
                "reduce": "add",
            },
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "src": (2, 2),
                "reduce": "multiply",
            },
        ),
        differentiable=("self", "src"),
        outputs=(True,),
    ),
    OpCase(
        op="scatter.value_by",
        call="derivata.generated.ops.scatter_value_by",
        arguments=(
            ("self", "Tensor"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("value", "Scalar"),
            ("reduce", "str"),
        ),
        keyword_only=("reduce",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
                "reduce": "add",
            },
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
                "reduce": "multiply",
            },
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="scatter_",
        call="derivata.generated.ops.scatter__default",
        arguments=(("self", "Tensor(a!)"), ("dim", "int"), ("index", "Tensor"), ("src", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "values": (0, 2, 1, 0)},
                "src": (2, 2),
            },
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="scatter_.by",
        call="derivata.generated.ops.scatter__by",
        arguments=(
            ("self", "Tensor(a!)"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("src", "Tensor"),
            ("reduce", "str"),
        ),
        keyword_only=("reduce",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "src": (2, 2),
                "reduce": "add",
            },
        ),
        outputs=(True,),
        tangents=False,
    ),
    OpCase(
        op="scatter_.value_by",
        call="derivata.generated.ops.scatter__value_by",
        arguments=(
            ("self", "Tensor(a!)"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("value", "Scalar"),
            ("reduce", "str"),
        ),
        keyword_only=("reduce",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 2.5,
                "reduce": "multiply",
            },
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 2.5,
                "reduce": "add",
            },
        ),
        differentiable=("self",),
        outputs=(True,),
    ),
    OpCase(
        op="scatter_.value",
        call="derivata.generated.ops.scatter__value",
        arguments=(("self", "Tensor(a!)"), ("dim", "int"), ("index", "Tensor"), ("value", "Scalar")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2, 2), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
            },
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="scatter_add",
        call="derivata.generated.ops.scatter_add",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("src", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 3},
                "src": (4, 2),
            },
            {
                "self": (3, 2),
                "dim": -1,
                "index": {"shape": (3, 1), "dtype": "int64", "low": 0, "high": 2},
                "src": (3, 2),
            },
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="scatter_add_",
        call="derivata.generated.ops.scatter_add_",
        arguments=(("self", "Tensor(a!)"), ("dim", "int"), ("index", "Tensor"), ("src", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4, 2), "dtype": "int64", "low": 0, "high": 3},
                "src": (4, 2),
            },
        ),
        differentiable=("self", "src"),
        outputs=(True,),
        complex=True,
    ),
)
