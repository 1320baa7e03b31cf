# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_embedding need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="embedding",
        call="derivata.generated.ops.embedding",
        arguments=(("weight", "Tensor"), ("indices", "Tensor"), ("padding_idx", "int?")),
        samples=(
            {"weight": (4, 2), "indices": {"shape": (2, 3), "dtype": "int64", "values": (0, 2, 2, 3, 0, 2)}},
            {
                "weight": (4, 2),
                "indices": {"shape": (3,), "dtype": "int64", "values": (0, 2, 2)},
                "padding_idx": 1,
            },
        ),
        differentiable=("weight",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="embedding_backward",
        call="derivata.generated.ops.embedding_backward",
        arguments=(
            ("output_grad", "Tensor"),
            ("indices", "Tensor"),
            ("num_embeddings", "int"),
            ("padding_idx", "int?"),
        ),
        samples=(
            {
                "padding_idx": 1,
                "output_grad": (4, 2),
                "indices": {"shape": (4,), "dtype": "int64", "values": (0, 2, 2, 1)},
                "num_embeddings": 3,
            },
        ),
        differentiable=("output_grad",),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="_embedding_select",
        call="derivata.generated.ops._embedding_select",
        arguments=(("self", "Tensor"), ("indices", "Tensor"), ("padding_idx", "int?")),
        samples=(
            {
                "padding_idx": 1,
                "self": (3, 2),
                "indices": {"shape": (4,), "dtype": "int64", "values": (0, 2, 2, 1)},
            },
        ),
        differentiable=("self",),
        outputs=(True,),
        complex=True,
    ),
)
