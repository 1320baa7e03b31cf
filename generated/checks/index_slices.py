# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of index_slices need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="index_select",
        call="derivata.generated.ops.index_select",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor")),
        samples=(
            {"self": (3, 2), "dim": 0, "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3}},
            {"self": (3, 2), "dim": -1, "index": {"shape": (3,), "dtype": "int64", "low": 0, "high": 2}},
            {"self": (3, 2), "dim": 0, "index": {"shape": (), "dtype": "int64", "low": 0, "high": 3}},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_select_backward",
        call="derivata.generated.ops.index_select_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("dim", "int"), ("index", "Tensor")),
        samples=(
            {
                "grad_output": (4, 2),
                "shape": (3, 2),
                "dim": 0,
                "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3},
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_add",
        call="derivata.generated.ops.index_add",
        arguments=(
            ("self", "Tensor"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("source", "Tensor"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("alpha",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3},
                "source": (4, 2),
            },
            {
                "self": (3, 2),
                "dim": 1,
                "index": {"shape": (1,), "dtype": "int64", "low": 0, "high": 2},
                "source": (3, 1),
                "alpha": -2,
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_add_",
        call="derivata.generated.ops.index_add_",
        arguments=(
            ("self", "Tensor(a!)"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("source", "Tensor"),
            ("alpha", "Scalar"),
        ),
        keyword_only=("alpha",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3},
                "source": (4, 2),
                "alpha": 0.5,
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_copy",
        call="derivata.generated.ops.index_copy",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("source", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2,), "dtype": "int64", "values": (2, 0)},
                "source": (2, 2),
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_copy_",
        call="derivata.generated.ops.index_copy_",
        arguments=(("self", "Tensor(a!)"), ("dim", "int"), ("index", "Tensor"), ("source", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2,), "dtype": "int64", "values": (2, 0)},
                "source": (2, 2),
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_fill",
        call="derivata.generated.ops.index_fill_default",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("value", "Scalar")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2,), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
            },
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_fill.Tensor",
        call="derivata.generated.ops.index_fill_Tensor",
        arguments=(("self", "Tensor"), ("dim", "int"), ("index", "Tensor"), ("value", "Tensor")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (3,), "dtype": "int64", "values": (0, 2, 0)},
                "value": (),
            },
            {"self": (), "dim": 0, "index": {"shape": (1,), "dtype": "int64", "values": (0,)}, "value": ()},
        ),
        differentiable=("self", "value"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_fill_",
        call="derivata.generated.ops.index_fill_",
        arguments=(("self", "Tensor(a!)"), ("dim", "int"), ("index", "Tensor"), ("value", "Scalar")),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (2,), "dtype": "int64", "low": 0, "high": 3},
                "value": 1.5,
            },
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_reduce",
        call="derivata.generated.ops.index_reduce",
        arguments=(
            ("self", "Tensor"),
            ("dim", "int"),
            ("index", "Tensor"),
            ("source", "Tensor"),
            ("reduce", "str"),
            ("include_self", "bool"),
        ),
        keyword_only=("include_self",),
        samples=(
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3},
                "source": (4, 2),
                "reduce": "amax",
            },
            {
                "self": (3, 2),
                "dim": 1,
                "index": {"shape": (3,), "dtype": "int64", "low": 0, "high": 2},
                "source": (3, 3),
                "reduce": "prod",
                "include_self": False,
            },
            {
                "self": (3, 2),
                "dim": 0,
                "index": {"shape": (4,), "dtype": "int64", "low": 0, "high": 3},
                "source": (4, 2),
                "reduce": "mean",
            },
        ),
        differentiable=("self", "source"),
        outputs=(True,),
        inplace="index_reduce_",
    ),
)
