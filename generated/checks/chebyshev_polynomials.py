# Generated from derivatives.yaml by `make codegen`; template: templates/checks/family.py.jinja. Do not edit.
"""What the checks of the ops of chebyshev_polynomials need to know: see `derivata.testing`."""

from derivata.testing.cases import OpCase

CASES = (
    OpCase(
        op="_gegenbauer",
        call="derivata.generated.ops._gegenbauer",
        arguments=(("self", "Tensor"), ("n", "Tensor"), ("order", "float")),
        samples=({"self": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}, "order": 1.5},),
        differentiable=("self",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.gegenbauer.forward",
            "derivata.generated.kernels.gegenbauer.backward_self",
        ),
    ),
    OpCase(
        op="chebyshev_polynomial_t",
        call="derivata.generated.ops.chebyshev_polynomial_t",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.chebyshev_polynomial_t.forward",
            "derivata.generated.kernels.chebyshev_polynomial_t.backward_x",
        ),
    ),
    OpCase(
        op="chebyshev_polynomial_u",
        call="derivata.generated.ops.chebyshev_polynomial_u",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.chebyshev_polynomial_u.forward",
            "derivata.generated.kernels.chebyshev_polynomial_u.backward_x",
        ),
    ),
    OpCase(
        op="chebyshev_polynomial_v",
        call="derivata.generated.ops.chebyshev_polynomial_v",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.chebyshev_polynomial_v.forward",
            "derivata.generated.kernels.chebyshev_polynomial_v.backward_x",
        ),
    ),
    OpCase(
        op="chebyshev_polynomial_w",
        call="derivata.generated.ops.chebyshev_polynomial_w",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
        elementwise=True,
        kernels=(
            "derivata.generated.kernels.chebyshev_polynomial_w.forward",
            "derivata.generated.kernels.chebyshev_polynomial_w.backward_x",
        ),
    ),
    OpCase(
        op="shifted_chebyshev_polynomial_t",
        call="derivata.generated.ops.shifted_chebyshev_polynomial_t",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
    ),
    OpCase(
        op="shifted_chebyshev_polynomial_u",
        call="derivata.generated.ops.shifted_chebyshev_polynomial_u",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
    ),
    OpCase(
        op="shifted_chebyshev_polynomial_v",
        call="derivata.generated.ops.shifted_chebyshev_polynomial_v",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
    ),
    OpCase(
        op="shifted_chebyshev_polynomial_w",
        call="derivata.generated.ops.shifted_chebyshev_polynomial_w",
        arguments=(("x", "Tensor"), ("n", "Tensor")),
        samples=(
            {"x": (2, 3), "n": {"shape": (3,), "values": (0, 2, 5)}},
            {"x": (3,), "n": {"shape": (), "values": (1,)}},
        ),
        differentiable=("x",),
        outputs=(True,),
    ),
)
