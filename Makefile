# Every target works in a fresh clone: it makes .venv with the Python (3.11 or newer) of $(PYTHON) where there is none, and
# adds those of pyproject.toml's extras that it needs. EXTRAS=dev is all of them.
PYTHON ?= python3
EXTRAS ?=
PYTEST_ARGS ?= -n auto
UV ?= $(shell command -v uv)
# What NumPy alone has to do as well; the other files of tests/generated have samples that are too small for loops:
WITHOUT_KERNELS ?= tests/functions tests/generated/test_op_checks.py tests/nn tests/optim tests/runtime
PY := .venv/bin/python

# Where the environment forbids bytecode, each process of the tests would compile all that it imports:
unexport PYTHONDONTWRITEBYTECODE

# What compares itself with PyTorch, and is skipped where that is not installed:
PARITY ?= tests/autograd tests/distributions tests/functions tests/nn tests/optim tests/parity tests/runtime tests/testing

.DEFAULT_GOAL := help
.PHONY: help setup codegen docs site lint test check coverage parity hips pythons test-mpi slow array-api wheel release demo demo-mpi bench clean

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.* *## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 10

ifeq ($(UV),)    # modules are compiled when they are imported: most are not, and twice the time is saved
VENV := $(PYTHON) -m venv
INSTALL := $(PY) -m pip install --quiet --no-compile
else
VENV := $(UV) venv --quiet --seed --python $(PYTHON)
INSTALL := $(UV) pip install --quiet --python $(PY)
endif

setup: .venv/.installed-$(or $(EXTRAS),dev) ## make .venv with all that developers need, or add EXTRAS to it
.venv/.installed-%: pyproject.toml
	test -x $(PY) || $(VENV) .venv
	$(INSTALL) --editable '.[$*]'
	touch $@ $(if $(filter dev%,$*),$(addprefix .venv/.installed-,demo lint scipy site test))

# all that follows from the spec: the code, and for derivata's own spec the page of ops
codegen: .venv/.installed-$(or $(EXTRAS),scipy) ## write all that follows from the spec (SPEC, PACKAGE, OUT: of another one)
	$(PY) -m derivata.codegen $(if $(SPEC),--spec $(SPEC)) $(if $(PACKAGE),--package $(PACKAGE)) $(if $(OUT),--out $(OUT)) $(if $(FORCE),--force)
	$(if $(SPEC)$(OUT),,$(PY) -m docs.ops)

docs: .venv/.installed-$(or $(EXTRAS),scipy) ## write the pages that are made by running the tests and the ops
	$(PY) docs/semantics.py
	$(PY) -m docs.ops

site: .venv/.installed-$(or $(EXTRAS),site) ## build the documentation as a site: build/site/html/index.html
	$(PY) -m docs.site
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build    # not --quiet, for which warnings do not count

lint: .venv/.installed-$(or $(EXTRAS),lint) ## is everything generated up to date, well formed and typed?
	$(PY) -m derivata.codegen --check
	$(PY) docs/semantics.py --check
	$(PY) -m docs.ops --check
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

test: .venv/.installed-$(or $(EXTRAS),test) ## run the tests, with compiled loops and without
	$(PY) -m pytest -m "not slow" $(PYTEST_ARGS)
	DERIVATA_TEST_BLOCK_COMPILERS=1 $(PY) -m pytest -m "not slow" $(PYTEST_ARGS) $(WITHOUT_KERNELS)

check: lint test ## both

# the other Pythons, PyTorch and what is slow come on top; loops are machine code, of which no line is seen, and left out
coverage: .venv/.installed-$(or $(EXTRAS),coverage) ## which part of the code the tests run (TESTS: of which folders)
	rm -rf build/coverage && mkdir -p build/coverage
	ROOT=$(CURDIR) $(PY) -m coverage run -m pytest -m "not slow" $(PYTEST_ARGS) $(TESTS); tests=$$?; export ROOT=$(CURDIR); \
	$(PY) -m coverage combine --quiet; rm -f build/coverage/data.*; \
	for room in arrays codegen derivata generated runtime; do \
		echo "$$room: $$($(PY) -m coverage report --format=total --include="$$ROOT/$$room/*") %"; done; \
	echo "all: $$($(PY) -m coverage html --quiet; $(PY) -m coverage report --format=total) %; build/coverage/html has the lines"; exit $$tests

parity: ## compare with PyTorch, which is installed
	$(MAKE) setup EXTRAS=dev,torch
	$(PY) -m pytest -m "not slow" --needs-torch $(PYTEST_ARGS) $(PARITY)

# HIPS autograd's own tests and programs on derivata, from a checkout of its repository
hips: setup ## run the tests and programs of HIPS autograd (SUITE)
	$(PY) -m tests.hips.published $(SUITE)

pythons: ## run the core of the tests on the other Pythons that are here
	.ci/pythons

test-mpi: ## run the tests of several processes, under mpirun with 2 and 4 of them
	$(MAKE) setup EXTRAS=demo,mpirun,test
	$(PY) -m pytest -m "not slow" -n 2 --dist loadfile tests/distributed

slow: setup ## run the long sweeps and the hunt, some fifteen minutes
	$(PY) -m pytest -m slow --dist worksteal $(PYTEST_ARGS)

# data-apis/array-api-tests with its submodule, laid out in SUITE
array-api: setup ## run the published tests of the array API standard (SUITE)
	test -d "$(SUITE)/array_api_tests" || { echo "make array-api SUITE=<folder of array-api-tests>"; exit 1; }
	$(INSTALL) -r "$(SUITE)/requirements.txt"
	cd "$(SUITE)" && PYTHONPATH="$(CURDIR)" ARRAY_API_TESTS_MODULE=derivata.array_api ARRAY_API_TESTS_VERSION=2024.12 \
		"$(CURDIR)/$(PY)" -m pytest -q --disable-deadline $(PYTEST_ARGS) \
		--xfails-file="$(CURDIR)/tests/array_api/exceptions.txt" array_api_tests

# with the machine code of its kernels, for those who install it; minutes of compilation
wheel: setup ## build a wheel with compiled loops
	rm -rf arrays/compiled build
	$(PY) -m derivata warmup --level x86-64-v3
	$(PY) -m derivata warmup --level x86-64-v4
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist .

# a clone in which nothing is left to commit; nothing is uploaded
release: .venv/.installed-$(or $(EXTRAS),release) ## build sdist and wheel, and try them on the Pythons that are here
	$(PY) -m tests.api --check
	.ci/release

demo: .venv/.installed-$(or $(EXTRAS),demo) ## train a small network
	$(PY) examples/digits.py

demo-mpi: ## train the same network on two processes
	$(MAKE) setup EXTRAS=demo,mpirun
	.venv/bin/mpirun -n 2 --oversubscribe $(if $(filter 0,$(shell id -u)),--allow-run-as-root) $(PY) examples/digits_mpi.py

bench: ## measure derivata beside PyTorch
	$(MAKE) setup EXTRAS=bench
	$(PY) -m benchmarks

clean: ## delete .venv and what tools leave behind
	rm -rf .venv build dist arrays/compiled *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis examples/output
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
