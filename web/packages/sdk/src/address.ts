/** Where the browser is, also where the product's routes stand behind `#`. */
interface Arrival {
  /** Without the query. */
  readonly address: string
  /** Of the route, then of the page: links may have put theirs before the `#`. */
  readonly query: URLSearchParams
}

export function arrivedAt(href: string): Arrival {
  const { origin, pathname, hash, searchParams } = new URL(href)
  if (!hash.startsWith('#/')) return { address: origin + pathname, query: searchParams }
  const [route, ...asked] = hash.split('?')
  const query = new URLSearchParams([...new URLSearchParams(asked.join('?')), ...searchParams])
  return { address: origin + pathname + route, query }
}
