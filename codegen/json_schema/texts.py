"""What an editor shows for the keys and words of the spec language."""

from __future__ import annotations

from collections.abc import Mapping

KEYS: Mapping[str, str] = {
    "schema_version": "The version of the spec language. It comes first.",
    "uses": "Packages of ops that the formulas may call, besides derivata's own ops.",
    "functions": "The module of the array functions that are called `functions.NAME`, as Python imports it.",
    "ops": "The entries, one per op. An item `family: NAME` begins a family: a module of generated ops.",
    "family": "The entries below go to the module `ops/<family>.py`.",
    "name": (
        "The signature: `name(arguments) -> returns`. Argument types: Tensor, Tensor?, Tensor[], Scalar, "
        "int, float, bool, str, dtype, Generator, index, and lists of them; arguments behind `*` are "
        "keyword-only. Outputs whose name begins with `_` are saved for the formulas and never returned."
    ),
    "doc": (
        "One or more sentences; the first line is the summary. Becomes the docstring and a row of the "
        "documentation."
    ),
    "forward": (
        "What the op computes: an elementwise expression of the arguments, which becomes a fused kernel, "
        "or the name of an array function, called with all arguments in their order."
    ),
    "composite": "The op written in other ops, which bring their derivatives along.",
    "let": "Values that several formulas share, by name. Each may use those above it.",
    "result": (
        "The tangent of the output (forward mode): a formula in `<argument>_t` and `<argument>_p`, or one"
        " of the words. An elementwise op needs none."
    ),
    "output_differentiability": "One flag per output: may gradients flow through it? Default: all true.",
    "variants": "The forms in which users meet the op, parted by commas.",
    "namespace": "Where the function is, instead of the top level: `linalg`, `nn.functional`.",
    "dtypes": "Which dtypes the op is for.",
    "surrogate": (
        "Why the gradient of an argument is meant to differ from the derivative of the forward: "
        "straight-through estimators, gradients that are clipped or reversed. A reason per Tensor argument."
    ),
    "kinks": (
        "Points without a unique derivative, and the gradients stated there for an incoming gradient of 1."
    ),
    "samples": "What the tests call the op with, where that does not follow from the signature.",
    "alias": "Further names, parted by commas; with dots, functions in other namespaces.",
    "batch": "How vmap calls the op for all samples at once, where that does not follow from the rest of the entry.",
    "row_loop": (
        "In derivata's own spec: the loop over rows that computes the op along the last dimension, of which compiled "
        "programs make loops of several ops: `topic.module.function(arguments) -> results`, and `after OP` if that op "
        "leaves something for it."
    ),
    "numpy": (
        "In derivata's own spec: the functions of NumPy that call the op, ufuncs by their names, others with the "
        "parameters that the op has, each behind the name of its argument."
    ),
    "wrapper": (
        "In derivata's own spec: the hand-written function that users call in place of the generated one, "
        "`module:function`, or the method, `module:Class.method`."
    ),
    "domain": "The open interval that each Tensor argument is drawn from. Default: [-2, 2].",
    "matrices": (
        "What Tensor arguments are, of which the op reads half of a matrix: `hermitian` (the Hermitian part of what is "
        "drawn) or `definite` (what is drawn times its adjoint, plus 1)."
    ),
    "magnitudes": "The outputs that are determined up to signs or phases, of which the tests take the absolute values.",
    "more": "Calls to test beside those that follow from the signature, written as under `cases`.",
    "cases": (
        "Calls to test instead of those that follow from the signature: a value per argument. A Tensor is "
        "given by its shape or by `{shape: ..., dtype: ..., low: ..., high: ..., values: ...}`."
    ),
    "at": "The point: a number per argument.",
}

DERIVATIVE = (
    "The gradient of this Tensor argument (reverse mode): a formula in `grad`, the arguments and "
    '`result`, or one of the words auto, zero, non_differentiable, not_implemented("why").'
)

WORDS: Mapping[str, str] = {
    "auto": "differentiate `forward` symbolically",
    "zero": "the gradient is zero everywhere; the argument counts as differentiable",
    "non_differentiable": "no gradient flows there: masks, indices",
    "not_implemented": "there is one, nobody has written it; using it raises an error that says why",
    "auto_linear": "the op itself, applied to the tangents: for ops that are linear in their Tensor arguments",
    "auto_bilinear": "the sum over both Tensor arguments of the op with the tangent of one of them: for products",
    "auto_element_wise": "derived from the reverse formulas",
    "any": "every dtype",
    "real": "no complex numbers",
    "floating": "floating-point numbers: neither integers nor complex",
}

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "name": (
        "softclip(Tensor self, Scalar limit=1.0) -> Tensor",
        "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    ),
    "forward": ("limit * tanh(self / limit)", "my_ops_functions.solve"),
    "composite": ("sum(self * other, dim)",),
    "result": ("auto_linear", "solve(self_t, other_p)"),
    "variants": (
        "function",
        "function, method, inplace",
        "function, method, operator *",
        "function, property T",
    ),
    "namespace": ("linalg", "nn.functional", "special"),
    "alias": ("multiply", "multiply, special.product"),
    "numpy": ("radians, deg2rad", "tril(self m, diagonal k=0)"),
}

# What an editor says of a text that is none of these; it knows no op, no argument and no grammar of formulas.
A_FORMULA = "expected a formula: names, numbers, + - * / ** ( ), calls; no # { } ! ? ; and no backslashes"
A_GRADIENT = f'{A_FORMULA}; or auto, zero, non_differentiable, not_implemented("why")'
A_TANGENT = f'{A_FORMULA}; or auto_linear, auto_bilinear, auto_element_wise, not_implemented("why")'
A_FAMILY = "expected a name of lower-case letters, digits and '_' that may be the name of a module"
A_MODULE = "expected a dotted name, as Python imports it"
VARIANTS = (
    "expected some of function, method, inplace, out, copy, operator X, property NAME, parted by commas"
)
