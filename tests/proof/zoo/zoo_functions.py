"""Array functions of the zoo: what they compute is right unless their name says otherwise."""

import numpy as np


def product(self, mat):
    return self @ mat


def tail(self, dim):
    return np.cumsum(self, axis=dim)


def shifted_rows(self, other):
    return self + other


def centred(self):
    return self - np.mean(self)


def squares(self):
    return self * self


def length(self, other):
    return np.sqrt(self * self + other * other)


def raises(self):
    return self.reshape(7, 7)


def sums(self, dim):
    return np.sum(self, axis=dim)


def cubes(self):
    return self**3


def is_complex(dtype):
    return np.dtype(dtype).kind == "c"


def writes_into(self):
    self[...] = np.sin(self)
    return self.copy()


def same_memory(self):
    return self.reshape(-1)


def random(self):
    return self * np.random.default_rng().uniform(1.0, 2.0)


def widens(self):
    return np.cumsum(self, dtype=np.result_type(self.dtype, np.float64))


def vector_only(self):
    return np.cumsum(self.strides[0] * 0 + self * (1 if self.flags.c_contiguous else 2))


def doubled(grad_, self):
    return 2 * grad_ * self


def shape_by_value(self):
    return self[self > 0]


def rounded(self):
    return np.round(self)


def total(self):
    return self.sum()


def sums_over(self, dim, keepdim):
    return np.sum(self, axis=dim, keepdims=keepdim)


def mean(self, dim):
    return np.mean(self, axis=dim)


def variance(self, dim, correction):
    return np.var(self, axis=dim, ddof=correction)


def logsumexp(self, dim):
    return np.log(np.sum(np.exp(self), axis=dim))


def largest(self, dim):
    return np.max(self, axis=dim), np.argmax(self, axis=dim)


def both(self, other):
    return self * other, self + other


def halves(self):
    half = self.shape[0] // 2
    return self[:half].copy(), self[half:].copy()


def chunks(self, n):
    return tuple(np.array_split(self.copy(), n))


def joined(tensors, dim):
    return np.concatenate(tensors, axis=dim)


def scaled(self, weight):
    return self.copy() if weight is None else self * weight


def ordered(self, dim):
    indices = np.argsort(self, axis=dim, kind="stable")
    return np.take_along_axis(self, indices, dim), indices


def whole(self):
    return np.round(self).astype(np.int64)


def narrow(self):
    return np.exp(self).astype(np.float32)


def reversed_view(self):
    return self[::-1]


def first_row(self):
    return self[0].copy()


def square_and_more(self):
    return self**2, 3 * self


def exp_twice(self):
    result = np.exp(self)
    return result, result


def exp_inplace(self):
    return np.exp(self, out=self)


def unit(self):
    return self / np.sqrt((self * self).sum())


def squared_size(self):
    return (self * np.conj(self)).real


def outer(self, other):
    return np.outer(self, other)


def prod(self, dim):
    return np.prod(self, axis=dim)


def real_only(self):
    if self.dtype.kind == "c" and self.imag.any():
        raise TypeError("expected real numbers")
    return self.copy()


def weighted_sum(self, weight):
    return np.sum(self * weight)


def root(self):
    return np.sqrt(self)
