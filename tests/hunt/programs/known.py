"""Where programs differ and derivata is not at fault: errors of PyTorch 2.13, differences on purpose, and why."""

import re
from dataclasses import dataclass

from .compare import Difference
from .statement import Program


@dataclass(frozen=True)
class Known:
    """A reason, and patterns for the kind of difference, the lines of the smallest program, and what is said of it."""

    reason: str
    kind: str
    program: str
    text: str = ""

    def explains(self, program: Program, difference: Difference) -> bool:
        """Tell whether a difference is this one."""
        lines = "\n".join(statement.text for statement in program)
        return (
            re.fullmatch(self.kind, difference.kind) is not None
            and re.search(self.program, lines, re.MULTILINE | re.DOTALL) is not None
            and re.search(self.text, difference.text) is not None
        )


WRITE = r"\n(with dv\.\w+\(\): )?x\d+(\.(?!requires_grad_|detach_)\w+_\(|(\[[^\n]*\]|\.real|\.imag) = | [-+*/@]+= )"
"""A later line that writes."""
LAST = r"[^\n]*\Z"
"""The rest of the last line, which is the one that differs."""

POWER = r"(\b(float_power|pow)_?\(|\*\*=? )"

LENGTH = (
    r"\b(norm|vector_norm|renorm|[cp]?dist|pairwise_distance|triplet_margin_loss|normalize|cosine_similarity|cosine_embedding_loss|hypot|"
    r"arctan2|atan2|sgn)_?\("
)
"""Ops that compute a length, or divide by one."""

