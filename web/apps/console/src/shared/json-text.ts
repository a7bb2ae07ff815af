import { t } from './json-text.texts'

type Problem = 'value' | 'name' | 'twice' | 'colon' | 'comma' | 'rest'

const SPACE = /[ \t\r\n]*/y
const NAME = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

class Wrong extends Error {
  constructor(
    readonly problem: Problem,
    readonly at: number,
  ) {
    super(problem)
  }
}

/**
 * Describes why a text is not a JSON object, with line and column; undefined if it is one. An empty text counts as an
 * empty object. Error messages of browsers are in English and not all of them contain a position.
 */
export function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    const start = skipSpace(text, 0)
    if (text[start] !== '{') return t('object')
    const end = skipSpace(text, readObject(text, start))
    if (end < text.length) throw new Wrong('rest', end)
    return undefined
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong
    return t('at', { ...placeOf(text, wrong.at), problem: t(`problem.${wrong.problem}`) })
  }
}

/** Parses a text that `wrongJson` accepts. */
export const readJson = (text: string): Record<string, unknown> => (text.trim() === '' ? {} : JSON.parse(text))

/** Formats a value for editing; empty for an empty object. */
export const jsonText = (value: object | undefined): string =>
  value && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : ''

function placeOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Each reader returns the offset after the value that starts at `at`. */
function readValue(text: string, at: number): number {
  if (text[at] === '{') return readObject(text, at)
  if (text[at] === '[') return readAll(text, at, ']', readValue)
  return matchAt(NAME, text, at) ?? matchAt(ATOM, text, at) ?? fail('value', at)
}

function readObject(text: string, at: number): number {
  const seen = new Set<string>()
  return readAll(text, at, '}', (whole, start) => readEntry(whole, start, seen))
}

function readEntry(text: string, at: number, seen: Set<string>): number {
  const named = matchAt(NAME, text, at) ?? fail('name', at)
  const name = JSON.parse(text.slice(at, named)) as string
  // JSON parsers silently keep only the last duplicate.
  if (seen.has(name)) fail('twice', at)
  seen.add(name)
  const colon = skipSpace(text, named)
  if (text[colon] !== ':') fail('colon', colon)
  return readValue(text, skipSpace(text, colon + 1))
}

/** Reads the comma-separated items up to the closing bracket. */
function readAll(text: string, at: number, close: string, readOne: (text: string, at: number) => number): number {
  let next = skipSpace(text, at + 1)
  if (text[next] === close) return next + 1
  for (;;) {
    next = skipSpace(text, readOne(text, next))
    if (text[next] === close) return next + 1
    if (text[next] !== ',') fail('comma', next)
    next = skipSpace(text, next + 1)
  }
}

const skipSpace = (text: string, at: number) => matchAt(SPACE, text, at) ?? at

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function fail(problem: Problem, at: number): never {
  throw new Wrong(problem, at)
}
