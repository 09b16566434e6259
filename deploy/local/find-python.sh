#!/bin/sh
# Run the given arguments with the first Python of 3.11 or newer on this machine ($PYTHON wins).
set -e
for name in $PYTHON python3 python3.14 python3.13 python3.12 python3.11 python; do
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    exec "$name" "$@"
  fi
done
echo "Wangi needs Python 3.11 or newer, and found none on the PATH." >&2
echo "Install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python), or say PYTHON=/path/to/python." >&2
exit 1
