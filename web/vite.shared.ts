import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfigFnObject } from 'vite'
import { componentStyles } from './vite/component-styles'
import { compressed } from './vite/compressed'
import { noColorNames } from './vite/no-color-names'

const BACKEND = 'http://localhost:8000'

/**
 * One build recipe for every app, so that the server can serve them all alike.
 *
 * While developing, `pages` (path beginnings) and Vite's own files come from Vite; everything else, the other app's
 * pages included, comes from the running server.
 */
export function appConfig(name: string, pages: readonly string[]): UserConfigFnObject {
  const own = ['$', '\\?', '@', 'src/', 'node_modules/', '[\\w-]+\\.html', ...pages.map((page) => `${page}(?:[/?]|$)`)]
  const outDir = fileURLToPath(new URL(`./dist/${name}`, import.meta.url))
  return ({ command }) => ({
    base: command === 'build' ? `/static/${name}/` : '/',
    plugins: [react(), componentStyles(), noColorNames(), compressed(outDir)],
    build: {
      outDir,
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, never data: addresses.
      assetsInlineLimit: 0,
      sourcemap: true,
      // Every browser that runs these scripts knows how to preload them.
      modulePreload: { polyfill: false },
      rollupOptions: { output: { manualChunks: textsOf, onlyExplicitManualChunks: true } },
    },
    server: { proxy: { [`^/(?!${own.join('|')})`]: BACKEND } },
  })
}

/** All texts of one package in one language are one file: whoever reads German reads more than a page of it. */
export function textsOf(id: string): string | undefined {
  const [, name, language] = /\/(?:packages|apps)\/([^/]+)\/src\/.*texts\.(\w+)\.ts$/.exec(id) ?? []
  return name && `${name}-${language}`
}
