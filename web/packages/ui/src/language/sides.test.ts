import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Read from the disk, because CSS modules would be class names.
const sheets = Object.keys(import.meta.glob('../../../../{packages,apps}/*/src/**/*.css'))

const SIDE = /(?:^|[^-\w])(?:(?:margin|padding|border|inset)-)?(?:left|right)(?:-[a-z]+)?\s*:/
const ALIGNED = /(?:text-align|float|clear)\s*:\s*(?:left|right)/
const FOUR = /(?:margin|padding|inset)\s*:\s*([^;]+);/

/** Values of a property, where `calc(1px + 2px)` is one. */
const parts = (value: string) => value.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()').split(/\s+/)

function saysSide(line: string): boolean {
  const [, right, , left] = parts(FOUR.exec(line)?.[1]?.trim() ?? '')
  return SIDE.test(line) || ALIGNED.test(line) || (left !== undefined && left !== right)
}

test.each([
  ['margin-left: 8px;', true],
  ['left: 50%;', true],
  ['border-right-width: 1px;', true],
  ['text-align: right;', true],
  ['padding: 4px 16px 4px 0;', true],
  ['padding: 8px 12px 8px calc(4px + 2px);', true],
  ['padding: clamp(32px, 12dvh, 128px) 16px 32px;', false],
  ['padding: 1px 2px 3px 2px;', false],
  ['margin-inline-start: auto;', false],
  ['border-start-start-radius: 4px;', false],
  ['.tabler-icon-chevron-left {', false],
])('%s: %s', (line, says) => expect(saysSide(line)).toBe(says))

// In right-to-left languages, "left" would be the wrong side.
test.each(sheets)('%s knows where a line begins and ends, not left and right', (sheet) => {
  const lines = readFileSync(join(import.meta.dirname, sheet), 'utf8').split('\n')
  expect(lines.filter(saysSide)).toEqual([])
})

test('there are sheets to look at', () => {
  expect(sheets.length).toBeGreaterThan(20)
})
