import type { Filters, FilterValues, Page } from '@gatehouse/ui'
import type { StateOf } from './table-state'

interface Reading<Row, All extends Filters> {
  /** What the search looks through. */
  readonly text: (row: Row) => string
  readonly sorts: Readonly<Record<string, (row: Row) => string | number>>
  /** Whether a row is among those that a filter's value means. */
  readonly filters: { readonly [name in keyof All]: (row: Row, value: NonNullable<FilterValues<All>[name]>) => boolean }
}

/** A page of a list that the server sends whole: searched, filtered, sorted and cut here. */
export function localPage<Row, All extends Filters>(
  rows: readonly Row[],
  state: StateOf<All>,
  { text, sorts, filters }: Reading<Row, All>,
): Page<Row> {
  const wanted = state.filter?.toLowerCase() ?? ''
  const set = Object.entries(state.filters) as [keyof All, NonNullable<FilterValues<All>[keyof All]>][]
  const matchesFilters = (row: Row) => set.every(([name, value]) => filters[name](row, value))
  const found = rows.filter((row) => text(row).toLowerCase().includes(wanted) && matchesFilters(row))
  const key = state.sort === undefined ? undefined : sorts[state.sort]
  const sign = state.order === 'desc' ? -1 : 1
  const sorted = key ? found.toSorted((one, other) => sign * compare(key(one), key(other))) : found
  const start = (state.page - 1) * state.pageSize
  return { items: sorted.slice(start, start + state.pageSize), total: found.length }
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}
