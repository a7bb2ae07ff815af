import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Filters, FilterValues } from './filters'
import type { Selection } from './use-selection'

export interface Page<Row> {
  items: readonly Row[]
  /** Across all pages. */
  total: number
}

/** Stored in the address, so that back, reload and sharing work. */
export interface TableState {
  /** From 1. */
  page: number
  pageSize: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** The search text. */
  filter?: string | undefined
  /** The values of the table's filters. */
  filters?: FilterValues | undefined
}

/** Why the rows are stale: offline, a failed refresh, or offline while a new page was requested. */
export interface Stale {
  reason: 'offline' | 'failed' | 'waiting'
  /** When the rows were loaded, in milliseconds. */
  since: number
}

export interface Column<Row> {
  /** Stable: used in stored column choices, and as the sort key unless `sortable` names another. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** True, or the server's name of the sort key. */
  sortable?: boolean | string
  align?: 'start' | 'end'
  width?: number | string
  /** For sentences. Other values stay on one line and are cut with an ellipsis. */
  wrap?: boolean
  /** False for columns that cannot be hidden. The first never can, because it names the row. */
  hideable?: boolean
  /** Hidden until the user selects it. */
  hidden?: boolean
}

export interface RowAction {
  label: string
  icon?: TablerIcon
  onClick: () => void
  danger?: boolean
  disabled?: boolean
}

export interface BulkAction<Row> {
  label: string
  icon?: TablerIcon
  /** Call `clear` when it is done; rows may be from several pages. */
  onClick: (rows: readonly Row[], clear: () => void) => void
  danger?: boolean
  /** While it runs. */
  loading?: boolean
}

export interface DataTableProps<Row> {
  /** Stable; identifies the stored choice of columns. */
  id: string
  /** The user whose column choice it is, if several share a browser. */
  userId?: string | undefined
  /** What the rows are, for screen readers: "Users". */
  label: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** What a row is called in labels such as "Actions for Ada". */
  rowLabel: (row: Row) => string
  /** Undefined during the first load. Query with `placeholderData: keepPreviousData` to keep old rows. */
  data: Page<Row> | undefined
  /** A newer page is loading; the old rows stay, dimmed. */
  fetching?: boolean
  error?: unknown
  /** Set while the rows could not be refreshed. */
  stale?: Stale | undefined
  onRetry?: () => void
  state: TableState
  /** `correction`: the requested page is gone. It creates no history entry. */
  onStateChange: (state: TableState, change?: 'correction') => void
  /** Placeholder and label of the search field; none without it. */
  searchLabel?: string
  /** Each gets a chip; the values are in `state`. */
  filters?: Filters
  rowActions?: (row: Row) => readonly RowAction[]
  bulkActions?: readonly BulkAction<Row>[]
  /** From `useSelection`; required for `bulkActions`. */
  selection?: Selection<Row>
  /** Opens the row's details. The first cell becomes a button. */
  onOpen?: (row: Row) => void
  /** Shown if nothing was created yet; usually an `EmptyState`. */
  empty: ReactNode
}
