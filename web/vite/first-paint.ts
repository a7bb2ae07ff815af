import { fileURLToPath } from 'node:url'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, type Plugin } from 'vite'
import { Failure } from '../packages/ui/src/first-paint/failure'
import { CardOutline, FrameOutline } from '../packages/ui/src/first-paint/outlines'

const FOLDER = fileURLToPath(new URL('../packages/ui/src/first-paint', import.meta.url))
const OUTLINES = { card: CardOutline, frame: FrameOutline }

/** What stands in a page until its script runs. */
export type Outline = keyof typeof OUTLINES

/**
 * Writes into each HTML file what has to stand there before anything is loaded: an outline in the right scheme, what to
 * say when the app does not come, and a place for the vendor's brand, which the server fills. `outlines`: by file name.
 */
export function firstPaint(outlines: Readonly<Record<string, Outline>>): Plugin {
  let parts: Promise<{ script: string; style: string }> | undefined
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        const outline = outlines[filename.split('/').at(-1) ?? '']
        if (!outline) throw new Error(`${filename} has no outline`)
        parts ??= inlineParts()
        const { script, style } = await parts
        const sheets = html.match(SHEETS) ?? []
        return html
          .replace(SHEETS, '')
          .replace(
            '</title>',
            () => `</title>\n    <!--brand-->\n    <style>${style}</style>\n    <script>${script}</script>`,
          )
          .replace('<div id="root"></div>', () => [bodyOf(outline), ...sheets].join(''))
      },
    },
  }
}

// They follow the outline: what stands before them is painted without waiting for them. Scripts wait all the same.
const SHEETS = /\s*<link rel="stylesheet"[^>]*>/g

function bodyOf(outline: Outline): string {
  return [
    `<div id="root"><div data-first>${markup(createElement(OUTLINES[outline]))}</div></div>`,
    ...(['offline', 'missing'] as const).map(
      (trouble) =>
        `<div data-trouble="${trouble}" hidden>${markup(createElement(Failure, { trouble, size: 'page' }))}</div>`,
    ),
    '<noscript>This page needs JavaScript.</noscript>',
  ].join('\n    ')
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
