# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of mine need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="twice",
        call="old_pack.ops.twice",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="old_pack.ops.twice_",
        kernels=("old_pack.kernels.twice.forward", "old_pack.kernels.twice.backward_self"),
    ),
    OpCase(
        op="squash",
        call="old_pack.ops.squash",
        arguments=(("self", "Tensor"),),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        complex=True,
        inplace="old_pack.ops.squash_",
        kernels=("old_pack.kernels.squash.forward", "old_pack.kernels.squash.backward_self"),
    ),
)
