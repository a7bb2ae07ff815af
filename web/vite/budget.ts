import { constants, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Maximum sizes in bytes, compressed. */
export interface Budget {
  /** Scripts that the page requires to start. */
  readonly first: number
  /** Including those that it loads immediately afterwards. */
  readonly whole: number
  /** Style sheets of both. */
  readonly styles: number
}

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/**
 * Fails the build if a page's scripts exceed their budget. `budgets` is by entry name; `later` limits chunks that are
 * loaded on demand, by name, in compressed bytes.
 */
export function loadBudget(
  budgets: Readonly<Record<string, Budget>>,
  later: Readonly<Record<string, number>> = {},
): Plugin {
  return {
    name: 'load-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const check = (name: string, found: number, most: number) => {
        const says = `${name}: ${found} bytes compressed of ${most}`
        if (found > most) this.error(`Too heavy: ${says}.`)
        this.info(says)
      }
      for (const [name, budget] of Object.entries(budgets)) {
        const found = weigh(bundle, name)
        for (const part of ['first', 'whole', 'styles'] as const) check(`${name}, ${part}`, found[part], budget[part])
      }
      for (const [name, most] of Object.entries(later)) check(name, weighChunk(bundle, name), most)
    },
  }
}

function weigh(bundle: Bundle, name: string): Budget {
  const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry && one.name === name)
  if (entry?.type !== 'chunk') throw new Error(`There is no entry ${name}`)
  const first = reach(bundle, [entry.fileName])
  // Every page needs the entry's own imports; only some need their dynamic imports.
  const whole = reach(bundle, [entry.fileName, ...entry.dynamicImports])
  const styles = new Set(chunks(bundle, whole).flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return {
    first: sum(chunks(bundle, first).map(({ code }) => code)),
    whole: sum(chunks(bundle, whole).map(({ code }) => code)),
    styles: sum([...styles].map((file) => sourceOf(bundle[file]))),
  }
}

function weighChunk(bundle: Bundle, name: string): number {
  const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
  if (chunk?.type !== 'chunk') throw new Error(`There is no chunk ${name}`)
  return sum([chunk.code])
}

/** The files and everything that they statically import. */
function reach(bundle: Bundle, files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(file)) continue
    found.add(file)
    reach(bundle, chunk.imports, found)
  }
  return found
}

const chunks = (bundle: Bundle, files: Iterable<string>) =>
  [...files].flatMap((file) => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [chunk] : []
  })

const sourceOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) =>
  file?.type === 'asset' ? String(file.source) : ''

const sum = (texts: readonly string[]) =>
  texts.reduce((total, text) => total + gzipSync(text, { level: constants.Z_BEST_COMPRESSION }).length, 0)
