"""What editors insert for a new item of the list of entries, with places to fill in."""

from __future__ import annotations

from typing import Any

COMMON_ARGUMENTS = (
    "input",
    "target",
    "weight",
    "bias",
    "x",
    "y",
    "a",
    "b",
    "mean",
    "scale",
    "value",
    "mask",
    "mat",
)
"""Arguments whose words (`auto`, `zero`, ...) completion offers, as it does for `self` and `other`."""


def _snippet(label: str, description: str, **body: Any) -> dict[str, Any]:
    return {"label": label, "description": description, "body": body}


SNIPPETS = [
    _snippet(
        "new op: elementwise",
        "an expression, which becomes a fused kernel; its gradient is derived",
        name="${1:my_op}(Tensor self, Scalar ${2:limit}=1.0) -> Tensor",
        doc="${3:What it computes}, elementwise.",
        forward="${4:limit * tanh(self / limit)}",
    ),
    _snippet(
        "new op: elementwise, with its gradient",
        "an expression, and its gradient by hand",
        name="${1:my_op}(Tensor self) -> Tensor",
        doc="${2:What it computes}, elementwise.",
        forward="${3:self * self}",
        self="grad * conj(${4:2 * self})",
    ),
    _snippet(
        "new op: array function",
        "a function of NumPy arrays in a module of yours",
        name="${1:my_op}(Tensor self, int ${2:dim}=-1) -> Tensor",
        doc="${3:What it computes}.",
        forward="${4:my_functions}.${1:my_op}",
        self="${5:grad}",
        result="${6:auto_linear}",
    ),
    _snippet(
        "new op: composite",
        "an op made of other ops, which bring their derivatives along",
        name="${1:my_op}(Tensor self, Tensor other) -> Tensor",
        doc="${2:What it computes}.",
        composite="${3:mean(square(self - other))}",
    ),
    _snippet("new family", "a module of generated ops, for the entries below it", family="${1:pointwise}"),
]
