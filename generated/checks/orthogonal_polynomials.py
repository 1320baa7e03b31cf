# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of orthogonal_polynomials need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="legendre_polynomial_p",
        call="derivata.generated.ops.legendre_polynomial_p",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.legendre_polynomial_p.forward",
            "derivata.generated.kernels.legendre_polynomial_p.backward_x",
        ),
    ),
    OpCase(
        op="_laguerre",
        call="derivata.generated.ops._laguerre",
        arguments=(("self", "Tensor"), ("n", "Tensor"), ("alpha", "float")),
        samples=({"self": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}, "alpha": 1.0},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.laguerre.forward",
            "derivata.generated.kernels.laguerre.backward_self",
        ),
    ),
    OpCase(
        op="laguerre_polynomial_l",
        call="derivata.generated.ops.laguerre_polynomial_l",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.laguerre_polynomial_l.forward",
            "derivata.generated.kernels.laguerre_polynomial_l.backward_x",
        ),
    ),
    OpCase(
        op="hermite_polynomial_h",
        call="derivata.generated.ops.hermite_polynomial_h",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.hermite_polynomial_h.forward",
            "derivata.generated.kernels.hermite_polynomial_h.backward_x",
        ),
    ),
    OpCase(
        op="hermite_polynomial_he",
        call="derivata.generated.ops.hermite_polynomial_he",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.hermite_polynomial_he.forward",
            "derivata.generated.kernels.hermite_polynomial_he.backward_x",
        ),
    ),
)
