import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import type { Table, Row as TableRow } from '@tanstack/react-table'
import { type MouseEvent, memo, type RefObject, useLayoutEffect, useRef } from 'react'
import { useT } from '../texts'
import classes from './data-table.module.css'
import { RowMenu } from './row-menu'
import type { Column, DataTableProps, RowAction } from './types'

export function Body<Row>({ table, ...props }: DataTableProps<Row> & { table: Table<Row> }) {
  const { data, rowActions, rowLabel, onOpen } = props
  const latest = useRef({ rowActions, onOpen })
  useLayoutEffect(() => {
    latest.current = { rowActions, onOpen }
  })
  return (
    <tbody>
      {data === undefined ? (
        <SkeletonRows table={table} {...props} />
      ) : (
        table
          .getRowModel()
          .rows.map((row) => (
            <MemoRow
              key={row.id}
              row={row}
              original={row.original}
              columns={row.getVisibleCells().map(({ column }) => column.columnDef.meta?.column)}
              name={rowLabel(row.original)}
              actions={rowActions?.(row.original)}
              canSelect={row.getCanSelect()}
              isSelected={row.getIsSelected()}
              opens={onOpen !== undefined}
              latest={latest}
            />
          ))
      )}
    </tbody>
  )
}

interface BodyRowProps<Row> {
  row: TableRow<Row>
  original: Row
  columns: readonly (Column<Row> | undefined)[]
  name: string
  actions: readonly RowAction[] | undefined
  canSelect: boolean
  isSelected: boolean
  opens: boolean
  /** Always the callbacks of the table's latest render, even if the row was not rendered again. */
  latest: RefObject<Pick<DataTableProps<Row>, 'rowActions' | 'onOpen'>>
}

function BodyRow<Row>({
  row,
  original,
  columns,
  name,
  actions,
  canSelect,
  isSelected,
  opens,
  latest,
}: BodyRowProps<Row>) {
  const t = useT()
  const open = () => latest.current.onOpen?.(original)
  const currentActions = actions?.map((action) => ({
    ...action,
    onClick: () =>
      (latest.current.rowActions?.(original).find(({ label }) => label === action.label) ?? action).onClick(),
  }))

  // The first cell's button is for keyboards; clicking the row is a shortcut for mice.
  function openByClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const isOwnControl = target.closest('a, button, input, label, time, [role="menu"], [role="menuitem"]')
    if (!isOwnControl && !window.getSelection()?.toString()) open()
  }

  return (
    <tr
      data-selected={isSelected || undefined}
      data-opens={opens ? true : undefined}
      aria-selected={canSelect ? isSelected : undefined}
      onClick={opens ? openByClick : undefined}
    >
      {canSelect && (
        <td className={classes.tick}>
          <Checkbox
            size="xs"
            aria-label={t('table.select', { row: name })}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {columns.map(
        (column, index) =>
          column && (
            <Cell
              key={column.id}
              row={original}
              column={column}
              {...(index === 0 && { isFirst: true, ...(opens && { onOpen: open }) })}
            />
          ),
      )}
      {currentActions && (
        <td className={classes.actions}>
          {currentActions.length > 0 && (
            <RowMenu label={t('table.actionsFor', { row: name })} actions={currentActions} />
          )}
        </td>
      )}
    </tr>
  )
}

/** The table renders often without changes to its rows: when sorting, ticking a box or opening a menu. */
const MemoRow = memo(BodyRow, isSameRow) as typeof BodyRow

function isSameRow<Row>(before: BodyRowProps<Row>, after: BodyRowProps<Row>): boolean {
  return (
    before.original === after.original &&
    before.name === after.name &&
    before.canSelect === after.canSelect &&
    before.isSelected === after.isSelected &&
    before.opens === after.opens &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, index) => column === after.columns[index]) &&
    isSameMenu(before.actions, after.actions)
  )
}

function isSameMenu(before: BodyRowProps<never>['actions'], after: BodyRowProps<never>['actions']): boolean {
  if (before?.length !== after?.length) return false
  return (before ?? []).every((one, index) => {
    const other = after?.[index]
    return (
      one.label === other?.label &&
      one.icon === other?.icon &&
      one.danger === other?.danger &&
      one.disabled === other?.disabled
    )
  })
}

interface CellProps<Row> {
  row: Row
  column: Column<Row>
  isFirst?: boolean
  onOpen?: (() => void) | undefined
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
        <UnstyledButton className={classes.open} onClick={onOpen}>
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
