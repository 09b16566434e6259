#!/bin/sh
# Install the locked packages and this project into .venv: with uv when it is there, else with plain pip.
set -e
python=.venv/bin/python
wanted=requirements/dev.txt

with_uv() {
  uv=$(command -v uv || true)
  [ -n "$uv" ] || { [ -x .venv/bin/uv ] && uv=.venv/bin/uv; } || return 1
  VIRTUAL_ENV=$PWD/.venv "$uv" pip sync --quiet --require-hashes "$wanted" && VIRTUAL_ENV=$PWD/.venv "$uv" pip install \
    --quiet --offline --no-deps --no-build-isolation -e .
}

with_pip() {
  "$python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$wanted"
  "$python" -m pip install -qq --disable-pip-version-check --no-index --no-deps --no-build-isolation -e .
}

echo "Installing the Python packages of $wanted into .venv ..."
# uv is quicker, but knows neither the mirrors nor the offline habits of pip: what it cannot do, pip does.
with_uv 2>/dev/null || with_pip
