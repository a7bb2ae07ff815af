import { readTableState, type TableState } from '@gatehouse/ui'
import { stripSearchParams } from '@tanstack/react-router'
import { useNavigate, useSearch } from './router'

/** The options of a route that shows a table: what differs from how everybody finds it lives in the address. */
export function tableSearch(defaults: Partial<TableState>) {
  const start = readTableState({}, defaults)
  return {
    validateSearch: (search: Record<string, unknown>): TableState => readTableState(search, defaults),
    search: { middlewares: [stripSearchParams<TableState>(start)] },
  }
}

/** The state of the table on this page, from its address. */
export function useTableState() {
  // Read by the route already, so that this only fills in what the address leaves out.
  const state = readTableState(useSearch())
  const navigate = useNavigate()
  return {
    state,
    onStateChange(next: TableState, change?: 'correction') {
      // Typing a word leaves one step to go back, not one for every pause.
      const replace = change === 'correction' || next.filter !== state.filter
      void navigate({ to: '.', search: { ...next }, replace, resetScroll: false })
    },
  }
}

/** Of a list call of the server, which counts pages from 0 (boot calls §6). */
export function pageQuery({ page, pageSize, filter, order }: TableState) {
  return {
    _offset: page - 1,
    _limit: pageSize,
    ...(filter && { _filter: filter }),
    ...(order && { _order: order === 'desc' ? ('DESC' as const) : ('ASC' as const) }),
  }
}
