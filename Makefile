# Every target works in a fresh clone: the first one called makes .venv with the Python (3.11 or newer) of $(PYTHON).
PYTHON ?= python3
EXTRAS ?= dev
PYTEST_ARGS ?= -n auto
# What NumPy alone has to do as well:
WITHOUT_KERNELS ?= tests/functions tests/generated tests/nn tests/optim tests/runtime
PY := .venv/bin/python

# What compares itself with PyTorch, and is skipped where that is not installed:
PARITY ?= tests/autograd tests/distributions tests/functions tests/nn tests/optim tests/parity tests/runtime tests/testing

.PHONY: setup codegen docs lint test check parity hips pythons slow wheel demo bench clean

setup: .venv/.installed-$(EXTRAS)
.venv/.installed-%: pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --editable '.[$*]'
	touch $@

# all that follows from the spec: the code, and for derivata's own spec the page of ops
codegen: setup
	$(PY) -m derivata.codegen $(if $(SPEC),--spec $(SPEC)) $(if $(PACKAGE),--package $(PACKAGE)) $(if $(OUT),--out $(OUT)) $(if $(FORCE),--force)
	$(if $(SPEC)$(OUT),,$(PY) -m docs.ops)

docs: setup
	$(PY) docs/semantics.py
	$(PY) -m docs.ops

lint: setup
	$(PY) -m derivata.codegen --check
	$(PY) docs/semantics.py --check
	$(PY) -m docs.ops --check
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

test: setup
	$(PY) -m pytest -m "not slow" $(PYTEST_ARGS)
	DERIVATA_TEST_BLOCK_COMPILERS=1 $(PY) -m pytest -m "not slow" $(PYTEST_ARGS) $(WITHOUT_KERNELS)

check: lint test

parity:
	$(MAKE) setup EXTRAS=dev,torch
	$(PY) -m pytest -m "not slow" --needs-torch $(PYTEST_ARGS) $(PARITY)

# HIPS autograd's own tests and programs on derivata, from a checkout of its repository
hips: setup
	$(PY) -m tests.hips.published $(SUITE)

pythons:
	.ci/pythons

slow: setup
	$(PY) -m pytest -m slow --dist worksteal $(PYTEST_ARGS)

# with the machine code of its kernels, for those who install it; minutes of compilation
wheel: setup
	rm -rf arrays/compiled build
	$(PY) -m derivata warmup --level x86-64-v3
	$(PY) -m derivata warmup --level x86-64-v4
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist .

demo: setup
	$(PY) examples/digits.py

bench:
	$(MAKE) setup EXTRAS=dev,bench
	$(PY) -m benchmarks

clean:
	rm -rf .venv build dist arrays/compiled *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis examples/output
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
