"""Special functions of arrays, element by element: what the formula language calls and NumPy does not have.

Arguments are real; orders and degrees may be numbers. Results have the dtype of the first argument and are computed in
double precision; some have a form in compiled loops as well. Those of `by_scipy`, and `betainc`, need SciPy, which is
imported when the first of them is called.
"""

from .by_scipy import airy_ai as airy_ai
from .by_scipy import airy_ai_prime as airy_ai_prime
from .by_scipy import bessel_i as bessel_i
from .by_scipy import bessel_i0 as bessel_i0
from .by_scipy import bessel_i1 as bessel_i1
from .by_scipy import bessel_i2 as bessel_i2
from .by_scipy import bessel_j as bessel_j
from .by_scipy import bessel_j0 as bessel_j0
from .by_scipy import bessel_j1 as bessel_j1
from .by_scipy import bessel_k as bessel_k
from .by_scipy import bessel_k0 as bessel_k0
from .by_scipy import bessel_k1 as bessel_k1
from .by_scipy import bessel_y as bessel_y
from .by_scipy import bessel_y0 as bessel_y0
from .by_scipy import bessel_y1 as bessel_y1
from .by_scipy import erfcx as erfcx
from .by_scipy import scaled_bessel_i as scaled_bessel_i
from .by_scipy import scaled_bessel_i0 as scaled_bessel_i0
from .by_scipy import scaled_bessel_i1 as scaled_bessel_i1
from .by_scipy import scaled_bessel_i2 as scaled_bessel_i2
from .by_scipy import scaled_bessel_k as scaled_bessel_k
from .by_scipy import scaled_bessel_k0 as scaled_bessel_k0
from .by_scipy import scaled_bessel_k1 as scaled_bessel_k1
from .by_scipy import zeta as zeta
from .gamma import digamma as digamma
from .gamma import lgamma as lgamma
from .gamma import trigamma as trigamma
from .incomplete_beta import beta_density as beta_density
from .incomplete_beta import betainc as betainc
from .incomplete_beta import betainc_by_a as betainc_by_a
from .incomplete_beta import betainc_by_b as betainc_by_b
from .incomplete_gamma import igamma as igamma
from .incomplete_gamma import igammac as igammac
from .normal import erfinv as erfinv
from .normal import ndtri as ndtri
from .orthogonal import chebyshev_t as chebyshev_t
from .orthogonal import gegenbauer as gegenbauer
from .orthogonal import hermite_h as hermite_h
from .orthogonal import hermite_he as hermite_he
from .orthogonal import laguerre as laguerre
