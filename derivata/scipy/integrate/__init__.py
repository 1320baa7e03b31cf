"""Differential equations and integrals by `scipy.integrate`, with derivatives by parameters, starts and limits."""

from ...support.missing_names import only_these
from .initial_values import odeint as odeint
from .initial_values import solve_ivp as solve_ivp
from .quadrature import quad as quad
from .samples import cumulative_trapezoid as cumulative_trapezoid
from .samples import simpson as simpson
from .samples import trapezoid as trapezoid

__all__ = ["cumulative_trapezoid", "odeint", "quad", "simpson", "solve_ivp", "trapezoid"]
__getattr__, __dir__ = only_these(globals())
