import { createRequire } from 'node:module'

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
  _styleCache?: object | null
}

function implementationOf(node: Node): Implementation | undefined {
  const symbol = Object.getOwnPropertySymbols(node).find(({ description }) => description === 'impl')
  return symbol && (node as unknown as Record<symbol, Implementation>)[symbol]
}

interface StyleRules {
  readonly propertiesWithResolvedValueImplemented: Record<string, { readonly computedValue: string }>
  getResolvedValue(element: Implementation | undefined, property: string): string
}

const { propertiesWithResolvedValueImplemented: resolved, getResolvedValue } = createRequire(import.meta.url)(
  'jsdom/lib/jsdom/living/helpers/style-rules.js',
) as StyleRules
const COLORS = new Set(
  Object.getOwnPropertyNames(resolved).filter((name) => resolved[name]?.computedValue === 'computed-color'),
)
// Those that are listed are computed for whoever asks for anything; each goes up to the root, and hardly anybody reads one.
for (const name of COLORS) Object.defineProperty(resolved, name, { enumerable: false })

/**
 * The style of an element, until the page changes: to find out what is seen, and what can be pressed, the same elements
 * are asked for again and again, and the answer is made anew each time. jsdom itself forgets what it found in sheets at
 * each change; what is made of that lasts as long. Colors are computed for who reads them.
 */
export function rememberStyles(window: Window): void {
  const { getComputedStyle } = window
  const document = implementationOf(window.document)
  let found = new WeakMap<Element, CSSStyleDeclaration>()
  let of: object | null | undefined
  window.getComputedStyle = (element, pseudo) => {
    const isOfPage = element.isConnected && element.ownerDocument === window.document
    if (pseudo || !isOfPage) return withColors(getComputedStyle(element, pseudo), implementationOf(element))
    const known = of && of === document?._styleCache ? found.get(element) : undefined
    if (known) return known
    const style = withColors(getComputedStyle(element), implementationOf(element))
    if (of !== document?._styleCache) {
      of = document?._styleCache
      found = new WeakMap()
    }
    found.set(element, style)
    return style
  }
}

function withColors(style: CSSStyleDeclaration, element: Implementation | undefined): CSSStyleDeclaration {
  const { getPropertyValue } = style
  const missing = new Set(COLORS)
  const value = (name: string) => {
    if (missing.delete(name)) style.setProperty(name, getResolvedValue(element, name))
    return getPropertyValue.call(style, name)
  }
  return Object.defineProperty(style, 'getPropertyValue', { value })
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
