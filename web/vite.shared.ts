import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfigFnObject } from 'vite'
import { componentStyles } from './vite/component-styles'
import { compressed } from './vite/compressed'
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
    plugins: [react(), componentStyles(), noColorNames(), compressed(outDir)],
    build: {
      outDir,
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, not from data: URLs.
      assetsInlineLimit: 0,
      sourcemap: true,
      // All supported browsers preload modules.
      modulePreload: { polyfill: false },
      rollupOptions: { output: { manualChunks: textsOf, onlyExplicitManualChunks: true } },
    },
    server: { proxy: { [`^/(?!${own.join('|')})`]: BACKEND } },
  })
}

/** Bundles all texts of one package in one language into one file, because users need more than one page of them. */
export function textsOf(id: string): string | undefined {
  const [, name, language] = /\/(?:packages|apps)\/([^/]+)\/src\/.*texts\.(\w+)\.ts$/.exec(id) ?? []
  return name && `${name}-${language}`
}
