import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Table } from '@tanstack/react-table'
import { useT } from '../texts'
import classes from './data-table.module.css'
import { toggleSort } from './state'
import { sortKey } from './toolbar'
import type { Column, DataTableProps, TableState } from './types'

export function Head<Row>({ table, ...props }: DataTableProps<Row> & { table: Table<Row> }) {
  const t = useT()
  const { state, onStateChange, rowActions } = props
  const isSelectable = table.options.enableRowSelection === true
  const isSome = table.getRowModel().rows.some((row) => row.getIsSelected())
  return (
    <thead className={classes.head}>
      <tr>
        {isSelectable && (
          <th className={classes.tick} scope="col">
            <Checkbox
              size="xs"
              aria-label={t('table.selectAll')}
              disabled={table.getRowModel().rows.length === 0}
              checked={table.getIsAllPageRowsSelected()}
              // The library also counts rows selected on other pages.
              indeterminate={isSome && !table.getIsAllPageRowsSelected()}
              onChange={table.getToggleAllPageRowsSelectedHandler()}
            />
          </th>
        )}
        {table.getVisibleLeafColumns().map(({ id, columnDef }, index) => {
          const column = columnDef.meta?.column
          return (
            column && (
              <HeadCell key={id} column={column} state={state} onStateChange={onStateChange} isFirst={index === 0} />
            )
          )
        })}
        {rowActions && (
          <th className={classes.actions} scope="col">
            <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  state: TableState
  onStateChange: (state: TableState) => void
  isFirst: boolean
}

function HeadCell<Row>({ column, state, onStateChange, isFirst }: HeadCellProps<Row>) {
  const key = sortKey(column)
  const isSorted = state.sort === key
  const isDescending = isSorted && state.order === 'desc'
  const Arrow = !isSorted ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={isFirst ? classes.firstHead : undefined}
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <UnstyledButton
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onStateChange(toggleSort(state, key))}
        >
          {column.header}
          <Arrow size={14} stroke={1.75} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      ) : (
        column.header
      )}
    </th>
  )
}
