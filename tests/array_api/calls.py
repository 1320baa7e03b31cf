"""Calls of the namespace, written for any: each is run with `xp` as ours and as array-api-strict."""

RECORDED = """
xp.abs(a)  xp.acos(p)  xp.acosh(p + 2.0)  xp.asin(p)  xp.asinh(a)  xp.atan(a)  xp.atanh(p)  xp.cos(a)
xp.cosh(a)  xp.exp(a)  xp.expm1(a)  xp.log(p)  xp.log1p(p)  xp.log2(p)  xp.log10(p)  xp.negative(a)
xp.positive(a)  xp.reciprocal(p)  xp.sin(a)  xp.sinh(a)  xp.sqrt(p)  xp.square(a)  xp.tan(a)  xp.tanh(a)
xp.add(a, b)  xp.add(a, 2.0)  xp.subtract(a, b)  xp.subtract(1.0, a)  xp.multiply(a, b)  xp.divide(a, p)
xp.atan2(a, p)  xp.hypot(a, p)  xp.logaddexp(a, b)  xp.pow(p, a)  xp.pow(p, 2.0)  xp.maximum(a, b)
xp.minimum(a, b)  xp.copysign(p, a)  xp.remainder(a, p)  xp.clip(a, -0.5, 0.5)  xp.clip(a, max=p)  xp.real(z)
xp.imag(z)  xp.conj(z)  xp.abs(z)  xp.exp(z)  xp.multiply(z, 2j)  xp.where(a > b, a, b)  xp.where(a > 0, a, 0.0)
xp.sum(a)  xp.sum(a, axis=1)  xp.sum(a, axis=(0, 1), keepdims=True)  xp.sum(a, axis=())  xp.sum(z, axis=0)
xp.prod(a, axis=0)  xp.prod(a)  xp.mean(a)  xp.mean(a, axis=-1, keepdims=True)  xp.var(a)
xp.var(a, axis=1, correction=1)  xp.std(a, axis=0, correction=1.0)  xp.std(a, keepdims=True)  xp.max(a, axis=1)
xp.min(a)  xp.max(a, axis=(0, 1))  xp.cumulative_sum(a, axis=1)
xp.cumulative_sum(a[0, :], include_initial=True)  xp.cumulative_prod(a, axis=0)  xp.diff(a, axis=0)
xp.diff(a, n=2)  xp.diff(a, prepend=b[:, :1])  xp.broadcast_to(a, (2, 3, 4))  xp.broadcast_arrays(a, b[:, :1])
xp.concat([a, b], axis=1)  xp.concat([a, b], axis=None)  xp.expand_dims(a, axis=1)  xp.flip(a)
xp.flip(a, axis=0)  xp.moveaxis(c, 0, -1)  xp.permute_dims(c, (2, 0, 1))  xp.repeat(a, 2)
xp.repeat(a, i, axis=0)  xp.reshape(a, (2, -1))  xp.reshape(a, (12,), copy=True)  xp.roll(a, 1)
xp.roll(a, (1, -1), axis=(0, 1))  xp.squeeze(xp.expand_dims(a, axis=0), axis=0)  xp.stack([a, b], axis=-1)
xp.tile(a, (2, 1))  xp.unstack(a)  xp.unstack(a, axis=1)  xp.take(a, i, axis=0)  xp.take(a[0, :], i)  xp.tril(a)
xp.triu(a, k=1)  xp.take_along_axis(a, xp.argsort(a, axis=1), axis=1)  xp.meshgrid(a[0, :], b[:, 0])
xp.meshgrid(a[0, :], b[:, 0], indexing='ij')  xp.meshgrid(a[0, :])  xp.sort(a)
xp.sort(a, axis=0, descending=True)  xp.unique_values(a)  xp.unique_all(a).values
xp.matmul(a, xp.matrix_transpose(b))  xp.matrix_transpose(c)  xp.tensordot(a, b, axes=((0, 1), (0, 1)))
xp.tensordot(a, b, axes=0)  xp.vecdot(a, b)  xp.vecdot(a, b, axis=-2)  xp.vecdot(z, z)  xp.linalg.cholesky(s)
xp.linalg.cholesky(s, upper=True)  xp.linalg.cross(v, w)  xp.linalg.det(s)  xp.linalg.diagonal(c, offset=1)
xp.linalg.eigh(s).eigenvalues  xp.linalg.eigvalsh(s)  xp.linalg.inv(s)  xp.linalg.matmul(s, s)
xp.linalg.matrix_norm(c)  xp.linalg.matrix_norm(a, ord='nuc', keepdims=True)  xp.linalg.matrix_norm(a, ord=1)
xp.linalg.matrix_power(s, -2)  xp.linalg.matrix_transpose(a)  xp.linalg.outer(v[0, :], w[0, :])
xp.linalg.pinv(a)  xp.linalg.qr(s).Q  xp.linalg.qr(s)[1]  xp.linalg.slogdet(s).logabsdet
xp.linalg.solve(s, s + 1.0)  xp.linalg.solve(s, s[0, :])  xp.linalg.svd(a, full_matrices=False).S
xp.linalg.svdvals(a)  xp.linalg.tensordot(a, b)  xp.linalg.trace(c)  xp.linalg.trace(s, offset=-1)
xp.linalg.vecdot(v, w)  xp.linalg.vector_norm(a)  xp.linalg.vector_norm(a, axis=(0, 1), ord=3, keepdims=True)
xp.linalg.vector_norm(a, axis=1, ord=1)  xp.linalg.vector_norm(a, axis=())
xp.fft.fft(z)  xp.fft.ifft(z, n=6, norm='ortho')
xp.fft.fftn(z, axes=(0, 1))  xp.fft.ifftn(z)  xp.fft.rfft(a, axis=0)  xp.fft.irfft(z, n=5)  xp.fft.rfftn(a)
xp.fft.irfftn(z)  xp.fft.hfft(z)  xp.fft.ihfft(a)  xp.fft.fftshift(a)  xp.fft.ifftshift(a, axes=1)
xp.astype(a, xp.float32)  xp.asarray(a)  xp.asarray(a, copy=True)
"""
"""With a derivative. `a b p` are real (`p` positive), `c` has three axes, `s` is positive definite, `z` complex."""

