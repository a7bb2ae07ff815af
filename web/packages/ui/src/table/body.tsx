import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import type { Table, Row as TableRow } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import { useT } from '../texts'
import classes from './data-table.module.css'
import { RowMenu } from './row-menu'
import type { Column, DataTableProps } from './types'

export function Body<Row>({ table, ...props }: DataTableProps<Row> & { table: Table<Row> }) {
  return (
    <tbody>
      {props.data === undefined ? (
        <SkeletonRows table={table} {...props} />
      ) : (
        table.getRowModel().rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)
      )}
    </tbody>
  )
}

function BodyRow<Row>({ row, ...props }: DataTableProps<Row> & { row: TableRow<Row> }) {
  const t = useT()
  const { rowActions, rowLabel, onOpen } = props
  const name = rowLabel(row.original)
  const actions = rowActions?.(row.original)

  // The first cell's button serves keyboards; a click anywhere else on the row is a convenience for mice.
  function openByClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const isOwnControl = target.closest('a, button, input, label, time, [role="menu"], [role="menuitem"]')
    if (!isOwnControl && !window.getSelection()?.toString()) onOpen?.(row.original)
  }

  return (
    <tr
      data-selected={row.getIsSelected() || undefined}
      data-opens={onOpen ? true : undefined}
      aria-selected={row.getCanSelect() ? row.getIsSelected() : undefined}
      onClick={onOpen && openByClick}
    >
      {row.getCanSelect() && (
        <td className={classes.tick}>
          <Checkbox
            size="xs"
            aria-label={t('table.select', { row: name })}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getVisibleCells().map(({ id, column }, index) => {
        const shape = column.columnDef.meta?.column
        return (
          shape && <Cell key={id} row={row.original} column={shape} {...(index === 0 && { isFirst: true, onOpen })} />
        )
      })}
      {actions && (
        <td className={classes.actions}>
          {actions.length > 0 && <RowMenu label={t('table.actionsFor', { row: name })} actions={actions} />}
        </td>
      )}
    </tr>
  )
}

interface CellProps<Row> {
  row: Row
  column: Column<Row>
  isFirst?: boolean
  onOpen?: ((row: Row) => void) | undefined
}

function Cell<Row>({ row, column, isFirst, onOpen }: CellProps<Row>) {
  const content = column.cell(row)
  return (
    <td
      data-align={column.align}
      data-label={column.header}
      data-wrap={column.wrap}
      className={isFirst ? classes.first : classes.value}
    >
      {isFirst && onOpen ? (
        <UnstyledButton className={classes.open} onClick={() => onOpen(row)}>
          {content}
        </UnstyledButton>
      ) : (
        content
      )}
    </td>
  )
}

const WIDTHS = ['62%', '48%', '71%', '40%', '55%', '66%', '44%', '58%']

function SkeletonRows<Row>({ table, state, rowActions }: DataTableProps<Row> & { table: Table<Row> }) {
  const count = table.getVisibleLeafColumns().length
  const isSelectable = table.options.enableRowSelection === true
  return WIDTHS.slice(0, state.pageSize).map((width, row) => (
    <tr key={width} aria-hidden>
      {isSelectable && <td className={classes.tick} />}
      {table.getVisibleLeafColumns().map((column, index) => (
        <td
          key={column.id}
          data-align={column.columnDef.meta?.column.align}
          data-label={column.columnDef.meta?.column.header}
          className={index === 0 ? classes.first : classes.value}
        >
          <Skeleton display="inline-block" height={12} width={WIDTHS[(row * count + index) % WIDTHS.length]} />
        </td>
      ))}
      {rowActions && <td className={classes.actions} />}
    </tr>
  ))
}
