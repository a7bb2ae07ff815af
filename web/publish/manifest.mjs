import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { hasStyles } from './bundle.mjs'
import { distOf, folderOf, STANDALONE, WEB } from './packages.mjs'

/** Writes the published manifest: the source's, with version ranges instead of pins. */
export async function describe({ name, entries, sheets = [] }) {
  const { version, dependencies = {}, peerDependencies = {} } = await readJson(new URL('package.json', folderOf(name)))
  const out = distOf(name)
  const manifest = {
    name: `@gatehouse/${name}`,
    version,
    description: await firstSentence(new URL('README.md', folderOf(name))),
    license: 'Apache-2.0',
    type: 'module',
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([key, file]) => [exportOf(key), targetOf(key, file)])),
      ...Object.fromEntries(sheets.map((sheet) => [`./${sheet.split('/').at(-1)}`, `./${sheet}`])),
      ...(name === STANDALONE.of && { './standalone': './standalone/index.js' }),
    },
    // Packages without styles can be tree-shaken.
    sideEffects: (await hasStyles(out)) && ['**/*.css', './index.js', './element.js', './standalone/*.js'],
    engines: { node: '>=20.19' },
    dependencies: ranges(dependencies),
    peerDependencies: ranges(peerDependencies),
  }
  await writeFile(new URL('package.json', out), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(new URL('README.md', folderOf(name)), new URL('README.md', out))
  await copyFile(new URL('../LICENSE', WEB), new URL('LICENSE', out))
}

const exportOf = (key) => (key === 'index' ? '.' : `./${key}`)

const targetOf = (key, file) => ({
  types: `./types/${file.replace(/\.tsx?$/, '.d.ts')}`,
  import: `./${key}.js`,
})

/** Pins are of what the packages are developed with; ranges of React stand in the source's manifest. */
const ranges = (pins) =>
  Object.fromEntries(
    Object.entries(pins).map(([name, version]) => [name, /^\d/.test(version) ? `^${version}` : version]),
  )

const readJson = async (url) => JSON.parse(await readFile(url, 'utf8'))

/** Returns the paragraph below the title. */
async function firstSentence(readme) {
  const [, sentence = ''] = (await readFile(readme, 'utf8')).split('\n\n')
  return sentence.replaceAll('\n', ' ').trim()
}
