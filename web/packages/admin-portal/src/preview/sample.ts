/** What canned answers are made of. */

const DAY_MS = 86_400_000

/** A moment so many days ago; of the future, where the number is negative. */
export const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

let serial = 0

/** An id that nothing else has, in the server's form. */
export function newId(): string {
  serial += 1
  return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`
}

export const TENANT_ID = newId()
export const VENDOR_ID = newId()

/** A page of rows, as `_offset` counts them: pages of `_limit`, from 0. */
export function pageOf<Row>(rows: readonly Row[], query: URLSearchParams) {
  const limit = Number(query.get('_limit') ?? 50) || 50
  const start = Number(query.get('_offset') ?? 0) * limit
  return {
    items: rows.slice(start, start + limit),
    _metadata: { totalItems: rows.length, totalPages: Math.ceil(rows.length / limit) },
  }
}

/** Sorted as the call asks for it, and narrowed down to what has its words. */
export function chosen<Row extends object>(rows: readonly Row[], query: URLSearchParams, words: (row: Row) => string) {
  const filter = query.get('_filter')?.toLowerCase() ?? ''
  const sort = query.get('_sortBy') ?? ''
  const sign = query.get('_order') === 'DESC' ? -1 : 1
  const key = (row: Row) => String((row as Record<string, unknown>)[sort] ?? '')
  return rows
    .filter((row) => words(row).toLowerCase().includes(filter))
    .toSorted((one, other) => sign * key(one).localeCompare(key(other)))
}

/** Puts other facts into the row with this id; the row as it is then. */
export function change<Row extends object>(
  rows: Row[],
  of: (row: Row) => boolean,
  facts: Partial<Row>,
): Row | undefined {
  const place = rows.findIndex(of)
  const before = rows[place]
  if (!before) return undefined
  const after = { ...before, ...facts }
  rows[place] = after
  return after
}

export function remove<Row>(rows: Row[], of: (row: Row) => boolean): void {
  const place = rows.findIndex(of)
  if (place >= 0) rows.splice(place, 1)
}
