import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { distOf, STANDALONE, sourceOf } from './packages.mjs'

const QUIET = { configFile: false, logLevel: 'warn', publicDir: false }
/** Other packages are dependencies and not bundled. */
const external = (id) => !/^[./\0]/.test(id) && !/^[A-Za-z]:/.test(id)

/** Builds the scripts as ES modules; their styles are one sheet that the first module imports. */
export async function bundle({ name, entries, sheets = [], isClient = false }) {
  const source = sourceOf(name)
  const out = distOf(name)
  await build({
    ...QUIET,
    plugins: [react()],
    build: {
      outDir: fileURLToPath(out),
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, path(new URL(file, source))])),
        formats: ['es'],
        cssFileName: 'styles',
      },
      rollupOptions: { external, output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' } },
    },
  })
  for (const sheet of sheets) {
    await mkdir(new URL('.', new URL(sheet, out)), { recursive: true })
    await copyFile(new URL(sheet, source), new URL(sheet, out))
  }
  const beginning = [
    ...(isClient ? ["'use client'"] : []),
    ...((await hasStyles(out)) ? ["import './styles.css'"] : []),
  ]
  for (const key of Object.keys(entries)) await beginWith(beginning, new URL(`${key}.js`, out))
}

/** Builds a bundle with React and all dependencies; its script loads its own style sheet, so a page needs one line. */
export async function bundleStandalone() {
  const out = new URL('standalone/', distOf(STANDALONE.of))
  await build({
    ...QUIET,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    base: './',
    build: {
      outDir: fileURLToPath(out),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rollupOptions: {
        input: { [STANDALONE.name]: path(new URL(STANDALONE.entry, sourceOf(STANDALONE.of))) },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          assetFileNames: (asset) =>
            asset.names.some((one) => one.endsWith('.css'))
              ? `${STANDALONE.name}.css`
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  await writeFile(
    new URL('index.js', out),
    `const sheet = document.createElement('link')
sheet.rel = 'stylesheet'
sheet.href = new URL('./${STANDALONE.name}.css', import.meta.url).href
document.head.append(sheet)
export * from './${STANDALONE.name}.js'
`,
  )
}

async function beginWith(lines, file) {
  await writeFile(file, [...lines, await readFile(file, 'utf8')].join('\n'))
}

const path = (url) => fileURLToPath(url)

export const hasStyles = (out) =>
  readFile(new URL('styles.css', out)).then(
    () => true,
    () => false,
  )
