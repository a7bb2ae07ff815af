import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfigFnObject } from 'vite'

const BACKEND = 'http://localhost:8000'

/**
 * One build recipe for every app, so that the server can serve them all alike.
 *
 * While developing, `pages` (path beginnings) and Vite's own files come from Vite; everything else, the other app's
 * pages included, comes from the running server.
 */
export function appConfig(name: string, pages: readonly string[]): UserConfigFnObject {
  const own = ['$', '\\?', '@', 'src/', 'node_modules/', 'index\\.html', ...pages.map((page) => `${page}(?:[/?]|$)`)]
  return ({ command }) => ({
    base: command === 'build' ? `/static/${name}/` : '/',
    plugins: [react()],
    build: {
      outDir: fileURLToPath(new URL(`./dist/${name}`, import.meta.url)),
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, never data: addresses.
      assetsInlineLimit: 0,
      sourcemap: true,
    },
    server: { proxy: { [`^/(?!${own.join('|')})`]: BACKEND } },
  })
}
