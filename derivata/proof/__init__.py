"""Numerical proof of a spec: every formula at sample points, against what it should give, before anybody uses it."""

from .prove import UnknownOp as UnknownOp
from .prove import prove as prove
