# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of indexing need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_getitem",
        call="derivata.generated.ops._getitem",
        arguments=(("self", "Tensor(a)"), ("index", "index")),
        samples=({"self": (2, 3), "index": 1}, {"self": (2, 3), "index": ([0, 1, 1], [2, 0, 0])}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
        view=True,
        fused=True,
    ),
    OpCase(
        op="_basic_index",
        call="derivata.generated.ops._basic_index",
        arguments=(("self", "Tensor(a)"), ("index", "index")),
        samples=(
            {"self": (2, 3), "index": 1},
            {"self": (2, 3, 4), "index": (..., slice(1, None, None), None, slice(None, None, 2))},
            {"self": (4,), "index": slice(None, None, -1)},
            {"self": (3,), "index": -1},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
        view=True,
    ),
    OpCase(
        op="_basic_index_backward",
        call="derivata.generated.ops._basic_index_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("index", "index")),
        samples=(
            {
                "grad_output": (2, 2),
                "shape": (2, 3),
                "index": (slice(None, None, None), slice(1, None, None)),
            },
        ),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_advanced_index",
        call="derivata.generated.ops._advanced_index",
        arguments=(("self", "Tensor"), ("index", "index")),
        samples=(
            {"self": (3, 2), "index": [0, 2, 2]},
            {"self": (3, 2), "index": [True, False, True]},
            {"self": (2, 3, 4), "index": (0, slice(None, None, None), [1, -1, 1])},
            {"self": (2, 3, 4), "index": ([0, 1], slice(None, None, None), [[2], [2]])},
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_advanced_index_backward",
        call="derivata.generated.ops._advanced_index_backward",
        arguments=(("grad_output", "Tensor"), ("shape", "int[]"), ("index", "index")),
        samples=({"grad_output": (3, 2), "shape": (3, 2), "index": [0, 2, 2]},),
        differentiable=("grad_output",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_clear_index",
        call="derivata.generated.ops._clear_index",
        arguments=(("self", "Tensor"), ("index", "index")),
        samples=({"self": (2, 3), "index": (0, slice(1, None, None))}, {"self": (3,), "index": [2, 0]}),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_setitem_",
        call="derivata.generated.ops._setitem_",
        arguments=(("self", "Tensor(a!)"), ("index", "index"), ("value", "Tensor")),
        samples=(
            {"self": (2, 3), "index": 1, "value": (3,)},
            {"self": (2, 3), "index": 1, "value": (1, 1)},
            {"self": (4,), "index": [2, 0], "value": ()},
            {"self": (2, 3), "index": [True, False], "value": (1, 3)},
        ),
        differentiable=("self", "value"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_put",
        call="derivata.generated.ops.index_put",
        arguments=(("self", "Tensor"), ("indices", "index"), ("values", "Tensor"), ("accumulate", "bool")),
        samples=(
            {"self": (4,), "indices": ([2, 0],), "values": (2,)},
            {"self": (4,), "indices": ([2, 0, 2],), "values": (3,), "accumulate": True},
        ),
        differentiable=("self", "values"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="index_put_",
        call="derivata.generated.ops.index_put_",
        arguments=(
            ("self", "Tensor(a!)"),
            ("indices", "index"),
            ("values", "Tensor"),
            ("accumulate", "bool"),
        ),
        samples=(
            {"self": (4,), "indices": ([2, 0],), "values": (2,)},
            {"self": (4,), "indices": ([2, 0, 2],), "values": (3,), "accumulate": True},
        ),
        differentiable=("self", "values"),
        outputs=(True,),
        complex=True,
    ),
)
