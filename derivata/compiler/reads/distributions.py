"""What distributions read that users may change: whether arguments are checked, and formulas of divergences."""

from __future__ import annotations

from ...distributions import kl_formulas as kl_formulas
from ...distributions import kl_of_normal_vectors as kl_of_normal_vectors
from ...distributions import kl_of_numbers as kl_of_numbers
from ...distributions.distribution import Distribution
from ...distributions.kl import FORMULAS
from ..refusal import CannotCompile
from ..vocabulary import is_distribution
from .guards import Checks


def add_settings(checks: Checks) -> None:
    """Compare the settings; a formula that a user wrote is refused, as it may read anything."""
    if not all(map(is_distribution, FORMULAS.values())):
        raise CannotCompile("a divergence is registered that is no formula of derivata")
    checks.same(f"{checks.known(Distribution, 'class')}._validate_args", Distribution._validate_args, "flag")
    formulas = checks.known([*FORMULAS.values()], "formulas")
    checks.unless(f"[*{checks.known(FORMULAS, 'registry')}.values()] != {formulas}")
