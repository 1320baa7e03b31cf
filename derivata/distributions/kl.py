"""The divergence of Kullback and Leibler, E_p[log p - log q], of pairs of families that have a closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .distribution import Distribution

Formula = Callable[[Any, Any], Any]
FORMULAS: dict[tuple[type, type], Formula] = {}


def register_kl(type_p: Any, type_q: Any) -> Callable[[Formula], Formula]:
    """Register a function of (p, q) as the divergence for these families and those derived from them.

    Raises
    ------
    TypeError
        If one of the types is no Distribution.
    """
    for name, kind in (("type_p", type_p), ("type_q", type_q)):
        if not (isinstance(kind, type) and issubclass(kind, Distribution)):
            raise TypeError(f"register_kl: Expected {name} to be a Distribution subclass but got {kind!r}")

    def registered(formula: Formula) -> Formula:
        FORMULAS[type_p, type_q] = formula
        return formula

    return registered


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """Return the divergence of `q` from `p`, one number for each distribution of the batch.

    Raises
    ------
    NotImplementedError
        If no formula is registered for the two families.

    Examples
    --------
    >>> from derivata.distributions import Normal, kl_divergence
    >>> kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0))
    tensor(0.5)
    """
    from . import kl_formulas, kl_of_normal_vectors, kl_of_numbers  # noqa: F401  (they register formulas)

    found = [
        (type(p).__mro__.index(a) + type(q).__mro__.index(b), formula)
        for (a, b), formula in FORMULAS.items()
        if isinstance(p, a) and isinstance(q, b)
    ]
    if not found:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}; register_kl "
            "one, or average p.log_prob(x) - q.log_prob(x) over samples x of p"
        )
    return min(found, key=lambda pair: pair[0])[1](p, q)
