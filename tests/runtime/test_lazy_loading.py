"""What is loaded when it is first used: families of ops, and the array functions that they call."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def python(code: str) -> str:
    """Run code in a fresh interpreter; return what it prints. `rare()` tells whether the gamma functions are loaded."""
    head = (
        "import sys, derivata as dv\n"
        "def rare(): return 'derivata.generated.ops.gamma_functions' in sys.modules\n"
        "x = dv.tensor([3.0], requires_grad=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", head + code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_program_loads_the_families_that_it_uses() -> None:
    code = (
        "y = (x * x.exp() + dv.sin(x)).sum(); y.backward(); y.detach().max(); x.detach()[0] = 1\n"
        "names = ('arithmetic', 'exponential', 'bessel', 'nn_convolution')\n"
        "print([name for name in names if f'derivata.generated.ops.{name}' in sys.modules],"
        " 'derivata.arrays.convolution.conv2d' in sys.modules, 'scipy' in sys.modules)"
    )
    assert python(code) == "['arithmetic', 'exponential'] False False"


@pytest.mark.parametrize(
    "use",
    [
        "dv.lgamma(x)",
        "x.lgamma()",
        "dv.Tensor.lgamma(x)",
        "dv.special.gammaln(x)",
        "__import__('derivata.special').special.gammaln(x)",
        "dv.generated.ops.lgamma(x)",
        "__import__('derivata', fromlist=['lgamma']).lgamma(x)",
    ],
)
def test_every_way_to_a_rare_op_loads_it(use: str) -> None:
    """A rare op is reached by its function, method, namespace or import alike; what it computes has a gradient."""
    code = f"import derivata.generated\nassert not rare()\ny = {use}\ny.sum().backward()\n"
    code += "print(rare(), y.item(), x.grad.item())"
    loaded, value, slope = python(code).split()
    assert loaded == "True"
    assert float(value) == pytest.approx(0.6931472)
    assert float(slope) == pytest.approx(0.9227843)


def test_after_the_first_call_a_method_is_the_op_itself() -> None:
    code = (
        "before = type(vars(dv.Tensor)['lgamma']).__name__; x.lgamma()\n"
        "print(before, vars(dv.Tensor)['lgamma'] is dv.lgamma is dv.generated.ops.lgamma)"
    )
    assert python(code) == "LazyMethod True"


def test_operators_and_numpy_functions_may_be_rare() -> None:
    code = (
        "import numpy as np\nx = x.detach()\nprint((x // 2).item(), (7 % x).item(), np.floor(x + 0.5).item())"
    )
    assert python(code) == "1.0 1.0 3.0"


def test_a_formula_may_use_rare_ops() -> None:
    """Second derivatives load the ops that they need."""
    code = "y = dv.exp(x).var(0, unbiased=False)\nprint(dv.autograd.grad(y.sum(), x, create_graph=True)[0].item())"
    assert float(python(code)) == 0


def test_names_that_are_not_loaded_are_listed() -> None:
    """`dir` lists every name, loaded or not."""
    code = (
        "assert {'lgamma', 'bernoulli', 'exp'} <= set(dir(dv))\n"
        "assert {'gammaln', 'airy_ai'} <= set(dir(dv.special)), dir(dv.special)\n"
        "assert {'lgamma', 'exp', '_getitem'} <= set(dir(dv.generated.ops))\n"
        "assert 'lgamma' in dir(x)\n"
        "print(rare())"
    )
    assert python(code) == "False"


def test_help_shows_a_rare_op() -> None:
    assert "Logarithm of the absolute value" in python("print(dv.Tensor.lgamma.__doc__)")


def test_a_result_of_a_rare_op_survives_a_pickle() -> None:
    code = (
        "import pickle\nout = pickle.loads(pickle.dumps(dv.sort(x.detach())))\n"
        "print(type(out).__name__, out.values.item(), pickle.loads(pickle.dumps(dv.lgamma)) is dv.lgamma)"
    )
    assert python(code) == "SortOutput 3.0 True"


@pytest.mark.parametrize("module", ["dv", "dv.special", "dv.linalg", "dv.generated.ops"])
def test_a_name_that_does_not_exist_is_an_attribute_error(module: str) -> None:
    code = f"try: {module}.gamma_funktion\nexcept AttributeError as error: print(error)"
    name = module.replace("dv", "derivata")
    assert python(code).startswith(f"module '{name}' has no attribute 'gamma_funktion'")


def test_threads_may_be_first_together() -> None:
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    print({round(y, 4) for y in pool.map(lambda _: x.detach().lgamma().item(), range(32))})"
    )
    assert python(code) == "{0.6931}"


def test_the_profiler_knows_rare_ops() -> None:
    code = (
        "from derivata.autograd.profiler import profile\n"
        "with profile() as p: x.lgamma()\n"
        "print([event.key for event in p.key_averages() if event.key == 'lgamma'])"
    )
    assert python(code) == "['lgamma']"


def test_array_functions_of_rare_ops_are_loaded_with_them() -> None:
    code = (
        "from derivata.generated import functions\nmodule = 'derivata.arrays.products.einsum'\n"
        "before = module in sys.modules; dv.einsum('i->', x)\n"
        "print(before, module in sys.modules, callable(functions.einsum), callable(functions.dropout))"
    )
    assert python(code) == "False True True True"
