/** The browser's location, with or without hash routing. */
interface ParsedLocation {
  /** Without the query. */
  readonly address: string
  /** Parameters of the hash route, then of the page: links may place theirs before the `#`. */
  readonly query: URLSearchParams
}

export function parseLocation(href: string): ParsedLocation {
  const { origin, pathname, hash, searchParams } = new URL(href)
  if (!hash.startsWith('#/')) return { address: origin + pathname, query: searchParams }
  const [route, ...parameters] = hash.split('?')
  const query = new URLSearchParams([...new URLSearchParams(parameters.join('?')), ...searchParams])
  return { address: origin + pathname + route, query }
}
