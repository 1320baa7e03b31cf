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
