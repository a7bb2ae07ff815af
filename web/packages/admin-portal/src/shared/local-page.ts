import type { Page, TableState } from '@gatehouse/ui'

interface Reading<Row> {
  /** What the search looks through. */
  readonly text: (row: Row) => string
  readonly sorts: Readonly<Record<string, (row: Row) => string | number>>
}

/** A page of a list that the server sends whole: searched, sorted and cut here. */
export function localPage<Row>(rows: readonly Row[], state: TableState, { text, sorts }: Reading<Row>): Page<Row> {
  const wanted = state.filter?.toLowerCase() ?? ''
  const found = rows.filter((row) => text(row).toLowerCase().includes(wanted))
  const key = state.sort === undefined ? undefined : sorts[state.sort]
  const sign = state.order === 'desc' ? -1 : 1
  const sorted = key ? found.toSorted((one, other) => sign * compare(key(one), key(other))) : found
  const start = (state.page - 1) * state.pageSize
  return { items: sorted.slice(start, start + state.pageSize), total: found.length }
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}
