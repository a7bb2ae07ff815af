import { useLocalStorage } from '@mantine/hooks'
import {
  type ColumnDef,
  getCoreRowModel,
  type RowData,
  type RowSelectionState,
  type Table,
  useReactTable,
  type VisibilityState,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column, DataTableProps } from './types'
import type { Selection } from './use-selection'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    column: Column<TData>
  }
}

const NO_ROWS: never[] = []
const NO_SELECTION: Selection<never> = { rows: NO_ROWS, select: ignore, clear: ignore, deselect: ignore }

function ignore() {}

/** The server sorts, filters and pages; the client only keeps the column choice and the selection. */
export function useServerTable<Row>(props: DataTableProps<Row>): { table: Table<Row>; selection: Selection<Row> } {
  const { id, userId, columns, data, rowId, bulkActions, selection = NO_SELECTION as Selection<Row> } = props
  const [visibility, setVisibility] = useLocalStorage<VisibilityState>({
    key: ['gatehouse-columns', id, ...(userId ? [userId] : [])].join('-'),
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const rowSelection: RowSelectionState = Object.fromEntries(selection.rows.map((row) => [rowId(row), true]))
  const definitions = useMemo(() => columns.map(defineColumn), [columns])
  const columnVisibility = useMemo(() => {
    const hidden = columns.filter((column) => column.hidden).map((column) => [column.id, false] as const)
    return { ...Object.fromEntries(hidden), ...visibility }
  }, [columns, visibility])

  // Rows of other pages are kept as selected; rows of this page, as they are now.
  function select(ids: RowSelectionState) {
    const known = new Map([...selection.rows, ...(data?.items ?? [])].map((row) => [rowId(row), row]))
    selection.select(Object.keys(ids).flatMap((one) => known.get(one) ?? []))
  }

  const table = useReactTable<Row>({
    columns: definitions,
    data: (data?.items as Row[] | undefined) ?? NO_ROWS,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualFiltering: true,
    manualPagination: true,
    enableRowSelection: Boolean(bulkActions?.length && props.selection),
    state: { columnVisibility, rowSelection },
    onColumnVisibilityChange: (update) =>
      setVisibility(typeof update === 'function' ? update(columnVisibility) : update),
    onRowSelectionChange: (update) => select(typeof update === 'function' ? update(rowSelection) : update),
  })
  return { table, selection }
}

function defineColumn<Row>(column: Column<Row>, index: number): ColumnDef<Row> {
  return {
    id: column.id,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    enableHiding: index > 0 && column.hideable !== false,
    meta: { column },
  }
}
