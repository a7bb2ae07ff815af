import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfigFnObject } from 'vite'

const BACKEND = 'http://localhost:8000'

/**
 * One build recipe for every app, so that the server can serve them all alike.
 *
 * While developing, `pages` (path beginnings) and Vite's own files come from Vite; everything else, the other app's
 * pages included, comes from the running server.
 */
export function appConfig(name: string, pages: readonly string[]): UserConfigFnObject {
  const own = ['$', '\\?', '@', 'src/', 'node_modules/', 'index\\.html', ...pages.map((page) => `${page}(?:[/?]|$)`)]
  const outDir = fileURLToPath(new URL(`./dist/${name}`, import.meta.url))
  return ({ command }) => ({
    base: command === 'build' ? `/static/${name}/` : '/',
    plugins: [react(), compressed(outDir)],
    build: {
      outDir,
      emptyOutDir: true,
      // The content security policy allows fonts and scripts from files only, never data: addresses.
      assetsInlineLimit: 0,
      sourcemap: true,
    },
    server: { proxy: { [`^/(?!${own.join('|')})`]: BACKEND } },
  })
}

/** Writes each built file a second and third time as brotli and gzip, so that the server never compresses. */
function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|svg|json)$/.test(file))
      await Promise.all(texts.map((file) => compress(join(folder, file))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content))
}
