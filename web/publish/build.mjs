/** Builds the published packages into `packages/<name>/dist`, and packs them with `--pack <folder>`. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { bundle, bundleStandalone } from './bundle.mjs'
import { declare } from './declarations.mjs'
import { describe } from './manifest.mjs'
import { distOf, PACKAGES } from './packages.mjs'

const run = promisify(execFile)
const { values } = parseArgs({ options: { pack: { type: 'string' } } })

for (const one of PACKAGES) {
  await bundle(one)
  await declare(one)
  await describe(one)
}
await bundleStandalone()

if (values.pack) {
  const folder = resolve(values.pack)
  await mkdir(folder, { recursive: true })
  for (const { name } of PACKAGES) {
    const args = ['pack', fileURLToPath(distOf(name)), '--pack-destination', folder, '--silent']
    const { stdout } = await run('npm', args)
    process.stdout.write(`${folder}/${stdout.trim()}\n`)
  }
}
