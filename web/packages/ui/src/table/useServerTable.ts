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
import { useMemo, useState } from 'react'
import type { Column, DataTableProps } from './types'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    column: Column<TData>
  }
}

const NO_ROWS: never[] = []

/** The server sorts, filters and cuts pages; here only what belongs to this person: columns and selection. */
export function useServerTable<Row>(props: DataTableProps<Row>): Table<Row> {
  const { id, columns, data, rowId, bulkActions } = props
  const [visibility, setVisibility] = useLocalStorage<VisibilityState>({
    key: `gatehouse-columns-${id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const definitions = useMemo(() => columns.map(definition), [columns])
  const columnVisibility = useMemo(() => {
    const hidden = columns.filter((column) => column.hidden).map((column) => [column.id, false] as const)
    return { ...Object.fromEntries(hidden), ...visibility }
  }, [columns, visibility])

  return useReactTable<Row>({
    columns: definitions,
    data: (data?.items as Row[] | undefined) ?? NO_ROWS,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualFiltering: true,
    manualPagination: true,
    enableRowSelection: Boolean(bulkActions?.length),
    state: { columnVisibility, rowSelection },
    onColumnVisibilityChange: (update) =>
      setVisibility(typeof update === 'function' ? update(columnVisibility) : update),
    onRowSelectionChange: setRowSelection,
  })
}

function definition<Row>(column: Column<Row>, index: number): ColumnDef<Row> {
  return {
    id: column.id,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    enableHiding: index > 0 && column.hideable !== false,
    meta: { column },
  }
}
