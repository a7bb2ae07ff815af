import type { TableState } from './types'

/** Reads a table's state from an address; invalid values are ignored. For the router's `validateSearch`. */
export function readTableState(search: Record<string, unknown>, defaults: Partial<TableState> = {}): TableState {
  const text = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value))
  const order = search.order === 'asc' || search.order === 'desc' ? search.order : defaults.order
  return {
    page: parseInteger(search.page, 1, 1_000_000) ?? defaults.page ?? 1,
    pageSize: parseInteger(search.pageSize, 1, 200) ?? defaults.pageSize ?? 20,
    sort: text(search.sort) ?? defaults.sort,
    order,
    filter: text(search.filter) ?? defaults.filter,
  }
}

function parseInteger(value: unknown, least: number, most: number): number | undefined {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/** A new search, filter or sort starts at page one. */
export function withChange(state: TableState, change: Partial<TableState>): TableState {
  return { ...state, page: 1, ...change }
}

/** Whether a search or filter is active. */
export const hasFilters = ({ filter, filters = {} }: TableState): boolean =>
  Boolean(filter) || Object.values(filters).some((value) => value !== undefined)

/** Removes the search and all filters. */
export const withoutFilters = (state: TableState): TableState => withChange(state, { filter: undefined, filters: {} })

export function toggleSort(state: TableState, key: string): TableState {
  const isAscending = state.sort === key && state.order !== 'desc'
  return withChange(state, { sort: key, order: isAscending ? 'desc' : 'asc' })
}
