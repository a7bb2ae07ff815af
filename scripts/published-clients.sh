#!/usr/bin/env bash
# published-clients.sh FOLDER: the hosted platform's own packages, as npm and PyPI have them, for
# `pytest tests/e2e/test_published_*.py tests/process/test_published_*.py --published-clients FOLDER`: five
# generations of its React client and those without React, each in a folder of its own, and its server packages.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

npm_install() { # npm_install <folder> <package…>
  mkdir -p "$folder/$1"
  echo '{"private": true}' > "$folder/$1/package.json"
  npm install --prefix "$folder/$1" --no-audit --no-fund --ignore-scripts --legacy-peer-deps "${@:2}"
}

for version in 3.0.21 4.0.30 5.0.50 6.0.48 7.13.11; do
  npm_install "$version" "@frontegg/react@$version" react@18.3.1 react-dom@18.3.1 react-router-dom@5.3.4
done
npm_install js @frontegg/js@7.119.0
npm_install vue @frontegg/vue@4.10.16 vue@3.5.45 vue-router@4.6.5
angular=(@angular/{core,common,compiler,platform-browser,platform-browser-dynamic,router}@16.2.12)
npm_install angular @frontegg/angular@7.17.17 "${angular[@]}" rxjs@7.8.2 zone.js@0.13.3
npm_install guards @frontegg/client@5.3.2 express@4
npm_install next @frontegg/nextjs@9.2.10 next@15.5.6 react@18.3.1 react-dom@18.3.1
"$here/.tools/bin/uv" venv --quiet "$folder/guards/python"
"$here/.tools/bin/uv" pip install --quiet --python "$folder/guards/python/bin/python" frontegg==3.0.4 fastapi uvicorn
