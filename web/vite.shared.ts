import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

// Everything the server answers itself. A page of an app never starts with one of these.
const serverPaths = [
  'api',
  'audits',
  'entitlements',
  'flags',
  'frontegg',
  'healthz',
  'identity',
  'metadata',
  'oauth/authorize',
  'oauth/token',
  'sim',
  'team',
  'tenants',
  'webhook',
]

/** One build recipe for every app, so that the server can serve them all alike. */
export function appConfig(name: string): UserConfig {
  return {
    base: `/static/${name}/`,
    plugins: [react()],
    build: {
      outDir: fileURLToPath(new URL(`./dist/${name}`, import.meta.url)),
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, never data: addresses.
      assetsInlineLimit: 0,
      sourcemap: true,
    },
    server: {
      proxy: Object.fromEntries(
        serverPaths.map((path) => [`^/${path}(/|\\?|$)`, { target: 'http://localhost:8000', changeOrigin: false }]),
      ),
    },
  }
}
