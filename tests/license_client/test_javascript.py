"""The cases of `vectors/license-files.json`, checked by the sample in JavaScript."""

import json
import subprocess
from pathlib import Path

from tests.license_client.conftest import VECTORS

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "licensed-tool" / "license-file.mjs"
RUN = """
import { readFileSync } from 'node:fs'
const { LicenseFiles } = await import(process.argv[1])
const { keys, cases } = JSON.parse(readFileSync(0, 'utf8'))
const answers = cases.map(({ before = [], subject, ...last }) => {
  const files = new LicenseFiles(keys, subject)
  return [...before, last].map(({ file, now }) => {
    try {
      files.check(file, new Date(now))
      return 'VALID'
    } catch (error) {
      return error.code ?? String(error)
    }
  })
})
console.log(JSON.stringify(answers))
"""


def test_the_javascript_sample_gives_every_answer():
    run = subprocess.run(
        ["node", "--input-type=module", "--eval", RUN, str(SAMPLE)],
        input=json.dumps(VECTORS),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    cases = VECTORS["cases"]
    expected = [
        [step["answer"] for step in [*case.get("before", []), case]] for case in cases
    ]  # fmt: skip
    found = dict(zip([case["says"] for case in cases], json.loads(run.stdout), strict=True))
    assert found == dict(zip(found, expected, strict=True))
