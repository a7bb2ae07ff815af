import { fileURLToPath } from 'node:url'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, type Plugin } from 'vite'
import { Failure } from '../packages/ui/src/first-paint/failure'
import { CardOutline, FrameOutline, PageOutline } from '../packages/ui/src/first-paint/outlines'
import { i18n, loadTexts } from '../packages/ui/src/i18n'
import { LANGUAGES } from '../packages/ui/src/language/preferred'

const FOLDER = fileURLToPath(new URL('../packages/ui/src/first-paint', import.meta.url))
const OUTLINES = { card: CardOutline, frame: FrameOutline, page: PageOutline }

/** What stands in a page until its script runs. */
export type Outline = keyof typeof OUTLINES

/**
 * Writes into each HTML file what has to stand there before anything is loaded: an outline in the right scheme, what to
 * say when the app does not come, and a place for the vendor's brand, which the server fills. `outlines`: by file name.
 */
export function firstPaint(outlines: Readonly<Record<string, Outline>>): Plugin {
  let parts: Promise<{ script: string; style: string }> | undefined
  let failures: Promise<readonly string[]> | undefined
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        const outline = outlines[filename.split('/').at(-1) ?? '']
        if (!outline) throw new Error(`${filename} has no outline`)
        parts ??= inlineParts()
        failures ??= inEveryLanguage()
        const { script, style } = await parts
        const body = [bodyOf(outline), ...(await failures)].join('\n    ')
        const sheets = html.match(SHEETS) ?? []
        return html
          .replace(SHEETS, '')
          .replace(
            '</title>',
            () => `</title>\n    <!--brand-->\n    <style>${style}</style>\n    <script>${script}</script>`,
          )
          .replace('<div id="root"></div>', () => [body, ...sheets].join(''))
      },
    },
  }
}

// They follow the outline: what stands before them is painted without waiting for them. Scripts wait all the same.
const SHEETS = /\s*<link rel="stylesheet"[^>]*>/g

const bodyOf = (outline: Outline) =>
  `<div id="root"><div data-first>${markup(createElement(OUTLINES[outline]))}</div></div>`

/** Which language is read is known where the page is. */
async function inEveryLanguage(): Promise<readonly string[]> {
  const written = [
    '<noscript>This page needs JavaScript. <span lang="de">Diese Seite braucht JavaScript.</span></noscript>',
  ]
  for (const { code } of LANGUAGES) {
    await loadTexts(code)
    await i18n.changeLanguage(code)
    for (const trouble of ['offline', 'missing'] as const) {
      const failure = markup(createElement(Failure, { trouble, size: 'page' }))
      written.push(`<div data-trouble="${trouble}" lang="${code}" hidden>${failure}</div>`)
    }
  }
  return written
}

const markup = (element: ReactElement) => renderToStaticMarkup(element)

/** Script and style in one line each. A build of its own: nothing of them may become a file. */
async function inlineParts(): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: `${FOLDER}/inline.ts`, formats: ['iife'], name: 'boot', fileName: 'boot', cssFileName: 'boot' },
      minify: true,
    },
  })
  const [{ output } = { output: [] }] = [built].flat() as {
    output: { type: string; code?: string; source?: unknown }[]
  }[]
  const script = output.find(({ type }) => type === 'chunk')?.code ?? ''
  const style = output.find(({ type }) => type === 'asset')?.source ?? ''
  return { script: script.trim(), style: String(style).trim() }
}
