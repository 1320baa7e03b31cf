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