KNOWN = [
    Known(
        "PyTorch does not notice that a factor of kron was written, and takes the gradient by what was written",
        r"(grad\.|hook\.)?value",
        r"kron\(.*" + WRITE + r".*\n[^\n]*(backward|grad)\(" + LAST,
    ),
    Known(
        "PyTorch multiplies copies, or does not notice that a factor was written",
        "refused",
        r"(kron|margin_ranking_loss)\(",
        "MulBackward: one of the variables .*modified by an inplace",
    ),
    Known(
        "no gradient goes to the half of a matrix that is not read, nor does a tangent come from there",
        r"((grad|hook|tangent)\.)?(value|none)",
        r"\b(cholesky_(inverse|solve)|triangular_solve)\(",
    ),
    Known(
        "PyTorch's powers of halves overflow on the way to the exponential",
        r"((grad|hook|tangent)\.)?value",
        r"(dv\.float16|half\().*matrix_exp\(",
        "PyTorch: .*(nan|inf)",
    ),
    Known(
        "what is left of a singular matrix, where no error is asked for, is LAPACK's",
        "value",
        r"\b(solve|inv|lu_factor)_ex\(" + LAST,
        "value is [^;]*(nan|inf)",
    ),
    Known(
        "the sign of a reflection of zeros, and what rounding leaves of a pivot that is 0, are LAPACK's own",
        "value",
        r"(expand|relu_?\(|zeros\(|(hard|soft)shrink\(|(ceil|round|trunc|fix|floor)_?\().*\bgeqrf\(" + LAST,
    ),
    Known(
        "the gradient of a sign is zeros times the inverse, which a singular matrix has not; PyTorch's is none",
        r"((grad|hook)\.)?none",
        r"\bslogdet\(",
        "nan.*; PyTorch: None",
    ),
    Known(
        "coordinates of bytes wrap, and a half of them is rounded up or down",
        r"value",
        r"(uint8|byte).*affine_grid(_generator)?\(" + LAST,
    ),
    Known(
        "the eigenvalues of a matrix without a basis of eigenvectors have no derivatives; PyTorch's are huge numbers "
        "where rounding leaves a basis",
        "refused",
        r"\beig(vals)?\(",
        "a matrix has fewer eigenvectors than rows|matrix is singular",
    ),
    Known(
        "a gradient by the mean alone needs neither the deviation nor the numbers, which were written",
        "accepted",
        r"dv\.(std|var)_mean\(.*" + WRITE,
        r"output 0 of (Std|Var)Mean|modified by an inplace operation: \[torch\.\w+ \[[\d, ]*\]\] is at version",
    ),
    Known(
        "PyTorch's solution keeps factors of the matrix that have no tangent",
        r"((grad|hook)\.)?tangent\.none",
        r"\b(solve|solve_ex|tensorsolve)\(.*(backward|grad)\(",
        "PyTorch: None",
    ),
    Known(
        "PyTorch does not look at indices along a dimension of length 1, whose element it takes",
        "refused",
        r"take_along_dim\(" + LAST,
        r"index -?\d+ is out of bounds for dimension \d with size 1;",
    ),
    Known(
        "a tangent is written in ops that save the argument, also where its factor is 0",
        "refused",
        r"\bvector_norm\(x\d+, 0\b",
        "SgnBackward: one of the variables .*modified by an inplace",
    ),
    Known(
        "a tangent of zeros beside NaN is NaN; PyTorch's zeros that are not written stay zeros",
        r"tangent\.value",
        r"\bslogdet\(",
        "tangent.value is nan; PyTorch: 0.0$",
    ),
    Known(
        "the second derivative of a rectified sum is 0, which PyTorch writes",
        "none",
        r"rnn_relu_cell\(.*create_graph=True",
        r": None; PyTorch: [-\[\]0., ]+$",
    ),
    Known(
        "the sign of a zero that is left of a number; PyTorch's depends on the place of the number in memory",
        "value",
        r"softshrink\(.*\b((arc|a)tan2|copysign)_?\(" + LAST,
    ),
    Known(
        "PyTorch computes a checkpoint again with what was written to its argument",
        "refused",
        r"checkpoint\(",
        "checkpoint: an argument, one of the variables needed for gradient computation, has been modified",
    ),
    Known(
        "PyTorch's distances of no points have the dtype of the first argument",
        "dtype",
        r"\bcdist\(" + LAST,
        "dtype is float32; PyTorch: float16",
    ),
    Known(
        "a change of shape in place writes no numbers; PyTorch counts it as a write, also where there is nothing to do",
        "accepted",
        r"x\d+\.((un)?squeeze|transpose|t|swapaxes|swapdims)_\(",
        "modified by an inplace operation",
    ),
    Known(
        "whether rounding leaves a complex number an imaginary part",
        "value",
        r"complex(64|128).*\bisreal\(" + LAST,
    ),
    Known(
        "a write into a view loses the gradient in PyTorch where its op has none; here that is an error",
        "refused",
        r"\.scatter_\([^\n]*reduce=",
        "scatter_\\.by: the derivative for 'src' is not implemented",
    ),
    Known(
        "how the memory is laid out is saved as a tensor, which a pass frees; PyTorch saves numbers",
        "refused",
        r"as_strided(_copy)?\(",
        "AsStridedBackward: Trying to backward through the graph a second time",
    ),
    Known(
        "a cell is one op; PyTorch computes its first result from the second, which has the gradient of both",
        r"((grad|hook)\.)?(none|value|requires_grad)|hooks",
        r"(x\d+), (x\d+) = dv\.lstm_cell\(.*"
        r"(\b\1\.grad_fn\.register_\w+\(|\b\2(\.grad_fn)?\.(retain_grad|register_\w+)\("
        r"|(inputs=|autograd\.grad\([^\[\n]*)\[[^\]\n]*\b\2\b)",
    ),
    Known(
        "a cell has one dtype; PyTorch takes another one of the states",
        "refused",
        r"(lstm|gru|rnn_\w+)_cell\(",
        r"_cell: .*expected \w+, the dtype of input, got",
    ),
    Known(
        "of elements that share memory the last has the gradient of what as_strided takes there, and stft gives each "
        "its own; PyTorch's is shared out among them",
        r"((grad|hook)\.)?value",
        r"(expand|meshgrid|broadcast_tensors).*(as_strided(_copy)?|stft)\(.*(backward|grad)\(",
    ),
    Known(
        "PyTorch's tangent of a copy of a view is a view of the argument's tangent, and changes with it",
        r"tangent\.value",
        r"\w_copy\(.*" + WRITE,
    ),
    Known(
        "PyTorch's gradients of the means and deviations of groups are lost",
        r"((grad|hook)\.)?(none|value|requires_grad)",
        r"x\d+, (x\d+), (x\d+) = dv\.native_group_norm\(.*\b(\1|\2)\b.*(backward|grad)\("
        r"|x\d+, (x\d+), (x\d+) = dv\.native_group_norm\(.*autograd\.grad\((\5|\6)\.sum\(\)",
    ),
    Known(
        "PyTorch saves no grid of points, but makes it again",
        "refused",
        r"affine_grid(_generator)?\(",
        "MatmulBackward: Trying to backward through the graph a second time",
    ),
    Known(
        "PyTorch drops the imaginary part of the tangent by a real base or exponent, where the other one is complex",
        r"tangent\.value",
        POWER + LAST,
        r"j\)",
    ),
    Known(
        "PyTorch does not check indices where there is nothing to write",
        "refused",
        r"index_(fill|add|copy)_?\(",
        "index_(fill|add|copy)_?: index .* is out of bounds",
    ),
    Known(
        "a new shape is recorded, also under no_grad, as gradients arrive in it: what was computed before does not go "
        "through the tensor",
        r"((grad|hook)\.)?none|hooks",
        r"with dv\.(no_grad|inference_mode)\(\): (x\d+)\.((un)?squeeze|transpose|t|swapaxes|swapdims)_\("
        r".*(autograd\.grad\(|inputs=)[^\n]*\b\2\b",
        ": None; PyTorch: |calls of hooks",
    ),
    Known(
        "gradients of zeros that nothing leads to are constants; PyTorch multiplies a tangent of zeros on the way",
        "is_leaf|requires_grad",
        r"unpack_dual\(x\d+\)\.tangent.*autograd\.grad\([^\n]*materialize_grads=True[^\n]*\Z",
        r"(is_leaf is True; PyTorch: False|requires_grad is False; PyTorch: True)$",
    ),
    Known(
        "a view of what is written has its tangent; PyTorch's keeps the one from before detach_",
        r"tangent\.value",
        r"\b(x\d+)\.detach_\(\).*\n(with dv\.\w+\(\): )?\1(\.\w+_\(|(\[[^\n]*\]|\.real|\.imag) = | [-+*/@]+= )",
    ),
    Known(
        "hooks of a leaf that no longer requires grad are silent",
        "hooks",
        r"(x\d+)\.register_\w*hook.*\n\1\.(detach_\(\)|requires_grad_\(False\))",
    ),
    Known(
        "PyTorch's tangent of a real tensor may be complex, where complex numbers are written to it",
        r"tangent\.value",
        r"(\] = |\.(real|imag) = |copy_\()" + LAST,
        r"tangent\.value is [^j]*; PyTorch: .*j",
    ),
    Known(
        "PyTorch's tangent of silu takes the conjugates of complex numbers",
        r"tangent\.value",
        r"silu_?\(" + LAST,
        r"j\)",
    ),
    Known(
        "weights have the shape of the losses; PyTorch takes those of the input's, which the target makes larger",
        "refused",
        r"_loss\(.*weight=",
        "Weights and input must have the same size",
    ),
    Known(
        "the argument alone decides the precision of 2 x - 1",
        "dtype",
        r"shifted_chebyshev_polynomial_\w\(",
        "dtype is float32; PyTorch: float64",
    ),
    Known(
        "a number that an integer dtype does not hold is refused, as NumPy does; PyTorch wraps negative ones",
        "refused",
        r"\] = -\d+" + LAST,
        "setitem_: argument 'value' = -\\d+ does not fit",
    ),
    Known(
        "a value that does not fit is not cut off",
        "refused",
        r"(masked_fill|addcmul|addcdiv|add|sub)_\(" + LAST,
        "(masked_fill|addcmul|addcdiv)_: result type .*can't be cast to the desired output type"
        "|(add|sub)_: result type int64 can't be cast to the desired output type bool",
    ),
    Known(
        "the derivative is one of the argument; PyTorch's is one of the result as well, which has a gradient therefore",
        r"(grad\.)?none",
        r"^(x\d+)(?:, x\d+)*,? = (?!dv\.tensor\().*create_graph=True.*"
        r"(\b\1\.retain_grad\(|(inputs=|autograd\.grad\([^\[]*)\[[^\]]*\b\1\b)",
        ": None; PyTorch: ",
    ),
    Known(
        "fractions make integers wider, as NumPy's do",
        "dtype",
        r"(hardtanh|threshold|hinge_embedding_loss)\(" + LAST,
        "dtype is float32; PyTorch: u?int",
    ),
    Known(
        "numbers and the value that replaces some of them are promoted; PyTorch takes the dtype of the numbers",
        "dtype",
        r"masked_fill\(" + LAST,
        r"dtype is (float|complex)(32|64|128); PyTorch",
    ),
    Known(
        "integers have no negative powers, as in NumPy; PyTorch gives 0 for them",
        "refused",
        r"pow_?\(|\*\*",
        "Integers to negative integer powers",
    ),
    Known(
        "no gradient is as good as one without elements",
        r"(grad\.)?none",
        "",
        r": (None; PyTorch: [\[\], ]+|[\[\], ]+; PyTorch: None)$",
    ),
    Known(
        "PyTorch has no derivative of this loss by its target",
        r"(grad\.|tangent\.)?none",
        r"soft_margin_loss\(",
        "PyTorch: None",
    ),
    Known(
        "PyTorch forgets that a view of a constant is a leaf when it is written without recording",
        r"(grad\.)?none|grad\.value|accepted|requires_grad|is_leaf|hooks",
        r"^(x\d+ = dv\.(tensor|zeros)\([^\n]*\)[.\[]\S[^\n]*|x\d+)\.requires_grad_\(\)$"
        rf".*(\nwith dv\.(no_grad|inference_mode)\(\): x|{WRITE})",
        "PyTorch: None$|True; PyTorch: False|False; PyTorch: True|calls of hooks|grad.value|output 0 of AsStrided",
    ),
    Known(
        "the gradient of polar by a negative length; PyTorch's has the wrong sign",
        r"(grad\.|hook\.)?value",
        r"polar\(.*(grad|backward)\(",
    ),
    Known(
        "PyTorch's diff of nothing is a view",
        "accepted|refused",
        r"diff\(",
        "is a view|[Aa] view (was created|of a leaf)|Inplace update to inference tensor",
    ),
    Known(
        "PyTorch's diff of nothing is a view", "version", r"diff\(.*(\[:0\]|zeros\()|(zeros\(|\[:0\]).*diff\("
    ),
    Known(
        "PyTorch's multi_dot returns a view of its product, to whose views one may write",
        "refused",
        r"multi_dot\(",
        "a view of a leaf Variable that requires grad",
    ),
    Known(
        "PyTorch's tangents of several views are views of one tangent, which a write changes",
        "accepted",
        r"unpack_dual\(|enter_dual_level.*\b(unbind|split|split_with_sizes)_copy\(",
        "A view was created in no_grad mode and (its base or another view|is being modified)",
    ),
    Known(
        "where a tensor has a hook, PyTorch gives one that is registered after a change of shape in place the gradient "
        "in the old shape",
        r"hook\.(shape|value)",
        r"(x\d+)\.register_hook\(.*\1\.(un)?(squeeze|transpose|t|swapaxes|swapdims)_\(.*\1\.register_hook\(",
    ),
    Known(
        "self takes no part without include_self; PyTorch's gradient is shared with equal elements of it",
        r"grad\.value|accepted",
        r"(scatter|index)_reduce_?\(.*'am(in|ax)'.*False",
    ),
    Known(
        "operands have one dtype; PyTorch takes two where a product has no sum, or lengths of 1",
        "refused",
        r"einsum\(",
        "einsum: operands must have the same dtype",
    ),
    Known(
        "the gradient of hypot at the origin is 0, as that of abs; PyTorch divides by zero",
        r"(grad\.|tangent\.)?value",
        r"hypot_?\(",
        "PyTorch: .*nan",
    ),
    Known(
        "a view that was made of a constant stays a constant when that requires grad later",
        "requires_grad",
        r"^x\d+\.requires_grad_\(\)\Z",
        "requires_grad is False; PyTorch: True",
    ),
    Known(
        "one node saves the arguments, which are there anyway; PyTorch's chain of ops saves what it makes of them, "
        "which nobody can write to",
        "refused",
        "",
        r"(L1Loss|MseLoss|SmoothL1Loss|HuberLoss|KlDiv|PoissonNll\w*|SoftMargin\w*|GaussianNllLoss|MarginRankingLoss|CrossEntropy|"
        r"\w*EmbeddingLoss|\w*MarginLoss|BinaryCrossEntropy\w*|CosineSimilarity|PairwiseDistance|Polar|RmsNorm|Renorm|"
        r"MatrixPower|ScaledDotProductAttention|GruGates|LstmGates)Backward: one of the variables .*modified by an",
    ),
    Known(
        "two results have nodes of their own; PyTorch's one node runs for either, and frees what both need",
        "hooks|accepted",
        r"x\d+, [^\n]*\b((var|std)_mean|lu|lu_unpack|triangular_solve|native_group_norm|split\w*_copy|unbind_copy)\("
        r".*grad_fn\.register_(pre)?hook\(",
        r"calls of hooks; PyTorch: \d|PyTorch: RuntimeError: Trying to backward through the graph a second time",
    ),
    Known(
        "PyTorch keeps lengths from 0 by 1e-12 and 1e-8, which are 0 in half precision",
        r"(grad\.|hook\.|tangent\.)?value",
        r"(dv\.float16|half\().*(cosine_(embedding_loss|similarity)|normalize)\(",
        "PyTorch: .*nan",
    ),
    Known(
        "PyTorch drops the tangent of src where self has none, and that of self where src has none",
        r"tangent\.none",
        r"(scatter|index)_reduce_?\(.*'prod'",
        "PyTorch: None",
    ),
    Known(
        "halves are computed in single precision, so that no formula has the rounded result in it; PyTorch's "
        "derivatives of gradients by the result are others therefore, and those by the arguments the same",
        r"((grad|hook)\.)?(value|none)|hooks",
        r"(?=.*(dv\.float16|half\()).*(^(x\d+)(?:, x\d+)*,? = (?!dv\.tensor)|^(x\d+)(?:\.\w+_\(| [-+*/]+= ))"
        r".*(create_graph=True.*(grad\([^\n]*|inputs=[^\n]*)\b(\3|\4)\b"
        r"|\b(\3|\4)(\.grad_fn)?\.(retain_grad|register_\w+)\(.*create_graph=True"
        r"|create_graph=True.*\b(\3|\4)(\.grad_fn)?\.(retain_grad|register_\w+)\()",
    ),
    Known(
        "derivatives in other words, in which the saved result stands for something else: derivatives of gradients by "
        "the result are others, and those by the arguments, of which it is made, the same",
        r"((grad|hook)\.)?(value|none|requires_grad)|hooks",
        r"(^(x\d+)(?:, x\d+)*,? = [^\n]*|^(x\d+)\.)\b(i1e?|svdvals|log_ndtr|copysign_?|sgn_?|polar|(cum)?prod_?|cdist|"
        r"(scatter|index)_reduce_?)\(.*(create_graph=True.*(grad\([^\n]*|inputs=[^\n]*)\b(\2|\3)\b"
        r"|\b(\2|\3)(\.grad_fn)?\.(retain_grad|register_\w+)\(.*create_graph=True"
        r"|create_graph=True.*\b(\2|\3)(\.grad_fn)?\.(retain_grad|register_\w+)\()",
    ),
    Known(
        "what an op saves is not the same in both libraries, and inference tensors are not saved",
        "refused|accepted",
        r"inference_mode\(\)",
        "Inference tensors cannot be saved for backward",
    ),
    Known(
        "numbers beside a wider bias become as wide; PyTorch looks at the bias in some cases only",
        "dtype",
        r"(conv(_transpose\dd|\dd|_tbc|olution)|linear)\(" + LAST,
        "dtype is (float32; PyTorch: float16|float64; PyTorch: float(16|32))",
    ),
    Known(
        "halves beside integers stay halves; PyTorch's small number beside squared integers makes them float32",
        "dtype",
        r"cosine_embedding_loss\(" + LAST,
        "dtype is float16; PyTorch: float32",
    ),
    Known(
        "a bias has the dtype of the input; PyTorch takes a complex one, and its real part",
        "refused",
        r"conv\w*\(",
        "bias must have the dtype of input",
    ),
    Known(
        "sums of booleans are integers, which do not fit into booleans; PyTorch writes whether they are zero",
        "refused",
        r"cum(sum|prod)_\(",
        "int64 can't be cast to the desired output type bool",
    ),
    Known(
        "written in products, which save what they multiply; PyTorch's formula saves less",
        "refused",
        r"(trapezoid|addr_?)\(",
        "MulBackward: Trying to backward through the graph a second time",
    ),
    Known(
        "a formula is written in ops, whose saved values a pass frees; PyTorch's is written in other ones, of which "
        "some save nothing, as those with a number, or are shared by fewer derivatives",
        "refused",
        r"create_graph=True.*\n[^\n]*(backward|grad)\((?![^\n]*(retain|create)_graph)[^\n]*\n(.*\n)?[^\n]*(backward|grad)\(",
        "Trying to backward through the graph a second time",
    ),
    Known(
        "one library has a tangent of zeros where the other one has none, and 0 times infinity is NaN",
        r"tangent\.none",
        "",
        r"tangent\.: (([-+\[\]() ,j]|0\.0|nan)+; PyTorch: None|None; PyTorch: ([-+\[\]() ,j]|0\.0|0j|nan)+)$",
    ),
    Known(
        "derivatives of a tangent have no tangents; PyTorch's have, as far as they go through the result",
        r"tangent\.(none|value)",
        r"unpack_dual\(x\d+\)\.tangent[^\n]*\n(.*\n)?[^\n]*(backward|grad)\(",
    ),
    Known(
        "a tangent that is not there is none; PyTorch multiplies one of zeros, which has gradients of zeros",
        "none",
        r"unpack_dual\(x\d+\)\.tangent.*autograd\.grad\(",
        r": None; PyTorch: [-+\[\]()0.j, ]+$",
    ),
    Known(
        "second derivatives of lengths and directions are 0 for a length of 0, as the first ones are in both; "
        "PyTorch's divide by it",
        r"(grad\.|tangent\.|hook\.)?value|hooks",
        rf"{LENGTH}.*create_graph=True|enter_dual_level.*{LENGTH}.*(backward|grad)\(",
        "PyTorch: .*nan|calls of hooks",
    ),
    Known(
        "tangents are made of arguments; PyTorch's are made of results, whose gradients are others therefore",
        r"((grad|hook)\.)?(none|value|requires_grad|is_leaf)|hooks",
        r"(^(x\d+)(?:, x\d+)*,? = (?!dv\.(autograd|tensor))|^(x\d+)(?:\.\w+_\(| [-+*/]+= ))"
        r"(?=.*unpack_dual\(x\d+\)\.tangent).*"
        r"(\b(\2|\4)(\.grad_fn)?\.(retain_grad|register_\w+)\("
        r"|(inputs=|autograd\.grad\([^\[\n]*)\[[^\]\n]*\b(\2|\4)\b)",
    ),
    Known(
        "PyTorch 2.13 takes the tangent of y * y of the value that is written already, and notices that in backward",
        "accepted",
        r"\b(x\d+)(\.\w+_\(| [-+*/]+= )([^\n]*\b)?\1\b.*unpack_dual\(",
        "PyTorch: .*modified by an inplace operation",
    ),
    Known(
        "formulas of tangents are written in ops, which save what they need; PyTorch's in other ones",
        "refused",
        r"unpack_dual\(x\d+\)\.tangent.*" + WRITE,
        "one of the variables .*modified by an inplace",
    ),
    Known(
        "formulas of tangents are written in ops, which save what they need, and a pass frees it; PyTorch's in others",
        "refused",
        r"(backward|grad)\(.*unpack_dual\(x\d+\)\.tangent.*(backward|grad)\(" + LAST,
        "Trying to backward through the graph a second time",
    ),
    Known(
        "PyTorch's gradients of tangents of norms over rows and batches are wrong, and of cumprod NaN at a 0",
        r"((grad|hook|tangent)\.)?(none|value)",
        r"enter_dual_level.*\b((layer|instance|batch)_norm|cumprod_?)\(.*unpack_dual\(.*(backward|grad)\(",
    ),
    Known(
        "without a weight PyTorch loses the derivatives of the gradient of the bias",
        r"(grad\.)?(none|value)",
        r"(layer|batch|group|instance)_norm\((?![^\n]*weight=)[^\n]*(bias=|None, )[^\n]*\n.*create_graph=True",
    ),
    Known(
        "PyTorch saves the source of put for its shape, and refuses gradients when it is written, which do not need it",
        "accepted",
        r"\bput_?\(.*" + WRITE + r".*(backward|grad)\(" + LAST,
        "PyTorch: .*modified by an inplace operation",
    ),
    Known(
        "bounds are broadcast; PyTorch's backward writes what is as large as they are to what is as large as self",
        "accepted",
        r"\b(clamp|clip)\(.*(backward|grad)\(" + LAST,
        "output with shape .* doesn't match the broadcast shape",
    ),
    Known(
        "PyTorch's backward computes the gradients of numbers beside integers in the dtype of the integers, and fails",
        "accepted",
        r"(backward|grad)\(" + LAST,
        r"PyTorch: RuntimeError: result type \w+ can't be cast to the desired output type \w+",
    ),
    Known(
        "losses of two shapes are broadcast; PyTorch's has the shape of the input",
        "accepted",
        r"soft_margin_loss\(" + LAST,
        "output with shape .* doesn't match the broadcast shape",
    ),
    Known(
        "the tangent of atan2 at the origin is 0, as its gradient is in both; PyTorch's is NaN",
        r"tangent\.value",
        r"(arctan2|atan2)_?\(" + LAST,
        "PyTorch: .*nan",
    ),
    Known(
        "means are those of floating-point numbers; PyTorch rounds those of integers on the way",
        "refused",
        r"local_response_norm\(" + LAST,
        "mean: self must have a floating-point or complex dtype",
    ),
    Known(
        "distances need one dtype; PyTorch refuses two for some orders and shapes only",
        "refused",
        r"cdist\(",
        "cdist: x2 must have the dtype of x1",
    ),
    Known("weights are real numbers", "refused", r"bincount\(", "bincount: .*complex"),
    Known(
        "dtypes are promoted; PyTorch takes that of one argument",
        "dtype",
        r"(soft_margin_loss|huber_loss|rms_norm|binary_cross_entropy_with_logits)\(" + LAST,
        "dtype is (float|complex)(32|64|128); PyTorch: float(16|32|64)",
    ),
    Known(
        "dtypes are promoted; PyTorch writes to a result that has the dtype of one argument",
        "accepted",
        r"(soft_margin_loss|huber_loss|rms_norm|binary_cross_entropy_with_logits)\(" + LAST,
        r"PyTorch: RuntimeError: result type \w+ can't be cast to the desired output type",
    ),
    Known(
        "the gradient of the length does not depend on the length; PyTorch's is computed from the result",
        r"((grad|hook)\.)?requires_grad",
        r"polar\([^\n]*\n.*create_graph=True",
        "requires_grad is False; PyTorch: True",
    ),
    Known(
        "the gradient of the length does not depend on the length; PyTorch's does, by rounding errors",
        r"(grad\.)?none",
        r"polar\(.*create_graph=True",
        r": None; PyTorch: (?=[^;]*\d)([-\[\], ]|0\.0\b|\d\.\d+e-(0[5-9]|\d\d))+$",
    ),
    Known(
        "the gradient of the length needs the angle where lengths may be negative; PyTorch's is wrong there",
        "refused",
        r"polar\(",
        "PolarBackward: .*argument 'angle'",
    ),
    Known(
        "the number of elements that are not 0 has a gradient of zeros; PyTorch's linalg.vector_norm has none",
        r"((grad|hook)\.)?none",
        r"norm\([^\n]*\b0(\.0)?\b",
        r": [-\[\], 0.]+; PyTorch: None",
    ),
    Known(
        "a bias of a cell has a number for each row of the weight; PyTorch spreads a single one",
        "refused",
        r"(lstm|gru|rnn_\w+)_cell\(",
        r"_cell: b_[ih]h: expected shape \(\d+,\), as w_[ih]h has rows, got \(1?,?\)",
    ),
    Known(
        "a bias has the dtype of the weight; PyTorch takes any of no dimension",
        "refused",
        r"linear\(",
        "weight and bias must have the same dtype",
    ),
    Known(
        "PyTorch's gradient is NaN where the term that `full` adds is left out",
        r"(grad\.|tangent\.)?value",
        r"poisson_nll_loss\(.*full=True",
        "PyTorch: .*nan",
    ),
    Known(
        "the derivatives of acosh and logit are NaN where the values are",
        r"(grad\.|hook\.|tangent\.)?value",
        r"acosh|\blogit_?\(",
        "value is .*nan.*; PyTorch",
    ),
    Known(
        "ops of real numbers; PyTorch documents no complex ones for these either, or takes them if there is just one",
        "refused",
        "",
        r"(\w*pool\w*|cummax|cummin|kthvalue|mode|amax|amin|_?soft_margin|scatter\w*|_?poisson_nll|mse_loss|"
        r"smooth_l1_loss|huber_loss): "
        r"(not defined for complex|input must have a real)",
    ),
    Known(
        "softmax has no integers and no complex numbers, not even where there are none; PyTorch refuses them at the "
        "first element",
        "refused",
        r"soft(max|min)\(",
        r"soft(max|min): (not defined for complex|self must have a real floating-point dtype)",
    ),
    Known(
        "PyTorch saves a copy that these ops make on the way, so that nobody can write to it",
        "refused",
        "",
        r"(Einsum|Tensordot|Bilinear|Inner|Kron|Matmul|Conv\w*|GroupNorm)Backward: one of the variables "
        ".*modified by an",
    ),
    Known(
        "PyTorch forgets to compare dtypes where there is nothing to multiply",
        "refused",
        r"beta=0|zeros\(|\[:0\]|expand\(\(([^\n]* )?0\b",
        "the same dtype",
    ),
    Known(
        "PyTorch forgets to compare dtypes where there is nothing to multiply",
        "dtype",
        r"\baddbmm\([^\n]*\[:0\]" + LAST,
    ),
    Known(
        "PyTorch 2.13 takes the tangent of y * y of the value that is written already",
        r"tangent\.value",
        # the last line writes, or reads what was written: in half precision the write alone may pass for rounding
        r"\b(x\d+)(\.\w+_\(| [-+*/]+= )([^\n]*\b)?\1\b[^\n]*(\n([^\n]*\n)*[^\n]*\b\1\b[^\n]*)?\Z",
    ),
    Known(
        "PyTorch's tangent of frac is that of its argument, also after a write to the argument",
        r"tangent\.value",
        r"x\d+ = (dv\.)?\S*frac\(.*" + WRITE,
    ),
    Known(
        "PyTorch keeps the tangent of the value before a write in inference mode; here the new value is a constant",
        r"tangent\.(value|shape)",
        r"\nwith dv\.inference_mode\(\): x\d+(\.\w+_\(|(\[[^\n]*\]|\.real|\.imag) = | [-+*/]+= )" + LAST,
    ),
    Known(
        "an op that is not defined for a dtype raises TypeError before it looks at shapes",
        "class of error",
        "",
        "derivata: TypeError: .*(not defined for|must have a real floating-point dtype)"
        "|derivata: NotImplementedError: .*does not support it",
    ),
    Known(
        "memory that several elements share is not written; PyTorch does where it asks for single elements",
        "refused",
        r"expand|meshgrid|broadcast_tensors",
        "read-only memory",
    ),
    Known(
        "PyTorch also calls the hooks of the other results of the op whose result is asked for",
        r"grad\.(none|requires_grad)|hooks",
        r"(split|chunk|unbind)\w*\(.*(\.(retain_grad|register_\w*hook)\(|backward\([^\n]*inputs=).*autograd\.grad\(",
        ": None; PyTorch: |requires_grad is False; PyTorch: True|calls of hooks",
    ),
    Known(
        "the gradient of a single number is computed as that of many, and constant; PyTorch's is what arrived",
        r"(grad\.)?requires_grad",
        r"enter_dual_level.*(logcumsumexp|cumprod_?)\([^\n]*\n.*create_graph=True",
        "requires_grad is True; PyTorch: False",
    ),
    Known(
        "ops of half precision that are computed in single precision save that copy, to which nobody can write",
        "accepted",
        "float16",
        r"PyTorch: .*modified by an inplace operation: \[torch.HalfTensor",
    ),
    Known(
        "PyTorch also runs the node whose result's gradient is asked for, if it has a hook",
        "accepted",
        r"grad_fn\.register_(pre)?hook\(.*(inputs=|autograd\.grad\()",
        "PyTorch: .*(modified by an inplace operation|backward through the graph a second time)",
    ),
    Known(
        "PyTorch leaves out the hook of a tensor whose gradient is asked for",
        "value",
        r"(x\d+)\.register_hook\(.*autograd\.grad\([^\[]*\[[^\]]*\b\1\b" + LAST,
    ),
    Known(
        "a gradient is added to one that was retained when the tensor had another shape: here the sum has the new one",
        r"grad\.shape",
        r"\.(un)?(squeeze|transpose|t|swapaxes|swapdims)_\(",
    ),
    Known(
        "a history that was lost is an error in backward, not when the tensor is used",
        "accepted",
        "",
        "is a view and its base or another view of its base has been modified inplace",
    ),
    Known(
        "PyTorch's tangent has the shape of a view of the tensor that was changed in place",
        r"tangent\.shape",
        r"\.(un)?(squeeze|transpose|t)_\(",
    ),
    Known(
        "equal elements may be in any order",
        "value",
        r"(kthvalue|median|mode|sort|topk|max|min)\(" + LAST,
        r"value is [\[\]\d, ]+; PyTorch: [\[\]\d, ]+$",
    ),
    Known(
        "PyTorch's median along a dimension that is expanded reads beside its memory",
        "value",
        r"(expand|meshgrid|broadcast_tensors|expand_as)\(.*((?<!dv)\.(nan)?median\([^)]|dv\.(nan)?median\([^\n]*, )"
        + LAST,
    ),
    Known(
        "PyTorch forgets that a gradient is retained when `inputs` ask for it behind a change of shape in place",
        r"grad\.none",
        r"\.(un)?(squeeze|transpose|t)_\(.*(inputs=\[|autograd\.grad\()",
        "PyTorch: None",
    ),
    Known(
        "negative numbers do not fit into unsigned ones, which PyTorch writes modulo 256",
        "refused",
        r"fill_diagonal_\(-|add(mv|mm|bmm)_?\([^\n]*(alpha|beta)=-",
        r"(fill_diagonal_|b?add\w+): expected arguments that fit each other, got input of .* dtype uint8",
    ),
    Known(
        "what a checkpoint saved is its result, as long as nobody writes to it; PyTorch's is what it recomputes",
        "refused",
        r"checkpoint\(.*create_graph=True.*" + WRITE,
        "(Tanh|Exp)BackwardBackward: one of the variables .*modified by an inplace",
    ),
    Known(
        "PyTorch lets one write to what detach makes of an inference tensor",
        "refused",
        r"with dv\.inference_mode\(\): x\d+ = .*\.detach\(\)",
        "Inplace update to inference tensor",
    ),
    Known(
        "the tangent of the norm of zeros is NaN where theirs is; PyTorch's is 0",
        r"tangent\.value",
        r"(norm|dist)\(" + LAST,
        r"value is [^;]*nan[^;]*; PyTorch: [^n]*$",
    ),
    Known(
        "softshrink of negative numbers is a negative zero; PyTorch's is a positive one among many numbers",
        "value",
        r"softshrink\(.*copysign_?\(" + LAST,
    ),
    Known(
        "the tangent is one of the argument; PyTorch's is one of the result, which has a gradient therefore",
        r"grad\.none",
        r"\b(x\d+)\.\w+_\([^\n]*\n(.*\n)?\1\.retain_grad\(.*unpack_dual\(\1\)"
        r"|\.retain_grad\(.*\b(x\d+)\.\w+_\([^\n]*\n(.*\n)?[^\n]*unpack_dual\(\3\)",
        ": None; PyTorch: ",
    ),
    Known(
        "real and complex numbers have a complex sum, which PyTorch writes to the real ones",
        "accepted",
        r"conv_transpose\dd\(" + LAST,
        "result type Complex\\w+ can't be cast",
    ),
    Known(
        "two errors, of which either may come first",
        "class of error",
        "",
        "derivata: IndexError: .*; PyTorch: RuntimeError: (A view was created|[Aa] (view of a )?leaf|Output)",
    ),
    Known(
        "PyTorch's tangent of the larger of equal numbers is that of the second, its gradient one of the first",
        r"tangent\.value",
        r"\bf(max|min)\(" + LAST,
    ),
    Known(
        "zero to the power of zero is 1, also for complex numbers, as in NumPy",
        r"(tangent\.)?value",
        "complex.*" + POWER + LAST,
        r"PyTorch: .*nan",
    ),
    Known(
        "PyTorch's gradient of cummax and cummin of nothing is the argument itself, which a sum of gradients writes",
        "version",
        r"\bcum(max|min)\(.*\bbackward\([^\n]*\Z",
        "changed: False; PyTorch: True",
    ),
    Known("PyTorch's airy_ai has 5 digits just below -2.09", "value", r"airy_ai\(" + LAST),
    Known(
        "the arguments are saved, also where a single operand or a power of 0 needs only their shapes",
        "refused",
        r"einsum\('[^,']*'|matrix_power\((x\d+, )?[01]\)",
        "(Einsum|MatrixPower)Backward: Trying to backward through the graph a second time",
    ),
    Known(
        "a gradient has the shape that its tensor has now, also if that was changed without recording; PyTorch's one "
        "of the shape before, whoever asks for it, and however it goes on",
        r"((hook|grad)\.)?(shape|value)",
        r"with dv\.(no_grad|inference_mode)\(\): x\d+\.((un)?squeeze|transpose|t|swapaxes|swapdims)_\("
        r".*(backward|grad)\(",
    ),
    Known(
        "what was retained before a change of shape in place is refused where the shapes differ; PyTorch adds them",
        "refused",
        r"\b(x\d+)\.(un)?(squeeze|transpose|t|swapaxes|swapdims)_\(",
        "retain_grad: expected a .grad of the shape of the gradient that arrives",
    ),
    Known(
        "a gradient has the shape that the leaf has now; PyTorch gives it one of the shape before",
        "refused",
        r"with dv\.(no_grad|inference_mode)\(\): x\d+\.((un)?squeeze|transpose|t|swapaxes|swapdims)_\(",
        "AccumulateGrad: expected a gradient of shape",
    ),
    Known(
        "a gradient is added to one that was retained before the tensor was transposed: here of what it is now",
        r"grad\.value",
        r"\b(x\d+)(\.retain_grad\(|\]\)$).*\n\1\.(transpose|t|swapaxes|swapdims)_\(.*(backward|grad)\(",
    ),
    Known(
        "a tangent of zeros is made of numbers, and 0 times NaN is NaN; that of PyTorch's sgn is a zero that stays one",
        r"tangent\.value",
        r"sgn_?\(.*\n",
        r"value is [^;]*nan[^;]*; PyTorch: [^n]*$",
    ),
    Known(
        "PyTorch's tangent of the larger of two is the second's and a difference, times 0 or 1: NaN where either's is",
        r"tangent\.value",
        r"(\b(fmax|fmin|maximum|minimum)\(|\.(max|min)\((x\d|dv\.)|dv\.(max|min)\([^\n]*, (x\d|dv\.))" + LAST,
        "PyTorch: .*nan",
    ),
    Known(
        "PyTorch's trigamma at negative integers is a large number; here it is infinite, as it has a pole there",
        r"((grad|hook|tangent)\.)?value",
        r"(digamma|polygamma)_?\(|LEVEL.*(lgamma|mvlgamma)_?\(|(lgamma|mvlgamma)_?\(.*create_graph",
        r"value is [^;]*(nan|inf)",
    ),
    Known(
        "what beta=0 leaves out has no tangent; PyTorch multiplies it by 0, and 0 times NaN is NaN",
        r"tangent\.value",
        r"beta=0\b" + LAST,
        "PyTorch: .*nan",
    ),
    Known(
        "gradients that are NaN stay NaN; PyTorch's logcumsumexp drops them, as neither positive nor negative",
        r"((grad|hook)\.)?(value|none)",
        r"logcumsumexp\(.*(backward|grad)\(",
        r"^[^;]*nan[^;]*; PyTorch",
    ),
    Known(
        "the derivative of a number of elements that are not 0 is made of numbers, and 0 times NaN is NaN",
        r"((grad|hook)\.)?(value|none)",
        r"(norm|dist)\([^\n]*\b0(\.0)?\b",
        r"^[^;]*nan[^;]*; PyTorch",
    ),
    Known(
        "truth values are booleans; PyTorch's of uint8 are uint8",
        "dtype",
        r"\b(all|any)\(" + LAST,
        "dtype is bool; PyTorch: uint8",
    ),
]


def known(program: Program, difference: Difference) -> Known | None:
    """Return what explains a difference, or None."""
    return next((entry for entry in KNOWN if entry.explains(program, difference)), None)
