/** The browser's location, with or without hash routing. */
interface Arrival {
  /** Without the query. */
  readonly address: string
  /** Parameters of the hash route, then of the page: links may place theirs before the `#`. */
  readonly query: URLSearchParams
}

export function arrivedAt(href: string): Arrival {
  const { origin, pathname, hash, searchParams } = new URL(href)
  if (!hash.startsWith('#/')) return { address: origin + pathname, query: searchParams }
  const [route, ...asked] = hash.split('?')
  const query = new URLSearchParams([...new URLSearchParams(asked.join('?')), ...searchParams])
  return { address: origin + pathname + route, query }
}
