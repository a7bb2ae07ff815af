import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Filters, FilterValues } from './filters'
import type { Selection } from './use-selection'

export interface Page<Row> {
  items: readonly Row[]
  /** Of all pages together. */
  total: number
}

/** Lives in the address, so that back, reload and share work. */
export interface TableState {
  /** From 1. */
  page: number
  pageSize: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** The search text. */
  filter?: string | undefined
  /** What is set of the table's filters. */
  filters?: FilterValues | undefined
}

/** Why the rows are not of this moment: no network, a failed repetition, or no network to fetch this page with. */
export interface Old {
  reason: 'offline' | 'failed' | 'waiting'
  /** When the server last said so, in milliseconds. */
  since: number
}

export interface Column<Row> {
  /** Stable: kept in people's column choices, and the sort key unless `sortKey` says another. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** True, or the server's name for it. */
  sortable?: boolean | string
  align?: 'start' | 'end'
  width?: number | string
  /** For sentences. Other values stay on one line and are cut with an ellipsis. */
  wrap?: boolean
  /** False for a column that may not be hidden. The first never may: it names the row. */
  hideable?: boolean
  /** Hidden until a person asks for it. */
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
  /** Stable; names the choice of columns. */
  id: string
  /** Whose choice of columns it is, where several people use one browser. */
  person?: string | undefined
  /** What the rows are, read aloud: "People". */
  label: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** What a row is called in labels such as "Actions for Ada". */
  rowLabel: (row: Row) => string
  /** Undefined while loading for the first time. Query with `placeholderData: keepPreviousData` to keep old rows. */
  data: Page<Row> | undefined
  /** A newer page is on its way; the old rows stay, dimmed. */
  fetching?: boolean
  error?: unknown
  /** Set while the rows could not be brought up to date. */
  old?: Old | undefined
  onRetry?: () => void
  state: TableState
  /** `correction`: the page that was asked for is gone. It leaves no step to go back to. */
  onStateChange: (state: TableState, change?: 'correction') => void
  /** Placeholder and label of the search field; none without it. */
  searchLabel?: string
  /** Each gets a chip; their values are in `state`. */
  filters?: Filters
  rowActions?: (row: Row) => readonly RowAction[]
  bulkActions?: readonly BulkAction<Row>[]
  /** From `useSelection`; needed for `bulkActions`. */
  selection?: Selection<Row>
  /** Opens the row's details. The first cell becomes the button for it. */
  onOpen?: (row: Row) => void
  /** Shown when there is nothing because nothing was made yet; usually an `EmptyState`. */
  empty: ReactNode
}
