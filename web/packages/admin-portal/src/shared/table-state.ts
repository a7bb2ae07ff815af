import {
  type Filters,
  type FilterValues,
  readFilters,
  readTableState,
  type TableState,
  writeFilters,
} from '@gatehouse/ui'
import { stripSearchParams } from '@tanstack/react-router'
import { useNavigate, useSearch } from './router'

/** What a table is, as far as its address goes. Route, page and query all take it from here. */
export interface TableOf<All extends Filters> {
  /** The default; left out of the address. */
  readonly start: Partial<TableState>
  readonly filters: All
}

/** The state of such a table, for the query that fills it. */
export interface StateOf<All extends Filters> extends TableState {
  filters: FilterValues<All>
}

// biome-ignore lint/complexity/noBannedTypes: a table without filters has none to name.
export function defineTable<All extends Filters = {}>(table: Partial<TableOf<All>>): TableOf<All> {
  return { start: {}, filters: {} as All, ...table }
}

type Search = Readonly<Record<string, unknown>>

export function readState<All extends Filters>({ start, filters }: TableOf<All>, search: Search): StateOf<All> {
  return { ...readTableState({ ...search }, start), filters: readFilters(filters, search) }
}

function writeState({ filters }: TableOf<Filters>, { filters: values = {}, ...state }: TableState): Search {
  return { ...state, ...writeFilters(filters, values) }
}

/** The options of a route that shows the table: what differs from the default is in the address. */
export function tableSearch(table: TableOf<Filters>) {
  return {
    validateSearch: (search: Record<string, unknown>): Search => writeState(table, readState(table, search)),
    search: { middlewares: [stripSearchParams<Search>(writeState(table, readState(table, {})))] },
  }
}

/** The state of the table on this page, from its address. */
export function useTableState<All extends Filters>(table: TableOf<All>) {
  const state = readState(table, useSearch())
  const navigate = useNavigate()
  return {
    state,
    /** What leads to this state again. */
    search: writeState(table, state),
    onStateChange(next: TableState, change?: 'correction') {
      // Typing a word leaves one step to go back, not one for every pause.
      const replace = change === 'correction' || isTyping(state, next)
      void navigate({ to: '.', search: writeState(table, next), replace, resetScroll: false })
    },
  }
}

const isTyping = (state: TableState, next: TableState) => next.filter !== state.filter && next.filters === state.filters

/** Of a list call of the server, which counts pages from 0 (boot calls §6). */
export function pageQuery({ page, pageSize, filter, order }: TableState) {
  return {
    _offset: page - 1,
    _limit: pageSize,
    ...(filter && { _filter: filter }),
    ...(order && { _order: order === 'desc' ? ('DESC' as const) : ('ASC' as const) }),
  }
}
