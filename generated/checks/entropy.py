# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of entropy need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="xlogy",
        call="derivata.generated.ops.xlogy",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (0.1, 3.0)},
        kinks=({"at": {"self": 0.0, "other": 2.0}, "self": 0.6931471805599453, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        inplace="xlogy_",
        kernels=(
            "derivata.generated.kernels.xlogy.forward",
            "derivata.generated.kernels.xlogy.backward_self",
            "derivata.generated.kernels.xlogy.backward_other",
            "derivata.generated.kernels.xlogy.backward_self_other",
        ),
    ),
    OpCase(
        op="xlog1py",
        call="derivata.generated.ops.xlog1py",
        arguments=(("self", "Tensor"), ("other", "Tensor")),
        domain={"other": (-0.8, 3.0)},
        kinks=({"at": {"self": 0.0, "other": 1.0}, "self": 0.6931471805599453, "other": 0.0},),
        differentiable=("self", "other"),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.xlog1py.forward",
            "derivata.generated.kernels.xlog1py.backward_self",
            "derivata.generated.kernels.xlog1py.backward_other",
            "derivata.generated.kernels.xlog1py.backward_self_other",
        ),
    ),
    OpCase(
        op="entr",
        call="derivata.generated.ops.entr",
        arguments=(("self", "Tensor"),),
        domain={"self": (0.1, 3.0)},
        kinks=({"at": {"self": 0.0}, "self": float("inf")},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=("derivata.generated.kernels.entr.forward", "derivata.generated.kernels.entr.backward_self"),
    ),
)
