"""Minimisation, roots, least squares and fixed points by `scipy.optimize`, with derivatives by derivata."""

from .minimize import minimize as minimize

__all__ = ["minimize"]
