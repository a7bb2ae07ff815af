#!/usr/bin/env bash
# published-clients.sh FOLDER: five generations of the hosted platform's React client, as npm has them, each in a
# folder of its own, for `pytest tests/e2e/test_published_clients.py --published-clients FOLDER`.
set -euo pipefail
for version in 3.0.21 4.0.30 5.0.50 6.0.48 7.13.11; do
  mkdir -p "$1/$version"
  cd "$1/$version"
  echo '{"private": true}' > package.json
  npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps \
    "@frontegg/react@$version" react@18.3.1 react-dom@18.3.1 react-router-dom@5.3.4
  cd - > /dev/null
done
