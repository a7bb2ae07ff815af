/**
 * jsdom asks each rule of its own style sheet about each element whose style somebody wants to know, again after each
 * change of the page: a sixth of all that the tests took. Rules for elements of another name are answered here, at once.
 */
export function answerRulesQuickly(document: Document): void {
  const impl = implementationOf(document)
  document.defaultView?.getComputedStyle(document.documentElement) // makes the engine that answers
  const engine = impl?._nwsapiDontThrow
  if (!impl || !engine) throw new Error('This jsdom asks its rules in another way: see vitest.styles.ts')
  impl._nwsapiDontThrow = {
    match: (selector, element) => mayMatch(selector, element) && engine.match(selector, element),
  }
}

interface Engine {
  match(selector: string | undefined, element: Element): boolean
}

interface Implementation {
  _nwsapiDontThrow?: Engine
}

function implementationOf(document: Document): Implementation | undefined {
  const symbol = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl')
  return symbol && (document as unknown as Record<symbol, Implementation>)[symbol]
}

const known = new Map<string, ReadonlySet<string> | undefined>()

function mayMatch(selector: string | undefined, element: Element): boolean {
  if (selector === undefined) return true
  if (!known.has(selector)) known.set(selector, namesIn(selector))
  const names = known.get(selector)
  return names === undefined || names.has(element.localName.toLowerCase())
}

const ATTRIBUTE = /\[[^\]"']*(?:"[^"]*"|'[^']*')?[^\]"']*\]/g

/** The elements that a selector can match; undefined where a look at it does not tell. */
function namesIn(selector: string): ReadonlySet<string> | undefined {
  const plain = selector.replace(ATTRIBUTE, '')
  if (/[^\w\s.,:#>+~*-]/.test(plain)) return undefined
  const names = new Set<string>()
  for (const part of plain.split(',')) {
    const last = part
      .trim()
      .split(/[\s>+~]+/)
      .at(-1)
    const name = /^[a-z][\w-]*/i.exec(last ?? '')?.[0]
    if (name === undefined) return undefined
    names.add(name.toLowerCase())
  }
  return names
}
