import {
  DataTable,
  type DataTableProps,
  EmptyState,
  type EmptyStateProps,
  type Page,
  type TableState,
} from '@gatehouse/ui'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from './router'
import { useTableState } from './table-state'

type FromQuery = 'data' | 'fetching' | 'error' | 'onRetry' | 'state' | 'onStateChange' | 'onOpen' | 'rowId' | 'empty'

interface SectionTableProps<Row, Data, Key extends QueryKey> extends Omit<DataTableProps<Row>, FromQuery> {
  /** The rows of one page. Lists that the server sends whole are cut by `localPage`. */
  readonly query: (state: TableState) => UseQueryOptions<Data, Error, Page<Row>, Key>
  /** Where the details of rows stand, as `<path>/<id>`; without it rows do not open. */
  readonly detailsPath?: string
  /** What is said while there is nothing at all yet. */
  readonly empty: EmptyStateProps
}

/** The table of a section: its page, search and sort from the address, its rows from a query. */
export function SectionTable<Row extends { readonly id: string }, Data, Key extends QueryKey>(
  props: SectionTableProps<Row, Data, Key>,
) {
  const { query, detailsPath, empty, ...table } = props
  const navigate = useNavigate()
  const { state, onStateChange } = useTableState()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(query(state))
  const open = ({ id }: Row) => void navigate({ to: `${detailsPath}/${id}`, search: { ...state }, resetScroll: false })
  return (
    <DataTable
      {...table}
      rowId={({ id }) => id}
      // A list that failed to load is empty with a way to try again, never stale.
      data={error ? undefined : data}
      error={isFetching ? undefined : error}
      fetching={isPlaceholderData && isFetching}
      onRetry={() => void refetch()}
      state={state}
      onStateChange={onStateChange}
      {...(detailsPath && { onOpen: open })}
      empty={<EmptyState {...empty} />}
    />
  )
}
