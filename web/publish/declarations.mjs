import { execFile } from 'node:child_process'
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { distOf, folderOf, PACKAGES, sourceOf, WEB } from './packages.mjs'

const run = promisify(execFile)

/** Emits the types of a package, which refer to those of the packages before it. */
export async function declare({ name, entries }) {
  const config = new URL('tsconfig.declarations.json', folderOf(name))
  const before = PACKAGES.slice(
    0,
    PACKAGES.findIndex((one) => one.name === name),
  )
  const settings = {
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: 'src',
      outDir: 'dist/types',
      paths: Object.fromEntries(
        before.map((one) => [`@gatehouse/${one.name}`, [`../${one.name}/dist/types/index.d.ts`]]),
      ),
    },
    files: Object.values(entries).map((file) => `src/${file}`),
  }
  await writeFile(config, JSON.stringify(settings))
  try {
    await run('npx', ['tsc', '-p', fileURLToPath(config)], { cwd: fileURLToPath(WEB) })
  } catch ({ stdout, message }) {
    throw new Error(`The types of ${name} cannot be told:\n${stdout || message}`)
  } finally {
    await rm(config)
  }
  // Handwritten and generated `.d.ts` files are not emitted.
  for (const file of await readdir(sourceOf(name))) {
    if (file.endsWith('.d.ts')) await copyFile(new URL(file, sourceOf(name)), new URL(`types/${file}`, distOf(name)))
  }
}
