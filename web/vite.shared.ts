import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Rolldown, UserConfigFnObject } from 'vite'
import { componentStyles } from './vite/component-styles'
import { noColorNames } from './vite/no-color-names'

const BACKEND = 'http://localhost:8000'

/**
 * The shared build of all apps, so that the server can serve them alike. In development, Vite serves `pages` (path
 * prefixes) and its own files; the running server serves everything else, including the other apps' pages.
 */
export function appConfig(name: string, pages: readonly string[]): UserConfigFnObject {
  const own = ['$', '\\?', '@', 'src/', 'node_modules/', '[\\w-]+\\.html', ...pages.map((page) => `${page}(?:[/?]|$)`)]
  const outDir = fileURLToPath(new URL(`./dist/${name}`, import.meta.url))
  return ({ command }) => ({
    base: command === 'build' ? `/static/${name}/` : '/',
    plugins: [react(), componentStyles(), noColorNames()],
    build: {
      outDir,
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, not from data: URLs.
      assetsInlineLimit: 0,
      sourcemap: true,
      // All supported browsers preload modules.
      modulePreload: { polyfill: false },
    },
    server: { proxy: { [`^/(?!${own.join('|')})`]: BACKEND } },
  })
}

/** Bundles all texts of one package in one language into one file, because users need more than one page of them. */
function textsOf(id: string): string | undefined {
  const [, name, language] = /\/(?:packages|apps)\/([^/]+)\/src\/.*texts\.(\w+)\.ts$/.exec(id) ?? []
  return name && `${name}-${language}`
}

// Every page starts with these: React, the session and what stands in the page meanwhile.
const START = /\/(ui\/src\/first-paint\/(mount|outlines|chunk)|sdk\/src\/session|react\/src\/gatehouse-provider)\.tsx?$/

// Shared by the first views of unlike pages, such as sign-in and portal. What is missing here falls to one of them, and
// the other loads all of it: its budget says so.
const SHARED = [
  /\/ui\/src\/(ui-provider|text-field|password-field|phone-number|logo|inline-alert|use-submit)\.tsx?$/,
  /\/ui\/src\/(empty-state|loading|error-state|shell\/unsaved)\.tsx?$/,
  /\/@mantine\/core\/esm\/components\/(Button|Card|Center|Stack|Text|Title|Skeleton)\//,
  /\/(CheckIcon|IconCheck|use-merged-ref)\.mjs$/,
]

type Chunk = Pick<Rolldown.CodeSplittingGroup, 'test' | 'minShareCount' | 'includeDependenciesRecursively'>

/**
 * The chunks of an app by name, besides those that follow the imports. Each has the modules that match and what they
 * import, unless an earlier chunk has it. `shared`: what the first views of this app share besides `SHARED`.
 */
export function groupChunks(
  own: Readonly<Record<string, Chunk>>,
  shared: readonly RegExp[] = [],
): Rolldown.CodeSplittingOptions {
  const isShared = (id: string) => [...SHARED, ...shared].some((one) => one.test(id))
  const chunks: Record<string, Chunk> = { start: { test: START }, shared: { test: isShared }, ...own }
  const named = Object.entries(chunks).map(([name, chunk]) => ({ name, ...chunk }))
  const all = [{ name: textsOf, debugName: 'texts' }, ...named]
  return { groups: all.map((group, index) => ({ ...group, priority: -index })) }
}
