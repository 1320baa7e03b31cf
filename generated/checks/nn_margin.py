# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of nn_margin need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_hinge",
        call="derivata.generated.ops._hinge",
        arguments=(("self", "Tensor"),),
        kinks=({"at": {"self": 0.0}, "self": 1.0},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.hinge.forward",
            "derivata.generated.kernels.hinge.backward_self",
        ),
    ),
    OpCase(
        op="_hinge_embedding",
        call="derivata.generated.ops._hinge_embedding",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("margin", "float")),
        samples=(
            {
                "input": (2, 3),
                "target": {"shape": (2, 3), "values": (1.0, -1.0, 1.0, 1.0, -1.0, -1.0)},
                "margin": 1.0,
            },
            {"input": (2, 3), "target": {"shape": (3,), "values": (1.0, -1.0, 0.0)}, "margin": 0.5},
        ),
        differentiable=("input",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.hinge_embedding.forward",
            "derivata.generated.kernels.hinge_embedding.backward_input",
        ),
    ),
    OpCase(
        op="hinge_embedding_loss",
        call="derivata.generated.ops.hinge_embedding_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("margin", "float"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": {"shape": (2, 3), "values": (1.0, -1.0, 1.0, 1.0, -1.0, -1.0)}},
            {
                "input": (2, 3),
                "target": {"shape": (3,), "values": (1.0, -1.0, -1.0)},
                "margin": 0.5,
                "reduction": "sum",
            },
            {"input": (2, 3), "target": {"shape": (3,), "values": (1.0, -1.0, -1.0)}, "reduction": "none"},
        ),
        differentiable=("input",),
        outputs=(True,),
    ),
    OpCase(
        op="margin_ranking_loss",
        call="derivata.generated.ops.margin_ranking_loss",
        arguments=(
            ("input1", "Tensor"),
            ("input2", "Tensor"),
            ("target", "Tensor"),
            ("margin", "float"),
            ("reduction", "str"),
        ),
        keyword_only=("reduction",),
        samples=(
            {
                "input1": (2, 3),
                "input2": (2, 3),
                "target": {"shape": (2, 3), "values": (1.0, -1.0, 1.0, 1.0, -1.0, -1.0)},
            },
            {"input1": (2, 3), "input2": (1, 3), "target": (2, 3), "margin": 0.5, "reduction": "sum"},
            {"input1": (3,), "input2": (3,), "target": (3,), "margin": 0.5, "reduction": "none"},
        ),
        differentiable=("input1", "input2", "target"),
        outputs=(True,),
    ),
    OpCase(
        op="cosine_embedding_loss",
        call="derivata.generated.ops.cosine_embedding_loss",
        arguments=(
            ("input1", "Tensor"),
            ("input2", "Tensor"),
            ("target", "Tensor"),
            ("margin", "float"),
            ("reduction", "str"),
        ),
        keyword_only=("reduction",),
        samples=(
            {"input1": (2, 3), "input2": (2, 3), "target": {"shape": (2,), "values": (1.0, -1.0)}},
            {
                "input1": (2, 3),
                "input2": (2, 3),
                "target": {"shape": (2,), "values": (-1.0, -1.0)},
                "margin": 0.1,
                "reduction": "sum",
            },
            {"input1": (3,), "input2": (3,), "target": {"shape": (), "values": (1.0,)}, "reduction": "none"},
        ),
        differentiable=("input1", "input2"),
        outputs=(True,),
    ),
    OpCase(
        op="triplet_margin_loss",
        call="derivata.generated.ops.triplet_margin_loss",
        arguments=(
            ("anchor", "Tensor"),
            ("positive", "Tensor"),
            ("negative", "Tensor"),
            ("margin", "float"),
            ("p", "float"),
            ("eps", "float"),
            ("swap", "bool"),
            ("reduction", "str"),
        ),
        keyword_only=("reduction",),
        samples=(
            {"anchor": (2, 3), "positive": (2, 3), "negative": (2, 3)},
            {
                "anchor": (2, 3),
                "positive": (2, 3),
                "negative": (2, 3),
                "margin": 2.0,
                "p": 1.0,
                "swap": True,
                "reduction": "sum",
            },
            {"anchor": (3,), "positive": (3,), "negative": (3,), "reduction": "none"},
        ),
        differentiable=("anchor", "positive", "negative"),
        outputs=(True,),
        complex=True,
    ),
    OpCase(
        op="multi_margin_loss",
        call="derivata.generated.ops.multi_margin_loss",
        arguments=(
            ("input", "Tensor"),
            ("target", "Tensor"),
            ("p", "int"),
            ("margin", "float"),
            ("weight", "Tensor?"),
            ("reduction", "str"),
        ),
        keyword_only=("reduction",),
        samples=(
            {"input": (2, 3), "target": {"shape": (2,), "dtype": "int64", "values": (2, 0)}},
            {
                "input": (2, 3),
                "target": {"shape": (2,), "dtype": "int64", "values": (1, 1)},
                "p": 2,
                "margin": 0.5,
                "weight": (3,),
                "reduction": "sum",
            },
            {"input": (3,), "target": {"shape": (), "dtype": "int64", "values": (1,)}, "reduction": "none"},
        ),
        domain={"weight": (0.5, 2.0)},
        differentiable=("input", "weight"),
        outputs=(True,),
    ),
    OpCase(
        op="_multi_margin",
        call="derivata.generated.ops._multi_margin",
        arguments=(("rows", "Tensor"), ("target", "Tensor"), ("p", "int"), ("margin", "float")),
        samples=(
            {
                "rows": (2, 3),
                "target": {"shape": (2,), "dtype": "int64", "values": (2, 0)},
                "p": 1,
                "margin": 1.0,
            },
            {"rows": (3,), "target": {"shape": (), "dtype": "int64", "values": (2,)}, "p": 2, "margin": 0.5},
        ),
        differentiable=("rows",),
        outputs=(True,),
    ),
    OpCase(
        op="_multi_margin_slopes",
        call="derivata.generated.ops._multi_margin_slopes",
        arguments=(("rows", "Tensor"), ("target", "Tensor"), ("p", "int"), ("margin", "float")),
        samples=(
            {
                "rows": (2, 3),
                "target": {"shape": (2,), "dtype": "int64", "values": (2, 0)},
                "p": 1,
                "margin": 1.0,
            },
            {
                "rows": (2, 3),
                "target": {"shape": (2,), "dtype": "int64", "values": (2, 0)},
                "p": 2,
                "margin": 1.0,
            },
        ),
        differentiable=("rows",),
        outputs=(True,),
        fused=True,
    ),
    OpCase(
        op="multilabel_margin_loss",
        call="derivata.generated.ops.multilabel_margin_loss",
        arguments=(("input", "Tensor"), ("target", "Tensor"), ("reduction", "str")),
        keyword_only=("reduction",),
        samples=(
            {
                "input": (2, 4),
                "target": {"shape": (2, 4), "dtype": "int64", "values": (3, 0, -1, 1, -1, 1, 1, 0)},
            },
            {
                "input": (2, 3),
                "target": {"shape": (2, 3), "dtype": "int64", "values": (2, 0, -1, 1, 1, -1)},
                "reduction": "none",
            },
            {
                "input": (3,),
                "target": {"shape": (3,), "dtype": "int64", "values": (1, -1, 0)},
                "reduction": "sum",
            },
        ),
        differentiable=("input",),
        outputs=(True,),
    ),
    OpCase(
        op="_multilabel_margin",
        call="derivata.generated.ops._multilabel_margin",
        arguments=(("scores", "Tensor"), ("target", "Tensor")),
        samples=(
            {
                "scores": (2, 4),
                "target": {"shape": (2, 4), "dtype": "int64", "values": (3, 0, -1, 1, -1, 1, 1, 0)},
            },
        ),
        differentiable=("scores",),
        outputs=(True,),
    ),
    OpCase(
        op="_multilabel_slopes",
        call="derivata.generated.ops._multilabel_slopes",
        arguments=(("scores", "Tensor"), ("target", "Tensor")),
        samples=(
            {
                "scores": (2, 4),
                "target": {"shape": (2, 4), "dtype": "int64", "values": (3, 0, -1, 1, -1, 1, 1, 0)},
            },
        ),
        differentiable=("scores",),
        outputs=(True,),
    ),
)
