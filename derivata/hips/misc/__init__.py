"""Containers as vectors, optimisers of functions of arrays, fixed points."""

from .flatten import flatten as flatten
