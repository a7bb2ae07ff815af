import { useAuthUserOrNull } from '@gatehouse/react'
import {
  DataTable,
  type DataTableProps,
  EmptyState,
  type EmptyStateProps,
  type Filters,
  type Page,
  useSelection,
} from '@gatehouse/ui'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useRemovals } from './action'
import { useStaleWhileError } from './freshness'
import { useNavigate } from './router'
import { type StateOf, type TableOf, useTableState } from './table-state'

type FromQuery = 'data' | 'fetching' | 'error' | 'old' | 'onRetry' | 'state' | 'onStateChange' | 'onOpen'
type FromTable = 'filters' | 'selection' | 'rowId' | 'empty' | 'person'

interface SectionTableProps<Row, All extends Filters, Data, Key extends QueryKey>
  extends Omit<DataTableProps<Row>, FromQuery | FromTable> {
  /** The same that the route has. */
  readonly table: TableOf<All>
  /** The rows of one page. Lists that the server sends whole are cut by `localPage`. */
  readonly query: (state: StateOf<All>) => UseQueryOptions<Data, Error, Page<Row>, Key>
  /** Where the details of rows stand, as `<path>/<id>`; without it rows do not open. */
  readonly detailsPath?: string
  /** Names of the table's filters that are not for this person. */
  readonly without?: readonly string[]
  /** What is said while there is nothing at all yet. */
  readonly empty: EmptyStateProps
}

const NONE: readonly string[] = []

const omitFilters = (filters: Filters, without: readonly string[]) =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !without.includes(name))) as Filters

/** The table of a section: page, search, sort and filters from the address, rows from a query. */
export function SectionTable<Row extends { readonly id: string }, All extends Filters, Data, Key extends QueryKey>(
  props: SectionTableProps<Row, All, Data, Key>,
) {
  const { table, query, detailsPath, without = NONE, empty, ...rest } = props
  const navigate = useNavigate()
  const person = useAuthUserOrNull()?.id
  const { state, search, onStateChange } = useTableState(table)
  const result = useQuery(query(state))
  const selection = useSelection<Row>()
  const { deselect } = selection
  useRemovals(useCallback((ids: readonly string[]) => deselect(({ id }) => ids.includes(id)), [deselect]))
  const open = ({ id }: Row) => void navigate({ to: `${detailsPath}/$id`, params: { id }, search, resetScroll: false })
  return (
    <DataTable
      {...rest}
      {...useStaleWhileError(result)}
      rowId={({ id }) => id}
      userId={person}
      fetching={result.isPlaceholderData && result.fetchStatus !== 'idle'}
      onRetry={() => void result.refetch()}
      state={state}
      onStateChange={onStateChange}
      filters={omitFilters(table.filters, without)}
      selection={selection}
      {...(detailsPath && { onOpen: open })}
      empty={<EmptyState {...empty} />}
    />
  )
}