PLAIN = """
xp.argmax(a)  xp.argmax(a, axis=1, keepdims=True)  xp.argmin(a, axis=0)  xp.argmin(a, keepdims=True)
xp.argsort(a)  xp.argsort(a, axis=0, descending=True)  xp.count_nonzero(k)
xp.count_nonzero(k, axis=1, keepdims=True)  xp.nonzero(k)  xp.searchsorted(xp.sort(a[0, :]), b)
xp.searchsorted(a[0, :], b[0, :], side='right', sorter=xp.argsort(a[0, :]))  xp.unique_all(k)
xp.unique_counts(k)  xp.unique_inverse(k)  xp.unique_values(k)  xp.all(k)  xp.any(k, axis=0)  xp.all(k, axis=())
xp.any(a, axis=(0, 1), keepdims=True)  xp.sign(a)  xp.sign(z)  xp.signbit(a)  xp.floor(a)  xp.ceil(a)
xp.trunc(a)  xp.round(4 * a)  xp.round(4 * z)  xp.floor(k)  xp.round(u)  xp.isfinite(a)  xp.isinf(a)
xp.isnan(z)  xp.floor_divide(a, p)  xp.expm1(z)  xp.nextafter(a, b)  xp.equal(k, u)  xp.not_equal(a, b)  xp.less(a, b)
xp.less_equal(k, 1)  xp.greater(a, 0.5)  xp.greater_equal(b, a)  xp.logical_and(t, k > 0)  xp.logical_or(t, t)
xp.logical_xor(t, k > 0)  xp.logical_not(t)  xp.bitwise_and(k, 3)  xp.bitwise_or(k, u)  xp.bitwise_xor(k, 1)
xp.bitwise_invert(k)  xp.bitwise_left_shift(u, 1)  xp.bitwise_right_shift(k, 1)  xp.add(k, u)  xp.multiply(u, u)
xp.subtract(u, 1)  xp.abs(u)  xp.maximum(u, k)  xp.clip(u, 1, 300)  xp.clip(k, -1, 2)  xp.pow(k, 2)
xp.floor_divide(k, 2)  xp.remainder(k, 3)  xp.square(u)  xp.sum(k)  xp.sum(u, axis=0)
xp.sum(u, dtype=xp.float32)  xp.prod(u, axis=1)  xp.prod(k)  xp.cumulative_sum(u, axis=0)
xp.cumulative_prod(k, axis=1)  xp.max(k)  xp.min(u, axis=0)  xp.mean(xp.astype(a, xp.float32))
xp.linalg.trace(u)  xp.linalg.matrix_rank(s)  xp.linalg.vecdot(u, u)  xp.matmul(u, xp.matrix_transpose(k))
xp.add(a, xp.astype(b, xp.float32))  xp.multiply(xp.asarray(2.0, dtype=xp.float64), xp.astype(a, xp.float32))
xp.arange(5)  xp.arange(1, 7, 2)  xp.arange(3, dtype=xp.uint8)  xp.arange(3, 0, -1)  xp.arange(3, 0)
xp.arange(0, 1, 0.25)  xp.asarray([[1, 2], [3, 4]])  xp.asarray(True)  xp.asarray([1.0, 2.0], dtype=xp.float64)
xp.empty((2, 3)).shape  xp.empty_like(k).shape  xp.eye(3)  xp.eye(2, 4, k=1, dtype=xp.int16)  xp.full((2,), 7)
xp.full((2, 2), 1.5)  xp.full(3, True)  xp.full_like(k, 2)  xp.linspace(0, 1, 5)
xp.linspace(0, 1, 4, endpoint=False)  xp.linspace(1, 3, 3, dtype=xp.float64)  xp.ones((2, 1))  xp.ones_like(u)
xp.zeros(4)  xp.zeros((2,), dtype=xp.complex128)  xp.zeros_like(z)  xp.from_dlpack(a)  xp.fft.fftfreq(5, d=0.5)
xp.fft.rfftfreq(6)  xp.astype(a, xp.int64)  xp.astype(u, xp.bool)  xp.astype(k, xp.complex64)
xp.can_cast(xp.int8, xp.int16)  xp.can_cast(xp.int64, xp.int8)  xp.can_cast(a, xp.complex128)
xp.isdtype(xp.int8, 'integral')  xp.isdtype(xp.float32, ('bool', 'real floating'))
xp.isdtype(xp.uint8, xp.uint8)  xp.isdtype(xp.complex64, 'numeric')  xp.isdtype(xp.uint8, 'signed integer')
xp.result_type(xp.int8, xp.uint8) == xp.int16  xp.result_type(u, 1) == xp.uint8  xp.finfo(xp.float32).eps
xp.finfo(a).max  xp.finfo(xp.complex64).bits  xp.finfo(xp.float64).smallest_normal  xp.iinfo(k).min
xp.iinfo(xp.uint8).max  xp.iinfo(xp.int16).bits
"""
"""Without one: places, truths, whole numbers, new arrays, dtypes. `k` is of int16, `u` of uint8, `t` of bool."""


def calls(text: str) -> list[str]:
    """Return the calls of a text, which are two spaces or a line apart."""
    return [call for line in text.splitlines() for call in line.split("  ") if call]
