import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const USED = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const SHEET = /packages\/ui\/src\/styles\/\w+\.css$/
const IMPORTED = /styles\/(\w+)\.layer\.css/g
// For every page, not for a component.
const GENERAL = ['baseline', 'global']

/** Fails the build if a page uses a Mantine component whose styles are not loaded, or loads unused ones. */
export function componentStyles(): Plugin {
  const sheets = new Map<string, readonly string[]>()
  return {
    name: 'component-styles',
    apply: 'build',
    async transform(_, id) {
      if (!SHEET.test(id)) return
      const names = [...(await readFile(id, 'utf8')).matchAll(IMPORTED)].map(([, name = '']) => name)
      sheets.set(id, names)
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
      const used = new Set(modules.map((id) => USED.exec(id)?.[1]).filter((name) => name !== undefined))
      const loaded = new Set([...sheets.values()].flat())
      const missing = [...used].filter((name) => !loaded.has(name))
      if (missing.length > 0) this.error(`packages/ui/src/styles lacks the styles of ${missing.join(', ')}.`)
      const idle = [...loaded].filter((name) => !used.has(name) && !GENERAL.includes(name))
      if (idle.length > 0) this.info(`Styles of nothing: ${idle.join(', ')}`)
    },
  }
}
